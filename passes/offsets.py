"""The part of an index that a loop does not change, where computing it takes more than a product.

`kernel-share-indices` computes it before the loop, so that what is left in the loop is a sum that a person would write.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ..dialects.nat.ring import ONE, Atom, Monomial, Nat, from_terms

LEAST_OPERATIONS: Final = 2
"""So many operations are worth a variable; `i * M` is written where it is."""


def offset_of(index: Nat, is_fixed: Callable[[Monomial], bool]) -> Nat | None:
    """The products and quotients of an index that are fixed, or None where these are few; a sum stays where it is.

    It is an integer, and so is what is left of the index, also where that is divided as a whole.
    """
    if any(monomial.powers for monomial, _ in index.terms):  # they may be fractions
        return None
    moved = [
        (monomial, coefficient)
        for monomial, coefficient in index.terms
        if (monomial is ONE or is_fixed(monomial)) and (coefficient % index.den or not _is_plain(monomial))
    ]
    offset = from_terms(moved, index.den)
    is_integer = offset.den == 1 or (index - offset).den == 1  # each is, where the other one is
    return offset if is_integer and operations_in(offset) >= LEAST_OPERATIONS else None


def _is_plain(monomial: Monomial) -> bool:
    """Whether a term is a number, or a number times a variable."""
    return all(exponent == 1 and not atom.args for atom, exponent in monomial.factors) and len(monomial.factors) <= 1


def operations_in(nat: Nat) -> int:
    """How many operations compute an expression."""
    terms = sum(_in_product(monomial, coefficient) for monomial, coefficient in nat.terms)
    return terms + max(0, len(nat.terms) - 1) + (nat.den != 1)


def _in_product(monomial: Monomial, coefficient: int) -> int:
    factors = sum(exponent * (1 + _in_atom(atom)) for atom, exponent in monomial.factors)
    return max(0, factors - 1) + (abs(coefficient) != 1 and monomial is not ONE)


def _in_atom(atom: Atom) -> int:
    return 1 + sum(map(operations_in, atom.args)) if atom.args else 0
