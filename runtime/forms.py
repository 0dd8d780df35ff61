"""A type as NumPy sees it: which buffers hold it, how many elements there are, and what one element is.

A value is kept as one flat buffer for each scalar leaf of its type: a tuple has the buffers of its parts, an array those
of its element, one element after the other. An existential has a buffer of lengths first, and room for its bound. This
is what passes between NumPy, the interpreter and a device.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias, cast

import numpy as np
from xdsl.dialects.builtin import TupleType, VectorType
from xdsl.ir import Attribute

from ..dialects.lift.types import ArrayType, ExistsType, free_names
from ..dialects.nat.expr import sum_over, var
from ..dialects.nat.ring import Nat, const
from .dtypes import Dtype, dtype_of

Length: TypeAlias = Callable[[Nat], int]
"""What the length in a type is, at a call."""

LENGTHS = np.dtype(np.int32)
"""The dtype of a buffer of hidden lengths."""


@dataclass(frozen=True)
class Form:
    """An array type seen through: its dimensions, how many elements that makes, and the element, which is no array."""

    dims: tuple[Nat, ...] | None
    """None where a length depends on a position, so that the array is flat."""
    count: Nat
    element: Attribute


@lru_cache(maxsize=1024)
def form_of(type_: Attribute, depth: int = 0) -> Form:
    """The form of a type; one that is no array has no dimensions."""
    if not isinstance(type_, ArrayType):
        return Form((), const(1), type_)
    position = f"{depth}'"
    inner = form_of(type_.at(var(position)), depth + 1)
    length = type_.length.data
    count = sum_over(position, length, inner.count) if position in inner.count.names else length * inner.count
    # A row of empty rows has no elements, however many rows it has: only its dimensions tell that they differ.
    if inner.dims is None or any(position in dim.names for dim in inner.dims):
        return Form(None, count, inner.element)
    return Form((length, *inner.dims), count, inner.element)


@lru_cache(maxsize=1024)
def part_of(type_: Attribute, index: int) -> Attribute:
    """An array of tuples with one part of them: what `lift.unzip` would give."""
    if isinstance(type_, ArrayType):
        return ArrayType(type_.length, part_of(type_.element, index), type_.binder.data)
    return cast("TupleType", type_).types.data[index]


def is_fixed(element: Attribute) -> bool:
    """Whether every element of an array takes the same room, so that NumPy has a dtype for it."""
    match element:
        case TupleType():
            return all(map(is_fixed, element.types))
        case ArrayType():
            form = form_of(element)
            closed = not any("'" in name for name in free_names(element))
            return form.dims is not None and closed and is_fixed(form.element)
        case ExistsType():
            return False
        case _:
            return True


def vector(type_: Attribute) -> tuple[int, Attribute] | None:
    """The width and the scalar of a vector type."""
    if not isinstance(type_, VectorType):
        return None
    found = cast("VectorType[Attribute]", type_)
    return found.get_shape()[0], found.element_type


def element_dtype(element: Attribute, length: Length) -> Dtype:
    """The dtype of an element that is fixed: a tuple is a structure with the fields f0, f1, .."""
    match element:
        case TupleType():
            return np.dtype([(f"f{k}", element_dtype(part, length)) for k, part in enumerate(element.types)])
        case ArrayType():
            inner = np.dtype(element_dtype(element.element, length))
            return np.dtype((inner.base, (length(element.length.data), *inner.shape)))  # one shape: a 0 in it is fine
        case _:
            width = vector(element)
            return dtype_of(element) if width is None else np.dtype((dtype_of(width[1]), (width[0],)))


def leaf_dtypes(type_: Attribute) -> list[Dtype]:
    """The dtype of each buffer."""
    match type_:
        case ArrayType():
            return leaf_dtypes(type_.element)
        case ExistsType():
            return [LENGTHS, *leaf_dtypes(type_.body)]
        case TupleType():
            return [dtype for part in type_.types for dtype in leaf_dtypes(part)]
        case _:
            width = vector(type_)
            return [dtype_of(type_ if width is None else width[1])]


def leaf_sizes(type_: Attribute, length: Length) -> list[int]:
    """The number of scalars in each buffer."""
    return [length(count) for count in leaf_counts(type_)]


@lru_cache(maxsize=1024)
def leaf_counts(type_: Attribute, depth: int = 0) -> tuple[Nat, ...]:
    """The number of scalars in each buffer, as an expression: rows that differ in size are a sum over their positions."""
    match type_:
        case ArrayType():
            position, length = f"{depth}'", type_.length.data
            inner = leaf_counts(type_.at(var(position)), depth + 1)
            return tuple(sum_over(position, length, n) if position in n.names else length * n for n in inner)
        case ExistsType():
            return (const(1), *leaf_counts(type_.opened(type_.bound.data), depth))
        case TupleType():
            return tuple(count for part in type_.types for count in leaf_counts(part, depth))
        case _:
            width = vector(type_)
            return (const(1 if width is None else width[0]),)
