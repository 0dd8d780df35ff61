"""Loops for rows that are shared out by how many elements they have: each share is found by bisection in the running sums."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdsl.dialects import arith
from xdsl.dialects.builtin import IndexType, IntegerAttr
from xdsl.ir import SSAValue

from ...dialects.kernel.attributes import IndexAttr
from ...dialects.kernel.control import YieldOp
from ...dialects.kernel.workitems import ApplyOp
from ...dialects.lift.scope import scope_at
from ...dialects.nat.expr import compare, floordiv, log2, power, var
from ...dialects.nat.ring import Nat, const
from ...dialects.ocl.shares import MapSharesOp, spread
from ...dialects.view.path import length_of

if TYPE_CHECKING:
    from .patterns import Lowering


def shared(op: MapSharesOp, lowering: Lowering) -> None:
    """A loop over shares, and in each over the rows that begin in it."""
    kernel, target, xs = lowering.kernel, lowering.home(op), lowering.kernel.view(op.xs)
    count = length_of(op.xs.type)
    size = kernel.scope().simplify(floordiv(op.before(count), op.count)) + 1
    most = kernel.most(count, scope_at(op))
    with kernel.loop(const(op.count), kernel.fresh("share"), map_=op) as (share, _):
        assert share.position is not None
        # Where rows of a table are cut into pieces, shares that follow one another may have nothing to do together.
        number, ends = var(share.position), list[str]()
        if size.tables:
            number = spread(number, op.count)
        for hint, after in (("first", 0), ("end", 1)):
            name = kernel.fresh_length(hint)
            kernel.name_length(name, _found(op, size * (number + after), lowering), most)
            ends.append(name)
        first, end = map(var, ends)
        with kernel.loop(end, op.position_name, over=(xs, target), start=first, together=count) as (loop, _):
            lowering.bind(op.block.args[0], kernel.access(xs, loop))
            lowering.region(op, kernel.access(target, loop))
    lowering.bind(op.result, target)


def _found(op: MapSharesOp, begin: Nat, lowering: Lowering) -> SSAValue:
    """How many rows begin before an element: a number in binary, whose digits are found from the highest one on."""
    kernel, count = lowering.kernel, length_of(op.xs.type)
    digits, digit, most = log2(2 * count + 1), kernel.fresh("digit"), kernel.most(count, scope_at(op))
    none = kernel.add(arith.ConstantOp(IntegerAttr(0, IndexType()))).results[0]
    with kernel.loop(digits, digit, [none]) as (_, statement):
        found = kernel.bounded(statement.carried[0], most, "found")
        step = kernel.add(ApplyOp(IndexAttr.of(power(2, digits - 1 - var(digit))))).results[0]
        both, more = {"r'": found, "s'": step}, var("r'") + var("s'")
        inside = kernel.condition(compare(more, "le", count), both, [IndexType()], otherwise=True)
        with kernel.inside(inside.then.block):
            last = kernel.add(ApplyOp(IndexAttr.of(more - 1, list(both)), list(both.values()))).results[0]
            name = kernel.fresh_length("row")
            kernel.name_length(name, last, most)
            begins = kernel.condition(
                compare(kernel.scope().simplify(op.before(var(name))), "lt", begin), {}, [IndexType()], otherwise=True
            )
            with kernel.inside(begins.then.block):
                kernel.add(YieldOp(kernel.add(ApplyOp(IndexAttr.of(var(name) + 1))).results[0]))
            with kernel.inside(begins.otherwise.block):
                kernel.add(YieldOp(found))
            kernel.add(YieldOp(begins.results[0]))
        with kernel.inside(inside.otherwise.block):
            kernel.add(YieldOp(found))
        kernel.add(YieldOp(inside.results[0]))
    return statement.results[0]
