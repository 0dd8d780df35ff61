"""Execution levels: where an op stands among kernels, work groups and work items, and which of them execute it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet

from xdsl.ir import Block, Operation

from ..dialects.lift.attributes import LaunchAttr
from ..dialects.lift.body import BodyOp, ops_around
from ..dialects.lift.choice import IfOp
from ..dialects.lift.destinations import Level, levels_in
from ..dialects.lift.existential import UnpackOp
from ..dialects.lift.functions import DefOp
from ..dialects.lift.iterate import IterateOp
from ..dialects.lift.types import holds_array
from ..dialects.ocl.kernels import KernelOp
from ..dialects.ocl.patterns import (
    FilterGlbOp,
    GlobalMap,
    GroupMap,
    MapLclOp,
    ParallelMap,
    ReduceSeqOp,
    UpdateSeqOp,
    enclosing_maps,
)


def has_parallel(op: Operation) -> bool:
    """Whether there is a parallel pattern, or a kernel, inside an op."""
    return any(isinstance(inner, ParallelMap | FilterGlbOp | KernelOp) for inner in op.walk() if inner is not op)


def is_host_loop(op: Operation) -> bool:
    """Whether an op is a loop of the host around kernels."""
    return _is_around_kernels(op) and is_top_level(op.parent)


def _is_around_kernels(op: Operation) -> bool:
    """Whether an op is a loop of the host where it stands at the top level.

    Of iterations that end by a condition, only the host has the result of the last one, where that is in memory.
    """
    if not isinstance(op, IterateOp):
        return False
    return has_parallel(op) or (op.condition_block is not None and holds_array(op.result.type))


def is_top_level(block: Block | None) -> bool:
    """Whether ops of a block are not inside any pattern but a `lift.iterate` of the host."""
    around = (op for op in _patterns_around(block) if not _is_around_kernels(op))
    return not isinstance(next(around, None), BodyOp | IfOp)


def may_become_kernel(op: Operation) -> bool:
    """Whether an op is a kernel once it is parallel: loops between it and its function are loops of the host then."""
    around = (outer for outer in _patterns_around(op.parent) if not isinstance(outer, IterateOp))
    return isinstance(next(around, None), DefOp)


def _patterns_around(block: Block | None) -> Iterator[Operation]:
    """The ops whose regions a block is in, but for openings of hidden lengths, which only name them."""
    return (op for op in ops_around(block) if not isinstance(op, UnpackOp))


def is_group_level(block: Block | None) -> bool:
    """Whether all work items of a group execute the ops of a block together."""
    around = enclosing_maps(block)
    return any(isinstance(op, GroupMap) for op in around) and not any(
        isinstance(op, MapLclOp | GlobalMap) for op in around
    )


def function_around(op: Operation) -> Operation:
    """The `lift.def` that an op stands in, or the outermost op there is."""
    parent = op.parent_op()
    return op if isinstance(op, DefOp) or parent is None else function_around(parent)


def launch_of(op: Operation) -> LaunchAttr | None:
    """How the kernel that an op is in is launched: where its outermost map, or else its function, says so."""
    around = [op, *ops_around(op.parent)]
    kernel = next((outer for outer in around if isinstance(outer, KernelOp)), op)
    maps = [outer for outer in around if isinstance(outer, ParallelMap)] or parallel_maps(kernel)
    launch = next((one.launch for one in maps if one.launch is not None), None)
    function = function_around(op)
    return function.launch if launch is None and isinstance(function, DefOp) else launch


def parallel_maps(op: Operation) -> list[ParallelMap]:
    """The parallel maps of a kernel."""
    return [inner for inner in op.walk() if isinstance(inner, ParallelMap)]


def several_work_items(maps: Iterable[ParallelMap], launch: LaunchAttr | None) -> frozenset[Level]:
    """Where a kernel has several work items or groups: where maps are distributed, and where a launch says so."""
    used = {op.level for op in maps}
    if launch is None:
        return frozenset(used)
    sizes = {"lcl": launch.local, "wrg": launch.groups}
    several = {(kind, d) for kind in sizes for d, size in enumerate(sizes[kind]) if size.data.constant != 1}
    return frozenset(used | {level for level in several if ("glb", level[1]) not in used})


def levels_of(kernel: Operation) -> frozenset[Level]:
    """Where a kernel has several work items or groups. One without parallel maps is run by one work item."""
    maps = parallel_maps(kernel)
    return several_work_items(maps, launch_of(kernel)) if maps else frozenset()


def writer(block: Block | None, space: str, levels: AbstractSet[Level]) -> list[Level]:
    """The ids by which one work item is chosen of those that reach a block, do the same there, and see that memory."""
    if space == "private":
        return []
    bound = {op.level for op in enclosing_maps(block)}
    for op in ops_around(block):
        if isinstance(op, ReduceSeqOp | UpdateSeqOp):
            bound.update(levels_in(op.single))
    chosen: list[Level] = []
    for d in sorted({dimension for _, dimension in levels}):
        if ("glb", d) in bound:
            continue
        everywhere = ("glb", d) in levels
        groups = (everywhere or ("wrg", d) in levels) and ("wrg", d) not in bound and space == "global"
        items = (everywhere or ("lcl", d) in levels) and ("lcl", d) not in bound
        if everywhere and groups and items:
            chosen.append(("glb", d))
        else:
            chosen += [(kind, d) for kind, needed in (("wrg", groups), ("lcl", items)) if needed]
    return chosen
