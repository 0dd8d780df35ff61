"""With how many work items a kernel is run, where the program does not say: its loops are right for any number."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...dialects.kernel.functions import FuncOp
from ...dialects.lift.attributes import LaunchAttr
from ...dialects.lift.scope import scope_at, scope_inside
from ...dialects.nat.expr import ceildiv, maximum
from ...dialects.nat.prove import bounds
from ...dialects.nat.ring import Nat, const
from ...dialects.ocl.patterns import GlobalMap, GroupMap, MapLclOp, ParallelMap
from ...dialects.view.path import length_of

GROUP = {1: (64,), 2: (8, 8), 3: (4, 4, 4)}
"""The sizes of a work group in so many dimensions."""


def launch_sizes(maps: Sequence[ParallelMap], kernel: FuncOp) -> LaunchAttr:
    """The work items of a group and the number of groups in each dimension."""
    scope = scope_inside(kernel)
    dimensions = 1 + max((op.dimension.value.data for op in maps), default=0)
    local: list[Nat] = []
    groups: list[Nat] = []
    for d, size in enumerate(GROUP[dimensions]):
        items = _most(maps, MapLclOp, d, kernel)
        everywhere = _most(maps, GlobalMap, d, kernel)
        if everywhere is not None:
            local.append(const(size))
            groups.append(ceildiv(everywhere, const(size)))
            continue
        wanted = const(1) if items is None else items
        local.append(const(min(size, wanted.constant or size)) if items is not None else const(1))
        groups.append(_most(maps, GroupMap, d, kernel) or const(1))
    return LaunchAttr.of(map(scope.simplify, local), map(scope.simplify, groups))


def _most(maps: Iterable[ParallelMap], kind: type[ParallelMap], dimension: int, kernel: FuncOp) -> Nat | None:
    """The most elements that a map of a kind distributes over a dimension."""
    most: Nat | None = None
    for op in maps:
        if not isinstance(op, kind) or op.dimension.value.data != dimension:
            continue
        count: Nat | None = length_of(op.xs.type)
        if not _is_known(count, kernel):
            count = bounds(count, scope_at(op).facts).upper
        if count is None or not _is_known(count, kernel):
            count = const(GROUP[1][0])
        most = count if most is None else maximum(most, count)
    return most


def _is_known(nat: Nat, kernel: FuncOp) -> bool:
    """Whether the host can compute it: hidden lengths are only on the device."""
    return nat.names <= {*kernel.nat_names} and nat.tables <= {*kernel.table_names}
