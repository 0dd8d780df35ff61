"""Scalar code of a kernel: numbers of the type level, tuples, calls, and arithmetic and conversions as they are."""

from __future__ import annotations

from collections.abc import Mapping

from xdsl.ir import Block, Operation, SSAValue

from ...dialects.kernel.attributes import IndexAttr
from ...dialects.kernel.types import is_device_value
from ...dialects.kernel.workitems import ApplyOp
from ...dialects.lift.calls import CallOp
from ...dialects.lift.numbers import LengthOp, NatOp
from ...dialects.lift.tuples import GetOp, TupleOp
from ...dialects.lift.upstream import is_scalar_op
from ...dialects.ocl.vectors import DotOp
from ...dialects.view.path import length_of
from .kernel import Kernel


def is_scalar_code(op: Operation, kernel: Kernel) -> bool:
    """Whether an op computes scalars, vectors or tuples of such from the like."""
    match op:
        case NatOp() | LengthOp() | CallOp() | DotOp():
            return True
        case GetOp():
            return kernel.is_value(op.tuple_)
        case TupleOp():
            values = not kernel.is_in_view() or all(map(kernel.is_value, op.operands))
            return is_device_value(op.result.type) and values
        case _:
            return is_scalar_op(op)


def scalar_code(op: Operation, kernel: Kernel) -> None:
    match op:
        case NatOp():
            _number(IndexAttr.of(op.value.data), op, kernel)
        case LengthOp():
            _number(IndexAttr.of(length_of(op.xs.type)), op, kernel)
        case _:
            _copied(op, {value: kernel.value(value) for value in op.operands}, kernel)


def applied(block: Block, arguments: Mapping[SSAValue, SSAValue], result: SSAValue, kernel: Kernel) -> SSAValue:
    """A value that the scalar code of a region computes, for values of its arguments."""
    with kernel.inside(kernel.block):
        for argument, value in arguments.items():
            kernel.bind(argument, value)
        for op in needed_for(result, block):
            scalar_code(op, kernel)
        return kernel.value(result)


def needed_for(result: SSAValue, block: Block) -> list[Operation]:
    """The ops of a region that a value is computed from, in their order."""
    needed: set[Operation] = set()
    waiting = [result]
    while waiting:
        owner = waiting.pop().owner
        if isinstance(owner, Operation) and owner.parent is block and owner not in needed:
            needed.add(owner)
            waiting += owner.operands
    return [op for op in block.ops if op in needed]


def _number(index: IndexAttr, op: NatOp | LengthOp, kernel: Kernel) -> None:
    apply = ApplyOp(index, (), op.result.type)
    kernel.add(apply)
    kernel.bind(op.result, apply.number)


def _copied(op: Operation, values: Mapping[SSAValue, SSAValue], kernel: Kernel) -> None:
    copy = op.clone(dict(values))
    kernel.add(copy)
    for old, new in zip(op.results, copy.results, strict=True):
        kernel.bind(old, new)
