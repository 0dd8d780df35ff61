"""Whether a rational polynomial is a whole number: what a quotient must be before it may be used."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product as grid
from math import lcm, prod

from .ring import LARGEST, Atom, Monomial, Nat, NatError, Pow


def factorise(number: int) -> list[tuple[int, int]]:
    """The primes of a number, and how often each divides it."""
    if number > 2**20:
        raise NatError(f"the base {number} of a power is too large")
    factors: dict[int, int] = {}
    prime = 2
    while number > 1:
        while number % prime == 0:
            factors[prime] = factors.get(prime, 0) + 1
            number //= prime
        prime += 1 if prime * prime <= number else max(number - prime, 1)
    return sorted(factors.items())


def integral(nat: Nat, lowest: Callable[[Nat], int | None] | None = None) -> bool:
    """Whether a rational polynomial is an integer wherever its atoms are: decided prime by prime on residues.

    The exponent of a power may be negative, and then it is no integer: `lowest` bounds an exponent from below (None
    is unknown). A power is taken to have any value it can have, independently of the rest; that may say no too often.
    """
    if nat.den == 1 and not any(monomial.powers for monomial, _ in nat.terms):
        return True
    powers = {atom: lowest(atom.args[0]) if lowest else None for atom in nat.atoms if isinstance(atom, Pow)}
    terms: list[tuple[Monomial, Fraction]] = []
    for monomial, coefficient in nat.terms:
        scaled = Fraction(coefficient, nat.den)
        for atom, _ in monomial.factors:
            if isinstance(atom, Pow):
                least = powers[atom]
                if least is None or abs(least) > LARGEST.bit_length():
                    return False
                scaled *= Fraction(int(atom.label)) ** least
        terms.append((monomial, scaled))
    den = lcm(*(coefficient.denominator for _, coefficient in terms))
    if den > 2**16:
        return False
    whole = [(monomial, int(coefficient * den)) for monomial, coefficient in terms]
    return all(_integral_at(whole, prime**times) for prime, times in factorise(den))


def _integral_at(terms: list[tuple[Monomial, int]], modulus: int) -> bool:
    terms = [(monomial, coefficient % modulus) for monomial, coefficient in terms if coefficient % modulus]
    degrees: dict[Atom, int] = {}
    for monomial, _ in terms:
        for atom, exponent in monomial.factors:
            degrees[atom] = max(degrees.get(atom, 0), exponent)
    values = [_residues(atom, degree, modulus) for atom, degree in degrees.items()]
    if prod(len(residues) for residues in values) > 4096:
        return False
    for point in grid(*values):
        at = dict(zip(degrees, point, strict=True))
        total = sum(c * prod(at[atom] ** exponent for atom, exponent in monomial.factors) for monomial, c in terms)
        if total % modulus:
            return False
    return True


def _residues(atom: Atom, degree: int, modulus: int) -> list[int]:
    """Enough values of an atom to decide a polynomial of that degree modulo a number."""
    if not isinstance(atom, Pow):
        return list(range(min(degree + 1, modulus)))
    values: dict[int, None] = {}
    value = 1
    while value not in values:
        values[value] = None
        value = value * int(atom.label) % modulus
    return list(values)
