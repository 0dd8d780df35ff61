"""Which barriers are printed twice, so that PoCL compiles what follows them.

A second barrier changes nothing: all work items of a group are at the first one, and nothing happens in between. But
where PoCL (3.0, from pip) looks for the way that leads to a barrier in a loop, it stops at a barrier that is alone
between two branches, and takes what stands behind it for reached by all work items or by none. Behind a barrier that is
followed by a condition, that is its branch, and one work item then decides for the group. Two barriers are not alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from xdsl.dialects.arith import ConstantOp
from xdsl.ir import BlockArgument, Operation, OpResult, SSAValue

from ...dialects.kernel.control import ControlOp, ForOp
from ...dialects.kernel.functions import FuncOp
from ...dialects.kernel.memory import BarrierOp
from ...dialects.kernel.workitems import ApplyOp, GlobalIdOp, LocalIdOp, WorkItemOp


def stands_twice(barrier: BarrierOp) -> bool:
    """Whether it is up to a loop or a condition that a barrier is reached, and work items may part before the next one."""
    if all(map(_surely_runs, _around(barrier))):
        return False
    inside = (inner for op in _before_the_next(barrier) for inner in op.walk())
    return any(isinstance(op, ControlOp) and not all(map(_is_uniform, op.deciding)) for op in inside)


def _around(barrier: BarrierOp) -> Iterator[ControlOp]:
    """The loops and conditions that a barrier is in."""
    op = barrier.parent_op()
    while isinstance(op, ControlOp):
        yield op
        op = op.parent_op()


def _surely_runs(op: ControlOp) -> bool:
    """Whether also the compiler of the device sees that a loop has an iteration."""
    if not isinstance(op, ForOp) or op.conditions:
        return False
    start, stop = op.start.body.data.constant, op.stop.body.data.constant
    return start is not None and stop is not None and start < stop


def _before_the_next(barrier: BarrierOp) -> Iterator[Operation]:
    """The ops of the block between a barrier and the next one, or the end."""
    op = barrier.next_op
    while op is not None and not isinstance(op, BarrierOp):
        yield op
        op = op.next_op


def _is_uniform(value: SSAValue) -> bool:
    """Whether a value is surely the same for all work items of a group."""
    match value:
        case OpResult(op=ConstantOp() | ApplyOp() | WorkItemOp() as op):
            return not isinstance(op, LocalIdOp | GlobalIdOp) and all(map(_is_uniform, op.operands))
        case BlockArgument(block=block):
            around = block.parent_op()
            if isinstance(around, ForOp):
                return value is around.variable and all(map(_is_uniform, around.deciding))
            return isinstance(around, FuncOp)
        case _:
            return False
