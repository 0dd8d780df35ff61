"""Values that nothing needs go, those that loops carry and conditions give included.

A carried value may need nothing but itself in the next iteration; so it is found out what is needed, not what is not used.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from xdsl.ir import Block, BlockArgument, Operation, OpResult, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter
from xdsl.traits import MemoryEffectKind, get_effects

from ..dialects.kernel.control import ForOp, IfOp, YieldOp
from ..dialects.kernel.functions import FuncOp

_UNSEEN_EFFECTS: Final = (MemoryEffectKind.READ, MemoryEffectKind.ALLOC)
"""Effects that nobody sees if the result is not used."""

_WITHOUT_EFFECT: Final = ("arith", "math")
"""Dialects of scalars; a division by 0 has a value in a kernel, so it is no effect."""


def has_effect(op: Operation) -> bool:
    """Whether somebody may see that an op is executed, apart from the ops inside it."""
    if isinstance(op, ForOp | IfOp) or op.dialect_name() in _WITHOUT_EFFECT:
        return False
    effects = get_effects(op)
    return effects is None or any(effect.kind not in _UNSEEN_EFFECTS for effect in effects)


def is_idle(block: Block) -> bool:
    """Whether nobody sees that the ops of a block are executed."""
    return not any(has_effect(op) for op in block.walk())


def erase_dead_values(function: FuncOp) -> None:
    """Remove values that no effect depends on, and the ops that give nothing else."""
    live = _live_values(function)
    ops = [op for op in function.body.walk() if not isinstance(op, YieldOp)]
    kept = {op: _needed_results(op, live) for op in ops if isinstance(op, ForOp | IfOp)}
    for op, results in kept.items():
        for block in (block for region in op.regions for block in region.blocks):
            _yield_only(block, results)
    for op in reversed(ops):  # what uses a value goes before it
        if isinstance(op, ForOp | IfOp):
            _shrink(op, kept[op])
        elif not has_effect(op) and live.isdisjoint(op.results):
            Rewriter.erase_op(op)


def _needed_results(op: ForOp | IfOp, live: set[SSAValue]) -> list[int]:
    carried = op.carried if isinstance(op, ForOp) else ()
    return [
        k for k, result in enumerate(op.results) if result in live or any(value in live for value in carried[k : k + 1])
    ]


def _yield_only(block: Block, results: Sequence[int]) -> None:
    last = block.last_op
    if isinstance(last, YieldOp) and len(last.values) > len(results):
        values = [last.values[k] for k in results]
        Rewriter.erase_op(last)
        if values:
            block.add_op(YieldOp(*values))


def _shrink(op: ForOp | IfOp, results: Sequence[int]) -> None:
    """Leave only some of the results, or nothing where nothing is left to do."""
    if not results and all(is_idle(block) for region in op.regions for block in region.blocks):
        Rewriter.erase_op(op)
        return
    if isinstance(op, IfOp) and not results and op.else_block is not None and is_idle(op.else_block):
        op.otherwise.erase_block(op.else_block)
    if len(results) == len(op.results):
        return
    regions = [Rewriter.move_region_contents_to_new_regions(region) for region in op.regions]
    if isinstance(op, ForOp):
        (body,) = regions
        for k in reversed(range(len(op.results))):
            if k not in results:
                body.block.erase_arg(body.block.args[k + 1])
        position = None if op.position is None else op.position.data
        bounds = (op.start, op.stop, op.step)
        inits = [op.inits[k] for k in results]
        new: ForOp | IfOp = ForOp(bounds, op.symbols, inits, body, position, unroll=op.unroll is not None)
    else:
        new = IfOp(op.condition, op.decided_by, [op.result_types[k] for k in results], *regions)
    new.attributes.update(op.attributes)
    new.location = op.location
    Rewriter.insert_op(new, InsertPoint.before(op))
    for k, result in zip(results, new.results, strict=True):
        result.name_hint = op.results[k].name_hint
        op.results[k].replace_all_uses_with(result)
    Rewriter.erase_op(op)


def _live_values(function: FuncOp) -> set[SSAValue]:
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
            return (loop.inits[k], loop.carried[k], loop.yielded[k], *loop.symbols)
        case OpResult(op=IfOp() as condition):
            given = (block.last_op for block in (condition.then.block, condition.else_block) if block is not None)
            return (*(last.values[value.index] for last in given if isinstance(last, YieldOp)), *condition.decided_by)
        case OpResult():
            return tuple(value.op.operands)
        case BlockArgument():
            loop = value.block.parent_op()
            if isinstance(loop, ForOp):
                k = value.index - 1
                return loop.symbols if k < 0 else (loop.inits[k], loop.yielded[k], *loop.symbols)
            return ()
        case _:
            return ()
