"""Loops for updates: each element in order changes what is at its index, where that is in bounds.

Where the profile says so, the indices and elements of a few updates are loaded before the first of them stores: the device
has several loads under way then.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from xdsl.ir import SSAValue

from ...dialects.lift.destinations import levels_in
from ...dialects.lift.profile import profile_of
from ...dialects.lift.renaming import substitute_in_op
from ...dialects.lift.types import holds_array
from ...dialects.lift.updates import UpdateLike
from ...dialects.nat.expr import compare, floordiv, mod, var
from ...dialects.nat.ring import Nat, const
from ...dialects.view.path import length_of
from .kernel import Loop, is_dependent

if TYPE_CHECKING:
    from .patterns import Lowering


def updated(op: UpdateLike, lowering: Lowering) -> None:
    """The loops of an update, for one work item."""
    kernel, count, block = lowering.kernel, length_of(op.xs.type), profile_of(op).update_block
    with kernel.alone(levels_in(op.single)):
        if block == 1 or not _is_blocked(op, lowering):
            with kernel.loop(count, op.position_name, over=(kernel.view(op.xs),)) as (loop, _):
                _Update(op, lowering, lambda view: kernel.access(view, loop)).store()
        else:
            whole = floordiv(count, block)
            with kernel.loop(whole, kernel.fresh("block")) as (loop, _):
                for one in [_at(op, lowering, const(block), loop, const(k)) for k in range(block)]:
                    one.store()
            with kernel.loop(mod(count, block), kernel.fresh("k")) as (loop, _):
                _at(op, lowering, const(1), loop, block * whole).store()
    lowering.bind(op.result, lowering.home(op))


def _is_blocked(op: UpdateLike, lowering: Lowering) -> bool:
    """Whether an element is a value, and what is done with it has no loops."""
    plain = not holds_array(op.block.args[1].type) and not is_dependent(lowering.kernel.view(op.xs))
    return plain and not any(inner.regions for inner in op.block.ops)


def _at(op: UpdateLike, lowering: Lowering, step: Nat, loop: Loop, offset: Nat) -> _Update:
    """The update of the element so many after those of which an iteration is a multiple, with its values loaded."""
    assert loop.position is not None
    position = step * var(loop.position) + offset
    if op.position_name is not None:
        op = op.clone()
        for inner in op.block.ops:
            substitute_in_op(inner, {op.position_name or "": position})
    one = _Update(op, lowering, lambda view: lowering.kernel.element(view, position))
    one.load()
    return one


class _Update:
    """One element that changes what is at its index."""

    def __init__(self, op: UpdateLike, lowering: Lowering, at: Callable[[SSAValue], SSAValue]):
        self.op, self.lowering, kernel = op, lowering, lowering.kernel
        self.element = at(kernel.view(op.xs))
        self.index = kernel.load(at(kernel.view(op.indices)))
        self.index.name_hint = "place"

    def load(self) -> None:
        """Have the element as a value, where it is used."""
        if self.op.block.args[1].first_use is not None:
            self.element = self.lowering.kernel.load(self.element)

    def store(self) -> None:
        """Change what is at the index, if that is in bounds."""
        op, kernel, place = self.op, self.lowering.kernel, {"i'": self.index}
        lower = kernel.condition(compare(var("i'"), "ge", 0), place, otherwise=False)
        with kernel.inside(lower.then.block):
            upper = kernel.condition(compare(var("i'"), "lt", length_of(op.result.type)), place, otherwise=False)
            with kernel.inside(upper.then.block):
                target = kernel.element(self.lowering.home(op), var("i'"), place)
                self.lowering.bind(op.block.args[0], target)
                self.lowering.bind(op.block.args[1], self.element)
                self.lowering.statements(op.block)
                kernel.store(kernel.value(op.yielded), target)
