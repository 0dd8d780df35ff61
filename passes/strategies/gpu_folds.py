"""Folds for work groups: neighbouring work items fold neighbouring elements, and put their sums together as a tree.

An item takes every so many elements of what its group folds, so that those of one moment lie side by side. The sums are in
local memory, and half of the items add those of the other half, until two are left.
"""

from __future__ import annotations

from ...dialects.lift.algorithmic import MapLike, MapOp, ReduceOp
from ...dialects.lift.types import is_scalar
from ...dialects.ocl.patterns import ReduceSeqOp
from ...dialects.profiles import Profile
from ..rules.columns import reduce_columns
from ..rules.combining import in_any_order
from ..rules.exchange import map_fission
from ..rules.lanes import reduce_lanes, reduce_strided
from ..rules.mapping import map_to_lcl, map_to_wrg, reduce_to_seq, unroll
from ..rules.parts import peel
from ..rules.reductions import reduce_in_parts
from ..rules.regions import depends_on, only_rearranges
from ..rules.staging import stage
from ..rules.tiling import split_join
from .loops import is_short
from .products import only_fold
from .ragged import has_any_lengths
from .rewriting import Named, Rewriting, made, rows_of
from .strides import ONE, ZERO, read_in, strides_along


def folds_scalars(op: ReduceOp) -> bool:
    """Whether a fold is one of scalars that may be taken in any order."""
    return is_scalar(op.result.type) and in_any_order(op) is not None


def fold_in_groups(work: Rewriting, op: ReduceOp) -> None:
    """A fold of parts, one for each work group, and of what they give."""
    names, profile = Named(work), work.profile
    parts = made(work.apply(reduce_in_parts.bind(m=4 * profile.compute_units, n=profile.group), op), MapOp)[0]
    groups = made(work.apply(map_to_wrg.bind(d=0), parts), MapLike)[0]
    name = names.name(groups)
    fold_by_items(work, _fold_in(groups), profile.group)
    names.launched(name, profile.group)


def wants_group_a_row(op: MapOp, profile: Profile) -> bool:
    """Whether a map folds long rows of its own that lie in memory one after the other, so that several items may share each."""
    folds = _folds(op)
    if not folds or ONE in strides_along(op):
        return False
    return all(_is_shared(one, op, profile) for one in folds)


def _folds(op: MapOp) -> list[ReduceOp]:
    """The folds in the region of a map, if what is beside them is scalar code."""
    found = [one for one in op.block.ops if one.regions and not only_rearranges(one)]
    folds = [one for one in found if isinstance(one, ReduceOp)]
    return folds if len(folds) == len(found) else []


def _is_shared(fold: ReduceOp, op: MapOp, profile: Profile) -> bool:
    """Whether a fold is of a long row of what an iteration of a map has, in any order, and goes along memory."""
    if not folds_scalars(fold) or not depends_on(fold.xs, op) or is_short(fold, 2 * profile.group):
        return False
    along = [leaf.stride(fold) for leaf in read_in(fold) if leaf.found]
    return ONE in along and all(one in (ZERO, ONE) for one in along)


def row_a_group(work: Rewriting, op: MapOp) -> None:
    """A map of folds of rows, with a work group for each of them; or a part of one, where rows are as long as a table says."""
    names, group = Named(work), work.profile.group
    folds = [names.name(one) for one in _folds(op)]
    if has_any_lengths(op) and len(folds) == 1 and work.profile.row_items > 1:
        _row_a_part(work, op)
        return
    groups = names.name(made(work.apply(map_to_wrg.bind(d=0), op), MapLike)[0])
    for name in folds:
        done = names.apply(reduce_strided.bind(n=group), name)
        lanes, total = made(done, MapOp)[0], made(done, ReduceOp)[0]
        work.apply(map_to_lcl.bind(d=0), lanes)
        _as_tree(work, total, group)
    names.launched(groups, group)


def _row_a_part(work: Rewriting, op: MapOp) -> None:
    """A group has as many rows as each of them has items, which fold every so many of its elements; then an item adds these."""
    names, side = Named(work), work.profile.row_items
    fold = only_fold(op)
    assert fold is not None
    rows, name = names.name(op), names.name(fold)
    names.apply(peel.bind(n=side), rows)
    groups = names.name(rows_of(names.apply(split_join.bind(n=side), rows))[0])
    lanes = names.name(made(names.apply(reduce_strided.bind(n=side), name), MapOp)[0])
    names.apply(stage.bind(space="local"), name)
    sums = names.name(made(names.apply(map_fission, lanes), MapOp)[0])
    names.apply(map_to_wrg.bind(d=0), groups)
    for one, d in ((sums, 1), (lanes, 0), (rows, 0)):
        names.apply(map_to_lcl.bind(d=d), one)
    names.launched(groups, side)


def _fold_in(op: MapLike) -> ReduceOp:
    return next(one for one in op.block.ops if isinstance(one, ReduceOp))


def fold_by_items(work: Rewriting, fold: ReduceOp, items: int) -> None:
    """A fold of a multiple of so many elements, in a work group of so many items."""
    lanes, total = made(work.apply(reduce_lanes.bind(n=items), fold), ReduceOp)
    work.apply(map_to_lcl.bind(d=0), _columns(work, lanes))
    _as_tree(work, total, items)


def _as_tree(work: Rewriting, total: ReduceOp, count: int) -> None:
    """A fold of as many numbers as a group has items: half of these add those of the other half, until two are left."""
    while count > 2 and count % 2 == 0:
        count //= 2
        halves, total = made(work.apply(reduce_lanes.bind(n=count), total), ReduceOp)
        pairs = made(work.apply(map_to_lcl.bind(d=0), _columns(work, halves)), MapLike)[0]
        pair = made(work.apply(reduce_to_seq, _fold_in(pairs)), ReduceSeqOp)[0]
        work.apply(unroll, pair)


def _columns(work: Rewriting, lanes: ReduceOp) -> MapOp:
    """The map of a fold for each column, of a fold that combines rows."""
    return made(work.apply(reduce_columns, lanes), MapOp)[-1]
