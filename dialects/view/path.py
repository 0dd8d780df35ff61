"""Access paths: which element of a nested array is meant, from the outside in, and where a path leads.

An entry is an index, a part of a tuple, or one linear index that spans several dimensions: the rows of these are then
counted as if they stood one after the other, as they do in memory. A part of a vector is an index, too. A value of hidden
length is entered by its length, or the entry is the length itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

from xdsl.ir import Attribute, SSAValue

from ..kernel.attributes import IndexAttr
from ..kernel.types import vector_parts
from ..lift.types import ArrayType, array_length
from ..nat.expr import Condition, floordiv, mod, sum_over, var
from ..nat.rebuild import substitute
from ..nat.ring import Nat, as_nat, const


class Unresolvable(Exception):
    """There is no expression for where a path leads; `fix` says what may be done about it."""

    def __init__(self, message: str, found: str | None = None, fix: str | None = None):
        super().__init__(message)
        self.found = found
        self.fix = fix


@dataclass(frozen=True)
class Linear:
    """One index into several dimensions."""

    index: Nat
    dimensions: int


@dataclass(frozen=True)
class Part:
    """A part of a tuple."""

    number: int


@dataclass(frozen=True)
class Opened:
    """What is in a value of hidden length, which is this long."""

    length: Nat


@dataclass(frozen=True)
class Length:
    """The hidden length itself."""


Entry: TypeAlias = Nat | Linear | Part | Opened | Length
Symbols: TypeAlias = Callable[[SSAValue], Nat]
"""How a value is called in expressions."""


def by_hint(value: SSAValue) -> Nat:
    """A value under its own name."""
    return var(f"%{value.name_hint}")


@dataclass(frozen=True)
class Path:
    """A stack of entries, the outermost first."""

    entries: tuple[Entry, ...] = ()
    symbols: Symbols = by_hint

    @classmethod
    def of(cls, *entries: Entry | int) -> Path:
        return cls(tuple(const(entry) if isinstance(entry, int) else entry for entry in entries))

    def push(self, *entries: Entry | int) -> Path:
        """The path that begins with these entries."""
        first = tuple(as_nat(entry) if isinstance(entry, int | Nat) else entry for entry in entries)
        return replace(self, entries=(*first, *self.entries))

    def behind(self, first: Entry) -> Path:
        """The path with another first entry."""
        return replace(self, entries=(first, *self.entries[1:]))

    def index(self, array: Attribute) -> tuple[Nat, Path]:
        """The index into an array of this type, and the rest; of a linear index, the row that it is in."""
        match self.entries:
            case (Nat() as index, *rest):
                return index, replace(self, entries=tuple(rest))
            case (Linear(index, dimensions), *rest):
                below = replace(self, entries=tuple(rest))
                if dimensions == 1:
                    return index, below
                size = elements_in(element_of(array), dimensions - 1)
                if size.constant == 0:  # there are no elements, so any place will do
                    size = const(1)
                return floordiv(index, size), below.push(_linear(mod(index, size), dimensions - 1))
            case _:
                raise ValueError(f"{self.entries} does not begin with an index")

    def spanning(self) -> tuple[Linear, Path] | None:
        """The linear index that the path begins with, if it does, and the rest."""
        first = self.entries[0] if self.entries else None
        if isinstance(first, Linear) and first.dimensions > 1:
            return first, replace(self, entries=self.entries[1:])
        return None

    def part(self) -> tuple[int, Path]:
        """The part of a tuple, and the rest."""
        match self.entries:
            case (Part(number), *rest):
                return number, replace(self, entries=tuple(rest))
            case _:
                raise ValueError(f"{self.entries} does not begin with a part of a tuple")

    def opened(self) -> tuple[Opened | Length, Path]:
        """How a value of hidden length is entered, and the rest."""
        match self.entries:
            case (Opened() | Length() as first, *rest):
                return first, replace(self, entries=tuple(rest))
            case _:
                raise ValueError(f"{self.entries} does not begin with a hidden length")

    def at(self, index: IndexAttr, operands: tuple[SSAValue, ...]) -> Nat:
        """An index expression in the names of the path."""
        return index(*map(self.symbols, operands))

    def mapped(self, image: Callable[[Nat], Nat]) -> Path:
        """The path with each of its expressions replaced."""

        def entry(old: Entry) -> Entry:
            match old:
                case Nat():
                    return image(old)
                case Linear(index, dimensions):
                    return Linear(image(index), dimensions)
                case Opened(length):
                    return Opened(image(length))
                case _:
                    return old

        return replace(self, entries=tuple(map(entry, self.entries)))

    @property
    def size(self) -> int:
        """How much is written in the largest of its expressions."""
        nats = (entry.index if isinstance(entry, Linear) else entry for entry in self.entries)
        return max((nat.size for nat in nats if isinstance(nat, Nat)), default=0)

    def substituted(self, values: Mapping[str, Nat]) -> Path:
        return self.mapped(lambda nat: substitute(nat, values))


def _linear(index: Nat, dimensions: int) -> Entry:
    return index if dimensions == 1 else Linear(index, dimensions)


def linear(index: Entry, more: int) -> Entry:
    """An index that spans so many more dimensions."""
    if isinstance(index, Linear):
        return _linear(index.index, index.dimensions + more)
    assert isinstance(index, Nat)
    return _linear(index, 1 + more)


def element_of(array: Attribute) -> Attribute:
    """The type of an element, where all have one; a vector has scalars."""
    vector = vector_parts(array)
    if vector is not None:
        return vector[1]
    assert isinstance(array, ArrayType)
    if array.dependent:
        raise Unresolvable(
            "rows that differ in length are gone through element by element, and there is no expression for the row that "
            "an element is in",
            found=str(array),
            fix="copy the rows before they are joined: "
            "lift.map (%row) in .. { %copy = ocl.map_seq (%e) in %row { lift.yield %e } lift.yield %copy }",
        )
    return array.element


def length_of(type_: Attribute) -> Nat:
    """How many elements an array has, or parts a vector."""
    length = array_length(type_)
    if length is not None:
        return length
    vector = vector_parts(type_)
    assert vector is not None
    return const(vector[0])


def elements_in(type_: Attribute, dimensions: int) -> Nat:
    """How many elements the dimensions of a type have together."""
    size = const(1)
    for left in reversed(range(dimensions)):
        size = size * length_of(type_)
        if left:
            type_ = element_of(type_)
    return size


def elements_before(type_: Attribute, index: Nat, dimensions: int) -> Nat:
    """How many elements the dimensions below an array have together before an index of it."""
    if not isinstance(type_, ArrayType) or not type_.dependent:
        return index * elements_in(element_of(type_), dimensions)
    return sum_over("row'", index, elements_in(type_.at(var("row'")), dimensions))


@dataclass(frozen=True)
class Leads:
    """A path leads to a path on another value."""

    to: SSAValue
    path: Path


@dataclass(frozen=True)
class Chosen:
    """A path leads to one of two places."""

    condition: Condition
    then: Access
    otherwise: Access


Access: TypeAlias = Leads | Chosen
