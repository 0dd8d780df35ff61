"""Integers of `arith`: signless, of fixed width, wrapping around; division and remainder by zero give 0.

Three things that MLIR leaves undefined have a value here, the same on every target: the quotient of the least integer
and -1 wraps around to it (and its remainder is 0), and a shift counts modulo the width. An i1 is a `bool` that is 0 or
-1 where an op is signed, and 0 or 1 where it is not.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, TypeAlias, cast

import numpy as np
from xdsl.dialects import arith
from xdsl.dialects.builtin import DenseIntOrFPElementsAttr, FloatAttr, IntegerAttr, VectorType
from xdsl.ir import Attribute

from ...dialects.diagnostics import LiftError, location_of
from ..dtypes import Dtype, dtype_of, scalar_dtype
from ..errors import NO_MEANING
from .elementwise import Function, Scalar, chosen, elementwise, per_lane

Exact: TypeAlias = Callable[[int, int], int]
"""A function on integers without a width."""


def width(dtype: Dtype) -> int:
    return 1 if dtype == np.bool_ else 8 * dtype.itemsize


def signed(value: Scalar) -> int:
    """The integer that a scalar is, in two's complement."""
    return -int(value) if value.dtype == np.bool_ else int(value)


def unsigned(value: Scalar) -> int:
    """The integer that the bits of a scalar are."""
    return int(value) & ((1 << width(value.dtype)) - 1)


def wrapped(value: int, dtype: Dtype) -> Scalar:
    """An integer, modulo what the dtype can hold."""
    bits = width(dtype)
    value &= (1 << bits) - 1
    if dtype.kind == "i" and value >> (bits - 1):
        value -= 1 << bits
    return dtype.type(value)


def divided(dividend: int, divisor: int) -> int:
    """The quotient, rounded towards zero."""
    if divisor == 0:
        return 0
    quotient = abs(dividend) // abs(divisor)
    return quotient if (dividend < 0) == (divisor < 0) else -quotient


def remainder(dividend: int, divisor: int) -> int:
    """What is left, with the sign of the dividend."""
    return dividend - divided(dividend, divisor) * divisor if divisor else 0


def floor_divided(dividend: int, divisor: int) -> int:
    return dividend // divisor if divisor else 0


def ceil_divided(dividend: int, divisor: int) -> int:
    return -(-dividend // divisor) if divisor else 0


def conjunction(a: Scalar, b: Scalar) -> Scalar:
    return a & b


def disjunction(a: Scalar, b: Scalar) -> Scalar:
    return a | b


def difference(a: Scalar, b: Scalar) -> Scalar:
    """The bits in which two differ."""
    return a ^ b


def shift_left(value: int, count: int) -> int:
    return value << count


def shift_right(value: int, count: int) -> int:
    return value >> count


def least(a: int, b: int) -> int:
    return min(a, b)


def greatest(a: int, b: int) -> int:
    return max(a, b)


def exactly(function: Exact, value: Callable[[Scalar], int]) -> Function:
    """A function on the integers that scalars are, as `value` reads them."""

    def run(a: Scalar, b: Scalar) -> Scalar:
        return wrapped(function(value(a), value(b)), a.dtype)

    return per_lane(run)


def shifted(function: Exact, value: Callable[[Scalar], int]) -> Function:
    """A shift of what `value` reads, by a number modulo the width."""

    def run(a: Scalar, b: Scalar) -> Scalar:
        return wrapped(function(value(a), unsigned(b) % width(a.dtype)), a.dtype)

    return per_lane(run)


def wrapping(function: Function, of_bits: Function) -> Callable[[Any], Function]:
    """A function of NumPy's, which wraps around by itself, and what it is on single bits."""

    def choose(op: Any) -> Function:
        return of_bits if scalar_dtype(op.results[0].type) == np.bool_ else function

    return choose


Order: TypeAlias = Callable[[int, int], bool]
ORDERS: tuple[Order, ...] = (operator.lt, operator.le, operator.gt, operator.ge)


def _compared(function: Order, value: Callable[[Scalar], int]) -> Function:
    def run(a: Scalar, b: Scalar) -> Scalar:
        return np.bool_(function(value(a), value(b)))

    return per_lane(run)


COMPARISONS: tuple[Function, ...] = (
    operator.eq,
    operator.ne,
    *(_compared(order, signed) for order in ORDERS),
    *(_compared(order, unsigned) for order in ORDERS),
)
"""By the number of the predicate: eq ne slt sle sgt sge ult ule ugt uge."""


def compare(op: arith.CmpiOp) -> Function:
    return COMPARISONS[op.predicate.value.data]


def constant(op: arith.ConstantOp) -> Function:
    """A number, or a vector of numbers."""
    match op.value:
        case IntegerAttr():
            value = wrapped(op.value.value.data, dtype_of(op.result.type))
        case FloatAttr():
            value = dtype_of(op.result.type).type(op.value.value.data)
        case DenseIntOrFPElementsAttr() if isinstance(op.result.type, VectorType):
            type_ = cast("VectorType[Attribute]", op.result.type)
            numbers = np.array(op.value.get_values(), scalar_dtype(type_))
            value = np.broadcast_to(numbers, type_.get_shape()).copy()
        case _:
            message = f"the interpreter has no constant of type {op.result.type}"
            raise LiftError(NO_MEANING, message, location=location_of(op))
    return lambda: value


def select(condition: Scalar, then: Any, otherwise: Any) -> Any:
    """One of two values of any type; with a vector of conditions, for each part."""
    if np.ndim(condition):
        return np.array([select(*lane) for lane in zip(condition, then, otherwise, strict=True)])
    return then if condition else otherwise


def add_extended(a: Scalar, b: Scalar) -> tuple[Scalar, Scalar]:
    """The sum, and whether it overflowed."""
    total = unsigned(a) + unsigned(b)
    return wrapped(total, a.dtype), np.bool_(total >> width(a.dtype))


def multiply_extended(value: Callable[[Scalar], int]) -> Function:
    """The low and the high half of a product."""

    def both(a: Scalar, b: Scalar) -> tuple[Scalar, Scalar]:
        product = value(a) * value(b)
        return wrapped(product, a.dtype), wrapped(product >> width(a.dtype), a.dtype)

    return per_lane(both)


INTEGER_FUNCTIONS = (
    chosen({
        arith.ConstantOp: constant,
        arith.CmpiOp: compare,
        arith.AddiOp: wrapping(operator.add, difference),
        arith.SubiOp: wrapping(operator.sub, difference),
        arith.MuliOp: wrapping(operator.mul, conjunction),
    }),
    elementwise({
        arith.SelectOp: select,
        arith.AndIOp: conjunction,
        arith.OrIOp: disjunction,
        arith.XOrIOp: difference,
        arith.DivSIOp: exactly(divided, signed),
        arith.DivUIOp: exactly(divided, unsigned),
        arith.FloorDivSIOp: exactly(floor_divided, signed),
        arith.CeilDivSIOp: exactly(ceil_divided, signed),
        arith.CeilDivUIOp: exactly(ceil_divided, unsigned),
        arith.RemSIOp: exactly(remainder, signed),
        arith.RemUIOp: exactly(remainder, unsigned),
        arith.MinSIOp: exactly(least, signed),
        arith.MinUIOp: exactly(least, unsigned),
        arith.MaxSIOp: exactly(greatest, signed),
        arith.MaxUIOp: exactly(greatest, unsigned),
        arith.ShLIOp: shifted(shift_left, unsigned),
        arith.ShRSIOp: shifted(shift_right, signed),
        arith.ShRUIOp: shifted(shift_right, unsigned),
        arith.AddUIExtendedOp: per_lane(add_extended),
        arith.MulSIExtendedOp: multiply_extended(signed),
        arith.MulUIExtendedOp: multiply_extended(unsigned),
    }),
)  # fmt: skip
