"""Everything that has a name in a step or on the command line: rules, strategies, and mappings for kinds of devices.

Other packages add strategies by the entry point `lift.strategies`: each names a `NamedStrategy` or a sequence of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cache
from typing import Any, Final

from ...analysis.errors import BAD_STEP, NO_RULE, NO_STRATEGY
from ...dialects.diagnostics import LiftError
from ..rules.parameters import Parameter, checked
from ..rules.rule import Rule
from .combinators import Strategy, at, seq
from .mapping import MAPPINGS, MappingStrategy
from .normal_forms import fuse, inline, insert_packs, tidy
from .step import Step

GROUP: Final = "lift.strategies"


@dataclass(frozen=True)
class NamedStrategy:
    """A strategy that a step can name, with its numbers, and a place where it works at one."""

    make: Callable[..., Strategy]
    """Gives the strategy, for a place and numbers."""
    parameters: Mapping[str, Parameter] = field(default_factory=dict[str, Parameter])
    at_place: bool = True

    @property
    def name(self) -> str:
        return self.make.__name__

    @property
    def what(self) -> str:
        return " ".join((self.make.__doc__ or "").split())


def strategy(**parameters: Parameter) -> Callable[[Callable[..., Strategy]], NamedStrategy]:
    """Make a named strategy of a function from a place and numbers to a strategy; its docstring says what it does."""
    return lambda make: NamedStrategy(make, parameters)


def _normal_form(run: Strategy) -> NamedStrategy:
    def make() -> Strategy:
        return run

    make.__name__, make.__doc__ = run.__name__, run.__doc__
    return NamedStrategy(make, at_place=False)


@cache
def strategies() -> Mapping[str, NamedStrategy]:
    """Every strategy that a step can name."""
    from ..rules.registry import added_by_packages, rules
    from .macros import MACROS

    forms = map(_normal_form, (tidy, fuse, inline, insert_packs))
    found = {one.name: one for one in (*forms, *MACROS)}
    for point, added in added_by_packages(GROUP, NamedStrategy):
        for one in added:
            if one.name in found or one.name in rules():
                raise LiftError(NO_RULE, f"'{point}' adds a name that is there already", found=one.name)
            found[one.name] = one
    return found


def rule_named(name: str) -> Rule[Any]:
    """The rule of this name."""
    from ..rules.registry import rules  # all of them, of which a mapping needs a part

    found = rules().get(name)
    if found is None:
        raise _unknown(name, rules())
    return found


def mapping_named(name: str) -> MappingStrategy:
    """The strategy of `lift-to-ocl` of this name; of one that another package adds, what it leaves is mapped by `rest`."""
    found = MAPPINGS.get(name)
    if found is not None:
        return found
    other = strategies().get(name)
    if other is None or other.at_place or other.parameters:
        message = f"there is no strategy '{name}'"
        raise LiftError(NO_STRATEGY, message, expected=", ".join(MAPPINGS), found=name)
    return lambda profile: seq(other.make(), MAPPINGS["rest"](profile))


def strategy_of(step: Step) -> Strategy:
    """What a step does."""
    from ..rules.registry import rules

    named = strategies().get(step.name)
    if named is None:
        if step.name not in rules():
            raise _unknown(step.name, {**rules(), **strategies()})
        rule = rule_named(step.name).bind(**step.arguments)
        if step.place is None:
            raise LiftError(
                BAD_STEP, f"'{step.name}' is applied at a place", expected=f"{step} at %NAME", found=str(step)
            )
        return at(rule, step.place)
    arguments = checked(step.name, named.parameters, step.arguments)
    if named.at_place != (step.place is not None):
        expected = f"{step} at %NAME" if named.at_place else step.name
        raise LiftError(BAD_STEP, f"'{step.name}' is not used like that", expected=expected, found=str(step))
    return named.make(step.place, **arguments) if named.at_place else named.make(**arguments)


def _unknown(name: str, known: Mapping[str, object]) -> LiftError:
    near = get_close_matches(name, known, 5)
    expected = ", ".join(near) if near else "a name that `lift-matches` shows"
    return LiftError(NO_RULE, f"there is no rule '{name}'", expected=expected, found=name)
