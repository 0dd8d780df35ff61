"""Products for work groups: tiles of rows and columns in local memory, and a block of results in the registers of each item.

An item has results that are as far apart as the group is wide, so that neighbours read and write neighbouring columns. Rows and
columns that fill no tile, and elements of a fold that fill none, are done by kernels of their own, where each item has a result.
"""

from __future__ import annotations

from xdsl.ir import Attribute, Operation

from ...dialects.kernel.types import element_bytes, is_device_scalar
from ...dialects.lift.algorithmic import MapLike, MapOp, ReduceOp
from ...dialects.lift.layout import JoinOp, TransposeOp
from ...dialects.lift.types import ArrayType
from ...dialects.ocl.patterns import ReduceSeqOp
from ...dialects.profiles import Profile
from ...dialects.scalars import SCALARS
from ..rules.exchange import (
    inside_of,
    interchange_map_reduce,
    interchange_maps,
    interchange_rows,
    map_fission,
    slice_of_zip,
)
from ..rules.layout import as_one_row, by_columns
from ..rules.mapping import map_to_glb, map_to_lcl, map_to_wrg, reduce_to_seq, unroll
from ..rules.parts import map_of_concat, peel, reduce_peel
from ..rules.regions import only_rearranges
from ..rules.staging import accumulate_apart, accumulate_here, stage, stage_element, stage_vectors
from ..rules.tiling import reduce_split, split_join
from ..rules.vector_accumulators import vector_accumulator
from ..rules.vectorise import vectorise_map
from .loops import is_short, lanes_of, scalars_in
from .macros import tile_k
from .products import is_product, only_fold
from .rewriting import Named, Rewriting, inner, made, rows_of
from .strides import ONE, is_contiguous, leaves_of, strides_along

# Tiles of a product


def wants_tiles(op: MapOp, profile: Profile) -> bool:
    """Whether a map is a product with work for a group of items in two dimensions, whose tiles fit in local memory."""
    if profile.tiles != "local" or profile.blocks == "off" or profile.group_2d == 1 or not is_product(op, profile):
        return False
    line = inside_of(op, MapOp)
    fold = None if line is None else only_fold(line[0])
    if line is None or fold is None:
        return False
    high, wide = _sides(profile)
    room = room_of(fold.block.args[1].type)
    fits = room is not None and (high + wide) * profile.tile_depth * room <= profile.local_bytes
    block = profile.tile_rows * profile.tile_columns
    small = profile.group_2d**2 <= profile.largest_group and block <= min(profile.values, profile.private_scalars)
    return fits and small and not is_short(op, high) and not is_short(line[0], wide)


def _sides(profile: Profile) -> tuple[int, int]:
    """The rows and columns of a tile."""
    return profile.group_2d * profile.tile_rows, profile.group_2d * profile.tile_columns


def product_in_tiles(work: Rewriting, rows: MapOp) -> None:
    """A product of any size."""
    names = Named(work)
    high, wide = _sides(work.profile)
    line = inner(rows, MapOp)
    fold = only_fold(line)
    assert fold is not None
    own_rows, own_line, name = names.name(rows), names.name(line), names.name(fold)
    names.apply(peel.bind(n=high), own_rows)
    names.apply(peel.bind(n=wide), own_line)
    names.apply(map_of_concat, own_rows)
    names.tidy()
    _tiled(names, _alone_in_rows(names, name, work.profile.tile_depth))


def _alone_in_rows(names: Named, name: str, count: int) -> ReduceOp:
    """The fold of so many elements again and again, in a map of maps that does nothing else."""
    fold = alone(names, name, count)
    line = names.around(fold, MapOp)
    rows = names.around(line, MapOp)
    if inside_of(rows, MapOp) is not None and inner(rows, MapOp) is line:
        return fold
    rows = made(names.work.apply(map_fission, line), MapOp)[0]
    return inner(inner(rows, MapOp), ReduceOp)


def alone(names: Named, fold: str, count: int) -> ReduceOp:
    """The fold of so many elements again and again, in a map that does nothing else.

    What it leaves of its elements, and what is done with its result, is in another map.
    """
    work, main = names.work, names.op(fold, ReduceOp)
    if count > 1:
        main = made(work.apply(reduce_peel.bind(n=count), main), ReduceOp)[0]
        name = names.name(main)
        assert isinstance(main.xs.owner, Operation)
        work.tried(slice_of_zip, main.xs.owner)
        names.tidy()
        main = names.op(name, ReduceOp)
    around = names.around(main, MapOp)
    if inside_of(around, ReduceOp) is None or inner(around, ReduceOp) is not main:
        around = made(work.apply(map_fission, main), MapOp)[0]
        main = inner(around, ReduceOp)
    return main


def _tiled(names: Named, fold: ReduceOp) -> None:
    """A map of maps of folds of whole tiles."""
    work, profile = names.work, names.work.profile
    side = profile.group_2d
    high, wide = _sides(profile)
    line = names.around(fold, MapOp)
    name, columns, rows = names.name(fold), names.name(line), names.name(names.around(line, MapOp))
    names.apply(split_join.bind(n=high), rows)
    names.apply(split_join.bind(n=wide), columns)
    names.apply(interchange_maps, rows)
    # An item has every so many rows and columns of a tile.
    names.apply(split_join.bind(n=side), rows)
    each_row = names.name(names.around(names.op(rows, MapOp), MapOp))
    names.apply(interchange_rows, each_row)
    names.apply(split_join.bind(n=side), columns)
    each_column = names.name(names.around(names.op(columns, MapOp), MapOp))
    names.apply(interchange_rows, each_column)
    names.apply(interchange_maps, each_row)
    # A group goes over tiles of the elements of a fold.
    work.steps += tile_k.make(name, n=profile.tile_depth)(work.derivation)
    for one in (each_column, each_row, columns, rows):
        names.apply(interchange_map_reduce, one)
    tiles = names.around(names.op(rows, MapOp), ReduceOp)
    group_columns = names.around(tiles, MapOp)
    groups = names.name(names.around(group_columns, MapOp)), names.name(group_columns)
    whole = names.name(tiles)
    copies = [_in_local(names, names.name(use.operation)) for use in list(tiles.block.args[1].uses)]
    names.apply(interchange_map_reduce, each_column)
    names.tidy()
    names.apply(interchange_map_reduce, each_row)
    names.tidy()
    names.apply(accumulate_here, name)
    copies.append(_copied(names, whole, "global"))
    names.apply(map_to_wrg.bind(d=1), groups[0])
    names.apply(map_to_wrg.bind(d=0), groups[1])
    for outer, row in [*copies, (rows, columns)]:
        names.apply(map_to_lcl.bind(d=1), outer)
        names.apply(map_to_lcl.bind(d=0), row)
    names.launched(groups[0], side)


def _in_local(names: Named, tile: str) -> tuple[str, str]:
    """A tile of which each item has every so many rows, as one array in local memory, copied along global memory."""
    rows = made(names.apply(by_columns, tile), TransposeOp)[-2]
    whole = made(names.work.apply(as_one_row, rows), JoinOp)[-1]
    if any(leaf.dims[-1] != ONE for leaf in leaves_of(whole.result)):
        turned = made(names.work.apply(by_columns, whole), TransposeOp)[-2]
        return _copied(names, names.name(turned), "local")
    return _copied(names, names.name(whole), "local")


def _copied(names: Named, value: str, space: str) -> tuple[str, str]:
    """A copy of an array: the maps over its rows and over what is in them."""
    lanes = _copied_lanes(names.op(value), names.work.profile) if space == "local" else 1
    rule = stage_vectors.bind(space=space, w=lanes) if lanes > 1 else stage.bind(space=space)
    copy = made(names.apply(rule, value), MapOp)[-1]
    return names.name(copy), names.name(inner(copy, MapOp))


def _copied_lanes(tile: Operation, profile: Profile) -> int:
    """The lanes of the vectors by which a tile is copied: 1 where some items along a side of the group had none of a row."""
    row = tile.results[0].type
    while isinstance(row, ArrayType) and isinstance(row.element, ArrayType):
        row = row.element
    length = row.length.data.constant if isinstance(row, ArrayType) else None
    scalar = SCALARS.get(row.element) if isinstance(row, ArrayType) else None
    if profile.tile_copies == "scalars" or length is None or scalar is None:
        return 1
    lanes = min(16, profile.vector_bytes // scalar.bytes)
    return lanes if lanes > 1 and length % lanes == 0 and length // lanes >= profile.group_2d else 1


# Blocks of a product


def wants_item_blocks(op: MapOp, profile: Profile) -> bool:
    """Whether a map is a product of which each item may have a block, where local memory is no nearer than caches."""
    if profile.tiles != "caches" or profile.blocks == "off" or not is_product(op, profile):
        return False
    line = inside_of(op, MapOp)
    block = profile.tile_rows * profile.tile_columns
    small = block <= min(profile.values, profile.private_scalars)
    return small and line is not None and only_fold(line[0]) is not None


def product_in_blocks(work: Rewriting, rows: MapOp) -> None:
    """A product of any size: an item has a block of results in its registers, and loads rows and columns as vectors if it can.

    So it does where both lie along memory, or else where columns lie side by side, which are lanes of its accumulators then.
    """
    names, profile = Named(work), work.profile
    line = inner(rows, MapOp)
    fold = only_fold(line)
    assert fold is not None
    along = all(stride == ONE for stride in strides_along(fold)) and lanes_of(fold, profile) == profile.tile_depth
    lanes = lanes_of(fold, profile) if is_contiguous(line) and not along else 1
    lanes = lanes if profile.tile_columns % lanes == 0 else 1
    own_rows, own_line, name = names.name(rows), names.name(line), names.name(fold)
    names.apply(peel.bind(n=profile.tile_rows), own_rows)
    names.apply(peel.bind(n=profile.tile_columns), own_line)
    names.apply(map_of_concat, own_rows)
    names.tidy()
    fold = _alone_in_rows(names, name, profile.tile_depth if along else 1)
    line = names.around(fold, MapOp)
    name, columns, own = names.name(fold), names.name(line), names.name(names.around(line, MapOp))
    groups = names.name(rows_of(names.apply(split_join.bind(n=profile.tile_rows), own))[0])
    group_columns = names.name(rows_of(names.apply(split_join.bind(n=profile.tile_columns), columns))[0])
    names.apply(interchange_maps, own)
    if along:
        work.steps += tile_k.make(name, n=profile.tile_depth)(work.derivation)
    names.apply(interchange_map_reduce, columns)
    if lanes > 1:
        names.apply(vectorise_map.bind(w=lanes), columns)
        names.apply(vector_accumulator, name)
    names.apply(interchange_map_reduce, own)
    whole = names.around(names.op(own, MapOp), ReduceOp)
    if along:
        for use in list(whole.block.args[1].uses):
            names.apply(stage_vectors.bind(space="private", w=profile.tile_depth), names.name(use.operation))
        whole = names.around(names.op(own, MapOp), ReduceOp)
    work.apply(accumulate_apart, whole)
    if along:
        work.apply(unroll, made(names.apply(reduce_to_seq, name), ReduceSeqOp)[0])
    names.apply(map_to_glb.bind(d=1), groups)
    names.apply(map_to_glb.bind(d=0), group_columns)


# Tiles of what all items fold


def shares_fold(op: MapOp, profile: Profile) -> bool:
    """Whether a map is of folds that go over the same array, all of which is loaded for each: a tile of it fits in local memory."""
    fold = only_fold(op)
    if profile.tiles != "local" or profile.blocks == "off" or fold is None:
        return False
    if is_short(op, profile.group) or is_short(fold, profile.group):
        return False
    if op.is_ancestor(fold.xs.owner) or inside_of(op, MapOp) is not None:
        return False
    room = room_of(fold.block.args[1].type)
    leaves = leaves_of(fold.block.args[1])
    stored = bool(leaves) and all(leaf.stored and not leaf.dims for leaf in leaves)
    small = len(list(scalars_in(fold.result.type))) <= profile.private_scalars
    return stored and small and room is not None and room * profile.group <= profile.local_bytes


def room_of(type_: Attribute) -> int | None:
    """The bytes of the scalars in an element; None where it has something else, too."""
    scalars = list(scalars_in(type_))
    return sum(map(element_bytes, scalars)) if all(map(is_device_scalar, scalars)) else None


def shared_in_tiles(work: Rewriting, op: MapOp) -> None:
    """Folds of one array: a work group goes over tiles of it, which are in local memory, with an accumulator for each item."""
    names, group = Named(work), work.profile.group
    fold = only_fold(op)
    assert fold is not None
    own, name = names.name(op), names.name(fold)
    names.apply(peel.bind(n=group), own)
    fold = alone(names, name, group)
    items = names.name(names.around(fold, MapOp))
    name = names.name(fold)
    groups = rows_of(names.apply(split_join.bind(n=group), items))[0]
    outermost = names.name(made(work.apply(map_to_wrg.bind(d=0), groups), MapLike)[0])
    names.apply(reduce_split.bind(n=group), name)
    names.apply(interchange_map_reduce, items)
    whole = names.name(names.around(names.op(items, MapOp), ReduceOp))
    tiles = made(names.apply(stage_element.bind(space="local"), whole), ReduceOp)[0]
    copy = next(one for one in tiles.block.ops if isinstance(one, MapOp) and not only_rearranges(one))
    work.apply(map_to_lcl.bind(d=0), copy)
    names.apply(stage.bind(space="private"), name)
    result = made(names.apply(stage.bind(space="global"), whole), MapOp)[-1]
    work.apply(map_to_lcl.bind(d=0), result)
    names.apply(map_to_lcl.bind(d=0), items)
    names.launched(outermost, group)
