"""Arithmetic on polynomials beyond the ring: coefficients, exact quotients, division with remainder, differences.

All of it is exact and uses no facts, so what was asked before is remembered. A quotient found here is a proposal: whether it may be used is decided by the
guard of the rule that uses it.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from .expr import power
from .ring import ONE, ZERO, Atom, Monomial, Nat, Pow, const, from_terms, total

REMEMBERED: Final = 1 << 14
"""How many answers each function keeps."""

MOST_TRIED: Final = 1 << 12
"""Up to which number a polynomial is evaluated at one number after the other."""


@lru_cache(REMEMBERED)
def coefficients(nat: Nat, atom: Atom) -> Mapping[int, Nat]:
    """The polynomial as one in this atom: exponent -> coefficient. What is inside other atoms is not looked at."""
    parts: dict[int, dict[Monomial, int]] = {}
    for monomial, coefficient in nat.terms:
        exponent = monomial.exponent(atom)
        rest = monomial.without(atom) if exponent else monomial
        parts.setdefault(exponent, {})[rest] = coefficient
    return MappingProxyType({exponent: from_terms(terms.items(), nat.den) for exponent, terms in parts.items()})


@lru_cache(REMEMBERED)
def replace_atom(nat: Nat, atom: Atom, value: Nat) -> Nat:
    """The polynomial with a value in place of this atom, not looking inside other atoms."""
    result = ZERO
    for exponent, coefficient in coefficients(nat, atom).items():
        product = coefficient
        for _ in range(exponent):
            product = product * value
        result = result + product
    return result


def contains(nat: Nat, part: Nat) -> bool:
    """Whether every term of the part is a term of the polynomial."""
    if nat.den % part.den:
        return False
    scale, terms = nat.den // part.den, dict(nat.terms)
    return all(terms.get(monomial) == coefficient * scale for monomial, coefficient in part.terms)


@lru_cache(REMEMBERED)
def monomial_quotient(dividend: Monomial, divisor: Monomial) -> Nat | None:
    """The quotient of two monomials where every plain factor divides; powers subtract exponents (which may be < 0)."""
    factors: list[tuple[Atom, int]] = []
    exponents: dict[int, Nat] = {}
    for atom, exponent in divisor.factors:
        if isinstance(atom, Pow):
            exponents[int(atom.label)] = -atom.args[0]
        elif dividend.exponent(atom) < exponent:
            return None
    for atom, exponent in dividend.factors:
        if isinstance(atom, Pow):
            exponents[int(atom.label)] = exponents.get(int(atom.label), ZERO) + atom.args[0]
        elif exponent > divisor.exponent(atom):
            factors.append((atom, exponent - divisor.exponent(atom)))
    result = from_terms([(Monomial(tuple(factors)), 1)])
    for base, exponent in sorted(exponents.items()):
        result = result * power(base, exponent)
    return result


@lru_cache(REMEMBERED)
def exact_quotient(dividend: Nat, divisor: Nat) -> Nat | None:
    """The rational polynomial q with `q * divisor = dividend`, where there is one."""
    for lead in leading_terms(divisor):
        quotient, rest = divide_by(dividend, divisor, lead, whole=False)
        if not rest.terms:
            return quotient
    return None


def leading_terms(divisor: Nat) -> list[tuple[Monomial, int]]:
    """The terms of a divisor by which a division may proceed: those of the highest degree."""
    degree = divisor.terms[0][0].key[0]
    return [term for term in divisor.terms if term[0].key[0] == degree]


@lru_cache(REMEMBERED)
def divide_by(dividend: Nat, divisor: Nat, lead: tuple[Monomial, int], *, whole: bool) -> tuple[Nat, Nat]:
    """`(q, r)` with `dividend = q * divisor + r`, taking out of the dividend what the leading term divides.

    With `whole`, coefficients of q are integers: those of products are rounded towards 0, the constant down. Without,
    they are exact.
    """
    quotient, rest = ZERO, dividend
    for _ in range(len(dividend.terms) + 1):
        step = _taken_out(rest, divisor.den, lead, whole)
        if not step.terms:
            break
        quotient, rest = quotient + step, rest - step * divisor
    return quotient, rest


def _taken_out(rest: Nat, den: int, lead: tuple[Monomial, int], whole: bool) -> Nat:
    """The quotient by the leading term of everything that it divides."""
    by, size = lead
    taken: list[Nat] = []
    for monomial, coefficient in rest.terms:
        quotient = monomial_quotient(monomial, by)
        if quotient is None:
            continue
        factor = Fraction(coefficient * den, rest.den * size)
        if whole and factor.denominator != 1:
            factor = Fraction(int(factor) if monomial is not ONE else factor.__floor__())
        if factor:
            taken.append(quotient * const(factor.numerator).over(factor.denominator))
    return total(taken)


def difference(nat: Nat, atom: Atom) -> Nat:
    """The forward difference in an atom: `p(x + 1) - p(x)`."""
    return replace_atom(nat, atom, atom.nat + 1) - nat


def divisor_of(atom: Pow) -> Nat:
    """What a power divides by: `2^k` for `2^(n - k)`, and 1 where nothing is subtracted from the exponent."""
    exponent = atom.args[0]
    return power(int(atom.label), from_terms([(monomial, -c) for monomial, c in exponent.terms if c < 0], exponent.den))


def degree(nat: Nat, atom: Atom) -> int:
    """The highest power of an atom in a polynomial."""
    return max(monomial.exponent(atom) for monomial, _ in nat.terms)


def nonnegative_range(nat: Nat, atom: Atom, low: int | None, high: int | None) -> tuple[int | None, int | None]:
    """The ends of a range without the numbers at which a polynomial in this one atom is negative; None is no end.

    Beyond the reach of all its roots a polynomial keeps its sign, so only the numbers within it are tried.
    """
    values = {monomial.exponent(atom): coefficient for monomial, coefficient in nat.terms}
    lead, top = abs(values[max(values)]), max(values)
    reach = 1 + 2 * max((_root_above(abs(c), lead, top - e) for e, c in values.items() if e < top), default=0)
    if reach > MOST_TRIED:
        return low, high

    def first(known: int | None, sign: int) -> int | None:
        begin = -sign * reach if known is None else sign * max(sign * known, -reach)
        inside = (x for x in range(begin, sign * reach + sign, sign) if sum(c * x**e for e, c in values.items()) >= 0)
        found = next(inside, known)
        return known if begin != known and found == begin else found

    return first(low, 1), first(high, -1)


def _root_above(number: int, by: int, exponent: int) -> int:
    """A whole number not below the root of a quotient."""
    quotient = -(-number // by)
    return quotient if exponent == 1 else 1 + int(quotient ** (1 / exponent) * (1 + 1e-9))
