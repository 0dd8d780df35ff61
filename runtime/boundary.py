"""From what a person passes to the buffers of a call: kinds, dtypes and ranks are checked, and shapes become equations.

What is read here waits for the sizes (`sizes`), which say how much room a hidden length has.
"""

from __future__ import annotations

import operator
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import prod
from typing import Any, SupportsIndex, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray
from xdsl.dialects.builtin import TupleType
from xdsl.ir import Attribute

from ..dialects.diagnostics import LiftError
from ..dialects.lift.scope import Scope, scope_inside
from ..dialects.lift.storage import form_of, is_fixed, leaf_sizes, tuple_parts, vector_of
from ..dialects.lift.types import ArrayType, ExistsType
from ..dialects.nat.expr import var
from ..dialects.nat.ring import LARGEST, Nat
from .conversion import as_array, as_number, check_device_dtype, describe, in_dtype, is_sequence
from .device_arrays import DeviceArray, as_device_array, on_host, stand_in
from .dtypes import dtype_of, leaf_dtypes, scalar_dtype
from .errors import ARGUMENTS, BAD_SIZE, BAD_TABLE, DEVICE_ARRAY, DTYPE, NOT_THE_KIND, SHAPE
from .evaluation import Column
from .forks import use_opencl
from .ragged import ragged_of, taken_apart
from .signature import Signature
from .sizes import Equation, Sizes, Solver, check_where

Array: TypeAlias = NDArray[Any]


@dataclass(frozen=True)
class Flat:
    """A flat buffer."""

    data: Array
    held: DeviceArray | None = None
    """The array of PyOpenCL that the data stands for, if it is one."""


@dataclass(frozen=True)
class Parts:
    """What is kept in several buffers, one after the other: the parts of a tuple."""

    parts: Sequence[Read]


@dataclass(frozen=True)
class Rows:
    """What is kept in the same buffers, one after the other: elements that were passed one by one."""

    type: ArrayType
    rows: Sequence[Read]


@dataclass(frozen=True)
class Opened:
    """A value of hidden length, under a name for the length."""

    type: ExistsType
    name: str
    value: Read


Read: TypeAlias = Flat | Parts | Rows | Opened
"""An argument as it was read."""


@dataclass(frozen=True)
class Call:
    """The arguments of a call, checked: the sizes, and for each parameter its buffers."""

    sizes: Sizes
    buffers: Sequence[Sequence[Array | DeviceArray]]

    @property
    def on_host(self) -> list[list[Array]]:
        """The buffers as NumPy has them."""
        return [[_on_host(buffer) for buffer in buffers] for buffers in self.buffers]


def check_call(function: Signature, arguments: Sequence[object], named: Mapping[str, object]) -> Call:
    """Everything that is to be known of a call before it runs."""
    bound = _bind(function, arguments, named)
    values, given, rows = taken_apart(function, bound.values, bound.tables)
    tables = {table.table.data: checked_table(table.table.data, given, function) for table in function.tables}
    reader = Reader(scope_inside(function))
    for table in function.tables:
        name = table.table.data
        reader.equate(table.length.data, len(tables[name]), f"the table '{name}'", "entries")
    read = [
        reader.read(value, type_, f"%{name}")
        for name, type_, value in zip(function.parameter_names, function.parameter_types, values, strict=True)
    ]
    origins = {name: f"it is given by name as {value}" for name, value in bound.sizes.items()}
    solver = Solver(function, tables, dict(bound.sizes), origins)
    sizes = solver.solve(reader.equations, [opened.name for opened in reader.opened])
    for opened in reader.opened:
        _check_hidden(opened, sizes)
    for lengths in rows:
        lengths.check(sizes)
    check_where(function, sizes)
    buffers = [_buffers(value, sizes) for value in read]
    return Call(sizes, buffers)


@dataclass(frozen=True)
class Bound:
    """The arguments of a call, each where it belongs."""

    values: Sequence[object]
    sizes: Mapping[str, int]
    tables: Mapping[str, object]


def _bind(function: Signature, arguments: Sequence[object], named: Mapping[str, object]) -> Bound:
    """Sort out what is given by name: sizes, tables and parameters."""
    wanted = function.parameter_names
    tables = {table.table.data for table in function.tables}
    sizes = {name: checked_size(name, value) for name, value in named.items() if name in function.nat_names}
    rest = {name: value for name, value in named.items() if name not in sizes and name not in tables}
    for name in rest:
        if name not in wanted:
            takes = ", ".join((*wanted, *function.nat_names, *sorted(tables)))
            message = f"@{function.function_name} has no parameter, size or table '{name}'"
            raise LiftError(ARGUMENTS, message, expected=takes or "nothing", found=name)
        if wanted.index(name) < len(arguments):
            raise LiftError(ARGUMENTS, f"%{name} of @{function.function_name} is given twice")
    missing = [name for name in wanted[len(arguments) :] if name not in rest]
    if missing or len(arguments) > len(wanted):
        raise LiftError(
            ARGUMENTS,
            f"@{function.function_name} is called with {'too few' if missing else 'too many'} arguments",
            expected=f"{len(wanted)}: {', '.join(f'%{name}' for name in wanted)}",
            found=f"{len(arguments)}" + (f", without %{', %'.join(missing)}" if missing else ""),
        )
    values = [*arguments, *(rest[name] for name in wanted[len(arguments) :])]
    return Bound(values, sizes, {name: value for name, value in named.items() if name in tables})


def checked_size(name: str, value: object) -> int:
    """A size that is given by name."""
    if type(value) not in (bool, np.bool_):
        try:
            number = operator.index(cast("SupportsIndex", value))
        except TypeError:
            number = -1
        if 0 <= number <= LARGEST:
            return number
    expected = "an integer that is not negative, and less than 2^63"
    raise LiftError(BAD_SIZE, f"the size '{name}' cannot have this value", expected=expected, found=repr(value))


def checked_table(name: str, given: Mapping[str, object], function: Signature) -> Column:
    """The entries of a table, copied, so that they stay what they were when they were checked."""
    if name not in given:
        message = f"the table '{name}' of @{function.function_name} is missing"
        raise LiftError(BAD_TABLE, message, expected="an array of integers", fix=f"call it with {name}=..")
    entries = as_array(given[name], f"the table '{name}'")
    if entries.ndim != 1 or (entries.dtype.kind not in "iu" and entries.size):
        found = f"{entries.dtype} of shape {entries.shape}"
        raise LiftError(
            BAD_TABLE, f"the table '{name}' has the wrong form", expected="integers in one dimension", found=found
        )
    table = Column.of(entries.astype(np.int64) if entries.size else np.empty(0, np.int64))
    if table.least < 0:
        at = int((table.numbers < 0).argmax())
        large = entries.dtype.kind == "u"  # these are negative only once they are 64-bit integers with a sign
        raise LiftError(
            BAD_TABLE,
            f"the table '{name}' has {'an entry that is too large' if large else 'a negative entry'}",
            expected="natural numbers below 2^63" if large else "natural numbers",
            found=f"{name}[{at}] = {table[at] % (1 << 64) if large else table[at]}",
        )
    return table


@dataclass
class Reader:
    """Reads arguments, and notes what their shapes say."""

    scope: Scope
    """What is known of the nats, for lengths that are easy to read and to solve."""
    equations: list[Equation] = field(default_factory=list[Equation])
    opened: list[Opened] = field(default_factory=list[Opened])

    def read(self, value: object, type_: Attribute, place: str) -> Read:
        """An argument, or a part of one."""
        match type_:
            case TupleType():
                return self._read_tuple(value, type_, place)
            case ExistsType():
                name = f"{place}'"
                opened = Opened(type_, name, self.read(value, type_.opened(var(name)), place))
                self.opened.append(opened)
                return opened
            case ArrayType():
                return self._read_array(value, type_, place)
            case _:
                vector = vector_of(type_)
                if vector is None:
                    return Flat(as_number(value, type_, place))
                return self._read_vector(value, *vector, place)

    def equate(self, nat: Nat, value: int, place: str, what: str) -> None:
        self.equations.append(Equation(self.scope.simplify(nat), value, place, what))

    def _read_tuple(self, value: object, type_: TupleType, place: str) -> Read:
        count, parts = len(type_.types), _parts(value, place)
        if parts is None or len(parts) != count:
            raise LiftError(
                NOT_THE_KIND,
                f"{place} is not a tuple of its type {type_}",
                expected=f"a tuple of {count}",
                found=describe(value),
            )
        return self._read_parts(parts, type_.types.data, place)

    def _read_parts(self, parts: Sequence[object], types: Sequence[Attribute], place: str) -> Read:
        both = enumerate(zip(parts, types, strict=True))
        return Parts([self.read(part, type_, f"{place}[{k}]") for k, (part, type_) in both])

    def _read_vector(self, value: object, width: int, scalar: Attribute, place: str) -> Flat:
        array = in_dtype(as_array(value, place), value, dtype_of(scalar), place)
        if array.shape != (width,):
            raise _wrong_shape(place, f"a vector, of shape ({width},)", array)
        return Flat(array)

    def _read_array(self, value: object, type_: ArrayType, place: str) -> Read:
        form = form_of(type_)
        if isinstance(form.element, ExistsType):
            return self._read_rows(value, type_, place)
        if isinstance(form.element, TupleType):
            parts = _separate(value)
            if parts is not None and len(parts) == len(form.element.types):
                return self._read_parts(parts, tuple_parts(type_) or (), place)
            if not is_fixed(form.element):
                expected = f"a tuple of {len(form.element.types)} arrays, one for each part of its elements"
                raise LiftError(NOT_THE_KIND, f"{place} is not as its type {type_} needs it", expected=expected)
        held = as_device_array(value)
        array = as_array(value, place) if held is None else stand_in(held)
        element = form.element
        dims = None if form.dims is None else (*form.dims, *form.width)
        if dims is not None and array.ndim == len(dims):
            for axis, (nat, extent) in enumerate(zip(dims, array.shape, strict=True)):
                along = "elements" if array.ndim == 1 else f"elements along axis {axis}"
                self.equate(nat, extent, place, along)
        elif array.ndim == 1:
            self.equate(prod(form.width, start=form.count), len(array), place, "elements in all")
        else:
            rank = "one dimension" if dims is None or len(dims) == 1 else f"{len(dims)} dimensions, or one"
            raise _wrong_shape(place, f"{rank}, for {type_}", array)
        if isinstance(element, TupleType) and held is not None:
            expected = f"a tuple of {len(element.types)} arrays, one for each part of {element}"
            raise LiftError(DEVICE_ARRAY, f"{place} has tuples in one array on a device", expected=expected)
        if isinstance(element, TupleType):
            return self._read_cells(array.reshape(-1), element, place)
        dtype = dtype_of(form.scalar)
        if held is not None:
            check_device_dtype(held, dtype, place)
            return Flat(array, held)
        return Flat(in_dtype(array, value, dtype, place))

    def _read_cells(self, cells: Array, element: Attribute, place: str) -> Read:
        """The elements of an array in one dimension, which may be structures."""
        match element:
            case TupleType():
                names = cells.dtype.names
                if names is None or len(names) != len(element.types):
                    raise LiftError(
                        DTYPE,
                        f"{place} does not hold tuples",
                        expected=f"a structured dtype of {len(element.types)} fields for {element}, or a tuple of arrays",
                        found=str(cells.dtype),
                    )
                parts = zip(names, element.types, strict=True)
                return Parts([self._read_cells(cells[name], part, f"{place}['{name}']") for name, part in parts])
            case ArrayType():
                form = form_of(element)
                dims = (*(form.dims or ()), *form.width)
                if cells.ndim != 1 + len(dims):
                    raise _wrong_shape(place, f"fields of {len(dims)} dimensions, for {element}", cells)
                for nat, extent in zip(dims, cells.shape[1:], strict=True):
                    self.equate(nat, extent, place, "elements in each field")
                inner = cells.shape[cells.ndim - len(form.width) :]
                return self._read_cells(cells.reshape(-1, *inner), form.element, place)
            case _:
                vector = vector_of(element)
                if cells.shape[1:] != (() if vector is None else vector[:1]):
                    raise _wrong_shape(place, f"fields for {element}", cells)
                return Flat(in_dtype(cells, cells, scalar_dtype(element), place))

    def _read_rows(self, value: object, type_: ArrayType, place: str) -> Read:
        """An array of values of hidden length, as a list."""
        rows = ragged_of(value, place, of_tuples=False) if not is_sequence(value) else None
        value = value if rows is None else rows.to_list()
        if not is_sequence(value) and not isinstance(value, np.ndarray):
            raise LiftError(
                NOT_THE_KIND,
                f"{place} is not a list of values of hidden length",
                expected=f"a list, for {type_}",
                found=describe(value),
            )
        items = list(cast("Sequence[object]", value))
        self.equate(type_.length.data, len(items), place, "elements")
        return Rows(type_, [self.read(item, type_.at(i), f"{place}[{i}]") for i, item in enumerate(items)])


def _on_host(buffer: Array | DeviceArray) -> Array:
    if isinstance(buffer, np.ndarray):
        return buffer
    use_opencl()
    return np.ascontiguousarray(on_host(buffer)).reshape(-1)


def _buffers(read: Read, sizes: Sizes) -> list[Array | DeviceArray]:
    """The buffers of an argument; rows of hidden length have room for their bound."""
    match read:
        case Flat():
            return [np.ascontiguousarray(read.data).reshape(-1) if read.held is None else read.held]
        case Parts():
            return [buffer for part in read.parts for buffer in _buffers(part, sizes)]
        case Rows():
            rows = [_in_room(_buffers(row, sizes), read.type.at(i), sizes) for i, row in enumerate(read.rows)]
            if not rows:
                return [np.empty(0, dtype) for dtype in leaf_dtypes(read.type)]
            return [np.concatenate(buffers) for buffers in zip(*rows, strict=True)]
        case Opened():
            lengths = np.array([sizes.names[read.name]], leaf_dtypes(read.type)[0])
            return [lengths, *_buffers(read.value, sizes)]


def _in_room(buffers: Sequence[Array | DeviceArray], type_: Attribute, sizes: Sizes) -> list[Array]:
    """The buffers of a row, as long as those of all rows."""
    return [_padded(_on_host(data), size) for data, size in zip(buffers, leaf_sizes(type_, sizes.nat), strict=True)]


def _padded(data: Array, size: int) -> Array:
    padded = np.zeros(size, data.dtype)
    padded[: len(data)] = data
    return padded


def _check_hidden(opened: Opened, sizes: Sizes) -> None:
    length, most = sizes.names[opened.name], sizes.nat(opened.type.bound.data)
    if length > most:
        place = opened.name.removesuffix("'")
        raise LiftError(
            SHAPE,
            f"{place} is longer than its type allows",
            expected=f"at most {opened.type.bound.data} = {most}",
            found=str(length),
        )


def _parts(value: object, place: str) -> Sequence[object] | None:
    """What a person passes for the parts of a tuple."""
    if isinstance(value, tuple | list):
        return cast("Sequence[object]", value)
    if isinstance(value, np.ndarray) and cast("Array", value).ndim == 0:
        value = cast("object", as_array(cast("object", value), place)[()])
    if isinstance(value, np.void) and value.dtype.names:
        return [value[name] for name in value.dtype.names]
    return None


def _separate(value: object) -> Sequence[object] | None:
    """What a person passes for an array of tuples as separate arrays: a tuple, since a list is one array."""
    return cast("Sequence[object]", value) if isinstance(value, tuple) else None


def _wrong_shape(place: str, expected: str, array: Array) -> LiftError:
    return LiftError(SHAPE, f"{place} has the wrong shape", expected=expected, found=f"shape {array.shape}")
