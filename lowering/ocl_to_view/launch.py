"""With how many work items a kernel is run, where the program does not say: its loops are right for any number."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from xdsl.ir import Operation

from ...analysis.execution import parallel_maps
from ...dialects.kernel.functions import FuncOp
from ...dialects.lift.algorithmic import FilterLike, FoldLike
from ...dialects.lift.attributes import LaunchAttr
from ...dialects.lift.destinations import WritingOp
from ...dialects.lift.profile import profile_of
from ...dialects.lift.scope import Scope, scope_at, scope_inside
from ...dialects.lift.updates import UpdateLike
from ...dialects.nat.expr import ceildiv, compare, if_then_else, maximum, minimum
from ...dialects.nat.prove import bounds
from ...dialects.nat.ring import Nat, const
from ...dialects.ocl.destinations import StoreOp
from ...dialects.ocl.kernels import KernelOp
from ...dialects.ocl.patterns import GlobalMap, GroupMap, MapLclOp, MapSeqOp, ParallelMap, enclosing_maps
from ...dialects.ocl.shares import MapSharesOp
from ...dialects.ocl.vectors import VectorFold
from ...dialects.profiles import Profile
from ...dialects.view.path import length_of


def launch_sizes(op: KernelOp, kernel: FuncOp) -> LaunchAttr:
    """The work items of a group and the number of groups in each dimension, for a kernel that becomes a function."""
    scope, profile, maps = scope_inside(kernel), profile_of(kernel), parallel_maps(op)
    dimensions = 1 + max((op.dimension.value.data for op in maps), default=0)
    wide = {op.dimension.value.data for op in maps if isinstance(op, MapLclOp | GlobalMap)}
    size = _side(profile, max(1, len(wide)))
    local: list[Nat] = []
    groups: list[Nat] = []
    for d in range(dimensions):
        items = _most(maps, MapLclOp, d, kernel)
        everywhere = _most(maps, GlobalMap, d, kernel)
        if everywhere is not None:
            alone = (
                compare(_longest_loop(maps, kernel, size), "ge", size) if _may_be_alone(profile, dimensions) else None
            )
            grouped = ceildiv(everywhere, const(size))
            local.append(const(size) if alone is None else if_then_else(alone, const(1), const(size)))
            groups.append(grouped if alone is None else if_then_else(alone, everywhere, grouped))
            continue
        wanted = const(1) if items is None else items
        local.append(const(min(size, wanted.constant or size)) if items is not None else const(1))
        groups.append(_most(maps, GroupMap, d, kernel) or const(1))
    groups = [maximum(size, const(1)) if _writes_beside(op, d) else size for d, size in enumerate(groups)]
    if not maps:
        groups = [minimum(const(1), _most_updates(op, kernel))]
    return LaunchAttr.of(map(scope.simplify, local), map(scope.simplify, groups))


def _writes_beside(op: KernelOp, dimension: int) -> bool:
    """Whether a kernel writes outside of the maps over a dimension: it does so also where these have no elements."""
    writes = (one for one in _writes(op) if not isinstance(one, ParallelMap))
    return any(all(one.level[1] != dimension for one in enclosing_maps(write.parent)) for write in writes)


def _writes(op: KernelOp) -> Iterator[Operation]:
    """What writes to memory."""
    for inner in op.walk():
        if isinstance(inner, StoreOp) or (isinstance(inner, WritingOp) and inner.destinations):
            yield inner


def _most_updates(op: KernelOp, kernel: FuncOp) -> Nat:
    """How many elements a kernel of one work item changes, where it does nothing else: it need not be launched for none."""
    writes = list(_writes(op))
    if not writes or not all(isinstance(one, UpdateLike) and one.parent is op.block for one in writes):
        return const(1)
    counts = [_known(length_of(one.xs.type), scope_at(one), kernel) for one in writes if isinstance(one, UpdateLike)]
    return sum((const(1) if one is None else one for one in counts), const(0))


def _side(profile: Profile, dimensions: int) -> int:
    """How many work items a group has along each side, where it has several in so many dimensions."""
    return (profile.group, profile.group_2d, profile.group_3d)[dimensions - 1]


def _may_be_alone(profile: Profile, dimensions: int) -> bool:
    return profile.looping == "alone" and dimensions == 1


def _longest_loop(maps: Iterable[ParallelMap], kernel: FuncOp, unknown: int) -> Nat:
    """How many iterations the longest loop of a work item has; a loop in a loop counts as one."""
    longest = const(0)
    for op in maps:
        for loop in op.walk():
            if isinstance(loop, MapSeqOp | FoldLike | FilterLike | UpdateLike) and not isinstance(loop, VectorFold):
                count = _known(length_of(loop.xs.type), scope_at(loop), kernel)
                longest = maximum(longest, const(unknown) if count is None else count)
    return longest


def _most(maps: Iterable[ParallelMap], kind: type[ParallelMap], dimension: int, kernel: FuncOp) -> Nat | None:
    """The most elements that a map of a kind distributes over a dimension."""
    most: Nat | None = None
    for op in maps:
        if not isinstance(op, kind) or op.dimension.value.data != dimension:
            continue
        length, profile = _shared_out(op), profile_of(kernel)
        count = _known(length, scope_at(op), kernel) or const(profile.group)
        if profile.looping == "alone" and not _is_known(length, kernel):
            # Nearly all of them may find nothing to do, and a group that does nothing takes time, too.
            enough = profile.parts_a_unit * profile.compute_units * (profile.group if kind is GlobalMap else 1)
            count = minimum(count, const(enough))
        most = count if most is None else maximum(most, count)
    return most


def _shared_out(op: ParallelMap) -> Nat:
    """How many elements a map distributes, or shares of them."""
    return const(op.count) if isinstance(op, MapSharesOp) else length_of(op.xs.type)


def _known(count: Nat, scope: Scope, kernel: FuncOp) -> Nat | None:
    """A length, or the most that it may be, as the host can compute it: hidden lengths are only on the device."""
    for one in (count, bounds(count, scope.facts).upper):
        if one is not None and _is_known(one, kernel):
            return one
    return None


def _is_known(count: Nat, kernel: FuncOp) -> bool:
    """Whether the host can compute it."""
    return count.names <= {*kernel.nat_names} and count.tables <= {*kernel.table_names}
