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
from ...dialects.ocl.patterns import ReduceSeqOp
from ...dialects.profiles import Profile
from ..rules.fusion import map_of_map
from ..rules.mapping import map_to_wrg, reduce_to_seq, unroll
from ..rules.movement import partition_of_map, zip_of_map
from ..rules.reductions import reduce_in_parts
from ..rules.regions import only_rearranges, sole_producer
from ..rules.scans import scan_in_parts
from ..rules.tiling import partition_evenly
from ..rules.updates import gives_scalars_of_scalars, update_in_parts
from ..rules.vector_folds import scan_in_vectors
from .combinators import Strategy
from .derivation import Derivation, NotApplicableError
from .loops import (
    ACCUMULATORS,
    accumulated,
    cut_at_border,
    has_loops,
    improve,
    improve_middle,
    in_columns,
    is_window,
    lanes_of,
    wants_accumulators,
    wants_columns,
)
from .mapping import is_long_update
from .normal_forms import tidy
from .products import blocked, wants_blocks
from .rewriting import Rewriting, inner, made, rows_of
from .step import Step


def kernels(profile: Profile) -> Strategy:
    """Every pattern at the top level in parts."""

    def run(derivation: Derivation) -> list[Step]:
        work = Rewriting(derivation, profile)
        for op in list(derivation.function.walk()):
            if isinstance(op, MapOp) and is_kernel(op):
                cut_at_border(work, op)
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
    parts = 16 * work.profile.compute_units
    match op:
        case MapOp() if wants_blocks(op, lanes := lanes_of(op, work.profile), work.profile):
            for panels in blocked(work, op, lanes):
                work.apply(map_to_wrg.bind(d=0), panels)
        case MapOp():
            lanes = lanes_of(op, work.profile)
            if wants_columns(op, lanes, work.profile):
                blocks, rest = in_columns(work, op, lanes)
                _map_in_parts(work, rest, parts, improve)
                op = blocks
            _map_in_parts(work, op, parts, improve if has_loops(op, work.profile) else improve_middle)
        case ReduceOp():
            lanes = lanes_of(op, work.profile)
            long = wants_accumulators(op, lanes)
            done = work.tried(reduce_in_parts.bind(m=parts, n=lanes * ACCUMULATORS if long else 1), op)
            if done is not None:
                rows = made(done, MapOp)[0]
                fold = inner(rows, ReduceOp)
                if long:
                    accumulated(work, fold, lanes)
                else:
                    improve(work, fold)
                work.apply(map_to_wrg.bind(d=0), rows)
        case ScanOp():
            lanes = lanes_of(op, work.profile)
            done = work.tried(scan_in_parts.bind(m=parts, n=lanes * ACCUMULATORS), op)
            if done is not None:
                sums, rows = made(done, MapOp)
                fold = inner(sums, ReduceOp)
                if wants_accumulators(fold, lanes):
                    accumulated(work, fold, lanes)
                work.tried(scan_in_vectors.bind(w=lanes), inner(rows, ScanOp))
                for one in (sums, rows):
                    work.apply(map_to_wrg.bind(d=0), one)
        case UpdateOp() if is_long_update(op):
            done = work.tried(update_in_parts.bind(m=parts, r=work.profile.update_share), op)
            if done is not None:
                copies, merged = made(done, MapOp)
                work.apply(map_to_wrg.bind(d=0), with_maps_inside(work, copies))
                _in_parts(work, merged)
        case _:
            pass


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
    length = array_length(op.xs.type)
    chosen = length is not None and any(isinstance(atom, Min | Max | If) for atom in length.atoms)
    done = None if chosen else work.tried(partition_evenly.bind(m=parts), op)
    if done is not None:
        rows, row = rows_of(done)
        with suppress(NotApplicableError):
            better(work, row)
        work.apply(map_to_wrg.bind(d=0), rows)


def unrolled_windows(profile: Profile) -> Strategy:
    """Folds of few scalars inside of loops are written out."""

    def run(derivation: Derivation) -> list[Step]:
        work = Rewriting(derivation, profile)
        for op in list(derivation.function.walk()):
            inside = any(isinstance(outer, MapLike) for outer in ops_around(op.parent))
            if inside and isinstance(op, ReduceOp) and is_window(op, profile):
                work.tried(unroll, made(work.apply(reduce_to_seq, op), ReduceSeqOp)[0])
        return work.steps

    return run
