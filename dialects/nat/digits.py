"""Questions about remainders, by digits: `i = d * q + r` with `0 le r lt d` takes the place of a name.

A proof by monotonicity (`prover.py`) takes `i` and `i mod d` for two things that have ends of their own. Written by their
digits they are one, and what holds for a block of d positions is seen: with `i lt 4 * N` and `i mod 4 lt 2` it is
`q le N - 1` and `r le 1`, so that `i + 2 lt 4 * N`. A remainder of few values is tried one value after the other.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from .atoms import atoms_inside
from .expr import Condition, FloorDiv, If, Mod, Sum, Var, compare, floordiv, var
from .facts import Facts, solvable
from .polynomial import exact_quotient
from .prove import Answer, bounds
from .prover import prover_for, prover_for_case
from .ring import Nat, NatError
from .simplify import simplifier_for

MOST_SPLITS: Final = 3
"""How many names one question may write by their digits, those that are digits themselves included."""

MOST_DIVISIONS: Final = 4
"""A question with more divisions of names than this is left alone: it would take long."""

MOST_STEPS: Final = 200
"""How many steps all questions under one set of digits, or one value of them, may take."""

MOST_VALUES: Final = 16
"""How many values of a digit are tried."""


class Division(NamedTuple):
    """A name that a dividend contains once, times the slope, which is 1 or -1, and the divisor."""

    name: str
    slope: int
    dividend: Nat
    divisor: Nat


def decided_by_digits(relation: str, nat: Nat, facts: Facts) -> Answer:
    """What is known of a condition on an expression in the facts' own terms, where remainders decide it."""
    key, prover = (decided_by_digits, relation, nat), prover_for(facts)
    found: Answer | None = facts.memo.get(key)
    if found is None and (outer := prover.outer(nat.names)) is not None:
        found = facts.memo[key] = decided_by_digits(relation, nat, outer.facts)
    if found is None:
        found = prover.recall(key)
    if found is None:
        circles = prover.circles
        try:
            found = _searched(relation, nat, facts)
        except NatError:  # some number on the way is too large
            found = Answer.UNKNOWN
        prover.kept(facts.memo, circles)[key] = found
    return found


def _searched(relation: str, nat: Nat, facts: Facts) -> Answer:
    if not 0 < len(set(_divisions(nat, facts))) <= MOST_DIVISIONS:
        return Answer.UNKNOWN
    points = [*prover_for(facts).points(), *prover_for(facts).more_points]
    values = [value for point in points if (value := point.scaled(nat)) is not None]
    seen = {value >= 0 if relation == "ge" else (value == 0) == (relation == "eq") for value in values}
    if len(seen) > 1:
        return Answer.UNKNOWN
    answer = Answer.NO if seen == {False} else Answer.YES
    claim = Condition(relation, nat) if answer is Answer.YES else Condition(relation, nat).negated
    if claim.relation == "ne":  # where two things may only be different, there is no telling by monotonicity
        return Answer.UNKNOWN
    return answer if _shown(claim.relation, claim.nat, facts) else Answer.UNKNOWN


def _shown(relation: str, nat: Nat, facts: Facts) -> bool:
    """Whether the condition is proved for digits, of one name after the other."""
    for _ in range(MOST_SPLITS):
        division = _division(nat, facts)
        if division is None:
            break
        facts = _with_digits(division, facts)
        prover = prover_for_case(facts, [MOST_STEPS])
        nat = simplifier_for(facts).nat(facts.into(nat))
        if prover.holds(relation, nat):
            return True
    return _for_each_value(relation, nat, facts)


def _divisions(nat: Nat, facts: Facts) -> Iterator[Division]:
    """The divisions in an expression and in the facts that speak of its names, if each could be solved for a name."""
    known = [other for other in (*facts.positive, *facts.unequal) if not other.names.isdisjoint(nat.names)]
    known = [other for other in known if not _has_scope(other)]
    atoms = dict.fromkeys(
        part for whole in (nat, *known) for atom in whole.atoms for part in (atom, *atoms_inside(atom))
    )
    for atom in sorted(atoms, key=lambda atom: atom.key):
        if isinstance(atom, FloorDiv | Mod) and not atom.loose:
            dividend, divisor = atom.args
            for name, slope in solvable(dividend, facts.order)[:1]:
                # A divisor is 0 only in a case that cannot be, where nothing is evaluated.
                if name in facts.order and name not in divisor.names and divisor.terms:
                    yield Division(name, slope, dividend, divisor)


def _division(nat: Nat, facts: Facts) -> Division | None:
    """By which digits a name is written: the innermost name, and a divisor of which others are divisors."""

    def rank(division: Division) -> tuple[int, int]:
        multiples = [other.name == division.name and _divides(other.divisor, division.divisor) for other in found]
        return facts.order[division.name], sum(multiples)

    found = [division for division in _divisions(nat, facts) if _values(division.name, facts) is None]
    for division in sorted(found, key=rank, reverse=True):
        if prover_for(facts).nonnegative(division.divisor - 1):
            return division
    return None


def _divides(divisor: Nat, nat: Nat) -> bool:
    return exact_quotient(nat, divisor) is not None


def _with_digits(division: Division, facts: Facts) -> Facts:
    """The facts with a name written by its digits, and what they say of remainders simplified."""
    lower, upper = (_quotient_end(end, division, facts) for end in bounds(division.dividend, facts))
    new = facts.by_digits(*division, (lower, upper))
    prover_for_case(new, [MOST_STEPS])
    said = [("ge", nat) for nat in new.positive] + [("ne", nat) for nat in new.unequal]
    simple = [compare(simplifier_for(new).nat(nat), relation, 0) for relation, nat in said if not _has_scope(nat)]
    return new.given(*simple)


def _has_scope(nat: Nat) -> bool:
    """Whether there is a sum or a choice in a fact: they bring facts, among which it would be simplified once more."""
    return any(isinstance(part, Sum | If) for atom in nat.atoms for part in (atom, *atoms_inside(atom)))


def _quotient_end(end: Nat | None, division: Division, facts: Facts) -> Nat | None:
    """An end of the quotient from one of the dividend, if that only uses what is declared before the name."""
    if end is None:
        return None
    end = facts.into(end)
    level = facts.order[division.name]
    if any(facts.order.get(other, -1) >= level for other in end.names):
        return None
    return simplifier_for(facts).nat(floordiv(end, division.divisor))


def _values(name: str, facts: Facts) -> range | None:
    """The values of a name that has few."""
    low, high = prover_for(facts).atom_interval(Var(name))
    if low is None or high is None or not 0 <= high - low < MOST_VALUES:
        return None
    return range(int(low), int(high) + 1)


def _for_each_value(relation: str, nat: Nat, facts: Facts) -> bool:
    """Whether the condition holds for every value of a digit that something depends on."""
    for name in sorted(nat.names, key=lambda name: (-facts.order.get(name, -1), name)):
        values = _values(name, facts)
        deep = any(name in atom.names and not isinstance(atom, Var) for atom in nat.atoms)
        if values is not None and deep:
            cases = (facts.given(compare(var(name), "eq", value)) for value in values)
            if all(_holds_in(case, relation, nat) for case in cases):
                return True
    return False


def _holds_in(facts: Facts, relation: str, nat: Nat) -> bool:
    prover = prover_for_case(facts, [MOST_STEPS])
    return prover.holds(relation, simplifier_for(facts).nat(facts.into(nat)))
