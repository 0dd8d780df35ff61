"""Renaming nats in ops that exist, as passes do that copy or unroll."""

from xdsl.dialects.builtin import StringAttr

from lift.dialects.lift.algorithmic import MapOp
from lift.dialects.lift.functions import DefOp
from lift.dialects.lift.renaming import (
    clone_fresh,
    names_bound_in,
    rename_binders,
    same_but_for_names,
    substitute_in_op,
)
from lift.dialects.loader import load_module, verify
from lift.dialects.nat.expr import var
from lift.dialects.nat.ring import const

PROGRAM = """
lift.def @f<N, rows[N]>(%m: !lift.array<i : N, !lift.array<i + 1, f32>>) -> !lift.array<i : N, !lift.array<i + 1, f32>> {
  %a = lift.map (%row)[k] in %m {
    %b = lift.map (%x)[j] in %row {
      %n = lift.nat k + j
      lift.yield %x
    }
    %c = lift.slice %b from 0 size k + 1
    lift.yield %c
  }
  lift.return %a
}
"""


def function() -> DefOp:
    (found,) = load_module(PROGRAM).ops
    assert isinstance(found, DefOp)
    return found


def outer_map(found: DefOp) -> MapOp:
    op = found.block.first_op
    assert isinstance(op, MapOp)
    return op


def test_the_names_that_a_function_binds() -> None:
    assert names_bound_in(function()) == {"N", "rows", "k", "j"}


def test_a_fresh_copy_stands_beside_the_original() -> None:
    found = function()
    original = outer_map(found)
    copy = clone_fresh(original, names_bound_in(found))
    found.block.insert_op_after(copy, original)
    module = found.parent_op()
    assert module is not None
    verify(module)
    assert copy.position_name == "k1"
    assert "lift.nat j1 + k1 : i32" in str(copy)


def test_a_new_name_is_not_captured_by_a_binder_inside() -> None:
    found = outer_map(function())
    found.position = StringAttr("j")
    substitute_in_op(found, {"k": var("j0")})  # the inner map binds j still: give it another name first
    inner = next(op for op in found.block.ops if isinstance(op, MapOp))
    inner.position = StringAttr("j1")
    substitute_in_op(found, {"j": var("j1"), "j0": var("j")})
    assert "lift.nat j + j1 : i32" in str(found)
    rename_binders(found, {"j"})
    assert (found.position_name, inner.position_name) == ("j2", "j1")
    assert "lift.nat j1 + j2 : i32" in str(found)


def test_a_plain_copy_would_bind_its_names_twice() -> None:
    found = function()
    original = outer_map(found)
    assert names_bound_in(original.clone()) == names_bound_in(original)


def test_a_nat_is_replaced_in_types_and_properties() -> None:
    inner = outer_map(function())
    for op in inner.block.ops:
        substitute_in_op(op, {"k": const(3)})
    assert "lift.nat j + 3 : i32" in str(inner)
    assert "!lift.array<4, f32>" in str(inner)


def test_a_copy_with_other_names_is_the_same_and_one_with_another_body_is_not() -> None:
    found = function()
    original = outer_map(found)
    copy = clone_fresh(original, names_bound_in(found))
    assert same_but_for_names(original, copy, {})
    inner = next(op for op in copy.block.ops if isinstance(op, MapOp))
    for op in inner.block.ops:
        substitute_in_op(op, {"k1": const(3)})
    assert not same_but_for_names(original, copy, {})
