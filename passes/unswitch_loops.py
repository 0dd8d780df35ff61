"""`kernel-unswitch-loops`: what a loop does not change is decided before it.

A row outside of an image is the same for all of its points: with a loop for rows that are inside, it is asked once a row.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Final, TypeAlias

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block, Region, SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import InsertPoint, Rewriter

from ..dialects.kernel.attributes import ConditionAttr
from ..dialects.kernel.control import ForOp, IfOp, YieldOp
from ..dialects.kernel.functions import FuncOp
from ..dialects.kernel.memory import BarrierOp
from ..dialects.lift.profile import profile_of
from ..dialects.nat.expr import Condition
from ..dialects.nat.prove import holds
from ..dialects.view.operation import ViewOp
from .simplify_control_flow import ControlFlow, inline

Key: TypeAlias = "tuple[ConditionAttr | None, tuple[SSAValue, ...]]"
"""What two conditions have in common that are the same."""

MOST_CONDITIONS: Final = 4
"""So many conditions are decided before a loop at most: there is a loop more for each of them."""

SHORT: Final = 16
"""A loop that is known to have fewer iterations is not worth it."""
LARGEST: Final = 4096
"""A loop with more ops in it is not written again."""


@dataclass(frozen=True)
class UnswitchLoopsPass(ModulePass):
    """Decide a condition that a loop does not change before it: there is a loop for each case.

    Before:

        kernel.for %i = 0 to N step 1 {
          %v = kernel.if %g ge 1 : f32 {
            %e = kernel.load %x[%g * N + %i - N] : f32
            kernel.yield %e : f32
          } else {
            kernel.yield %zero : f32
          }
          kernel.store %v, %y[%g * N + %i] : f32
        }

    After:

        kernel.if %g ge 1 {
          kernel.for %i = 0 to N step 1 {
            %e = kernel.load %x[%g * N + %i - N] : f32
            kernel.store %e, %y[%g * N + %i] : f32
          }
        } else {
          kernel.for %i = 0 to N step 1 {
            kernel.store %zero, %y[%g * N + %i] : f32
          }
        }

    So for the innermost loops that are not known to be short, and for comparisons of indices that give a value. Where there are several, those are decided
    first that others follow from, and the others where these hold. Loops with a barrier, and such that are marked `unroll`,
    stay as they are, and so does a kernel that still has views, or whose profile says `control_flow = off`.
    """

    name: ClassVar[str] = "kernel-unswitch-loops"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for function in op.ops:
            if isinstance(function, FuncOp) and _is_worth(function):
                _Unswitching(function).run()


def _is_worth(function: FuncOp) -> bool:
    ops = list(function.walk())
    wanted = profile_of(function).control_flow == "on" and not any(isinstance(op, ViewOp) for op in ops)
    return wanted and any(isinstance(op, ForOp) and next(_choices(op), None) is not None for op in ops)


def _choices(loop: ForOp) -> Iterator[IfOp]:
    """The conditions in the region of an innermost loop that it does not change, and that choose a value."""
    ops = list(loop.block.walk())
    short = loop.start.body.data.constant == 0 and (loop.stop.body.data.constant or SHORT) < SHORT
    if loop.unroll is not None or short or len(ops) > LARGEST or any(isinstance(op, ForOp | BarrierOp) for op in ops):
        return
    for op in ops:
        if isinstance(op, IfOp) and op.condition is not None and op.results and _is_known_before(op, loop):
            yield op


def _is_known_before(op: IfOp, loop: ForOp) -> bool:
    return not any(loop.is_ancestor(value.owner) for value in op.decided_by)


class _Unswitching(ControlFlow):
    """One kernel, of which some loops are written once for each case of a condition."""

    def __init__(self, function: FuncOp):
        super().__init__(function)
        self.left: dict[ForOp, int] = {}
        """How many conditions may still be decided before a loop; it is one less for each that was."""

    def loop(self, op: ForOp) -> None:
        left = self.left.get(op, MOST_CONDITIONS)
        best = self.strongest(op) if left else None
        if best is None:
            super().loop(op)
        else:
            self.condition(self.decided_before(op, *best, left))

    def decision(self, op: IfOp) -> Condition | bool | None:
        """What was not decided before is not decided here: these are the conditions of before, or such that a loop is put in."""
        return None if op.condition is None else self.known.condition(op.condition, op.decided_by)

    def strongest(self, op: ForOp) -> tuple[IfOp, set[Key]] | None:
        """The condition of a loop from which most of the others follow, and these; None where there is none."""
        found = {_key(choice): choice for choice in _choices(op)}
        conditions = {
            key: self.known.condition(choice.condition, choice.decided_by)
            for key, choice in found.items()
            if choice.condition is not None
        }
        best: tuple[IfOp, set[Key]] | None = None
        for key, condition in conditions.items():
            facts = self.known.facts.given(condition)
            follow = {other for other, one in conditions.items() if other == key or holds(one, facts)}
            if best is None or len(follow) > len(best[1]):
                best = found[key], follow
        return best

    def decided_before(self, op: ForOp, choice: IfOp, follow: set[Key], left: int) -> IfOp:
        """A loop in the case in which a condition holds, and what follows from it; and a copy of it in the other case."""
        types, copy = [value.type for value in op.results], op.clone()
        self.left[op], self.left[copy] = left - 1, 0
        then, otherwise = Block(), Block([copy])
        decided = IfOp(choice.condition, list(choice.decided_by), types, Region(then), Region(otherwise))
        Rewriter.insert_op(decided, InsertPoint.before(op))
        for result, new in zip(op.results, decided.results, strict=True):
            new.name_hint = result.name_hint
            result.replace_all_uses_with(new)
        op.detach()
        then.add_op(op)
        if types:
            then.add_op(YieldOp(*op.results))
            otherwise.add_op(YieldOp(*copy.results))
        key = _key(choice)
        _decide(op, follow, holds_here=True)
        _decide(copy, {key}, holds_here=False)
        return decided


def _key(choice: IfOp) -> Key:
    return choice.condition, tuple(choice.decided_by)


def _decide(loop: ForOp, keys: set[Key], *, holds_here: bool) -> None:
    """Put what conditions choose in their place, from the inside out."""
    for op in reversed([op for op in _choices(loop) if _key(op) in keys]):
        block = op.then.block if holds_here else op.else_block
        assert block is not None
        inline(op, block, ())
