"""Calls like those before: what a call was checked for holds for each that looks the same, so it is not checked again.

What a call looks like is the shape and the dtype of each array, each size, and the entries of each table: what the sizes of
the call follow from. Which object an array is says nothing, and neither does what is in it. Numbers that are passed by value,
and the bytes of truth values, are looked at each time. Whatever is not as simple as that is checked as if it were new.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray
from xdsl.dialects.builtin import TupleType
from xdsl.ir import Attribute

from ...dialects.lift.storage import form_of, tuple_parts, vector_of
from ...dialects.lift.types import ArrayType, ExistsType
from ..boundary import Call
from ..conversion import as_number, true_or_false
from ..device_arrays import DeviceArray, as_device_array
from ..dtypes import dtype_of
from ..result_arrays import Part
from ..signature import Signature
from ..sizes import Sizes

if TYPE_CHECKING:
    from .execution import PreparedLaunch

Array: TypeAlias = NDArray[Any]

MOST_KNOWN = 64
"""So many calls are remembered; the one that was not made for the longest time is forgotten first."""
MOST_LAUNCHES = 4
"""So many launches are kept for one of them: as many threads may make it at once, and each has its own."""
MOST_ENTRIES = 1 << 13
"""Of a table of more entries a call shows only some, and all of them are compared with those of the call that shows the same."""
MOST_BYTES = 1 << 26
"""So much memory such tables have, those of all calls together."""
SHOWN = 64
"""So many entries are shown of a large table, about."""

_NUMBER: Final = "a number"
_DEVICE: Final = "a device array"


@dataclass(frozen=True)
class Look:
    """What a call looks like, and its values in order, tuples taken apart."""

    key: tuple[object, ...]
    values: Sequence[object]
    tops: Sequence[object]
    """The arguments, one for each parameter."""
    tables: Sequence[Array] = ()
    """Those of which the key does not have all entries."""

    @property
    def bytes(self) -> int:
        """The memory that these take."""
        return sum(table.nbytes for table in self.tables)


# From values to buffers


@dataclass(frozen=True)
class Whole:
    """An array of NumPy is a buffer."""

    index: int

    def buffer(self, values: Sequence[object]) -> Array:
        return np.ascontiguousarray(cast("Array", values[self.index])).reshape(-1)


@dataclass(frozen=True)
class Bits(Whole):
    """An array of truth values, in which every byte but 0 is true."""

    def buffer(self, values: Sequence[object]) -> Array:
        return np.ascontiguousarray(true_or_false(cast("Array", values[self.index]))).reshape(-1)


@dataclass(frozen=True)
class Held:
    """An array of PyOpenCL is a buffer."""

    index: int

    def buffer(self, values: Sequence[object]) -> DeviceArray:
        return cast("DeviceArray", values[self.index])


@dataclass(frozen=True)
class Number:
    """A number, which may be another one each time, and of another type."""

    index: int
    type: Attribute
    place: str

    def buffer(self, values: Sequence[object]) -> Array:
        return as_number(values[self.index], self.type, self.place)


Source: TypeAlias = Whole | Held | Number
"""Where a buffer of a parameter comes from."""


@dataclass
class KnownCall:
    """A call that was checked: its sizes, where its buffers come from, and launches that nobody uses at the moment."""

    sizes: Sizes
    sources: Sequence[Sequence[Source]]
    launches: list[PreparedLaunch] = field(default_factory=list["PreparedLaunch"])
    parts: Sequence[Part] | None = None
    """What arrays for the result must be, once somebody has asked."""
    tables: Sequence[Array] = ()
    """The large tables that it was made with."""

    @cached_property
    def on_device(self) -> bool:
        """Whether an argument is an array of PyOpenCL, and so are results."""
        return any(isinstance(source, Held) for sources in self.sources for source in sources)

    def call(self, look: Look) -> Call:
        """The same call with other values."""
        values = look.values
        return Call(self.sizes, [[source.buffer(values) for source in sources] for sources in self.sources])

    def keep(self, launch: PreparedLaunch) -> None:
        if len(self.launches) < MOST_LAUNCHES:
            self.launches.append(launch)


class KnownCalls:
    """The calls of a function that were checked."""

    def __init__(self, function: Signature):
        self._types = tuple(function.parameter_types)
        self._parameters = function.parameter_names
        self._sizes = frozenset(function.nat_names)
        self._tables = frozenset(function.table_names)
        self._known: OrderedDict[tuple[object, ...], KnownCall] = OrderedDict()
        self._turn = threading.Lock()

    def __len__(self) -> int:
        return len(self._known)

    def look(self, arguments: Sequence[object], named: Mapping[str, object]) -> Look | None:
        """What a call looks like; None where it cannot be told by a glance."""
        if named:
            later = self._parameters[len(arguments) :]
            if named.keys() - self._sizes - self._tables != set(later):
                return None
            arguments = (*arguments, *(named[name] for name in later))
        if len(arguments) != len(self._parameters):
            return None
        key, values, tables = list[object](), list[object](), list[Array]()
        for value in arguments:
            if not _add(value, key, values):
                return None
        for name, value in named.items():
            if name in self._sizes and type(value) is int:
                key.append((name, value))
            elif name in self._tables and type(value) is np.ndarray and value.ndim == 1 and value.dtype.kind in "iu":
                shown = value if len(value) <= MOST_ENTRIES else value[:: max(1, len(value) // SHOWN)]
                key.append((name, value.shape, value.dtype, shown.tobytes()))
                tables += [] if shown is value else [value]
            elif name in self._sizes or name in self._tables:
                return None
        look = Look(tuple(key), values, arguments, tables)
        return look if look.bytes <= MOST_BYTES else None

    def find(self, look: Look) -> KnownCall | None:
        """The call that looks the same."""
        with self._turn:
            found = self._known.get(look.key)
            if found is not None:
                self._known.move_to_end(look.key)
        if found is None or not all(map(np.array_equal, found.tables, look.tables)):
            return None
        return found

    def add(self, look: Look, sizes: Sizes) -> None:
        """Remember a call that is right, if others that look the same can be told to be right, too."""
        taken = _Sources(look.values)
        sources = [
            taken.of(value, type_, f"%{name}")
            for value, type_, name in zip(look.tops, self._types, self._parameters, strict=True)
        ]
        found = [one for one in sources if one is not None]
        if len(found) < len(sources):
            return
        call = KnownCall(sizes, found, tables=[table.copy() for table in look.tables])
        with self._turn:
            self._known[look.key] = call
            while len(self._known) > MOST_KNOWN or self._bytes() > MOST_BYTES:
                self._known.popitem(last=False)

    def _bytes(self) -> int:
        """The memory that large tables take."""
        return sum(table.nbytes for call in self._known.values() for table in call.tables)


def _add(value: object, key: list[object], values: list[object]) -> bool:
    """Add what a value looks like, and its values."""
    kind = type(value)
    if kind is np.ndarray:
        array = cast("Array", value)
        key += (array.shape, array.dtype)
    elif kind is float or kind is int or kind is bool or issubclass(kind, np.generic):
        key.append(_NUMBER)
    elif kind is tuple:
        parts = cast("tuple[object, ...]", value)
        key.append(len(parts))
        return all(_add(part, key, values) for part in parts)
    else:
        held = as_device_array(value)
        if held is None:
            return False
        key += (_DEVICE, held.shape, held.dtype)
    values.append(value)
    return True


@dataclass
class _Sources:
    """Goes through the values of a call that is right, as they were read."""

    values: Sequence[object]
    taken: int = 0

    def of(self, value: object, type_: Attribute, place: str) -> list[Source] | None:
        """The source of each buffer of a parameter; None where there is more to it than taking the values."""
        match type_:
            case TupleType():
                return self._parts(value, type_.types.data, place)
            case ArrayType():
                element = form_of(type_).element
                if isinstance(element, ExistsType):
                    return None
                if isinstance(element, TupleType):
                    return self._parts(value, tuple_parts(type_) or (), place)
                return self._array(value, form_of(type_).scalar)
            case ExistsType():
                return None
            case _:
                vector = vector_of(type_)
                if vector is not None:
                    return self._array(value, vector[1])
                return [Number(self._next(), type_, place)]

    def _parts(self, value: object, types: Sequence[Attribute], place: str) -> list[Source] | None:
        if type(value) is not tuple:
            return None
        both = enumerate(zip(cast("tuple[object, ...]", value), types, strict=True))
        found = [self.of(part, type_, f"{place}[{k}]") for k, (part, type_) in both]
        return None if any(one is None for one in found) else [source for one in found for source in one or ()]

    def _array(self, value: object, scalar: Attribute) -> list[Source] | None:
        dtype = dtype_of(scalar)
        if type(value) is not np.ndarray:
            return [Held(self._next())] if as_device_array(value) is not None else None
        if value.dtype != dtype:  # another order of bytes
            return None
        return [(Bits if dtype == np.bool_ else Whole)(self._next())]

    def _next(self) -> int:
        self.taken += 1
        return self.taken - 1
