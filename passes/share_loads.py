"""`kernel-share-loads`: a vector is loaded once, and used at once by all that need it.

Where several sums are unrolled side by side, as for the rows of a stencil, one after the other would load the same vectors again,
or keep all of them until the last sum has used them, which may be more than there are registers.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import ClassVar

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import Rewriter

from ..analysis.liveness import has_effect
from ..dialects.kernel.control import ForOp, IfOp
from ..dialects.kernel.functions import FuncOp
from ..dialects.kernel.memory import ReadOp, VLoadOp
from ..dialects.kernel.types import BufferType, vector_parts
from ..dialects.lift.profile import profile_of
from ..dialects.profiles import Profile
from ..dialects.scalars import SCALARS
from ..dialects.view.operation import ViewOp


@dataclass(frozen=True)
class ShareLoadsPass(ModulePass):
    """Load a vector once where a block loads more than registers hold, and order what the block computes by its loads.

    Before:

        %a = kernel.vload 4 %x[%i] : vector<4xf32>
        %b = kernel.vload 4 %x[%i + 1] : vector<4xf32>
        %s = arith.addf %a, %b : vector<4xf32>
        %c = kernel.vload 4 %x[%i] : vector<4xf32>
        %t = arith.mulf %c, %c : vector<4xf32>

    After:

        %a = kernel.vload 4 %x[%i] : vector<4xf32>
        %t = arith.mulf %a, %a : vector<4xf32>
        %b = kernel.vload 4 %x[%i + 1] : vector<4xf32>
        %s = arith.addf %a, %b : vector<4xf32>

    Memory that the kernel writes to may have changed between two loads, so only what it reads is shared. Ops with effects keep
    their order. A block in which nothing is shared stays as it is, and so does one whose vectors the registers of the profile
    hold, which compilers are good at; and a kernel that still has views.
    """

    name: ClassVar[str] = "kernel-share-loads"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for function in op.ops:
            if isinstance(function, FuncOp) and not any(isinstance(inner, ViewOp) for inner in function.walk()):
                written = _written(function)
                for block in [
                    block for inner in function.walk() for region in inner.regions for block in region.blocks
                ]:
                    if fills_registers(block, profile_of(function)) and _share(block, written):
                        _order(block, written)


def fills_registers(block: Block, profile: Profile) -> bool:
    """Whether a block loads more vectors than there are registers for."""
    loads = (op.value.type for op in block.ops if isinstance(op, VLoadOp))
    return sum(max(1, _bytes(type_) // profile.vector_bytes) for type_ in loads) > profile.registers


def _bytes(type_: Attribute) -> int:
    width, scalar = vector_parts(type_) or (1, type_)
    return width * SCALARS[scalar].bytes


def _written(function: FuncOp) -> set[SSAValue]:
    """The buffers that something other than a load uses."""
    return {
        value
        for op in function.walk()
        if not isinstance(op, ReadOp)
        for value in op.operands
        if isinstance(value.type, BufferType)
    }


def _share(block: Block, written: set[SSAValue]) -> bool:
    """Let each vector be loaded once in a block; whether one was loaded several times."""
    loaded: dict[Hashable, VLoadOp] = {}
    shared = False
    for op in list(block.ops):
        if isinstance(op, VLoadOp) and op.buffer not in written:
            first = loaded.setdefault((op.buffer, op.width, op.index, tuple(op.symbols)), op)
            if first is not op:
                Rewriter.replace_op(op, [], [first.value])
                shared = True
    return shared


def _order(block: Block, written: set[SSAValue]) -> None:
    """Put each op after the last load that it depends on, and before the next one; in the order of before, where several are."""
    ops = list(block.ops)
    after: dict[Operation, int] = {}
    effect = 0
    for at, op in enumerate(ops):
        own = [
            owner for inner in op.walk() for value in inner.operands if (owner := _in_block(value, block)) is not None
        ]
        waits = [after[one] for one in own if one is not op]
        if op is block.last_op:
            after[op] = len(ops)
        elif isinstance(op, ReadOp) and op.buffer not in written:
            after[op] = at
        elif _is_free(op, written):
            after[op] = max(waits, default=0)
        else:
            after[op] = effect = max([effect, *waits] if waits else [effect, at])
    for op in ops:
        op.detach()
    block.add_ops(sorted(ops, key=after.__getitem__))


def _is_free(op: Operation, written: set[SSAValue]) -> bool:
    """Whether it does not matter when an op is executed, as long as what it uses is there."""
    reads = (inner.buffer for inner in op.walk() if isinstance(inner, ReadOp))
    return not isinstance(op, ForOp | IfOp) and not has_effect(op) and written.isdisjoint(reads)


def _in_block(value: SSAValue, block: Block) -> Operation | None:
    """The op of a block that a value comes from, or that it is inside of."""
    owner = value.owner
    while owner is not None and not isinstance(owner, Block) and owner.parent is not block:
        owner = owner.parent_op()
    return owner if isinstance(owner, Operation) else None
