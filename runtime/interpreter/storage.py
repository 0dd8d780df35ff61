"""Values as the buffers that hold them at the boundary, and back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray
from xdsl.dialects.builtin import TupleType
from xdsl.ir import Attribute

from ...dialects.lift.storage import Length, leaf_count, leaf_sizes, tuple_parts, vector_of
from ...dialects.lift.types import ArrayType, ExistsType
from ..dtypes import dtype_of, leaf_dtypes
from .values import Packed, Value

Array: TypeAlias = NDArray[Any]


def load(type_: Attribute, buffers: Sequence[Array], length: Length) -> Value:
    """The value that buffers hold."""
    return _Loader([list(buffer) for buffer in buffers], length).load(type_, 0)


@dataclass
class _Loader:
    buffers: list[list[Value]]
    length: Length
    taken: list[int] = field(init=False)
    """How much of each buffer has been loaded."""

    def __post_init__(self) -> None:
        self.taken = [0] * len(self.buffers)

    def take(self, leaf: int, count: int) -> list[Value]:
        start = self.taken[leaf]
        self.taken[leaf] += count
        return self.buffers[leaf][start : start + count]

    def load(self, type_: Attribute, leaf: int) -> Value:
        """The next value of the type, whose buffers begin at the given one."""
        match type_:
            case TupleType():
                return self._parts(type_.types.data, leaf)
            case ExistsType():
                return self._packed(type_, leaf)
            case ArrayType():
                return self._array(type_, leaf)
            case _:
                width = vector_of(type_)
                if width is None:
                    return self.take(leaf, 1)[0]
                return np.array(self.take(leaf, width[0]), dtype_of(width[1]))

    def _parts(self, types: Sequence[Attribute], leaf: int) -> tuple[Value, ...]:
        parts: list[Value] = []
        for type_ in types:
            parts.append(self.load(type_, leaf))
            leaf += leaf_count(type_)
        return tuple(parts)

    def _packed(self, type_: ExistsType, leaf: int) -> Packed:
        hidden = int(self.take(leaf, 1)[0])
        start, room = list(self.taken), leaf_sizes(type_, self.length)[1:]
        value = self.load(type_.opened(hidden), leaf + 1)
        for i, size in enumerate(room, leaf + 1):
            self.taken[i] = start[i] + size
        return Packed(hidden, value)

    def _array(self, type_: ArrayType, leaf: int) -> list[Value]:
        count = self.length(type_.length.data)
        if isinstance(type_.element, TupleType):
            return list(zip(*self._parts(tuple_parts(type_) or (), leaf), strict=True))
        if isinstance(type_.element, ArrayType | ExistsType) or vector_of(type_.element):
            return [self.load(type_.at(i), leaf) for i in range(count)]
        return self.take(leaf, count)


def store(value: Value, type_: Attribute, length: Length) -> list[Array]:
    """The buffers that hold a value."""
    dtypes = leaf_dtypes(type_)
    buffers: list[list[Value]] = [[] for _ in dtypes]
    _store(value, type_, buffers, length)
    return [np.array(buffer, dtype) for buffer, dtype in zip(buffers, dtypes, strict=True)]


def _store(value: Value, type_: Attribute, buffers: list[list[Value]], length: Length) -> None:
    match type_:
        case TupleType():
            leaf = 0
            for part, part_type in zip(value, type_.types, strict=True):
                count = leaf_count(part_type)
                _store(part, part_type, buffers[leaf : leaf + count], length)
                leaf += count
        case ExistsType():
            lengths, *inner = buffers
            lengths.append(value.length)
            room = leaf_sizes(type_, length)[1:]
            ends = [len(buffer) + size for buffer, size in zip(inner, room, strict=True)]
            _store(value.value, type_.opened(value.length), inner, length)
            for buffer, end in zip(inner, ends, strict=True):
                buffer.extend([0] * (end - len(buffer)))
        case ArrayType() if isinstance(type_.element, ArrayType | ExistsType | TupleType):
            for i, part in enumerate(value):
                _store(part, type_.at(i), buffers, length)
        case ArrayType() if vector_of(type_.element):
            buffers[0].extend(chain.from_iterable(value))
        case ArrayType():
            buffers[0].extend(value)
        case _ if vector_of(type_):
            buffers[0].extend(value)
        case _:
            buffers[0].append(value)
