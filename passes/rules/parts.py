"""Rules that cut an array into parts that stand one after the other, each with a pattern of its own.

The part that most of the work is in keeps the name of the pattern, `%c`, and so do the values in it; the parts beside it are
`%c_first` and `%c_last`, or `%c_rest`. So a script that names `%c` means the same pattern before and after.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from xdsl.ir import Block, Operation, Region, SSAValue

from ...analysis.execution import function_around
from ...dialects.lift.access import ConcatOp, SliceOp
from ...dialects.lift.algorithmic import MapOp, ReduceOp
from ...dialects.lift.layout import PadOp, TransposeOp
from ...dialects.lift.operation import UNTYPED
from ...dialects.lift.renaming import names_bound_in, rename_binders
from ...dialects.lift.scope import scope_at
from ...dialects.lift.types import array_length
from ...dialects.nat.expr import ceildiv, compare, floordiv, maximum, minimum, mod
from ...dialects.nat.ring import Nat, const
from .parameters import Parameter, size
from .regions import block_like, end_with, over_part
from .rule import Chain, Refusal, Replacement, Rule, made_by, rule, unproved

HIDDEN = Refusal("the length is hidden")


def _beside(pattern: MapOp | ReduceOp, part: str) -> str:
    """What the copy of a pattern over a part is called that is not the main one."""
    return f"{pattern.result.name_hint or 'part'}_{part}"


def _slice(xs: SSAValue, start: Nat, length: Nat, name: str) -> SliceOp:
    part = SliceOp(xs, start, length, result_type=UNTYPED)
    part.result.name_hint = name
    return part


# peel


@rule(MapOp, n=size("what the length of the main part is a multiple of"))
def peel(op: MapOp, n: int) -> Replacement:
    """`map(f, xs) = concat(map(f, main), map(f, rest))`, where main is the longest part at the beginning that n divides."""
    length = array_length(op.xs.type)
    if length is None:
        return HIDDEN
    whole = n * floordiv(length, n)
    main, rest = _slice(op.xs, const(0), whole, "main"), _slice(op.xs, whole, mod(length, n), "rest")
    most = over_part(op, main.result, lambda k: k)
    few = over_part(op, rest.result, lambda k: whole + k, names_bound_in(function_around(op)))
    few.result.name_hint = _beside(op, "rest")
    concat = ConcatOp([most.result, few.result], result_type=UNTYPED)
    concat.result.name_hint = "concat"
    return Chain.of(main, most, rest, few, concat)


@rule(ReduceOp, n=size("what the length of the main part is a multiple of"))
def reduce_peel(op: ReduceOp, n: int) -> Replacement:
    """`reduce(f, a, xs) = reduce(f, reduce(f, a, main), rest)`, where main is the longest part at the beginning that n divides."""
    length = array_length(op.xs.type)
    if length is None:
        return HIDDEN
    whole = n * floordiv(length, n)
    main, rest = _slice(op.xs, const(0), whole, "main"), _slice(op.xs, whole, mod(length, n), "rest")
    most = over_part(op, main.result, lambda k: k)
    few = over_part(op, rest.result, lambda k: whole + k, names_bound_in(function_around(op)))
    few.operands[1] = most.result
    few.result.name_hint = _beside(op, "rest")
    return Chain.of(main, most, rest, few)


@rule(MapOp, w=size("what the length of each part is a multiple of"))
def padded_rest(op: MapOp, w: int) -> Replacement:
    """`map(f, xs) = concat(map(f, main), slice(0, n mod w, map(f, rest)))`, where main is the longest part that w divides.

    The rest is filled up to w elements by the last one, at its position, for which f is computed anyway; there must be one.
    """
    length, scope = array_length(op.xs.type), scope_at(op)
    if length is None:
        return HIDDEN
    claim = compare(length, "ge", 1)
    if not scope.holds(claim):
        return unproved(claim, scope)
    whole, all_of_it = w * floordiv(length, w), w * ceildiv(length, w)
    main = _slice(op.xs, const(0), whole, "main")
    most = over_part(op, main.result, lambda k: k)
    pad = PadOp("clamp", 0, all_of_it - length, op.xs, result_type=UNTYPED)
    pad.result.name_hint = "pad"
    rest = _slice(pad.result, whole, all_of_it - whole, "rest")
    taken = names_bound_in(function_around(op))
    few = over_part(op, rest.result, lambda k: minimum(whole + k, length - 1), taken)
    few.result.name_hint = _beside(op, "rest")
    kept = _slice(few.result, const(0), mod(length, w), "slice")
    concat = ConcatOp([most.result, kept.result], result_type=UNTYPED)
    concat.result.name_hint = "concat"
    return Chain.of(main, most, pad, rest, few, kept, concat)


# in_parts


@rule(MapOp, a=Parameter("elements of the first part", 1, 0), b=Parameter("elements of the last part", 1, 0))
def in_parts(op: MapOp, a: int, b: int) -> Replacement:
    """`map(f, xs) = concat(map(f, first), map(f, middle), map(f, last))`, with a elements in the first part and b in the last.

    For every length n: the parts have `min(a, n)` elements, `max(n - a - b, 0)`, and the others.
    """
    length = array_length(op.xs.type)
    if length is None:
        return HIDDEN
    scope = scope_at(op)
    begin = scope.simplify(minimum(a, length))
    inner = scope.simplify(maximum(length - a - b, 0))
    end = scope.simplify(begin + inner)
    taken = names_bound_in(function_around(op))
    middle = _slice(op.xs, begin, inner, "middle")
    most = over_part(op, middle.result, lambda k: begin + k)
    first = _slice(op.xs, const(0), begin, "first")
    some = over_part(op, first.result, lambda k: k, taken)
    some.result.name_hint = _beside(op, "first")
    last = _slice(op.xs, end, length - end, "last")
    others = over_part(op, last.result, lambda k: end + k, taken)
    others.result.name_hint = _beside(op, "last")
    concat = ConcatOp([some.result, most.result, others.result], result_type=UNTYPED)
    concat.result.name_hint = "concat"
    return Chain.of(middle, most, first, some, last, others, concat)


# map_of_concat


@rule(MapOp)
def map_of_concat(op: MapOp) -> Replacement:
    """`map(x -> concat(a, b), xs) = transpose(concat(transpose(map(x -> a, xs)), transpose(map(x -> b, xs))))`.

    The rows of each part have one length and one type at all positions. A map has the name of its part: `%c_line` for `%line`.
    """
    concat = made_by(op.yielded, ConcatOp)
    if concat is None or concat.parent is not op.block:
        return None
    taken = names_bound_in(function_around(op)) - names_bound_in(op)
    ops: list[Operation] = []
    columns: list[SSAValue] = []
    for part in concat.parts:
        rows = MapOp(op.xs, _only(op, part), op.position_name, result_type=UNTYPED)
        rename_binders(rows, taken)
        rows.result.name_hint = f"{op.result.name_hint or 'map'}_{part.name_hint or 'part'}"
        turned = TransposeOp(rows, result_type=UNTYPED)
        turned.result.name_hint = "transpose"
        ops += [rows, turned]
        columns.append(turned.result)
    whole = ConcatOp(columns, result_type=UNTYPED)
    whole.result.name_hint = "concat"
    back = TransposeOp(whole, result_type=UNTYPED)
    back.result.name_hint = "transpose"
    return Chain.of(*ops, whole, back)


def _only(op: MapOp, value: SSAValue) -> Region:
    """A copy of the region of a map that yields another of its values, with what that needs and nothing else."""
    needed = _needed(op.block, value)
    block = block_like(op.block.args)
    values: dict[SSAValue, SSAValue] = dict(zip(op.block.args, block.args, strict=True))
    copies = [one.clone(values) for one in op.block.ops if one in needed]
    end_with(block, Chain(copies, values.get(value, value)))
    return Region(block)


def _needed(block: Block, value: SSAValue) -> set[Operation]:
    """The ops of a block that a value rests on."""
    needed: set[Operation] = set()
    left: list[SSAValue] = [value]
    while left:
        owner = left.pop().owner
        if isinstance(owner, Operation) and owner.parent is block and owner not in needed:
            needed.add(owner)
            left += _used(owner)
    return needed


def _used(op: Operation) -> Sequence[SSAValue]:
    return [operand for inner in op.walk() for operand in inner.operands]


PARTS: tuple[Rule[Any], ...] = (peel, reduce_peel, padded_rest, in_parts, map_of_concat)
