"""Types of the dialect: binders, equality up to renaming and under facts, and what is done to the nats inside."""

import pytest
from xdsl.dialects.builtin import MemRefType, TupleType, f32, i32

from lift.dialects.diagnostics import LiftError
from lift.dialects.lift.attributes import IndexFunctionAttr, NatAttr
from lift.dialects.lift.scope import ROOT, Given, Index, Scope, Size, simplified
from lift.dialects.lift.types import (
    ArrayType,
    ExistsType,
    close,
    free_names,
    free_tables,
    open_with,
    rename_tables_in,
    substitute_in,
)
from lift.dialects.nat.expr import lookup, var
from lift.dialects.nat.parser import parse_condition, parse_nat
from lift.dialects.nat.ring import Nat, const

N = var("N")


def triangle(binder: str = "i") -> ArrayType:
    """Row i has i + 1 elements."""
    return ArrayType.over(binder, N, ArrayType(var(binder) + 1, f32))


def sizes(*facts: str) -> Scope:
    return ROOT.inner(Size("N"), Size("M"), *(Given(parse_condition(fact)) for fact in facts))


def test_types_are_equal_up_to_the_names_of_binders() -> None:
    assert triangle("i") == triangle("j")
    assert hash(triangle("i")) == hash(triangle("j"))
    assert ExistsType.over("X", N, ArrayType(var("X"), f32)) == ExistsType.over("Y", N, ArrayType(var("Y"), f32))


def test_a_binder_that_is_not_used_makes_a_plain_array() -> None:
    assert ArrayType.over("i", N, f32) == ArrayType(N, f32)
    assert not ArrayType.over("i", N, f32).dependent


@pytest.mark.parametrize(
    ("type_", "text"),
    [
        (ArrayType(N, f32), "!lift.array<N, f32>"),
        (triangle("k"), "!lift.array<k : N, !lift.array<k + 1, f32>>"),
        (ExistsType.of_array(N, f32), "!lift.exists<X upto N, !lift.array<X, f32>>"),
        (ArrayType(N, TupleType((f32, i32))), "!lift.array<N, tuple<f32, i32>>"),
    ],
)
def test_types_print_in_their_notation(type_: ArrayType | ExistsType, text: str) -> None:
    assert str(type_) == text


def test_a_binder_is_printed_under_a_name_that_captures_nothing() -> None:
    type_ = ArrayType.over("k", N, ArrayType(var("k") + var("i"), f32))
    assert str(ArrayType(N, type_.element, "i")) == "!lift.array<i1 : N, !lift.array<i + i1, f32>>"


def test_the_element_at_a_position() -> None:
    assert triangle().at(const(4)) == ArrayType(5, f32)
    assert triangle().at(var("k")) == ArrayType(var("k") + 1, f32)


def test_nested_binders_keep_apart() -> None:
    inner = ArrayType.over("j", var("i") + 1, ArrayType(var("i") * 10 + var("j"), f32))
    cube = ArrayType.over("i", N, inner)
    row = cube.at(const(3))
    assert isinstance(row, ArrayType)
    assert row.length.data == const(4)
    assert row.at(const(2)) == ArrayType(32, f32)


def test_closing_undoes_opening() -> None:
    body = close(ArrayType.over("j", var("k"), ArrayType(var("k") + var("j"), f32)), "k")
    assert close(open_with(body, var("q")), "q") == body


def test_free_names_are_those_that_no_type_binds() -> None:
    type_ = ArrayType.over("i", N, ArrayType(var("i") + var("M") + lookup("rows", var("i")), f32))
    assert free_names(type_) == {"N", "M"}
    assert free_tables(type_) == {"rows"}


def test_substitution_does_not_capture() -> None:
    type_ = ArrayType.over("i", N, ArrayType(var("i") + var("M"), f32))
    replaced = substitute_in(type_, {"M": var("i")})
    assert free_names(replaced) == {"N", "i"}
    assert isinstance(replaced, ArrayType)
    assert replaced.at(const(5)) == ArrayType(var("i") + 5, f32)


def test_tables_are_renamed() -> None:
    type_ = ArrayType.over("i", N, ArrayType(lookup("rows", var("i")), f32))
    assert rename_tables_in(type_, {"rows": "cols"}) == ArrayType.over("i", N, ArrayType(lookup("cols", var("i")), f32))


@pytest.mark.parametrize(
    ("left", "right", "fact"),
    [
        (parse_nat("2 * (N floordiv 2)"), N, "N mod 2 eq 0"),
        (N, var("M"), "N eq M"),
        (parse_nat("sum(i : N, i + 1)"), parse_nat("N * (N + 1) floordiv 2"), "N ge 1"),
    ],
)
def test_types_are_equal_under_facts(left: Nat, right: Nat, fact: str) -> None:
    assert sizes(fact).same_type(ArrayType(left, f32), ArrayType(right, f32))


def test_types_are_not_equal_without_the_fact() -> None:
    assert not sizes().same_type(ArrayType(parse_nat("2 * (N floordiv 2)"), f32), ArrayType(N, f32))


def test_dependent_types_are_compared_at_every_position() -> None:
    left = ArrayType.over("i", N, ArrayType(parse_nat("i mod N"), f32))
    right = ArrayType.over("i", N, ArrayType(var("i"), f32))
    assert sizes().same_type(left, right)
    assert not sizes().same_type(left, ArrayType(N, ArrayType(N, f32)))


def test_types_of_different_kind_are_not_equal() -> None:
    scope = sizes()
    assert not scope.same_type(ArrayType(N, f32), ArrayType(N, i32))
    assert not scope.same_type(ArrayType(N, f32), ExistsType.of_array(N, f32))
    assert not scope.same_type(TupleType((f32,)), TupleType((f32, f32)))


def test_simplifying_uses_the_range_of_a_position() -> None:
    type_ = ArrayType.over("i", N, ArrayType(parse_nat("i mod N + 1"), f32))
    assert simplified(type_, sizes()) == triangle()


def test_what_cannot_be_stored_is_no_element() -> None:
    with pytest.raises(LiftError, match="cannot stand in an array"):
        ArrayType(N, MemRefType(f32, [2]))


def test_an_index_function_is_applied() -> None:
    function = IndexFunctionAttr.of("i", var("i") * 2 + N)
    assert function(const(3)) == N + 6
    assert function == IndexFunctionAttr.of("j", var("j") * 2 + N)
    assert str(function) == "#lift.index<i : N + 2 * i>"


def test_a_nat_attribute_prints_its_expression() -> None:
    assert str(NatAttr.of(parse_nat("N floordiv 2 + 1"))) == "#lift.nat<N floordiv 2 + 1>"


def test_a_scope_knows_a_position() -> None:
    scope = sizes().inner(Index("k", N))
    assert scope.holds(parse_condition("k lt N"))
    assert not sizes().holds(parse_condition("k lt N"))
