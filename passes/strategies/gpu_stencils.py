"""Stencils for work groups: what the windows of a tile see is in local memory, each element of it once, with a halo around.

A tile has a side of a group in each of the innermost dimensions, and the copy goes along global memory, whatever pads
the array; elements that fill no tile are those of kernels of their own.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import Attribute, Operation

from ...dialects.lift.access import ConcatOp
from ...dialects.lift.algorithmic import MapOp
from ...dialects.lift.body import ops_around
from ...dialects.lift.types import ArrayType
from ...dialects.profiles import Profile
from ..rules.exchange import interchange_rows, map_fission
from ..rules.halos import stage_windows
from ..rules.mapping import map_to_lcl, map_to_wrg
from ..rules.overlap import lengths_of, overlaps_of
from ..rules.parts import map_of_concat, peel
from ..rules.regions import only_rearranges
from ..rules.tiling import split_join
from .gpu_maps import maps_inside
from .gpu_products import room_of
from .loops import is_short
from .rewriting import Named, Rewriting, made, rows_of


def wants_halos(op: MapOp, profile: Profile) -> bool:
    """Whether maps are of windows that overlap, and what those of a tile see fits in local memory."""
    tiled = _tiled(op)
    if not tiled or profile.tiles != "local" or profile.blocks == "off":
        return False
    side = _side(tiled, profile)
    if side == 1 or side ** len(tiled) > profile.largest_group or any(is_short(one, side) for one in tiled):
        return False
    windows = tiled[-1].block.args[0].type
    overlap, scalars = overlaps_of(tiled), room_of(_scalar(windows))
    paired = {one.window: one for one in overlap}
    room = 0 if scalars is None else scalars * side ** (len(tiled) - len(paired))
    for k, length in enumerate(lengths_of(windows) or []):
        if length.constant is None:
            return False
        room *= paired[k].step * (side - 1) + length.constant if k in paired else length.constant
    return bool(overlap) and 0 < room <= profile.local_bytes


def _scalar(type_: Attribute) -> Attribute:
    """What an array of arrays is of."""
    while isinstance(type_, ArrayType):
        type_ = type_.element
    return type_


def _tiled(op: MapOp) -> list[MapOp]:
    """The maps whose positions tiles are of: the last two of those around windows that overlap, or the only one."""
    nest = [op, *maps_inside(op)]
    found = (nest[max(0, k - 2) : k] for k in range(len(nest), 0, -1) if overlaps_of(nest[:k][-2:]))
    return next(found, list[MapOp]())


def _side(tiled: Sequence[MapOp], profile: Profile) -> int:
    return profile.group_2d if len(tiled) > 1 else profile.group


def stencil_in_tiles(work: Rewriting, op: MapOp) -> None:
    """Points of any number: a group has a tile of them, and copies what their windows see."""
    tiled = _tiled(op)
    names, side = Named(work), _side(tiled, work.profile)
    points = [names.name(one) for one in tiled]
    for one in points:
        _peeled(names, one, side)
    names.tidy()
    outer = [names.name(one) for one in _around(names.op(points[-1], MapOp))]
    count = len(outer) + 1 - len(points)
    points, outer = [*outer[count:], points[-1]], outer[:count]
    tiles = [names.name(rows_of(names.apply(split_join.bind(n=side), one))[0]) for one in points]
    if len(points) > 1:
        names.apply(interchange_rows, points[0])
    staged = made(names.apply(stage_windows.bind(d=len(points), space="local"), tiles[-1]), MapOp)[-1]
    copy = next(one for one in staged.block.ops if isinstance(one, MapOp) and not only_rearranges(one))
    copies = [names.name(one) for one in (copy, *maps_inside(copy))][-len(points) :]
    for d, one in enumerate(reversed(outer + tiles)):
        names.apply(map_to_wrg.bind(d=d), one)
    for maps in (copies, points):
        for d, one in enumerate(reversed(maps)):
            names.apply(map_to_lcl.bind(d=d), one)
    names.launched((outer + tiles)[0], side)


def _peeled(names: Named, name: str, side: int) -> None:
    """A map of as many elements as fill tiles, and one of those that are left, apart from it outside of all maps around."""
    concat = made(names.apply(peel.bind(n=side), name), ConcatOp)[-1]
    while isinstance(around := concat.parent_op(), MapOp):
        if around.yielded is not concat.result:
            around = made(names.work.apply(map_fission, concat), MapOp)[0]
        concat = made(names.work.apply(map_of_concat, around), ConcatOp)[-1]


def _around(op: Operation) -> list[MapOp]:
    """The maps that an op stands in, the outermost first."""
    return [one for one in ops_around(op.parent) if isinstance(one, MapOp)][::-1]
