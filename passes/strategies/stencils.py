"""Stencils: several rows at a time, so that what is loaded is used for all rows that it is a neighbour of.

A map over rows whose windows overlap, with a map along each row in it: a block of rows is one map along the row, which computes
a point of each. Points that lie side by side are the lanes of vectors.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import SSAValue

from ...dialects.lift.access import AtOp, ConcatOp
from ...dialects.lift.algorithmic import MapOp, ReduceOp
from ...dialects.lift.scope import scope_at
from ...dialects.lift.types import ArrayType, array_length
from ...dialects.nat.expr import compare
from ...dialects.ocl.patterns import MapSeqOp
from ..rules.columns import interchange_reduces
from ..rules.exchange import inside_of, interchange_map_reduce, interchange_rows, map_fission
from ..rules.in_lanes import has_lanes, map_in_lanes
from ..rules.mapping import map_to_seq, unroll
from ..rules.parts import map_of_concat, peel
from ..rules.regions import only_rearranges
from ..rules.rule import made_by
from ..rules.staging import accumulate_apart
from ..rules.tiling import split_join
from .rewriting import Rewriting, inner, made, mapped, producer, rows_of
from .strides import ONE, ZERO, is_contiguous, leaves_of
from .windows import is_in_rows, written_out


def lines_of(rows: MapOp) -> list[MapOp]:
    """The maps that give the row of a map over rows: one, or one for each part of the row."""
    concat = made_by(rows.yielded, ConcatOp)
    if concat is None or concat.parent is not rows.block:
        found = inside_of(rows, MapOp)
        return [] if found is None or found[1] or only_rearranges(found[0]) else [found[0]]
    parts = [made_by(part, MapOp) for part in concat.parts]
    lines = [line for line in parts if line is not None and line.parent is rows.block and not only_rearranges(line)]
    return lines if len(lines) == len(parts) else []


def shares_rows(rows: MapOp, lines: Sequence[MapOp], count: int) -> bool:
    """Whether so many iterations read much of the same: an element has rows that are as far apart as elements are."""
    strides = [(leaf.stride(rows), leaf.dims) for leaf in leaves_of(rows.block.args[0])]
    overlap = any(stride not in (None, ZERO, ONE) and stride in dims for stride, dims in strides)
    return overlap and any(_is_reused(rows, line, count) for line in lines)


def _is_reused(rows: MapOp, line: MapOp, count: int) -> bool:
    """Whether so many rows at a time load a quarter less than one after the other: windows that are folded do."""
    points = _points(line.block.args[0])
    if points is None:
        return True
    place = _row_place(rows, line)
    columns: dict[tuple[int, ...], set[int]] = {}
    for point in points if place is not None else ():
        assert place is not None
        columns.setdefault(point[:place] + point[place + 1 :], set()).add(point[place])
    loaded = sum(len({row + k for row in found for k in range(count)}) for found in columns.values())
    return 4 * loaded <= 3 * count * len(points)


def _row_place(rows: MapOp, line: MapOp) -> int | None:
    """Which dimension of a window goes from row to row."""
    for leaf in leaves_of(line.block.args[0]):
        if leaf.stride(rows) in leaf.dims:
            return leaf.dims.index(leaf.stride(rows))
    return None


def _points(window: SSAValue) -> set[tuple[int, ...]] | None:
    """The points of a window that are read one by one; None where it is used otherwise."""
    found: set[tuple[int, ...]] = set()
    for use in window.uses:
        at = use.operation
        number = at.index.data.constant if isinstance(at, AtOp) and at.index is not None else None
        if number is None or not isinstance(at, AtOp):
            return None
        inside = _points(at.result) if isinstance(at.result.type, ArrayType) else {()}
        if inside is None:
            return None
        found |= {(number, *rest) for rest in inside}
    return found


def in_rows(work: Rewriting, rows: MapOp, lanes: int) -> MapOp:
    """A map over blocks of rows; what is left for rows that fill no block."""
    count = work.profile.window_rows
    main, rest = made(work.apply(peel.bind(n=count), rows), MapOp)
    _, block = rows_of(work.apply(split_join.bind(n=count), main))
    done = work.tried(map_of_concat, block)
    for part in [block] if done is None else made(done, MapOp):
        _line_of_rows(work, part, lanes)
    return rest


def _line_of_rows(work: Rewriting, rows: MapOp, lanes: int) -> None:
    """A map along the rows of a block, each of whose elements has a point of every row; the ends of rows stay as they are."""
    if _is_known_short(inner(rows, MapOp), lanes):
        return
    line = made(work.apply(interchange_rows, rows), MapOp)
    points = next(one for one in line if not only_rearranges(one))
    window = _window_in_rows(work, points)
    if window is not None:
        work.tried(interchange_reduces, window)
    if lanes == 1 or not is_contiguous(points) or not has_lanes(points, lanes):
        _unrolled(work, points)
        return
    few = lanes // work.profile.window_rest
    if few > 1:  # what fills no vector is much beside short rows
        points = made(work.apply(peel.bind(n=few), points), MapOp)[0]
    points, rest = made(work.apply(peel.bind(n=lanes), points), MapOp)
    _unrolled(work, mapped(work.apply(map_in_lanes.bind(w=lanes), points)))
    if few > 1:
        _unrolled(work, mapped(work.apply(map_in_lanes.bind(w=few), rest)))


def _unrolled(work: Rewriting, points: MapOp) -> None:
    """The rows of each point are written out; of a window that is folded row by row, each time for all of them."""
    block, window = inner(points, MapOp), _window_in_rows(work, points)
    if window is None:
        work.apply(unroll, made(work.apply(map_to_seq, block), MapSeqOp)[0])
        return
    if block.yielded is not window.result:
        block, rest = made(work.apply(map_fission, window), MapOp)
        work.apply(unroll, made(work.apply(map_to_seq, rest), MapSeqOp)[0])
    fold = made(work.apply(interchange_map_reduce, block), ReduceOp)[0]
    rows = producer(fold.yielded)
    assert isinstance(rows, MapOp)
    for inside in [one for one in rows.block.ops if isinstance(one, ReduceOp)]:
        written_out(work, inside)
    rows = producer(fold.yielded)
    work.apply(unroll, made(work.apply(map_to_seq, rows), MapSeqOp)[0])
    copy = work.apply(accumulate_apart, fold).ops[-1]
    work.apply(unroll, copy)


def _window_in_rows(work: Rewriting, points: MapOp) -> ReduceOp | None:
    """The fold of a point of each row that is one over the rows of its window, where it is the only one."""
    folds = [one for one in inner(points, MapOp).block.ops if isinstance(one, ReduceOp)]
    return folds[0] if len(folds) == 1 and is_in_rows(folds[0], work.profile) else None


def _is_known_short(line: MapOp, lanes: int) -> bool:
    """Whether a map is known to have fewer elements than would be worth vectors."""
    length = array_length(line.xs.type)
    return length is not None and scope_at(line).holds(compare(length, "le", 2 * lanes))
