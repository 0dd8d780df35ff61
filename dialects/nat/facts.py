"""What is known of names and tables: a scoped, immutable environment, separate from the expressions.

An equation is used as a substitution: `N mod 128 eq 0` stands for `N := 128 * q` with a hidden name q that is written
back as `N floordiv 128` on the way out. `into` enters these terms, `back` leaves them. Inequalities become ends of
ranges, with symbolic ends. Nothing is derived here that needs a proof; that is `prove.py`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import gcd
from typing import Any, Final, TypeVar, final
from weakref import ref

from .expr import Condition, FloorDiv, Lookup, Max, Mod, Var, compare, floordiv, log2, maximum, power, var
from .hidden_names import Logarithm, Quotient
from .integral import integral
from .polynomial import coefficients, degree, divide_by, leading_terms, nonnegative_range
from .rebuild import instantiate, map_atoms, substitute
from .ring import ZERO, Atom, Nat, Pow, as_nat, const, from_terms

_T = TypeVar("_T")

_RECENT: Final[deque[Facts]] = deque(maxlen=8192)
"""Facts that one pass after the other asks for: nothing else may keep them between two passes."""

ANY: Final = "_"
"""The position in a fact about every entry of a table: `rows[_] le M`."""


def _with_name(nat: Nat, name: str, value: Nat) -> Nat:
    """The expression with a name in place of its value, where that makes it shorter."""
    for lead in leading_terms(value):
        quotient, rest = divide_by(nat, value, lead, whole=True)
        named = quotient * var(name) + rest
        if len(named.terms) < len(nat.terms):
            return named
    return nat


@final
class Facts:
    """A set of facts. `Facts()` knows nothing, and an undeclared name is any integer; each method gives a larger set."""

    __slots__ = (
        "__weakref__",
        "cases",
        "entries",
        "equations",
        "hidden",
        "inside",
        "lower",
        "memo",
        "multiples",
        "new",
        "order",
        "outer",
        "positive",
        "solved",
        "stated",
        "tables",
        "unequal",
        "upper",
    )

    def __init__(self) -> None:
        self.stated: tuple[Condition | tuple[str, Nat | None, Nat | None], ...] = ()
        """Everything stated, as stated: conditions, and names with their ends."""
        self.order: dict[str, int] = {}
        """When a name was declared: later ones are further in."""
        self.lower: dict[str, tuple[Nat, ...]] = {}
        self.upper: dict[str, tuple[Nat, ...]] = {}
        self.positive: tuple[Nat, ...] = ()
        """Expressions that are at least 0 and say more than the ends of ranges."""
        self.unequal: tuple[Nat, ...] = ()
        """Expressions that are not 0."""
        self.multiples: tuple[tuple[Nat, Nat], ...] = ()
        """Pairs (a, d) with `a mod d eq 0` that could not be solved for a name."""
        self.tables: dict[str, Nat] = {}
        """The length of each table."""
        self.entries: dict[str, tuple[tuple[Nat, ...], tuple[Nat, ...]]] = {}
        """The lower and upper ends of each table's entries, in terms of the position `_`."""
        self.solved: dict[str, Nat] = {}
        self.hidden: tuple[Quotient | Logarithm, ...] = ()
        self.equations: tuple[str, ...] = ()
        """Names that an equation gave a value of several terms."""
        self.inside = 0
        """In how many sums this is."""
        self.cases = 0
        """In how many cases of a proof this is."""
        self.memo: dict[Any, Any] = {}
        """What was found out under just these facts."""
        self.outer: Facts | None = None
        """What was known before the last names, where nothing was said since but of these."""
        self.new: frozenset[str] = frozenset()
        """The names that the outer facts do not speak of."""

    # What users say

    def size(self, *names: str) -> Facts:
        """Each name is at least 1."""
        return self._with(lambda new: [new._declare(name, const(1), None) for name in names], "size", *names)

    def natural(self, *names: str) -> Facts:
        """Each name is at least 0."""
        return self._with(lambda new: [new._declare(name, ZERO, None) for name in names], "natural", *names)

    def index(self, name: str, count: Nat | int) -> Facts:
        """`0 le name` and `name lt count`."""
        return self._with(lambda new: new._declare(name, ZERO, as_nat(count) - 1), "index", name, as_nat(count))

    def between(self, name: str, lower: Nat | int | None, upper: Nat | int | None) -> Facts:
        """Both ends are in the range; None is no end."""
        ends = [None if end is None else as_nat(end) for end in (lower, upper)]
        return self._with(lambda new: new._declare(name, *ends), "between", name, *ends)

    def table(self, name: str, length: Nat | int) -> Facts:
        """A table of that many naturals."""

        def declare(new: Facts) -> None:
            new.tables[name] = new.into(as_nat(length))
            new.entries[name] = ((ZERO,), ())

        return self._with(declare, "table", name, as_nat(length))

    def given(self, *conditions: Condition | str) -> Facts:
        """The conditions hold."""
        from .parser import parse_condition  # only text needs the parser

        read = [parse_condition(text) if isinstance(text, str) else text for text in conditions]
        return self._with(lambda new: new._state_all(read), "given", *read)

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """Everything stated, as conditions."""
        found: list[Condition] = []
        for known in self.stated:
            if isinstance(known, Condition):
                found.append(known)
                continue
            name, lower, upper = known
            found += [
                compare(var(name), relation, end) for end, relation in ((lower, "ge"), (upper, "le")) if end is not None
            ]
        return tuple(found)

    # The terms in which equations are solved

    def into(self, nat: Nat) -> Nat:
        """The expression with every name replaced that an equation determines."""
        return nat if self.solved.keys().isdisjoint(nat.names) else substitute(nat, self.solved)

    def back(self, nat: Nat, exact: Callable[[Nat], bool] = integral) -> Nat:
        """The expression in the names that were written; `exact` says whether a rational term is a whole number."""
        if not self.equations and not any(hidden.name in nat.names for hidden in self.hidden):
            return nat
        nat = map_atoms(nat, lambda atom: self._atom_back(atom, exact))
        for name in self.equations:
            if len(self.solved[name].terms) > 1:
                nat = _with_name(nat, name, self.solved[name])
        for hidden in reversed(self.hidden):  # a later one may stand for an expression in earlier ones
            if hidden.name in nat.names:
                nat = map_atoms(hidden.back(nat, exact), lambda atom: self._atom_back(atom, exact))
        return nat

    def _atom_back(self, atom: Atom, exact: Callable[[Nat], bool]) -> Nat:
        if not atom.args:
            return atom.nat
        if isinstance(atom, Pow):  # what is a logarithm is written back together with the power
            exponent = map_atoms(atom.args[0], lambda inner: self._atom_back(inner, exact))
            for hidden in reversed(self.hidden):
                if isinstance(hidden, Quotient):
                    exponent = hidden.back(exponent, exact)
            args = (exponent,)
        else:
            args = tuple(self.back(arg, exact) for arg in atom.args)
        return atom.nat if args == atom.args else atom.with_args(args)

    # Scopes

    def case(self, condition: Condition) -> Facts:
        """What holds in one case of a proof."""
        new = self._extended(lambda new: new._state_all([condition]))
        new.cases = self.cases + 1
        return new

    def by_digits(
        self, name: str, slope: int, dividend: Nat, divisor: Nat, ends: tuple[Nat | None, Nat | None]
    ) -> Facts:
        """`dividend = divisor * q + r` with `0 le r lt divisor`, solved for a name that it contains once, times the slope.

        That the divisor is at least 1 is proved, and so are the ends of q, where there are any.
        """
        names = f"#{dividend} floordiv {divisor}", f"#{dividend} mod {divisor}"  # nobody can have written these
        level, rest = self.order[name], dividend - slope * var(name)
        whole = divisor * var(names[0]) + var(names[1])
        low, high = ends

        def change(new: Facts) -> None:
            new.order = {other: at + (at > level) for other, at in self.order.items()}
            new.order |= {names[0]: level, names[1]: level + 1}
            new.lower |= {names[0]: () if low is None else (low,), names[1]: (ZERO,)}
            new.upper |= {names[0]: () if high is None else (high,), names[1]: (divisor - 1,)}
            if slope == 1:  # ends that those of the digits imply are not to be tried again
                begin = None if low is None else divisor * low - rest
                last = None if high is None else divisor * (high + 1) - 1 - rest
                for known, implied in ((new.lower, begin), (new.upper, last)):
                    known[name] = tuple(end for end in known.get(name, ()) if end is not implied)
            new._solve(name, (whole - rest) * slope)

        return self._extended(change)

    def opened(self, count: Nat, body: Nat) -> tuple[str, Nat, Facts]:
        """A name for the position of a sum, its body with that name, and the facts inside."""
        name = f"#{self.inside}"  # nobody can have written this
        facts = self._extended(lambda new: new._declare(name, ZERO, count - 1))
        facts.inside = self.inside + 1
        return name, instantiate(body, var(name)), facts

    # How facts are taken in

    def _with(self, change: Callable[[Facts], object], *said: object) -> Facts:
        """The facts with something more, and all that was found out under them, where it was said before."""
        found = self.memo.get(said)
        new = None if found is None else found()
        if new is None:
            new = self._extended(change)
            self.memo[said] = ref(new)
            new._look_out_to(self)
        _RECENT.append(new)
        return new

    def _look_out_to(self, before: Facts) -> None:
        """Let what was known before be the outer facts, if there are new names, and no more is known of anything else."""
        new = frozenset(self.order.keys() | self.solved.keys()) - before.order.keys() - before.solved.keys()

        def others(known: dict[str, _T]) -> dict[str, _T]:
            return {name: value for name, value in known.items() if name not in new}

        if (
            new
            and (others(self.lower), others(self.upper)) == (before.lower, before.upper)
            and (others(self.solved), self.hidden) == (before.solved, before.hidden)
            and (self.positive, self.unequal, self.multiples) == (before.positive, before.unequal, before.multiples)
            and (self.tables, self.entries) == (before.tables, before.entries)
            and all(new.isdisjoint(nat.names) for nat in before._nats())
        ):
            self.outer, self.new = before, new

    def _nats(self) -> Iterator[Nat]:
        """The expressions that the facts are in."""
        yield from (*self.positive, *self.unequal, *self.tables.values(), *self.solved.values())
        for ends in (*self.lower.values(), *self.upper.values(), *self.multiples):
            yield from ends
        for below, above in self.entries.values():
            yield from (*below, *above)

    def _extended(self, change: Callable[[Facts], object]) -> Facts:
        new = Facts()
        new.stated, new.positive, new.unequal = self.stated, self.positive, self.unequal
        new.multiples, new.hidden, new.equations = self.multiples, self.hidden, self.equations
        new.cases, new.inside = self.cases, self.inside
        new.order, new.lower, new.upper = dict(self.order), dict(self.lower), dict(self.upper)
        new.tables, new.entries, new.solved = dict(self.tables), dict(self.entries), dict(self.solved)
        change(new)
        return new

    def _state_all(self, conditions: Sequence[Condition]) -> None:
        self.stated += tuple(conditions)
        for condition in sorted(conditions, key=lambda condition: condition.relation != "eq"):
            self._state(condition)

    def _declare(self, name: str, lower: Nat | None, upper: Nat | None) -> None:
        self.stated += ((name, lower, upper),)
        new = name not in self.order and name not in self.solved
        if new:
            self.order[name] = len(self.order)
        ends = [None if end is None else self.into(end) for end in (lower, upper)]
        if not new or ends[0] is ends[1]:
            for end, sign in zip(ends, (1, -1), strict=True):
                if end is not None:
                    self._at_least_zero((self.into(var(name)) - end) * sign)
            return
        if ends[0] is not None and ends[1] is not None:
            ends[1] = self._reached(ends[0], ends[1])
        for end, known in zip(ends, (self.lower, self.upper), strict=True):
            if end is not None:
                known[name] = (end,)

    def _state(self, condition: Condition) -> None:
        nat = self.into(condition.nat)
        if nat.fraction is not None:
            return  # it says nothing, or it can't hold and then nothing is ever evaluated under it
        match condition.relation:
            case "ge":
                self._at_least_zero(nat)
            case "eq":
                self._is_zero(nat)
            case _:
                self._is_not_zero(nat)

    def _at_least_zero(self, nat: Nat) -> None:
        single = nat.atoms[0] if len(nat.atoms) == 1 else None
        if isinstance(single, Var) and degree(nat, single) > 1:
            self._keep_in_range(nat, single)
        for atom in nat.atoms:
            parts = coefficients(nat, atom)
            slope = parts[1].fraction if 1 in parts and not parts.keys() - {0, 1} else None
            if slope is None:
                continue
            end = parts.get(0, ZERO) * slope.denominator
            end = end.over(abs(slope.numerator)) * (-1 if slope > 0 else 1)
            if isinstance(atom, Var) and not self._depends_on(end, str(atom.label)):
                ends, opposite = (self.lower, self.upper) if slope > 0 else (self.upper, self.lower)
                end = end if slope > 0 else self._reached(atom.nat, end)
                ends[str(atom.label)] = _tightened(ends.get(str(atom.label), ()), end, slope > 0)
                while slope > 0 and atom.nat - ends[str(atom.label)][0] in self.unequal:
                    ends[str(atom.label)] = (ends[str(atom.label)][0] + 1, *ends[str(atom.label)][1:])
                if end in opposite.get(str(atom.label), ()) and self._solve_linear(nat):  # both ends are one
                    return
            if isinstance(atom, Lookup) and atom.args[0] is var(ANY):
                below, above = self.entries.get(str(atom.label), ((ZERO,), ()))
                if slope > 0:
                    below = _tightened(below, end, True)
                else:
                    above = _tightened(above, end, False)
                self.entries[str(atom.label)] = (below, above)
            if isinstance(atom, Pow) and end.fraction is not None and end.fraction >= 1:
                exponent = (
                    (end.fraction.__ceil__() - 1).bit_length() if slope > 0 else end.fraction.__floor__().bit_length()
                )
                if atom.label == 2:  # pow(2, e) ge 5 is e ge 3, and pow(2, e) le 5 is e lt 3
                    self._at_least_zero(atom.args[0] - exponent if slope > 0 else exponent - 1 - atom.args[0])
        plain = isinstance(single, Var) and degree(nat, single) == 1
        if nat not in self.positive and not plain:
            self.positive += (nat,)

    def _least(self, nat: Nat) -> Fraction | None:
        """A number that a sum of names is at least, by the numbers that they begin with."""
        least = nat
        for atom in nat.atoms:
            parts, name = coefficients(nat, atom), str(atom.label)
            slope = parts[1].fraction if 1 in parts and not parts.keys() - {0, 1} else None
            low = max(_numbers(self.lower.get(name, ())), default=None) if isinstance(atom, Var) else None
            if slope is None or slope < 0 or low is None:
                return None
            least = substitute(least, {name: const(low)})
        return least.fraction

    def _reached(self, lower: Nat, upper: Nat) -> Nat:
        """The upper end without what is below the lower one: from 0 to below `max(0, n)` is below n, and n is at least 1.

        So, too, where that is divided: from 0 to below `max(0, n) floordiv 4`, n is at least 1, and below `max(0, n) mod 4`.
        """
        least = self._least(lower)
        reached = upper
        if least is None:
            return upper
        for atom in upper.atoms:
            rest, chosen = reached - atom.nat, _divided(atom)
            if not isinstance(chosen, Max) or atom in rest.atoms:
                continue
            ends = {arg: _with_divided(atom, arg) + rest for arg in chosen.args}
            gone = [arg for arg, end in ends.items() if end.fraction is not None and end.fraction < least]
            kept = [arg for arg in ends if arg not in gone]
            if gone and kept:
                most = maximum(*kept)
                reached = _with_divided(atom, most) + rest
                for arg in gone:
                    self._at_least_zero(most - arg - 1)
        if reached is not upper:
            self._at_least_zero(reached - const(least.__ceil__()))
        return reached

    def _keep_in_range(self, nat: Nat, atom: Var) -> None:
        """A polynomial in one name says where the name begins and ends: `N * N ge 5` is `N ge 3` for a size N."""
        name = str(atom.label)
        low = max(_numbers(self.lower.get(name, ())), default=None)
        high = min(_numbers(self.upper.get(name, ())), default=None)
        least, most = nonnegative_range(nat, atom, low, high)
        if least is not None and least != low:
            self._at_least_zero(self.into(atom.nat) - least)
        if most is not None and most != high:
            self._at_least_zero(most - self.into(atom.nat))

    def _depends_on(self, end: Nat, name: str) -> bool:
        """Whether an end contains the name itself or one that is further in: elimination goes the other way."""
        level = self.order.get(name, -1)
        return any(other == name or self.order.get(other, -1) > level for other in end.names)

    def _is_not_zero(self, nat: Nat) -> None:
        self.unequal += (nat, -nat)
        for sign, ends in ((1, self.lower), (-1, self.upper)):  # x ge 3 and x ne 3 is x ge 4
            signed = nat * sign
            for atom in signed.atoms:
                rest = atom.nat - signed
                if isinstance(atom, Var) and rest.fraction is not None and rest in ends.get(str(atom.label), ()):
                    ends[str(atom.label)] = _tightened(ends[str(atom.label)], rest + sign, sign > 0)

    def _is_zero(self, nat: Nat) -> None:
        if not (self._solve_remainder(nat) or self._solve_power_of_two(nat) or self._solve_linear(nat)):
            self._at_least_zero(nat)
            self._at_least_zero(-nat)

    def _solve_remainder(self, nat: Nat) -> bool:
        """`x mod d eq r`: solve x for a name that it contains once, and let `x floordiv d` have a hidden name."""
        for atom in nat.atoms:
            slope = coefficients(nat, atom).get(1, ZERO).constant
            if not isinstance(atom, Mod) or slope not in (1, -1):
                continue
            remainder = atom.nat - nat * slope
            dividend, divisor = atom.args
            if remainder.fraction is None:
                continue
            if remainder is ZERO and len(dividend.terms) == 1 and divisor.constant is not None:  # 2 * N mod 6
                (monomial, coefficient), number = dividend.terms[0], divisor.constant
                dividend, divisor = from_terms([(monomial, 1)]), const(number // gcd(coefficient, number))
                if divisor.constant == 1:
                    return True
            for name, slope in solvable(dividend, self.order):
                if name in divisor.names:
                    continue
                name_of_quotient = str(floordiv(self.back(dividend), self.back(divisor)))
                hidden = Quotient(name_of_quotient, dividend, divisor, remainder)
                self.hidden += (hidden,)
                self.order[hidden.name] = self.order.get(name, 0)
                if (
                    remainder is ZERO
                    and any(c > 0 for c in _numbers(self.lower.get(name, ())))
                    and dividend is var(name)
                ):
                    self.lower[hidden.name] = (const(1),)  # the divisor is at least 1, or there is no remainder
                whole = divisor * var(hidden.name) + remainder
                if divisor.constant is None:  # a remainder is less than its divisor
                    self._at_least_zero(divisor - remainder - 1)
                self._solve(name, (whole - (dividend - var(name) * slope)) * slope)
                return True
            if remainder is ZERO:
                self.multiples += ((dividend, divisor),)
                return True
        return False

    def _solve_power_of_two(self, nat: Nat) -> bool:
        """`n eq pow(2, log2(n))`: n is `pow(2, hidden)`."""
        for name in sorted(nat.names):
            if nat is var(name) - power(2, log2(var(name))) or -nat is var(name) - power(2, log2(var(name))):
                hidden = Logarithm(str(log2(var(name))), var(name))
                self.hidden += (hidden,)
                self.order[hidden.name] = self.order.get(name, 0)
                self.lower[hidden.name] = (ZERO,)
                self._solve(name, power(2, var(hidden.name)))
                return True
        return False

    def _solve_linear(self, nat: Nat) -> bool:
        """An equation that contains some name once, times 1, gives that name."""
        found = solvable(nat, self.order)
        if not found:
            return False
        name, slope = found[0]
        rest = nat - slope * var(name)
        self._solve(name, rest * -slope)
        if len(rest.terms) > 1:
            self.equations += (name,)
        return True

    def _solve(self, name: str, value: Nat) -> None:
        """Put a value in place of a name in all that is known, and keep what was known of the name."""
        this = {name: value}
        known = [(end, 1) for end in self.lower.pop(name, ())] + [(end, -1) for end in self.upper.pop(name, ())]
        self.solved = {old: substitute(nat, this) for old, nat in self.solved.items()} | this
        for ends in (self.lower, self.upper):
            for other, nats in ends.items():
                ends[other] = tuple(substitute(nat, this) for nat in nats)
        self.positive = tuple(substitute(nat, this) for nat in self.positive)
        self.unequal = tuple(substitute(nat, this) for nat in self.unequal)
        self.multiples = tuple((substitute(a, this), substitute(d, this)) for a, d in self.multiples)
        self.tables = {table: substitute(nat, this) for table, nat in self.tables.items()}
        self.entries = {
            table: (tuple(substitute(nat, this) for nat in below), tuple(substitute(nat, this) for nat in above))
            for table, (below, above) in self.entries.items()
        }
        for end, sign in known:
            nat = (value - substitute(end, this)) * sign
            if nat.fraction is None:
                self._at_least_zero(compare(nat, "ge", 0).nat)


def _numbers(ends: tuple[Nat, ...]) -> list[int]:
    return [end.constant for end in ends if end.constant is not None]


def _tightened(ends: tuple[Nat, ...], end: Nat, lower: bool) -> tuple[Nat, ...]:
    """The ends with one more; of numbers only the sharpest stays, and it comes first."""
    if end in ends:
        return ends
    if end.fraction is None:
        return (*ends, end)
    number = end.fraction.__ceil__() if lower else end.fraction.__floor__()
    numbers = [nat.fraction for nat in ends if nat.fraction is not None] + [number]
    best = const(int(max(numbers) if lower else min(numbers)))
    return (best, *(nat for nat in ends if nat.fraction is None))


NOTHING: Final = Facts()
"""Where all begin: what is said next was often said before."""


def solvable(nat: Nat, order: dict[str, int]) -> list[tuple[str, int]]:
    """The names that occur just once, times 1 or -1, and that number: candidates to solve for, the innermost first."""
    found: list[tuple[str, int]] = []
    for atom in nat.atoms:
        if isinstance(atom, Var):
            parts = coefficients(nat, atom)
            slope = parts[1].constant if 1 in parts else None
            once = not parts.keys() - {0, 1} and str(atom.label) not in parts.get(0, ZERO).names
            if once and slope in (1, -1):
                found.append((str(atom.label), slope))
    return sorted(found, key=lambda candidate: (-order.get(candidate[0], -1), candidate[0]))


def _divided(atom: Atom) -> Atom | None:
    """What is divided, once or several times, where an atom is a quotient or a remainder; else the atom itself."""
    while isinstance(atom, FloorDiv | Mod):
        inner = atom.args[0].single
        if inner is None:
            return None
        atom = inner
    return atom


def _with_divided(atom: Atom, nat: Nat) -> Nat:
    """The same divisions of something else."""
    if not isinstance(atom, FloorDiv | Mod):
        return nat
    inner = atom.args[0].single
    return nat if inner is None else atom.with_args((_with_divided(inner, nat), atom.args[1]))
