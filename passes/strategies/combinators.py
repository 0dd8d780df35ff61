"""Strategies are put together of strategies: `seq`, `attempt`, `choice`, `repeat`, `at`, `outermost`, `innermost`, `everywhere`.

A strategy rewrites a function and gives the steps that it took, a script that does the same again. One that cannot do what
it is for raises a `NotApplicableError`; whatever it did before that counts only where somebody goes on with it, and `attempt`,
`choice` and `repeat` undo it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from xdsl.ir import Operation
from xdsl.pattern_rewriter import GreedyRewritePatternApplier, PatternRewriter, PatternRewriteWalker, RewritePattern

from ...analysis.errors import NO_PLACE, NOT_HERE
from ...dialects.diagnostics import LiftError
from ..rules.rule import Refusal, Rewritten, Rule
from .derivation import Derivation, NotApplicableError
from .step import Step

Strategy: TypeAlias = Callable[[Derivation], list[Step]]
"""Rewrites a function, and gives the steps that it took."""

Wish: TypeAlias = Callable[[Operation], bool]
"""Whether a rule is wanted at an op, whether it holds there or not."""

MOST: Final = 10_000
"""So often is something repeated at most."""


@dataclass(frozen=True)
class Wanted:
    """A rule where it is wanted, perhaps with numbers that depend on the op."""

    root: type[Operation]
    choose: Callable[[Operation], Rule[Any] | None]

    def at(self, op: Operation) -> Rule[Any] | None:
        """The rule that is wanted at an op."""
        return self.choose(op) if isinstance(op, self.root) else None


def when(rule: Rule[Any], *wishes: Wish) -> Wanted:
    """A rule where all of these are so."""
    return Wanted(rule.root, lambda op: rule if all(wish(op) for wish in wishes) else None)


def chosen(root: type[Operation], choose: Callable[[Operation], Rule[Any] | None]) -> Wanted:
    """A rule for ops of a class, if one is wanted."""
    return Wanted(root, choose)


def _wanted(choices: Iterable[Rule[Any] | Wanted]) -> list[Wanted]:
    return [choice if isinstance(choice, Wanted) else when(choice) for choice in choices]


# One step


def at(rule: Rule[Any], place: str) -> Strategy:
    """Apply a rule at a place."""
    return lambda derivation: [derivation.at(rule, place)]


def outermost(*choices: Rule[Any] | Wanted) -> Strategy:
    """Apply the first of some rules that holds, at the first op where one does: none of those around it."""
    return _first(choices, lambda function: list(function.walk()))


def innermost(*choices: Rule[Any] | Wanted) -> Strategy:
    """Apply the first of some rules that holds, at the first op where one does and inside of which none does."""
    return _first(choices, lambda function: list(function.walk(region_first=True)))


def _first(choices: Iterable[Rule[Any] | Wanted], order: Callable[[Operation], Sequence[Operation]]) -> Strategy:
    wanted = _wanted(choices)

    def run(derivation: Derivation) -> list[Step]:
        for op in order(derivation.function):
            for choice in wanted:
                rule = choice.at(op)
                done = None if rule is None else derivation.rewrite(rule, op)
                if isinstance(done, Step):
                    return [done]
        raise NotApplicableError(Step("this"), Refusal("there is no place where it does"))

    return run


# Several


def seq(*parts: Strategy) -> Strategy:
    """One after the other."""
    return lambda derivation: [step for part in parts for step in part(derivation)]


def attempt(part: Strategy) -> Strategy:
    """Do it if it can be done as a whole, else nothing."""
    return lambda derivation: _tried(part, derivation) or []


def choice(*parts: Strategy) -> Strategy:
    """The first of them that can be done."""

    def run(derivation: Derivation) -> list[Step]:
        last: LiftError | None = None
        for part in parts:
            trial = derivation.trial()
            try:
                steps = part(trial)
            except LiftError as error:
                if error.kind not in (NOT_HERE, NO_PLACE):
                    raise
                last = error
                derivation.drop(trial)
            else:
                derivation.adopt(trial)
                return steps
        raise last or NotApplicableError(Step("choice"), Refusal("there is nothing to choose"))

    return run


def repeat(part: Strategy, most: int = MOST) -> Strategy:
    """As often as it can be done."""

    def run(derivation: Derivation) -> list[Step]:
        steps: list[Step] = []
        for _ in range(most):
            done = _tried(part, derivation)
            if not done:
                break
            steps += done
        return steps

    return run


def _tried(part: Strategy, derivation: Derivation) -> list[Step] | None:
    """The steps of a strategy; None where it cannot be done, and nothing has happened."""
    try:
        return choice(part)(derivation)
    except LiftError as error:
        if error.kind not in (NOT_HERE, NO_PLACE):
            raise
        return None


def everywhere(*choices: Rule[Any] | Wanted) -> Strategy:
    """Apply rules wherever they hold, to what they make as well, until none of them changes anything any more."""
    wanted = _wanted(choices)

    def run(derivation: Derivation) -> list[Step]:
        steps: list[Step] = []
        patterns: list[RewritePattern] = [_Everywhere(choice, derivation, steps) for choice in wanted]
        PatternRewriteWalker(GreedyRewritePatternApplier(patterns)).rewrite_region(derivation.function.body)
        return steps

    return run


@dataclass(frozen=True)
class _Everywhere(RewritePattern):
    """A rule that is applied by xDSL's walker, which knows the ops that are to be looked at again."""

    choice: Wanted
    derivation: Derivation
    steps: list[Step]

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter, /) -> None:
        rule = self.choice.at(op)
        done = None if rule is None else self.derivation.rewrite(rule, op, rewriter)
        if isinstance(done, Step):
            self.steps.append(done)


@dataclass(frozen=True)
class _Unrecorded(RewritePattern):
    """A rule of a normal form, which is one step as a whole."""

    choice: Wanted
    told: Callable[[Rewritten], None]

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter, /) -> None:
        rule = self.choice.at(op)
        done = None if rule is None else rule.apply(op, rewriter)
        if isinstance(done, Rewritten):
            self.told(done)


def unrecorded(choices: Iterable[Wanted], told: Callable[[Rewritten], None] = lambda _: None) -> list[RewritePattern]:
    """Patterns that apply rules where they are wanted; somebody who keeps names may be told of each."""
    return [_Unrecorded(choice, told) for choice in choices]


def matches(
    derivation: Derivation, choices: Iterable[Rule[Any]]
) -> Iterator[tuple[Rule[Any], Operation, Refusal | None]]:
    """Each op that a rule is for, and why it does not hold there, if it does not."""
    for op in list(derivation.function.walk()):
        for rule in choices:
            if isinstance(op, rule.root):
                found = rule.checked(op)
                yield rule, op, found if isinstance(found, Refusal) else None
