"""`ocl-split-kernels`: what must wait for all work items becomes the next kernel.

Every op at the top level of a function that computes is one kernel, and what passes between kernels is in global
memory. Layout ops and scalar code stay outside: each kernel that needs them has them again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp, StringAttr
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.passes import ModulePass

from ..analysis.execution import has_parallel, is_host_loop, levels_of, parallel_maps, writer
from ..analysis.writes import address_space_of, computes, has_single_writer, needs_double_buffer
from ..dialects.lift.algorithmic import GenerateOp, MapOp, ReduceLike
from ..dialects.lift.body import BodyOp, YieldOp, ops_around
from ..dialects.lift.choice import IfOp
from ..dialects.lift.destinations import Level, WritingOp, single_of
from ..dialects.lift.existential import PackOp, UnpackOp
from ..dialects.lift.functions import DefOp, FunctionOp
from ..dialects.lift.iterate import IterateOp
from ..dialects.lift.loops import LoopOp
from ..dialects.lift.operation import LiftOp
from ..dialects.lift.tuples import GetOp, TupleOp
from ..dialects.lift.types import holds_array
from ..dialects.ocl.destinations import AllocOp, InverseOp, SlotOp, StoreOp, is_memory_op, memory_type
from ..dialects.ocl.joins import ParallelJoin
from ..dialects.ocl.kernels import KernelOp
from ..dialects.ocl.scatters import ParallelScatter
from ..dialects.ocl.vectors import VectorPattern


@dataclass(frozen=True)
class SplitKernelsPass(ModulePass):
    """Put each op at the top level that computes into a kernel of its own.

    Before:

        %parts = ocl.map_glb<0> (%chunk) in %chunks { .. }
        %sum = ocl.reduce_seq (%acc, %x) in %parts from %zero { .. }

    After:

        %parts = ocl.kernel @dot_1 { %1 = ocl.map_glb<0> (%chunk) in %chunks { .. } lift.yield %1 }
        %sum = ocl.kernel @dot_2 { %2 = ocl.reduce_seq (%acc, %x) in %parts from %zero { .. } lift.yield %2 }

    What one work item computes for another one alone is one kernel. A `lift.iterate` with parallel maps in it stays, as
    a loop of the host around kernels. Where several work items of a kernel compute the same, `single [lcl<0>]` then says
    which one of them writes.
    """

    name: ClassVar[str] = "ocl-split-kernels"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        taken = {function.function_name for function in op.ops if isinstance(function, FunctionOp)}
        named: set[KernelOp] = set()
        for kernel in op.walk():
            if isinstance(kernel, KernelOp) and kernel.kernel_name not in taken:
                named.add(kernel)
                taken.add(kernel.kernel_name)
        for function in op.ops:
            if isinstance(function, DefOp):
                kernels = _Kernels()
                kernels.block(function.block)
                kernels.merge()
                kernels.store()
                for kernel in kernels.kernels:
                    choose_writers(kernel)
                kernels.name(function.function_name, named, taken)


def needs_kernel(op: LiftOp) -> bool:
    """Whether an op computes more than scalar code does."""
    return (
        computes(op)
        or isinstance(op, LoopOp | IfOp)
        or (isinstance(op, StoreOp) and not holds_array(op.value.type))
        or (isinstance(op, BodyOp) and not isinstance(op, MapOp | GenerateOp | VectorPattern))
    )


def _stores_length(op: Operation) -> bool:
    """Whether an op at the top level hides a length that the host does not have or keep, so that a kernel stores it."""
    if not isinstance(op, StoreOp) or not isinstance(op.value.owner, PackOp):
        return False
    return not (_is_one_length(op.value) and _keeps_one_length(op.destination))


def _keeps_one_length(memory: SSAValue) -> bool:
    """Whether memory is all that an `ocl.alloc` has reserved, or a part of a tuple there."""
    op = memory.owner
    if isinstance(op, Block):
        parent = op.parent_op()
        return isinstance(parent, UnpackOp) and _keeps_one_length(parent.destinations[0])
    if isinstance(op, InverseOp):
        return isinstance(op.layout, TupleOp) and _keeps_one_length(op.whole)
    return isinstance(op, AllocOp)


def _is_one_length(value: SSAValue) -> bool:
    """Whether the host has the hidden length of a value, and it is not an element of an array of lengths."""
    op = value.owner
    if isinstance(op, GetOp):
        return _is_one_length(op.tuple_)
    if isinstance(op, PackOp):
        names = frozenset[str]() if op.hidden_length is None else op.hidden_length.names
        opened = [outer for outer in ops_around(op.parent) if isinstance(outer, UnpackOp)]
        return all(_is_one_length(outer.value) for outer in opened if outer.position_name in names)
    if isinstance(op, KernelOp):  # what has two buffers in turn has two lengths
        return not needs_double_buffer(op.yielded.owner) if isinstance(op.yielded.owner, Operation) else False
    return isinstance(op, UnpackOp) or (isinstance(op, Block) and isinstance(op.parent_op(), DefOp))


class _Kernels:
    """The kernels of one function, in their order."""

    def __init__(self) -> None:
        self.kernels: list[KernelOp] = []

    def block(self, block: Block) -> None:
        for op in list(block.ops):
            if isinstance(op, KernelOp):
                self.kernels.append(op)
            elif isinstance(op, UnpackOp) or (isinstance(op, IterateOp) and is_host_loop(op)):
                if isinstance(op, IterateOp) and op.condition_block is not None:
                    self.block(op.condition_block)
                self.block(op.block)
            elif (isinstance(op, LiftOp) and needs_kernel(op)) or _stores_length(op):
                self.around(op)

    def around(self, op: Operation) -> None:
        """Put an op into a kernel; the store of a value into the one that computes it."""
        block = op.parent
        assert isinstance(op, LiftOp)
        assert block is not None
        if isinstance(op, StoreOp) and self.stored_by(op.value.owner, op):
            return
        inner = Block()
        kernel = KernelOp("k", Region(inner), result_type=op.result.type)
        kernel.location = op.location
        kernel.result.name_hint = op.result.name_hint
        block.insert_op_before(kernel, op)
        op.result.replace_all_uses_with(kernel.result)
        op.detach()
        inner.add_ops([op, YieldOp(op.result)])
        self.kernels.append(kernel)

    def stored_by(self, kernel: Operation | Block, store: StoreOp) -> bool:
        """Have a kernel that computes a value store it, if it does not do so yet."""
        if not isinstance(kernel, KernelOp) or kernel.parent is not store.parent:
            return False
        last = kernel.block.last_op
        if last is None or isinstance(kernel.yielded.owner, StoreOp):
            return False
        if not kernel.result.has_one_use() and _is_changed(store.destination):
            return False  # others would read there what comes later
        store.detach()
        store.operands[0] = kernel.yielded
        kernel.block.insert_op_before(store, last)
        store.result.replace_all_uses_with(kernel.result)
        last.operands[0] = store.result
        return True

    def merge(self) -> None:
        """Put a kernel of one work item that gives a value into the only kernel that reads it, if that has one, too."""
        for kernel in reversed(list(self.kernels)):
            user = self.reader(kernel)
            if user is None or has_parallel(kernel) or has_parallel(user) or holds_array(kernel.result.type):
                self.sink(kernel)
                continue
            value = kernel.yielded
            last = kernel.block.last_op
            first = user.block.first_op
            assert last is not None
            assert first is not None
            for op in list(kernel.block.ops):
                op.detach()
                if op is not last:
                    user.block.insert_op_before(op, first)
            kernel.result.replace_all_uses_with(value)
            last.drop_all_references()
            kernel.detach()
            kernel.erase()
            self.kernels.remove(kernel)
            self.sink(user)

    def sink(self, kernel: KernelOp) -> None:
        """Put scalar code that only a kernel of one work item uses into it."""
        if has_parallel(kernel):
            return
        op = kernel.prev_op
        while op is not None:
            before = op.prev_op
            scalar = not (op.regions or is_memory_op(op)) and op.results
            scalar = scalar and not any(holds_array(result.type) for result in op.results)
            uses = [use.operation for result in op.results for use in result.uses]
            if scalar and uses and all(self.around_of(user) is kernel for user in uses):
                first = kernel.block.first_op
                assert first is not None
                op.detach()
                kernel.block.insert_op_before(op, first)
            op = before

    def reader(self, kernel: KernelOp) -> KernelOp | None:
        """The one kernel that reads what another gives, if there is but one, and nothing else does."""
        readers = {self.around_of(use.operation) for use in kernel.result.uses}
        found = readers.pop() if len(readers) == 1 else None
        return found if found is not None and found.parent is kernel.parent else None

    def around_of(self, op: Operation) -> KernelOp | None:
        parent: Operation | None = op
        while parent is not None and not isinstance(parent, KernelOp):
            parent = parent.parent_op()
        return parent

    def store(self) -> None:
        """Scalars that pass from one kernel to another are stored in global memory, too."""
        for kernel in self.kernels:
            last, value = kernel.block.last_op, kernel.yielded
            if holds_array(value.type) or isinstance(value.owner, StoreOp):
                continue
            assert kernel.parent is not None
            assert last is not None
            memory = AllocOp("global", value.type, kernel.result.name_hint or "tmp")
            kernel.parent.insert_op_before(memory, kernel)
            store = StoreOp(value, memory.memory)
            kernel.block.insert_op_before(store, last)
            last.operands[0] = store.result

    def name(self, function: str, named: set[KernelOp], taken: set[str]) -> None:
        """Number the kernels that have no name of their own yet, with names that nothing in the module has."""
        number = 0
        for kernel in self.kernels:
            number += 1
            if kernel in named:
                continue
            while f"{function}_{number}" in taken:
                number += 1
            kernel.properties["sym_name"] = StringAttr(f"{function}_{number}")
            taken.add(kernel.kernel_name)


def _is_changed(memory: SSAValue) -> bool:
    """Whether memory is what an op goes on to use for others than its first value."""
    while isinstance(memory.owner, InverseOp):
        memory = memory.owner.whole
    return isinstance(memory.owner, SlotOp)


def choose_writers(kernel: KernelOp) -> None:
    """Say of every op that writes which one of the work items does, where several of them compute the same."""
    levels = levels_of(kernel)
    for op in kernel.walk() if levels else ():
        if isinstance(op, StoreOp) and not op.is_array:
            _choose(op, writer(op.parent, memory_type(op.destination, op.name).space.data, levels))
        elif isinstance(op, ReduceLike) and op.destinations:
            if has_single_writer(op):
                distributed = {inner.level for inner in parallel_maps(op)}
                chosen = writer(op.parent, address_space_of(op), levels)
                op.single = single_of([level for level in chosen if level not in distributed])
        elif isinstance(op, ParallelScatter):
            _choose(op, writer(op.block, address_space_of(op), levels))
        elif isinstance(op, WritingOp) and op.destinations and _writes_itself(op):
            _choose(op, writer(op.parent, address_space_of(op), levels))


def _writes_itself(op: WritingOp) -> bool:
    """Whether an op stores elements other than by what is in its region."""
    return (
        op.STORES_ITSELF
        or isinstance(op, ParallelJoin)
        or not isinstance(op, BodyOp | IfOp)
        or len(op.destinations) > 1
    )


def _choose(op: StoreOp | WritingOp, levels: Sequence[Level]) -> None:
    if levels:
        op.single = single_of(levels)
