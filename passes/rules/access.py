"""Rules for gather, scatter, slice and concat: indices are put together, and what is not read is left out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from xdsl.ir import Operation, SSAValue

from ...dialects.lift.access import ConcatOp, GatherOp, ScatterOp, SliceOp
from ...dialects.lift.attributes import IndexFunctionAttr
from ...dialects.lift.layout import PadOp
from ...dialects.lift.operation import UNTYPED
from ...dialects.lift.scope import Index, Scope, scope_at
from ...dialects.lift.types import array_length
from ...dialects.nat.expr import compare, var
from ...dialects.nat.ring import Nat, const
from .parameters import Parameter
from .rule import HIDDEN, Refusal, Replacement, made_by, rule, unless


def part_around(start: Nat, size: Nat, parts: Sequence[SSAValue], scope: Scope) -> tuple[SSAValue, Nat] | None:
    """The one of some arrays in a row that has all of `size` elements from `start` on, and where it begins."""
    for part, begin, end in _extents(parts):
        if scope.holds(compare(begin, "le", start)) and scope.holds(compare(start + size, "le", end)):
            return part, begin
    return None


def _extents(parts: Sequence[SSAValue]) -> Iterator[tuple[SSAValue, Nat, Nat]]:
    """Where each of some arrays in a row begins and ends; up to the first of hidden length."""
    begin = const(0)
    for part in parts:
        length = array_length(part.type)
        if length is None:
            return
        yield part, begin, begin + length
        begin += length


def function_of(image: Callable[[Nat], Nat], like: IndexFunctionAttr) -> IndexFunctionAttr:
    """The function with these images, printed with the binder of another. No program can write the name `'`."""
    return IndexFunctionAttr(IndexFunctionAttr.of("'", image(var("'"))).body, like.binder)


def read_through(op: Operation, xs: SSAValue, function: IndexFunctionAttr, size: Nat) -> GatherOp:
    """The gather of so many elements in the place of an op; the size is left out where it is that of the array."""
    scope = scope_at(op)
    i = scope.fresh("i")
    index = scope.inner(Index(i, size)).simplify(function(var(i)))
    simple = IndexFunctionAttr(IndexFunctionAttr.of(i, index).body, function.binder)
    return GatherOp(xs, simple, None if array_length(xs.type) is size else size, result_type=UNTYPED)


# slice


@rule(SliceOp)
def slice_of_all(op: SliceOp) -> Replacement:
    """`slice(0, n, xs) = xs`, where n is the length of xs."""
    length = array_length(op.xs.type)
    if length is None:
        return HIDDEN
    return unless(scope_at(op), compare(op.start.data, "eq", 0), compare(op.size.data, "eq", length)) or op.xs


@rule(SliceOp)
def slice_of_slice(op: SliceOp) -> Replacement:
    """`slice(a, m, slice(b, k, xs)) = slice(a + b, m, xs)`"""
    inner = made_by(op.xs, SliceOp)
    return inner and SliceOp(inner.xs, op.start.data + inner.start.data, op.size.data, result_type=UNTYPED)


@rule(SliceOp)
def slice_of_gather(op: SliceOp) -> Replacement:
    """`slice(a, m, gather(f, xs)) = gather(i -> f(a + i), xs)`, of m elements."""
    gather = made_by(op.xs, GatherOp)
    if gather is None:
        return None
    start, function = op.start.data, gather.function
    return read_through(op, gather.xs, function_of(lambda i: function(start + i), function), op.size.data)


@rule(SliceOp)
def slice_of_concat(op: SliceOp) -> Replacement:
    """`slice(a, m, concat(.., x, ..)) = slice(a - b, m, x)`, where x begins at b and has all m elements."""
    concat = made_by(op.xs, ConcatOp)
    found = concat and part_around(op.start.data, op.size.data, concat.parts, scope_at(op))
    return found and SliceOp(found[0], op.start.data - found[1], op.size.data, result_type=UNTYPED)


@rule(SliceOp)
def slice_of_pad(op: SliceOp) -> Replacement:
    """`slice(a, m, pad(l, r, xs)) = slice(a - l, m, xs)`, where nothing that was added is in it."""
    pad = made_by(op.xs, PadOp)
    length = None if pad is None else array_length(pad.xs.type)
    if pad is None or length is None:
        return pad and HIDDEN
    start, left = op.start.data, pad.left.data
    inside = compare(left, "le", start), compare(start + op.size.data, "le", left + length)
    return unless(scope_at(op), *inside) or SliceOp(pad.xs, start - left, op.size.data, result_type=UNTYPED)


# gather and scatter


@rule(GatherOp)
def gather_by_identity(op: GatherOp) -> Replacement:
    """`gather(i -> i, xs) = xs`, of all elements."""
    size, length = array_length(op.result.type), array_length(op.xs.type)
    if size is None or length is None:
        return HIDDEN
    refusal = unless(scope_at(op), compare(size, "eq", length))
    return refusal or (op.xs if _is_identity(op.function, length, scope_at(op)) else None)


@rule(ScatterOp)
def scatter_by_identity(op: ScatterOp) -> Replacement:
    """`scatter(i -> i, xs) = xs`"""
    length = array_length(op.xs.type)
    if length is None:
        return HIDDEN
    return op.xs if _is_identity(op.function, length, scope_at(op)) else None


def _is_identity(function: IndexFunctionAttr, length: Nat, scope: Scope) -> bool:
    i = scope.fresh("i")
    return scope.inner(Index(i, length)).equal(function(var(i)), var(i))


@rule(GatherOp)
def gather_in_a_row(op: GatherOp) -> Replacement:
    """`gather(i -> a + i, xs) = slice(a, m, xs)`, of m elements."""
    size, scope = array_length(op.result.type), scope_at(op)
    i = scope.fresh("i")
    start = op.function(var(i)) - var(i)
    if size is None or i in start.names:
        return None
    return SliceOp(op.xs, start, size, result_type=UNTYPED)


@rule(GatherOp)
def gather_of_gather(op: GatherOp) -> Replacement:
    """`gather(f, gather(g, xs)) = gather(i -> g(f(i)), xs)`"""
    inner, size, composed = made_by(op.xs, GatherOp), array_length(op.result.type), composed_gather(op)
    return None if inner is None or size is None or composed is None else read_through(op, inner.xs, composed, size)


def composed_gather(op: Operation) -> IndexFunctionAttr | None:
    """The index function of a gather of a gather."""
    inner = made_by(op.xs, GatherOp) if isinstance(op, GatherOp) else None
    if inner is None or not isinstance(op, GatherOp):
        return None
    outer, function = op.function, inner.function
    return function_of(lambda i: function(outer(i)), outer)


@rule(GatherOp)
def gather_of_slice(op: GatherOp) -> Replacement:
    """`gather(f, slice(a, m, xs)) = gather(i -> a + f(i), xs)`"""
    inner, size = made_by(op.xs, SliceOp), array_length(op.result.type)
    if inner is None or size is None:
        return None
    start, function = inner.start.data, op.function
    return read_through(op, inner.xs, function_of(lambda i: start + function(i), function), size)


# concat


@rule(ConcatOp)
def concat_of_one(op: ConcatOp) -> Replacement:
    """`concat(xs) = xs`"""
    return op.parts[0] if len(op.parts) == 1 else None


@rule(ConcatOp, i=Parameter("which operand, from 0", 0, 0))
def concat_of_concat(op: ConcatOp, i: int) -> Replacement:
    """`concat(.., concat(a, b), ..) = concat(.., a, b, ..)`, for operand i."""
    if i >= len(op.parts):
        return Refusal(f"there is no operand {i}")
    inner = made_by(op.parts[i], ConcatOp)
    return inner and ConcatOp([*op.parts[:i], *inner.parts, *op.parts[i + 1 :]], result_type=UNTYPED)


@rule(ConcatOp)
def concat_of_nothing(op: ConcatOp) -> Replacement:
    """`concat(.., x, ..) = concat(.., ..)`, where x has no elements and is not all there is."""
    scope = scope_at(op)
    kept = [part for part in op.parts if (n := array_length(part.type)) is None or not scope.equal(n, const(0))]
    if not kept or len(kept) == len(op.parts):
        return None
    return ConcatOp(kept, result_type=UNTYPED)


@rule(ConcatOp)
def concat_of_slices(op: ConcatOp) -> Replacement:
    """`concat(slice(a, m, xs), slice(a + m, k, xs)) = slice(a, m + k, xs)`"""
    slices = [made_by(part, SliceOp) for part in op.parts]
    first, scope = slices[0], scope_at(op)
    if first is None or len(slices) == 1:
        return None
    size = first.size.data
    for following in slices[1:]:
        if following is None or following.xs is not first.xs:
            return None
        refusal = unless(scope, compare(following.start.data, "eq", first.start.data + size))
        if refusal is not None:
            return refusal
        size += following.size.data
    return SliceOp(first.xs, first.start.data, size, result_type=UNTYPED)


ACCESS = (
    slice_of_all,
    slice_of_slice,
    slice_of_gather,
    slice_of_concat,
    slice_of_pad,
    gather_by_identity,
    scatter_by_identity,
    gather_in_a_row,
    gather_of_gather,
    gather_of_slice,
    concat_of_one,
    concat_of_concat,
    concat_of_nothing,
    concat_of_slices,
)
