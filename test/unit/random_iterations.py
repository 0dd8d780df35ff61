"""How `lift.iterate` and `lift.if` are generated: arrays whose length an iteration changes, and values that keep their type."""

from __future__ import annotations

from collections.abc import Callable

from program_generator import Built, Generator, added_up, array_of, constant, function, is_more
from random_scalars import next_accumulator
from xdsl.dialects.builtin import IntegerAttr, TupleType, f32, i1, i32, i64
from xdsl.ir import Operation, SSAValue

from lift.dialects.lift.access import AtOp, ConcatOp, GatherOp, ScatterOp, SliceOp
from lift.dialects.lift.algorithmic import FilterOp, MapOp
from lift.dialects.lift.attributes import NatAttr
from lift.dialects.lift.choice import IfOp
from lift.dialects.lift.iterate import IterateOp
from lift.dialects.lift.layout import JoinOp, PadOp, SlideOp, SplitOp
from lift.dialects.lift.numbers import LengthOp, NatOp
from lift.dialects.lift.tuples import GetOp, TupleOp
from lift.dialects.lift.types import ArrayType, ExistsType, array_length
from lift.dialects.nat.expr import compare, floordiv, if_then_else, mod, var
from lift.dialects.ocl.patterns import MapLclOp, MapSeqOp, MapWrgOp


def choice(g: Generator) -> Built:
    """A value as it is, or another one of its type."""
    value = g.one(g.pool[-4:])
    if g.number(0, 2) == 0 and (known := _of_known_length(g)) is not None:
        return known
    scalar = g.some(lambda type_: type_ in (i32, f32))
    number = g.zero(i32) if scalar is None else scalar
    bit = is_more(number, constant(number.type, g.number(0, 3)))

    def same() -> SSAValue:
        return value

    def other() -> SSAValue:
        with g.inside(()):
            if g.depth <= g.deepest:
                g.grow(g.number(0, 2))
            return _next_hidden(g, value) if isinstance(value.type, ExistsType) else next_accumulator(g, value)

    regions = (same, other) if g.number(0, 1) else (other, same)
    return IfOp.choosing(bit, *regions)


def _of_known_length(g: Generator) -> Built:
    """An array, cut into rows and joined again where its length is a multiple of theirs."""
    xs, k = g.some(lambda type_: isinstance(type_, ArrayType) and not type_.dependent), g.number(2, 3)
    length = None if xs is None else array_length(xs.type)
    if xs is None or length is None:
        return None
    whole = NatOp(if_then_else(compare(mod(length, k), "eq", 0), 1, 0), i1)
    return IfOp.choosing(whole, lambda: JoinOp(SplitOp(k, xs)), lambda: xs)


def iteration(g: Generator) -> Built:
    if g.number(0, 2) == 0:
        return _iterate_state(g)
    xs, n = g.array(), g.fresh()
    around = g.around()
    in_group = any(isinstance(op, MapWrgOp) for op in around) and not any(isinstance(op, MapLclOp) for op in around)

    def mapped(ts: Operation | SSAValue, each: Callable[[SSAValue], SSAValue]) -> Operation:
        """A map for whoever is here."""
        if in_group:
            return MapLclOp.over([ts], each, None, {"dimension": IntegerAttr(0, i64)})
        return (MapSeqOp if around and g.number(0, 1) else MapOp).over([ts], each)

    def sum_of(row: SSAValue) -> SSAValue:
        return added_up(AtOp(row, 0).result, AtOp(row, 1).result)

    def each(x: SSAValue) -> SSAValue:
        with g.inside((x,)):
            return next_accumulator(g, x)

    def next_array(t: SSAValue) -> Operation | SSAValue:
        match g.number(0, 12):
            case 0:
                return GatherOp(t, function("i", var(n) - 1 - var("i")))
            case 1:
                return ConcatOp([t, t])
            case 2:
                return SliceOp(t, 0, floordiv(var(n) + 1, 2))
            case 3:
                return PadOp("clamp", 1, 0, t)
            case 4:
                return mapped(SlideOp(2, 1, PadOp("wrap", 1, 0, t)), sum_of)
            case 5:
                return mapped(SlideOp(2, 1, t), sum_of)
            case 6:
                return mapped(SplitOp(2, t), sum_of)
            case 7:
                return mapped(GatherOp(t, function("i", var(n) - 1 - var("i"))), each)
            case 10:
                return g.one((GatherOp, ScatterOp))(mapped(t, each), function("i", mod(var("i") + 1, var(n))))
            case 11:
                return mapped(ScatterOp(t, function("i", mod(var("i") + 1, var(n)))), each)
            case 8:
                return ConcatOp([mapped(t, each), t])
            case _:
                return mapped(t, each)

    def body(t: SSAValue) -> SSAValue:
        with g.inside((t,), n):
            return g.attempt(lambda _: next_array(t)) or t

    count = g.one((0, 1, 2, 3, 4, 5, g.nat()))
    return None if xs is None else IterateOp.over([xs], body, n, {"count": NatAttr.of(count)})


def _iterate_state(g: Generator) -> Built:
    """Iterations that keep the type of their state, whatever that is, perhaps as long as a condition holds."""
    state = g.one(g.pool[-4:])
    if g.number(0, 1):
        state = TupleOp([g.one(g.pool) for _ in range(g.number(1, 3))]).result

    def body(s: SSAValue) -> SSAValue:
        with g.inside((s,)):
            if g.depth <= g.deepest:
                g.grow(g.number(0, 2))
            return _next_hidden(g, s) if isinstance(s.type, ExistsType) else next_accumulator(g, s)

    def condition(s: SSAValue) -> SSAValue:
        with g.inside((s,)):
            number = _number_in(s)
            if number is None:
                number = g.some(lambda type_: type_ in (i32, f32))
            if number is None:
                number = LengthOp(s).result if isinstance(s.type, ExistsType) else g.zero(i32)
            limit = constant(number.type, g.number(0, 20))
            return is_more(limit, number) if g.number(0, 1) else is_more(number, limit)

    count = g.one((0, 1, 2, 3, 4, 5, g.nat()))
    if g.number(0, 1) or isinstance(state.type, ArrayType):
        return IterateOp.whilst(count, state, condition, body)
    return IterateOp.over([state], body, None, {"count": NatAttr.of(count)})


def _next_hidden(g: Generator, value: SSAValue) -> SSAValue:
    """A value of hidden length of the same type."""
    array = array_of(value.type)
    if array is None or array.dependent:
        return value
    kept = FilterOp.over([value], g.keeping()).result if g.number(0, 2) else value
    same = kept if kept.type == value.type else value

    def each(x: SSAValue) -> SSAValue:
        with g.inside((x,)):
            return next_accumulator(g, x)

    return MapOp.over([same], each).result


def _number_in(value: SSAValue) -> SSAValue | None:
    """A number that a value has in it."""
    match value.type:
        case TupleType() as type_:
            parts = (k for k, part in enumerate(type_.types) if part in (i32, f32) or isinstance(part, ArrayType))
            return next((found for k in parts if (found := _number_in(GetOp(value, k).result)) is not None), None)
        case ArrayType() as type_ if type_.element in (i32, f32):
            return AtOp(value, constant(i32, 0), constant(type_.element, 1)).result
        case type_:
            return value if type_ in (i32, f32) else None
