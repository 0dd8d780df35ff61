"""Rows of different length as people have them: values and offsets, lists of rows, matrices of SciPy, arrays of Awkward.

SciPy and Awkward are never imported to recognise what is theirs: who has such a value has imported them.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from itertools import chain
from typing import Any, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray
from xdsl.dialects.builtin import TupleType
from xdsl.ir import Attribute

from ..dialects.diagnostics import LiftError
from ..dialects.lift.storage import form_of
from ..dialects.lift.types import ArrayType, ExistsType
from ..dialects.nat.expr import lookup, var
from ..dialects.nat.ring import Nat
from .conversion import as_array, describe, is_sequence
from .device_arrays import as_device_array, found_class
from .dtypes import leaf_dtypes
from .errors import NOT_THE_KIND, RAGGED, SHAPE
from .results import Result
from .signature import Signature
from .sizes import Sizes

Array: TypeAlias = NDArray[Any]
Values: TypeAlias = Any
"""All elements of all rows: an array, or a tuple of such where elements are tuples."""

POSITION = "p'"
"""The name of a position: no name of a program has such a mark."""


class ConversionWarning(UserWarning):
    """An argument was converted, since its numbers are the same in the dtype that its type has."""


class Ragged:
    """Rows of different length, one after the other.

    `Ragged(values, lengths=[2, 0, 3])` and `Ragged(values, offsets=[0, 2, 2, 5])` are the same. The values are an array with
    a number for each element of all rows, or a tuple of such arrays, one for each part of an element. Nothing is copied.
    """

    values: Values
    lengths: Array

    def __init__(self, values: Values, *, lengths: object = None, offsets: object = None):
        if (lengths is None) == (offsets is None):
            raise LiftError(RAGGED, "rows have either lengths or offsets", fix="Ragged(values, offsets=..)")
        if offsets is None:
            self.values, self.lengths = values, _integers(lengths, "the lengths of rows")
            if self.lengths.size and int(self.lengths.min()) < 0:
                raise LiftError(RAGGED, "a row has a negative length", found=str(int(self.lengths.min())))
        else:
            ends = _integers(offsets, "the offsets of rows")
            if not ends.size:
                raise LiftError(RAGGED, "there are no offsets", expected="one more than there are rows")
            self.lengths = ends[1:].astype(np.int64) - ends[:-1].astype(np.int64)
            if self.lengths.size and int(self.lengths.min()) < 0:
                at = int(self.lengths.argmin())
                found = f"{ends[at]}, {ends[at + 1]} at {at}"
                raise LiftError(RAGGED, "the offsets of rows decrease", expected="none less than the last", found=found)
            self.values = _stretch(values, int(ends[0]), int(ends[-1]))
        for part in self.parts:
            if len(part) != self.total:
                raise LiftError(
                    RAGGED,
                    "the rows have not as many elements as there are values",
                    expected=f"{self.total} values, for {len(self.lengths)} rows",
                    found=str(len(part)),
                )

    @property
    def parts(self) -> tuple[Any, ...]:
        """The arrays of values: one, or one for each part of a tuple."""
        return cast("tuple[Any, ...]", self.values) if isinstance(self.values, tuple) else (self.values,)

    @cached_property
    def total(self) -> int:
        return int(self.lengths.sum(dtype=np.int64))

    @cached_property
    def offsets(self) -> Array:
        """Where each row begins, and where the last one ends."""
        return np.concatenate([np.zeros(1, np.int64), np.cumsum(self.lengths, dtype=np.int64)])

    def __len__(self) -> int:
        return len(self.lengths)

    def __getitem__(self, row: int) -> Values:
        count = len(self)
        if not -count <= row < count:
            raise IndexError(f"row {row} of {count}")
        return _stretch(self.values, int(self.offsets[row % count]), int(self.offsets[row % count + 1]))

    def __iter__(self) -> Iterator[Values]:
        return (self[row] for row in range(len(self)))

    def __repr__(self) -> str:
        return f"<{len(self)} rows with {self.total} elements in all>"

    def to_list(self) -> list[Values]:
        """The rows, each a view of the values."""
        return list(self)

    def to_awkward(self) -> Any:
        """The rows as an array of Awkward, which has the same values, not copies; parts of tuples are fields f0, f1, .."""
        ak: Any = import_module("awkward")
        contents: Any = [ak.contents.NumpyArray(part) for part in self.parts]
        if isinstance(self.values, tuple):
            content: Any = ak.contents.RecordArray(contents, [f"f{k}" for k in range(len(contents))], self.total)
        else:
            content = contents[0]
        return ak.Array(ak.contents.ListOffsetArray(ak.index.Index64(self.offsets), content))

    def to_scipy(self, columns: int) -> Any:
        """Rows of pairs of a column and a value as a matrix, which has the same values, not copies."""
        sp: Any = import_module("scipy.sparse")
        if len(self.parts) != 2 or self.parts[0].dtype.kind not in "iu":
            found = ", ".join(str(part.dtype) for part in self.parts)
            raise LiftError(RAGGED, "rows are no matrix", expected="pairs of a column and a value", found=found)
        indices, data = self.parts
        if indices.size and not 0 <= int(indices.min()) <= int(indices.max()) < columns:
            found = f"{indices.min()} to {indices.max()}"
            raise LiftError(RAGGED, "a column is not in the matrix", expected=f"0 to {columns - 1}", found=found)
        offsets = self.offsets.astype(indices.dtype) if self.total <= np.iinfo(indices.dtype).max else self.offsets
        return sp.csr_array((data, indices, offsets), shape=(len(self), columns), copy=False)


def _integers(value: object, what: str) -> Array:
    array = as_array(value, what)
    if array.ndim != 1 or (array.size and array.dtype.kind not in "iu"):
        found = f"{array.dtype} of shape {array.shape}"
        raise LiftError(RAGGED, f"{what} have the wrong form", expected="integers in one dimension", found=found)
    return array if array.size else array.astype(np.int64)


def _stretch(values: Values, start: int, end: int) -> Values:
    """Some of the values, without a copy."""
    if isinstance(values, tuple):
        return tuple(_stretch(part, start, end) for part in cast("tuple[Any, ...]", values))
    return values if start == 0 and end == len(values) else values[start:end]


# From other packages


def ragged_of(value: object, place: str, *, of_tuples: bool) -> Ragged | None:
    """The rows that a value has; None where it is no such value: all elements of all rows, as they lie in memory."""
    if isinstance(value, Ragged):
        return value
    sparse = sys.modules.get("scipy.sparse")
    if sparse is not None and sparse.issparse(value):
        return _of_scipy(value, place)
    class_ = found_class("awkward", "Array")
    if class_ is not None and isinstance(value, class_):
        return _of_awkward(value, place)
    if isinstance(value, list):
        return _of_rows(cast("list[object]", value), place, of_tuples=of_tuples)
    return None


def _of_scipy(matrix: Any, place: str) -> Ragged:
    """The entries of each row of a matrix: pairs of a column and a value."""
    if matrix.format != "csr" or matrix.ndim != 2:
        raise LiftError(
            NOT_THE_KIND,
            f"{place} has no rows that lie one after the other",
            expected="a matrix of SciPy in the format csr",
            found=f"the format {matrix.format}",
            fix=f"convert it: {place.removeprefix('%')}.tocsr()",
        )
    return Ragged((matrix.indices, matrix.data), offsets=matrix.indptr)


def _of_awkward(array: Any, place: str) -> Ragged:
    layout: Any = array.layout
    while layout.is_indexed and not layout.is_option:
        layout = layout.project()
    if not layout.is_list or layout.parameter("__array__") is not None:
        raise _not_rows(array, place)
    lists = layout.to_ListOffsetArray64(False)
    content = lists.content
    if content.is_record:
        values: Any = tuple(_numbers(content.content(k), array, place) for k in range(len(content.fields)))
    else:
        values = _numbers(content, array, place)
    return Ragged(values, offsets=np.asarray(lists.offsets.data))


def _numbers(layout: Any, array: Any, place: str) -> Array:
    while layout.is_indexed and not layout.is_option:
        layout = layout.project()
    if not layout.is_numpy:
        raise _not_rows(array, place)
    return np.asarray(layout.data)


def _not_rows(array: Any, place: str) -> LiftError:
    return LiftError(
        NOT_THE_KIND,
        f"{place} has no rows of numbers",
        expected="lists of numbers, or of records of such, without missing values",
        found=str(array.type),
    )


def _of_rows(rows: list[object], place: str, *, of_tuples: bool) -> Ragged | None:
    """Rows of a list, one after the other. A list of numbers is no such list: it has all elements."""
    arrays = _arrays(rows)
    if arrays is not None:
        if len({row.dtype for row in arrays}) > 1:
            found = ", ".join(sorted({str(row.dtype) for row in arrays}))
            raise LiftError(NOT_THE_KIND, f"the rows of {place} differ in dtype", expected="one dtype", found=found)
        return Ragged(np.concatenate(arrays), lengths=np.array([len(row) for row in arrays], np.int64))
    if of_tuples or not rows or not all(is_sequence(row) for row in rows):
        return None
    lists = cast("list[Sequence[object]]", rows)
    return Ragged(list(chain.from_iterable(lists)), lengths=np.array([len(row) for row in lists], np.int64))


def _arrays(rows: object) -> list[Array] | None:
    """The rows of a list of arrays, of which there is at least one."""
    if not isinstance(rows, list) or not rows:
        return None
    arrays = [row for row in cast("list[Array]", rows) if isinstance(cast("object", row), np.ndarray) and row.ndim >= 1]
    return arrays if len(arrays) == len(cast("list[object]", rows)) else None


def in_index_dtype(indices: Any, dtype: np.dtype[Any], place: str) -> Any:
    """The columns of a matrix of SciPy, which chooses their width by itself: another one is a conversion, if all fit."""
    if as_device_array(indices) is not None or indices.dtype == dtype or dtype.kind not in "iu":
        return indices
    limits = np.iinfo(dtype)
    if indices.size and not limits.min <= int(indices.min()) <= int(indices.max()) <= limits.max:
        found = f"{describe(indices)}, up to {indices.max()}"
        raise LiftError(NOT_THE_KIND, f"the columns of {place} do not fit {dtype}", expected=str(dtype), found=found)
    message = f"the columns of {place} are converted from {indices.dtype} to {dtype} at each call"
    warnings.warn(message, ConversionWarning, stacklevel=2)
    return indices.astype(dtype)


# Parameters and results


@dataclass(frozen=True)
class RowLengths:
    """The lengths that the rows of an argument have, and the type that must give them the same."""

    place: str
    type: ArrayType
    lengths: Array

    def check(self, sizes: Sizes) -> None:
        expected = _row_lengths(self.type, sizes)
        if len(expected) != len(self.lengths):
            count = f"{self.type.length.data} = {len(expected)}"
            raise LiftError(
                SHAPE, f"{self.place} has the wrong number of rows", expected=count, found=str(len(self.lengths))
            )
        wrong = np.flatnonzero(expected != self.lengths)
        if wrong.size:
            at = int(wrong[0])
            raise LiftError(
                SHAPE,
                f"row {at} of {self.place} has the wrong length",
                expected=f"{row_length(self.type)} = {expected[at]}, where {POSITION} = {at}",
                found=str(self.lengths[at]),
            )


def row_length(type_: Attribute) -> Nat | None:
    """The length of the row at `POSITION` of an array whose rows differ in length."""
    row = type_.at(var(POSITION)) if isinstance(type_, ArrayType) and type_.dependent else None
    return row.length.data if isinstance(row, ArrayType) else None


def _row_lengths(type_: ArrayType, sizes: Sizes) -> Array:
    length = row_length(type_)
    assert length is not None
    return sizes.values.along(length, POSITION, sizes.nat(type_.length.data))


def taken_apart(
    function: Signature, values: Sequence[object], tables: Mapping[str, object]
) -> tuple[list[object], Mapping[str, object], list[RowLengths]]:
    """Arguments and tables of a call: of rows that come with their lengths, the values, and the lengths in their table."""
    taken, known, checks = list[object](), dict(tables), list[RowLengths]()
    for name, type_, value in zip(function.parameter_names, function.parameter_types, values, strict=True):
        place, length = f"%{name}", row_length(type_)
        of_tuples = length is not None and isinstance(form_of(type_).element, TupleType)
        rows = None if length is None else ragged_of(value, place, of_tuples=of_tuples)
        if length is None or rows is None:
            taken.append(value)
            continue
        assert isinstance(type_, ArrayType)
        taken.append(_elements(rows, value, type_, place))
        table = next((table for table in function.tables if lookup(table.table.data, var(POSITION)) is length), None)
        if table is not None and table.length.data is type_.length.data:
            known.setdefault(table.table.data, rows.lengths)
        checks.append(RowLengths(place, type_, rows.lengths))
    return taken, known, checks


def _elements(rows: Ragged, value: object, type_: ArrayType, place: str) -> Values:
    """The values of rows as an argument."""
    if not isinstance(rows.values, tuple):
        return _flat(rows.values)
    parts = [_flat(part) for part in rows.parts]
    if not isinstance(value, Ragged) and found_class("awkward", "Array") is not type(value):  # it is a matrix
        parts[0] = in_index_dtype(parts[0], leaf_dtypes(type_)[0], place)
    return tuple(parts)


def _flat(values: Any) -> Any:
    """Elements of rows that are arrays themselves lie one after the other, too."""
    return cast("Array", values).reshape(-1) if isinstance(values, np.ndarray) else values


def with_rows(type_: Attribute, result: Result, sizes: Sizes) -> Result:
    """A result whose parts with rows of different length are `Ragged`, the others as they are."""
    if isinstance(type_, TupleType):
        return tuple(with_rows(part, one, sizes) for part, one in zip(type_.types, result, strict=True))
    if not isinstance(type_, ArrayType):
        return result
    if row_length(type_) is not None:
        return Ragged(_columns(result), lengths=_row_lengths(type_, sizes))
    rows = _arrays(cast("object", result)) if isinstance(type_.element, ExistsType) else None
    if rows is not None:
        return Ragged(_columns(np.concatenate(rows)), lengths=np.array([len(row) for row in rows], np.int64))
    return result


def _columns(values: Any) -> Values:
    """Tuples as an array for each part."""
    array = cast("Array", values)
    if not isinstance(values, np.ndarray) or array.dtype.names is None:
        return cast("Any", values)
    return tuple(np.ascontiguousarray(array[name]) for name in array.dtype.names)
