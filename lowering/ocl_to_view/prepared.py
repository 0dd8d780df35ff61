"""What `ocl-to-view` relies on: passes before it have given every array memory, and cut a function into kernels.

A program that they have not prepared is refused, with the pass to run first: otherwise parts of it would be left out.
"""

from __future__ import annotations

from collections.abc import Iterator

from xdsl.ir import Block, Operation, SSAValue

from ...analysis.errors import NOT_PREPARED
from ...analysis.execution import is_host_loop
from ...analysis.writes import computes, goes_on, memory_of, needs_double_buffer, sinks_of, written_operands
from ...dialects.diagnostics import LiftError, location_of, value_name
from ...dialects.lift.algorithmic import MapOp
from ...dialects.lift.body import BodyOp
from ...dialects.lift.destinations import WritingOp
from ...dialects.lift.existential import UnpackOp
from ...dialects.lift.functions import DefOp
from ...dialects.lift.iterate import IterateOp
from ...dialects.lift.operation import LiftOp
from ...dialects.lift.renaming import same_but_for_names
from ...dialects.lift.tuples import GetOp
from ...dialects.ocl.destinations import AllocOp, InverseOp, SlotOp, StoreOp, TupleOp
from ...dialects.ocl.kernels import KernelOp
from ...passes.rules.regions import only_rearranges
from ...passes.split_kernels import needs_kernel


def need_prepared(function: DefOp) -> None:
    """Refuse a function unless each of its kernels can be built as it is, and nothing is outside of them."""
    for op in function.walk():
        if isinstance(op, MapOp) and not only_rearranges(op):
            raise _unprepared(op, f"nothing gives the execution level of '{op.name}'", "lift-to-ocl")
    _need_kernels(function.block)
    for op in function.walk():
        if isinstance(op, WritingOp) and computes(op) and not isinstance(op, KernelOp):
            _need_memory(op)
    result = next((op for op in function.block.ops if isinstance(op, AllocOp) and op.result_of_function), None)
    last = function.block.last_op
    assert last is not None
    _need_written(last.operands[0], None if result is None else result.memory, last)


def _need_kernels(block: Block) -> None:
    """Nothing that computes is outside of kernels."""
    for op in block.ops:
        if isinstance(op, UnpackOp) or (isinstance(op, IterateOp) and is_host_loop(op)):
            _need_kernels(op.block)
        elif isinstance(op, LiftOp) and not isinstance(op, KernelOp) and needs_kernel(op):
            raise _unprepared(op, f"'{op.name}' is not in a kernel", "ocl-split-kernels")


def _need_memory(op: WritingOp) -> None:
    """An op that computes an array writes to memory, and so does what it begins with, and what its region yields."""
    memory_of(op)
    for k in () if goes_on(op) else sinks_of(op):
        slots = [use.operation for use in op.destinations[-1].uses]
        slot = next((one for one in slots if isinstance(one, SlotOp)), None)
        _need_written(op.operands[k], None if slot is None else slot.memory, op)
    if isinstance(op, BodyOp) and not op.STORES_ITSELF:
        _need_written(op.yielded, op.target, op)


def _need_written(value: SSAValue, memory: SSAValue | None, user: Operation) -> None:
    if memory is None or not _is_written(value, memory):
        message = f"{value_name(value)} is not written to where '{user.name}' needs it"
        raise _unprepared(user, message, "ocl-materialise")


def _is_written(value: SSAValue, memory: SSAValue) -> bool:
    """Whether ops that compute a value write it to memory, as they say themselves."""
    op = value.owner
    match op:
        case StoreOp():
            return op.destination is memory
        case KernelOp():
            return _is_written(op.yielded, memory)
        case WritingOp() if computes(op):
            return op.destinations[0] is memory and not needs_double_buffer(op)
        case GetOp():
            tuples = (use for use in memory.uses if use.index == op.index.value.data)
            return any(
                _is_written(op.tuple_, use.operation.memory) for use in tuples if isinstance(use.operation, TupleOp)
            )
        case LiftOp():
            inverse = next((one for one in _inverses(memory) if _is_same(one.layout, op)), None)
            operands = written_operands(op)
            return inverse is not None and all(
                _is_written(op.operands[k], part) for k, part in zip(operands, inverse.parts, strict=True)
            )
        case _:
            return False


def _inverses(memory: SSAValue) -> Iterator[InverseOp]:
    return (use.operation for use in memory.uses if isinstance(use.operation, InverseOp))


def _is_same(one: LiftOp, two: LiftOp) -> bool:
    """Whether two layout ops do the same to what is written through them."""
    if one.name != two.name or one.result.type != two.result.type:
        return False
    return same_but_for_names(one, two, {one.operands[k]: two.operands[k] for k in written_operands(one)})


def _unprepared(op: Operation, message: str, needed: str) -> LiftError:
    return LiftError(
        NOT_PREPARED,
        message,
        expected="a program that is prepared for ocl-to-view",
        fix=f"run {needed} first",
        location=location_of(op),
    )
