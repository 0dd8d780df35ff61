"""The functions of `math`, each with a result of the type of its operand."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

import numpy as np
from xdsl.dialects import math as dialect
from xdsl.ir import Operation

from .elementwise import Function, Scalar, elementwise, per_lane
from .integers import signed, unsigned, width, wrapped


def through_double(function: Callable[[float], float]) -> Function:
    """A function on 64 bits, rounded."""

    def run(x: Scalar) -> Scalar:
        return x.dtype.type(function(np.float64(x)))

    return per_lane(run)


def round_half_away(x: Scalar) -> Scalar:
    """The nearest integer, and of two the one further from 0."""
    whole = np.trunc(x)
    one = x.dtype.type(1)
    return whole + np.copysign(one, x) if abs(x - whole) >= 0.5 else np.copysign(whole, x)


def fused(a: Scalar, b: Scalar, c: Scalar) -> Scalar:
    """`a * b + c`, rounded once."""
    if not (np.isfinite(a) and np.isfinite(b) and np.isfinite(c)):
        return a * b + c
    exact = Fraction(float(a)) * Fraction(float(b)) + Fraction(float(c))
    if exact == 0:
        return a.dtype.type(np.float64(a) * np.float64(b) + np.float64(c))
    return rounded(exact, a.dtype.type)


def rounded(exact: Fraction, kind: Callable[[float], Scalar]) -> Scalar:
    """A fraction as a float, rounded once: what a double cannot hold is kept in its last bit, for the narrower float."""
    try:
        double = float(exact)
    except OverflowError:
        return kind(math.inf if exact > 0 else -math.inf)
    if kind is np.float64 or Fraction(double) == exact:
        return kind(double)
    even = not np.float64(double).view(np.int64) & 1
    return kind(math.nextafter(double, math.inf if exact > Fraction(double) else -math.inf) if even else double)


def power(base: Scalar, exponent: Scalar) -> Scalar:
    """An integer power; one below 1 has the quotient's integer part, and that of 0 is 0."""
    b, e = signed(base), signed(exponent)
    if e < 0:
        return wrapped({1: 1, -1: 1 - 2 * (e % 2)}.get(b, 0), base.dtype)
    return wrapped(pow(b, e, 1 << width(base.dtype)), base.dtype)


def float_power(base: Scalar, exponent: Scalar) -> Scalar:
    """C's `pow`; for 0.5 NumPy takes the square root, which keeps the sign of 0 and has no value for -inf."""
    if exponent == 0.5 and (base == 0 or np.isinf(base)):
        return np.abs(base)
    return np.power(base, exponent)


def integer_power(base: Scalar, exponent: Scalar) -> Scalar:
    """A float to an integer power."""
    return np.power(base, exponent.astype(base.dtype))


def absolute(x: Scalar) -> Scalar:
    """The absolute value; that of the least integer wraps around to it."""
    return wrapped(abs(signed(x)), x.dtype)


def reciprocal_root(x: float) -> float:
    return 1 / np.sqrt(x)


def leading_zeros(x: Scalar) -> Scalar:
    return wrapped(width(x.dtype) - unsigned(x).bit_length(), x.dtype)


def trailing_zeros(x: Scalar) -> Scalar:
    bits = unsigned(x)
    return wrapped((bits & -bits).bit_length() - 1 if bits else width(x.dtype), x.dtype)


def ones(x: Scalar) -> Scalar:
    return wrapped(unsigned(x).bit_count(), x.dtype)


TABLE: dict[type[Operation], Function] = {
    dialect.AbsFOp: np.abs,
    dialect.AbsIOp: per_lane(absolute),
    dialect.AcosOp: np.arccos,
    dialect.AcoshOp: np.arccosh,
    dialect.AsinOp: np.arcsin,
    dialect.AsinhOp: np.arcsinh,
    dialect.Atan2Op: np.arctan2,
    dialect.AtanOp: np.arctan,
    dialect.AtanhOp: np.arctanh,
    dialect.CbrtOp: np.cbrt,
    dialect.CeilOp: np.ceil,
    dialect.CopySignOp: np.copysign,
    dialect.CosOp: np.cos,
    dialect.CoshOp: np.cosh,
    dialect.CountLeadingZerosOp: per_lane(leading_zeros),
    dialect.CountTrailingZerosOp: per_lane(trailing_zeros),
    dialect.CtPopOp: per_lane(ones),
    dialect.ErfOp: through_double(math.erf),
    dialect.Exp2Op: np.exp2,
    dialect.ExpM1Op: np.expm1,
    dialect.ExpOp: np.exp,
    dialect.FPowIOp: integer_power,
    dialect.FloorOp: np.floor,
    dialect.FmaOp: per_lane(fused),
    dialect.IPowIOp: per_lane(power),
    dialect.Log10Op: np.log10,
    dialect.Log1pOp: np.log1p,
    dialect.Log2Op: np.log2,
    dialect.LogOp: np.log,
    dialect.PowFOp: per_lane(float_power),
    dialect.RoundEvenOp: np.rint,
    dialect.RoundOp: per_lane(round_half_away),
    dialect.RsqrtOp: through_double(reciprocal_root),
    dialect.SinOp: np.sin,
    dialect.SinhOp: np.sinh,
    dialect.SqrtOp: np.sqrt,
    dialect.TanOp: np.tan,
    dialect.TanhOp: np.tanh,
    dialect.TruncOp: np.trunc,
}

MATH_FUNCTIONS = (elementwise(TABLE),)
