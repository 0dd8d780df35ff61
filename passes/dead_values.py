"""`kernel-erase-dead-values`: values that nothing needs go, those that loops carry and conditions give included."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block, SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import InsertPoint, Rewriter

from ..analysis.liveness import has_effect, is_idle, live_values
from ..dialects.kernel.control import ForOp, IfOp, WhileOp, YieldOp
from ..dialects.kernel.functions import FuncOp
from ..dialects.kernel.lanewise import MapVecOp
from ..dialects.view.operation import ViewOp


@dataclass(frozen=True)
class EraseDeadValuesPass(ModulePass):
    """Remove the values of a kernel that nothing depends on, and the ops that give nothing else.

    Before:

        %s, %t = kernel.for %i = 0 to N step 1 with (%a = %zero, %b = %zero) : f32, f32 {
          %v = kernel.load %x[%i] : f32
          %s_1 = arith.addf %a, %v : f32
          %t_1 = arith.mulf %b, %v : f32
          kernel.yield %s_1, %t_1 : f32, f32
        }
        kernel.store %s, %x[0] : f32

    After:

        %s = kernel.for %i = 0 to N step 1 with (%a = %zero) : f32 {
          %v = kernel.load %x[%i] : f32
          %s_1 = arith.addf %a, %v : f32
          kernel.yield %s_1 : f32
        }
        kernel.store %s, %x[0] : f32

    A kernel that still has views is left alone.
    """

    name: ClassVar[str] = "kernel-erase-dead-values"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for function in op.ops:
            if isinstance(function, FuncOp) and not any(isinstance(inner, ViewOp) for inner in function.walk()):
                erase_dead_values(function)


def erase_dead_values(function: FuncOp) -> None:
    """Remove values that no effect depends on, and the ops that give nothing else."""
    live = live_values(function)
    for op in [op for op in function.body.walk() if isinstance(op, WhileOp) and op.condition not in live]:
        Rewriter.erase_op(op)  # its loop goes, too
    ops = [
        op
        for op in function.body.walk()
        if not isinstance(op, YieldOp | WhileOp) and not isinstance(op.parent_op(), MapVecOp)
    ]
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
