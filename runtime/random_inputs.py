"""Random arguments for a function, in the form in which a person would pass them.

Floats are drawn from 0 to 1, integers from 0 to 99 and the entries of tables from 0 to 7; a hidden length is anything
that its type allows.
"""

from __future__ import annotations

import sys
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray
from xdsl.dialects.builtin import TupleType
from xdsl.ir import Attribute

from ..dialects.diagnostics import LiftError
from ..dialects.lift.attributes import TableAttr
from ..dialects.lift.storage import leaf_sizes
from ..dialects.lift.types import ArrayType, ExistsType
from ..dialects.nat.ring import Nat, NatError
from .boundary import checked_size, checked_table
from .dtypes import Dtype, kind_of, leaf_dtypes
from .errors import ARGUMENTS, BAD_SIZE, NOT_ENOUGH_MEMORY, SIZE_NEEDED
from .evaluation import Column
from .results import present
from .signature import Signature
from .sizes import Equation, Sizes, Solver, check_where

Array: TypeAlias = NDArray[Any]


@dataclass(frozen=True)
class Drawn:
    """The arguments of a call: those for the parameters, and the sizes and tables that go by name."""

    arguments: Sequence[Any]
    named: Mapping[str, Any]


def random_arguments(
    function: Signature, sizes: Mapping[str, int], tables: Mapping[str, Any], rng: np.random.Generator
) -> Drawn:
    """Arguments of the given sizes; tables that are not given are drawn, too."""
    named = {"size": (sizes, function.nat_names), "table": (tables, [table.table.data for table in function.tables])}
    for what, (given, known_names) in named.items():
        for name in given:
            if name not in known_names:
                message = f"@{function.function_name} has no {what} '{name}'"
                raise LiftError(ARGUMENTS, message, expected=", ".join(known_names) or "none", found=name)
    for name in function.nat_names:
        if name not in sizes:
            message = f"random arguments for @{function.function_name} need the size '{name}'"
            raise LiftError(SIZE_NEEDED, message, expected=", ".join(function.nat_names), fix=f"give it: {name}=..")
    known = Sizes({name: checked_size(name, value) for name, value in sizes.items()}, {})
    entries = {table.table.data: _table(function, table, known, tables, rng) for table in function.tables}
    lengths = {table.table.data: table.length.data for table in function.tables}
    equations = [Equation(lengths[name], len(entries[name]), f"the table '{name}'", "entries") for name in entries]
    at = Solver(function, entries, dict(known.names)).solve(equations)
    check_where(function, at)
    parameters = zip(function.parameter_names, function.parameter_types, strict=True)
    arguments = [_argument(f"%{name}", type_, at, rng) for name, type_ in parameters]
    return Drawn(arguments, {**sizes, **{name: entry.numbers.tolist() for name, entry in entries.items()}})


def _table(
    function: Signature, table: TableAttr, sizes: Sizes, given: Mapping[str, Any], rng: np.random.Generator
) -> Column:
    name = table.table.data
    if name in given:
        return checked_table(name, given, function)
    with _reporting(f"the table '{name}'", sizes):
        length = _length(table.length.data, sizes)
        _need_room(length)
        return Column.of(rng.integers(0, 8, length))


def _argument(place: str, type_: Attribute, sizes: Sizes, rng: np.random.Generator) -> Any:
    def length(nat: Nat) -> int:
        return _length(nat, sizes)

    with _reporting(place, sizes):
        room = leaf_sizes(type_, length)
        for size in room:
            _need_room(size)
        leaves = zip(leaf_dtypes(type_), room, _limits(type_, sizes), strict=True)
        return present(type_, [_drawn(dtype, size, most, rng) for dtype, size, most in leaves], length)


def _length(nat: Nat, sizes: Sizes) -> int:
    length = sizes.nat(nat)
    if length < 0:
        raise NatError(f"{nat} is {length}")
    return length


@contextmanager
def _reporting(place: str, sizes: Sizes) -> Generator[None]:
    """Sizes at which there is no such argument, or which no machine has the memory for, are errors that name it."""
    found = sizes.text
    try:
        yield
    except NatError as error:
        raise LiftError(BAD_SIZE, f"{place} cannot have these sizes: {error}", found=found) from None
    except MemoryError:
        message = f"there is not enough memory for random values of {place}"
        raise LiftError(NOT_ENOUGH_MEMORY, message, expected="smaller sizes", found=found) from None


def _need_room(size: int) -> None:
    """Raise a `MemoryError` where there is no room for so many numbers, before any time is spent on them.

    While it is drawn, a number takes 8 bytes. More bytes than there are addresses are another error for NumPy.
    """
    if size * 8 > sys.maxsize:
        raise MemoryError
    np.empty(size, np.int64)


def _limits(type_: Attribute, sizes: Sizes) -> list[int | None]:
    """For each buffer, the most that a length in it may be; None where it holds no lengths."""
    match type_:
        case ArrayType():
            count = sizes.nat(type_.length.data)
            rows = [_limits(type_.at(i), sizes) for i in range(count if type_.dependent else 1)]
            return [min((n for n in most if n is not None), default=None) for most in zip(*rows, strict=True)]
        case ExistsType():
            return [sizes.nat(type_.bound.data), *_limits(type_.opened(type_.bound.data), sizes)]
        case TupleType():
            return [most for part in type_.types for most in _limits(part, sizes)]
        case _:
            return [None]


def _drawn(dtype: Dtype, size: int, most: int | None, rng: np.random.Generator) -> Array:
    if most is not None:
        return rng.integers(0, most + 1, size).astype(dtype)
    if kind_of(dtype) == "f":
        return rng.uniform(0.0, 1.0, size).astype(dtype)
    return rng.integers(0, 2 if dtype.kind == "b" else 100, size).astype(dtype)
