"""Products: a map of maps of folds, of which neither map needs what the other one goes over, as in a matrix product.

A block of rows and columns has its accumulators in registers, so that each number that is loaded is used for all rows or
columns of the block. Columns are the lanes of vectors, and the vectors of a panel of columns are packed: they lie side by side
in the order in which they are used, however far apart they were.
"""

from __future__ import annotations

from typing import Final

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
from ..rules.tiling import split_join
from .rewriting import Rewriting, inner, made, mapped, rows_of

LONG: Final = 32
"""A fold of fewer elements is not worth a block."""
VECTORS: Final = 2
"""Vectors of columns in a block."""


def wants_blocks(op: MapOp, lanes: int, profile: Profile) -> bool:
    """Whether a map is a product that is better computed in blocks, which are made of vectors."""
    return profile.blocks == "on" and lanes > 1 and is_product(op)


def is_product(op: MapOp) -> bool:
    """Whether a map is one of rows by columns: what the map in it goes over is the same for all rows, and it folds scalars."""
    found = inside_of(op, MapOp)
    line = None if found is None else found[0]
    fold = None if line is None or depends_on(line.xs, op) else _only_fold(line)
    if fold is None or not is_scalar(fold.result.type):
        return False
    length = array_length(fold.xs.type)
    return length is not None and (length.constant is None or length.constant >= LONG)


def _only_fold(op: MapOp) -> ReduceOp | None:
    """The fold in the region of a map, if what is beside it is scalar code."""
    found = [one for one in op.block.ops if one.regions and not only_rearranges(one)]
    return found[0] if len(found) == 1 and isinstance(found[0], ReduceOp) else None


def blocked(work: Rewriting, rows: MapOp, lanes: int) -> list[MapOp]:
    """A product in panels of columns, each with blocks of accumulators; the maps over panels."""
    columns = made(work.apply(interchange_maps, rows), MapOp)[0]
    main, rest = made(work.apply(padded_rest.bind(w=lanes * VECTORS), columns), MapOp)
    return [_panels(work, part, lanes) for part in (main, rest)]


def _panels(work: Rewriting, columns: MapOp, lanes: int) -> MapOp:
    """Panels of so many vectors of columns; in each of them, blocks of rows."""
    vectors = mapped(work.apply(map_in_lanes.bind(w=lanes), columns))
    panels, panel = rows_of(work.apply(split_join.bind(n=VECTORS), vectors))
    rows = made(work.apply(interchange_maps, panel), MapOp)[0]
    work.apply(interchange_map_reduce, _folding(work, inner(rows, MapOp)))
    rows = _packed(work, rows)
    # A block of R rows and V vectors needs R * V + V + 1 registers.
    high = max(1, (work.profile.registers - VECTORS - 1) // VECTORS)
    main, rest = made(work.apply(peel.bind(n=high), rows), MapOp)
    _, block = rows_of(work.apply(split_join.bind(n=high), main))
    fold = made(work.apply(interchange_map_reduce, _folding(work, block)), ReduceOp)[0]
    work.apply(accumulate_apart, fold)
    work.apply(accumulate_apart, next(one for one in rest.block.ops if isinstance(one, ReduceOp)))
    return panels


def _folding(work: Rewriting, op: MapOp) -> MapOp:
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
