"""What is asked of facts: whether something is 0 or not negative, and what range it has; asked once, and remembered.

`proof.py` goes step by step through one question, and asks here for the ends of the ranges of atoms.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cached_property
from threading import get_ident
from typing import Any, Final, TypeAlias, TypeVar

from .atoms import atoms_inside, without_mod
from .expr import (
    FloorDiv,
    If,
    Log2,
    Lookup,
    Max,
    Min,
    Mod,
    Sum,
    Var,
    power,
)
from .facts import ANY, Facts
from .integral import integral
from .intervals import Interval, product, quotient, sharpest, to_the, widest
from .points import MORE_SHAPES, Point, points
from .polynomial import coefficients, exact_quotient
from .proof import CASES, STEPS, Proof
from .rebuild import substitute
from .ring import ZERO, Atom, Nat, NatError, Pow, const

Question: TypeAlias = tuple[str, Nat]
_T = TypeVar("_T")

MOST_SHOWN: Final = 4
"""Up to which number an exponent is compared with one number after the other."""


NOT_MEASURED: Final = 1 << 30
"""More than any number of atoms whose intervals are being found."""


def prover_for(facts: Facts) -> Prover:
    """The prover of these facts, with what it has found out before.

    Each thread has its own: a question that a prover is at work on counts as unknown where it is asked once more.
    """
    key = (Prover, get_ident())
    prover = facts.memo.get(key)
    if prover is None:
        prover = facts.memo[key] = Prover(facts)
    return prover


def prover_for_case(facts: Facts, pool: list[int]) -> Prover:
    """A prover for facts that only hold in one case of a question: it lives on the steps left to the question."""
    prover = facts.memo[Prover, get_ident()] = Prover(facts, pool)
    return prover


class Prover:
    """Proofs under fixed facts, about expressions in the facts' own terms (`Facts.into`)."""

    def __init__(self, facts: Facts, pool: list[int] | None = None):
        self.facts = facts
        self.pool = pool
        """The steps left to the question that this prover works for, where it is for one case of it."""
        self.known: dict[Question, Any] = {}
        self.open: dict[Question, None] = {}
        """The questions that are being answered."""
        self.circles = 0
        """How often a question has led to itself."""
        self.barred: dict[Any, Any] = {}
        """What was found where a question led to itself on the way: it holds as long as the same questions are open."""
        self.intervals: dict[Atom, Interval] = {}
        self.measured: dict[Atom, int] = {}
        """The atoms whose intervals are being found, numbered from the outside in."""
        self.outermost = NOT_MEASURED
        """The outermost of them that was asked for once more."""
        self.found_points: list[Point] = []
        self.further_points = points(facts)
        self.levels: dict[Atom, tuple[int, int]] = {}
        self.var_ends: dict[tuple[Atom, int], list[Nat]] = {}
        self.simplified: set[tuple[Atom, int]] = set()
        """The ends of names that are being simplified."""

    def for_case(self, facts: Facts, pool: list[int]) -> Prover:
        """The prover of one case of a question."""
        return prover_for_case(facts, pool)

    def points(self) -> Iterator[Point]:
        """A few points that satisfy the facts, each found when it is first asked for."""
        yield from self.found_points
        for point in self.further_points:
            self.found_points.append(point)
            yield point

    @cached_property
    def more_points(self) -> list[Point]:
        return list(points(self.facts, MORE_SHAPES))

    def outer(self, names: frozenset[str]) -> Prover | None:
        """The prover of the facts without what is only said of other names, if it may be asked: it answers the same.

        What it is at work on may be what is asked, and would count as unknown there.
        """
        facts = self.facts
        if self.pool is not None or facts.outer is None or not facts.new.isdisjoint(names):
            return None
        while facts.outer is not None and facts.new.isdisjoint(names):
            facts = facts.outer
        prover = prover_for(facts)
        return None if prover.open or prover.simplified or prover.pool is not None else prover

    # Questions

    def holds(self, relation: str, nat: Nat) -> bool:
        """Whether `nat relation 0`."""
        match relation:
            case "ge":
                return self.nonnegative(nat)
            case "eq":
                return self.zero(nat)
            case _:
                return self.nonzero(nat)

    def nonnegative(self, nat: Nat) -> bool:
        """Whether `nat >= 0`; nat is a whole number, so more than -1 is enough."""
        return self._answer(("nonnegative", nat), lambda prover: prover._shown(nat), False)

    def _shown(self, nat: Nat) -> bool:
        return self._follows(nat) or Proof(self).shown(nat, strict=True)

    def _follows(self, nat: Nat) -> bool:
        """Whether an expression is not negative since its parts are not: some times the least of several, or a quotient of these or of a choice."""
        terms = [(monomial.factors, coefficient) for monomial, coefficient in nat.terms]
        if len(terms) != 1 or len(terms[0][0]) != 1 or terms[0][1] <= 0:
            return False
        match terms[0][0][0][0]:
            case Min() as least:
                return terms[0][0][0][1] == 1 and all(map(self.nonnegative, least.args))
            case FloorDiv() as whole if isinstance(whole.args[0].single, Min | If):
                divisor = whole.args[1].constant
                return divisor is not None and divisor >= 1 and self.nonnegative(whole.args[0])
            case _:
                return False

    def least(self, nat: Nat) -> Nat | None:
        """An expression that nat is not below, in terms of what has no end on that side."""
        return self._answer(("least", nat), lambda prover: Proof(prover).least(nat), None)

    def _answer(self, question: Question, find: Callable[[Prover], _T], unknown: _T) -> _T:
        """Answer a question once; where it leads to itself, nothing is known."""
        if question in self.known:
            return self.known[question]
        outer = self.outer(question[1].names)
        if outer is not None:
            answer = self.known[question] = outer._answer(question, find, unknown)
            return answer
        if question in self.open:
            self.circles += 1
            return unknown
        if question in self.barred:
            return self.recall(question)
        circles, barred = self.circles, self.barred
        self.open[question], self.barred = None, {}
        try:
            answer = find(self)
        except NatError:  # some number on the way is too large
            answer = unknown
        finally:
            del self.open[question]
            self.barred = barred
        self.kept(self.known, circles)[question] = answer
        return answer

    def kept(self, memo: dict[Any, Any], circles: int) -> dict[Any, Any]:
        """Where to remember what was found since there were so many circles: for good only if there are no more by now.

        What comes of a circle depends on which question was asked first.
        """
        return memo if circles == self.circles or not self.open else self.barred

    def recall(self, key: object) -> Any:
        """What came of a circle, where the same questions are open; what comes of that does so too."""
        self.circles += key in self.barred
        return self.barred.get(key)

    def zero(self, nat: Nat) -> bool:
        """Whether `nat == 0`."""
        if nat.fraction is not None:
            return not nat.terms
        single = nat.single
        if isinstance(single, Mod) and self.known_multiple(*single.args):
            return True
        from .simplify import simplifier_for  # the simplifier proves its guards here

        try:
            simple = simplifier_for(self.facts).nat(nat)
            without = simplifier_for(self.facts).nat(without_mod(simple))
        except NatError:  # some number on the way is too large
            return False
        if without.fraction is not None:
            return not without.terms
        return self.nonnegative(simple) and self.nonnegative(-simple)

    def known_multiple(self, nat: Nat, divisor: Nat) -> bool:
        """Whether a fact says that nat is a multiple of the divisor, or of a multiple of it."""
        return any(nat is known and self.divides(divisor, by) for known, by in self.facts.multiples)

    def divides(self, divisor: Nat, nat: Nat) -> bool:
        """Whether nat is a multiple of the divisor, as polynomials."""
        quotient = exact_quotient(nat, divisor)
        return quotient is not None and self.integral(quotient)

    def nonzero(self, nat: Nat) -> bool:
        """Whether `nat != 0`."""
        if nat.fraction is not None:
            return bool(nat.terms)
        return nat in self.facts.unequal or self.nonnegative(nat - 1) or self.nonnegative(-nat - 1)

    def integral(self, nat: Nat) -> bool:
        """Whether a rational polynomial is a whole number."""
        return integral(nat, self.least_exponent)

    def least_exponent(self, exponent: Nat) -> int | None:
        """A number that an exponent is not below: the greatest of a few that can be shown."""
        low, _ = self.interval(exponent)
        if low is not None and low >= 0:
            return low.__ceil__()
        if not self.nonnegative(exponent):
            return None if low is None else low.__ceil__()
        shown = 0
        while shown < MOST_SHOWN and self.nonnegative(exponent - (shown + 1)):
            shown += 1
        return shown

    # Ranges

    def level(self, atom: Atom) -> tuple[int, int]:
        """Sort key of elimination: what was declared last goes first, and what contains a name before the name."""
        level = self.levels.get(atom)
        if level is None:
            order = self.facts.order
            declared = max((order.get(name, -1) for name in atom.names), default=-1)
            level = self.levels[atom] = (declared, atom.depth)
        return level

    def interval(self, nat: Nat) -> Interval:
        """Numbers that an expression lies between."""
        low: Fraction | int | None = 0
        high: Fraction | int | None = 0
        for monomial, coefficient in nat.terms:
            least: Fraction | int | None = 1
            most: Fraction | int | None = 1
            for atom, exponent in monomial.factors:
                ends = self.intervals.get(atom) or self.atom_interval(atom)
                least, most = product((least, most), ends if exponent == 1 else to_the(ends, exponent))
            if coefficient < 0:
                least, most = most, least
            low = None if low is None or least is None else low + coefficient * least
            high = None if high is None or most is None else high + coefficient * most
            if low is None and high is None:
                return (None, None)
        if nat.den != 1:
            low = None if low is None else Fraction(low, nat.den)
            high = None if high is None else Fraction(high, nat.den)
        return (low, high)

    def atom_interval(self, atom: Atom) -> Interval:
        found = self.intervals.get(atom)
        if found is not None:
            return found
        if atom in self.measured:  # what depends on itself has no end
            self.outermost = min(self.outermost, self.measured[atom])
            return (None, None)
        number, outermost = len(self.measured), self.outermost
        self.measured[atom], self.outermost = number, NOT_MEASURED
        try:
            lower, upper = self.interval_ends(atom)
            found = (None if lower is None else lower.__ceil__(), None if upper is None else upper.__floor__())
            if self.outermost >= number:  # else it depends on which atom was asked for first
                self.intervals[atom], self.outermost = found, NOT_MEASURED
        finally:
            del self.measured[atom]
            self.outermost = min(self.outermost, outermost)
        return found

    def interval_ends(self, atom: Atom) -> Interval:
        match atom:
            case Var():
                name = str(atom.label)
                lows = [self.interval(end)[0] for end in self.facts.lower.get(name, ())]
                highs = [self.interval(end)[1] for end in self.facts.upper.get(name, ())]
                return (sharpest(max, lows), sharpest(min, highs))
            case Mod():
                divisor = self.interval(atom.args[1])
                if divisor[0] is None or divisor[0] < 1:
                    return (None, None)
                return (0, None if divisor[1] is None else divisor[1] - 1)
            case FloorDiv():
                return quotient(self.interval(atom.args[0]), self.interval(atom.args[1]))
            case Pow():
                low, high = self.interval(atom.args[0])
                base = int(atom.label)
                small = low is not None and 0 <= low <= 64
                return (
                    base ** low.__ceil__() if small and low is not None else 0,
                    base ** high.__floor__() if high is not None and 0 <= high <= 64 else None,
                )
            case Log2():
                low, high = self.interval(atom.args[0])
                if low is None or low < 1:
                    return (None, None)
                return (int(low).bit_length() - 1, None if high is None else int(high).bit_length() - 1)
            case Min():
                ends = [self.interval(arg) for arg in atom.args]
                return (widest(min, [low for low, _ in ends]), sharpest(min, [high for _, high in ends]))
            case Max():
                ends = [self.interval(arg) for arg in atom.args]
                return (sharpest(max, [low for low, _ in ends]), widest(max, [high for _, high in ends]))
            case If():
                ends = [self.interval(arg) for arg in atom.args[1:]]
                return (widest(min, [low for low, _ in ends]), widest(max, [high for _, high in ends]))
            case Lookup():
                below, above = self.entry_ends(atom)
                return (
                    sharpest(max, [self.interval(end)[0] for end in below if not self._leads_to(end, atom)]),
                    sharpest(min, [self.interval(end)[1] for end in above if not self._leads_to(end, atom)]),
                )
            case Sum():
                return (0 if self.adds_naturals(atom) else None, None)
            case _:
                return (None, None)

    def entry_ends(self, atom: Lookup) -> tuple[list[Nat], list[Nat]]:
        below, above = self.facts.entries.get(str(atom.label), ((ZERO,), ()))
        at = {ANY: atom.args[0]}
        return [substitute(end, at) for end in below], [substitute(end, at) for end in above]

    def _leads_to(self, end: Nat, atom: Lookup) -> bool:
        """Whether an end is in terms of entries of the table itself: `rows[_] le rows[_ + 1]` leads on and on."""
        waiting, seen = list(end.tables), set[str]()
        while waiting:
            table = waiting.pop()
            if table not in seen:
                seen.add(table)
                below, above = self.facts.entries.get(table, ((), ()))
                waiting += [other for nat in (*below, *above) for other in nat.tables]
        return atom.label in seen

    def adds_naturals(self, atom: Sum) -> bool:
        """Whether everything that a sum adds is at least 0."""
        inside = self._opened(atom)
        return inside is not None and inside[2].nonnegative(inside[1])

    def _opened(self, atom: Sum) -> tuple[str, Nat, Prover] | None:
        """The position of a sum, what it adds, and the prover for that; a fact may lead back here, so not too deep."""
        if atom.loose or self.facts.cases >= CASES:
            return None
        name, body, facts = self.facts.opened(*atom.args)
        facts.cases = self.facts.cases + 1
        return name, body, self.for_case(facts, self.pool or [STEPS])

    def ends(self, atom: Atom, sign: int) -> list[Nat]:
        """Expressions that the atom is not below (sign 1) or not above (sign -1); none of them contains it."""
        match atom:
            case Var():
                return self._variable_ends(atom, sign)
            case Mod():
                if not self.nonnegative(atom.args[1] - 1):
                    return []
                return [ZERO] if sign > 0 else [atom.args[1] - 1, *self._numbers(atom, sign)]
            case FloorDiv():
                return self._quotient_ends(atom, sign)
            case Pow():
                return self._power_ends(atom, sign)
            case Log2():
                return self._numbers(atom, sign) or ([] if sign > 0 else [atom.args[0] - 1])
            case Lookup():
                return self.entry_ends(atom)[0 if sign > 0 else 1]
            case Min() | Max():
                return list(atom.args) if (sign < 0) == isinstance(atom, Min) else []
            case Sum():
                if sign > 0:
                    return [ZERO] if self.adds_naturals(atom) else []
                return self._sum_above(atom)
            case _:
                return []

    def _variable_ends(self, atom: Var, sign: int) -> list[Nat]:
        """The ends that the facts give, simplified."""
        key = (atom, sign)
        found = self.var_ends.get(key)
        if found is None and (outer := self.outer(atom.names)) is not None:
            found = self.var_ends[key] = outer._variable_ends(atom, sign)
        if found is None:
            found = self.recall(key)
        if found is None:
            found = list((self.facts.lower if sign > 0 else self.facts.upper).get(str(atom.label), ()))
            inside = [atom for end in found for inner in end.atoms for atom in (inner, *atoms_inside(inner))]
            scopes = any(isinstance(atom, (Sum, If)) for atom in inside)  # they bring facts, whose ends are these again
            circles = self.circles
            if not scopes and not all(isinstance(atom, Var) for atom in inside):
                found = self._simple_ends(key, found)
            self.kept(self.var_ends, circles)[key] = found
        return found

    def _simple_ends(self, key: tuple[Var, int], ends: list[Nat]) -> list[Nat]:
        """Ends simplified; while they are, they are taken as they stand."""
        from .simplify import simplifier_for  # the simplifier proves its guards here

        if key in self.simplified:
            self.circles += 1
            return ends
        self.simplified.add(key)
        try:
            return [simplifier_for(self.facts).nat(end) for end in ends]
        except NatError:  # some number on the way is too large
            return ends
        finally:
            self.simplified.remove(key)

    def _numbers(self, atom: Atom, sign: int) -> list[Nat]:
        end = self.atom_interval(atom)[0 if sign > 0 else 1]
        return [] if end is None else [const(int(end))]

    def _quotient_ends(self, atom: FloorDiv, sign: int) -> list[Nat]:
        dividend, divisor = atom.args
        ends = self._numbers(atom, sign)
        number = divisor.constant
        if number is not None and number < 1:
            return []
        if number is not None:
            ends.append((dividend - (number - 1) if sign > 0 else dividend).over(number))
        elif sign < 0 and self.nonnegative(dividend) and self.nonnegative(divisor - 1):
            most = self.least(-dividend)
            quotient = None if most is None else exact_quotient(1 - most, divisor)
            if quotient is not None and self.integral(quotient):  # x lt k * d
                ends.insert(0, quotient - 1)
            ends.append(dividend)
            # A larger dividend gives no smaller quotient.
            dividends = (dividend,) if most is None else (dividend, -most)
            numbers = [self._number_above(each, divisor) for each in dividends]
            ends[:0] = [const(each) for each in numbers if each is not None][:1]
        elif sign > 0 and not ends and self.nonnegative(dividend) and self.nonnegative(divisor - 1):
            ends.append(ZERO)
        return ends

    def _number_above(self, dividend: Nat, divisor: Nat) -> int | None:
        """What a quotient is at most whose divisor is a quotient itself: how many parts of `x floordiv m + 1` elements x has."""
        for inner in divisor.atoms:
            x, by = inner.args if isinstance(inner, FloorDiv) else (ZERO, ZERO)
            if x.single is None or by.constant is None:
                continue
            times = coefficients(dividend, x.single).get(1, ZERO).constant
            slope = coefficients(divisor, inner).get(1, ZERO).constant
            if times is None or times < 1 or slope is None or slope < 1:
                continue
            most = dividend + times * (by * inner.nat + by - 1 - x)
            growth = coefficients(most, inner).get(1, ZERO).constant
            for number in () if growth is None else (growth // slope - 1, growth // slope):
                if number >= 0 and self.nonnegative((number + 1) * divisor - 1 - most):
                    return number
        return None

    def _power_ends(self, atom: Pow, sign: int) -> list[Nat]:
        base, exponent = int(atom.label), atom.args[0]
        ends = self._numbers(atom, sign)
        end = self.least(exponent * sign)
        if end is not None and end is not exponent * sign and all(isinstance(a, (Var, Log2)) for a in end.atoms):
            number = (end * sign).constant
            below_one = number is not None and number < 0
            ends.insert(
                0, const(1).over(base**-number) if below_one and number is not None else power(base, end * sign)
            )
        if sign > 0 and self.nonnegative(exponent):
            ends.append(exponent + 1)
        return ends

    def _sum_above(self, atom: Sum) -> list[Nat]:
        """Count * (the most of the body), where that does not depend on the position."""
        inside = self._opened(atom)
        if inside is None or not self.nonnegative(atom.args[0]):
            return []
        name, body, prover = inside
        least = prover.least(-body)
        return [] if least is None or name in least.names else [atom.args[0] * -least]
