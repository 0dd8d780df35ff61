"""Loops for updates, where each element in order changes what is at its index if that is in bounds, and for scatters.

Where the profile says so, the indices and elements of a few updates are loaded before the first of them stores: the device
has several loads under way then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from xdsl.dialects import arith
from xdsl.dialects.builtin import IntegerAttr, TupleType
from xdsl.ir import Attribute, SSAValue

from ...dialects.kernel.vectors import LaneOp
from ...dialects.lift.destinations import levels_in
from ...dialects.lift.profile import profile_of
from ...dialects.lift.renaming import substitute_in_op
from ...dialects.lift.scope import scope_at
from ...dialects.lift.storage import LENGTH
from ...dialects.lift.tuples import TupleOp
from ...dialects.lift.types import ArrayType, holds_array
from ...dialects.lift.updates import UpdateLike
from ...dialects.nat.expr import compare, floordiv, mod, var
from ...dialects.nat.ring import Nat, const
from ...dialects.ocl.scatters import ParallelScatter
from ...dialects.view.layout import part_of
from ...dialects.view.operation import seen_by
from ...dialects.view.path import length_of
from .element_lanes import BYTES, Lanes, Region
from .kernel import Kernel, Loop, is_dependent

if TYPE_CHECKING:
    from .patterns import Lowering

MOST_LANES: Final = 16
"""A vector of OpenCL C has no more."""


def updated(op: UpdateLike, lowering: Lowering) -> None:
    """The loops of an update, for one work item."""
    kernel, count, block = lowering.kernel, length_of(op.xs.type), profile_of(op).update_block
    with kernel.alone(levels_in(op.single)):
        if block == 1 or not _is_plain(op, kernel.view(op.xs)):
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


def scattered(op: ParallelScatter, lowering: Lowering) -> None:
    """The loops of a scatter: the counters of a row are private, and each goes on with every value that is stored."""
    kernel, target = lowering.kernel, lowering.home(op)
    xs, starts = kernel.view(op.xs), kernel.view(op.starts)
    most = kernel.most(op.size.data, scope_at(op))

    def moved(element: SSAValue) -> tuple[SSAValue, SSAValue]:
        """Which counter is for an element, and what is stored for it."""
        with kernel.inside(kernel.block, kernel.view_block):  # what is known of one element is not known of the next
            lowering.bind(op.block.args[0], element)
            lowering.statements(op.block)
            number, value = (kernel.view_op(part_of(kernel.view(op.yielded), k)) for k in (0, 1))
            return kernel.bounded(kernel.load(number), op.counters - 1, "counter"), kernel.load(value)

    def stored(which: SSAValue, value: SSAValue) -> None:
        counter = kernel.element(counters, var("i'"), {"i'": which})
        place = kernel.load(counter)
        place.name_hint = "place"
        kernel.store(kernel.add(arith.AddiOp(place, one)).results[0], counter)
        at = kernel.bounded(place, most, "at")
        kernel.store(value, kernel.element(target, var("i'"), {"i'": at}))

    with (
        kernel.loop(length_of(op.xs.type), op.position_name, map_=op, over=(xs,)) as (loop, _),
        kernel.alone(levels_in(op.single)),
    ):
        around, kernel.writer = kernel.writer, ()
        counters = kernel.private(ArrayType(op.counters, LENGTH), (), "counters")
        kernel.copy(kernel.access(starts, loop), counters)
        one = kernel.add(arith.ConstantOp(IntegerAttr(1, LENGTH))).results[0]
        row = kernel.access(xs, loop)
        count, block = length_of(seen_by(row, op.name)), profile_of(op).update_block
        lanes = None if block == 1 or not _is_plain(op, row) else _on_lanes(op)
        if block == 1 or not _is_plain(op, row):
            with kernel.loop(count, over=(row,)) as (inner, _):
                stored(*moved(kernel.access(row, inner)))
        elif lanes is not None:
            width = lanes.width
            with kernel.loop(floordiv(count, width)) as (_, statement):
                neighbours = _Neighbours.of(op, Lanes(lanes, row, const(0), kernel, statement))
                for k in range(width):
                    stored(*neighbours.at(k, most=op.counters - 1))
            with kernel.loop(mod(count, width), kernel.fresh("k")) as (inner, _):
                stored(*moved(_element(kernel, row, const(1), inner, width * floordiv(count, width))))
        else:
            whole = floordiv(count, block)
            with kernel.loop(whole, kernel.fresh("block")) as (inner, _):
                for which, value in [moved(_element(kernel, row, const(block), inner, const(k))) for k in range(block)]:
                    stored(which, value)
            with kernel.loop(mod(count, block), kernel.fresh("k")) as (inner, _):
                stored(*moved(_element(kernel, row, const(1), inner, block * whole)))
        kernel.writer = around
    lowering.bind(op.result, target)


def _on_lanes(op: ParallelScatter) -> Region | None:
    """The region of a scatter, where vectors of the device have all that it computes."""
    profile = profile_of(op)
    region = Region(op.block, None, min(profile.vector_bytes // BYTES, MOST_LANES))
    plain = profile.vectors == "on" and region.width > 1 and isinstance(op.yielded.owner, TupleOp)
    return region if plain and region.is_on_lanes(op.yielded, op.yielded) else None


@dataclass(frozen=True)
class _Neighbours:
    """What a scatter computes for neighbours, as vectors: which counters these have, and each scalar that is stored."""

    kernel: Kernel
    which: SSAValue
    values: Sequence[SSAValue]
    type_: Attribute

    @classmethod
    def of(cls, op: ParallelScatter, lanes: Lanes) -> _Neighbours:
        scalars = lanes.region.scalars(op.yielded)
        assert scalars is not None
        assert isinstance(op.yielded.type, TupleType)
        which, *values = map(lanes.of, scalars)
        return cls(lanes.kernel, which, values, op.yielded.type.types.data[1])

    def at(self, lane: int, most: Nat) -> tuple[SSAValue, SSAValue]:
        """The counter and the value of one of them."""
        which, *values = [self.kernel.add(LaneOp(one, lane)).results[0] for one in (self.which, *self.values)]
        return self.kernel.bounded(which, most, "counter"), self._together(self.type_, iter(values))

    def _together(self, type_: Attribute, scalars: Iterator[SSAValue]) -> SSAValue:
        if not isinstance(type_, TupleType):
            return next(scalars)
        parts = [self._together(part, scalars) for part in type_.types]
        return self.kernel.add(TupleOp(parts, result_type=type_)).results[0]


def _is_plain(op: UpdateLike | ParallelScatter, xs: SSAValue) -> bool:
    """Whether an element is a value, and what is done with it has no loops."""
    plain = not holds_array(op.block.args[-1].type) and not is_dependent(xs)
    return plain and not any(inner.regions for inner in op.block.ops)


def _element(kernel: Kernel, xs: SSAValue, step: Nat, loop: Loop, offset: Nat) -> SSAValue:
    """The element so many after those of which an iteration is a multiple."""
    return kernel.element(xs, _position(step, loop, offset))


def _position(step: Nat, loop: Loop, offset: Nat) -> Nat:
    assert loop.position is not None
    return step * var(loop.position) + offset


def _at(op: UpdateLike, lowering: Lowering, step: Nat, loop: Loop, offset: Nat) -> _Update:
    """The update of the element so many after those of which an iteration is a multiple, with its values loaded."""
    position = _position(step, loop, offset)
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
