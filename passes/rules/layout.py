"""Rules for split, join, partition, slide, pad and transpose."""

from __future__ import annotations

from ...dialects.lift.layout import JoinOp, PadOp, PartitionOp, SlideOp, SplitOp, TransposeOp
from ...dialects.lift.operation import UNTYPED, LiftOp
from ...dialects.lift.scope import scope_at
from ...dialects.lift.types import ArrayType, array_length
from ...dialects.nat.expr import compare
from .rule import Chain, Replacement, made_by, rule, unless
from .staging import SAID, is_kept


@rule(JoinOp)
def join_of_split(op: JoinOp) -> Replacement:
    """`join(split(n, xs)) = xs`"""
    split = made_by(op.xs, SplitOp)
    return split and split.xs


@rule(JoinOp)
def join_of_partition(op: JoinOp) -> Replacement:
    """`join(partition(m, f, xs)) = xs`"""
    partition = made_by(op.xs, PartitionOp)
    return partition and partition.xs


@rule(SplitOp)
def split_of_join(op: SplitOp) -> Replacement:
    """`split(n, join(xss)) = xss`, where all rows have length n: where the types are the same."""
    join = made_by(op.xs, JoinOp)
    return join and join.xs


@rule(PartitionOp)
def partition_of_join(op: PartitionOp) -> Replacement:
    """`partition(m, f, join(xss)) = xss`, where row i has length f(i): where the types are the same."""
    join = made_by(op.xs, JoinOp)
    return join and join.xs


@rule(TransposeOp)
def transpose_of_transpose(op: TransposeOp) -> Replacement:
    """`transpose(transpose(xs)) = xs`"""
    transpose = made_by(op.xs, TransposeOp)
    return transpose and transpose.xs


@rule(LiftOp)
def by_columns(op: LiftOp) -> Replacement:
    """`xs = transpose(transpose(xs))`, for rows of one length: so a copy of `%x_t` has the columns of `%x` one after the other."""
    type_ = op.result.type
    if not isinstance(type_, ArrayType) or type_.dependent or array_length(type_.element) is None:
        return None
    if is_kept(op):
        return SAID
    original, name = op.clone(), op.result.name_hint or "x"
    turned = TransposeOp(original.result, result_type=UNTYPED)
    back = TransposeOp(turned, result_type=UNTYPED)
    original.result.name_hint, turned.result.name_hint, back.result.name_hint = name, f"{name}_t", f"{name}_tt"
    return Chain.of(original, turned, back)


@rule(LiftOp)
def as_one_row(op: LiftOp) -> Replacement:
    """`xs = split(n, join(xs))`, for rows of one length n, which is not 0: `%x_flat` has all of `%x` in one row."""
    type_ = op.result.type
    length = array_length(type_.element) if isinstance(type_, ArrayType) and not type_.dependent else None
    if length is None:
        return None
    refusal = SAID if is_kept(op) else unless(scope_at(op), compare(length, "ge", 1))
    if refusal is not None:
        return refusal
    original, name = op.clone(), op.result.name_hint or "x"
    flat = JoinOp(original.result, result_type=UNTYPED)
    rows = SplitOp(length, flat, result_type=UNTYPED)
    original.result.name_hint, flat.result.name_hint, rows.result.name_hint = name, f"{name}_flat", f"{name}_split"
    return Chain.of(original, flat, rows)


@rule(SlideOp)
def slide_without_overlap(op: SlideOp) -> Replacement:
    """`slide(n, n, xs) = split(n, xs)`"""
    refusal = unless(scope_at(op), compare(op.size.data, "eq", op.step.data))
    return refusal or SplitOp(op.size.data, op.xs, result_type=UNTYPED)


@rule(PadOp)
def pad_by_nothing(op: PadOp) -> Replacement:
    """`pad(0, 0, xs) = xs`"""
    return unless(scope_at(op), compare(op.left.data, "eq", 0), compare(op.right.data, "eq", 0)) or op.xs


@rule(PadOp)
def pad_of_pad(op: PadOp) -> Replacement:
    """`pad(l, r, pad(k, s, xs)) = pad(l + k, r + s, xs)`, both clamp, or both constant with one value.

    Not mirror and not wrap: the second pad of these sees what the first has added.
    """
    inner = made_by(op.xs, PadOp)
    if inner is None or inner.mode != op.mode or op.mode.data not in ("clamp", "constant"):
        return None
    if tuple(inner.value) != tuple(op.value):
        return None
    left, right = op.left.data + inner.left.data, op.right.data + inner.right.data
    return PadOp(op.mode.data, left, right, inner.xs, *op.value, result_type=UNTYPED)


LAYOUT = (
    join_of_split,
    join_of_partition,
    split_of_join,
    partition_of_join,
    transpose_of_transpose,
    slide_without_overlap,
    pad_by_nothing,
    pad_of_pad,
)
"""What `canonicalize` uses."""

TURNED = (by_columns, as_one_row)
