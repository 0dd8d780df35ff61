"""Loops of the host: iterations around kernels, by their number, or by a condition that the device computes.

Iterations that end by a condition have two numbers on the device: how many were done, and whether there are no more. A
kernel does nothing once there are no more, so the host may launch several iterations before it looks; which of the two
buffers has the last state is known by the first number.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, TypeAlias

from xdsl.dialects.arith import CmpiOp, ConstantOp
from xdsl.dialects.builtin import IntegerAttr
from xdsl.ir import Block, Operation, Region, SSAValue

from ...analysis.errors import NOT_COMPILED
from ...analysis.iterations import lengths_of_iterations
from ...dialects.diagnostics import LiftError, location_of
from ...dialects.host import memory as host
from ...dialects.host.launches import ForOp
from ...dialects.host.memory import FreeOp
from ...dialects.kernel.attributes import IndexAttr
from ...dialects.kernel.control import IfOp
from ...dialects.kernel.workitems import ApplyOp
from ...dialects.lift.attributes import free_binder
from ...dialects.lift.iterate import IterateOp
from ...dialects.lift.scope import scope_at
from ...dialects.lift.storage import LENGTH
from ...dialects.lift.types import ArrayType
from ...dialects.nat.expr import mod, var
from ...dialects.nat.ring import Nat, const
from ...dialects.view.path import length_of
from .iterations import with_length
from .kernel import Kernel
from .memory import HostMemory
from .patterns import Lowering

if TYPE_CHECKING:
    from .program import Program

ViewIn: TypeAlias = Callable[[Lowering], SSAValue]
"""Where a value is: a view of it, in any kernel."""

PROGRESS: Final = ArrayType(2, LENGTH)
"""How many iterations of a loop were done, and whether there are no more of them."""


def iterate(op: IterateOp, program: Program) -> None:
    """A loop of the host: each iteration reads one buffer and writes the other."""
    root = program.memory[op.destinations[0]]
    name = free_binder("iteration", program.taken)
    program.taken.add(name)
    lengths = None if op.keeps_type else lengths_of_iterations(op, var(name) - 1, scope_at(op))
    if lengths is None and not op.keeps_type:
        raise LiftError(
            NOT_COMPILED,
            f"the length of an iteration of '{op.name}' has no expression, so it is no loop of the host",
            fix="write the iterations one after the other",
            location=location_of(op),
        )
    progress = None if op.condition_block is None else _progress(op, program)
    loop = ForOp(name, op.count.data, until=None if progress is None else progress.buffers[0])
    around = program.host
    around.add_op(loop)
    program.host = loop.block
    program.iterations.append((name, op.count.data))
    copy = op if lengths is None else with_length(op, lengths[0], set())
    assert copy.target is not None
    before, after = lengths or (None, None)
    program.places[copy.block.args[0]] = _slot(root, mod(var(name) - 1, 2), before)
    program.places[copy.target] = _slot(root, mod(var(name), 2), after)
    with program.lengths.inside():
        if progress is not None:
            program.places[_condition(op).args[0]] = program.places[copy.block.args[0]]
            program.ended.append(progress)
            _decide(op, progress, var(name), program)
        with program.inside(copy.block):
            program.block(copy.block)
        if progress is not None:
            program.ended.pop()
    program.iterations.pop()
    free_unused(program.host, set())
    program.host = around
    last = None if op.keeps_type else length_of(op.result.type)
    done = mod(op.count.data, 2)
    program.places[op.result] = _slot(root, done, last) if progress is None else _slot_reached(root, progress, op)


def _condition(op: IterateOp) -> Block:
    assert op.condition_block is not None
    return op.condition_block


def _progress(op: IterateOp, program: Program) -> HostMemory:
    """How many iterations were done, and whether there are no more: two numbers, which are 0 before."""
    progress = program.reserve(PROGRESS, "progress", scope_at(op))

    def begin(kernel: Kernel) -> None:
        zero = kernel.add(ConstantOp(IntegerAttr(0, LENGTH))).results[0]
        for k in range(2):
            kernel.store(zero, kernel.element(kernel.memory(progress), const(k)))

    program.helper(op, "begin", lambda lowering: begin(lowering.kernel))
    return progress


def _decide(op: IterateOp, progress: HostMemory, iteration: Nat, program: Program) -> None:
    """Before an iteration its condition is computed; where it does not hold, it and all that follow do nothing."""

    def decided(lowering: Lowering) -> None:
        kernel = lowering.kernel
        program.make_known([op.goes_on], set(), lowering)
        choice = IfOp(None, [kernel.value(op.goes_on)], (), None, Region(Block()))
        kernel.add(choice)
        memory = kernel.memory(progress)
        with kernel.inside(choice.then.block):
            number = kernel.add(ApplyOp(IndexAttr.of(iteration), (), LENGTH)).results[0]
            kernel.store(number, kernel.element(memory, const(0)))
        with kernel.inside(choice.otherwise.block):
            one = kernel.add(ConstantOp(IntegerAttr(1, LENGTH))).results[0]
            kernel.store(one, kernel.element(memory, const(1)))

    with program.inside(_condition(op)), program.lengths.inside():
        program.block(_condition(op))
        program.helper(op, "while", decided)


def _slot(root: HostMemory, slot: Nat, length: Nat | None) -> ViewIn:
    """One of two buffers, or so many elements of it."""

    def place(lowering: Lowering) -> SSAValue:
        kernel = lowering.kernel
        whole = kernel.element(kernel.memory(root), slot)
        return whole if length is None else kernel.first_elements(whole, length)

    return place


def _slot_reached(root: HostMemory, progress: HostMemory, op: IterateOp) -> ViewIn:
    """The buffer that the last iteration has written, where it is known only then which one that is."""

    def place(lowering: Lowering) -> SSAValue:
        kernel = lowering.kernel
        number = kernel.load(kernel.element(kernel.memory(progress), const(0)))
        done = kernel.bounded(number, kernel.most(op.count.data, scope_at(op)), "done")
        return kernel.element(kernel.memory(root), mod(var("d'"), 2), {"d'": done})

    return place


@contextmanager
def unless_ended(kernel: Kernel, progress: HostMemory) -> Generator[None]:
    """What is built meanwhile is for iterations that have not ended."""
    ended = kernel.load(kernel.element(kernel.memory(progress), const(1)))
    ended.name_hint = "ended"
    zero = kernel.add(ConstantOp(IntegerAttr(0, LENGTH))).results[0]
    goes_on = kernel.add(CmpiOp(ended, zero, "eq")).results[0]
    guard = IfOp(None, [goes_on])
    kernel.add(guard)
    with kernel.inside(guard.then.block):
        yield


def free_unused(block: Block, kept: set[SSAValue]) -> None:
    """Free each buffer after its last use."""
    last: dict[SSAValue, Operation] = {}
    reserved = [op for op in block.ops if isinstance(op, host.AllocOp)]
    for op in block.ops:
        for inner in op.walk():
            for value in inner.operands:
                last[value] = op
    for op in reserved:
        buffer = op.results[0]
        if buffer not in kept:
            block.insert_op_after(FreeOp(buffer), last.get(buffer, op))
