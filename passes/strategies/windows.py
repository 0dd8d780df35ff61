"""Windows: folds of few elements in a loop, which are written out, or by rows where that would be too much."""

from __future__ import annotations

from ...dialects.lift.algorithmic import MapOp, OrderedFold, ReduceOp
from ...dialects.lift.iterate import IterateOp
from ...dialects.lift.layout import JoinOp, SplitOp
from ...dialects.lift.tuples import ZipOp
from ...dialects.lift.types import ArrayType, array_length, holds_array
from ...dialects.ocl.patterns import ReduceSeqOp
from ...dialects.profiles import Profile
from ..rules.exchange import split_of_zip
from ..rules.mapping import reduce_to_seq, unroll
from ..rules.regions import only_rearranges
from ..rules.rule import made_by
from ..rules.tiling import reduce_split
from .rewriting import Rewriting, made


def _count(op: ReduceOp) -> int | None:
    length = array_length(op.xs.type)
    return None if length is None else length.constant


def _patterns(op: ReduceOp) -> list[MapOp | OrderedFold | IterateOp]:
    """The loops in the region of a fold, but for those inside of others."""
    return [
        one for one in op.block.ops if isinstance(one, MapOp | OrderedFold | IterateOp) and not only_rearranges(one)
    ]


def _size(op: ReduceOp) -> int:
    """Ops that a fold becomes if it is written out, and all folds in it are."""
    folds = [one for one in _patterns(op) if isinstance(one, ReduceOp)]
    own = sum(1 for one in op.walk() if one is not op) - sum(1 for fold in folds for _ in fold.walk())
    return (_count(op) or 1) * (own + sum(map(_size, folds)))


def is_written_out(op: ReduceOp, profile: Profile) -> bool:
    """Whether a window is one piece of code without loops: of folds in folds, as many as are computed at once have to be."""
    nested = any(isinstance(one, ReduceOp) for one in _patterns(op))
    return _size(op) * (profile.window_rows if nested else 1) <= profile.unrolled_ops


def is_window(op: ReduceOp, profile: Profile) -> bool:
    """Whether a fold is of few scalars, or of few rows of these, so that it is better no loop in a loop, which then is a plain one."""
    count, inside = _count(op), _patterns(op)
    if count is None or count > profile.copies or holds_array(op.init.type):
        return False
    if is_written_out(op, profile):
        return True
    rows = [one for one in inside if isinstance(one, ReduceOp) and is_window(one, profile)]
    return len(rows) == len(inside) == 1 and _size(rows[0]) * profile.window_rows <= profile.unrolled_ops


def is_in_rows(op: ReduceOp, profile: Profile) -> bool:
    """Whether a fold is a window that is folded row by row."""
    return is_window(op, profile) and not is_written_out(op, profile)


def split_window(work: Rewriting, fold: ReduceOp) -> None:
    """A fold over all elements of a window by rows, where it is too large to be written out as often as it is computed at once."""
    width, count, size = _row_length(fold), _count(fold), _size(fold)
    most = work.profile.unrolled_ops // work.profile.window_rows
    if width is None or not count or _patterns(fold) or size <= most or size // count * width > most:
        return
    chunks = made(work.apply(reduce_split.bind(n=width), fold), SplitOp)[0]
    work.tried(split_of_zip, chunks)
    work.parted = True


def _row_length(fold: ReduceOp) -> int | None:
    """The number of elements of each row of a window that a fold goes over: it is joined of them, or zipped with others."""
    zipped = made_by(fold.xs, ZipOp)
    joins = [made_by(part, JoinOp) for part in ([fold.xs] if zipped is None else zipped.parts)]
    types = [join.xs.type for join in joins if join is not None and isinstance(join.xs.type, ArrayType)]
    lengths = {None if type_.dependent else array_length(type_.element) for type_ in types}
    length = lengths.pop() if len(lengths) == 1 else None
    return None if length is None else length.constant


def written_out(work: Rewriting, op: ReduceOp) -> None:
    """A window without a loop, or with one over its rows."""
    whole = is_written_out(op, work.profile)
    fold = made(work.apply(reduce_to_seq, op), ReduceSeqOp)[0]
    if whole:
        fold = made(work.apply(unroll, fold), ReduceSeqOp)[0]
    for inside in [one for one in fold.block.ops if isinstance(one, ReduceOp)]:
        written_out(work, inside)
