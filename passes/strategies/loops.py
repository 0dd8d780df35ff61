"""What one work item does, on a CPU: vectors along those of its loops that go through memory in order.

A map whose iterations read neighbouring scalars has an iteration in each lane, whatever is in it. A fold that reads them so has
a vector of accumulators, where its elements may be taken in any order. Windows that only a border needs a test for are cut
there. What is in none of these is left to the compiler of the device, which is good at plain loops.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from xdsl.dialects.builtin import TupleType
from xdsl.ir import Attribute, Operation, SSAValue

from ...dialects.lift.access import ConcatOp
from ...dialects.lift.algorithmic import GenerateOp, MapOp, OrderedFold, ReduceOp, ScanOp
from ...dialects.lift.body import BodyOp, ops_around
from ...dialects.lift.existential import UnpackOp
from ...dialects.lift.functions import DefOp
from ...dialects.lift.iterate import IterateOp
from ...dialects.lift.numbers import NatOp
from ...dialects.lift.tuples import GetOp, TupleOp, ZipOp
from ...dialects.lift.types import ArrayType, array_length, holds_array, is_scalar
from ...dialects.lift.upstream import is_scalar_op
from ...dialects.nat.expr import FloorDiv
from ...dialects.ocl.memory import ToGlobalOp
from ...dialects.ocl.vectors import AsScalarOp
from ...dialects.profiles import Profile
from ...dialects.scalars import SCALARS
from ..rules.best_lanes import best_in_lanes, best_with_position, has_order, keeps_best, reduce_of_generate
from ..rules.combining import in_any_order
from ..rules.exchange import inside_of, interchange_map_reduce, interchange_rows, map_fission, split_of_zip
from ..rules.filters import is_total
from ..rules.fusion import reduce_of_map
from ..rules.in_lanes import has_lanes, map_in_lanes
from ..rules.iterations import iterate_by_flag
from ..rules.lane_loops import parts_used
from ..rules.lanes import reduce_lanes
from ..rules.mapping import map_to_seq
from ..rules.parts import in_parts, peel, reduce_peel
from ..rules.reductions import reduce_by_blocks, reduce_in_shares
from ..rules.regions import depends_on, mentions, only_rearranges
from ..rules.rule import Rewritten, made_by
from ..rules.staging import accumulate_apart, stage
from ..rules.tiling import reduce_split, split_join
from ..rules.tuples import get_of_tuple
from ..rules.vector_accumulators import vector_accumulator
from ..rules.vector_folds import reduce_in_vectors
from ..rules.vectorise import vectorise_map
from .borders import border_of
from .products import blocked, folding, only_fold, wants_blocks
from .ragged import differs_in_length, several_at_a_time, wants_several
from .rewriting import Rewriting, inner, made, mapped, producer, rows_of
from .stencils import in_rows, lines_of, shares_rows
from .strides import ONE, ZERO, strides_along
from .windows import is_window, split_window

BLOCK: Final = 1 << 14
"""Elements of which the best is found in lanes, before the best so far is compared with it."""


def lanes_of(pattern: BodyOp, profile: Profile) -> int:
    """How many lanes the vectors have that a pattern computes with: as many as the largest scalars in it allow."""
    if profile.vectors == "off":
        return 1
    types = {
        type_ for op in pattern.walk() for value in (*op.results, *_arguments(op)) for type_ in scalars_in(value.type)
    }
    largest = max((SCALARS[type_].bytes for type_ in types if type_ in SCALARS), default=4)
    return max(1, min(16, profile.vector_bytes // largest))


def _arguments(op: Operation) -> Iterator[SSAValue]:
    return (argument for region in op.regions for block in region.blocks for argument in block.args)


def scalars_in(type_: Attribute) -> Iterator[Attribute]:
    match type_:
        case TupleType():
            for part in type_.types:
                yield from scalars_in(part)
        case ArrayType():
            yield from scalars_in(type_.element)
        case _:
            yield type_


def is_short(pattern: BodyOp, least: int) -> bool:
    """Whether a pattern is known to have fewer iterations than these."""
    length = array_length(pattern.operands[0].type)
    return length is not None and length.constant is not None and length.constant < least


def is_short_beside(pattern: BodyOp, profile: Profile) -> bool:
    """Whether a pattern has few iterations, or one for each of the chunks of an array, which take much longer themselves."""
    length = array_length(pattern.operands[0].type)
    chunks = None if length is None else length.single
    size = chunks.args[1].constant if isinstance(chunks, FloorDiv) else None
    return is_short(pattern, profile.chunk + 1) or (size is not None and size >= profile.filter_chunk)


def has_loops(pattern: BodyOp, profile: Profile) -> bool:
    """Whether there is a loop inside of a pattern that is not unrolled as a window is."""
    return any(
        isinstance(op, MapOp | OrderedFold | IterateOp)
        and not only_rearranges(op)
        and not (isinstance(op, ReduceOp) and is_window(op, profile))
        for op in pattern.walk()
        if op is not pattern
    )


def improve(work: Rewriting, op: Operation) -> None:
    """Vectors for a pattern, or else for those inside of it."""
    if isinstance(op, UnpackOp):
        _improve_inside(work, op)
        return
    if not isinstance(op, MapOp | ReduceOp | ScanOp) or only_rearranges(op):
        return
    lanes = lanes_of(op, work.profile)
    if isinstance(op, MapOp):
        if wants_blocks(op, lanes, work.profile):
            blocked(work, op, lanes)
            return
        if wants_lanes(op, lanes, work.profile):
            in_lanes(work, op, lanes)
            return
        if rows_together(op, lanes, work.profile) > 1:
            rows_at_once(work, op, lanes)
            return
        if wants_rows(op, work.profile):
            _improve_inside(work, in_rows(work, op, min(16, work.profile.window_vectors * lanes)))
            return
        improve_middle(work, cut_at_border(work, op))
        return
    if isinstance(op, ReduceOp) and is_window(op, work.profile):
        return
    if isinstance(op, ReduceOp) and wants_accumulators(op, lanes, work.profile):
        # A row of hidden length may be a short one, and pays for each vector of accumulators that it has.
        vectors = 1 if isinstance(op.parent_op(), UnpackOp) else work.profile.accumulators
        main, rest = made(work.apply(reduce_peel.bind(n=lanes * vectors), op), ReduceOp)
        accumulated(work, main, lanes, vectors)
        if vectors > 1 and differs_in_length(rest):
            accumulated(work, made(work.apply(reduce_peel.bind(n=lanes), rest), ReduceOp)[0], lanes, 1)
        return
    if isinstance(op, ReduceOp) and wants_candidates(op, lanes, work.profile):
        by_blocks(work, numbered(work, op), lanes)
        return
    if isinstance(op, ReduceOp) and wants_several(op, work.profile):
        several_at_a_time(work, op)
        return
    _improve_inside(work, op)


def improve_middle(work: Rewriting, op: MapOp) -> None:
    """Vectors for a map that was cut at its border, if it has one."""
    lanes = lanes_of(op, work.profile)
    if _wants_vectors(op, lanes):
        in_vectors(work, op, lanes)
    elif _changes_what_it_reads(op) and lanes > 1 and not is_short(op, 2 * lanes) and _has_lanes(op, lanes):
        in_lanes(work, op, lanes)
    else:
        _improve_inside(work, op)


def _improve_inside(work: Rewriting, op: BodyOp) -> None:
    for one in list(op.block.ops):
        improve(work, one)


# Maps


def cut_at_border(work: Rewriting, op: MapOp) -> MapOp:
    """The middle of a map over windows, where none of them has anything that was added; the map itself, where it has none."""
    whole = work.profile.borders == "off" or has_loops(op, work.profile) or is_short(op, 2)
    border = None if whole else border_of(op)
    done = None if border is None else work.tried(in_parts.bind(a=border[0], b=border[1]), op)
    if done is None:
        return op
    work.parted = True
    return made(done, MapOp)[0]


def wants_rows(op: MapOp, profile: Profile) -> bool:
    """Whether several rows are better computed at a time: their windows overlap, and are unrolled."""
    if profile.blocks == "off" or is_short(op, 2 * profile.window_rows):
        return False
    lines = lines_of(op)
    return not any(has_loops(line, profile) for line in lines) and shares_rows(op, lines, profile.window_rows)


def cut_lines(work: Rewriting, op: MapOp) -> None:
    """Cut the rows at their border that are computed together: what is left of its windows is then simpler for vectors."""
    for rows in [one for one in op.walk() if isinstance(one, MapOp) and wants_rows(one, work.profile)]:
        for line in lines_of(rows):
            cut_at_border(work, line)


def split_windows(work: Rewriting, op: MapOp) -> None:
    """Windows of rows that are computed together are folded row by row, where they are too large to be written out."""
    count = work.profile.window_rows
    for rows in [one for one in op.walk() if isinstance(one, MapOp)]:
        lines = [] if work.profile.blocks == "off" or is_short(rows, 2 * count) else lines_of(rows)
        if shares_rows(rows, lines, count):
            for fold in [one for line in lines for one in line.block.ops if isinstance(one, ReduceOp)]:
                split_window(work, fold)


def wants_lanes(op: MapOp, lanes: int, profile: Profile) -> bool:
    """Whether each lane may have an iteration of a map with loops: it reads memory in order, and so do its neighbours."""
    if lanes < 2 or is_short(op, 2 * lanes) or not has_loops(op, profile):
        return False
    return not _has_lanes_inside(op, lanes, profile) and _has_lanes(op, lanes)


def _has_lanes_inside(op: MapOp, lanes: int, profile: Profile) -> bool:
    """Whether a map gives rows whose elements are better in lanes: they are stored one after the other."""
    rows = [one for one in op.block.ops if isinstance(one, MapOp)] if holds_array(op.yielded.type) else []
    return any(wants_lanes(one, lanes, profile) for one in rows)


def in_lanes(work: Rewriting, op: MapOp, lanes: int) -> None:
    """A map over vectors, and what does not fill one by single iterations."""
    main = made(work.apply(peel.bind(n=lanes), op), MapOp)[0]
    to_lanes(work, main, lanes)


def to_lanes(work: Rewriting, op: MapOp, lanes: int) -> Rewritten:
    """A map over vectors. Of iterations that end by a condition, lanes keep what is used after, and whether they go on."""
    for one in [inside for inside in op.block.ops if isinstance(inside, IterateOp) and _wants_flag(inside)]:
        done = work.tried(iterate_by_flag, one)
        for whole in [] if done is None else made(done, TupleOp)[-1:]:
            for user in [use.operation for use in whole.result.uses]:
                work.tried(get_of_tuple, user)
    return work.apply(map_in_lanes.bind(w=lanes), op)


def _wants_flag(op: IterateOp) -> bool:
    """Whether a condition is asked of more than is used after, by two scalars or more, which change slower where they are kept."""
    condition = op.condition_block
    asked, after = None if condition is None else parts_used(condition.args[0]), parts_used(op.result)
    fewer = asked is not None and after is not None and len(after) + 1 < len(after | asked)
    return fewer and all(map(is_total, op.block.ops))


def wants_columns(op: MapOp, lanes: int, profile: Profile) -> bool:
    """Whether several vectors of iterations are better done at a time, since each folds what it loads itself."""
    if profile.blocks == "off" or is_short(op, 2 * profile.columns * lanes):
        return False
    return folds_own_rows(op) and wants_lanes(op, lanes, profile)


def in_columns(work: Rewriting, op: MapOp, lanes: int) -> tuple[MapOp, MapOp]:
    """A map over blocks of several vectors, and one over what does not fill a block."""
    count = work.profile.columns
    main, rest = made(work.apply(peel.bind(n=count * lanes), op), MapOp)
    vectors = mapped(work.apply(map_in_lanes.bind(w=lanes), main))
    blocks, block = rows_of(work.apply(split_join.bind(n=count), vectors))
    fold = made(work.apply(interchange_map_reduce, folding(work, block)), ReduceOp)[0]
    work.apply(accumulate_apart, fold)
    return blocks, rest


def at_once(op: MapOp, profile: Profile, lanes: int) -> int:
    """How many vectors of iterations are better done at a time: several, where each of them folds folds of what they share."""
    found = inside_of(op, ReduceOp)
    if profile.blocks == "off" or is_short(op, 2 * profile.accumulators * lanes) or found is None:
        return 1
    inside = [one for one in found[0].block.ops if isinstance(one, MapOp | OrderedFold) and not only_rearranges(one)]
    fold = inside[0] if len(inside) == 1 else None
    folds = isinstance(fold, ReduceOp) and not is_window(fold, profile) and not has_loops(fold, profile)
    return profile.accumulators if folds else 1


def several_at_once(work: Rewriting, vectors: MapOp, count: int) -> None:
    """A map over vectors of folds of folds in blocks, which are folded together: what all share is loaded once."""
    work.parted = True
    _, block = rows_of(work.apply(split_join.bind(n=count), vectors))
    fold = made(work.apply(interchange_map_reduce, block), ReduceOp)[0]
    row = producer(fold.yielded)
    assert isinstance(row, MapOp)
    within = next(one for one in row.block.ops if isinstance(one, ReduceOp))
    first = made(work.apply(map_fission, within), MapOp)[0]
    work.apply(accumulate_apart, made(work.apply(interchange_map_reduce, first), ReduceOp)[0])
    copy = work.apply(accumulate_apart, fold).ops[-1]
    parts = copy.results[0].get_user_of_unique_use()
    if isinstance(parts, MapOp):
        work.apply(map_to_seq, parts)


def folds_own_rows(op: MapOp) -> bool:
    """Whether what a map does is to fold what each of its elements has of its own: it waits for memory."""
    fold = only_fold(op)
    if fold is None or not is_scalar(fold.result.type):
        return False
    zipped = made_by(fold.xs, ZipOp)
    return any(depends_on(part, op) for part in ([fold.xs] if zipped is None else zipped.parts))


def in_shares(work: Rewriting, op: MapOp, parts: int) -> tuple[MapOp, MapOp] | None:
    """A map of folds of columns by shares of their rows, and one that adds up what the shares give; None if a fold has no shares.

    Whoever has a share goes through whole rows, several at once, with an accumulator for each column in memory: rows are read
    in order, and so are the accumulators.
    """
    fold, rows = only_fold(op), work.profile.rows
    if fold is None or is_short(fold, 2 * rows):
        return None
    done = work.tried(reduce_in_shares.bind(m=parts, n=rows), fold)
    if done is None:
        return None
    first, whole = made(work.apply(map_fission, made(done, MapOp)[0]), MapOp)
    shares = mapped(work.apply(interchange_rows, first))
    columns = inner(shares, MapOp)
    work.apply(reduce_split.bind(n=rows), inner(columns, ReduceOp))
    done = work.apply(interchange_map_reduce, columns)
    # What accumulators begin with is stored in order by whoever has the share; where that is no constant, it is copied there.
    for constants in made(done, GenerateOp)[:1]:
        work.apply(stage.bind(space="global"), constants)
    return shares, whole


def _wants_vectors(op: MapOp, lanes: int) -> bool:
    """Whether a map of scalar code is one that no compiler does for several lanes by itself.

    It calls functions, goes over parts that lie in different places, such as what such a map has given, and what its rest has,
    or stores past the caches.
    """
    functions = any(one.name.startswith("math.") for one in op.block.ops)
    wanted = functions or made_by(op.xs, ConcatOp) or goes_past_caches(op)
    if lanes < 2 or is_short(op, 2 * lanes) or not wanted:
        return False
    return is_scalar_code(op) and all(stride in (ZERO, ONE) for stride in strides_along(op))


def _changes_what_it_reads(op: MapOp) -> bool:
    """Whether a map is in iterations of the host: both states are in one buffer, and compilers do not see that they are apart."""
    return any(isinstance(outer, IterateOp) and isinstance(outer.parent_op(), DefOp) for outer in ops_around(op.parent))


def _has_lanes(op: MapOp, lanes: int) -> bool:
    """Whether each lane may have an iteration of a map without loops, which reads memory in order."""
    strides = strides_along(op)
    return ONE in strides and all(stride in (ZERO, ONE) for stride in strides) and has_lanes(op, lanes)


def goes_past_caches(op: MapOp) -> bool:
    """Whether the elements that a map gives are stored past the caches."""
    store = op.yielded.owner
    return isinstance(store, ToGlobalOp) and store.past_caches is not None


def in_vectors(work: Rewriting, op: MapOp, lanes: int) -> None:
    work.parted |= made_by(op.xs, ConcatOp) is not None
    main = made(work.apply(peel.bind(n=lanes), op), MapOp)[0]
    work.tried(vectorise_map.bind(w=lanes), main)


def is_scalar_code(pattern: BodyOp) -> bool:
    """Whether the region of a pattern computes with scalars only, and looks nothing up."""
    kinds = (GetOp, TupleOp, NatOp, ToGlobalOp)
    return all(is_scalar_op(op) or isinstance(op, kinds) or op is pattern.block.last_op for op in pattern.block.ops)


# Folds


def wants_accumulators(op: ReduceOp, lanes: int, profile: Profile) -> bool:
    """Whether a fold may have vectors of accumulators: of scalars in any order, that lie side by side."""
    if lanes < 2 or is_short(op, 2 * lanes * profile.accumulators) or not all(map(is_scalar, scalars_in(op.init.type))):
        return False
    strides = strides_along(op)
    if ONE not in strides or any(stride not in (ZERO, ONE) for stride in strides):
        return False
    return is_scalar_code(op) and in_any_order(op) is not None


def _vectors_of(fold: ReduceOp, profile: Profile) -> int:
    """Vectors that each scalar of the accumulator has: some registers are left for what is folded."""
    room = (profile.registers - 4) // sum(1 for _ in scalars_in(fold.init.type))
    return next((count for count in (profile.accumulators, profile.accumulators // 2) if 1 <= count <= room), 1)


def accumulated(work: Rewriting, fold: ReduceOp, lanes: int, most: int) -> None:
    """A fold, whose length is a multiple of that, with vectors of accumulators, which are put together at the end."""
    work.parted |= isinstance(fold.init.type, TupleType)
    vectors = min(most, _vectors_of(fold, work.profile))
    rows, total = made(work.apply(reduce_lanes.bind(n=lanes * vectors), fold), ReduceOp)
    _in_registers(work, rows, lanes)
    _added_up(work, total, lanes, vectors)


def _added_up(work: Rewriting, total: ReduceOp, lanes: int, vectors: int) -> None:
    """The fold of so many vectors of accumulators."""
    if vectors > 1:
        accumulated(work, total, lanes, 1)
    else:
        work.tried(reduce_in_vectors.bind(w=lanes), total)


def _in_registers(work: Rewriting, rows: ReduceOp, lanes: int) -> None:
    """A fold of rows whose accumulators are vectors."""
    work.apply(vectorise_map.bind(w=lanes), producer(rows.yielded))
    work.apply(accumulate_apart, made(work.apply(vector_accumulator, rows), ReduceOp)[0])


def wants_candidates(op: ReduceOp, lanes: int, profile: Profile) -> bool:
    """Whether a fold that keeps the best of tuples may have a candidate in each lane: of scalars that lie side by side."""
    if lanes < 2 or is_short(op, 2 * lanes * profile.accumulators) or keeps_best(op) is None:
        return False
    strides = strides_along(op)
    return ONE in strides and all(stride in (ZERO, ONE) for stride in strides) and is_scalar_code(op)


def numbered(work: Rewriting, op: ReduceOp) -> ReduceOp:
    """A fold that keeps the best of tuples, and where that is in a part that says what came first."""
    done = work.tried(reduce_of_generate, op)
    fold = op if done is None else made(done, ReduceOp)[0]
    if has_order(fold, BLOCK):
        return fold
    work.parted = True
    return made(work.apply(best_with_position, fold), ReduceOp)[0]


def by_blocks(work: Rewriting, op: ReduceOp, lanes: int) -> None:
    """A fold with vectors of candidates, in blocks that are short enough for positions to be compared."""
    step = lanes * work.profile.accumulators
    blocks = made(work.apply(reduce_by_blocks.bind(c=BLOCK // step, n=step), op), ReduceOp)[0]
    candidates(work, next(one for one in blocks.block.ops if isinstance(one, ReduceOp)), lanes)


def candidates(work: Rewriting, fold: ReduceOp, lanes: int) -> None:
    """A fold of a block with vectors of candidates."""
    work.parted = True
    done = work.apply(best_in_lanes.bind(n=lanes * _vectors_of(fold, work.profile), w=lanes), fold)
    for rows in made(done, ReduceOp)[:-1]:
        _in_registers(work, rows, lanes)


# Several rows or columns at a time


def _shared(fold: ReduceOp, op: MapOp) -> bool:
    """Whether a fold inside of a map goes over something that is the same for all elements of the map, beside its own."""
    zipped = made_by(fold.xs, ZipOp)
    parts = [] if zipped is None else [depends_on(part, op) for part in zipped.parts]
    return any(parts) and not all(parts)


def _fold_of_rows(op: MapOp, lanes: int, profile: Profile) -> ReduceOp | None:
    """The fold of a map over rows of one length that is better done for several of them at once: they share what it loads."""
    if not isinstance(op.xs.type, ArrayType) or op.xs.type.dependent or is_short(op, 2 * profile.rows):
        return None
    folds = [one for one in op.block.ops if isinstance(one, MapOp | OrderedFold) and not only_rearranges(one)]
    fold = folds[0] if len(folds) == 1 else None
    if not isinstance(fold, ReduceOp) or not _shared(fold, op) or mentions(op.block.ops, op.position_name):
        return None
    return fold if wants_accumulators(fold, lanes, profile) else None


def rows_together(op: MapOp, lanes: int, profile: Profile) -> int:
    """How many rows of a map are better folded at once."""
    wanted = profile.blocks == "on" and _fold_of_rows(op, lanes, profile) is not None
    return profile.rows if wanted else 1


def rows_at_once(work: Rewriting, op: MapOp, lanes: int) -> None:
    """A map of folds in blocks of rows, each row with its accumulators; rows that fill no block one by one."""
    count, width = work.profile.rows, work.profile.row_vectors * lanes
    main, rest = made(work.apply(peel.bind(n=count), op), MapOp)
    _, block = rows_of(work.apply(split_join.bind(n=count), main))
    fold = next(one for one in block.block.ops if isinstance(one, ReduceOp))
    long = made(work.apply(reduce_peel.bind(n=width), fold), ReduceOp)[0]
    chunks, total = made(work.apply(reduce_lanes.bind(n=width), long), ReduceOp)
    if work.tried(split_of_zip, producer(chunks.xs)) is not None:
        chunks = made(work.apply(reduce_of_map, chunks), ReduceOp)[0]
    work.apply(vectorise_map.bind(w=lanes), producer(chunks.yielded))
    scalars = made(work.apply(vector_accumulator, chunks), AsScalarOp)[0]
    _added_up(work, total, lanes, work.profile.row_vectors)
    done = work.apply(map_fission, scalars)
    folded = made(work.apply(interchange_map_reduce, made(done, MapOp)[0]), ReduceOp)[0]
    work.apply(accumulate_apart, folded)
    _improve_inside(work, rest)
