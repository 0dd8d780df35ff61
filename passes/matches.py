"""`lift-matches`: which rules hold, and where; the program stays as it is."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation
from xdsl.passes import ModulePass

from ..dialects.diagnostics import location_around
from ..dialects.lift.functions import DefOp
from .rules.rule import Refusal, Rule


@dataclass(frozen=True)
class MatchesPass(ModulePass):
    """Print a remark for each rule that holds, with the usual numbers, and where: a step to paste.

        dot.mlir:5:3: remark: split_join n=8 at %products

    With `why`, also for each that does not hold at an op that it is for, and why not. `family` and `rule` choose.
    """

    name: ClassVar[str] = "lift-matches"

    why: bool = False
    family: str | None = None
    rule: str | None = None

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for function in op.ops:
            if isinstance(function, DefOp):
                for line in self._remarks(function):
                    print(line, file=sys.stderr)

    def _remarks(self, function: DefOp) -> Iterator[str]:
        from .strategies.places import Places
        from .strategies.step import Step

        places = Places(function)
        for op in list(function.walk()):
            for rule in self._rules():
                refusal = _refusal(rule, op)
                if refusal is None or (self.why and isinstance(op, rule.root)):
                    where = location_around(op)
                    step = Step(rule.name, places.name_of(op), rule.arguments)
                    reason = "" if refusal is None else f" does not hold: {refusal}"
                    yield f"{where}: remark: {step}{reason}" if where else f"remark: {step}{reason}"

    def _rules(self) -> list[Rule[Any]]:
        from .rules.registry import families, rules
        from .strategies.registry import rule_named

        chosen = list(rules().values()) if self.rule is None else [rule_named(self.rule)]
        if self.family is not None:
            chosen = [rule for rule in chosen if rule in families().get(self.family, ())]
        return [rule.bind_usual() for rule in chosen]


def _refusal(rule: Rule[Any], op: Operation) -> Refusal | None:
    """Why a rule does not hold at an op; None where it does."""
    if not isinstance(op, rule.root) or not op.results:
        return Refusal("it is for other ops")
    found = rule.checked(op)
    return found if isinstance(found, Refusal) else None
