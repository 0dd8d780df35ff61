"""Which names and facts hold at an op."""

from dataclasses import replace

import pytest
from xdsl.ir import Operation

from lift.dialects.lift import scope as scopes
from lift.dialects.lift.scope import ROOT, Given, Index, Iterations, Scope, Size, Table, scope_at, scope_inside
from lift.dialects.loader import load_module
from lift.dialects.nat.expr import Condition, var
from lift.dialects.nat.facts import Facts
from lift.dialects.nat.parser import parse_condition, parse_nat
from lift.dialects.nat.prove import holds
from lift.dialects.nat.ring import const

PROGRAM = """
lift.def @f<N, M, rows[N]>(%m: !lift.array<i : N, !lift.array<rows[i], f32>>, %e: !lift.exists<X upto M, !lift.array<X, f32>>, %zero: f32)
    -> f32 where [N mod 4 eq 0, rows[_] le M] {
  %a = lift.map (%row)[k] in %m {
    %n = lift.nat k
    lift.yield %n
  }
  %b = lift.unpack (%ys)[X] in %e {
    %n = lift.nat X
    lift.yield %n
  }
  %c = lift.generate [g : 2 * N] {
    %n = lift.nat g
    lift.yield %n
  }
  %long = lift.generate [l : 64] {
    %n = lift.nat l
    lift.yield %n
  }
  %d = lift.iterate 5 (%t)[r] in %long {
    %n = lift.nat r
    %two = lift.split 2 %t
    %h = lift.map (%p)[q] in %two {
      %o = lift.nat q
      %x = lift.at %p[0]
      lift.yield %x
    }
    lift.yield %h
  }
  %h = lift.map (%x)[y] in %e {
    %n = lift.nat y
    lift.yield %n
  }
  lift.return %zero
}
"""


def nat_op(name: str) -> Operation:
    """The op `lift.nat name` of the program."""
    found = [
        op
        for op in load_module(PROGRAM).walk()
        if op.name == "lift.nat" and str(op.properties["value"]).endswith(f"<{name}>")
    ]
    (op,) = found
    return op


def scope(name: str) -> Scope:
    return scope_at(nat_op(name))


def test_sizes_are_at_least_one_and_facts_hold() -> None:
    assert scope("k").holds(parse_condition("N ge 1"))
    assert scope("k").holds(parse_condition("N ge 4"))


def test_a_position_is_below_the_length() -> None:
    assert scope("k").holds(parse_condition("k lt N"))
    assert scope("g").holds(parse_condition("g lt 2 * N"))


def test_what_is_known_of_a_table_holds_at_a_position() -> None:
    assert scope("k").holds(parse_condition("rows[k] le M"))


def test_a_hidden_length_is_at_most_its_bound() -> None:
    assert scope("X").holds(parse_condition("X le M"))
    assert not scope("X").holds(parse_condition("X ge 1"))


def test_a_position_in_an_existential_array_is_below_the_bound() -> None:
    assert scope("y").holds(parse_condition("y lt M"))


def test_what_holds_in_every_iteration_is_known() -> None:
    assert scope("r").holds(parse_condition("r mod 2 eq 0"))
    assert scope("r").holds(parse_condition("r ge 4"))
    assert not scope("r").holds(parse_condition("r ge 5"))


def test_iterations_reach_into_inner_regions() -> None:
    assert scope("q").holds(parse_condition("q lt 32"))
    assert scope("q").holds(parse_condition("2 * q lt r"))


def test_names_are_those_bound_around() -> None:
    assert scope("k").names == {"N", "M", "k"}
    assert scope("k").tables == {"rows"}
    assert scope("k").stated == {"N", "M"}


def test_ops_of_one_region_share_their_facts() -> None:
    (function,) = load_module(PROGRAM).ops
    inside = scope_inside(function)
    scopes = {scope_at(op) for region in function.regions for block in region.blocks for op in block.ops}
    assert scopes == {inside}
    assert inside.inner() is inside


def test_equality_uses_the_facts() -> None:
    inside = scope("k")
    assert inside.equal(var("N"), var("N"))
    assert not inside.equal(var("N"), var("M"))


def test_a_condition_is_tried_for_each_value_of_a_position() -> None:
    iterations = ROOT.inner(Index("r", const(6)))
    assert iterations.holds(parse_condition("(64 floordiv pow(2, r)) mod 2 eq 0"))
    assert iterations.holds(parse_condition("64 floordiv pow(2, r) ge 2"))
    assert not iterations.holds(parse_condition("64 floordiv pow(2, r) ge 3"))
    assert not ROOT.inner(Index("r", const(7))).holds(parse_condition("(64 floordiv pow(2, r)) mod 2 eq 0"))


def test_what_is_bound_further_in_has_the_value_too() -> None:
    inside = ROOT.inner(Index("r", const(6))).inner(Index("i", parse_nat("64 floordiv pow(2, r)")))
    assert inside.holds(parse_condition("(i * pow(2, r)) floordiv 64 eq 0"))
    only = ROOT.inner(Index("r", const(6)), Given(parse_condition("r mod 5 eq 3")))
    assert only.holds(parse_condition("(r * r) mod 9 eq 0"))


def test_values_of_several_positions_are_few_all_in_all() -> None:
    squares = parse_condition("(i * i * j * j) mod 4 ne 2")
    assert ROOT.inner(Index("i", const(8)), Index("j", const(8))).holds(squares)
    assert not ROOT.inner(Index("i", const(16)), Index("j", const(8))).holds(squares)
    assert not ROOT.inner(Size("N"), Index("i", var("N"))).holds(parse_condition("(i * i) mod 4 ne 2"))


def test_entries_of_a_table_are_known_one_by_one() -> None:
    facts = (Given(parse_condition("rows[0] ge 2")), Given(parse_condition("rows[1] ge 3")))
    inside = ROOT.inner(Table("rows", const(2)), *facts, Index("i", const(2)))
    assert inside.holds(parse_condition("rows[i] ge i + 2"))
    assert not inside.holds(parse_condition("rows[i] ge 3"))


def test_where_it_has_no_meaning_a_condition_does_not_hold() -> None:
    assert not ROOT.inner(Index("i", const(4))).holds(parse_condition("(i * i + 6) mod i ne 5"))
    assert ROOT.inner(Index("i", const(4))).holds(parse_condition("(i * i + 6) mod (i + 1) ne 5"))


def test_a_condition_is_tried_once_and_only_where_a_position_is_not_linear(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Condition] = []

    def counted(condition: Condition, facts: Facts) -> bool:
        asked.append(condition)
        return holds(condition, facts)

    monkeypatch.setattr(scopes, "holds", counted)
    inside = ROOT.inner(Size("M"), Index("k", const(50)))
    assert not inside.holds(parse_condition("k lt M"))
    assert len(asked) == 1
    condition = parse_condition("(k * k) mod 3 ne 2")
    assert inside.holds(condition)
    once = len(asked)
    assert inside.holds(condition)
    assert len(asked) == once + 1


def test_what_holds_in_any_iteration_is_known() -> None:
    halves = ROOT.inner(Size("D"), Iterations("n", parse_nat("pow(2, D)"), parse_nat("n floordiv 2"), var("D")))
    assert halves.holds(parse_condition("n mod 2 eq 0"))
    assert halves.holds(parse_condition("n ge 2"))
    assert not halves.holds(parse_condition("n ge 3"))
    assert halves.inner(Index("i", parse_nat("n floordiv 2"))).holds(parse_condition("2 * i + 1 lt n"))
    longer = ROOT.inner(Size("D"), Iterations("n", parse_nat("pow(2, D)"), parse_nat("n floordiv 2"), var("D") + 1))
    assert not longer.holds(parse_condition("n mod 2 eq 0"))


def test_a_form_of_the_length_must_stay_right_with_the_next_iteration() -> None:
    iterations = Iterations("n", parse_nat("2 * N + 2 * K"), parse_nat("2 * (n floordiv 2) - 2"), var("K"))
    sizes = ROOT.inner(Size("N"), Size("K"))
    assert iterations.length_after(var("r"), sizes) is parse_nat("2 * N + 2 * K - 2 * r")
    odd = replace(iterations, start=parse_nat("2 * N + 2 * K + 1"))
    assert odd.length_after(var("r"), sizes) is None


def test_iterations_in_iterations_are_any_two_iterations() -> None:
    sizes = ROOT.inner(Size("N"), Size("K"), Size("L"))
    outer = sizes.inner(Iterations("m", parse_nat("N + K * L"), parse_nat("m - K"), var("L")))
    inner = outer.inner(Iterations("n", var("m"), parse_nat("n - 1"), var("K")))
    assert inner.holds(parse_condition("n ge N + 1"))
    assert not inner.holds(parse_condition("n ge N + 2"))


def test_a_name_of_a_iteration_is_not_one_of_the_program() -> None:
    iterations = Iterations("n", parse_nat("r + K"), parse_nat("n - 1"), var("K"))
    inside = ROOT.inner(Size("r"), Size("K"), iterations)
    assert inside.holds(parse_condition("n gt r"))
    assert not inside.holds(parse_condition("n lt K"))
