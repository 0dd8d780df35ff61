"""What `ocl-to-view` relies on: passes before it have placed every array, made the copies and cut a function into kernels.

A program that they have not prepared is refused, with the pass to run first: otherwise parts of it would be left out.
"""

from __future__ import annotations

from collections.abc import Iterator

from xdsl.ir import Block, Operation, SSAValue

from ...dialects.diagnostics import LiftError, location_of, value_name
from ...dialects.lift.algorithmic import MapOp
from ...dialects.lift.body import BodyOp, ResultOp
from ...dialects.lift.functions import DefOp
from ...dialects.lift.iterate import IterateOp
from ...dialects.lift.loops import LoopOp
from ...dialects.lift.operation import LiftOp
from ...dialects.lift.types import holds_array
from ...dialects.ocl.kernels import KernelOp
from ...passes.destinations import computes, has_parallel, is_doubled, memory_of, sinks_of, written_operands
from ...passes.errors import NOT_PREPARED
from ...passes.rules.regions import only_rearranges
from ...passes.split_kernels import needs_kernel


def need_prepared(function: DefOp) -> None:
    """Refuse a function unless each of its kernels can be built as it is, and nothing is outside of them."""
    for op in function.walk():
        if isinstance(op, MapOp) and not only_rearranges(op):
            raise _unprepared(op, f"nothing says who runs '{op.name}'", "lift-to-ocl")
    host = list(_host_blocks(function.block))
    for block in host:
        for op in block.ops:
            if _is_left_out(op):
                raise _unprepared(op, f"'{op.name}' is not in a kernel", "ocl-split-kernels")
    stored: set[SSAValue] = set()
    for block in host:
        last = block.last_op
        assert last is not None
        _need_kernels(last, 0, stored)
        for op in block.ops:
            if isinstance(op, IterateOp):
                _need_kernels(op, 0, stored)
            elif isinstance(op, KernelOp):
                _need_destinations(op)


def _host_blocks(block: Block) -> Iterator[Block]:
    """The blocks outside of kernels: of a function, and of its loops of the host."""
    yield block
    for op in block.ops:
        if _is_host_loop(op) and isinstance(op, IterateOp):
            yield from _host_blocks(op.block)


def _is_host_loop(op: Operation) -> bool:
    return isinstance(op, IterateOp) and has_parallel(op)


def _is_left_out(op: Operation) -> bool:
    return isinstance(op, LiftOp) and not isinstance(op, KernelOp) and not _is_host_loop(op) and needs_kernel(op)


def _need_kernels(user: Operation, index: int, stored: set[SSAValue]) -> None:
    """An operand that the host needs in memory is stored there by kernels, each of which stores one value once."""
    value = user.operands[index]
    op = value.owner
    if isinstance(op, KernelOp) and value not in stored:
        stored.add(value)
        return
    operands = written_operands(op) if isinstance(op, Operation) else ()
    if not operands:
        needed = "ocl-materialise and ocl-split-kernels" if holds_array(value.type) else "ocl-split-kernels"
        where = _named(user)
        raise _unprepared(where, f"no kernel stores {value_name(value)}, which '{where.name}' needs", needed)
    assert isinstance(op, Operation)
    for k in operands:
        _need_kernels(op, k, stored)


def _need_destinations(kernel: KernelOp) -> None:
    """Every array of a kernel that must be somewhere is led to ops that write it there, and these have a memory."""
    claimed: set[SSAValue] = set()
    for op in kernel.walk():
        if computes(op) and isinstance(op, BodyOp) and not isinstance(op, LoopOp):
            last = op.block.last_op
            assert last is not None
            _need_written(last, 0, kernel, claimed)
        if computes(op):
            memory_of(op)
        for k in sinks_of(op):
            _need_written(op, k, kernel, claimed)


def _need_written(user: Operation, index: int, kernel: KernelOp, claimed: set[SSAValue]) -> None:
    """As ocl-materialise leaves it: an operand is written by the ops that compute it, for this use alone."""
    value = user.operands[index]
    op = value.owner
    if not holds_array(value.type) or (isinstance(op, Operation) and (isinstance(op, KernelOp) or is_doubled(op))):
        return
    inside = isinstance(op, Operation) and kernel.is_ancestor(op)
    operands = written_operands(op) if isinstance(op, Operation) else ()
    written = (computes(op) and inside) or operands
    if not written or (inside and (value in claimed or op.parent is not user.parent)):
        where = _named(user)
        message = f"{value_name(value)} is not copied to where '{where.name}' needs it"
        raise _unprepared(where, message, "ocl-materialise")
    claimed.add(value)
    assert isinstance(op, Operation)
    for k in operands:
        _need_written(op, k, kernel, claimed)


def _named(user: Operation) -> Operation:
    """The op to name: for the end of a region the op that it is of."""
    parent = user.parent_op()
    return parent if isinstance(user, ResultOp) and isinstance(parent, BodyOp) else user


def _unprepared(op: Operation, message: str, needed: str) -> LiftError:
    return LiftError(
        NOT_PREPARED,
        message,
        expected="a program that is prepared for ocl-to-view",
        fix=f"run {needed} first",
        location=location_of(op),
    )
