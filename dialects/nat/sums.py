"""Sums in closed form: polynomials, geometric series, pieces, and prefix sums of tables.

What is added is split into terms. Those that are a polynomial times a power have an antidifference F with
`F(i + 1) - F(i) = f(i)`, checked in the ring each time, and their sum telescopes. A piecewise term is split at its
boundary. A table's entries become its prefix sums, which are what stays: a `sum` that does not close *is* a look-up in
a table that the host computes once (`prefix_tables`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from math import comb
from typing import Protocol

from .expr import Bound, FloorDiv, If, Lookup, Max, Min, Sum, bound, compare, if_then_else, maximum, power, sum_bound
from .integral import integral
from .polynomial import coefficients, contains, replace_atom
from .rebuild import at_position, instantiate, uses
from .ring import ONE, ZERO, Atom, Monomial, Nat, Pow, const, from_terms

POSITION = Bound(0)


class Rewriter(Protocol):
    """Who proves guards and puts right sides in place."""

    def apply(
        self, name: str, before: Nat, values: Mapping[str, Nat], functions: Mapping[str, Nat] | None = None
    ) -> Nat | None: ...

    def nat(self, nat: Nat) -> Nat: ...

    def defined(self, nat: Nat) -> bool: ...

    def vanishes(self, count: Nat, body: Nat) -> bool: ...


def closed_sum(rewriter: Rewriter, count: Nat, body: Nat) -> Nat:
    """The sum of a simplified body over `bound(0)` below a simplified count, closed as far as it can be."""
    before = sum_bound(count, body)
    if not isinstance(before.single, Sum):
        return before
    if not all(rewriter.defined(lowered(part)) for part in _outside(body)):
        return before  # an empty sum is 0 whatever it adds, so nothing without a value may come out of it
    antidifference = _antidifference(body)
    if antidifference is None:
        antidifference = _prefix_sum(body)
    if antidifference is not None and body in _differences(antidifference):
        result = rewriter.apply("sum-telescope", before, {"n": count}, {"F": antidifference})
        return before if result is None else result
    parts = _stretches(rewriter, before, count, body)
    if parts is not None:
        return parts
    first, rest = _first_kind(body)
    if rest.terms:
        if not (integral(first) and integral(rest)):  # each would be a sum of fractions
            return before
        result = rewriter.apply("sum-add", before, {"n": count}, {"f": first, "g": rest})
        return before if result is None else result
    factor, inner = _outer_factor(body)
    if factor.constant != 1:
        result = rewriter.apply("sum-factor", before, {"n": count, "c": factor}, {"f": inner})
        return before if result is None else result
    for way in (_chunks, _pieces, _shifted):
        result = way(rewriter, before, count, body)
        if result is not None:
            return result
    return before


def _outside(nat: Nat) -> Iterator[Nat]:
    """The parts of a body that do not use the position and that may have no value."""
    for atom in nat.atoms:
        if not _uses_position(atom):
            if atom.args:
                yield atom.nat
        elif not isinstance(atom, Sum):
            for arg in atom.args:
                yield from _outside(arg)


def _first_kind(body: Nat) -> tuple[Nat, Nat]:
    """The terms that close together by one antidifference, or else the first term; and the others."""
    closing = [term for term in body.terms if _antidifference(from_terms([term], body.den)) is not None]
    found = None if closing else _prefix_sum(body)
    if found is None:
        stretch = None if len(body.terms) == 2 else next(_prefixes(body), None)
        first = from_terms(closing or stretch or [body.terms[0]], body.den)
    else:
        first = next(one for one in _differences(found) if contains(body, one))
    return first, body - first


def _outer_factor(body: Nat) -> tuple[Nat, Nat]:
    """A body of one term as what does not depend on the position, times what does."""
    monomial, coefficient = body.terms[0]
    inside = [(atom, times) for atom, times in monomial.factors if _uses_position(atom)]
    outside = [(atom, times) for atom, times in monomial.factors if not _uses_position(atom)]
    factor = from_terms([(Monomial(tuple(outside)), coefficient)], body.den)
    return lowered(factor), from_terms([(Monomial(tuple(inside)), 1)])


def lowered(nat: Nat) -> Nat:
    """An expression that does not use the innermost position, seen from outside of its binder."""
    return instantiate(nat, ZERO)


def _uses_position(atom: Atom) -> bool:
    return uses(atom, 0)


# Antidifferences


@cache
def _antidifference(body: Nat) -> Nat | None:
    """F with `F(i + 1) - F(i) = body(i)`, for a sum of polynomials times powers in the position."""
    groups: dict[tuple[tuple[int, int], ...], dict[int, Nat]] = {}
    for monomial, coefficient in body.terms:
        parts = _split_term(monomial)
        if parts is None:
            return None
        slopes, degree, rest = parts
        by_degree = groups.setdefault(slopes, {})
        by_degree[degree] = by_degree.get(degree, ZERO) + rest * const(coefficient).over(body.den)
    result = ZERO
    for slopes, by_degree in groups.items():
        ratio = Fraction(1)
        growth = const(1)
        for base, slope in slopes:
            ratio *= Fraction(base) ** slope
            growth = growth * power(base, bound(0) * slope)
        result = result + growth * (_polynomial(by_degree) if ratio == 1 else _geometric(by_degree, ratio))
    assert _difference(result) is body
    return result


def _difference(antidifference: Nat) -> Nat:
    """`F(i + 1) - F(i)`."""
    return at_position(antidifference, bound(0) + 1) - antidifference


def _differences(antidifference: Nat) -> tuple[Nat, Nat]:
    """The forms in which it may be found in a body: as it is, and with the entries that sums to `i + 1` have more."""
    plain = _difference(antidifference)
    return plain, _with_entries(plain + antidifference) - antidifference


def _with_entries(nat: Nat) -> Nat:
    """`sum(j : i + 1, f[j]) = sum(j : i, f[j]) + f[i]`, also in the count of another sum: positions are never negative."""
    for atom in nat.atoms:
        if isinstance(atom, Sum):
            count, body = atom.args
            if count is bound(0) + 1:
                nat = replace_atom(nat, atom, sum_bound(bound(0), body) + instantiate(body, bound(0)))
            elif (grown := _with_entries(count)) is not count:
                nat = replace_atom(nat, atom, sum_bound(grown, body))
    return nat


def _prefix_sum(body: Nat) -> Nat | None:
    """F with terms of the body for `F(i + 1) - F(i)`: what is before chunk i, `sum(j : 4 * i, f[j])` or `n * i floordiv 4`, also
    where a table says how long chunks are: `sum(j : sum(k : i, lengths[k]), f[j])`.

    It may be multiplied with what does not depend on the position.
    """
    for monomial, coefficient in body.terms:
        match [factor for factor in monomial.factors if _uses_position(factor[0])]:
            case [(Sum(args=(count, _)) | FloorDiv(args=(count, _)), 1)] if any(map(_uses_position, count.atoms)):
                before = -from_terms([(monomial, coefficient)], body.den)
                if any(contains(body, one) for one in _differences(before)):
                    return before
            case _:
                pass
    return None


def _prefixes(body: Nat) -> Iterator[tuple[tuple[Monomial, int], tuple[Monomial, int]]]:
    """Terms that are what is in a table from one place to another, `sum(j : e, f[j]) - sum(j : b, f[j])`."""
    for plus in body.terms:
        for minus in body.terms:
            match plus[0].factors, minus[0].factors:
                case [(Sum(args=(ends, f)), 1)], [(Sum(args=(begins, g)), 1)] if f is g and plus[1] == -minus[1] > 0:
                    places = (*ends.atoms, *begins.atoms)
                    if any(map(_uses_position, places)) and not any(uses(atom, 1) for atom in f.atoms):
                        yield plus, minus
                case _:
                    pass


def _stretches(rewriter: Rewriter, before: Nat, count: Nat, body: Nat) -> Nat | None:
    """Stretches of a table of which each begins where the one before it ends, and the first at its beginning."""
    for plus, minus in _prefixes(body) if len(body.terms) == 2 else ():
        ends, begins = plus[0].factors[0][0].args[0], minus[0].factors[0][0].args[0]
        ended = at_position(ends, bound(0) - 1)
        if rewriter.nat(instantiate(ends, const(-1))) is ZERO and rewriter.vanishes(count, ended - begins):
            up_to = at_position(from_terms([plus], body.den), bound(0) - 1)
            return rewriter.apply("sum-telescope", before, {"n": count}, {"F": up_to})
    return None


def _split_term(monomial: Monomial) -> tuple[tuple[tuple[int, int], ...], int, Nat] | None:
    """A term as powers with exponents linear in the position, a power of the position, and the rest; or None."""
    slopes: list[tuple[int, int]] = []
    degree, rest = 0, const(1)
    for atom, times in monomial.factors:
        if atom is POSITION:
            degree = times
        elif not _uses_position(atom):
            rest = rest * from_terms([(Monomial(((atom, times),)), 1)])
        elif isinstance(atom, Pow):
            parts = coefficients(atom.args[0], POSITION)
            slope = parts.get(1, ZERO).constant
            if parts.keys() - {0, 1} or slope is None or any(map(_uses_position, parts.get(0, ZERO).atoms)):
                return None
            slopes.append((int(atom.label), slope))
            rest = rest * power(int(atom.label), parts.get(0, ZERO))
        else:
            return None
    return tuple(slopes), degree, rest


def _polynomial(by_degree: Mapping[int, Nat]) -> Nat:
    result = ZERO
    for degree, coefficient in by_degree.items():
        for exponent, (numerator, denominator) in enumerate(_faulhaber(degree)):
            if numerator:
                result = result + coefficient * _position_to(exponent) * const(numerator).over(denominator)
    return result


@cache
def _faulhaber(degree: int) -> tuple[tuple[int, int], ...]:
    """The coefficients of `0**k + .. + (i - 1)**k` as a polynomial in i, from `(i + 1)**(k + 1) - i**(k + 1)`."""
    total = [Fraction(0)] * (degree + 1) + [Fraction(1)]
    for lower in range(degree):
        for exponent, (numerator, denominator) in enumerate(_faulhaber(lower)):
            total[exponent] -= comb(degree + 1, lower) * Fraction(numerator, denominator)
    return tuple((value / (degree + 1)).as_integer_ratio() for value in total)


def _geometric(by_degree: Mapping[int, Nat], ratio: Fraction) -> Nat:
    """Q with `ratio * Q(i + 1) - Q(i) = p(i)`, coefficient by coefficient from the highest."""
    found: dict[int, Nat] = {}
    for degree in range(max(by_degree), -1, -1):
        value = by_degree.get(degree, ZERO)
        for higher, coefficient in found.items():
            value = value - _times(coefficient, ratio * comb(higher, degree))
        found[degree] = _times(value, 1 / (ratio - 1))
    result = ZERO
    for degree, coefficient in found.items():
        result = result + coefficient * _position_to(degree)
    return result


def _times(nat: Nat, number: Fraction) -> Nat:
    return (nat * number.numerator).over(number.denominator)


def _position_to(exponent: int) -> Nat:
    return from_terms([(Monomial(((POSITION, exponent),)) if exponent else ONE, 1)])


# Pieces and tables


def _chunks(rewriter: Rewriter, before: Nat, count: Nat, body: Nat) -> Nat | None:
    """Chunks of one length, of which the last has what is left; those after it may have none."""
    rule, least = "sum-chunks", body.single
    if isinstance(least, Max) and ZERO in least.args:
        rule, least = "sum-chunks-above", least.with_args(tuple(arg for arg in least.args if arg is not ZERO)).single
    if not isinstance(least, Min) or len(least.args) != 2:
        return None
    for size, left in (least.args, least.args[::-1]):
        whole = left + size * bound(0)
        if not any(map(_uses_position, (*size.atoms, *whole.atoms))):
            return rewriter.apply(rule, before, {"n": count, "a": lowered(whole), "b": lowered(size)})
    return None


def _pieces(rewriter: Rewriter, before: Nat, count: Nat, body: Nat) -> Nat | None:
    """Split a term that contains a choice which depends on the position, or take out one that does not."""
    for atom in body.atoms:
        choice = _as_if(atom)
        if choice is None or not _uses_position(atom):
            continue
        nat, then, otherwise = choice.args
        f, g = replace_atom(body, atom, then), replace_atom(body, atom, otherwise)
        if not any(map(_uses_position, nat.atoms)):
            rule = "sum-if" if choice.label == "ge" else "sum-if-equal"
            return rewriter.apply(rule, before, {"n": count, "p": lowered(nat)}, {"f": f, "g": g})
        parts = coefficients(nat, POSITION)
        slope, rest = parts.get(1, ZERO).constant, parts.get(0, ZERO)
        if slope is None or parts.keys() - {0, 1} or any(map(_uses_position, rest.atoms)):
            continue
        rest = lowered(rest)
        if choice.label == "eq":
            if slope in (1, -1):
                return rewriter.apply("sum-point", before, {"n": count, "c": rest * -slope}, {"f": f, "g": g})
            continue
        if slope > 0:  # from some position on: the other branch comes first
            border, functions = -rest, {"f": g, "g": f}
        else:
            border, functions = rest + 1, {"f": f, "g": g}
        if abs(slope) != 1:
            return rewriter.apply("sum-scale", before, {"n": count, "a": const(abs(slope)), "b": border}, functions)
        values = {"n": count, "c": border}
        split = rewriter.apply("sum-split", before, values, functions)
        return split if split is not None else rewriter.apply("sum-split-above", before, values, functions)
    return None


def _as_if(atom: Atom) -> If | None:
    """A choice between two as an `if`."""
    match atom:
        case If():
            return atom
        case Min() | Max():
            first = next((arg for arg in atom.args if any(map(_uses_position, arg.atoms))), atom.args[0])
            rest = atom.with_args(tuple(arg for arg in atom.args if arg is not first))
            sign = (
                1 if isinstance(atom, Min) else -1
            )  # at the border both are the same: it is the one that reads better
            close = sign * (rest - first).constant_term == -1
            relation = ("le" if close else "lt") if isinstance(atom, Min) else ("ge" if close else "gt")
            choice = if_then_else(compare(first, relation, rest), first, rest).single
            return choice if isinstance(choice, If) else None
        case _:
            return None


def _shifted(rewriter: Rewriter, before: Nat, count: Nat, body: Nat) -> Nat | None:
    """A sum of a table's entries from some position on, as a difference of its prefix sums."""
    atom = body.single
    if not isinstance(atom, Lookup):
        return None
    offset = atom.args[0] - bound(0)
    if not offset.terms or any(map(_uses_position, offset.atoms)):
        return None
    entry = Lookup(str(atom.label), (bound(0),)).nat
    return rewriter.apply("sum-shift", before, {"n": count, "a": lowered(offset)}, {"f": entry})


def prefix_tables(nat: Nat) -> dict[Nat, Nat]:
    """The bodies of the sums that are left, each with the greatest count asked for: what the host sums up once."""
    found: dict[Nat, Nat] = {}
    for atom in nat.atoms:
        for arg in atom.args:
            for body, count in prefix_tables(arg).items():
                found[body] = maximum(found[body], count) if body in found else count
        if isinstance(atom, Sum):
            count, body = atom.args
            found[body] = maximum(found[body], count) if body in found else count
    return found
