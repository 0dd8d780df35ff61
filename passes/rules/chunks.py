"""An array cut into rows for those who work at the same time: chunks of one length, or about as many rows as are wanted.

What does not fill a row is left at the end, so a length need not be a multiple of anything. Rules for folds and scans in
rows take either.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Final

from xdsl.ir import Operation, SSAValue

from ...dialects.lift.access import SliceOp
from ...dialects.lift.algorithmic import OrderedFold
from ...dialects.lift.attributes import IndexFunctionAttr
from ...dialects.lift.layout import PartitionOp, SplitOp
from ...dialects.lift.operation import UNTYPED
from ...dialects.lift.scope import scope_at
from ...dialects.lift.types import array_length
from ...dialects.nat.expr import ceildiv, compare, floordiv, minimum, mod, var
from ...dialects.nat.ring import Nat, const
from .rule import HIDDEN, Refusal

ONE_CHUNK: Final = Refusal("there is one chunk at most")


@dataclass(frozen=True)
class Cut(ABC):
    """An array in rows, and what is left at its end."""

    xs: SSAValue
    size: int
    """What the length of each row is a multiple of."""
    whole: Nat
    """How many elements are in rows."""
    left: Nat
    """How many are not."""

    def cut(self) -> list[Operation]:
        """The array of rows, the last of these ops, and what it is made of."""
        if self.left.constant == 0:
            return [self.rows(self.xs)]
        main = SliceOp(self.xs, 0, self.whole, result_type=UNTYPED)
        main.result.name_hint = "main"
        return [main, self.rows(main.result)]

    def rest(self) -> SliceOp | None:
        """What does not fill a row, where there may be such."""
        if self.left.constant == 0:
            return None
        rest = SliceOp(self.xs, self.whole, self.left, result_type=UNTYPED)
        rest.result.name_hint = "rest"
        return rest

    @property
    @abstractmethod
    def count(self) -> Nat:
        """How many rows there are."""

    @abstractmethod
    def begin(self, i: Nat) -> Nat:
        """Where row i begins in the array."""

    @abstractmethod
    def length(self, i: Nat) -> Nat:
        """How many elements row i has."""

    @abstractmethod
    def rows(self, main: SSAValue) -> Operation:
        """The rows of what is in rows."""


@dataclass(frozen=True)
class Chunks(Cut):
    """Rows of one length."""

    @classmethod
    def of(cls, op: OrderedFold, size: int) -> Chunks | Refusal:
        """What a fold goes over; there is nothing to cut where there is one chunk or less, or a hidden length."""
        length, scope = array_length(op.xs.type), scope_at(op)
        if length is None:
            return HIDDEN
        if scope.holds(compare(length, "le", size)):
            return ONE_CHUNK
        whole, left = size * floordiv(length, size), mod(length, size)
        return cls(op.xs, size, scope.simplify(whole), scope.simplify(left))

    @property
    def count(self) -> Nat:
        return floordiv(self.whole, self.size)

    def begin(self, i: Nat) -> Nat:
        return self.size * i

    def length(self, i: Nat) -> Nat:
        del i
        return const(self.size)

    def rows(self, main: SSAValue) -> Operation:
        split = SplitOp(self.size, main, result_type=UNTYPED)
        split.result.name_hint = "chunks"
        return split


@dataclass(frozen=True)
class Shares(Cut):
    """At most so many rows, all of one length, which grows with that of the array."""

    share: Nat
    """Elements of a row."""

    @classmethod
    def of(cls, op: OrderedFold, parts: int, size: int) -> Shares | Refusal:
        length, scope = array_length(op.xs.type), scope_at(op)
        if length is None:
            return HIDDEN
        share = scope.simplify(size * (floordiv(length, parts * size) + 1))
        whole, left = share * floordiv(length, share), mod(length, share)
        return cls(op.xs, size, scope.simplify(whole), scope.simplify(left), share)

    @property
    def count(self) -> Nat:
        return floordiv(self.whole, self.share)

    def begin(self, i: Nat) -> Nat:
        return self.share * i

    def length(self, i: Nat) -> Nat:
        del i
        return self.share

    def rows(self, main: SSAValue) -> Operation:
        split = SplitOp(self.share, main, result_type=UNTYPED)
        split.result.name_hint = "shares"
        return split


@dataclass(frozen=True)
class Parts(Cut):
    """Rows of one length but for the last, each some times `size` elements."""

    @property
    @abstractmethod
    def share(self) -> Nat:
        """How many times `size` elements a row has, but for the last: never none, so that it can be divided by."""

    @property
    def _times(self) -> Nat:
        """How often `size` elements are there."""
        return floordiv(self.whole, self.size)

    @property
    def count(self) -> Nat:
        return ceildiv(self._times, self.share)

    def begin(self, i: Nat) -> Nat:
        return self.size * self.share * i

    def length(self, i: Nat) -> Nat:
        return self.size * minimum(self.share, self._times - self.share * i)

    def rows(self, main: SSAValue) -> PartitionOp:
        lengths = IndexFunctionAttr.of("i", self.length(var("i")))
        partition = PartitionOp(main, self.count, lengths, result_type=UNTYPED)
        partition.result.name_hint = "partition"
        return partition


def _whole_and_left(xs: SSAValue, op: Operation, size: int) -> tuple[Nat, Nat] | None:
    """How much of an array is in rows whose lengths are multiples of a size, and how much is not; None if its length is hidden."""
    length, scope = array_length(xs.type), scope_at(op)
    if length is None:
        return None
    return scope.simplify(size * floordiv(length, size)), scope.simplify(mod(length, size))


@dataclass(frozen=True)
class EvenParts(Parts):
    """At most so many rows."""

    parts: int
    step: int = 1
    """What the length of each row but the last is a multiple of, in times `size` elements."""

    @classmethod
    def of(cls, xs: SSAValue, op: Operation, parts: int, size: int, step: int = 1) -> EvenParts | Refusal:
        found = _whole_and_left(xs, op, size)
        return HIDDEN if found is None else cls(xs, size, *found, parts, step)

    @property
    def share(self) -> Nat:
        return self.step * (floordiv(self._times, self.parts * self.step) + 1)


@dataclass(frozen=True)
class Blocks(Parts):
    """Rows that have at most so many times `size` elements, however many there are of them."""

    most: int

    @classmethod
    def of(cls, xs: SSAValue, op: Operation, most: int, size: int) -> Blocks | Refusal:
        found = _whole_and_left(xs, op, size)
        return HIDDEN if found is None else cls(xs, size, *found, most)

    @property
    def share(self) -> Nat:
        return const(self.most)


@dataclass(frozen=True)
class LongParts(Parts):
    """At most so many rows, each with so many elements at least, but for the last."""

    parts: int
    least: Nat

    @classmethod
    def of(cls, xs: SSAValue, op: Operation, parts: int, least: Nat) -> LongParts | Refusal:
        found = _whole_and_left(xs, op, 1)
        return HIDDEN if found is None else cls(xs, 1, *found, parts, least)

    @property
    def share(self) -> Nat:
        return floordiv(self._times, self.parts) + self.least + 1
