"""Which names of nats are bound at an op, and what is known of them there.

An op that binds names in its regions is a `Binder` and says what it binds as data. A `Scope` is the chain of these
bindings from the outside in; it is interned, so all ops of one region share their facts and what was proved from them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TypeAlias

from xdsl.dialects.builtin import TupleType
from xdsl.ir import Attribute, Operation, ParametrizedAttribute, Region
from xdsl.traits import IsolatedFromAbove

from ..diagnostics import location_of, names_in
from ..nat.expr import Bound, Condition, FloorDiv, Log2, Lookup, Mod, Var, compare, var
from ..nat.facts import NOTHING, Facts
from ..nat.prove import equal, holds
from ..nat.rebuild import substitute, substitute_condition
from ..nat.recurrence import closed_form
from ..nat.ring import Nat, NatError, Pow, const
from ..nat.simplify import simplify
from .attributes import free_binder
from .types import ArrayType, ExistsType, free_names, nats_in, tuple_of

MOST_ITERATIONS = 128
"""A loop with more iterations of differing length is not followed iteration by iteration."""

MOST_STEPS = 4096
"""A change of length without a closed form is followed for at most this many iterations."""

MOST_VALUES = 64
"""A condition is tried for so many values of positions, all in all, where it is not proved for all at once."""


@dataclass(frozen=True)
class Size:
    """A nat of a `lift.def`: at least 1."""

    name: str

    def extend(self, facts: Facts) -> Facts:
        return facts.size(self.name)

    def substituted(self, name: str, value: Nat) -> Binding:
        return self


@dataclass(frozen=True)
class Table:
    """A table of naturals."""

    name: str
    length: Nat

    def extend(self, facts: Facts) -> Facts:
        return facts.table(self.name, self.length)

    def substituted(self, name: str, value: Nat) -> Binding:
        return Table(self.name, substitute(self.length, {name: value}))


@dataclass(frozen=True)
class Lengths(Table):
    """A table of lengths that were hidden, which a region binds."""

    def substituted(self, name: str, value: Nat) -> Binding:
        return Lengths(self.name, substitute(self.length, {name: value}))


@dataclass(frozen=True)
class Given:
    """A condition that holds. It binds no name."""

    condition: Condition
    name: str = ""

    def extend(self, facts: Facts) -> Facts:
        return facts.given(self.condition)

    def substituted(self, name: str, value: Nat) -> Binding:
        return Given(substitute_condition(self.condition, {name: value}))


@dataclass(frozen=True)
class Chosen(Given):
    """A condition that holds in one of two regions: what is computed before it is known which must not rest on it."""

    def substituted(self, name: str, value: Nat) -> Binding:
        return Chosen(substitute_condition(self.condition, {name: value}))


def chosen(condition: Condition, *, holds: bool) -> tuple[Binding, ...]:
    """What one of two regions knows."""
    return (Chosen(condition if holds else condition.negated),)


@dataclass(frozen=True)
class Index:
    """A position: from 0 up to a count."""

    name: str
    count: Nat

    def extend(self, facts: Facts) -> Facts:
        return facts.index(self.name, self.count)

    def substituted(self, name: str, value: Nat) -> Binding:
        return Index(self.name, substitute(self.count, {name: value}))


@dataclass(frozen=True)
class Hidden:
    """A hidden length: from 0 up to its bound, which it may reach."""

    name: str
    limit: Nat

    def extend(self, facts: Facts) -> Facts:
        return facts.between(self.name, 0, self.limit)

    def substituted(self, name: str, value: Nat) -> Binding:
        return Hidden(self.name, substitute(self.limit, {name: value}))


@dataclass(frozen=True)
class Iterations:
    """The current length of a `lift.iterate`: `start` at first, then what `step` makes of it, `count` times.

    `step` is None while the body is being read.
    """

    name: str
    start: Nat
    step: Nat | None
    count: Nat

    def extend(self, facts: Facts) -> Facts:
        """What holds in every iteration: a length that an iteration leaves as it was stays so, one that never falls stays above
        the first and, where the number of iterations is known, below the last; one that never grows stays below the first.
        """
        known = facts.natural(self.name)
        if self.step is None:
            return known
        if equal(self._stepped(self.start), self.start, facts):
            return known.between(self.name, self.start, self.start)
        if holds(compare(self.step, "ge", var(self.name)), known):
            lengths = self.lengths(facts)
            known = known.between(self.name, self.start, lengths[-1] if lengths else None)
        if holds(compare(self.step, "le", var(self.name)), known):
            known = known.between(self.name, None, self.start)
        return known

    def substituted(self, name: str, value: Nat) -> Binding:
        this = {name: value}
        step = None if self.step is None else substitute(self.step, this)
        return Iterations(self.name, substitute(self.start, this), step, substitute(self.count, this))

    def lengths(self, facts: Facts) -> tuple[Nat, ...] | None:
        """The different lengths that iterations begin with, where their number is known and not large."""
        if self.step is None or self.count.constant is None:
            return None
        lengths: dict[Nat, None] = {}
        length = simplify(self.start, facts)
        for _ in range(self.count.constant):
            if length in lengths:
                break
            if len(lengths) == MOST_ITERATIONS:
                return None
            lengths[length] = None
            length = simplify(self._stepped(length), facts)
        return tuple(lengths)

    def length_after(self, number: Nat, outer: Scope) -> Nat | None:
        """The length after so many iterations, of which there are at most `count`; None where no form is found.

        What holds in an iteration may be shown with the length that this gives for it: whether there is such an iteration rests on
        the iterations before it alone.
        """
        if self.step is None:
            return None
        if number.constant == 0 or outer.equal(self._stepped(self.start), self.start):
            return self.start
        r = outer.fresh("r")
        form = closed_form(self.name, self.start, self.step, var(r))
        if form is not None and (not form.guessed or self._is_kept(form.nat, r, outer)):
            return substitute(form.nat, {r: number})
        return self._step_by_step(number.constant, outer)

    def _step_by_step(self, number: int | None, outer: Scope) -> Nat | None:
        if number is None or number > MOST_STEPS:
            return None
        length = self.start
        for _ in range(number):
            after = outer.simplify(self._stepped(length))
            if after is length:
                break
            length = after
        return length

    def _is_kept(self, form: Nat, r: str, outer: Scope) -> bool:
        """Whether a form for the length after r iterations stays right with the next one."""
        return outer.inner(Index(r, self.count)).equal(self._stepped(form), substitute(form, {r: var(r) + 1}))

    def _stepped(self, length: Nat) -> Nat:
        assert self.step is not None
        return substitute(self.step, {self.name: length})


Binding: TypeAlias = Size | Table | Given | Index | Hidden | Iterations


class Binder(ABC):
    """An op that binds names of nats in its regions."""

    @abstractmethod
    def bindings(self, scope: Scope) -> tuple[Binding, ...]:
        """What its regions may use, given the scope around it."""

    def bindings_in(self, region: Region, scope: Scope) -> tuple[Binding, ...]:
        """What one of its regions may use; what all of them may, unless they differ."""
        return self.bindings(scope)

    def shown(self, scope: Scope) -> Mapping[str, str]:
        """How messages have names that its regions use and that nobody wrote."""
        return {}


class Scope:
    """The bindings in force at a place. Scopes are made with `inner`, and equal ones are the same object."""

    def __init__(self, parent: Scope | None, bindings: tuple[Binding, ...]):
        self.parent = parent
        self.own = bindings
        self._simple: dict[Nat, Nat] = {}
        self._tried: dict[Condition, bool] = {}

    def inner(self, *bindings: Binding) -> Scope:
        """The scope inside something that binds these."""
        return _scope(self, bindings) if bindings else self

    @cached_property
    def facts(self) -> Facts:
        facts = self.parent.facts if self.parent else NOTHING
        for binding in self.own:
            facts = binding.extend(facts)
        return facts

    @property
    def bindings(self) -> Iterator[Binding]:
        """From the outside in."""
        if self.parent:
            yield from self.parent.bindings
        yield from self.own

    @cached_property
    def always(self) -> Scope:
        """What is bound and known here whichever of two regions is chosen anywhere around."""
        kept = [binding for binding in self.bindings if not isinstance(binding, Chosen)]
        return self if len(kept) == len([*self.bindings]) else ROOT.inner(*kept)

    @cached_property
    def names(self) -> frozenset[str]:
        """The names of nats that are bound here."""
        own = {binding.name for binding in self.own if not isinstance(binding, Table | Given)}
        return self.parent.names | own if self.parent else frozenset(own)

    @cached_property
    def tables(self) -> frozenset[str]:
        """The names of tables that are bound here."""
        own = {binding.name for binding in self.own if isinstance(binding, Table)}
        return self.parent.tables | own if self.parent else frozenset(own)

    @cached_property
    def stated(self) -> frozenset[str]:
        """The names that a `where` may speak of."""
        return frozenset(binding.name for binding in self.bindings if isinstance(binding, Size))

    @cached_property
    def unreached(self) -> bool:
        """Whether this is inside of a loop that has no iterations: then there is nothing that must hold."""
        own = any(isinstance(binding, Iterations) and binding.count.constant == 0 for binding in self.own)
        return own or (self.parent is not None and self.parent.unreached)

    def fresh(self, hint: str) -> str:
        """A name that no program can write, for a length that is open only for a moment."""
        name = f"{hint}'"
        while name in self.names:
            name += "'"
        return name

    def most(self, nat: Nat) -> Nat | None:
        """The most that a nat can be, said without lengths that are open only for a moment; None where that is not seen."""
        for binding in reversed(tuple(self.bindings)):
            if isinstance(binding, Hidden) and "'" in binding.name and binding.name in nat.names:
                ends = [substitute(nat, {binding.name: end}) for end in (binding.limit, const(0))]
                most = [end for end in ends if self.holds(compare(nat, "le", end))]
                if not most:
                    return None
                nat = most[0]
        return nat

    def simplify(self, nat: Nat) -> Nat:
        if nat.constant is not None:
            return nat
        if nat not in self._simple:
            self._simple[nat] = simplify(nat, self.facts)
        return self._simple[nat]

    def holds(self, condition: Condition) -> bool:
        """Whether a condition is proved here; inside `lift.iterate`, in each of its iterations, or in any one of them.

        What depends on a position by a division, a power or a table may still be proved for each of its values.
        """
        if condition.decided is not None:
            return condition.decided
        if holds(condition, self.facts):
            return True
        if self.iterations:
            return all(instance.holds(condition) for instance in self.iterations)
        if condition not in self._tried:
            self._tried[condition] = self._holds_for_each_value(condition, MOST_VALUES)
        return self._tried[condition]

    def _holds_for_each_value(self, condition: Condition, most: int) -> bool:
        """Whether a condition is proved for each value of the positions that it depends on in such a way."""
        nonlinear = _names_inside(condition)
        chain: list[Binding] = list(self.bindings) if nonlinear else []
        for i, binding in enumerate(chain):
            if not isinstance(binding, Index) or binding.name not in nonlinear:
                continue
            name, count = binding.name, binding.count.constant
            if count is None or not 0 < count <= most or any(inner.name == name for inner in chain[i + 1 :]):
                continue
            outer = ROOT.inner(*chain[:i])
            for value in map(const, range(count)):
                try:
                    scope = outer.inner(*(inner.substituted(name, value) for inner in chain[i + 1 :]))
                    this = substitute_condition(condition, {name: value})
                except NatError:  # it has no meaning there
                    return False
                if this.decided is not None:
                    shown = this.decided
                else:
                    shown = holds(this, scope.facts) or scope._holds_for_each_value(this, most // count)
                if not shown:
                    return False
            return True
        return False

    def equal(self, left: Nat, right: Nat) -> bool:
        return left is right or self.holds(compare(left, "eq", right))

    @cached_property
    def iterations(self) -> tuple[Iteration, ...]:
        """The iterations of the innermost loop whose lengths are known: each of its lengths, or any one of them."""
        chain: list[Binding] = list(self.bindings)
        for i in reversed(range(len(chain))):
            loop = chain[i]
            if not isinstance(loop, Iterations):
                continue
            outer, inner = ROOT.inner(*chain[:i]), chain[i + 1 :]
            numbered = self._numbered(loop, outer)
            if numbered is not None:
                return tuple(
                    Iteration(
                        loop,
                        number,
                        length,
                        outer,
                        around.inner(*(one.substituted(loop.name, length) for one in inner)),
                    )
                    for number, length, around in numbered
                )
        return ()

    def _numbered(self, loop: Iterations, outer: Scope) -> Sequence[tuple[Nat, Nat, Scope]] | None:
        """The number of each iteration, its length, and what is known around it."""
        lengths = loop.lengths(outer.facts)
        if lengths is not None:
            return [(const(number), length, outer) for number, length in enumerate(lengths)]
        number = self.fresh("r")
        length = loop.length_after(var(number), outer)
        return None if length is None else [(var(number), length, outer.inner(Index(number, loop.count)))]

    def same_type(self, left: Attribute, right: Attribute) -> bool:
        """Whether two closed types are equal, up to renaming and under what is known here."""
        if left == right:
            return True
        match left, right:
            case ArrayType(), ArrayType():
                if not self.equal(left.length.data, right.length.data):
                    return False
                if not (left.dependent or right.dependent):
                    return self.same_type(left.element, right.element)
                position = self.fresh("i")
                inner = self.inner(Index(position, self.simplify(left.length.data)))  # of one element it is 0
                return inner.same_type(left.at(var(position)), right.at(var(position)))
            case ExistsType(), ExistsType():
                if not self.equal(left.bound.data, right.bound.data):
                    return False
                hidden = self.fresh("X")
                inner = self.inner(Hidden(hidden, left.bound.data))
                return inner.same_type(left.opened(var(hidden)), right.opened(var(hidden)))
            case TupleType(), TupleType():
                parts = list(zip(left.types, right.types, strict=False))
                return len(left.types) == len(right.types) and all(self.same_type(*pair) for pair in parts)
            case ParametrizedAttribute(), ParametrizedAttribute() if type(left) is type(right):
                parts = list(zip(left.parameters, right.parameters, strict=False))
                return len(parts) > 0 and all(self.same_type(*pair) for pair in parts)
            case _:
                return False


@dataclass(frozen=True)
class Iteration:
    """An iteration of a `lift.iterate`: one of them, or any one."""

    loop: Iterations
    number: Nat
    """From 0; a name where it is any one."""
    length: Nat
    outer: Scope
    """What is known around the loop."""
    scope: Scope
    """What is known in the iteration, with its length in place of the name."""

    def holds(self, condition: Condition) -> bool:
        try:
            return self.scope.holds(self.of(condition))
        except NatError:  # it has no meaning there
            return False

    def of(self, condition: Condition) -> Condition:
        """The condition with the length of this iteration."""
        return substitute_condition(condition, {self.loop.name: self.length})


def _names_inside(condition: Condition) -> frozenset[str]:
    """The names that a condition depends on by a division, a power, a logarithm or a table."""
    names: set[str] = set()
    waiting = list(condition.nat.atoms)
    while waiting:
        atom = waiting.pop()
        if isinstance(atom, FloorDiv | Mod | Pow | Log2 | Lookup):
            names |= atom.nat.names
        else:
            waiting += [inner for arg in atom.args for inner in arg.atoms]
    return frozenset(names)


@lru_cache(maxsize=4096)
def _scope(parent: Scope | None, bindings: tuple[Binding, ...]) -> Scope:
    return Scope(parent, bindings)


ROOT = Scope(None, ())
"""Nothing is bound and nothing is known."""


def scope_at(operation: Operation) -> Scope:
    """The scope in which an op stands."""
    region = operation.parent_region()
    return ROOT if region is None else scope_in(region)


def scope_in(region: Region) -> Scope:
    """The scope in which the ops of a region stand."""
    parent = region.parent_op()
    if parent is None:
        return ROOT
    outer = _scope_around(parent)
    return outer.inner(*parent.bindings_in(region, outer)) if isinstance(parent, Binder) else outer


def scope_inside(operation: Operation) -> Scope:
    """The scope in which the ops of all of an op's regions stand."""
    outer = _scope_around(operation)
    return outer.inner(*operation.bindings(outer)) if isinstance(operation, Binder) else outer


def _scope_around(operation: Operation) -> Scope:
    """The scope that the regions of an op see of what is around it."""
    return ROOT if operation.get_traits_of_type(IsolatedFromAbove) else scope_at(operation)


def names_shown_at(operation: Operation) -> Mapping[str, str]:
    """How messages about an op have the names of nats that the text does not have."""
    names: dict[str, str] = {}
    parent: Operation | None = operation
    while parent is not None:
        if isinstance(parent, Binder):
            names = {**parent.shown(scope_at(parent)), **names}
        if parent.get_traits_of_type(IsolatedFromAbove):
            names = {**names_in(location_of(parent)), **names}
        parent = parent.parent_op()
    return names


@lru_cache(maxsize=4096)
def is_simple(type_: Attribute) -> bool:
    """Whether every nat in a type is a number or a name, so that there is nothing to simplify."""
    return all(nat.constant is not None or isinstance(nat.single, Var | Bound) for nat, _ in nats_in(type_))


def simplified(type_: Attribute, scope: Scope) -> Attribute:
    """A closed type with its nats simplified under what is known."""
    if is_simple(type_):
        return type_
    match type_:
        case ArrayType():
            length = scope.simplify(type_.length.data)
            if not type_.dependent:
                return ArrayType(length, simplified(type_.element, scope), type_.binder.data)
            position = free_binder(type_.binder.data, scope.names | scope.tables | free_names(type_.element))
            inner = scope.inner(Index(position, length))
            return ArrayType.over(position, length, simplified(type_.at(var(position)), inner))
        case ExistsType():
            limit = scope.simplify(type_.bound.data)
            hidden = scope.fresh(type_.binder.data)
            inner = scope.inner(Hidden(hidden, limit))
            body = simplified(type_.opened(var(hidden)), inner)
            return ExistsType.over(hidden, limit, body, type_.binder.data)
        case TupleType():
            return tuple_of(simplified(part, scope) for part in type_.types)
        case _:
            return type_
