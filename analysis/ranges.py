"""Ranges with symbolic ends, over the sizes of a program, and arithmetic on them.

An end is an expression of the algebra. Large numbers and complex parts of it are names, so that no end is larger than the
algebra has room for; whoever evaluates ends gives those names their values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

from ..dialects.nat.expr import Condition, Var, compare, maximum, var
from ..dialects.nat.facts import NOTHING
from ..dialects.nat.prove import seen_to_hold
from ..dialects.nat.ring import Nat, const

SMALL: Final = 1 << 24
"""Larger numbers are names in an end, as the algebra has no room for their products."""
COMPLEX: Final = 24
"""An end with more parts than this is given a name."""
MOST_COMPARED: Final = 32
"""Of more ends than this it is not asked which are always below others ..."""
MOST_PROVED: Final = 8
"""... and of more than this only as far as that can be seen without a proof."""


class Range(NamedTuple):
    """A value is at least `low` and at most `high`."""

    low: Nat
    high: Nat


class Ranges:
    """Arithmetic on ranges whose ends are over names of naturals, and what is known of these names."""

    def __init__(self, sizes: tuple[str, ...]):
        """The sizes are at least 1."""
        self.definitions: dict[str, Nat] = {}
        """Names that stand for parts of ends, in the order in which they build on each other."""
        self._naturals = set(sizes)
        self._base = self.facts = NOTHING.size(*sizes)
        self.assumed: tuple[Condition, ...] = ()

    def assume(self, *conditions: Condition) -> tuple[Condition, ...]:
        """What holds from now on, and what held before."""
        before, self.assumed = self.assumed, conditions
        self.facts = self._base.given(*conditions)
        return before

    def above(self, nats: Iterable[Nat]) -> list[Nat]:
        """Those that are not at most another, as far as that is worth finding out."""
        kept = list(nats)
        for most, is_natural in ((MOST_COMPARED, self.is_plain), (MOST_PROVED, self.is_natural)):
            if len(kept) <= most:
                kept = _highest(kept, is_natural)
        return kept

    def product(self, left: Range, right: Range) -> Range:
        if self.is_natural(left.low) and self.is_natural(right.low):
            return Range(left.low * right.low, left.high * right.high)
        for one, other in ((left, right), (right, left)):
            if self.is_natural(one.low):
                return Range(-(one.high * self.downwards(other)), one.high * self.upwards(other))
            if self.is_natural(-one.high):
                return Range(one.low * self.upwards(other), -one.low * self.downwards(other))
        size = self.size(left) * self.size(right)
        return Range(-size, size)

    def size(self, range_: Range) -> Nat:
        """What the absolute value does not pass."""
        return maximum(self.upwards(range_), self.downwards(range_))

    def upwards(self, range_: Range) -> Nat:
        """How far above 0 a range goes."""
        return range_.high if self.is_natural(range_.high) else maximum(0, range_.high)

    def downwards(self, range_: Range) -> Nat:
        """How far below 0 a range goes."""
        if self.is_natural(range_.low):
            return const(0)
        return -range_.low if self.is_natural(-range_.low) else maximum(0, -range_.low)

    def is_natural(self, nat: Nat) -> bool:
        return self.is_plain(nat) or seen_to_hold(compare(nat, "ge", 0), self.facts)

    def is_plain(self, nat: Nat) -> bool:
        """Whether an expression is a natural at first sight."""
        if nat.den != 1 or not nat.names <= self._naturals:
            return False
        return all(c >= 0 and all(isinstance(atom, Var) for atom, _ in monomial.factors) for monomial, c in nat.terms)

    def declare(self, name: str) -> None:
        """A name in a bound is a natural."""
        if name not in self._naturals:
            self._naturals.add(name)
            self._base = self._base.natural(name)
            self.facts = self._base.given(*self.assumed)

    def number(self, number: int) -> Nat:
        """A number, under its own name where it is large."""
        if abs(number) < SMALL:
            return const(number)
        self.declare(str(abs(number)))
        return var(str(number)) if number > 0 else -var(str(-number))

    def named(self, nat: Nat) -> Nat:
        """The end of a range, or a name for it where it is complex."""
        if nat.size <= COMPLEX:
            return nat
        name = next((name for name, known in self.definitions.items() if known is nat), None)
        if name is None:
            name = f"bound{len(self.definitions) + 1}'"
            self.definitions[name] = nat
            if seen_to_hold(compare(nat, "ge", 0), self._base):
                self.declare(name)
        return var(name)


def is_number(nat: Nat) -> bool:
    return all(name.isdecimal() for name in nat.names)


def is_large(nat: Nat) -> bool:
    """Whether an end is a large number."""
    return bool(nat.names) and is_number(nat)


def _highest(nats: Sequence[Nat], is_natural: Callable[[Nat], bool]) -> list[Nat]:
    kept: list[Nat] = []
    for nat in nats:
        if not any(is_natural(other - nat) for other in kept):
            kept = [*(other for other in kept if not is_natural(nat - other)), nat]
    return kept
