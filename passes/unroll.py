"""`kernel-unroll`: short loops become copies of their bodies, so that small private arrays become values.

A loop that is marked `unroll` is unrolled wherever its number of iterations is known. Another one only where that makes
every index of a small private array a number, or where it is a short fold whose elements are read through clamps, divisions
or conditions, parts of which are decided then.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block, BlockArgument, Operation, Region, SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import InsertPoint, Rewriter

from ..dialects.kernel.attributes import ConditionAttr
from ..dialects.kernel.control import ForOp, IfOp, YieldOp
from ..dialects.kernel.functions import FuncOp
from ..dialects.kernel.known import constant_of
from ..dialects.kernel.memory import AccessOp, AllocOp, BarrierOp
from ..dialects.kernel.symbols import expressions_of, index_operands
from ..dialects.kernel.workitems import WorkItemOp
from ..dialects.lift.profile import profile_of
from ..dialects.limits import Copies
from ..dialects.nat.expr import bound, compare, var
from ..dialects.nat.prove import bounds
from ..dialects.nat.ring import Nat
from ..dialects.nat.simplify import simplify_condition
from ..dialects.view.operation import ViewOp
from .dead_values import erase_dead_values
from .private_arrays import is_small_private
from .promote import promote
from .simplify_control_flow import ControlFlow, replace_op
from .vector_arrays import keep_vectors


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

    How far it goes is in the profile of the device. A kernel that still has views is left alone.
    """

    name: ClassVar[str] = "kernel-unroll"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for function in op.ops:
            if isinstance(function, FuncOp) and not any(isinstance(inner, ViewOp) for inner in function.walk()):
                arrays, folds = set(loops_over_arrays(function)), set(windows(function))
                marked = any(isinstance(inner, ForOp) and inner.unroll is not None for inner in function.walk())
                if arrays or folds or marked:
                    _Unrolling(function, arrays, folds).run()
                keep_vectors(function)
                promote(function)
                erase_dead_values(function)


def loops_over_arrays(function: FuncOp) -> Iterator[SSAValue]:
    """The variables of loops that keep small private arrays from becoming values."""
    for alloc in function.walk():
        if isinstance(alloc, AllocOp) and is_small_private(alloc):
            accesses = [use.operation for use in alloc.buffer.uses]
            found = [_short_loops(access) for access in accesses if isinstance(access, AccessOp)]
            loops = {loop for one in found if one is not None for loop in one}
            if None not in found and sum(map(_unrolled_size, loops)) <= profile_of(function).unrolled_ops:
                yield from (loop.variable for loop in loops)


def windows(function: FuncOp) -> Iterator[SSAValue]:
    """The variables of short folds that indices depend on other than in proportion, as those do that are clamped."""
    profile = profile_of(function)
    for loop in (op for op in function.walk() if isinstance(op, ForOp)):
        size = _window_size(loop)
        if size is not None and size <= profile.window and _unrolled_size(loop) <= profile.unrolled_ops:
            yield loop.variable


def _window_size(loop: ForOp) -> int | None:
    """How often the region of a fold is executed, or that of a fold in it; None where one of them is no window."""
    iterations = _iterations(loop)
    if iterations is None or not loop.inits or not _is_bent(loop.variable):
        return None
    inner = [_window_size(op) for op in loop.block.walk() if isinstance(op, ForOp) and _loop_around(op) is loop]
    sizes = [size for size in inner if size is not None]
    return iterations * max(1, sum(sizes)) if len(sizes) == len(inner) else None


def _is_bent(variable: SSAValue) -> bool:
    """Whether an index or a condition is no polynomial in a variable, so that parts of it are decided where it is known."""
    for op in (use.operation for use in variable.uses):
        values = [var("i'" if value is variable else "other'") for value in index_operands(op)]
        atoms = (atom for nat in expressions_of(op, values) for atom in nat.atoms)
        if (isinstance(op, IfOp) and values) or any(atom.args and "i'" in atom.names for atom in atoms):
            return True
    return False


def _loop_around(op: Operation) -> Operation | None:
    around = op.parent_op()
    while isinstance(around, IfOp):
        around = around.parent_op()
    return around


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
        if not isinstance(loop, ForOp) or iterations is None or iterations > profile_of(loop).unrolled_iterations:
            return None
        loops.append(loop)
    return loops


def _iterations(loop: ForOp) -> int | None:
    """How many iterations a loop has at most, where its end is a number, and it begins at one or at the id of a work item."""
    start, stop, step = (end.body.data.constant for end in (loop.start, loop.stop, loop.step))
    if start is None and _begins_at_id(loop):
        start = 0
    if start is None or stop is None or step is None or loop.conditions:
        return None
    return len(range(start, stop, step))


def _begins_at_id(loop: ForOp) -> bool:
    """Whether a loop begins at the id of a work item, which is 0 or more."""
    first = loop.start.body.data
    return any(first is bound(k) and isinstance(value.owner, WorkItemOp) for k, value in enumerate(loop.symbols))


def _unrolled_size(loop: ForOp) -> int:
    """How many ops a loop becomes, if all loops of known length inside are unrolled too."""

    def size(op: Operation) -> int:
        inner = sum(size(child) for region in op.regions for block in region.blocks for child in block.ops)
        return 1 + inner * ((_iterations(op) or 1) if isinstance(op, ForOp) else 1)

    return size(loop)


def _may_be_guarded(loop: ForOp) -> bool:
    """Whether the copies of a region may be in conditions: of a loop in strides, in which nobody waits for anybody."""
    waits = any(isinstance(op, BarrierOp) for op in loop.walk())
    return _begins_at_id(loop) and not loop.inits and not waits


def _guard(loop: ForOp) -> None:
    """Have the region of a loop do nothing where its variable is not less than its end."""
    names = [f"s{k}" for k in range(len(loop.symbols))]
    runs = ConditionAttr.of(compare(var("i'"), "lt", loop.stop(*map(var, names))), ["i'", *names])
    inner = Block()
    for op in list(loop.block.ops):
        if not isinstance(op, YieldOp):
            op.detach()
            inner.add_op(op)
    guard = IfOp(runs, [loop.variable, *loop.symbols], [], Region(inner))
    first = loop.block.first_op
    if first is None:
        loop.block.add_op(guard)
    else:
        loop.block.insert_op_before(guard, first)


class _Unrolling(ControlFlow):
    """One kernel, of which some loops are unrolled."""

    def __init__(self, function: FuncOp, arrays: set[SSAValue], windows: set[SSAValue]):
        super().__init__(function)
        self.arrays = arrays
        self.windows = windows
        self.made = Copies()

    def loop(self, op: ForOp) -> None:
        if op.unroll is None and op.variable not in self.arrays and op.variable not in self.windows:
            super().loop(op)
            return
        start, stop, step = (
            self.symbols.simple(self.known.nat(end, op.symbols)) for end in (op.start, op.stop, op.step)
        )
        length, stride = self.symbols.simple(stop - start), step.constant
        most = length if not _may_be_guarded(op) else bounds(length, self.known.facts).upper
        if most is None or most.constant is None or stride is None or most.constant > profile_of(op).copies * stride:
            super().loop(op)
            return
        starts = [self.symbols.simple(start + k) for k in range(0, most.constant, stride)]
        if op.unroll is None and op.variable not in self.arrays and not self.decides(op, starts):
            super().loop(op)
            return
        if length.constant is None:
            _guard(op)
        self.copies(op, starts)

    def decides(self, op: ForOp, starts: list[Nat]) -> bool:
        """Whether conditions on the variable of a fold, where there are any, are decided for some of its values."""
        known = self.known.values
        conditions = [
            (inner.condition, inner.decided_by)
            for inner in op.walk()
            if isinstance(inner, IfOp) and inner.condition is not None and op.variable in inner.decided_by
            if all(value is op.variable or value in known for value in inner.decided_by)
        ]
        at = (replace(self.known, values={**known, op.variable: start}) for start in starts)
        return not conditions or any(
            isinstance(simplify_condition(here.condition(condition, operands), here.facts), bool)
            for here in at
            for condition, operands in conditions
        )

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
            for chosen in (self.arrays, self.windows):
                chosen.update(copy for old, copy in mapped.items() if old in chosen)
        name = op.position
        replace_op(op, carried)
        for start, copied in copies:
            if name is not None:
                self.known = self.known.naming(name.data, start)
            self.operations(copied)
