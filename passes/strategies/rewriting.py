"""What strategies that look before they rewrite are written with: a function, a profile, and the steps that were taken.

Rules are applied to ops, and give the ops that they made, so that a strategy goes on with these; the steps name places.
"""

from __future__ import annotations

from typing import Any

from xdsl.ir import Operation, OpResult, SSAValue

from ...dialects.lift.algorithmic import MapLike, MapOp
from ...dialects.profiles import Profile
from ..rules.exchange import inside_of
from ..rules.regions import only_rearranges
from ..rules.rule import OpT, Refusal, Rewritten, Rule
from ..rules.staging import hoist, launch
from .derivation import Derivation, NotApplicableError
from .normal_forms import tidy
from .step import Step


class Rewriting:
    """A function that is rewritten for a device, step by step."""

    def __init__(self, derivation: Derivation, profile: Profile):
        self.derivation = derivation
        self.profile = profile
        self.steps: list[Step] = []
        self.parted = False
        """Whether something was cut into parts, whose windows are simpler once parts are taken as early as can be, or whether
        tuples were taken apart."""

    def apply(self, rule: Rule[Any], op: Operation) -> Rewritten:
        """Apply a rule to an op; where it does not hold, that is an error."""
        done = self.derivation.rewritten(rule, op)
        if isinstance(done, Refusal):
            raise NotApplicableError(Step(rule.name, self.derivation.places.name_of(op), rule.arguments), done, op)
        self.steps.append(done[0])
        return done[1]

    def tried(self, rule: Rule[Any], op: Operation) -> Rewritten | None:
        """Apply a rule to an op if it holds there."""
        done = self.derivation.rewritten(rule, op)
        if isinstance(done, Refusal):
            return None
        self.steps.append(done[0])
        return done[1]

    def hoisted(self, pattern: MapOp) -> MapOp:
        """The pattern, after what rearranges in its region and is free of it was put before it."""
        count = len(pattern.block.ops)
        for k in range(count):
            op = list(pattern.block.ops)[k - count]
            done = self.tried(hoist, op)
            if done is not None:
                pattern = made(done, MapOp)[-1]
        return pattern


class Named:
    """A rewriting whose patterns are known by their names, which most rules keep while they put others around them."""

    def __init__(self, work: Rewriting):
        self.work = work

    def name(self, op: Operation) -> str:
        name = self.work.derivation.places.name_of(op)
        if name is None:
            raise NotApplicableError(Step("name", None), Refusal(f"there is no name for '{op.name}'"), op)
        return name

    def op(self, name: str, kind: type[OpT] = Operation) -> OpT:
        """The op with a name, of a kind."""
        return _of_kind(self.work.derivation.places.at(name), kind, name)

    def around(self, op: Operation, kind: type[OpT]) -> OpT:
        """The op in whose region an op is, of a kind."""
        outer = op.parent_op()
        assert outer is not None
        return _of_kind(outer, kind, self.work.derivation.places.name_of(op))

    def apply(self, rule: Rule[Any], name: str) -> Rewritten:
        return self.work.apply(rule, self.op(name))

    def launched(self, name: str, local: int) -> None:
        """A group for each element of the outermost map, with so many items along each side, where the host knows how many."""
        self.work.tried(launch.bind(local=local), self.op(name))

    def tidy(self) -> None:
        """What is simpler now is written so."""
        self.work.steps += tidy(self.work.derivation)


def _of_kind(op: Operation, kind: type[OpT], name: str | None) -> OpT:
    """An op of a kind; where it is of another one, the form that is wanted cannot be had."""
    if not isinstance(op, kind):
        raise NotApplicableError(Step("name", name), Refusal(f"'{op.name}' is no {kind.__name__}"), op)
    return op


def made(done: Rewritten, kind: type[OpT]) -> list[OpT]:
    """The ops of a kind that a rule made, but for those inside of others."""
    return [op for op in done.ops if isinstance(op, kind)]


def inner(op: MapLike, kind: type[OpT]) -> OpT:
    """The pattern of a kind that gives what a map yields, but for rearrangements."""
    found = inside_of(op, kind)
    assert found is not None
    return found[0]


def producer(value: SSAValue) -> Operation:
    """The op that a value is the result of."""
    assert isinstance(value, OpResult)
    return value.op


def mapped(done: Rewritten) -> MapOp:
    """The one map that a rule made which does more than to rearrange."""
    found = [op for op in made(done, MapOp) if not only_rearranges(op)]
    assert len(found) == 1
    return found[0]


def rows_of(done: Rewritten) -> tuple[MapOp, MapOp]:
    """The map over rows that a rule made, and the one inside of it."""
    outer = made(done, MapOp)[0]
    return outer, inner(outer, MapOp)
