"""A function while it is rewritten step by step, each by one rule at one place."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Any, Final, TypeAlias

from xdsl.ir import Operation
from xdsl.pattern_rewriter import PatternRewriter

from ...analysis.errors import NOT_HERE
from ...dialects.diagnostics import LiftError, location_around
from ...dialects.lift.functions import DefOp
from ..rules.rule import Refusal, Rewritten, Rule
from .places import Places
from .step import Step

Watcher: TypeAlias = Callable[[DefOp, Step], None]
"""Who is told of each step, after it."""

_watchers: Final[list[Watcher]] = []


@contextmanager
def watched(watcher: Watcher) -> Generator[None]:
    """While it lasts, somebody is told of each step."""
    _watchers.append(watcher)
    try:
        yield
    finally:
        _watchers.remove(watcher)


class NotApplicableError(LiftError):
    """A rule does not hold at a place."""

    def __init__(self, step: Step, refusal: Refusal, op: Operation | None = None):
        expected = None if refusal.error is None else refusal.error.expected
        found = None if refusal.error is None else refusal.error.found
        place = None if op is None else location_around(op)
        super().__init__(NOT_HERE, f"`{step}` does not hold: {refusal}", expected=expected, found=found, location=place)


class Derivation:
    """A function, the names of its places, and the rules that are applied to it."""

    def __init__(self, function: DefOp):
        self.function = function
        self._places: Places | None = None

    @property
    def places(self) -> Places:
        """The names of its places; found when they are first asked for, and kept up with each step."""
        if self._places is None:
            self._places = Places(self.function)
        return self._places

    def rewrite(self, rule: Rule[Any], op: Operation, rewriter: PatternRewriter | None = None) -> Step | Refusal:
        """Apply a rule to an op."""
        done = self.rewritten(rule, op, rewriter)
        return done if isinstance(done, Refusal) else done[0]

    def rewritten(
        self, rule: Rule[Any], op: Operation, rewriter: PatternRewriter | None = None
    ) -> tuple[Step, Rewritten] | Refusal:
        """Apply a rule to an op; what it did, too."""
        place = self.places.name_of(op)
        done = rule.apply(op, rewriter)
        if isinstance(done, Refusal):
            return done
        self.places.update(done)
        return self.done(Step(rule.name, place, rule.arguments)), done

    def done(self, step: Step) -> Step:
        """A step was done: whoever watches is told."""
        for watcher in _watchers:
            watcher(self.function, step)
        return step

    def at(self, rule: Rule[Any], place: str) -> Step:
        """Apply a rule at a place; where it does not hold, that is an error, and nothing has happened."""
        op = self.places.at(place)
        done = self.rewrite(rule, op)
        if isinstance(done, Refusal):
            raise NotApplicableError(Step(rule.name, place, rule.arguments), done, op)
        return done

    def changed(self) -> None:
        """Something else than a rule has changed the function: what is new gets names, those in use stay."""
        self.places.find_again()

    def trial(self) -> Derivation:
        """A copy of the function, with the same names, to see how far something goes."""
        copy = self.function.clone()
        parent = self.function.parent
        if parent is not None:
            parent.insert_op_after(copy, self.function)  # what is known of a function may be said around it
        trial = Derivation(copy)
        trial._places = self.places.for_copy(copy)
        return trial

    def adopt(self, trial: Derivation) -> None:
        """Go on with the copy."""
        old, new = self.function.body, trial.function.body
        while old.blocks:
            old.erase_block(0, safe_erase=False)
        new.move_blocks(old)
        self.function.properties.update(trial.function.properties)
        self._places = trial.places.moved_to(self.function)
        self.drop(trial)

    @staticmethod
    def drop(trial: Derivation) -> None:
        """A copy that is not wanted any more."""
        if trial.function.parent is not None:
            trial.function.detach()
        trial.function.drop_all_references()
