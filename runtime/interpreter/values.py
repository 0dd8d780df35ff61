"""What a value of the language is while it is interpreted.

| type | value |
|---|---|
| a scalar | a NumPy scalar of the exact dtype |
| a vector | a NumPy array of one dimension |
| a tuple | a Python tuple |
| an array, plain or position-dependent | a Python list of its elements |
| an existential | `Packed`: the length that is hidden, and the value |

A list is never changed once it is made, so values may share parts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, cast

import numpy as np
from xdsl.dialects.builtin import TupleType
from xdsl.ir import Attribute

from ...dialects.diagnostics import LiftError
from ...dialects.errors import INTERNAL
from ...dialects.lift.types import ArrayType, ExistsType, is_scalar
from ...dialects.nat.ring import Nat
from ..dtypes import dtype_of, element_dtype

Value: TypeAlias = Any
Length: TypeAlias = Callable[[Nat], int]
"""What the length in a type is, for the numbers that its names have."""


@dataclass(frozen=True)
class Packed:
    """A value together with the length that its type hides."""

    length: int
    value: Value


def internal(message: str) -> LiftError:
    """An error that no verified program whose `where` holds can cause."""
    return LiftError(INTERNAL, message, fix="report it together with the program and its arguments")


def element(xs: Sequence[Value], index: int) -> Value:
    """One element; an index out of bounds is never taken from the other end."""
    if 0 <= index < len(xs):
        return xs[index]
    raise internal(f"index {index} is out of bounds of an array of {len(xs)}")


def elements(xs: list[Value], start: int, size: int) -> list[Value]:
    """`size` elements from `start` on, all in bounds."""
    if start >= 0 and size >= 0 and start + size <= len(xs):
        return xs[start : start + size]
    raise internal(f"elements {start} to {start + size} are out of bounds of an array of {len(xs)}")


def check_value(value: Value, type_: Attribute, length: Length) -> None:
    """An internal error unless the value is one of the type, with every length what the type says."""
    match type_:
        case ArrayType():
            count = length(type_.length.data)
            parts = _parts(value, list, count, type_)
            if is_scalar(type_.element):
                kind = dtype_of(type_.element).type
                if not all(type(part) is kind for part in parts):
                    raise _unlike(value, type_, f"a list of {kind.__name__}")
                return
            for i, part in enumerate(parts):
                check_value(part, type_.at(i), length)
        case ExistsType():
            most = length(type_.bound.data)
            if not isinstance(value, Packed) or not 0 <= value.length <= most:
                raise _unlike(value, type_, f"a hidden length of at most {most}")
            check_value(value.value, type_.opened(value.length), length)
        case TupleType():
            parts = _parts(value, tuple, len(type_.types), type_)
            for part, part_type in zip(parts, type_.types, strict=True):
                check_value(part, part_type, length)
        case _:
            expected = element_dtype(type_, length)
            found = np.asarray(value)
            if (found.dtype, found.shape) != (expected.base, expected.shape) or isinstance(value, list | tuple):
                raise _unlike(value, type_, str(expected))


def _parts(value: Value, kind: type, count: int, type_: Attribute) -> Sequence[Value]:
    if not isinstance(value, kind) or len(cast("Sequence[Value]", value)) != count:
        raise _unlike(value, type_, f"a {kind.__name__} of {count}")
    return cast("Sequence[Value]", value)


def _unlike(value: Value, type_: Attribute, expected: str) -> LiftError:
    many = hasattr(value, "__len__")
    found = f"a {type(value).__name__} of {len(value)}" if many else repr(value)
    return internal(f"a value of type {type_} should be {expected}, and is {found}")
