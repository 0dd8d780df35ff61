"""`ocl-split-kernels`: what must wait for all work items becomes the next kernel.

Every op at the top level of a function that computes is one kernel, and what passes between kernels is in global
memory. Layout ops and scalar code stay outside: each kernel that needs them has them again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp, StringAttr, TupleType
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.passes import ModulePass

from ..dialects.lift.algorithmic import GenerateOp, MapOp
from ..dialects.lift.body import BodyOp, YieldOp
from ..dialects.lift.functions import DefOp, FunctionOp
from ..dialects.lift.iterate import IterateOp
from ..dialects.lift.loops import LoopOp
from ..dialects.lift.operation import LiftOp
from ..dialects.lift.types import holds_array
from ..dialects.ocl.kernels import KernelOp
from ..dialects.ocl.vectors import MapVecOp
from .destinations import computes, has_parallel, written_operands


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
    a loop of the host around kernels.
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
                kernels.result(function.block)
                kernels.merge()
                kernels.name(function.function_name, named, taken)


def needs_kernel(op: LiftOp) -> bool:
    """Whether an op computes more than scalar code does."""
    return (
        computes(op)
        or isinstance(op, LoopOp)
        or (isinstance(op, BodyOp) and not isinstance(op, MapOp | GenerateOp | MapVecOp))
    )


class _Kernels:
    """The kernels of one function, in their order."""

    def __init__(self) -> None:
        self.kernels: list[KernelOp] = []

    def block(self, block: Block) -> None:
        for op in list(block.ops):
            if isinstance(op, KernelOp):
                self.kernels.append(op)
            elif isinstance(op, IterateOp) and has_parallel(op):
                self.block(op.block)
                self.result(op.block)
            elif isinstance(op, LiftOp) and needs_kernel(op):
                self.around(op)

    def around(self, op: LiftOp) -> None:
        """Put an op into a kernel."""
        block = op.parent
        assert block is not None
        inner = Block()
        kernel = KernelOp("k", Region(inner), result_type=op.result.type)
        kernel.location = op.location
        kernel.result.name_hint = op.result.name_hint
        block.insert_op_before(kernel, op)
        op.result.replace_all_uses_with(kernel.result)
        op.detach()
        inner.add_ops([op, YieldOp(op.result)])
        self.kernels.append(kernel)

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
            scalar = not op.regions and op.results and not any(holds_array(result.type) for result in op.results)
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

    def result(self, block: Block) -> None:
        """Values that are returned are stored by a kernel: those that no kernel computes get one."""
        last = block.last_op
        assert last is not None
        self.stored(last, 0, set())

    def stored(self, user: Operation, index: int, seen: set[SSAValue]) -> None:
        value = user.operands[index]
        owner = value.owner
        if isinstance(owner, KernelOp) and value not in seen:
            seen.add(value)
            return
        if isinstance(owner, Operation) and holds_array(value.type):
            for k in written_operands(owner):
                self.stored(owner, k, seen)
            return
        if isinstance(value.type, TupleType) and isinstance(owner, LiftOp) and written_operands(owner):
            for k in written_operands(owner):
                self.stored(owner, k, seen)
            return
        block = user.parent
        assert block is not None
        inner = Block([YieldOp(value)])
        kernel = KernelOp("k", Region(inner), result_type=value.type)
        kernel.result.name_hint = value.name_hint
        block.insert_op_before(kernel, user)
        user.operands[index] = kernel.result
        self.kernels.append(kernel)

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
