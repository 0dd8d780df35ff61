"""Points that satisfy the facts: what is wrong at one of them need not be searched for a proof.

They only ever save time. A point that breaks some fact is dropped, and an expression without a value at a point is
not refuted by it.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from .evaluate import Evaluation
from .expr import Lookup, Sum
from .facts import Facts
from .ring import Atom, Nat, NatError, Undefined

SHAPES: Final = ((0, 0), (6, 2), (5, 1), (0, 2))
"""How far sizes are above their least value, and where positions are: 0 first, 1 in the middle, 2 last."""

MORE_SHAPES: Final = tuple((above, place) for place in range(3, 9) for above in (0, 3, 4, 9))
"""Positions here and there, with all kinds of remainders."""


class Point(Evaluation):
    """Values for all names; tables have some natural everywhere."""

    def __init__(self) -> None:
        super().__init__({}, {})
        self.known: dict[Atom, int | Fraction | None] = {}

    def refutes(self, nat: Nat, *, strict: bool) -> bool:
        """Whether the expression, at this point, is at most -1 (strict) or negative."""
        value = self.scaled(nat)
        return value is not None and (value <= -nat.den if strict else value < 0)

    def scaled(self, nat: Nat) -> int | Fraction | None:
        """The value times the denominator, None where there is none."""
        total: Fraction | int = 0
        known = self.known
        for monomial, coefficient in nat.terms:
            product: Fraction | int = coefficient
            for atom, exponent in monomial.factors:
                value = known[atom] if atom in known else self.looked_up(atom)
                if value is None:
                    return None
                product *= value if exponent == 1 else value**exponent
            total += product
        return total

    def looked_up(self, atom: Atom) -> int | Fraction | None:
        """The value of an atom, None where it has none; what has one keeps it."""
        try:
            value = None if atom.loose else self.atom(atom, ())
        except NatError:
            return None
        self.known[atom] = value
        return value

    def atom(self, atom: Atom, bound: tuple[int, ...]) -> int | Fraction:
        if isinstance(atom, Sum):
            raise Undefined("adding up takes long, and this is to save time")
        return super().atom(atom, bound)

    def strict(self, atom: Atom, args: list[int]) -> int | Fraction:
        if isinstance(atom, Lookup):
            return (7 * args[0] + 3) % 4
        return super().strict(atom, args)


def points(facts: Facts, shapes: tuple[tuple[int, int], ...] = SHAPES) -> Iterator[Point]:
    """A few points that satisfy the facts, as different as can be had cheaply."""
    names = sorted((name for name in facts.order if name not in facts.solved), key=lambda n: (facts.order[n], n))
    for shape in shapes:
        point = _point(facts, names, *shape)
        if point is not None:
            yield point


def _point(facts: Facts, names: list[str], above: int, place: int) -> Point | None:
    point = Point()
    for number, name in enumerate(names):
        low = max(_ends(point, facts.lower.get(name, ())), default=None)
        high = min(_ends(point, facts.upper.get(name, ())), default=None)
        if low is None:
            low = (0 if high is None else high) - above
        if high is None:
            point.names[name] = low + (above + number if above else 0)
        elif place < 3:
            point.names[name] = (low, (low + high) // 2, high)[place]
        else:
            point.names[name] = low + place * (number + 5) % max(high - low + 1, 1)
    return point if _satisfies(point, facts) else None


def _ends(point: Point, ends: tuple[Nat, ...]) -> Iterator[int]:
    for end in ends:
        value = point.scaled(end)
        if value is not None and value % end.den == 0:
            yield int(value // end.den)


def _satisfies(point: Point, facts: Facts) -> bool:
    for ends, sign in ((facts.lower, 1), (facts.upper, -1)):
        for name, nats in ends.items():
            if name not in point.names:
                continue
            value = point.names[name]
            for nat in nats:
                end = point.scaled(nat)
                if end is None or (value * nat.den - end) * sign < 0:
                    return False
    known = [point.scaled(nat) for nat in facts.positive]
    return all(value is not None and value >= 0 for value in known) and all(map(point.scaled, facts.unequal))
