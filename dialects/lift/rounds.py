"""Rounds in which something is not proved, in words: for the fix that a diagnostic proposes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..nat.expr import Condition, FloorDiv, compare, mod, var
from ..nat.rebuild import substitute, substitute_condition
from ..nat.ring import NatError, const
from .scope import Given, Round, Scope


def failing_rounds(condition: Condition, scope: Scope) -> Iterator[Round]:
    """The rounds in which a condition is not proved: one of the innermost loop, and so on outwards."""
    while round_ := next((one for one in scope.rounds if not one.holds(condition)), None):
        try:
            scope, condition = round_.scope, round_.of(condition)
        except NatError:  # it has no meaning there
            return
        yield round_


def where_false(condition: Condition, round_: Round) -> str | None:
    """The round in which a condition is shown to be false: the one given, or of any one the first or the last."""
    loop, outer = round_.loop, round_.outer
    if loop.name not in condition.names:
        return None
    for number in [const(0), loop.count - 1] if round_.number.names else [round_.number]:
        at = dict.fromkeys(round_.number.names, number)
        try:
            opposite = substitute_condition(round_.of(condition), at).negated
            length = outer.simplify(substitute(round_.length, at))
        except NatError:  # it has no meaning there
            continue
        if opposite.decided or (opposite.names <= outer.names and outer.holds(opposite)):
            return f"in round {outer.simplify(number + 1)}, where {var(loop.name)} is {length}"
    return None


def sufficient_fact(condition: Condition, scope: Scope, rounds: Sequence[Round]) -> Condition | None:
    """A fact under which a condition would hold in every round: that what the rounds divide is divided exactly."""
    for round_ in rounds:
        last = dict.fromkeys(round_.number.names, round_.loop.count)
        for atom in round_.length.atoms if last else ():
            if isinstance(atom, FloorDiv) and atom.args[1].names & last.keys():
                fact = compare(mod(atom.args[0], substitute(atom.args[1], last)), "eq", 0)
                if fact.names <= scope.stated and scope.inner(Given(fact)).holds(condition):
                    return fact
    return None
