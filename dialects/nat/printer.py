"""How a polynomial is written down, whatever the language: signs, coefficients, products, and one exact division.

A rational polynomial is written as one exact division with what is whole outside it: `r * (r + 1) floordiv 2 + c`.
Subclasses say how the atoms look in their language; all of these bind `*` and division equally, to the left.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import gcd
from typing import ClassVar, Final, NamedTuple

from .expr import Condition, FloorDiv, Mod
from .ring import ONE, Atom, Monomial, Nat, Pow, const, from_terms

SUM, PRODUCT, FACTOR, UNARY = 0, 1, 2, 3
"""How tightly a place binds; text that binds less is put in parentheses there."""

DIVISIONS: Final = (FloorDiv, Mod)

SIGNS: Final[Mapping[str, str]] = {"lt": "<", "le": "<=", "gt": ">", "ge": ">=", "eq": "==", "ne": "!="}
"""The relations, as C and Python write them."""


class Piece(NamedTuple):
    """One of the things that are added: a whole coefficient, the text it multiplies, and whether that is one factor."""

    coefficient: int
    text: str
    atomic: bool


class Printer(ABC):
    """Writes polynomials and conditions; subclasses write atoms."""

    division: ClassVar[str]
    relations: ClassVar[Mapping[str, str]]

    @abstractmethod
    def atom(self, atom: Atom) -> str:
        """An atom that is no power; a division is written without parentheses around it."""

    def repeated(self, atom: Atom, exponent: int) -> list[str]:
        """An atom that is a factor several times, as factors."""
        return [self.atom(atom)] * exponent

    @abstractmethod
    def power(self, base: int, exponent: Nat) -> str:
        """A power, as one factor."""

    def divided(self, dividend: Nat, sign: str, divisor: Nat) -> str:
        """A division or a remainder, without parentheses around it."""
        return f"{self.nat(dividend, PRODUCT)} {sign} {self.nat(divisor, UNARY)}"

    def call(self, function: str, *args: Nat) -> str:
        return f"{function}({', '.join(map(self.nat, args))})"

    def divides(self, atom: Atom) -> bool:
        """Whether the text of an atom is a division, which binds as a product does."""
        return isinstance(atom, DIVISIONS)

    def nat(self, nat: Nat, place: int = SUM) -> str:
        pieces = self._pieces(nat)
        if not pieces:
            return "0"
        if len(pieces) == 1 and pieces[0].coefficient > 0:
            coefficient, text, atomic = pieces[0]
            factor = not text or (coefficient == 1 and atomic)
            single = nat.single
            product = place == FACTOR and not (single is not None and self.divides(single))
            if factor or place <= PRODUCT or product:
                return _scaled(coefficient, text)
        total = ""
        for coefficient, text, atomic in sorted(pieces, key=lambda piece: piece.coefficient < 0):
            if coefficient > 0:
                total += " + " + _scaled(coefficient, text) if total else _scaled(coefficient, text)
            elif total:
                total += " - " + _scaled(-coefficient, text)
            else:  # a leading minus binds tighter than what follows
                total = "-" + _scaled(-coefficient, text if atomic or not text else f"({text})")
        return total if place == SUM else f"({total})"

    def condition(self, condition: Condition) -> str:
        """`a lt b`: negative terms on the left, positive ones on the right, without an idle constant."""
        positive = [(monomial, c) for monomial, c in condition.nat.terms if c > 0 and monomial is not ONE]
        negative = [(monomial, -c) for monomial, c in condition.nat.terms if c < 0 and monomial is not ONE]
        constant = condition.nat.constant_term.numerator
        left, right = from_terms(negative), from_terms(positive)
        if condition.relation != "ge":
            left, right = right, left
            return self._compared(left + max(constant, 0), condition.relation, right - min(constant, 0))
        if not negative:  # x ge 3
            return self._compared(right, "ge", const(-constant))
        if constant == -1:
            return self._compared(left, "lt", right)
        if not positive:  # x lt 3
            return self._compared(left, "lt", const(constant + 1))
        return self._compared(left - min(constant, 0), "le", right + max(constant, 0))

    def _compared(self, left: Nat, relation: str, right: Nat) -> str:
        return f"{self.nat(left)} {self.relations[relation]} {self.nat(right)}"

    def _pieces(self, nat: Nat) -> list[Piece]:
        pieces: list[Piece] = []
        broken: list[tuple[Monomial, int]] = []
        for monomial, coefficient in nat.terms:
            left, text, atomic = self._product(monomial, Fraction(coefficient, nat.den))
            if left.denominator == 1:
                pieces.append(Piece(left.numerator, text, atomic))
            else:
                broken.append((monomial, coefficient))
        if broken:
            pieces.insert(0, self._exact_division(broken, nat.den))
        return pieces

    def _exact_division(self, terms: list[tuple[Monomial, int]], den: int) -> Piece:
        """`c * shared * (the rest) floordiv den`: what all terms share stays outside the parentheses."""
        common = gcd(*(coefficient for _, coefficient in terms))
        if terms[0][1] < 0:
            common = -common
        shared = _shared([monomial for monomial, _ in terms])
        rest = from_terms((_divided(monomial, shared), coefficient // common) for monomial, coefficient in terms)
        divisor = den // gcd(den, common)
        factor = common // (den // divisor)
        size = "" if abs(factor) == 1 else f"{abs(factor)} * "
        outside = f"{self.nat(from_terms([(shared, 1)]), FACTOR)} * " if shared is not ONE else ""
        inside = self.nat(rest, UNARY if outside or size else PRODUCT)
        return Piece(1 if factor > 0 else -1, f"{size}{outside}{inside} {self.division} {divisor}", False)

    def _product(self, monomial: Monomial, coefficient: Fraction) -> tuple[Fraction, str, bool]:
        """A term as text and what is left of its coefficient: powers take in the factors of their base."""
        factors: list[str] = []
        divisions: list[str] = []
        for atom, exponent in monomial.factors:
            if isinstance(atom, Pow):
                base, moved = int(atom.label), 0
                while coefficient.numerator % base == 0:
                    coefficient, moved = coefficient / base, moved + 1
                while coefficient.denominator % base == 0:
                    coefficient, moved = coefficient * base, moved - 1
                factors.append(self.power(base, atom.args[0] + moved))
            elif self.divides(atom):
                divisions += [self.atom(atom)] * exponent
            else:
                factors += self.repeated(atom, exponent)
        if len(divisions) == 1 and not factors and abs(coefficient) == 1:
            return coefficient, divisions[0], False
        factors += [f"({division})" for division in divisions]
        return coefficient, " * ".join(factors), len(factors) == 1


def _scaled(coefficient: int, text: str) -> str:
    return str(coefficient) if not text else text if coefficient == 1 else f"{coefficient} * {text}"


def _shared(monomials: Iterable[Monomial]) -> Monomial:
    """The product of plain factors that all the monomials contain."""
    first, *others = monomials
    factors = [
        (atom, min([exponent, *(other.exponent(atom) for other in others)]))
        for atom, exponent in first.factors
        if not isinstance(atom, Pow)
    ]
    return Monomial(tuple((atom, exponent) for atom, exponent in factors if exponent))


def _divided(monomial: Monomial, by: Monomial) -> Monomial:
    factors = ((atom, exponent - by.exponent(atom)) for atom, exponent in monomial.factors)
    return Monomial(tuple((atom, exponent) for atom, exponent in factors if exponent))
