"""The numbers that the nats of a function are at a call: given by name, or solved from the shapes of the arguments.

Each shape says that some length of a type is a number. An equation in one unknown is solved where it is linear, or where
its left side is proved to grow with the unknown; it then holds for one number or a range, from which `where` may pick
one. What is not solved is asked for by name. At the end every equation and every fact is checked.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from ..dialects.diagnostics import LiftError
from ..dialects.nat.evaluate import Entries
from ..dialects.nat.expr import Condition, Var, compare, var
from ..dialects.nat.facts import ANY, NOTHING, Facts
from ..dialects.nat.prove import holds
from ..dialects.nat.rebuild import substitute
from ..dialects.nat.ring import Nat, NatError, const
from ..dialects.nat.simplify import simplify
from .errors import SHAPE, SIZE_NEEDED, WHERE
from .evaluation import Evaluator
from .signature import Signature

LARGEST = 1 << 48
"""No size is looked for beyond this."""
MOST_CANDIDATES = 4096
"""So many sizes that one shape allows are tried against the facts."""


@dataclass(frozen=True)
class Equation:
    """A length of a type is what a shape says."""

    nat: Nat
    value: int
    place: str
    """Whose shape: `%x`, or the table `rows`."""
    what: str
    """What of it, in words that follow a number: `elements along axis 0`."""

    @property
    def origin(self) -> str:
        return f"{self.place} has {self.value} {self.what}"


@dataclass(frozen=True)
class Sizes:
    """What every nat is, and every table."""

    names: Mapping[str, int]
    tables: Mapping[str, Entries]

    @cached_property
    def values(self) -> Evaluator:
        """What expressions are."""
        return Evaluator(self.names, self.tables)

    def nat(self, nat: Nat) -> int:
        constant = nat.constant
        return self.values.nat(nat, ()) if constant is None else constant

    @property
    def text(self) -> str:
        """The sizes as messages have them; a hidden length is that of an argument."""
        lengths = {name: f"length({name[:-1]})" for name in self.names if name.endswith("'")}
        return ", ".join(f"{lengths.get(name, name)} = {value}" for name, value in self.names.items())

    @property
    def empty(self) -> tuple[str, ...]:
        """The nats that are 0, where a function is not proved to have a value."""
        return tuple(name for name, value in self.names.items() if value == 0 and "'" not in name)


@dataclass
class Solver:
    """Sizes while they are solved."""

    function: Signature
    tables: Mapping[str, Entries]
    known: dict[str, int]
    origins: dict[str, str] = field(default_factory=dict[str, str])
    """Where each size comes from."""

    def solve(self, equations: Sequence[Equation], further: Iterable[str] = ()) -> Sizes:
        """Find every nat of the function, and the further names; an error names the argument that is wrong."""
        unknown = [name for name in (*self.function.nat_names, *further) if name not in self.known]
        stated = [
            Equation(condition.nat, 0, "where", f"{condition}")
            for condition in self.function.conditions
            if condition.relation == "eq"
        ]
        plain = [equation for equation in equations if isinstance(equation.nat.single, Var)]
        while unknown and (found := self._step([*plain, *equations, *stated], unknown)):
            name, value, equation = found
            self.known[name] = value
            self.origins[name] = equation.origin
            unknown.remove(name)
        if unknown:
            self._refuse_unsolved(unknown, equations)
        sizes = Sizes(self.known, self.tables)
        for equation in equations:
            self._check(equation, sizes)
        return sizes

    def _step(self, equations: Sequence[Equation], unknown: Sequence[str]) -> tuple[str, int, Equation] | None:
        for equation in equations:
            free = equation.nat.names.intersection(unknown)
            if len(free) == 1:
                (name,) = free
                candidates = self._candidates(equation, name)
                if candidates is not None and len(candidates) == 1:
                    return name, candidates[0], equation
        return None

    def _candidates(self, equation: Equation, name: str) -> list[int] | None:
        """The numbers that a name can be, the facts included; None where that is not known."""
        if isinstance(equation.nat.single, Var):
            return [equation.value]
        given = {known: const(value) for known, value in self.known.items()}
        nat = substitute(equation.nat, given)
        facts = NOTHING.size(name)
        for table, entries in self.tables.items():
            facts = facts.table(table, len(entries))
        try:
            nat = simplify(nat, facts)
            linear = _linear(nat, name, equation.value)
            found = self._search(nat, name, equation.value, facts) if linear is None else linear
        except NatError:
            return None
        if found is None or len(found) > MOST_CANDIDATES:
            return None
        return list(found) if len(found) == 1 else [value for value in found if self._fits(name, value)]

    def _search(self, nat: Nat, name: str, value: int, facts: Facts) -> range | None:
        """The range in which a length that grows with the name has the value; None where it is not known to grow."""
        if not holds(compare(substitute(nat, {name: var(name) + 1}), "ge", nat), facts):
            return None
        first, behind = self._first(nat, name, value), self._first(nat, name, value + 1)
        if first is None:
            return range(0)
        return range(first, LARGEST if behind is None else behind) or self._zero(nat, name, value)

    def _zero(self, nat: Nat, name: str, value: int) -> range:
        """The size 0, which a function is not made for, where no other gives the value."""
        try:
            return range(self._value(nat, {name: 0}) == value)
        except NatError:
            return range(0)

    def _first(self, nat: Nat, name: str, value: int) -> int | None:
        """The first number, from 1 on, at which the length is at least the value."""

        def reached(number: int) -> bool:
            try:
                return self._value(nat, {name: number}) >= value
            except NatError:  # beyond the end of a table
                return True

        high = 1
        while not reached(high):
            high *= 2
            if high > LARGEST:
                return None
        low = high // 2
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if reached(middle) else (middle, high)
        return high

    def _fits(self, name: str, value: int) -> bool:
        """Whether no fact in which all else is known speaks against a number."""
        values = Evaluator({**self.known, name: value}, self.tables)
        conditions = (c for c in self.function.conditions if ANY not in c.names and c.names <= values.names.keys())
        try:
            return all(values.condition(condition, ()) for condition in conditions)
        except NatError:
            return False

    def _value(self, nat: Nat, further: Mapping[str, int]) -> int:
        return Evaluator({**self.known, **further}, self.tables).nat(nat, ())

    def _refuse_unsolved(self, unknown: Sequence[str], equations: Sequence[Equation]) -> None:
        """The first unknown that has no value is an error; one that has several is asked for."""
        for equation in equations:
            for name in equation.nat.names.intersection(unknown):
                if self._candidates(equation, name) == []:
                    raise LiftError(
                        SHAPE,
                        f"{equation.place} has a size that no {name} gives",
                        expected=f"{equation.nat} {equation.what}",
                        found=str(equation.value),
                    )
        name = unknown[0]
        using = next((equation.place for equation in equations if name in equation.nat.names), None)
        raise LiftError(
            SIZE_NEEDED,
            f"the size '{name}' of @{self.function.function_name} does not follow from the arguments",
            expected=f"{name} by name" if using is None else f"{name} by name: {using} alone does not determine it",
            fix=f"call it with {name}=..",
        )

    def _check(self, equation: Equation, sizes: Sizes) -> None:
        try:
            expected = sizes.nat(equation.nat)
        except NatError as error:
            raise LiftError(SHAPE, f"{equation.place} cannot have a size: {error}") from None
        if expected == equation.value:
            return
        text = str(equation.nat) if equation.nat.constant is not None else f"{equation.nat} = {expected}"
        notes = [
            (f"{name} is {self.known[name]}, since {self.origins[name]}", None)
            for name in sorted(equation.nat.names)
            if name in self.origins
        ]
        raise LiftError(
            SHAPE,
            f"{equation.place} of @{self.function.function_name} has the wrong size",
            expected=f"{text} {equation.what}",
            found=str(equation.value),
            notes=notes,
        )


def _linear(nat: Nat, name: str, value: int) -> list[int] | None:
    """The solution of `a * name + b = value`, if the equation has that form and one that is not negative."""
    rest = substitute(nat, {name: const(0)})
    factor = substitute(nat, {name: const(1)}) - rest
    if not factor.constant or rest.constant is None or factor * var(name) + rest is not nat:
        return None
    solution, left = divmod(value - rest.constant, factor.constant)
    return [solution] if left == 0 and solution >= 0 else []


def check_where(function: Signature, sizes: Sizes) -> None:
    """Every fact that a function states must hold; an error names the fact and the values."""
    for condition in function.conditions:
        for position in _suspects(condition, sizes):
            values = Evaluator({**sizes.names, **position}, sizes.tables)
            try:
                fulfilled = values.condition(condition, ())
                reason = ""
            except NatError as error:
                fulfilled, reason = False, f" ({error})"
            if not fulfilled:
                raise LiftError(
                    WHERE,
                    f"@{function.function_name} needs {condition}, which does not hold{reason}",
                    expected=str(condition),
                    found=", ".join(_values(condition, values.names, sizes)),
                )


def _suspects(condition: Condition, sizes: Sizes) -> Iterable[Mapping[str, int]]:
    """The positions at which a fact about every entry of a table may not hold, from the first on."""
    if ANY not in condition.names:
        return ({},)
    count = min((len(sizes.tables[table]) for table in condition.tables), default=0)
    try:
        held = sizes.values.holds_along(condition, ANY, count)
    except NatError:  # somewhere: which position is told then is a matter of going through them
        return ({ANY: i} for i in range(count))
    return () if held.all() else ({ANY: int(held.argmin())},)


def _values(condition: Condition, names: Mapping[str, int], sizes: Sizes) -> Iterable[str]:
    yield from (f"{name} = {names[name]}" for name in sorted(condition.names) if name in names and name != ANY)
    if ANY in names:
        i = names[ANY]
        yield from (f"{table}[{i}] = {sizes.tables[table][i]}" for table in sorted(condition.tables))
    else:
        yield from (f"{table} as given" for table in sorted(condition.tables))
