"""Rules for at: one element is looked up where it is, and only that one is computed."""

from __future__ import annotations

from typing import Final

from ...dialects.lift.access import AtOp, ConcatOp, GatherOp, SliceOp
from ...dialects.lift.algorithmic import GenerateOp, MapOp
from ...dialects.lift.layout import PadOp, PartitionOp, SlideOp, SplitOp, TransposeOp
from ...dialects.lift.operation import UNTYPED
from ...dialects.lift.scope import scope_at
from ...dialects.lift.types import array_length
from ...dialects.nat.expr import compare, sum_over, var
from ...dialects.nat.ring import Nat, const
from .access import part_around
from .regions import applied, names_beside, renamed, standing_for
from .rule import HIDDEN, Chain, Refusal, Replacement, made_by, rule

A_VALUE: Final = Refusal("the index is a value, and not a number of the type level")


def _number(op: AtOp) -> Nat | None:
    """The index, where it is a number of the type level."""
    return None if op.index is None else op.index.data


@rule(AtOp)
def at_of_split(op: AtOp) -> Replacement:
    """`at(split(n, xs), e) = slice(n * e, n, xs)`"""
    split, e = made_by(op.xs, SplitOp), _number(op)
    if split is None or e is None:
        return split and A_VALUE
    return SliceOp(split.xs, split.size.data * e, split.size.data, result_type=UNTYPED)


@rule(AtOp)
def at_of_slide(op: AtOp) -> Replacement:
    """`at(slide(n, t, xs), e) = slice(t * e, n, xs)`"""
    slide, e = made_by(op.xs, SlideOp), _number(op)
    if slide is None or e is None:
        return slide and A_VALUE
    return SliceOp(slide.xs, slide.step.data * e, slide.size.data, result_type=UNTYPED)


@rule(AtOp)
def at_of_partition(op: AtOp) -> Replacement:
    """`at(partition(m, f, xs), e) = slice(f(0) + .. + f(e - 1), f(e), xs)`"""
    partition, e = made_by(op.xs, PartitionOp), _number(op)
    if partition is None or e is None:
        return partition and A_VALUE
    start = sum_over("'", e, partition.lengths(var("'")))
    return SliceOp(partition.xs, start, partition.lengths(e), result_type=UNTYPED)


@rule(AtOp)
def at_of_slice(op: AtOp) -> Replacement:
    """`at(slice(a, m, xs), e) = at(xs, a + e)`"""
    inner, e = made_by(op.xs, SliceOp), _number(op)
    if inner is None or e is None:
        return inner and A_VALUE
    return AtOp(inner.xs, inner.start.data + e, result_type=UNTYPED)


@rule(AtOp)
def at_of_gather(op: AtOp) -> Replacement:
    """`at(gather(f, xs), e) = at(xs, f(e))`"""
    gather, e = made_by(op.xs, GatherOp), _number(op)
    if gather is None or e is None:
        return gather and A_VALUE
    return AtOp(gather.xs, gather.function(e), result_type=UNTYPED)


@rule(AtOp)
def at_of_concat(op: AtOp) -> Replacement:
    """`at(concat(.., x, ..), e) = at(x, e - b)`, where x begins at b and has the element."""
    concat, e = made_by(op.xs, ConcatOp), _number(op)
    if concat is None or e is None:
        return concat and A_VALUE
    found = part_around(e, const(1), concat.parts, scope_at(op))
    return found and AtOp(found[0], e - found[1], result_type=UNTYPED)


@rule(AtOp)
def at_of_pad(op: AtOp) -> Replacement:
    """`at(pad(l, r, xs), e) = at(xs, e - l)`, inside xs; `at(pad(c, l, r, xs), e) = c`, outside of it."""
    pad, e = made_by(op.xs, PadOp), _number(op)
    length = None if pad is None else array_length(pad.xs.type)
    if pad is None or e is None or length is None:
        return pad and (A_VALUE if e is None else HIDDEN)
    scope, left = scope_at(op), pad.left.data
    if scope.holds(compare(left, "le", e)) and scope.holds(compare(e, "lt", left + length)):
        return AtOp(pad.xs, e - left, result_type=UNTYPED)
    outside = scope.holds(compare(e, "lt", left)) or scope.holds(compare(e, "ge", left + length))
    return pad.value[0] if outside and pad.mode.data == "constant" else None


@rule(AtOp)
def at_of_at_of_transpose(op: AtOp) -> Replacement:
    """`at(at(transpose(xs), i), j) = at(at(xs, j), i)`"""
    column, j = made_by(op.xs, AtOp), _number(op)
    transpose = column and made_by(column.xs, TransposeOp)
    if column is None or transpose is None or j is None or (i := _number(column)) is None:
        return None
    row = AtOp(transpose.xs, j, result_type=UNTYPED)
    return Chain.of(row, AtOp(row, i, result_type=UNTYPED))


@rule(AtOp)
def at_of_map(op: AtOp) -> Replacement:
    """`at(map(f, xs), e) = f(at(xs, e))`"""
    pattern, e = made_by(op.xs, MapOp), _number(op)
    if pattern is None or e is None:
        return pattern and A_VALUE
    element = AtOp(pattern.xs, e, result_type=UNTYPED)
    element.result.name_hint = pattern.block.args[0].name_hint
    body = renamed(applied(pattern, [element.result], e), names_beside(op, pattern))
    return standing_for(op, Chain([element, *body.ops], body.value))


@rule(AtOp)
def at_of_generate(op: AtOp) -> Replacement:
    """`at(generate(n, f), e) = f(e)`"""
    pattern, e = made_by(op.xs, GenerateOp), _number(op)
    if pattern is None or e is None:
        return pattern and A_VALUE
    return standing_for(op, renamed(applied(pattern, [], e), names_beside(op, pattern)))


ELEMENTS = (
    at_of_split,
    at_of_slide,
    at_of_partition,
    at_of_slice,
    at_of_gather,
    at_of_concat,
    at_of_pad,
    at_of_at_of_transpose,
    at_of_map,
    at_of_generate,
)
