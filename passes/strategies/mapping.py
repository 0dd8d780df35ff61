"""The strategies `cpu`, `gpu` and `rest`: who executes each pattern of a program that does not say so itself.

A core of a CPU wants a long row of work for itself; a GPU has work groups whose items share their memory. `rest` maps what a
script has left, and does nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import gcd
from typing import Final, TypeAlias

from xdsl.dialects.builtin import TupleType
from xdsl.ir import Operation

from ...analysis.execution import function_around, has_parallel, is_top_level, may_become_kernel
from ...dialects.lift.access import AtOp, AtUncheckedOp, SliceOp
from ...dialects.lift.algorithmic import FilterOp, GenerateOp, MapOp, ReduceOp
from ...dialects.lift.existential import UnpackOp
from ...dialects.lift.functions import DefOp
from ...dialects.lift.layout import JoinOp, PartitionOp, SplitOp
from ...dialects.lift.operation import LiftOp
from ...dialects.lift.profile import profile_of
from ...dialects.lift.scope import scope_at
from ...dialects.lift.sort import SortOp
from ...dialects.lift.storage import leaves_of
from ...dialects.lift.tuples import GetOp, UnzipOp, ZipOp
from ...dialects.lift.types import ArrayType, array_length, holds_array
from ...dialects.lift.updates import UpdateLike, UpdateOp
from ...dialects.nat.expr import compare
from ...dialects.profiles import Profile
from ..rules.choices import if_of_maps, if_of_tuple
from ..rules.columns import reduce_columns
from ..rules.filter_chunks import filter_glb_to_filter, filter_in_chunks, join_of_rows
from ..rules.mapping import (
    SEQUENTIAL,
    generate_of_constant,
    generate_to_map,
    gives_scalars,
    is_cheap,
    is_computed_where_read,
    is_constant,
    join_of_few_rows,
    map_of_constant,
    map_to_glb,
    slice_of_mapped,
)
from ..rules.places import generate_of_number, join_of_cheap_rows, unpack_of_generate, unpack_of_scalar
from ..rules.reductions import computed_beside, reduce_in_chunks, reduce_in_groups, reduce_of_rows
from ..rules.regions import only_rearranges, sole_producer
from ..rules.rule import Rule
from ..rules.scans import scan_in_chunks, scan_of_exclusive
from ..rules.searches import search_to_reduce
from ..rules.sorts import sort_by_digits, sort_by_positions, sort_in_merges, sort_of_tuple
from ..rules.staging import stage
from ..rules.updates import map_to_generate, update_in_parts
from .combinators import Strategy, chosen, everywhere, seq, when
from .derivation import Derivation
from .step import Step

# Where rules are wanted


def _computes(op: Operation) -> bool:
    """Whether an op does more than to rearrange."""
    return not only_rearranges(op)


def _is_kernel(op: Operation) -> bool:
    """Whether an op at the top level becomes a kernel once it is parallel: nothing in it is."""
    return may_become_kernel(op) and not has_parallel(op)


def _stores_array(op: Operation) -> bool:
    """Whether a generator gives more than what is computed where it is read."""
    return isinstance(op, GenerateOp) and not gives_scalars(op)


def _is_array_for_all(op: Operation) -> bool:
    """Whether a region gives the same array everywhere, and nothing is stored for it."""
    if not isinstance(op, MapOp | GenerateOp) or not is_constant(op) or not holds_array(op.yielded.type):
        return False
    return all(map(_is_read_where_it_is, op.block.ops))


def _is_read_where_it_is(op: Operation) -> bool:
    if isinstance(op, GenerateOp):
        return all(map(_is_read_where_it_is, op.block.ops))
    return only_rearranges(op) or is_computed_where_read(op)


def _is_cheap_beside(op: Operation) -> bool:
    """Whether an iteration of a reduce does little beside what it does to its accumulator."""
    return isinstance(op, ReduceOp) and all(map(is_cheap, computed_beside(op)))


def _has_few_rows(op: Operation) -> bool:
    """Whether few rows of different lengths are joined at the top level: each may be a kernel of its own."""
    pattern = sole_producer(op.operands[0], op, MapOp)
    if pattern is None or not may_become_kernel(op) or only_rearranges(pattern) or has_parallel(pattern):
        return False
    rows = pattern.xs.type
    count = rows.length.data.constant if isinstance(rows, ArrayType) and rows.dependent else None
    return count is not None and count <= profile_of(op).parts


def _is_costly(op: Operation) -> bool:
    """Whether what a filter evaluates for an element is better evaluated once: many ops, a loop, a function, a look-up."""
    inner = [one for one in op.walk() if one is not op]
    return len(inner) > profile_of(op).cheap_ops or any(
        one.regions or one.name.startswith("math.") or _looks_up(one) for one in inner
    )


def _looks_up(op: Operation) -> bool:
    """Whether an element is read at an index that is computed: it may be anywhere in memory."""
    return isinstance(op, AtUncheckedOp) or (isinstance(op, AtOp) and op.index is None)


def _filter_in(size: int, over: str) -> Callable[[Operation], Rule[FilterOp] | None]:
    def choose(op: Operation) -> Rule[FilterOp] | None:
        rows = "once" if _is_costly(op) else "twice"
        return filter_in_chunks.bind(n=size, over=over, rows=rows) if _is_kernel(op) else None

    return choose


def is_long_update(op: Operation) -> bool:
    """Whether an update may have more elements than there are to update: else copies of these cost more than they give.

    Of a hidden length, it is not known for how many copies there is room.
    """
    function = function_around(op)
    if not isinstance(op, UpdateOp) or not isinstance(function, DefOp):
        return False
    elements, updated = array_length(op.xs.type), array_length(op.init.type)
    if elements is None or updated is None or not elements.names | updated.names <= {*function.nat_names}:
        return False
    return not scope_at(op).holds(compare(elements, "le", updated))


def _is_read_by_update(op: Operation) -> bool:
    """Whether a map in a loop computes what an update there reads, so that it is better computed where it is read."""
    use = next(iter(op.results[0].uses)) if isinstance(op, MapOp) and op.result.has_one_use() else None
    if use is None or not isinstance(use.operation, UpdateLike) or use.operation.parent is not op.parent:
        return False
    return use.index < 2 and not is_top_level(op.parent)


# The strategies


def _rewritten(profile: Profile, over: str) -> Strategy:
    """Patterns that are no more than others."""
    units = profile.compute_units * (profile.parts_a_unit if over == "groups" else profile.group)
    by_digits = sort_by_digits.bind(m=units, r=profile.update_share, over=over)
    return seq(
        everywhere(sort_of_tuple, when(sort_by_positions, _moves_much), by_digits, sort_in_merges),
        everywhere(when(unpack_of_scalar, _accumulates)),
        everywhere(when(if_of_tuple, may_become_kernel), when(if_of_maps, may_become_kernel)),
        everywhere(scan_of_exclusive, search_to_reduce, unpack_of_generate, when(generate_of_number, _has_no_opening)),
    )


def _moves_much(op: Operation) -> bool:
    """Whether a sort is better done by positions: elements are large, or keys are costly."""
    if not isinstance(op, SortOp) or isinstance(op.yielded.type, TupleType):
        return False
    element = op.block.args[0].type
    return holds_array(element) or sum(1 for _ in leaves_of(element)) > 2 or _is_costly(op)


def _accumulates(op: Operation) -> bool:
    """Whether the last that is done where something is opened is to combine it with the accumulator of a fold around it."""
    fold = op.parent_op()
    if not isinstance(op, UnpackOp) or not isinstance(fold, ReduceOp) or not isinstance(op.yielded.owner, Operation):
        return False
    return fold.block.args[0] in op.yielded.owner.operands


def _has_no_opening(op: Operation) -> bool:
    """Whether the length of what an op gives is nowhere opened for it alone: `unpack_of_generate` is better there."""
    return not isinstance(op.results[0].get_user_of_unique_use(), UnpackOp)


def _stored_rows() -> Strategy:
    """Rows of different length that are laid out anew are stored, where they are read as one array: there is no expression
    for the row that one of all elements is in."""
    return everywhere(when(stage.bind(space="global"), _is_read_flat))


def _is_read_flat(op: Operation) -> bool:
    if not isinstance(op, LiftOp) or not only_rearranges(op) or isinstance(op, IN_ORDER):
        return False
    rows = op.results[0].type if len(op.results) == 1 else None
    if not isinstance(rows, ArrayType) or not rows.dependent:
        return False
    return any(isinstance(use.operation, JoinOp) for use in op.results[0].uses)


def _constants() -> Strategy:
    """An array that is the same everywhere is one array."""
    return everywhere(
        when(generate_of_constant, _stores_array, _is_array_for_all), when(map_of_constant, _is_array_of_maps)
    )


def _generators() -> Strategy:
    """A generator of arrays is a map, or one array for all."""
    return seq(_constants(), everywhere(when(generate_to_map, _stores_array)))


def _prepared(profile: Profile, chunk: int, over: str) -> Strategy:
    """What both kinds of devices begin with: generators, rows, and filters in chunks."""
    return seq(
        _stored_rows(),
        everywhere(when(join_of_cheap_rows.bind(over=over), may_become_kernel)),
        _rewritten(profile, over),
        _constants(),
        everywhere(
            when(reduce_of_rows, _is_cheap_beside),
            when(generate_to_map, _stores_array),
            when(join_of_few_rows, _has_few_rows),
        ),
        everywhere(
            chosen(FilterOp, _filter_in(chunk, over)),
            filter_glb_to_filter,
            when(join_of_rows.bind(over=over), may_become_kernel),
        ),
    )


def _is_array_of_maps(op: Operation) -> bool:
    return _computes(op) and _is_array_for_all(op)


def _sequential() -> Strategy:
    """What is left is for one work item."""
    return seq(
        everywhere(when(map_to_generate, _is_read_by_update)),
        everywhere(*(when(rule, _computes) if rule.root is MapOp else rule for rule in SEQUENTIAL)),
        everywhere(slice_of_mapped),
    )


_GLOBAL: Final = when(map_to_glb.bind(d=0), _is_kernel, _computes)


def cpu(profile: Profile) -> Strategy:
    """Even parts for work items that have a core each, with vectors along what lies side by side, and blocks in registers.

    Of a device whose work items are not each a group of its own, nothing of this is known to be good: `plain` then.
    """
    if profile.looping != "alone":
        return plain(profile)
    from .cpu import kernels, unrolled_windows  # with most of the rules

    return seq(
        everywhere(when(reduce_columns, may_become_kernel)),  # turned rows say how memory is read
        _prepared(profile, profile.filter_chunk, "groups"),
        kernels(profile),
        _generators(),
        everywhere(_GLOBAL),
        unrolled_windows(profile),
        _sequential(),
    )


def plain(profile: Profile) -> Strategy:
    """Long chunks of folds, and the outermost maps for all work items; all else is done by one."""
    return seq(
        _prepared(profile, profile.filter_chunk, "groups"),
        everywhere(
            when(reduce_in_chunks.bind(n=profile.chunk), _is_kernel),
            when(scan_in_chunks.bind(n=profile.chunk), _is_kernel),
            when(
                update_in_parts.bind(m=profile.parts_a_unit * profile.compute_units, r=profile.update_share),
                _is_kernel,
                is_long_update,
            ),
        ),
        everywhere(_GLOBAL),
        _sequential(),
    )


def gpu(profile: Profile) -> Strategy:
    """Neighbouring work items have neighbouring elements; tiles in local memory, and blocks in registers, for what is used again."""
    from .gpu import kernels, nests  # with most of the rules

    profile = profile.with_groups_of(profile.largest_group)
    return seq(
        _prepared(profile, profile.group_filter_chunk, "items"),
        kernels(profile),
        everywhere(
            when(reduce_in_groups.bind(n=profile.group_chunk, p=_piece(profile)), _is_kernel),
            when(scan_in_chunks.bind(n=profile.group_chunk), _is_kernel),
            when(
                update_in_parts.bind(m=profile.group * profile.compute_units, r=profile.update_share),
                _is_kernel,
                is_long_update,
            ),
        ),
        _generators(),
        nests(profile),
        everywhere(_GLOBAL),
        _sequential(),
    )


def _piece(profile: Profile) -> int:
    """How much of a chunk is for one work item; it divides the chunk."""
    return gcd(profile.group_chunk, profile.piece)


def rest(profile: Profile) -> Strategy:
    """What a script has left: the outermost maps for all work items where nothing is parallel yet, all else for one.

    A generator of arrays is a map, or one array for all, as nothing else can be made of it.
    """

    def run(derivation: Derivation) -> list[Step]:
        arrays = seq(_stored_rows(), _rewritten(profile, "groups"), _generators())(derivation)
        maps = [] if has_parallel(derivation.function) else everywhere(_GLOBAL)(derivation)
        return [*arrays, *maps, *_sequential()(derivation)]

    return run


IN_ORDER: Final = (GetOp, PartitionOp, SliceOp, SplitOp, UnzipOp, ZipOp)
"""Ops that leave elements of rows in the order in which they are."""

MappingStrategy: TypeAlias = Callable[[Profile], Strategy]
"""A strategy that maps a function, for a device with a profile."""

MAPPINGS: Final[Mapping[str, MappingStrategy]] = {"cpu": cpu, "gpu": gpu, "plain": plain, "rest": rest}
"""The strategies of `lift-to-ocl`, by name."""
