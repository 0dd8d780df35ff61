"""Conversions: those of `arith`, and `lift.convert`.

From float to integer they round towards zero and stop at the ends of the range; NaN is 0. To a narrower float they round to
the nearest, and of two to the even one.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from xdsl.dialects import arith

from ...dialects.lift.conversions import Conversion, ConvertOp
from ..dtypes import Dtype, scalar_dtype
from .elementwise import Choice, Function, Scalar, chosen, per_lane
from .integers import signed, unsigned, width, wrapped


def target(op: Any) -> Dtype:
    """The dtype that an op converts to."""
    return scalar_dtype(op.results[0].type)


def resized(value: Callable[[Scalar], int]) -> Choice:
    """To another width, with the bits that are added or dropped as `value` reads them."""

    def choose(op: Any) -> Function:
        dtype = target(op)

        def run(x: Scalar) -> Scalar:
            return wrapped(value(x), dtype)

        return per_lane(run)

    return choose


def to_float(value: Callable[[Scalar], int]) -> Choice:
    def choose(op: Any) -> Function:
        dtype = target(op)

        def run(x: Scalar) -> Scalar:
            return nearest(value(x), dtype)

        return per_lane(run)

    return choose


def nearest(value: int, dtype: Dtype) -> Scalar:
    """The float nearest to an integer; NumPy rounds once from 64 bits, and float16 holds none that large exactly."""
    return dtype.type(np.uint64(value) if value >= 0 else np.int64(value))


def to_integer(*, is_signed: bool) -> Choice:
    def choose(op: Any) -> Function:
        dtype = target(op)
        bits = width(dtype)
        low, high = (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) if is_signed else (0, (1 << bits) - 1)

        def convert(x: Scalar) -> Scalar:
            if np.isnan(x):
                return wrapped(0, dtype)
            bounded = low if x == -np.inf else high if x == np.inf else min(max(math.trunc(float(x)), low), high)
            return wrapped(bounded, dtype)

        return per_lane(convert)

    return choose


def rounded(op: Any) -> Function:
    """To another float."""
    dtype = target(op)

    def run(x: Scalar) -> Scalar:
        return x.astype(dtype)

    return run


def same_bits(op: Any) -> Function:
    dtype = target(op)

    def run(x: Scalar) -> Scalar:
        return x.view(dtype)

    return run


def converted(op: ConvertOp) -> Function:
    """From what is stored to what is computed with, and back."""
    match op.kind:
        case Conversion.RESIZED:
            return resized(unsigned)(op)
        case Conversion.NEAREST:
            return to_float(unsigned)(op)
        case _:
            return rounded(op)


CAST_FUNCTIONS = (
    chosen({
        ConvertOp: converted,
        arith.ExtSIOp: resized(signed),
        arith.ExtUIOp: resized(unsigned),
        arith.TruncIOp: resized(unsigned),
        arith.IndexCastOp: resized(signed),
        arith.SIToFPOp: to_float(signed),
        arith.UIToFPOp: to_float(unsigned),
        arith.FPToSIOp: to_integer(is_signed=True),
        arith.FPToUIOp: to_integer(is_signed=False),
        arith.ExtFOp: rounded,
        arith.TruncFOp: rounded,
        arith.BitcastOp: same_bits,
    }),
)  # fmt: skip
