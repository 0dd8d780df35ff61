"""Which NumPy dtype holds a scalar type: that of the table of scalars, and for an integer with a sign the one with it."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, TypeAlias

import numpy as np
from xdsl.dialects.builtin import IntegerType, Signedness
from xdsl.ir import Attribute

from ..dialects.diagnostics import LiftError
from ..dialects.scalars import SCALAR_NAMES, SCALARS, Kind
from .errors import NO_DTYPE

Dtype: TypeAlias = np.dtype[Any]


@lru_cache(maxsize=256)
def dtype_of(type_: Attribute) -> Dtype:
    """The dtype of a scalar type; an error where NumPy has none."""
    match type_:
        case IntegerType():
            scalar, natural = SCALARS.get(IntegerType(type_.width.data)), type_.signedness.data is Signedness.UNSIGNED
        case _:
            scalar, natural = SCALARS.get(type_), False
    if scalar is None:
        expected = f"{', '.join(SCALAR_NAMES[:-1])} or {SCALAR_NAMES[-1]}"
        raise LiftError(NO_DTYPE, f"NumPy has no dtype for {type_}", expected=expected, found=str(type_))
    return np.dtype(f"u{scalar.numpy_name}" if natural and scalar.kind is Kind.INTEGER else scalar.numpy_name)
