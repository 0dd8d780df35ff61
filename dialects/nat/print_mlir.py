"""Expressions as MLIR text: the notation that `parser.py` reads, with balanced brackets and words for comparisons.

A rational polynomial prints as one exact division, with what is whole outside it: `r * (r + 1) floordiv 2 + c`.
Bound variables get the first letters that are free, so the text depends on the expression alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import gcd

from .expr import (
    ONE,
    Atom,
    Bound,
    Condition,
    FloorDiv,
    If,
    Log2,
    Lookup,
    Max,
    Min,
    Mod,
    Monomial,
    Nat,
    Pow,
    Sum,
    Var,
    const,
    from_terms,
)
from .rebuild import open_body

SUM, PRODUCT, FACTOR, UNARY = 0, 1, 2, 3
"""How tightly a place binds; text that binds less is put in parentheses there."""


def to_text(nat: Nat) -> str:
    return _text(nat, SUM)


def condition_text(condition: Condition) -> str:
    """`a lt b`: negative terms on the left, positive ones on the right, without an idle constant."""
    nat = condition.nat
    left = from_terms((monomial, -c) for monomial, c in nat.terms if c < 0)
    right = from_terms((monomial, c) for monomial, c in nat.terms if c > 0)
    if condition.relation != "ge":
        return f"{to_text(right)} {condition.relation} {to_text(left)}"
    constant = nat.constant_term.numerator
    positive = [term for term in right.terms if term[0] is not ONE]
    negative = [term for term in left.terms if term[0] is not ONE]
    if not negative:  # one-sided: x ge 3
        return f"{to_text(from_terms(positive))} ge {to_text(const(-constant))}"
    if constant == -1:
        return f"{to_text(from_terms(negative))} lt {to_text(from_terms(positive))}"
    if not positive:
        return f"{to_text(from_terms(negative))} lt {to_text(const(constant + 1))}"
    return f"{to_text(left)} le {to_text(right)}"


def _text(nat: Nat, place: int) -> str:
    pieces = _pieces(nat)
    if not pieces:
        return "0"
    if len(pieces) == 1 and pieces[0][0] > 0:
        coefficient, text, atomic = pieces[0]
        factor = not text or (coefficient == 1 and atomic)
        if factor or place <= PRODUCT or (place == FACTOR and not _divides(nat)):
            return _scaled(coefficient, text)
    total = ""
    for coefficient, text, atomic in sorted(pieces, key=lambda piece: piece[0] < 0):
        if coefficient > 0:
            total += " + " + _scaled(coefficient, text) if total else _scaled(coefficient, text)
        elif total:
            total += " - " + _scaled(-coefficient, text)
        else:  # a leading minus binds tighter than what follows
            total = "-" + _scaled(-coefficient, text if atomic or not text else f"({text})")
    return total if place == SUM else f"({total})"


def _divides(nat: Nat) -> bool:
    return isinstance(nat.single, (FloorDiv, Mod))


def _scaled(coefficient: int, text: str) -> str:
    return str(coefficient) if not text else text if coefficient == 1 else f"{coefficient} * {text}"


def _pieces(nat: Nat) -> list[tuple[int, str, bool]]:
    """What is added up: a whole coefficient, the text of what it multiplies, and whether that text is one factor."""
    pieces: list[tuple[int, str, bool]] = []
    broken: list[tuple[Monomial, int]] = []
    for monomial, coefficient in nat.terms:
        whole, text, atomic = _product(monomial, Fraction(coefficient, nat.den))
        if whole.denominator == 1:
            pieces.append((whole.numerator, text, atomic))
        else:
            broken.append((monomial, coefficient))
    if broken:
        pieces.insert(0, _exact_division(broken, nat.den))
    return pieces


def _exact_division(terms: list[tuple[Monomial, int]], den: int) -> tuple[int, str, bool]:
    """`c * shared * (the rest) floordiv den`: the product of what all terms share stays outside the parentheses."""
    common = gcd(*(coefficient for _, coefficient in terms))
    if terms[0][1] < 0:
        common = -common
    shared = _shared(monomial for monomial, _ in terms)
    rest = from_terms((_divided(monomial, shared), coefficient // common) for monomial, coefficient in terms)
    divisor = den // gcd(den, common)
    factor = common // (den // divisor)
    size = "" if abs(factor) == 1 else f"{abs(factor)} * "
    outside = f"{_text(from_terms([(shared, 1)]), FACTOR)} * " if shared is not ONE else ""
    text = f"{size}{outside}{_text(rest, UNARY if outside or size else PRODUCT)} floordiv {divisor}"
    return (1 if factor > 0 else -1), text, False


def _shared(monomials: Iterable[Monomial]) -> Monomial:
    first, *others = monomials
    factors = [
        (atom, min(exponent, *(other.exponent(atom) for other in others)) if others else exponent)
        for atom, exponent in first.factors
        if not isinstance(atom, Pow)
    ]
    return Monomial(tuple((atom, exponent) for atom, exponent in factors if exponent))


def _divided(monomial: Monomial, by: Monomial) -> Monomial:
    factors = ((atom, exponent - by.exponent(atom)) for atom, exponent in monomial.factors)
    return Monomial(tuple((atom, exponent) for atom, exponent in factors if exponent))


def _product(monomial: Monomial, coefficient: Fraction) -> tuple[Fraction, str, bool]:
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
            factors.append(f"pow({base}, {to_text(atom.args[0] + moved)})")
        elif isinstance(atom, (FloorDiv, Mod)):
            divisions += [_atom_text(atom)] * exponent
        else:
            factors += [_atom_text(atom)] * exponent
    if len(divisions) == 1 and not factors and abs(coefficient) == 1:
        return coefficient, divisions[0], False
    factors += [f"({division})" for division in divisions]
    return coefficient, " * ".join(factors), len(factors) == 1


def _atom_text(atom: Atom) -> str:
    match atom:
        case Var():
            return str(atom.label)
        case Bound():
            return f"#{atom.label}"
        case FloorDiv():
            return f"{_text(atom.args[0], PRODUCT)} floordiv {_text(atom.args[1], UNARY)}"
        case Mod():
            return f"{_text(atom.args[0], PRODUCT)} mod {_text(atom.args[1], UNARY)}"
        case Log2():
            return f"log2({to_text(atom.args[0])})"
        case Min():
            return f"min({', '.join(map(to_text, atom.args))})"
        case Max():
            return f"max({', '.join(map(to_text, atom.args))})"
        case If():
            return f"if({condition_text(atom.condition)}, {to_text(atom.args[1])}, {to_text(atom.args[2])})"
        case Sum():
            name, body = open_body(atom.args[1], atom.args[0])
            return f"sum({name} : {to_text(atom.args[0])}, {to_text(body)})"
        case Lookup():
            return f"{atom.label}[{to_text(atom.args[0])}]"
        case _:
            raise TypeError(f"no notation for {type(atom).__name__}")
