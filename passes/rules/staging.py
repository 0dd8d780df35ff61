"""Rules that say where something is kept, and how a kernel is run: copies in other memory, accumulators apart, launches.

A copy of `%x` is `%x_copy`, a map for each dimension, so that steps after it say who copies: those inside are `%x_copy_row` and
`%x_copy_cell`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from ...analysis.execution import function_around
from ...dialects.lift.algorithmic import FoldLike, GenerateOp, MapLike, MapOp, ReduceOp
from ...dialects.lift.attributes import LaunchAttr, free_binder
from ...dialects.lift.body import BodyOp, ops_around
from ...dialects.lift.functions import DefOp
from ...dialects.lift.operation import UNTYPED, LiftOp
from ...dialects.lift.renaming import names_bound_in
from ...dialects.lift.scope import scope_at
from ...dialects.lift.types import ArrayType, array_length, holds_array
from ...dialects.nat.expr import compare, floordiv, maximum
from ...dialects.nat.ring import Nat, const
from ...dialects.ocl.memory import ToGlobalOp, ToLocalOp, ToPrivateOp, ToSpaceOp
from ...dialects.ocl.patterns import MapSeqOp, ParallelMap, ReduceSeqOp, enclosing_maps
from ...dialects.ocl.vectors import AsScalarOp, AsVectorOp, MapVecOp
from .mapping import gives_scalars
from .parameters import optional_size, size, width, word
from .regions import applied, block_like, end_with, mentions, only_rearranges
from .rule import Chain, Refusal, Replacement, Rule, rule

_SPACES: Final[dict[str, type[ToSpaceOp]]] = {"private": ToPrivateOp, "local": ToLocalOp, "global": ToGlobalOp}

NOT_A_NUMBER: Final = Refusal("private memory has a size that is a number, and a length is none")


SAID: Final = Refusal("it says where it is kept already, or is the part of a vector")


def is_kept(op: LiftOp) -> bool:
    """Whether it is said where the result of an op is kept: that must stay the op that computes it."""
    return any(isinstance(use.operation, ToSpaceOp) for use in op.result.uses)


_INSIDE: Final = ("", "_row", "_cell")
"""What the maps of a copy are called, from the outside."""


def _lengths(type_: Attribute, *, differ: bool = False) -> list[Nat] | None:
    """The length of each dimension of an array; None where one is hidden, or rows differ in length and may not."""
    lengths: list[Nat] = []
    while isinstance(type_, ArrayType):
        if type_.dependent and not differ:
            return None
        lengths.append(type_.length.data)
        type_ = type_.element
    return None if holds_array(type_) else lengths


# Copies


@rule(LiftOp, space=word("the memory", "private", "local", "global"))
def stage(op: LiftOp, space: str) -> Replacement:
    """`xs = copy(xs)`, in private, local or global memory, and `x = to_private(x)` for a scalar that is computed.

    Rows may have different lengths where the copy is global, and lengths are numbers where it is private. The copy is a map for
    each dimension.
    """
    lengths, store = _lengths(op.result.type, differ=space == "global"), _SPACES[space]
    if lengths is None:
        return Refusal("a length is hidden, or rows have different lengths")
    if space == "private" and any(length.constant is None for length in lengths):
        return NOT_A_NUMBER
    if isinstance(op, ToSpaceOp) or any(isinstance(around, MapVecOp) for around in ops_around(op.parent)):
        return SAID
    if is_kept(op):
        return SAID
    original = op.clone()
    name = op.result.name_hint or "x"
    original.result.name_hint = name
    return Chain.of(original, _copy(original.result, len(lengths), store, f"{name}_copy", positions=_positions(op)))


@rule(BodyOp, space=word("the memory", "private", "local", "global"))
def stage_element(op: BodyOp, space: str) -> Replacement:
    """`map(f, xs) = map(x -> f(copy(x)), xs)`, in private, local or global memory, where x is an array; so for a reduce.

    Its rows are as for `stage`. The copy is `%c_copy` for a map `%c`, so that steps after it say who copies.
    """
    if not isinstance(op, MapOp | ReduceOp):
        return None
    element = op.block.args[-1]
    lengths = _lengths(element.type)
    if not lengths:
        return None if lengths is not None else Refusal("a length is hidden, or rows have different lengths")
    if space == "private" and any(length.constant is None for length in lengths):
        return NOT_A_NUMBER
    block = block_like(op.block.args)
    name = f"{op.result.name_hint or ('map' if isinstance(op, MapOp) else 'reduce')}_copy"
    copy = _copy(block.args[-1], len(lengths), _SPACES[space], name)
    end_with(block, Chain.of(copy), applied(op, [*block.args[:-1], copy.result]))
    if isinstance(op, MapOp):
        staged: MapOp | ReduceOp = MapOp(op.xs, Region(block), op.position_name, result_type=UNTYPED)
    else:
        staged = ReduceOp(op.xs, op.init, Region(block), op.position_name, result_type=UNTYPED)
        staged.properties.update({word: said for word, said in op.properties.items() if word not in staged.properties})
    staged.result.name_hint = op.result.name_hint
    return staged


@rule(LiftOp, space=word("the memory", "private", "local", "global"), w=width("lanes of a vector"))
def stage_vectors(op: LiftOp, space: str, w: int) -> Replacement:
    """`xs = map(row -> as_scalar(copy(as_vector(w, row))), xs)`, in private, local or global memory, where w divides rows.

    So for an array of scalars, and as `stage` for the rest: a vector is loaded and stored at once.
    """
    lengths = _lengths(op.result.type)
    if not lengths:
        return None if lengths is not None else Refusal("a length is hidden, or rows have different lengths")
    if space == "private" and any(length.constant is None for length in lengths):
        return NOT_A_NUMBER
    if is_kept(op):
        return SAID
    original = op.clone()
    name = op.result.name_hint or "x"
    original.result.name_hint = name
    return Chain.of(original, *_copy_vectors(original.result, len(lengths), _SPACES[space], w, f"{name}_copy"))


def _copy_vectors(
    xs: SSAValue, dimensions: int, store: type[ToSpaceOp], w: int, name: str, depth: int = 0
) -> list[LiftOp]:
    """A copy of an array, vectors of which are stored: the last of these ops."""
    block = Block(arg_types=[UNTYPED])
    if dimensions > 1:
        block.args[0].name_hint = "row"
        end_with(block, Chain.of(*_copy_vectors(block.args[0], dimensions - 1, store, w, name, depth + 1)))
        copy = MapOp(xs, Region(block), result_type=UNTYPED)
        copy.result.name_hint = name + _INSIDE[min(depth, 2)]
        return [copy]
    vectors = AsVectorOp(w, xs, result_type=UNTYPED)
    block.args[0].name_hint, vectors.result.name_hint = "vector", "as_vector"
    end_with(block, Chain.of(store(block.args[0], result_type=UNTYPED)))
    copy = MapOp(vectors, Region(block), result_type=UNTYPED)
    copy.result.name_hint = name + _INSIDE[min(depth, 2)]
    scalars = AsScalarOp(copy, result_type=UNTYPED)
    scalars.result.name_hint = "as_scalar"
    return [vectors, copy, scalars]


def _positions(op: LiftOp) -> list[str | None]:
    """A name for the position in each dimension of what an op gives, where lengths depend on it."""
    names, type_, taken = list[str | None](), op.result.type, set(names_bound_in(function_around(op)))
    while isinstance(type_, ArrayType):
        names.append(free_binder(type_.binder.data, taken) if type_.dependent else None)
        taken |= {name for name in names if name is not None}
        type_ = type_.element
    return names


def _copy(
    xs: SSAValue,
    dimensions: int,
    store: type[ToSpaceOp],
    name: str,
    depth: int = 0,
    positions: Sequence[str | None] = (),
) -> LiftOp:
    """A copy of an array, each scalar of which is stored."""
    if dimensions == 0:
        copy: LiftOp = store(xs, result_type=UNTYPED)
    else:
        block = Block(arg_types=[UNTYPED])
        block.args[0].name_hint = "row" if dimensions > 1 else "element"
        end_with(block, Chain.of(_copy(block.args[0], dimensions - 1, store, name, depth + 1, positions[1:])))
        copy = MapOp(xs, Region(block), positions[0] if positions else None, result_type=UNTYPED)
    if dimensions > 0 or depth == 0:
        copy.result.name_hint = name + _INSIDE[min(depth, 2)]
    return copy


@rule(ReduceOp)
def accumulate_apart(op: ReduceOp) -> Replacement:
    """`reduce(f, a, xs) = copy(reduce_seq(f, a, xs))`, where the accumulator is an array whose lengths are numbers.

    It is private, and copied out at the end by one work item.
    """
    own = _private(op)
    lengths = _lengths(op.result.type)
    if not isinstance(own, Chain) or not lengths:
        return own
    return Chain.of(*own.ops, _again(own.value, len(lengths), f"{op.result.name_hint or 'reduce'}_copy"))


@rule(ReduceOp)
def accumulate_here(op: ReduceOp) -> Replacement:
    """`reduce(f, a, xs) = to_private(reduce_seq(f, a, xs))`, where the accumulator is an array whose lengths are numbers.

    It stays where it is, for a work item that goes on with it: one that is the accumulator of a fold around is changed in
    its place.
    """
    return _private(op)


def _private(op: ReduceOp) -> Chain | Refusal | None:
    """A fold whose accumulator is private."""
    lengths = _lengths(op.result.type)
    if not lengths:
        return None
    if any(length.constant is None for length in lengths):
        return NOT_A_NUMBER
    fold = ReduceSeqOp(op.xs, op.init, op.body.clone(), op.position_name, result_type=UNTYPED)
    fold.result.name_hint = op.result.name_hint
    own = ToPrivateOp(fold, result_type=UNTYPED)
    own.result.name_hint = f"{op.result.name_hint or 'reduce'}_own"
    return Chain.of(fold, own)


def _again(xs: SSAValue, dimensions: int, name: str, depth: int = 0) -> MapSeqOp:
    """A copy of an array by one work item."""
    block = Block(arg_types=[UNTYPED])
    block.args[0].name_hint = "row" if dimensions > 1 else "element"
    inner = [] if dimensions == 1 else [_again(block.args[0], dimensions - 1, name, depth + 1)]
    end_with(block, Chain(inner, inner[0].result if inner else block.args[0]))
    copy = MapSeqOp(xs, Region(block), result_type=UNTYPED)
    copy.result.name_hint = name + _INSIDE[min(depth, 2)]
    return copy


# Launches


@rule(
    ParallelMap,
    local=size("work items of a group, in each dimension", 1),
    groups=optional_size("work groups, in each dimension"),
)
def launch(op: ParallelMap, local: int, groups: int = 0) -> Replacement:
    """`map_x(f, xs) = map_x launch(local, groups)(f, xs)`, at the outermost map of a kernel, for all of its dimensions.

    Where no number of groups is given, there is a work group for each element of a map over work groups, and as many as there
    are elements for the items of a map over all work items; where there may be none, there is one that does nothing. Where
    maps share elements among the items of a group, it has one in dimensions in which none does, and there is one group in a
    dimension in which they alone do. Lengths of maps inside do not depend on positions then.
    """
    if enclosing_maps(op.parent):
        return Refusal("it is launched together with the map around it")
    counts: dict[int, Nat] = {}
    function = function_around(op)
    known = {*function.nat_names} if isinstance(function, DefOp) else set[str]()
    for inner in op.walk():
        if not isinstance(inner, ParallelMap) or inner.LEVEL == "lcl":
            continue
        count = const(groups) if groups else _group_count(inner, local)
        if count is None:
            return Refusal("a length is hidden")
        if not count.names <= known:
            return Refusal("a length depends on a position, or only run time knows it")
        counts.setdefault(inner.dimension.value.data, count)
    shared = {one.dimension.value.data for one in op.walk() if isinstance(one, ParallelMap) and one.LEVEL != "wrg"}
    counts |= {d: const(1) for d in shared - set(counts)}
    if sorted(counts) != list(range(len(counts))):
        return Refusal(f"there is no map of dimension {next(d for d in range(3) if d not in counts)}")
    copy = op.clone()
    items = [const(1 if shared and d not in shared else local) for d in range(len(counts))]
    copy.launch = LaunchAttr.of(items, [counts[d] for d in range(len(counts))])
    return copy


def _group_count(op: ParallelMap, local: int) -> Nat | None:
    """How many work groups there are for the elements of a map, one at least; None where its length is hidden."""
    length = array_length(op.xs.type)
    if length is None:
        return None
    count = length if op.LEVEL == "wrg" else floordiv(length + (local - 1), local)
    return count if scope_at(op).holds(compare(count, "ge", 1)) else maximum(count, 1)


# What is free of a region


@rule(Operation)
def hoist(op: Operation) -> Replacement:
    """`map(x -> f(x, v), xs) = (v -> map(x -> f(x, v), xs))(v)`, where v rearranges, or is a number, and is free of x.

    So for any pattern, and for a generator of scalars, which is computed where it is read.
    """
    around = op.parent_op()
    if not isinstance(around, MapLike | FoldLike | GenerateOp) or len(op.results) != 1 or not _is_still(op):
        return None
    if not _is_free(op, around):
        return Refusal(f"%{op.results[0].name_hint or '?'} depends on the region that it stands in")
    before = op.clone()
    before.results[0].name_hint = op.results[0].name_hint
    pattern = around.clone()
    inner = list(pattern.block.ops)[list(around.block.ops).index(op)]
    inner.results[0].replace_all_uses_with(before.results[0])
    pattern.block.erase_op(inner)
    return Chain([before, pattern], pattern.results[0], around=around)


def _is_still(op: Operation) -> bool:
    """Whether an op computes nothing, or only where what it gives is read."""
    return only_rearranges(op) or (isinstance(op, GenerateOp) and gives_scalars(op))


def _is_free(op: Operation, around: BodyOp) -> bool:
    """Whether an op uses nothing of the region that it stands in."""
    used = (operand.owner for inner in op.walk() for operand in inner.operands if not op.is_ancestor(operand.owner))
    own = any(
        owner is around.block or (isinstance(owner, Operation) and owner.parent is around.block) for owner in used
    )
    return not own and not mentions([op], around.position_name)


STAGING: tuple[Rule[Any], ...] = (stage, stage_element, stage_vectors, accumulate_apart, accumulate_here, launch, hoist)
