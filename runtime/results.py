"""From the buffers of a result to what a person gets: arrays in their shape, tuples, lists and scalars."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray
from xdsl.dialects.builtin import TupleType
from xdsl.ir import Attribute

from ..dialects.lift.storage import (
    Length,
    form_of,
    is_fixed,
    leaf_count,
    leaf_sizes,
    tuple_parts,
    vector_of,
)
from ..dialects.lift.types import ArrayType, ExistsType, is_scalar
from ..dialects.nat.expr import var
from ..dialects.nat.ring import Nat
from .dtypes import element_dtype

Array: TypeAlias = NDArray[Any]
Result: TypeAlias = Any
"""A NumPy array or scalar, a tuple of results, or a list of them."""


def present(type_: Attribute, buffers: Sequence[Array], length: Length) -> Result:
    """A result in the form that the type has at the boundary."""
    return _Presenter(buffers, length).present(type_, 0)


def plain_shape(type_: Attribute, length: Length) -> tuple[int, ...] | None:
    """The shape in which a buffer is presented as it is; None where there is more to do."""
    if not isinstance(type_, ArrayType) or not is_scalar(form_of(type_).element):
        return None
    form = form_of(type_)
    return tuple(map(length, (form.count,) if form.dims is None else form.dims))


def parts_of(type_: Attribute) -> list[Attribute]:
    """The types of what a result consists of, once it is presented and its tuples are taken apart."""
    if isinstance(type_, ExistsType):
        return parts_of(type_.opened(type_.bound.data))
    parts = tuple_parts(type_)
    if not parts or (isinstance(type_, ArrayType) and is_fixed(form_of(type_).element)):
        return [type_]
    return [leaf for part in parts for leaf in parts_of(part)]


def is_list(type_: Attribute) -> bool:
    """Whether a part of a result is presented as a list."""
    return isinstance(form_of(type_).element, ExistsType)


def _room_of_scalars(type_: ArrayType) -> Nat | None:
    """The room of each row, where an array has rows of scalars and nothing of them but their length is hidden."""
    rows = None if type_.dependent else type_.element
    row = rows.opened(var("X'")) if isinstance(rows, ExistsType) else None
    if not isinstance(rows, ExistsType) or not isinstance(row, ArrayType) or row.length.data is not var("X'"):
        return None
    return rows.bound.data if is_scalar(row.element) else None


@dataclass
class _Presenter:
    buffers: Sequence[Array]
    length: Length
    taken: list[int] = field(init=False)
    """How much of each buffer has been presented."""

    def __post_init__(self) -> None:
        self.taken = [0] * len(self.buffers)

    def take(self, leaf: int, count: int) -> Array:
        start = self.taken[leaf]
        self.taken[leaf] += count
        return self.buffers[leaf][start : start + count]

    def present(self, type_: Attribute, leaf: int) -> Result:
        """The next value of the type, whose buffers begin at the given one."""
        match type_:
            case TupleType():
                return self._parts(type_.types.data, leaf)
            case ExistsType():
                return self._opened(type_, leaf)
            case ArrayType():
                return self._array(type_, leaf)
            case _:
                width = vector_of(type_)
                return self.take(leaf, 1)[0] if width is None else self.take(leaf, width[0]).copy()

    def _parts(self, types: Sequence[Attribute], leaf: int) -> tuple[Result, ...]:
        parts: list[Result] = []
        for type_ in types:
            parts.append(self.present(type_, leaf))
            leaf += leaf_count(type_)
        return tuple(parts)

    def _opened(self, type_: ExistsType, leaf: int) -> Result:
        hidden = int(self.take(leaf, 1)[0])
        start, room = list(self.taken), leaf_sizes(type_, self.length)[1:]
        result = self.present(type_.opened(hidden), leaf + 1)
        for i, size in enumerate(room, leaf + 1):
            self.taken[i] = start[i] + size
        return result

    def _array(self, type_: ArrayType, leaf: int) -> Result:
        form = form_of(type_)
        if isinstance(form.element, ExistsType):
            count, room = self.length(type_.length.data), _room_of_scalars(type_)
            if room is None:
                return [self.present(type_.at(i), leaf) for i in range(count)]
            each = self.length(room)
            lengths, data = self.take(leaf, count).tolist(), self.take(leaf + 1, count * each)
            return [data[k * each : k * each + length] for k, length in enumerate(lengths)]
        if not is_fixed(form.element):
            parts = tuple_parts(type_)
            assert parts is not None, "only a tuple has parts that differ in size"
            return self._parts(parts, leaf)
        cells = self._cells(self.length(form.count), form.element, leaf)
        dims = None if form.dims is None else tuple(self.length(nat) for nat in form.dims)
        return cells if dims is None else cells.reshape(*dims, *cells.shape[1:])

    def _cells(self, count: int, element: Attribute, leaf: int) -> Array:
        """The next elements; scalars that are all of a buffer are the buffer itself."""
        if is_scalar(element) and count == len(self.buffers[leaf]):
            self.taken[leaf] = count
            return self.buffers[leaf]
        cells = np.empty(count, element_dtype(element, self.length))
        self._fill(cells, element, leaf)
        return cells

    def _fill(self, cells: Array, element: Attribute, leaf: int) -> None:
        """Put the next elements into their place; the dtype has their shape already."""
        match element:
            case TupleType():
                for k, part in enumerate(element.types):
                    self._fill(cells[f"f{k}"], part, leaf)
                    leaf += leaf_count(part)
            case ArrayType():
                self._fill(cells, element.element, leaf)
            case _:
                cells[...] = self.take(leaf, cells.size).reshape(cells.shape)
