"""Control flow of a kernel by data: iterations that keep the type of their state, and one of two regions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdsl.dialects import arith
from xdsl.dialects.builtin import IntegerAttr
from xdsl.ir import Block, Region, SSAValue

from ...dialects.kernel import control
from ...dialects.kernel.control import WhileOp, YieldOp
from ...dialects.lift.choice import IfOp
from ...dialects.lift.iterate import IterateOp
from ...dialects.lift.scope import scope_at
from ...dialects.lift.storage import LENGTH

if TYPE_CHECKING:
    from .patterns import Lowering


def repeated(op: IterateOp, lowering: Lowering) -> None:
    """Iterations that keep the type of their state: a value, or what is in two buffers in turn."""
    kernel, state = lowering.kernel, op.block.args[0]
    if not op.destinations:
        first = kernel.value(op.xs)
        with kernel.loop(op.count.data, None, [first]) as (_, statement):
            _ended(op, statement.carried[0], lowering)
            lowering.bind(state, statement.carried[0])
            lowering.statements(op.block)
            kernel.add(YieldOp(kernel.value(op.yielded)))
        lowering.bind(op.result, statement.results[0])
        return
    home = lowering.home(op)
    if op.condition_block is None:
        with kernel.loop(op.count.data) as (loop, _):
            lowering.bind(state, lowering.turn(home, loop.variable, 0))
            lowering.region(op, lowering.turn(home, loop.variable, 1))
        lowering.bind(op.result, lowering.outcome(op))
        return
    zero, one = (kernel.add(arith.ConstantOp(IntegerAttr(k, LENGTH))).results[0] for k in (0, 1))
    with kernel.loop(op.count.data, None, [zero]) as (loop, statement):
        before = lowering.turn(home, loop.variable, 0)
        _ended(op, before, lowering)
        lowering.bind(state, before)
        lowering.region(op, lowering.turn(home, loop.variable, 1))
        kernel.add(YieldOp(kernel.add(arith.AddiOp(statement.carried[0], one)).results[0]))
    done = kernel.bounded(statement.results[0], kernel.most(op.count.data, scope_at(op)), "done")
    lowering.bind(op.result, lowering.turn(home, done, 0))


def chosen(op: IfOp, lowering: Lowering) -> None:
    """One of two regions: a value that each of them gives, or memory that both write to."""
    kernel, home = lowering.kernel, lowering.home(op) if op.destinations else None
    types = [] if home is not None else [op.result.type]
    if op.compared is not None:
        statement = kernel.condition(op.compared, {}, types, otherwise=True)
    else:
        statement = control.IfOp(None, [kernel.value(op.condition)], types, None, Region(Block()))
        kernel.add(statement)
    for region, branch, given in zip(statement.regions, op.branches, op.given, strict=True):
        with kernel.inside(region.block):
            for memory in branch.args:
                assert home is not None
                lowering.bind(memory, home)
            lowering.statements(branch)
            if home is None:
                kernel.add(YieldOp(kernel.value(given)))
    lowering.bind(op.result, statement.results[0] if home is None else home)


def _ended(op: IterateOp, state: SSAValue, lowering: Lowering) -> None:
    """The loop ends where the condition of its iterations does not hold for a state, if there is one."""
    block, kernel = op.condition_block, lowering.kernel
    if block is not None:
        with kernel.inside(kernel.block):
            lowering.bind(block.args[0], state)
            lowering.statements(block)
            kernel.add(WhileOp(kernel.value(op.goes_on)))
