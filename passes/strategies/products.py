"""Products: a map of maps of folds, of which neither map needs what the other one goes over, as in a matrix product.

A block of rows and columns has its accumulators in registers, so that each number that is loaded is used for all rows or
columns of the block. Columns are the lanes of vectors, and the vectors of a panel of columns are packed: they lie side by side
in the order in which they are used, however far apart they were.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...dialects.lift.algorithmic import MapOp, ReduceOp
from ...dialects.lift.operation import LiftOp
from ...dialects.lift.tuples import ZipOp
from ...dialects.lift.types import array_length, is_scalar
from ...dialects.profiles import Profile
from ..rules.exchange import inside_of, interchange_map_reduce, interchange_maps, map_fission
from ..rules.in_lanes import map_in_lanes
from ..rules.parts import padded_rest, peel
from ..rules.regions import depends_on, only_rearranges
from ..rules.rule import made_by
from ..rules.staging import accumulate_apart, stage
from ..rules.tiling import partition_evenly, split_join
from .rewriting import Rewriting, inner, made, mapped, rows_of


def wants_blocks(op: MapOp, lanes: int, profile: Profile) -> bool:
    """Whether a map is a product that is better computed in blocks, which are made of vectors."""
    return profile.blocks == "on" and lanes > 1 and is_product(op, profile)


def is_product(op: MapOp, profile: Profile) -> bool:
    """Whether a map is one of rows by columns: what the map in it goes over is the same for all rows, and it folds scalars."""
    found = inside_of(op, MapOp)
    line = None if found is None else found[0]
    fold = None if line is None or depends_on(line.xs, op) else only_fold(line)
    if fold is None or not is_scalar(fold.result.type):
        return False
    length = array_length(fold.xs.type)
    return length is not None and (length.constant is None or length.constant >= profile.block_depth)


def only_fold(op: MapOp) -> ReduceOp | None:
    """The fold in the region of a map, if what is beside it is scalar code."""
    found = [one for one in op.block.ops if one.regions and not only_rearranges(one)]
    return found[0] if len(found) == 1 and isinstance(found[0], ReduceOp) else None


def blocked(work: Rewriting, rows: MapOp, lanes: int) -> None:
    """A product in panels of columns, each with blocks of accumulators; columns that fill no panel are padded."""
    main, rest = _columns(work, rows, lanes)
    heights = _heights(work.profile)
    _blocks(work, _panels(work, main, lanes)[1], heights)
    _blocks(work, _panels(work, rest, lanes)[1], heights[:1])


def blocked_in_parts(work: Rewriting, rows: MapOp, lanes: int) -> tuple[MapOp, MapOp, MapOp]:
    """The same for many work items: the map over panels, that over the padded one, and in it one over parts of the rows.

    Who has the padded panel would be alone with it, so its rows are in parts, of which each packs it for itself.
    """
    main, rest = _columns(work, rows, lanes)
    heights = _heights(work.profile)
    panels, all_rows = _panels(work, main, lanes)
    _blocks(work, all_rows, heights)
    padded, all_rows = _panels(work, rest, lanes)
    cut = partition_evenly.bind(m=2 * work.profile.compute_units, s=heights[0])
    parts, part = rows_of(work.apply(cut, all_rows))
    _blocks(work, part, heights[:1])
    return panels, padded, parts


def _columns(work: Rewriting, rows: MapOp, lanes: int) -> list[MapOp]:
    """A map over columns that fill panels, and one over those that do not, padded."""
    columns = made(work.apply(interchange_maps, rows), MapOp)[0]
    return made(work.apply(padded_rest.bind(w=lanes * work.profile.block_vectors), columns), MapOp)


def _heights(profile: Profile) -> list[int]:
    """How many rows a block has, and one of what fills none: R rows and V vectors need R * V + V + 1 registers."""
    high = max(2, (profile.registers - profile.block_vectors - 1) // profile.block_vectors)
    return [height for height in (high, 1 << (high - 1).bit_length() - 1) if height > 1]


def _panels(work: Rewriting, columns: MapOp, lanes: int) -> tuple[MapOp, MapOp]:
    """Panels of so many vectors of columns, and in each of them all rows."""
    vectors = mapped(work.apply(map_in_lanes.bind(w=lanes), columns))
    panels, panel = rows_of(work.apply(split_join.bind(n=work.profile.block_vectors), vectors))
    return panels, made(work.apply(interchange_maps, panel), MapOp)[0]


def _blocks(work: Rewriting, rows: MapOp, heights: Sequence[int]) -> None:
    """Blocks of so many rows of a panel, of fewer for what fills none of these, and single rows in the end."""
    work.apply(interchange_map_reduce, folding(work, inner(rows, MapOp)))
    rows = _packed(work, rows)
    for high in heights:
        main, rows = made(work.apply(peel.bind(n=high), rows), MapOp)
        _, block = rows_of(work.apply(split_join.bind(n=high), main))
        fold = made(work.apply(interchange_map_reduce, folding(work, block)), ReduceOp)[0]
        work.apply(accumulate_apart, fold)
    work.apply(accumulate_apart, next(one for one in rows.block.ops if isinstance(one, ReduceOp)))


def folding(work: Rewriting, op: MapOp) -> MapOp:
    """The map that does nothing but fold: what a map does after that is done by another one."""
    fold = next(one for one in op.block.ops if isinstance(one, ReduceOp))
    if inside_of(op, ReduceOp) is not None:
        return op
    return made(work.apply(map_fission, fold), MapOp)[0]


def _packed(work: Rewriting, rows: MapOp) -> MapOp:
    """The map over rows, before which what a fold goes over that is the same for all rows is copied."""
    rows = work.hoisted(rows)
    fold = next(one for one in rows.block.ops if isinstance(one, ReduceOp))
    zipped = made_by(fold.xs, ZipOp)
    for part in [fold.xs] if zipped is None else list(zipped.parts):
        if isinstance(part.owner, LiftOp) and part.owner.parent is rows.parent:
            work.apply(stage.bind(space="global"), part.owner)
    return rows
