"""Which ops write arrays, and where: what the passes on memory share.

A value that must end up in some memory is followed through layout ops that can be written through to the ops that
compute it. These write there directly, if nothing else has claimed them; otherwise a copy is needed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from xdsl.dialects.builtin import StringAttr
from xdsl.ir import Block, Operation, SSAValue

from ..dialects.diagnostics import LiftError, location_of
from ..dialects.kernel.types import SPACES, AddressSpace
from ..dialects.lift.algorithmic import GenerateOp, MapLike, MapOp, ReduceLike, ScanLike
from ..dialects.lift.attributes import LaunchAttr
from ..dialects.lift.body import BodyOp, ResultOp
from ..dialects.lift.iterate import IterateOp
from ..dialects.lift.operation import LiftOp
from ..dialects.lift.tuples import GetOp, ZipOp
from ..dialects.lift.types import holds_array
from ..dialects.ocl.kernels import BarrierOp, KernelOp
from ..dialects.ocl.memory import StoreOp
from ..dialects.ocl.patterns import MapGlbOp, MapLclOp, MapWrgOp, ParallelMap
from .errors import NO_SUCH_MEMORY

MEMORY = "memory"
"""The attribute of an op that writes an array: the address space."""


def memory_of(op: Operation) -> str:
    """The address space that an op writes to; a kernel writes to global memory."""
    if isinstance(op, KernelOp):
        return "global"
    attribute = op.attributes.get(MEMORY)
    if attribute is None:
        raise LiftError(
            NO_SUCH_MEMORY,
            f"nothing says in which memory the result of '{op.name}' is",
            expected='attributes {memory = "global"}, or local, or private',
            fix="run ocl-infer-memory first",
            location=location_of(op),
        )
    if not isinstance(attribute, StringAttr) or attribute.data not in SPACES:
        raise LiftError(
            NO_SUCH_MEMORY,
            f"there is no such memory for the result of '{op.name}'",
            expected='attributes {memory = "global"}, or local, or private',
            found=f"attributes {{memory = {attribute}}}",
            location=location_of(op),
        )
    return attribute.data


def set_memory(op: Operation, space: str) -> None:
    AddressSpace(space)
    op.attributes[MEMORY] = StringAttr(space)


def computes(op: Operation | Block) -> bool:
    """Whether an op computes an array, so that it writes to memory; other ops with arrays only look at memory.

    A `lift.map` that is left only rearranges, and a `lift.generate` is computed where it is read.
    """
    return (
        isinstance(op, LiftOp)
        and not isinstance(op, GenerateOp | MapOp | StoreOp)
        and holds_array(op.result.type)
        and op.written_through() == ()
    )


def written_operands(op: Operation) -> Sequence[int]:
    """The operands of a layout op that are written where its result is written; none where it has no inverse."""
    if not isinstance(op, LiftOp) or computes(op):
        return ()
    through = set(op.written_through() or ())
    return [k for k, operand in enumerate(op.operands) if operand in through]


def sinks_of(op: Operation) -> Iterator[int]:
    """The operands of an op that computes whose memory it goes on to use: the first accumulator, the first array."""
    match op:
        case ReduceLike() | ScanLike() if holds_array(op.init.type):
            yield 1
        case IterateOp():
            yield 0
        case _:
            pass


def is_doubled(op: Operation) -> bool:
    """Whether an op needs two buffers in turn: a round may not write over what it still reads."""
    return isinstance(op, IterateOp) or (
        isinstance(op, ReduceLike) and holds_array(op.init.type) and not _elementwise(op.block.args[0], op.yielded)
    )


def _elementwise(accumulator: SSAValue, result: SSAValue) -> bool:
    """Whether each element of the result is computed from the same element of an accumulator and nothing else of it."""
    if not holds_array(accumulator.type):
        return True
    use = accumulator.get_user_of_unique_use()
    mapped, part = use, None
    if isinstance(use, ZipOp):
        part = next(k for k, operand in enumerate(use.operands) if operand is accumulator)
        mapped = use.result.get_user_of_unique_use()
    if not isinstance(mapped, MapLike) or not computes(mapped) or mapped.result is not result:
        return False
    element = mapped.block.args[0]
    if part is None:
        return _elementwise(element, mapped.yielded)
    if not holds_array(element.type):
        return True
    parts = [use.operation for use in element.uses]
    if not all(isinstance(user, GetOp) for user in parts):
        return False
    own = [user for user in parts if isinstance(user, GetOp) and user.index.value.data == part]
    return all(len(own) == 1 and _elementwise(get.result, mapped.yielded) for get in own)


def changed_by_one(op: ReduceLike) -> bool:
    """Whether work items that have nothing to do in a fold may be left out of it.

    It changes its accumulator in place, and nobody waits for anybody in it: one work item does it all, or its rounds
    share nothing else.
    """
    inside = [inner for inner in op.walk() if inner is not op]
    if is_doubled(op) or any(isinstance(inner, BarrierOp) for inner in inside):
        return False
    if not has_parallel(op):
        return True
    shared = [inner for inner in inside if computes(inner) and memory_of(inner) != "private"]
    return all(isinstance(inner.results[0].get_user_of_unique_use(), ResultOp) for inner in shared)


def is_top_level(block: Block | None) -> bool:
    """Whether ops of a block are not inside any pattern but a `lift.iterate` of the host."""
    parent = block.parent_op() if block else None
    while isinstance(parent, IterateOp) and has_parallel(parent):
        parent = parent.parent_op()
    return not isinstance(parent, BodyOp)


def has_parallel(op: Operation) -> bool:
    """Whether there is a parallel map, or a kernel, inside an op."""
    return any(isinstance(inner, ParallelMap | KernelOp) for inner in op.walk() if inner is not op)


def enclosing_maps(block: Block | None) -> list[ParallelMap]:
    """The parallel maps around the ops of a block, the innermost first."""
    found: list[ParallelMap] = []
    parent = block.parent_op() if block else None
    while parent is not None:
        if isinstance(parent, ParallelMap):
            found.append(parent)
        parent = parent.parent_op()
    return found


def is_group_level(block: Block | None) -> bool:
    """Whether all work items of a group execute the ops of a block together."""
    around = enclosing_maps(block)
    return any(isinstance(op, MapWrgOp) for op in around) and not any(
        isinstance(op, MapLclOp | MapGlbOp) for op in around
    )


Key: TypeAlias = tuple[type[ParallelMap], int]
"""A kind of parallel map, and its dimension."""


def key_of(op: ParallelMap) -> Key:
    return type(op), op.dimension.value.data


def several_work_items(maps: Iterable[ParallelMap], launch: LaunchAttr | None) -> frozenset[Key]:
    """Where a kernel has several work items or groups: where maps share out to them, and where a launch says so."""
    used = {key_of(op) for op in maps}
    if launch is None:
        return frozenset(used)
    sizes = {MapLclOp: launch.local, MapWrgOp: launch.groups}
    several = {(kind, d) for kind in sizes for d, size in enumerate(sizes[kind]) if size.data.constant != 1}
    return frozenset(used | {key for key in several if (MapGlbOp, key[1]) not in used})
