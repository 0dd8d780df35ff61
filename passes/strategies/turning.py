"""Arrays that are read across memory while they are written along it, as a matrix that is transposed.

Scalars that lie side by side are in iterations of another loop than those of the result. Tiles of both loops are read by
vectors, turned in registers, and written by vectors, as long as a line of a cache, which is then written once.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from xdsl.dialects.builtin import i1
from xdsl.ir import Attribute, Operation

from ...dialects.lift.algorithmic import MapOp
from ...dialects.lift.layout import TransposeOp
from ...dialects.lift.tuples import GetOp, TupleOp
from ...dialects.ocl.memory import ToGlobalOp
from ...dialects.profiles import Profile
from ...dialects.scalars import SCALARS
from ..rules.exchange import inside_of, interchange_rows
from ..rules.mapping import map_to_wrg
from ..rules.movement import transpose_of_maps
from ..rules.parts import peel
from ..rules.regions import only_rearranges
from ..rules.stores import stage_turned, store_past_caches
from ..rules.tiling import partition_evenly, split_join
from ..rules.vectorise import DIRECT, vectorise_map
from .borders import pads_behind
from .derivation import NotApplicableError
from .loops import is_scalar_code, is_short, lanes_of, scalars_in
from .rewriting import Rewriting, inner, made, mapped, rows_of
from .strides import ONE, ZERO, leaves_of, read_in, strides_along

LINE: Final = 64
"""Bytes of a line of a cache."""


def nest_of(op: MapOp) -> list[MapOp]:
    """A map, the map that is all it does for an element, and so on to one with scalar code; nothing where there is none."""
    nest = [op]
    while not is_scalar_code(nest[-1]):
        found = inside_of(nest[-1], MapOp)
        if found is None or found[1] or not all(one is found[0] or only_rearranges(one) for one in nest[-1].block.ops):
            return []
        nest.append(found[0])
    return nest


def moved_behind(work: Rewriting, op: Operation) -> Operation:
    """A map whose result is turned, after that: it is written along memory then, and at most read across."""
    while isinstance(op, MapOp) and len(nest_of(op)) > 1:
        turned = op.result.get_user_of_unique_use()
        done = work.tried(transpose_of_maps, turned) if isinstance(turned, TransposeOp) else None
        if done is None:
            break
        op = made(done, MapOp)[0]
    return op


def reads_across(op: MapOp, profile: Profile) -> bool:
    """Whether the innermost of maps reads scalars that are far apart, and another one of them those side by side."""
    nest = nest_of(op)
    if profile.vectors == "off" or profile.blocks == "off" or len(nest) < 2 or any(pads_behind(op.xs)):
        return False
    along, last = _along(nest), nest[-1]
    if along is None or not all(one in SCALARS and one != i1 for one in _scalars(last)):
        return False
    return not is_short(last, _wide(last)) and not is_short(nest[along], lanes_of(last, profile))


def _along(nest: Sequence[MapOp]) -> int | None:
    """Which map of a nest reads along memory what the last one reads across it."""
    leaves = [leaf for leaf in read_in(nest[0]) if leaf.stride(nest[-1]) not in (ZERO, ONE)]
    found = (k for k, one in enumerate(nest[:-1]) if leaves and all(leaf.stride(one) == ONE for leaf in leaves))
    return max(found, default=None)


def past_caches(work: Rewriting, op: MapOp) -> MapOp:
    """A map that does little but read and write neighbours, whose result goes past the caches where they cannot hold it."""
    nest = nest_of(op)
    lanes = lanes_of(nest[-1], work.profile) if nest else 1
    if lanes == 1 or work.profile.stores == "plain" or not _streams(nest[-1], work.profile):
        return op
    done = work.tried(store_past_caches.bind(n=work.profile.large_result, w=lanes), nest[-1])
    return made(done, MapOp)[0] if done is not None and len(nest) == 1 else op


def _streams(op: MapOp, profile: Profile) -> bool:
    """Whether a map reads neighbours or the same, and has few ops, each of which does the same for all lanes."""
    strides = strides_along(op)
    plain = all(
        isinstance(one, (*DIRECT, GetOp, TupleOp, ToGlobalOp)) for one in op.block.ops if one is not op.block.last_op
    )
    few = len(op.block.ops) <= profile.cheap_ops
    return plain and few and ONE in strides and all(stride in (ZERO, ONE) for stride in strides)


def in_tiles(work: Rewriting, op: MapOp, parts: int) -> None:
    """Tiles of the map that reads along memory and of the one that writes along it; other maps around are in parts, too."""
    last = nest_of(op)[-1]
    wide, lanes = _wide(last), lanes_of(last, work.profile)
    work.tried(store_past_caches.bind(n=work.profile.large_result, w=wide), last)
    nest = nest_of(op)
    while (along := _along(nest)) is not None and along < len(nest) - 2:
        lines = mapped(work.apply(interchange_rows, nest[along]))
        nest = [*nest[:along], *nest_of(lines)]
    if len(nest) > 2:
        groups, row = rows_of(work.apply(partition_evenly.bind(m=parts, n=1), nest[0]))
        _tiled(work, nest_of(row)[-2], wide, lanes, parts)
        work.apply(map_to_wrg.bind(d=2), groups)
    else:
        _tiled(work, nest[-2], wide, lanes, parts)


def _tiled(work: Rewriting, columns: MapOp, wide: int, lanes: int, parts: int) -> None:
    """A map of maps in tiles: the outer one reads along memory, and the inner one writes along it.

    Both are in parts, as a matrix may have few rows, or few columns.
    """
    units = work.profile.compute_units
    sides, columns = rows_of(work.apply(partition_evenly.bind(m=units, s=lanes), columns))
    rows = mapped(work.apply(interchange_rows, columns))
    groups, part = rows_of(work.apply(partition_evenly.bind(m=parts // units, s=wide), rows))
    with suppress(NotApplicableError):  # what was begun is right wherever it ends
        _turned(work, part, wide, lanes)
    work.apply(map_to_wrg.bind(d=0), groups)
    work.apply(map_to_wrg.bind(d=1), sides)


def _turned(work: Rewriting, part: MapOp, wide: int, lanes: int) -> None:
    """Some rows in tiles: vectors along rows are read, and vectors along columns written."""
    main, _ = made(work.apply(peel.bind(n=wide), part), MapOp)
    _, block = rows_of(work.apply(split_join.bind(n=wide), main))
    columns = mapped(work.apply(interchange_rows, block))
    most, _ = made(work.apply(peel.bind(n=lanes), columns), MapOp)
    tiles, tile = rows_of(work.apply(split_join.bind(n=lanes), most))
    column = inner(tile, MapOp)
    strides = [leaf.stride(column) for leaf in leaves_of(column.block.args[0])]
    across = sum(1 << k for k, stride in enumerate(strides) if stride not in (ZERO, ONE))
    tiles = mapped(work.apply(stage_turned.bind(w=lanes, parts=across), tiles))
    work.tried(vectorise_map.bind(w=wide), inner(inner(tiles, MapOp), MapOp))


def _wide(op: MapOp) -> int:
    """How many of the largest scalars that a map reads or gives fill a line of a cache, or a vector."""
    return max(2, min(16, LINE // max(SCALARS[one].bytes for one in _scalars(op))))


def _scalars(op: MapOp) -> list[Attribute]:
    """The scalars that a map is given and gives."""
    return [*scalars_in(op.block.args[0].type), *scalars_in(op.yielded.type)]
