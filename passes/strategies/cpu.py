"""The strategy `cpu`: parts of a program for work groups of one item, each with a long row of work for itself.

A part has as much of an array as the others, and goes through it in order: caches and vectors like that, and nobody waits. There
are a few parts for each compute unit, so that none is idle for long where some take longer.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from xdsl.ir import Operation

from ...analysis.execution import has_parallel, may_become_kernel
from ...dialects.lift.algorithmic import MapLike, MapOp, ReduceOp, ScanOp
from ...dialects.lift.body import ops_around
from ...dialects.lift.iterate import IterateOp
from ...dialects.lift.layout import PartitionOp
from ...dialects.lift.tuples import ZipOp
from ...dialects.lift.types import array_length
from ...dialects.lift.updates import UpdateOp
from ...dialects.nat.expr import If, Max, Min, var
from ...dialects.profiles import Profile
from ..rules.exchange import map_fission
from ..rules.fusion import map_of_map
from ..rules.mapping import map_to_wrg
from ..rules.movement import partition_of_map, zip_of_map
from ..rules.parts import peel
from ..rules.patterns import map_of_used_parts
from ..rules.reductions import reduce_in_blocks, reduce_in_parts
from ..rules.regions import only_rearranges, sole_producer
from ..rules.scans import scan_in_parts
from ..rules.segments import map_to_shares, reduce_in_segments
from ..rules.stores import scan_past_caches
from ..rules.tiling import partition_evenly
from ..rules.updates import gives_scalars_of_scalars, update_in_parts
from ..rules.vector_folds import scan_in_vectors
from .combinators import Strategy
from .copies import copied
from .derivation import Derivation, NotApplicableError
from .loops import (
    BLOCK,
    accumulated,
    at_once,
    candidates,
    cut_at_border,
    cut_lines,
    goes_past_caches,
    has_loops,
    improve,
    improve_middle,
    in_columns,
    in_shares,
    is_scalar_code,
    is_short_beside,
    lanes_of,
    numbered,
    rows_together,
    several_at_once,
    split_windows,
    to_lanes,
    wants_accumulators,
    wants_candidates,
    wants_columns,
    wants_lanes,
    wants_rows,
)
from .mapping import is_long_update
from .normal_forms import tidy
from .products import blocked_in_parts, wants_blocks
from .ragged import has_any_lengths, only_fold_of, wants_shares
from .rewriting import Rewriting, inner, made, mapped, rows_of
from .step import Step
from .turning import in_tiles, moved_behind, past_caches, reads_across
from .windows import is_window, written_out


def kernels(profile: Profile) -> Strategy:
    """Every pattern at the top level in parts."""

    def run(derivation: Derivation) -> list[Step]:
        work = Rewriting(derivation, profile)
        copied(work)
        for op in list(derivation.function.walk()):
            if isinstance(op, MapOp) and is_kernel(op):
                split_windows(work, op)
        tidied(work)
        for op in list(derivation.function.walk()):
            if isinstance(op, MapOp) and is_kernel(op):
                cut_at_border(work, op)
                cut_lines(work, op)
        tidied(work)
        for op in sorted(derivation.function.walk(), key=lambda op: not isinstance(op, UpdateOp)):
            # Updates come first: maps that compute their elements go into them.
            if op.parent is not None and is_kernel(op):
                # What was begun is right wherever it ends; what is not mapped by then is mapped as all else is.
                with suppress(NotApplicableError):
                    _in_parts(work, op)
        tidied(work)
        return work.steps

    return run


def tidied(work: Rewriting) -> None:
    """Windows of what was cut into parts are simpler once the parts are taken as early as can be."""
    if work.parted:
        work.steps += tidy(work.derivation)
        work.parted = False


def is_kernel(op: Operation) -> bool:
    """Whether an op at the top level becomes a kernel once it is parallel: nothing in it is."""
    return may_become_kernel(op) and not has_parallel(op) and not only_rearranges(op) and not _changes_length(op)


def _changes_length(op: Operation) -> bool:
    """Whether an op is in iterations of which each has another length: parts would begin elsewhere in each of them."""
    around = (outer for outer in ops_around(op.parent) if isinstance(outer, IterateOp))
    found = [outer.iterations([outer.xs.type]) for outer in around]
    return any(one is not None and one.step != var(one.name) for one in found)


def _in_parts(work: Rewriting, op: Operation) -> None:
    accumulators = work.profile.accumulators
    parts = work.profile.parts_a_unit * work.profile.compute_units
    op = moved_behind(work, op)
    match op:
        case MapOp() if wants_blocks(op, lanes := lanes_of(op, work.profile), work.profile):
            panels, padded, rows = blocked_in_parts(work, op, lanes)
            # Panels of a part are packed into the same memory, which caches keep; more parts, as few panels are a part.
            _map_in_parts(work, panels, 4 * parts, _as_it_is)
            work.apply(map_to_wrg.bind(d=1), rows)
            work.apply(map_to_wrg.bind(d=0), padded)
        case MapOp() if reads_across(op, work.profile):
            in_tiles(work, op, parts)
        case MapOp():
            lanes = lanes_of(op, work.profile)
            if wants_columns(op, lanes, work.profile):
                _columns_in_parts(work, op, lanes, parts)
            elif wants_lanes(op, lanes, work.profile) and not _is_chosen(op):
                _lanes_in_parts(work, op, lanes, parts)
            elif wants_shares(op):
                in_even_shares(work, op, parts)
            else:
                op = past_caches(work, op)
                _map_in_parts(work, op, parts, improve if has_loops(op, work.profile) else improve_middle)
        case ReduceOp() | ScanOp() if is_short_beside(op, work.profile) and is_scalar_code(op):
            pass  # one work item is done with so few before a second kernel is launched
        case ReduceOp():
            _fold_in_parts(work, op, parts)
        case ScanOp():
            lanes = lanes_of(op, work.profile)
            done = work.tried(scan_in_parts.bind(m=parts, n=lanes * accumulators), op)
            if done is not None:
                sums, rows = made(done, MapOp)
                fold = inner(sums, ReduceOp)
                if wants_accumulators(fold, lanes, work.profile):
                    accumulated(work, fold, lanes, accumulators)
                scan = work.tried(scan_in_vectors.bind(w=lanes), inner(rows, ScanOp)) if lanes > 1 else None
                if scan is not None and work.profile.stores != "plain":
                    work.tried(scan_past_caches.bind(n=work.profile.large_result), made(scan, ScanOp)[0])
                for one in (sums, rows):
                    work.apply(map_to_wrg.bind(d=0), one)
        case UpdateOp() if is_long_update(op):
            done = work.tried(update_in_parts.bind(m=parts, r=work.profile.update_share), op)
            if done is not None:
                copies, merged = made(done, MapOp)
                work.apply(map_to_wrg.bind(d=0), with_maps_inside(work, copies))
                # There are few rows, so there is nothing to share of them.
                lanes = lanes_of(merged, work.profile)
                wide = wants_columns(merged, lanes, work.profile)
                for one in in_columns(work, merged, lanes) if wide else [merged]:
                    _map_in_parts(work, one, parts, improve)
        case _:
            pass


def _fold_in_parts(work: Rewriting, op: ReduceOp, parts: int) -> None:
    """A fold of parts, one for each work group, and of what they give."""
    lanes = lanes_of(op, work.profile)
    step = lanes * work.profile.accumulators
    best, long = wants_candidates(op, lanes, work.profile), wants_accumulators(op, lanes, work.profile)
    if best:
        done = work.tried(reduce_in_blocks.bind(c=BLOCK // step, n=step), numbered(work, op))
    else:
        done = work.tried(reduce_in_parts.bind(m=parts, n=step if long else 1), op)
    if done is not None:
        rows = made(done, MapOp)[0]
        fold = inner(rows, ReduceOp)
        if best:
            candidates(work, fold, lanes)
        elif long:
            accumulated(work, fold, lanes, work.profile.accumulators)
        else:
            improve(work, fold)
        work.apply(map_to_wrg.bind(d=0), rows)


def _lanes_in_parts(work: Rewriting, op: MapOp, lanes: int, parts: int) -> None:
    """A map with an iteration in each lane, in parts that have whole vectors; what does not fill one is apart."""
    count = at_once(op, work.profile, lanes)
    main, rest = made(work.apply(peel.bind(n=count * lanes), op), MapOp)
    _map_in_parts(work, rest, parts, improve)
    rows, row = rows_of(work.apply(partition_evenly.bind(m=parts, n=count * lanes), main))
    vectors = mapped(to_lanes(work, row, lanes))
    if count > 1:
        with suppress(NotApplicableError):
            several_at_once(work, vectors, count)
    work.apply(map_to_wrg.bind(d=0), rows)


def in_even_shares(work: Rewriting, op: MapOp, parts: int) -> None:
    """A map over rows of different length, neighbours of which go to whoever has as many elements as the others.

    A fold of a row that may be longer than all others is done in pieces, and the first piece of each row is in shares; what is
    done with the fold of a row comes after that.
    """
    op, *after = _folded_apart(work, op)
    segments = reduce_in_segments.bind(m=parts, w=work.profile.chunk)
    done = work.tried(segments, op) if has_any_lengths(op) else None
    firsts, *heads = [op] if done is None else made(done, MapOp)
    for one in (firsts, *heads):
        for inside in list(one.block.ops):
            with suppress(NotApplicableError):
                improve(work, inside)
    work.apply(map_to_shares.bind(d=0, m=parts), firsts)
    for one in heads:
        work.apply(map_to_wrg.bind(d=0), one)
    for one in after:
        _in_parts(work, one)


def _folded_apart(work: Rewriting, op: MapOp) -> list[MapOp]:
    """A map that folds each row, and one that does what else is done with what a fold gives, where that needs no row."""
    fold = only_fold_of(op)
    if fold is None:
        return [op]
    done = None if op.yielded is fold.result else work.tried(map_fission, fold)
    first, *after = [op] if done is None else made(done, MapOp)
    rows = work.tried(map_of_used_parts, first)
    return [first if rows is None else made(rows, MapOp)[0], *after]


def _as_it_is(work: Rewriting, op: MapOp) -> None:
    """What is better done already."""
    del work, op


def _columns_in_parts(work: Rewriting, op: MapOp, lanes: int, parts: int) -> None:
    """A map of folds of columns: by shares of rows, or else by blocks of columns."""
    shared = in_shares(work, op, parts)
    if shared is not None:
        shares, whole = shared
        work.apply(map_to_wrg.bind(d=0), shares)
        _map_in_parts(work, whole, parts, improve)
        return
    for one in in_columns(work, op, lanes):
        _map_in_parts(work, one, parts, improve)


def with_maps_inside(work: Rewriting, copies: MapOp) -> MapOp:
    """A map over parts of arrays that are zipped, with the maps in it that compute these, if their elements are scalars."""
    both = copies.xs.owner
    assert isinstance(both, ZipOp)
    for k in range(len(both.parts)):
        both = copies.xs.owner
        assert isinstance(both, ZipOp)
        parts = both.parts[k].owner
        assert isinstance(parts, PartitionOp)
        computed = sole_producer(parts.xs, parts, MapOp)
        if computed is None or not gives_scalars_of_scalars(computed) or work.tried(partition_of_map, parts) is None:
            continue
        work.apply(zip_of_map.bind(i=k), both)
        copies = made(work.apply(map_of_map, copies), MapOp)[0]
        work.parted = True
    return copies


def _map_in_parts(work: Rewriting, op: MapOp, parts: int, better: Callable[[Rewriting, MapOp], None]) -> None:
    """A map in even parts, one for each work group, which does better what it can do for its part.

    The middle of windows has a length with a choice in it, and so would have each index in a part of it: it is left whole.
    """
    lanes = lanes_of(op, work.profile)
    if wants_rows(op, work.profile):
        rows = work.profile.window_rows
    else:
        rows = lanes if goes_past_caches(op) else rows_together(op, lanes, work.profile)
    even = partition_evenly.bind(m=parts)
    cut = partition_evenly.bind(m=parts, s=rows) if rows > 1 else even
    done = None if _is_chosen(op) else work.tried(cut, op) or work.tried(even, op)
    if done is not None:
        rows, row = rows_of(done)
        with suppress(NotApplicableError):
            better(work, row)
        work.apply(map_to_wrg.bind(d=0), rows)


def _is_chosen(op: MapOp) -> bool:
    """Whether there is a choice in the length of a map."""
    length = array_length(op.xs.type)
    return length is not None and any(isinstance(atom, Min | Max | If) for atom in length.atoms)


def unrolled_windows(profile: Profile) -> Strategy:
    """Folds of few scalars inside of loops are written out."""

    def run(derivation: Derivation) -> list[Step]:
        work = Rewriting(derivation, profile)
        for op in list(derivation.function.walk()):
            around = list(ops_around(op.parent))
            inside = any(isinstance(outer, MapLike) for outer in around)
            windows = [one for one in (op, *around) if isinstance(one, ReduceOp) and is_window(one, profile)]
            if inside and len(windows) == 1 and windows[0] is op:
                written_out(work, windows[0])
        return work.steps

    return run
