"""`kernel-unroll`: short loops become copies of their bodies, so that small private arrays become values.

A loop that is marked `unroll` is unrolled wherever its number of iterations is known. Another one only where that makes
every index of a small private array a number.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Final

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import BlockArgument, Operation, SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import InsertPoint, Rewriter

from ..dialects.kernel.control import ForOp, YieldOp
from ..dialects.kernel.functions import FuncOp
from ..dialects.kernel.known import constant_of
from ..dialects.kernel.memory import AccessOp, AllocOp
from ..dialects.limits import Copies
from ..dialects.nat.ring import Nat
from ..dialects.view.operation import ViewOp
from .dead_values import erase_dead_values
from .promote import is_small_private, promote
from .simplify_control_flow import ControlFlow, replace_op

MOST_ITERATIONS: Final = 16
"""A loop with more iterations is unrolled only where it is marked."""

MOST_COPIES: Final = 256
"""No loop is unrolled further."""

MOST_OPS: Final = 512
"""Loops that are not marked are not unrolled into more ops than these."""


@dataclass(frozen=True)
class UnrollPass(ModulePass):
    """Unroll loops, and keep small private arrays in variables.

    Before:

        %t = kernel.alloc private f32[2]
        kernel.for %i = 0 to 2 step 1 {
          %e = kernel.load %x[%i] : f32
          kernel.store %e, %t[%i] : f32
        }
        %a = kernel.load %t[0] : f32
        %b = kernel.load %t[1] : f32
        %s = arith.addf %a, %b : f32

    After:

        %e = kernel.load %x[0] : f32
        %e_1 = kernel.load %x[1] : f32
        %s = arith.addf %e, %e_1 : f32

    A kernel that still has views is left alone.
    """

    name: ClassVar[str] = "kernel-unroll"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for function in op.ops:
            if isinstance(function, FuncOp) and not any(isinstance(inner, ViewOp) for inner in function.walk()):
                chosen = set(loops_over_arrays(function))
                if chosen or any(isinstance(inner, ForOp) and inner.unroll is not None for inner in function.walk()):
                    _Unrolling(function, chosen).run()
                promote(function)
                erase_dead_values(function)


def loops_over_arrays(function: FuncOp) -> Iterator[SSAValue]:
    """The variables of loops that keep small private arrays from becoming values."""
    for alloc in function.walk():
        if isinstance(alloc, AllocOp) and is_small_private(alloc):
            accesses = [use.operation for use in alloc.buffer.uses]
            found = [_short_loops(access) for access in accesses if isinstance(access, AccessOp)]
            loops = {loop for one in found if one is not None for loop in one}
            if None not in found and sum(map(_unrolled_size, loops)) <= MOST_OPS:
                yield from (loop.variable for loop in loops)


def _short_loops(access: AccessOp) -> list[ForOp] | None:
    """The loops whose variables are in an index; None where the index is not made of those of short loops alone."""
    loops: list[ForOp] = []
    if access.index.body.data.names or access.index.body.data.tables:
        return None
    for value in access.index_operands:
        if constant_of(value) is not None:
            continue
        loop = value.block.parent_op() if isinstance(value, BlockArgument) and value.index == 0 else None
        iterations = _iterations(loop) if isinstance(loop, ForOp) else None
        if not isinstance(loop, ForOp) or iterations is None or iterations > MOST_ITERATIONS:
            return None
        loops.append(loop)
    return loops


def _iterations(loop: ForOp) -> int | None:
    """How many iterations a loop has, where its ends are numbers."""
    start, stop, step = (bound.body.data.constant for bound in (loop.start, loop.stop, loop.step))
    return None if start is None or stop is None or step is None else len(range(start, stop, step))


def _unrolled_size(loop: ForOp) -> int:
    """How many ops a loop becomes, if all loops of known length inside are unrolled too."""

    def size(op: Operation) -> int:
        inner = sum(size(child) for region in op.regions for block in region.blocks for child in block.ops)
        return 1 + inner * ((_iterations(op) or 1) if isinstance(op, ForOp) else 1)

    return size(loop)


class _Unrolling(ControlFlow):
    """One kernel, of which some loops are unrolled."""

    def __init__(self, function: FuncOp, chosen: set[SSAValue]):
        super().__init__(function)
        self.chosen = chosen
        self.made = Copies()

    def loop(self, op: ForOp) -> None:
        if op.unroll is None and op.variable not in self.chosen:
            super().loop(op)
            return
        start, stop, step = (
            self.symbols.simple(self.known.nat(bound, op.symbols)) for bound in (op.start, op.stop, op.step)
        )
        length, stride = self.symbols.simple(stop - start).constant, step.constant
        if length is None or stride is None or len(range(0, length, stride)) > MOST_COPIES:
            super().loop(op)
            return
        self.copies(op, [self.symbols.simple(start + k) for k in range(0, length, stride)])

    def copies(self, op: ForOp, starts: list[Nat]) -> None:
        """One copy of the body for each value of the variable."""
        self.made.add(op, len(starts))
        carried: list[SSAValue] = list(op.inits)
        copies: list[tuple[Nat, list[Operation]]] = []
        for start in starts:
            variable = self.value_of(start, op, op.variable.name_hint)
            mapped: dict[SSAValue, SSAValue] = dict(zip(op.block.args, (variable, *carried), strict=True))
            copied = [inner.clone(mapped) for inner in op.block.ops if not isinstance(inner, YieldOp)]
            carried = [mapped.get(value, value) for value in op.yielded]
            Rewriter.insert_op(copied, InsertPoint.before(op))
            copies.append((start, copied))
            self.chosen.update(copy for old, copy in mapped.items() if old in self.chosen)
        name = op.position
        replace_op(op, carried)
        for start, copied in copies:
            if name is not None:
                self.known = self.known.naming(name.data, start)
            self.operations(copied)
