"""Rules for filters: what computes their elements, and what uses them, goes into their region.

A filter gives a condition and a value for each element, `g(x) = (keep, y)`; one that keeps its elements has `y = x`. What
is put behind it is then computed for elements that are not kept, too: only scalar code without loops, which is defined
for any element.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.dialects import arith
from xdsl.dialects.builtin import i1
from xdsl.ir import Block, Operation, Region, SSAValue

from ...dialects.diagnostics import op_name
from ...dialects.lift.access import AtOp
from ...dialects.lift.algorithmic import FilterOp, MapOp, ReduceOp
from ...dialects.lift.body import YieldOp
from ...dialects.lift.calls import CallOp
from ...dialects.lift.existential import PackOp, UnpackOp
from ...dialects.lift.functions import UserFunOp
from ...dialects.lift.numbers import LengthOp, NatOp
from ...dialects.lift.operation import UNTYPED
from ...dialects.lift.renaming import rename_binders
from ...dialects.lift.scope import scope_at
from ...dialects.lift.tuples import GetOp, TupleOp
from ...dialects.lift.types import ArrayType, ExistsType, free_names, holds_array
from ...dialects.lift.upstream import is_scalar_op
from ...dialects.nat.expr import bound, var
from ...dialects.nat.ring import Nat
from .regions import applied, block_like, end_with, mentions, names_beside, standing_for
from .rule import Chain, Refusal, Replacement, made_by, rule


@dataclass(frozen=True)
class Kept:
    """What a filter says of an element: the ops that compute it, the condition and the value."""

    ops: Sequence[Operation]
    condition: SSAValue
    value: SSAValue

    @classmethod
    def of(cls, pattern: FilterOp, element: SSAValue) -> Kept:
        body = applied(pattern, [element])
        type_ = pattern.kept_value
        if type_ is None:
            return cls(body.ops, body.value, element)
        made = made_by(body.value, TupleOp)
        if made in body.ops and made is not None and made.result.first_use is None:
            condition, value = made.parts
            made.erase()
            return cls([op for op in body.ops if op is not made], condition, value)
        gets = GetOp(body.value, 0, result_type=i1), GetOp(body.value, 1, result_type=type_)
        return cls([*body.ops, *gets], gets[0].result, gets[1].result)


def is_total(op: Operation) -> bool:
    """Whether an op is scalar code without a loop, and defined whatever the element is."""
    if isinstance(op, YieldOp | NatOp | GetOp):
        return True
    if any(holds_array(result.type) for result in op.results):
        return False
    match op:
        case CallOp():
            callee = op.function()
            return isinstance(callee, UserFunOp) and _is_total_in_c(callee)
        case TupleOp() | LengthOp() | AtOp():
            return True
        case _:
            return is_scalar_op(op)


DIVISIONS = (
    arith.DivSIOp,
    arith.DivUIOp,
    arith.RemSIOp,
    arith.RemUIOp,
    arith.CeilDivSIOp,
    arith.CeilDivUIOp,
    arith.FloorDivSIOp,
)
"""Defined for a divisor of 0, but not in C."""


def _is_total_in_c(function: UserFunOp) -> bool:
    """Whether C code is defined for any arguments, as far as its meaning shows."""
    return function.block is not None and not any(isinstance(op, DIVISIONS) for op in function.walk())


def not_for_all(pattern: MapOp | FilterOp | ReduceOp) -> Refusal | None:
    """Why a region may not be applied to elements that are not kept, and at their positions before the filter."""
    if mentions(pattern.block.ops, pattern.position_name):
        return Refusal("it asks for its position among the elements that are kept")
    partial = next((op for op in pattern.block.ops if not is_total(op)), None)
    return partial and Refusal(
        f"`{op_name(partial)}` is no scalar code that is defined for elements that are not kept, too"
    )


# Filters and maps


@rule(FilterOp)
def filter_of_map(op: FilterOp) -> Replacement:
    """`filter(p, map(f, xs)) = filter(x -> (p(f(x)), f(x)), xs)`, and with the value that p gives where it gives one."""
    producer = made_by(op.xs, MapOp)
    if producer is None:
        return None
    keeps_element = op.kept_value is None
    name = op.position_name or producer.position_name
    position = None if name is None else var(name)
    block = block_like(producer.block.args)
    first = applied(producer, block.args, position)
    second = applied(op, [first.value], position)
    pair = [Chain.of(TupleOp([second.value, first.value], result_type=UNTYPED))] if keeps_element else []
    end_with(block, first, second, *pair)
    both = FilterOp(producer.xs, Region(block), name, result_type=UNTYPED)
    rename_binders(both, names_beside(op, producer))
    return both


@rule(MapOp)
def map_of_filter(op: MapOp) -> Replacement:
    """`map(f, filter(g, xs)) = filter(x -> (keep, f(y)), xs)`, where `g(x) = (keep, y)`, and f is defined for any y.

    f is scalar code without loops, and does not ask for its position.
    """
    producer, refusal = made_by(op.xs, FilterOp), not_for_all(op)
    if producer is None or refusal is not None:
        return producer and refusal
    block = block_like(producer.block.args)
    kept = Kept.of(producer, block.args[0])
    then = applied(op, [kept.value])
    return _filtered(op, producer, block, [*kept.ops, *then.ops], kept.condition, then.value)


@rule(FilterOp)
def filter_of_filter(op: FilterOp) -> Replacement:
    """`filter(h, filter(g, xs)) = filter(x -> (keep and also, z), xs)`, where `g(x) = (keep, y)` and `h(y) = (also, z)`.

    h is scalar code without loops, is defined for any y, and does not ask for its position.
    """
    producer, refusal = made_by(op.xs, FilterOp), not_for_all(op)
    if producer is None or refusal is not None:
        return producer and refusal
    block = block_like(producer.block.args)
    kept = Kept.of(producer, block.args[0])
    then = Kept.of(op, kept.value)
    both = arith.AndIOp(kept.condition, then.condition)
    both.result.name_hint = then.condition.name_hint
    value = None if producer.kept_value is None and op.kept_value is None else then.value
    return _filtered(op, producer, block, [*kept.ops, *then.ops, both], both.result, value)


def _filtered(
    op: MapOp | FilterOp,
    pattern: FilterOp,
    block: Block,
    ops: Sequence[Operation],
    condition: SSAValue,
    value: SSAValue | None,
) -> FilterOp:
    """A filter of the same array in the place of an op, that keeps its elements or a value."""
    if value is None:
        end_with(block, Chain(ops, condition))
    else:
        end_with(block, Chain(ops, condition), Chain.of(TupleOp([condition, value], result_type=UNTYPED)))
    both = FilterOp(pattern.xs, Region(block), pattern.position_name, result_type=UNTYPED)
    rename_binders(both, names_beside(op, pattern))
    return both


# Openings that were written


@rule(UnpackOp)
def unpack_of_filter(op: UnpackOp) -> Replacement:
    """`unpack(f, filter(g, xs)) = f(filter(g, xs))`, where f can do without the name of the length."""
    producer = made_by(op.value, FilterOp)
    if producer is None or not all(_needs_no_name(inner, op) for inner in op.block.ops):
        return None
    body = applied(op, [op.value])
    ops: list[Operation] = []
    value = body.value
    for copy in body.ops:
        if not isinstance(copy, PackOp | NatOp) or not _speaks_of(op.position_name, copy):
            ops.append(copy)
            continue
        if isinstance(copy, NatOp):
            ops.append(LengthOp(op.value, copy.result.type))
            ops[-1].results[0].name_hint = copy.result.name_hint
        new = ops[-1].results[0] if isinstance(copy, NatOp) else copy.operands[0]
        value = new if value is copy.result else value
        copy.result.replace_all_uses_with(new)
        copy.erase()
    return standing_for(op, Chain(ops, value))


def _needs_no_name(op: Operation, unpack: UnpackOp) -> bool:
    """Whether an op means the same where the length that is open has no name: it hides just this length, or asks for it."""
    hidden = unpack.value.type
    assert isinstance(hidden, ExistsType)
    match op:
        case PackOp(result=result) if isinstance(result.type, ExistsType) and op.hidden_length is _name_of(unpack):
            return scope_at(unpack).equal(result.type.bound.data, hidden.bound.data)
        case NatOp(value=number) if number.data is _name_of(unpack):
            return isinstance(hidden.body, ArrayType) and hidden.body.length.data is bound(0)
        case _:
            return not any(isinstance(inner, PackOp) or _speaks_of(unpack.position_name, inner) for inner in op.walk())


def _name_of(unpack: UnpackOp) -> Nat:
    return var(unpack.position_name or "'")


def _speaks_of(name: str | None, op: Operation) -> bool:
    """Whether an op says the name of a length, be it only as what it hides."""
    if isinstance(op, PackOp):
        length = op.hidden_length
        return length is not None and name in length.names
    return any(name in free_names(attribute) for attribute in (*op.properties.values(), *op.attributes.values()))


FILTERS = (unpack_of_filter, filter_of_map, map_of_filter, filter_of_filter)
