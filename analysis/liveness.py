"""Which values of a kernel are live: those that something depends on that somebody sees.

A carried value may need nothing but itself in the next iteration; so it is found out what is needed, not what is not used.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from xdsl.ir import Block, BlockArgument, Operation, OpResult, SSAValue
from xdsl.traits import MemoryEffectKind, get_effects

from ..dialects.kernel.control import ForOp, IfOp, WhileOp, YieldOp
from ..dialects.kernel.functions import FuncOp

_UNSEEN_EFFECTS: Final = (MemoryEffectKind.READ, MemoryEffectKind.ALLOC)
"""Effects that nobody sees if the result is not used."""

_WITHOUT_EFFECT: Final = ("arith", "math")
"""Dialects of scalars; a division by 0 has a value in a kernel, so it is no effect."""


def has_effect(op: Operation) -> bool:
    """Whether somebody may see that an op is executed, apart from the ops inside it."""
    if isinstance(op, ForOp | IfOp | WhileOp) or op.dialect_name() in _WITHOUT_EFFECT:
        return False
    effects = get_effects(op)
    return effects is None or any(effect.kind not in _UNSEEN_EFFECTS for effect in effects)


def is_idle(block: Block) -> bool:
    """Whether nobody sees that the ops of a block are executed."""
    return not any(has_effect(op) for op in block.walk())


def live_values(function: FuncOp) -> set[SSAValue]:
    """The values that effects depend on, and whether loops and conditions around these are executed."""
    waiting: list[SSAValue] = []
    for op in function.body.walk():
        if isinstance(op, ForOp | IfOp):
            if not all(is_idle(block) for region in op.regions for block in region.blocks):
                waiting += op.deciding
        elif not isinstance(op, YieldOp) and has_effect(op):
            waiting += op.operands
    live: set[SSAValue] = set()
    while waiting:
        value = waiting.pop()
        if value not in live:
            live.add(value)
            waiting += _needed_for(value)
    return live


def _needed_for(value: SSAValue) -> Sequence[SSAValue]:
    """The values that a value is computed from."""
    match value:
        case OpResult(op=ForOp() as loop):
            k = value.index
            return (loop.inits[k], loop.carried[k], loop.yielded[k], *loop.deciding)
        case OpResult(op=IfOp() as condition):
            given = (block.last_op for block in (condition.then.block, condition.else_block) if block is not None)
            return (*(last.values[value.index] for last in given if isinstance(last, YieldOp)), *condition.decided_by)
        case OpResult():
            return tuple(value.op.operands)
        case BlockArgument():
            loop = value.block.parent_op()
            if isinstance(loop, ForOp):
                k = value.index - 1
                return loop.deciding if k < 0 else (loop.inits[k], loop.yielded[k], *loop.deciding)
            return ()
        case _:
            return ()
