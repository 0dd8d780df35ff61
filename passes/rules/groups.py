"""The rule that makes rows of groups: where they begin is what a filter keeps of the positions."""

from __future__ import annotations

from typing import Any

from xdsl.dialects.arith import CmpiOp, ConstantOp, OrIOp, SubiOp, XOrIOp
from xdsl.dialects.builtin import IntegerAttr, i1, i32
from xdsl.ir import Block, Operation, Region

from ...dialects.lift.access import AtOp, GatherOp
from ...dialects.lift.algorithmic import FilterOp, MapOp
from ...dialects.lift.attributes import IndexFunctionAttr
from ...dialects.lift.group import GroupOp
from ...dialects.lift.numbers import LengthOp, NatOp
from ...dialects.lift.operation import UNTYPED
from ...dialects.lift.tuples import GetOp, TupleOp, ZipOp
from ...dialects.nat.expr import compare, if_then_else, var
from ...dialects.ocl.rows import RowOp
from .regions import applied, end_with, fresh_name
from .rule import Chain, Replacement, Rule, rule


@rule(GroupOp)
def group_to_rows(op: GroupOp) -> Replacement:
    """`group(p, xs) = map((b)[k] -> row(xs, b, starts[k + 1] - b), starts)`, where `starts[m] = n` for m groups of n elements.

    `starts = filter((a, b)[i] -> (i = 0 or not p(a, b), i), zip(gather(i -> if(i ge 1, i - 1, i), xs), xs))`
    """
    i = var("i")
    before = GatherOp(
        op.xs, IndexFunctionAttr.of("i", if_then_else(compare(i, "ge", 1), i - 1, i)), result_type=UNTYPED
    )
    pairs = ZipOp([before, op.xs], result_type=UNTYPED)
    starts, end = _starts(op, pairs), LengthOp(op.xs, i32)
    block, name = Block(arg_types=[i32]), fresh_name(op, "k")
    begin = block.args[0]
    number = NatOp(var(name) + 1)
    after = AtOp(starts.result, number.result, end.result, result_type=UNTYPED)
    size = SubiOp(after, begin, result_type=i32)
    row = RowOp(op.xs, begin, size, result_type=UNTYPED)
    end_with(block, Chain.of(number, after, size, row))
    hints = {before: "before", pairs: "pairs", starts: "starts", end: "n", after: "after", size: "size", row: "row"}
    for made, hint in hints.items():
        made.results[0].name_hint = hint
    begin.name_hint = "begin"
    return Chain.of(before, pairs, starts, end, MapOp(starts, Region(block), name, result_type=UNTYPED))


def _starts(op: GroupOp, pairs: Operation) -> FilterOp:
    """Where the groups begin."""
    block, name = Block(arg_types=[UNTYPED]), fresh_name(op, "i")
    one, two = (GetOp(block.args[0], part, result_type=UNTYPED) for part in range(2))
    for get, argument in zip((one, two), op.block.args, strict=True):
        get.result.name_hint = argument.name_hint
    body = applied(op, [one.result, two.result])
    true, zero, position = ConstantOp(IntegerAttr(-1, i1)), ConstantOp(IntegerAttr(0, i32)), NatOp(var(name))
    first = CmpiOp(position, zero, "eq")
    other = XOrIOp(body.value, true)
    begins = OrIOp(first, other)
    block.args[0].name_hint, begins.result.name_hint = "pair", "begins"
    both = TupleOp([begins, position], result_type=UNTYPED)
    end_with(block, Chain.of(one, two), body, Chain.of(true, zero, position, first, other, begins, both))
    return FilterOp(pairs, Region(block), name, result_type=UNTYPED)


GROUPS: tuple[Rule[Any], ...] = (group_to_rows,)
