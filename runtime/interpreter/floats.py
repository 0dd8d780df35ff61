"""Floats of `arith`: IEEE 754, rounded to their own width after every op."""

from __future__ import annotations

import operator

import numpy as np
from xdsl.dialects import arith

from .elementwise import Binary, Function, Scalar, chosen, elementwise, per_lane


def quotient(a: Scalar, b: Scalar) -> Scalar:
    return a / b


def least(a: Scalar, b: Scalar) -> Scalar:
    """The smaller, where -0 is smaller than +0 and a NaN is passed on."""
    if np.isnan(a) or np.isnan(b):
        return a if np.isnan(a) else b
    if a == b:
        return a if np.signbit(a) else b
    return min(a, b)


def greatest(a: Scalar, b: Scalar) -> Scalar:
    """The greater, where -0 is smaller than +0 and a NaN is passed on."""
    return -least(-a, -b)


def least_number(a: Scalar, b: Scalar) -> Scalar:
    """The smaller, where a NaN gives way to a number."""
    return b if np.isnan(a) else a if np.isnan(b) else least(a, b)


def greatest_number(a: Scalar, b: Scalar) -> Scalar:
    """The greater, where a NaN gives way to a number."""
    return b if np.isnan(a) else a if np.isnan(b) else greatest(a, b)


def _unordered(a: Scalar, b: Scalar) -> Scalar:
    return np.isnan(a) | np.isnan(b)


def _or_unordered(ordered: Binary) -> Binary:
    return lambda a, b: ordered(a, b) | _unordered(a, b)


def _ordered(a: Scalar, b: Scalar) -> Scalar:
    return ~_unordered(a, b)


def _never(a: Scalar, b: Scalar) -> Scalar:
    return (a == b) & False


def _always(a: Scalar, b: Scalar) -> Scalar:
    return (a == b) | True


def _differs(a: Scalar, b: Scalar) -> Scalar:
    return (a < b) | (a > b)


COMPARISONS: tuple[Binary, ...] = (
    _never,
    operator.eq,
    operator.gt,
    operator.ge,
    operator.lt,
    operator.le,
    _differs,
    _ordered,
    *map(_or_unordered, (operator.eq, operator.gt, operator.ge, operator.lt, operator.le, _differs)),
    _unordered,
    _always,
)
"""By the number of the predicate: false oeq ogt oge olt ole one ord ueq ugt uge ult ule une uno true."""


def compare(op: arith.CmpfOp) -> Function:
    return COMPARISONS[op.predicate.value.data]


FLOAT_FUNCTIONS = (
    chosen({arith.CmpfOp: compare}),
    elementwise({
        arith.AddfOp: operator.add,
        arith.SubfOp: operator.sub,
        arith.MulfOp: operator.mul,
        arith.DivfOp: quotient,
        arith.NegfOp: operator.neg,
        arith.MaximumfOp: per_lane(greatest),
        arith.MinimumfOp: per_lane(least),
        arith.MaxnumfOp: per_lane(greatest_number),
        arith.MinnumfOp: per_lane(least_number),
    }),
)  # fmt: skip
