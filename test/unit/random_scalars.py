"""Scalar code of random programs, the functions they call, and how the next accumulator of a fold is made.

Numbers stay small whole ones where that is possible, so that sums of floats are exact in any order.
"""

from __future__ import annotations

from program_generator import (
    ELEMENTS,
    SCALARS,
    STORED,
    Built,
    Generator,
    Rule,
    added_up,
    constant,
    function,
    generates,
    is_more,
    length,
)
from xdsl.dialects import arith
from xdsl.dialects.builtin import AnyFloat, IntegerType, TupleType, f32, f64, i1
from xdsl.ir import Attribute, SSAValue

from lift.dialects.lift.access import AtOp, GatherOp
from lift.dialects.lift.algorithmic import MapOp, ScanOp
from lift.dialects.lift.calls import CallOp
from lift.dialects.lift.conversions import Conversion, ConvertOp, conversion
from lift.dialects.lift.functions import UserFunOp
from lift.dialects.lift.layout import PadOp, SlideOp
from lift.dialects.lift.tuples import GetOp, TupleOp, ZipOp
from lift.dialects.lift.types import ArrayType, ExistsType
from lift.dialects.nat.expr import mod, var
from lift.dialects.scalars import computed_as

FUNCTIONS = """
lift.user_fun @mix(a: i32, b: i32) -> i32 = "return a ^ (b & 7);" {
  %seven = arith.constant 7 : i32
  %low = arith.andi %b, %seven : i32
  %r = arith.xori %a, %low : i32
  lift.return %r : i32
}
lift.user_fun @apart(a: f32, b: f32) -> f32 = "return a > b ? a - b : b - a;" {
  %more = arith.cmpf ogt, %a, %b : f32
  %down = arith.subf %a, %b : f32
  %up = arith.subf %b, %a : f32
  %r = arith.select %more, %down, %up : f32
  lift.return %r : f32
}
lift.user_fun @half(a: i64) -> i64 = "return a >> 1;" {
  %one = arith.constant 1 : i64
  %r = arith.shrsi %a, %one : i64
  lift.return %r : i64
}
lift.def @smooth<K>(%xs: !lift.array<K, i32>) -> !lift.array<K, i32> {
  %wide = lift.pad clamp 1, 1 %xs
  %windows = lift.slide 3 by 1 %wide
  %r = lift.map (%w) in %windows {
    %a = lift.at %w[0]
    %b = lift.at %w[2]
    %s = arith.subi %a, %b : i32
    lift.yield %s : i32
  }
  lift.return %r : !lift.array<K, i32>
}
lift.def @total<K>(%xs: !lift.array<K, f32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %r = lift.reduce (%acc, %x) in %xs from %zero {
    %s = arith.addf %acc, %x : f32
    lift.yield %s : f32
  }
  lift.return %r : f32
}
"""
"""What random programs call."""

COMBINING = (arith.AddiOp, arith.MaxSIOp, arith.MinSIOp, arith.XOrIOp, arith.AndIOp, arith.OrIOp, arith.MuliOp)
INTEGER = (*COMBINING, arith.SubiOp, arith.DivSIOp, arith.RemSIOp, arith.MaxUIOp, arith.DivUIOp)
FLOAT_COMBINING = (arith.AddfOp, arith.MaximumfOp, arith.MinimumfOp)
FLOAT = (*FLOAT_COMBINING, arith.SubfOp, arith.MulfOp)
BITS = (arith.AndIOp, arith.OrIOp, arith.XOrIOp)


def operations(type_: Attribute, *, combining: bool = False) -> tuple[type, ...]:
    """The ops of two scalars of a type; those that folds may regroup."""
    if type_ == i1:
        return BITS
    if isinstance(type_, AnyFloat):
        return FLOAT_COMBINING if combining else FLOAT
    return COMBINING if combining else INTEGER


@generates(CallOp)
def _call(g: Generator) -> Built:
    if not g.callees:
        return None
    callee = g.one(g.callees)
    arguments: list[SSAValue] = []
    for type_ in callee.parameter_types:
        element = type_.element if isinstance(type_, ArrayType) else None
        value = g.some(
            lambda given, type_=type_, element=element: (
                given == type_ if element is None else isinstance(given, ArrayType) and given.element == element
            )
        )
        if value is None:
            if not isinstance(callee, UserFunOp):
                return None
            value = constant(type_, 2)
        arguments.append(value)
    return CallOp(callee, arguments)


def computed(g: Generator) -> Built:
    """Scalar code, without which programs would only move their inputs."""
    a = g.scalar()
    if a is None:
        return None
    type_ = a.type
    b = g.some(lambda given: given == type_, other_than=a) if g.number(0, 4) else None
    if b is None:
        b = constant(type_, g.number(0, 1))
    match g.number(0, 5):
        case 0:
            other = g.some(lambda given: given == type_, other_than=b)
            return None if other is None else arith.SelectOp(is_more(a, b), b, other)
        case 1:
            return converted(a, g.one(ELEMENTS))
        case 2:
            return added_up(a, b)
        case _:
            return g.one(operations(type_))(a, b)


def converted(a: SSAValue, type_: Attribute) -> Built:
    """A scalar as one of another type, where no bits of a float are lost."""
    source = a.type
    if source in STORED or type_ in STORED:
        exact = conversion(source, type_) is not Conversion.NEAREST or source == STORED[0]
        return ConvertOp(a, type_) if conversion(source, type_) and exact else None
    if isinstance(source, AnyFloat):
        if isinstance(type_, AnyFloat):
            return None if source == type_ else arith.ExtFOp(a, f64) if type_ == f64 else arith.TruncFOp(a, f32)
        assert isinstance(type_, IntegerType)
        return None if type_ == i1 else arith.FPToSIOp(a, type_)
    assert isinstance(source, IntegerType)
    if isinstance(type_, AnyFloat):
        return arith.UIToFPOp(a, type_) if source == i1 else arith.SIToFPOp(a, type_)
    assert isinstance(type_, IntegerType)
    if source.width.data == type_.width.data:
        return None
    if source.width.data > type_.width.data:
        return arith.TruncIOp(a, type_)
    return (arith.ExtUIOp if source == i1 else arith.ExtSIOp)(a, type_)


@generates(ConvertOp)
def _convert(g: Generator) -> Built:
    a = g.some(lambda type_: type_ in ELEMENTS)
    return None if a is None else converted(a, g.one([type_ for type_ in ELEMENTS if {a.type, type_} & {*STORED}]))


def next_accumulator(g: Generator, accumulator: SSAValue) -> SSAValue:
    """A value of the type of an accumulator that depends on it and on what is at hand."""
    type_ = accumulator.type
    if type_ in STORED:
        return ConvertOp(next_accumulator(g, ConvertOp(accumulator, computed_as(type_)).result), type_).result
    if type_ in SCALARS:
        other = _like(g, type_, accumulator)
        combining = g.number(0, 2) > 0
        left, right = (accumulator, other) if g.number(0, 3) else (other, accumulator)
        return g.one(operations(type_, combining=combining))(left, right).result
    match type_:
        case TupleType():
            parts = [GetOp(accumulator, k).result for k in range(len(type_.types))]
            if g.number(0, 4) == 0 and len(set(type_.types)) == 1:
                parts.reverse()
            return TupleOp([next_accumulator(g, part) for part in parts]).result
        case ArrayType() if not type_.dependent:
            return _next_array(g, accumulator, type_)
        case _:
            return accumulator


def _like(g: Generator, type_: Attribute, other_than: SSAValue) -> SSAValue:
    """A scalar of a type: one at hand, one made of such, or a constant."""
    found = g.some(lambda given: given == type_, other_than)
    if found is not None and g.number(0, 2):
        return found
    scalar = g.some(lambda given: given in ELEMENTS)
    made = None if scalar is None else converted(scalar, type_)
    if made is not None:
        return SSAValue.get(made)
    return constant(type_, g.number(0, 1)) if found is None else found


def _next_array(g: Generator, accumulator: SSAValue, type_: ArrayType) -> SSAValue:
    """Element by element, from the same place or from another one."""
    n, i = length(accumulator), var("i")

    def each(element: SSAValue) -> SSAValue:
        with g.inside((element,)):
            return next_accumulator(g, element)

    match g.number(0, 7):
        case 0:
            return MapOp.over([GatherOp(accumulator, function("i", n - 1 - i))], each).result
        case 1:
            moved = GatherOp(MapOp.over([accumulator], each), function("i", mod(i + 1, n)))
            return moved.result
        case 2 if (other := _same_length(g, type_)) is not None:

            def both(pair: SSAValue) -> SSAValue:
                with g.inside((GetOp(pair, 1).result,)):
                    return next_accumulator(g, GetOp(pair, 0).result)

            return MapOp.over([ZipOp([accumulator, other])], both).result
        case 3 if type_.element in ELEMENTS:
            return ScanOp.over([accumulator, constant(type_.element, 1)], added_up).result
        case 4 if type_.element in ELEMENTS:
            padded = g.attempt(lambda _: PadOp("clamp", 1, 0, accumulator))  # there may be nothing to repeat
            return accumulator if padded is None else MapOp.over([SlideOp(2, 1, padded)], _sum_of_two).result
        case _:
            return MapOp.over([accumulator], each).result


def _sum_of_two(window: SSAValue) -> SSAValue:
    return added_up(AtOp(window, 0).result, AtOp(window, 1).result)


def _same_length(g: Generator, type_: ArrayType) -> SSAValue | None:
    return g.some(lambda given: isinstance(given, ArrayType) and given.length == type_.length)


def first_accumulator(g: Generator) -> SSAValue | None:
    """Something to fold from."""
    match g.number(0, 4):
        case 0 | 1:
            return constant(g.one((*SCALARS, *ELEMENTS)), g.number(0, 1))
        case 2:
            return TupleOp(
                [constant(g.one((*SCALARS, *ELEMENTS)), g.number(0, 1)) for _ in range(g.number(1, 3))]
            ).result
        case _:
            return g.some(lambda type_: not isinstance(type_, ExistsType))


SCALAR_RULES: tuple[Rule, ...] = (computed, computed, computed, _convert)
