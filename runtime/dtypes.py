"""Which NumPy dtype holds a type: that of the table of scalars, and structures for tuples.

NumPy itself has no bf16: the package `ml_dtypes` does, and is imported where a bf16 comes up.
"""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray
from xdsl.dialects.builtin import TupleType, bf16
from xdsl.ir import Attribute

from ..dialects.diagnostics import LiftError
from ..dialects.lift.storage import Length, leaves_of, vector_of
from ..dialects.lift.types import ArrayType
from ..dialects.scalars import SCALAR_NAMES, SCALARS
from .errors import NO_DTYPE

Array: TypeAlias = NDArray[Any]
Dtype: TypeAlias = np.dtype[Any]

_BRAIN = SCALARS[bf16]


@lru_cache(maxsize=256)
def dtype_of(type_: Attribute) -> Dtype:
    """The dtype of a scalar type; an error where NumPy has none."""
    scalar = SCALARS.get(type_)
    if scalar is None:
        expected = f"{', '.join(SCALAR_NAMES[:-1])} or {SCALAR_NAMES[-1]}"
        raise LiftError(NO_DTYPE, f"NumPy has no dtype for {type_}", expected=expected, found=str(type_))
    try:
        package = import_module(scalar.dtype_package)
    except ImportError:
        raise LiftError(
            NO_DTYPE,
            f"NumPy has no dtype for {type_} without the package {scalar.dtype_package}",
            expected=f"{scalar.dtype_package}.{scalar.numpy_name}",
            fix=f"install the extra: pip install 'lift-xdsl[{scalar.name}]'",
        ) from None
    return np.dtype(getattr(package, scalar.numpy_name))


def kind_of(dtype: Dtype) -> str:
    """What NumPy calls the kind of a dtype, with `f` for a bfloat16, too."""
    return "f" if dtype.name == _BRAIN.numpy_name else dtype.kind


def float_limits(dtype: Dtype) -> Any:
    """NumPy's `finfo`, or what has the same fields for a bfloat16."""
    package = _BRAIN.dtype_package if dtype.name == _BRAIN.numpy_name else "numpy"
    return import_module(package).finfo(dtype)


def as_numbers(data: Array) -> Array:
    """Data as OpenCL has it: bits and bfloat16 are numbers without a sign there."""
    return data if data.dtype.kind in "iuf" else data.view(f"u{data.dtype.itemsize}")


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
