"""The questions: `prove` answers yes, no or unknown, and unknown changes nothing.

`prover.py` does the work, in terms in which the equations are solved; here questions are put into those terms and
answers taken out of them.
"""

from __future__ import annotations

from enum import Enum
from fractions import Fraction
from functools import partial
from typing import NamedTuple, NoReturn

from .atoms import atoms_inside
from .expr import (
    Condition,
    FloorDiv,
    If,
    Log2,
    Lookup,
    Min,
    Mod,
    Sum,
    compare,
    floordiv,
    maximum,
    minimum,
    var,
)
from .facts import Facts
from .prover import Prover, prover_for
from .rebuild import fresh_name, substitute_condition
from .ring import Nat, NatError, Pow, const, from_terms


class Answer(Enum):
    """What is known of a condition. It has no truth value: ask `is Answer.YES`, or `holds`."""

    YES = "yes"
    NO = "no"
    UNKNOWN = "unknown"

    def __bool__(self) -> NoReturn:
        raise TypeError("an Answer has no truth value: compare it with Answer.YES, or ask holds()")


class Bounds(NamedTuple):
    """Both ends of what an expression can be, inclusive; None where none was found."""

    lower: Nat | None
    upper: Nat | None


def prove(condition: Condition, facts: Facts) -> Answer:
    """Whether the condition holds wherever the facts do."""
    from .digits import decided_by_digits  # digits give rise to questions that are answered here
    from .simplify import simplifier_for  # the simplifier proves its guards here

    try:
        nat = facts.into(condition.nat)
    except NatError:  # some number on the way is too large
        return Answer.UNKNOWN
    answer = _decided(condition.relation, nat, facts)
    if answer is Answer.UNKNOWN:
        try:
            simple = simplifier_for(facts).nat(nat)
        except NatError:  # some number on the way is too large
            return answer
        if simple is not nat:
            answer = _decided(condition.relation, simple, facts)
        if answer is Answer.UNKNOWN:
            answer = decided_by_digits(condition.relation, simple, facts)
    return answer


def _decided(relation: str, nat: Nat, facts: Facts) -> Answer:
    """What monotonicity says of a condition on an expression in the facts' own terms."""
    prover = prover_for(facts)
    if prover.holds(relation, nat):
        return Answer.YES
    opposite = {"eq": "ne", "ne": "eq"}.get(relation)
    refuted = prover.nonnegative(-nat - 1) if opposite is None else prover.holds(opposite, nat)
    return Answer.NO if refuted else Answer.UNKNOWN


def holds(condition: Condition, facts: Facts) -> bool:
    """Whether the condition is proved."""
    return prove(condition, facts) is Answer.YES


def seen_to_hold(condition: Condition, facts: Facts) -> bool:
    """Whether monotonicity alone proves the condition: for whoever asks much, and can do without the answer."""
    try:
        return prover_for(facts).holds(condition.relation, facts.into(condition.nat))
    except NatError:  # some number on the way is too large
        return False


def equal(left: Nat, right: Nat, facts: Facts) -> bool:
    """Whether two expressions are proved to have the same value."""
    if left is right:
        return True
    try:
        return prover_for(facts).zero(facts.into(left - right)) or holds(compare(left, "eq", right), facts)
    except NatError:  # some number on the way is too large
        return False


def bounds(nat: Nat, facts: Facts) -> Bounds:
    """The least and the greatest that an expression can be, as expressions in the names that have no end themselves."""
    prover = prover_for(facts)
    try:
        nat = facts.into(nat)
        lower, upper = _rounded_up(prover, nat), _rounded_up(prover, -nat)
    except NatError:  # some number on the way is too large
        return Bounds(None, None)
    back = partial(facts.back, exact=prover.integral)
    return Bounds(None if lower is None else back(lower), None if upper is None else back(_negated(upper)))


def _negated(nat: Nat) -> Nat:
    """`-nat`, which is a greatest where nat is a least."""
    least = nat.single
    return maximum(*(-arg for arg in least.args)) if isinstance(least, Min) else -nat


def _rounded_up(prover: Prover, nat: Nat) -> Nat | None:
    """A whole number that an expression is not below."""
    from .simplify import simplifier_for  # the simplifier proves its guards here

    least, number = prover.least(nat), prover.interval(nat)[0]
    value = None if least is None else least.fraction
    if least is None or (number is not None and (least is nat or (value is not None and value < number))):
        return None if number is None else const(number.__ceil__())
    ends = least.single.args if isinstance(least.single, Min) else (least,)
    inside = {inner for end in ends for atom in end.atoms for inner in (atom, *atoms_inside(atom))}
    if not all(prover.integral(arg) for atom in inside for arg in atom.args):  # such an end has no value
        return None if number is None else const(number.__ceil__())
    whole = [end if prover.integral(end) else -floordiv(-from_terms(end.terms), end.den) for end in ends]
    return simplifier_for(prover.facts).nat(minimum(*whole))


def obligations(nat: Nat, facts: Facts) -> tuple[Condition, ...]:
    """What an expression needs to be defined and what of that is not proved: the facts to add, in order."""
    found: dict[Condition, None] = {}
    _collect_obligations(nat, facts, found)
    return tuple(map(_readable, found))


def _readable(condition: Condition) -> Condition:
    """A condition inside of sums, with names for their positions that a person could write."""
    for name in sorted(name for name in condition.names if name.startswith("#")):
        condition = substitute_condition(condition, {name: var(fresh_name(condition.nat))})
    return condition


def _collect_obligations(nat: Nat, facts: Facts, found: dict[Condition, None]) -> None:
    def need(condition: Condition) -> None:
        if not holds(condition, facts):
            found[condition] = None

    exponents: dict[Condition, None] = {}
    if nat.fraction is not None and nat.constant is None:  # a power with a negative exponent was in it
        found[compare(0, "ge", 1)] = None
    for monomial, coefficient in nat.terms:
        for atom, _ in monomial.factors:
            match atom:
                case If():
                    _collect_obligations(atom.args[0], facts, found)
                    _collect_obligations(atom.args[1], facts.given(atom.condition), found)
                    _collect_obligations(atom.args[2], facts.given(atom.condition.negated), found)
                    continue
                case Sum():
                    _, body, inside = facts.opened(*atom.args)
                    _collect_obligations(atom.args[0], facts, found)
                    need(compare(atom.args[0], "ge", 0))
                    _collect_obligations(body, inside, found)
                    continue
                case FloorDiv() | Mod():
                    need(compare(atom.args[1], "ge", 1))
                case Log2():
                    need(compare(atom.args[0], "ge", 1))
                case Pow():  # the exponent as printed: factors of the base in the coefficient belong to it
                    exponent = atom.args[0] + _valuation(Fraction(coefficient, nat.den), int(atom.label))
                    exponents[compare(exponent, "ge", 0)] = None
                case Lookup():
                    need(compare(atom.args[0], "ge", 0))
                    length = facts.tables.get(str(atom.label))
                    if length is not None:
                        need(compare(atom.args[0], "lt", length))
                case _:
                    pass
            for arg in atom.args:
                _collect_obligations(arg, facts, found)
    missing = [condition for condition in exponents if not holds(condition, facts)]
    if missing and not _integral(nat, facts):
        found.update(dict.fromkeys(missing))


def _integral(nat: Nat, facts: Facts) -> bool:
    """Whether a polynomial is a whole number, such as `pow(2, k - 1) * (n * n - n)`, which is half of that at 0."""
    try:
        return prover_for(facts).integral(facts.into(nat))
    except NatError:  # some number on the way is too large
        return False


def _valuation(number: Fraction, base: int) -> int:
    """How often the base divides the number; negative where it divides the denominator."""
    count = 0
    while number.numerator % base == 0:
        number, count = number / base, count + 1
    while number.denominator % base == 0:
        number, count = number * base, count - 1
    return count
