"""Normal forms of a function, each one step of a script: `tidy` makes it smaller, `fuse` puts maps into what uses them,
`inline` and `insert_packs` leave no calls and no lengths without a name.

What a rule may do, `fuse` wants only where nothing is computed more often than before, and no row is computed inside of
a pattern that needs it there as a whole: it is better stored once than by every work item.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from xdsl.context import Context
from xdsl.ir import BlockArgument, Operation, SSAValue
from xdsl.pattern_rewriter import GreedyRewritePatternApplier, PatternRewriteWalker, RewritePattern
from xdsl.transforms.dead_code_elimination import region_dce

from ...dialects.lift.access import GatherOp, ScatterOp, SliceOp
from ...dialects.lift.algorithmic import FilterOp, GenerateOp, MapOp, OrderedFold
from ...dialects.lift.body import BodyOp
from ...dialects.lift.layout import JoinOp, PartitionOp, SplitOp, TransposeOp
from ...dialects.lift.operation import LiftOp
from ...dialects.lift.profile import profile_of
from ...dialects.lift.scope import scope_at
from ...dialects.lift.search import SearchOp
from ...dialects.lift.tuples import ZipOp
from ...dialects.lift.types import array_length, holds_array
from ...dialects.loader import lift_context
from ...dialects.nat.expr import compare
from ..inline import inline_calls
from ..insert_packs import open_lengths
from ..rules.filter_folds import length_of_filter, reduce_of_filter, reduce_of_filter_in_order, reduces_of_filter
from ..rules.filters import filter_of_filter, filter_of_map, map_of_filter, unpack_of_filter
from ..rules.fusion import map_of_generate, map_of_map, reduce_of_map, scan_of_map, search_of_map, takes_maps
from ..rules.groups import group_to_rows
from ..rules.joined_folds import reduces_of_array
from ..rules.movement import (
    gather_of_map,
    join_of_maps,
    partition_of_map,
    scatter_of_map,
    slice_of_map,
    split_of_map,
    transpose_of_maps,
    zip_of_map,
)
from ..rules.regions import only_rearranges, sole_producer
from ..rules.rule import Rule
from ..rules.staging import hoist
from ..rules.tuples import TUPLES
from ..rules.windows import INWARDS
from .canonical import Canonicalised, takes_only
from .combinators import Wanted, chosen, unrecorded, when
from .derivation import Derivation
from .step import Step


def tidy(derivation: Derivation) -> list[Step]:
    """What undoes each other goes, and so does what nothing needs: `canonicalize`; a part is taken as early as can be.

    What rearranges an array and is free of the region that it stands in stands before that.
    """
    told = derivation.places.update
    patterns: list[RewritePattern] = [Canonicalised(told), *unrecorded([*map(when, INWARDS), OUTWARDS], told)]
    rules = GreedyRewritePatternApplier(patterns, ctx=_context(), folding_enabled=True)
    PatternRewriteWalker(rules, post_walk_func=region_dce).rewrite_region(derivation.function.body)
    derivation.changed()
    return [derivation.done(Step("tidy"))]


def _gives_array(op: Operation) -> bool:
    """Whether an op rearranges an array, and does not read a scalar of it: a scalar is read where it is used."""
    return only_rearranges(op) and len(op.results) == 1 and holds_array(op.results[0].type)


OUTWARDS: Final = when(hoist, _gives_array)
"""A constant or a number stays where it is used, and so does an element."""


def inline(derivation: Derivation) -> list[Step]:
    """The functions of the language that a function calls are put into it: `lift-inline`."""
    inline_calls(derivation.function, set())
    derivation.changed()
    return [derivation.done(Step("inline"))]


def insert_packs(derivation: Derivation) -> list[Step]:
    """Every hidden length is opened by an unpack, and hidden again by a pack: `lift-insert-packs`."""
    open_lengths(derivation.function)
    derivation.changed()
    return [derivation.done(Step("insert_packs"))]


def front(derivation: Derivation) -> list[Step]:
    """What every program goes through before a strategy maps it."""
    return [step for form in (inline, tidy, fuse, tidy, insert_packs) for step in form(derivation)]


@cache
def _context() -> Context:
    """What folding makes constants with."""
    return lift_context()


def fuse(derivation: Derivation) -> list[Step]:
    """Each map goes into the pattern that uses its elements, moved through layout ops where that brings it there."""
    if profile_of(derivation.function).fusion == "off":
        return []
    rules = GreedyRewritePatternApplier(unrecorded(FUSE, derivation.places.update))
    PatternRewriteWalker(rules, post_walk_func=region_dce).rewrite_region(derivation.function.body)
    derivation.changed()
    return [derivation.done(Step("fuse"))]


# Where a map is wanted

PASSED: Final = (SplitOp, JoinOp, PartitionOp, TransposeOp, SliceOp, GatherOp, ScatterOp, ZipOp)
"""Layout ops that a map can be moved through."""


def streamed(value: SSAValue) -> bool:
    """Whether the one use of a value, seen through layout ops, is a pattern that takes its elements one by one."""
    block = value.owner if isinstance(value, BlockArgument) else value.owner.parent
    user = value.get_user_of_unique_use()
    if user is None or user.parent is not block:
        return False
    if isinstance(user, PASSED):
        return streamed(user.result)
    return takes_maps(user) and user.operands[0] is value


def needs_memory(value: SSAValue, pattern: BodyOp) -> bool:
    """Whether a value inside a region has an array in it that is computed there."""
    owner = value.owner
    if not holds_array(value.type) or not isinstance(owner, Operation) or not pattern.is_ancestor(owner):
        return False
    if not only_rearranges(owner):
        return True
    return any(needs_memory(operand, pattern) for inner in owner.walk() for operand in inner.operands)


def worthwhile(producer: BodyOp, element: SSAValue) -> bool:
    """Whether what the producer computes for an element is not needed as a whole array where the element is used."""
    result = producer.yielded
    if not needs_memory(result, producer):
        return True
    return streamed(element) and isinstance(result.owner, MapOp) and result.has_one_use()


def map_into(op: MapOp | OrderedFold | SearchOp) -> MapOp | None:
    """The map that can be put into an op, and is computed for it alone."""
    return sole_producer(op.operands[0], op, MapOp) if takes_maps(op) else None


def _takes_elements(op: Operation) -> bool:
    """Whether a map is better inside of the pattern that uses it."""
    producer = map_into(op) if isinstance(op, MapOp | OrderedFold | SearchOp) else None
    return producer is not None and isinstance(op, BodyOp) and worthwhile(producer, op.block.args[-1])


def _is_first(op: Operation) -> bool:
    """Whether a map is not better put into the next one first, since it is small beside its producer.

    So a long chain is put together in balance, and no region is copied as often as the chain is long.
    """
    producer = map_into(op) if isinstance(op, MapOp) else None
    use = op.results[0].get_user_of_unique_use()
    if producer is None or not isinstance(op, MapOp) or not isinstance(use, MapOp):
        return True
    return 2 * len(op.block.ops) > len(producer.block.ops) or map_into(use) is not op or not _takes_elements(use)


def _takes_generated(op: Operation) -> bool:
    producer = sole_producer(op.operands[0], op, GenerateOp)
    return producer is not None and isinstance(op, MapOp) and worthwhile(producer, op.block.args[0])


def _takes_filtered(op: Operation) -> bool:
    """Whether a filter of mapped elements does not need a row that is computed as a whole."""
    producer = sole_producer(op.operands[0], op, MapOp)
    if producer is None or not isinstance(op, FilterOp):
        return False
    if not needs_memory(producer.yielded, producer):
        return True
    return op.kept_value is not None and worthwhile(producer, op.block.args[0])


def _is_moved(op: Operation) -> bool:
    """Whether a map before a layout op is worth moving after it: it computes something, and what uses it is there."""
    pattern = sole_producer(op.operands[0], op, MapOp)
    return pattern is not None and not only_rearranges(pattern) and isinstance(op, LiftOp) and streamed(op.result)


def _is_not_longer(op: Operation) -> bool:
    """Whether a gather has no more elements than the array."""
    size, length = array_length(op.results[0].type), array_length(op.operands[0].type)
    return size is not None and length is not None and scope_at(op).holds(compare(size, "le", length))


def _zipped(op: Operation) -> Rule[ZipOp] | None:
    """The rule for the first operand of a zip that is a map worth moving."""
    if isinstance(op, ZipOp) and streamed(op.result):
        for i, part in enumerate(op.parts):
            pattern = sole_producer(part, op, MapOp)
            if pattern is not None and not only_rearranges(pattern) and not needs_memory(pattern.yielded, pattern):
                return zip_of_map.bind(i=i)
    return None


FUSE: Final[tuple[Wanted, ...]] = (
    when(group_to_rows),
    when(map_of_map, _takes_elements, _is_first),
    when(reduce_of_map, _takes_elements),
    when(scan_of_map, _takes_elements),
    when(search_of_map, _takes_elements),
    when(map_of_generate, _takes_generated),
    when(unpack_of_filter, takes_only(FilterOp)),
    when(filter_of_map, _takes_filtered),
    when(map_of_filter, takes_only(FilterOp)),
    when(filter_of_filter, takes_only(FilterOp)),
    when(reduces_of_array),
    when(length_of_filter),
    when(reduces_of_filter),
    when(reduce_of_filter, takes_only(FilterOp)),
    when(reduce_of_filter_in_order, takes_only(FilterOp)),
    *(when(one, _is_moved) for one in (split_of_map, partition_of_map, join_of_maps, transpose_of_maps, slice_of_map)),
    when(gather_of_map, _is_moved, _is_not_longer),
    when(scatter_of_map, _is_moved),
    chosen(ZipOp, _zipped),
    *map(when, TUPLES),
)
"""Tuples that were taken apart again would hide that a map is next to its use."""
