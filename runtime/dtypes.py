"""Which NumPy dtype holds a type: that of the table of scalars, for an integer with a sign the one with it, and structures
for tuples."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, TypeAlias

import numpy as np
from xdsl.dialects.builtin import IntegerType, Signedness, TupleType
from xdsl.ir import Attribute

from ..dialects.diagnostics import LiftError
from ..dialects.lift.storage import Length, leaves_of, vector_of
from ..dialects.lift.types import ArrayType
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


def scalar_dtype(type_: Attribute) -> Dtype:
    """The dtype of a scalar, or of the scalars in a vector."""
    vector = vector_of(type_)
    return dtype_of(type_ if vector is None else vector[1])


def leaf_dtypes(type_: Attribute) -> list[Dtype]:
    """The dtype of each buffer."""
    return [dtype_of(leaf.scalar) for leaf in leaves_of(type_)]


def element_dtype(element: Attribute, length: Length) -> Dtype:
    """The dtype of an element that takes the same room everywhere: a tuple is a structure with the fields f0, f1, .."""
    match element:
        case TupleType():
            return np.dtype([(f"f{k}", element_dtype(part, length)) for k, part in enumerate(element.types)])
        case ArrayType():
            inner = np.dtype(element_dtype(element.element, length))
            return np.dtype((inner.base, (length(element.length.data), *inner.shape)))  # one shape: a 0 in it is fine
        case _:
            vector = vector_of(element)
            return dtype_of(element) if vector is None else np.dtype((dtype_of(vector[1]), (vector[0],)))
