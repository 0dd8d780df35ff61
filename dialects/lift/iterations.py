"""Iterations in which something is not proved, in words: for the fix that a diagnostic proposes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..nat.expr import Condition, FloorDiv, compare, mod, var
from ..nat.rebuild import substitute, substitute_condition
from ..nat.ring import NatError, const
from .scope import Given, Iteration, Scope


def failing_iterations(condition: Condition, scope: Scope) -> Iterator[Iteration]:
    """The iterations in which a condition is not proved: one of the innermost loop, and so on outwards."""
    while iteration := next((one for one in scope.iterations if not one.holds(condition)), None):
        try:
            scope, condition = iteration.scope, iteration.of(condition)
        except NatError:  # it has no meaning there
            return
        yield iteration


def where_false(condition: Condition, iteration: Iteration) -> str | None:
    """The iteration in which a condition is shown to be false: the one given, or of any one the first or the last."""
    loop, outer = iteration.loop, iteration.outer
    if loop.name not in condition.names:
        return None
    for number in [const(0), loop.count - 1] if iteration.number.names else [iteration.number]:
        at = dict.fromkeys(iteration.number.names, number)
        try:
            opposite = substitute_condition(iteration.of(condition), at).negated
            length = outer.simplify(substitute(iteration.length, at))
        except NatError:  # it has no meaning there
            continue
        if opposite.decided or (opposite.names <= outer.names and outer.holds(opposite)):
            return f"in iteration {outer.simplify(number + 1)}, where {var(loop.name)} is {length}"
    return None


def sufficient_fact(condition: Condition, scope: Scope, iterations: Sequence[Iteration]) -> Condition | None:
    """A fact under which a condition would hold in every iteration: that what the iterations divide is divided exactly."""
    for iteration in iterations:
        last = dict.fromkeys(iteration.number.names, iteration.loop.count)
        for atom in iteration.length.atoms if last else ():
            if isinstance(atom, FloorDiv) and atom.args[1].names & last.keys():
                fact = compare(mod(atom.args[0], substitute(atom.args[1], last)), "eq", 0)
                if fact.names <= scope.stated and scope.inner(Given(fact)).holds(condition):
                    return fact
    return None
