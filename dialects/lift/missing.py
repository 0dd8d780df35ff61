"""The fact that would make a condition known: for the fix that a diagnostic proposes.

A fact is proposed only where a `where` can state it, in few words, and where the condition is proved with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from ..nat.expr import Condition, Lookup, compare, lookup, var
from ..nat.facts import ANY
from ..nat.prove import bounds
from ..nat.rebuild import substitute_condition
from ..nat.ring import Atom, Nat, const
from .scope import ROOT, Binding, Given, Hidden, Index, Lengths, Scope, Size, Table

LONGEST: Final = 100
"""A fact with more characters is not proposed: nobody would see what it says."""


def where_stating(condition: Condition, scope: Scope, facts: Iterable[Condition]) -> str | None:
    """`where [fact]`, for the first of some facts that can be stated, and under which a condition is known here."""
    for fact in facts:
        text = f"where [{fact}]"
        if len(text) <= LONGEST and _can_be_stated(fact, scope) and _with_fact(scope, fact).holds(condition):
            return text
    return None


def sufficient_facts(condition: Condition, scope: Scope) -> Iterator[Condition]:
    """Facts that may imply a condition: itself, itself for every entry of a table, and that its least value will do."""
    yield condition
    positions = [name for name in condition.names if name not in scope.stated]
    if len(positions) == 1:
        every = substitute_condition(condition, {positions[0]: var(ANY)})
        if all(ANY not in atom.nat.names or atom.nat is _entry(atom) for atom in every.nat.atoms):
            yield every
    if condition.relation == "ge":
        least = bounds(condition.nat, scope.facts).lower
        if least is not None:
            yield compare(least, "ge", 0)


def _entry(atom: Atom) -> Nat:
    """Any entry of the table that an atom is an entry of."""
    return lookup(str(atom.label), var(ANY)) if isinstance(atom, Lookup) else const(0)


def _can_be_stated(fact: Condition, scope: Scope) -> bool:
    if fact.decided is not None:
        return False
    tables = {binding.name for binding in scope.bindings if isinstance(binding, Table) and _is_stated(binding)}
    return fact.names <= scope.stated | ({ANY} if fact.tables else set()) and fact.tables <= tables


def _is_stated(binding: Binding) -> bool:
    """Whether the head of a function says it."""
    return isinstance(binding, Size | Table | Given) and not isinstance(binding, Lengths)


def _with_fact(scope: Scope, fact: Condition) -> Scope:
    """The scope, had the function stated one more fact."""
    chain = list(scope.bindings)
    stated = next((k for k, binding in enumerate(chain) if not _is_stated(binding)), len(chain))
    return ROOT.inner(*chain[:stated], Given(fact)).inner(*chain[stated:])


def ranges_of(condition: Condition, scope: Scope) -> str | None:
    """What the names of a condition range over that no `where` can speak of."""
    found: list[str] = []
    for binding in scope.bindings:
        if binding.name in condition.names and isinstance(binding, Index):
            found.append(f"{var(binding.name)} lt {binding.count}")
        elif binding.name in condition.names and isinstance(binding, Hidden):
            found.append(f"{var(binding.name)} from 0 to {binding.limit}")
    return " and every ".join(found) or None
