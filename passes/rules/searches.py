"""The rule that makes a fold of a search: over the digits of the number that is found, from the highest."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from xdsl.dialects.arith import AddiOp, AndIOp, CmpiOp, ConstantOp, MinSIOp, SelectOp, SubiOp
from xdsl.dialects.builtin import IntegerAttr, IntegerType, i32
from xdsl.ir import Block, Region, SSAValue

from ...dialects.lift.access import AtUncheckedOp
from ...dialects.lift.algorithmic import GenerateOp, ReduceOp
from ...dialects.lift.body import YieldOp
from ...dialects.lift.numbers import NatOp
from ...dialects.lift.operation import UNTYPED
from ...dialects.lift.search import SearchOp
from ...dialects.lift.types import array_length
from ...dialects.nat.expr import log2, power, var
from ...dialects.nat.ring import Nat
from .regions import applied, end_with, fresh_name
from .rule import HIDDEN, Chain, Replacement, Rule, rule


@rule(SearchOp)
def search_to_reduce(op: SearchOp) -> Replacement:
    """`search(p, xs) = reduce((r, s) -> r + s if r + s <= n and p(xs[min(r + s, n) - 1]) else r, 0, [2^m, .., 2, 1])`

    For n elements, where `2^m` is the largest power of two that is at most n; there is none for no elements.
    """
    length = array_length(op.xs.type)
    if length is None:
        return HIDDEN
    x = op.block.args[0]
    return bisected(op.xs, x, length, lambda element: applied(op, [element]), i32, fresh_name(op, "k"))


def bisected(
    xs: SSAValue, like: SSAValue, length: Nat, holds: Callable[[SSAValue], Chain], number: IntegerType, name: str
) -> Chain:
    """How many leading elements hold, each like a value: an integer of a type that has room for them; with a name for a position."""
    steps, count, zero = _steps(length, number, name), NatOp(length, number), ConstantOp(IntegerAttr(0, number))
    block = Block(arg_types=[number, number])
    found, step = block.args
    found.name_hint, step.name_hint, count.result.name_hint = "found", "step", "n"
    one, after = ConstantOp(IntegerAttr(1, number)), AddiOp(found, step)
    nearest = MinSIOp(after, count)  # an element that there is, whether it counts or not
    index = SubiOp(nearest, one)
    element = AtUncheckedOp(xs, index.result, result_type=like.type)
    element.result.name_hint, after.result.name_hint = like.name_hint, "after"
    does = holds(element.result)
    inside = CmpiOp(after, count, "sle")
    both = AndIOp(inside, does.value)
    end_with(
        block,
        Chain.of(one, after, nearest, index, element),
        does,
        Chain.of(inside, both, SelectOp(both, after, found)),
    )
    return Chain.of(steps, count, zero, ReduceOp(steps, zero, Region(block), result_type=number))


def _steps(length: Nat, number: IntegerType, name: str) -> GenerateOp:
    """The powers of two that are at most a length, the largest first."""
    digits = log2(2 * length + 1)
    step = NatOp(power(2, digits - 1 - var(name)), number)
    steps = GenerateOp(digits, name, Region(Block([step, YieldOp(step)])), result_type=UNTYPED)
    steps.result.name_hint, step.result.name_hint = "steps", "step"
    return steps


SEARCHES: tuple[Rule[Any], ...] = (search_to_reduce,)
