"""Patterns that are marked `unroll`: statements for each element, where its position is a number."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ...analysis.writes import needs_double_buffer
from ...dialects.lift.body import BodyOp
from ...dialects.lift.destinations import levels_in
from ...dialects.lift.scope import scope_inside
from ...dialects.nat.ring import const
from ...dialects.ocl.patterns import ReduceSeqOp, ScanSeqOp, Sequential
from ...dialects.view.path import length_of
from .iterations import copies_of

if TYPE_CHECKING:
    from .patterns import Lowering


def unrolled(op: Sequential, lowering: Lowering) -> None:
    """The statements of an op."""
    match op:
        case ReduceSeqOp():
            _reduced(op, lowering)
        case ScanSeqOp():
            _scanned(op, lowering)
        case _:
            _mapped(op, lowering)


def _copies(op: Sequential, lowering: Lowering) -> Iterator[tuple[int, BodyOp]]:
    """A copy of the op for each position; what is built before the next is asked for is for its element."""
    kernel = lowering.kernel
    xs = kernel.view(op.xs)
    count = scope_inside(kernel.function).simplify(length_of(op.xs.type)).constant
    assert count is not None
    lowering.copies.add(op, count)
    for k, copy in enumerate(copies_of(op, count, op.position_name)):
        with kernel.inside(kernel.block):
            lowering.bind(copy.block.args[op.ARGUMENTS - 1], kernel.element(xs, const(k)))
            yield k, copy


def _mapped(op: Sequential, lowering: Lowering) -> None:
    target = lowering.home(op)
    for k, copy in _copies(op, lowering):
        lowering.region(copy, lowering.kernel.element(target, const(k)))
    lowering.bind(op.result, target)


def _reduced(op: ReduceSeqOp, lowering: Lowering) -> None:
    """A fold of values goes from copy to copy; one of arrays is in memory."""
    kernel = lowering.kernel
    if not op.destinations:
        value = kernel.value(op.init)
        for _, copy in _copies(op, lowering):
            lowering.bind(copy.block.args[0], value)
            lowering.statements(copy.block)
            value = kernel.value(copy.yielded)
        lowering.bind(op.result, value)
        return
    home, doubled = lowering.home(op), needs_double_buffer(op)
    with kernel.alone(levels_in(op.single)):
        for k, copy in _copies(op, lowering):
            lowering.bind(copy.block.args[0], lowering.buffer(home, const(k)) if doubled else home)
            lowering.region(copy, lowering.buffer(home, const(k + 1)) if doubled else home)
    lowering.bind(op.result, lowering.outcome(op))


def _scanned(op: ScanSeqOp, lowering: Lowering) -> None:
    kernel, target = lowering.kernel, lowering.home(op)
    if len(op.destinations) == 1:
        value = kernel.value(op.init)
        for k, copy in _copies(op, lowering):
            lowering.bind(copy.block.args[0], value)
            lowering.region(copy, kernel.element(target, const(k)))
            value = kernel.value(copy.yielded)
    else:
        home = kernel.view(op.destinations[1])
        for k, copy in _copies(op, lowering):
            following = lowering.buffer(home, const(k + 1))
            lowering.bind(copy.block.args[0], lowering.buffer(home, const(k)))
            lowering.region(copy, following)
            kernel.copy(following, kernel.element(target, const(k)))
    lowering.bind(op.result, target)
