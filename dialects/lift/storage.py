"""The storage of a type: which buffers hold a value, how many scalars each has, and in which shape NumPy sees it.

A value is kept as one flat buffer for each leaf of its type: a tuple has the buffers of its parts, an array those of its
element, one element after the other. An existential has a buffer of lengths first, and room for its bound. This is what
passes between NumPy, the interpreter and a device; views, the host program and the runtime all ask here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from math import prod
from typing import TypeAlias, cast

from xdsl.dialects.builtin import TupleType, VectorType, i32
from xdsl.ir import Attribute

from ..diagnostics import LiftError
from ..errors import NO_BOUND
from ..nat.expr import compare, sum_over, var
from ..nat.facts import NOTHING
from ..nat.prove import holds
from ..nat.rebuild import substitute
from ..nat.ring import Nat, const
from .types import ArrayType, ExistsType, close, free_names

LENGTH = i32
"""The type of a hidden length in memory."""

Length: TypeAlias = Callable[[Nat], int]
"""What the length in a type is, at a call."""


def vector_of(type_: Attribute) -> tuple[int, Attribute] | None:
    """The width and the scalar of a vector type."""
    if not isinstance(type_, VectorType) or len(type_.shape) != 1:
        return None
    found = cast("VectorType[Attribute]", type_)
    return found.get_shape()[0], found.element_type


@dataclass(frozen=True)
class Form:
    """An array type seen through: its dimensions, how many elements that makes, and the element, which is no array."""

    dims: tuple[Nat, ...] | None
    """None where a length depends on a position, so that the array is flat."""
    count: Nat
    element: Attribute

    @property
    def width(self) -> tuple[Nat, ...]:
        """The dimension that a vector is; another element has none."""
        vector = vector_of(self.element)
        return () if vector is None else (const(vector[0]),)

    @property
    def scalar(self) -> Attribute:
        """What one scalar of an element that is no tuple is."""
        vector = vector_of(self.element)
        return self.element if vector is None else vector[1]


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


@dataclass(frozen=True)
class Leaf:
    """What one buffer holds: `kept` has arrays and existentials around a scalar or a vector."""

    kept: Attribute
    parts: tuple[int, ...] = ()
    """Which parts of tuples, from the outside in, lead to it."""
    lengths: bool = False
    """Whether these are the hidden lengths of existentials."""
    opened: int = 0
    """How many existentials are around it."""

    @property
    def type(self) -> Attribute:
        """What memory is reserved for: each existential as long as it may be."""
        return room_of(self.kept)

    @property
    def is_single(self) -> bool:
        """Whether it is one scalar or vector, and no array of them."""
        return not isinstance(self.type, ArrayType)

    @property
    def is_length(self) -> bool:
        """Whether it is one hidden length."""
        return self.lengths and self.is_single

    @property
    def scalar(self) -> Attribute:
        return form_of(self.type).scalar

    @property
    def count(self) -> Nat:
        """The number of scalars."""
        return scalars_in(self.type)

    @property
    def dims(self) -> tuple[Nat, ...] | None:
        """The length of each axis, a vector being the innermost; None where rows differ in length."""
        form = form_of(self.type)
        return None if form.dims is None else (*form.dims, *form.width)

    @property
    def shape(self) -> tuple[Nat, ...]:
        """The length of each axis; where rows differ in length, the array is flat."""
        return (self.count,) if self.dims is None else self.dims

    def named(self, name: str) -> str:
        """What it is called in a value of this name: `x`, or `x[0]` and `x[1]`."""
        return name + "".join(f"[{part}]" for part in self.parts)


@lru_cache(maxsize=1024)
def leaves_of(type_: Attribute) -> tuple[Leaf, ...]:
    """The leaves of a type, each of which has memory of its own: tuples are taken apart, arrays stay around them.

    A hidden length is a leaf, too, before those of what has it.
    """
    match type_:
        case TupleType():
            parts = enumerate(type_.types)
            return tuple(replace(leaf, parts=(k, *leaf.parts)) for k, part in parts for leaf in leaves_of(part))
        case ArrayType():
            return tuple(replace(leaf, kept=_around(type_, leaf.kept)) for leaf in leaves_of(type_.element))
        case ExistsType():
            inner = leaves_of(type_.body)
            hidden = (
                replace(leaf, kept=ExistsType(type_.bound, leaf.kept, type_.binder.data), opened=leaf.opened + 1)
                for leaf in inner
            )
            return (Leaf(LENGTH, lengths=True), *hidden)
        case _:
            return (Leaf(type_),)


@lru_cache(maxsize=1024)
def room_of(type_: Attribute, depth: int = 0) -> Attribute:
    """A type whose existentials are as long as they may be."""
    match type_:
        case ArrayType():
            position = f"row{depth}'"
            inner = room_of(type_.at(var(position)), depth + 1)
            return ArrayType(type_.length, close(inner, position), type_.binder.data)
        case ExistsType():
            return room_of(at_bound(type_), depth)
        case _:
            return type_


@lru_cache(maxsize=1024)
def leaf_count(type_: Attribute) -> int:
    """How many leaves there are."""
    return len(leaves_of(type_))


def leaf_sizes(type_: Attribute, length: Length) -> list[int]:
    """The number of scalars in each buffer."""
    return [length(leaf.count) for leaf in leaves_of(type_)]


def sizes_of(type_: Attribute, lengths: Iterator[int]) -> list[Nat]:
    """The number of scalars in each buffer that are there, for the hidden lengths that are leaves of their own."""
    match type_:
        case TupleType():
            return [size for part in type_.types for size in sizes_of(part, lengths)]
        case ExistsType():
            return [const(1), *sizes_of(type_.opened(next(lengths)), lengths)]
        case _:
            return [leaf.count for leaf in leaves_of(type_)]


@lru_cache(maxsize=1024)
def at_bound(type_: ExistsType) -> Attribute:
    """What memory is reserved for: the type below the binder for the length that takes the most room.

    That is the bound, or 0 where all is shorter the longer the hidden length is.
    """
    hidden, bound = "X'", type_.bound.data
    lengths = [nat for nat in _lengths_in(type_.opened(var(hidden)), 0) if hidden in nat.names]
    for end in (bound, const(0)):
        if all(_is_most(nat, hidden, end, bound) for nat in lengths):
            return type_.opened(end)
    raise LiftError(
        NO_BOUND,
        "memory cannot be reserved for a value that is largest neither for the largest nor for the least hidden length",
        expected="lengths that only grow with the hidden length, or only fall",
        found=str(type_),
    )


def _lengths_in(type_: Attribute, depth: int) -> Iterator[Nat]:
    """The lengths in a type, over names for positions, and the bounds of what is hidden in it."""
    match type_:
        case ArrayType():
            yield type_.length.data
            yield from _lengths_in(type_.at(var(f"row{depth}'")), depth + 1)
        case ExistsType():
            yield from _lengths_in(at_bound(type_), depth)
        case TupleType():
            for part in type_.types:
                yield from _lengths_in(part, depth)
        case _:
            pass


def _is_most(nat: Nat, hidden: str, end: Nat, bound: Nat) -> bool:
    """Whether an expression is largest at one end of a hidden length."""
    if nat is var(hidden):
        return end is bound
    facts = NOTHING
    for name in sorted((nat.names | bound.names) - {hidden}):
        facts = facts.natural(name)
    return holds(compare(nat, "le", substitute(nat, {hidden: end})), facts.between(hidden, 0, bound))


def _around(array: ArrayType, element: Attribute) -> ArrayType:
    """The array with another element, which is kept below its binder."""
    return ArrayType(array.length, element, array.binder.data)


def tuple_parts(type_: Attribute) -> tuple[Attribute, ...] | None:
    """The types of the parts, where a type is a tuple or an array of tuples: what `lift.unzip` would give."""
    match type_:
        case TupleType():
            return type_.types.data
        case ArrayType():
            inner = tuple_parts(type_.element)
            return None if inner is None else tuple(_around(type_, part) for part in inner)
        case _:
            return None


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


def scalars_in(leaf: Attribute) -> Nat:
    """How many scalars a leaf has; what has a hidden length has room for its bound."""
    form = form_of(room_of(leaf))
    return prod(form.width, start=form.count)


def scalars_before(leaf: ArrayType, position: Nat) -> Nat:
    """How many scalars stand before a position of a leaf: rows stand one after the other, also where they differ."""
    if not leaf.dependent:
        return position * scalars_in(leaf.element)
    before = "before'"
    while before in free_names(leaf):
        before += "'"
    return sum_over(before, position, scalars_in(leaf.at(var(before))))
