"""Maps for work groups: neighbouring work items have neighbouring elements of the innermost map.

What the innermost map reads across memory, while the one around it reads along it, as a matrix that is transposed, goes through
tiles in local memory: they are copied along the memory that is read, and read along the one that is written.
"""

from __future__ import annotations

from ...dialects.lift.algorithmic import MapLike, MapOp
from ...dialects.profiles import Profile
from ..rules.exchange import inside_of, interchange_rows
from ..rules.mapping import map_to_lcl, map_to_wrg
from ..rules.parts import map_of_concat, peel
from ..rules.regions import only_rearranges
from ..rules.staging import stage_element
from ..rules.tiling import split_join
from .gpu_products import room_of
from .loops import is_scalar_code, is_short
from .rewriting import Named, Rewriting, inner, made, rows_of
from .strides import ONE, ZERO, read_in
from .turning import nest_of

DIMENSIONS = 3
"""In so many dimensions there may be work groups."""


def reads_across(op: MapOp, profile: Profile) -> bool:
    """Whether a map of maps of scalar code reads nothing but columns of matrices, tiles of which fit in local memory."""
    nest = nest_of(op)
    side = profile.group_2d
    if (
        profile.tiles != "local"
        or profile.blocks == "off"
        or side == 1
        or len(nest) != 2
        or is_short(op, side)
        or is_short(nest[1], side)
    ):
        return False
    if not inside_of(op, MapOp) or not is_scalar_code(nest[1]):
        return False
    leaves = list(read_in(op))
    across = bool(leaves) and all(one.stride(op) == ONE and one.stride(nest[1]) not in (ZERO, ONE) for one in leaves)
    room = room_of(nest[1].block.args[0].type)
    return (
        across
        and room is not None
        and room * side * side <= profile.local_bytes
        and side * side <= profile.largest_group
    )


def turned_in_tiles(work: Rewriting, op: MapOp) -> None:
    """Rows that are read across memory: a group has a tile, which it copies to local memory along the columns that are read."""
    names, side = Named(work), work.profile.group_2d
    rows, line = names.name(op), names.name(nest_of(op)[1])
    names.apply(peel.bind(n=side), rows)
    names.apply(peel.bind(n=side), line)
    names.apply(map_of_concat, rows)
    names.tidy()
    rows = names.name(names.around(names.op(line, MapOp), MapOp))
    groups = names.name(rows_of(names.apply(split_join.bind(n=side), rows))[0])
    tiles = names.name(rows_of(names.apply(split_join.bind(n=side), line))[0])
    names.apply(interchange_rows, rows)
    tile = made(names.apply(stage_element.bind(space="local"), tiles), MapOp)[-1]
    copy = next(one for one in tile.block.ops if isinstance(one, MapOp) and not only_rearranges(one))
    copies = names.name(copy), names.name(inner(copy, MapOp))
    names.apply(map_to_wrg.bind(d=1), groups)
    names.apply(map_to_wrg.bind(d=0), tiles)
    names.apply(map_to_lcl.bind(d=0), copies[0])
    names.apply(map_to_lcl.bind(d=1), copies[1])
    names.apply(map_to_lcl.bind(d=1), rows)
    names.apply(map_to_lcl.bind(d=0), line)
    names.launched(groups, side)


def in_dimensions(work: Rewriting, op: MapOp) -> None:
    """A nest of maps: the elements of the last long one are for the items of work groups, and those around it for groups."""
    nest = [op, *maps_inside(op)]
    while len(nest) > 1 and is_short(nest[-1], work.profile.fewest_items):
        nest.pop()
    count = min(len(nest) - 1, DIMENSIONS)
    for d in reversed(range(count)):
        groups = made(work.apply(map_to_wrg.bind(d=d), op), MapLike)[0]
        op = inner(groups, MapOp)
    for _ in range(len(nest) - 1 - count):
        op = inner(op, MapOp)
    if count:
        work.apply(map_to_lcl.bind(d=0), op)


def maps_inside(op: MapOp) -> list[MapOp]:
    """The map that is all that a map computes for an element, the one that is all that this computes, and so on."""
    nest = [op]
    while (found := inside_of(nest[-1], MapOp)) is not None and not only_rearranges(found[0]):
        if any(one is not found[0] and not only_rearranges(one) and one.regions for one in nest[-1].block.ops):
            break
        nest.append(found[0])
    return nest[1:]
