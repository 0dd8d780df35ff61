"""Which NumPy dtype holds a scalar type: integers and floats of the same width, `bool` for i1, int64 for index."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, TypeAlias

import numpy as np
from xdsl.dialects.builtin import Float16Type, Float32Type, Float64Type, IndexType, IntegerType, Signedness
from xdsl.ir import Attribute

from ..dialects.diagnostics import LiftError
from .errors import NO_DTYPE

Dtype: TypeAlias = np.dtype[Any]

_FLOATS = {Float16Type: np.float16, Float32Type: np.float32, Float64Type: np.float64}


@lru_cache(maxsize=256)
def dtype_of(type_: Attribute) -> Dtype:
    """The dtype of a scalar type; an error where NumPy has none."""
    match type_:
        case IntegerType() if type_.width.data == 1:
            return np.dtype(np.bool_)
        case IntegerType() if type_.width.data in (8, 16, 32, 64):
            sign = "u" if type_.signedness.data is Signedness.UNSIGNED else "i"
            return np.dtype(f"{sign}{type_.width.data // 8}")
        case IndexType():
            return np.dtype(np.int64)
        case Float16Type() | Float32Type() | Float64Type():
            return np.dtype(_FLOATS[type(type_)])
        case _:
            expected = "i1, i8, i16, i32, i64, index, f16, f32 or f64"
            raise LiftError(NO_DTYPE, f"NumPy has no dtype for {type_}", expected=expected, found=str(type_))
