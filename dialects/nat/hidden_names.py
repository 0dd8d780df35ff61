"""Names that facts solve for, and that nobody wrote: each is written back as what it stands for.

`N mod 128 eq 0` gives a hidden name for `N floordiv 128`, and `n eq pow(2, log2(n))` one for `log2(n)`; `facts.py`
makes them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import gcd

from .expr import Var, floordiv, log2, power
from .polynomial import coefficients, divide_by, divisor_of, exact_quotient, leading_terms
from .rebuild import substitute
from .ring import ZERO, Nat, Pow, const, from_terms, total


@dataclass(frozen=True)
class Quotient:
    """A hidden name for `dividend floordiv divisor`, of which the remainder is known."""

    name: str
    dividend: Nat
    divisor: Nat
    remainder: Nat

    def back(self, nat: Nat, exact: Callable[[Nat], bool]) -> Nat:
        hidden = Var(self.name)
        while hidden in nat.atoms:
            parts = coefficients(nat, hidden)
            highest = max(parts)
            factor = from_terms(parts[highest].terms)  # its denominator waits outside
            quotient, rest = divide_by(factor, self.divisor, leading_terms(self.divisor)[0], whole=True)
            if len(self.divisor.terms) == 1 or len(rest.terms) >= len(factor.terms):
                quotient, rest = ZERO, factor
            written = quotient * (self.dividend - self.remainder)
            lower = written.over(parts[highest].den)
            lower = lower + total(self._once(from_terms([term], parts[highest].den), exact) for term in rest.terms)
            lower = lower * _power_of(hidden.nat, highest - 1)
            nat = lower + total(part * _power_of(hidden.nat, times) for times, part in parts.items() if times < highest)
        return nat

    def _once(self, factor: Nat, exact: Callable[[Nat], bool]) -> Nat:
        """`factor * hidden` in the names that were written, for a factor of one term."""
        quotient = exact_quotient(factor, self.divisor)
        if quotient is not None:
            below = _powers_below(quotient)
            share = exact_quotient(self.divisor, below)
            if below.constant is None and share is not None and exact(share):  # so the dividend is a multiple of it
                return quotient * below * floordiv(self.dividend - self.remainder, below)
            if (quotient * factor.den).den == 1:
                return quotient * (self.dividend - self.remainder)
        number, (monomial, coefficient) = self.divisor.constant, factor.terms[0]
        shared = gcd(number, coefficient) if number is not None else 1
        smaller = self.divisor.over(shared)
        whole = floordiv(self.dividend, smaller)
        if shared > 1:
            whole = whole - floordiv(self.remainder, smaller)
        return from_terms([(monomial, coefficient // shared)], factor.den) * whole


@dataclass(frozen=True)
class Logarithm:
    """A hidden name for `log2(number)`, where number is a power of two."""

    name: str
    number: Nat

    def back(self, nat: Nat, exact: Callable[[Nat], bool]) -> Nat:
        terms = [self._term(from_terms([term], nat.den), exact) for term in nat.terms]
        return substitute(total(terms), {self.name: log2(self.number)})

    def _term(self, term: Nat, exact: Callable[[Nat], bool]) -> Nat:
        """`pow(2, c * hidden + e)` is `number ** c * pow(2, e)`, divided where e is negative and that is exact."""
        monomial, coefficient = term.terms[0]
        for atom, _ in monomial.factors:
            if not isinstance(atom, Pow) or atom.label != 2 or self.name not in atom.args[0].names:
                continue
            parts = coefficients(atom.args[0], Var(self.name))
            times, rest = parts.get(1, ZERO).constant, parts.get(0, ZERO)
            if parts.keys() - {0, 1} or times is None or times < 1:
                continue
            whole, others = _power_of(self.number, times), from_terms([(monomial.without(atom), coefficient)])
            twos = term.den & -term.den
            falls = bool(rest.terms) and all(c < 0 for _, c in rest.terms)
            if (falls or twos > 1) and exact(term):
                below = (power(2, -rest) if falls else const(1)) * twos
                above = whole if falls else whole * power(2, rest)
                return others.over(term.den // twos) * floordiv(above, below)
            return (others * whole * power(2, rest)).over(term.den)
        return term


def _powers_below(term: Nat) -> Nat:
    """What one term is divided by, with its denominator where that is a part of a power; 1 where by no power."""
    below = const(1)
    for atom in term.atoms:
        if isinstance(atom, Pow):
            below = below * divisor_of(atom)
    return below if below.constant is not None else below * const(term.den)


def _power_of(base: Nat, exponent: int) -> Nat:
    result = const(1)
    for _ in range(exponent):
        result = result * base
    return result
