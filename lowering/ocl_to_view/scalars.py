"""Scalar code of a kernel: numbers of the type level, tuples, calls, vectors, and arithmetic and conversions as they are."""

from __future__ import annotations

from collections.abc import Mapping

from xdsl.dialects import arith
from xdsl.dialects.builtin import VectorType
from xdsl.ir import Operation, SSAValue

from ...dialects.kernel import control as kernel_control
from ...dialects.kernel import lanewise as kernel_vectors
from ...dialects.kernel.attributes import IndexAttr
from ...dialects.kernel.types import is_device_value, vector_parts
from ...dialects.kernel.vectors import LaneOp, VectorOp
from ...dialects.kernel.workitems import ApplyOp
from ...dialects.lift.body import YieldOp
from ...dialects.lift.calls import CallOp
from ...dialects.lift.numbers import LengthOp, NatOp
from ...dialects.lift.tuples import GetOp, TupleOp
from ...dialects.lift.types import is_scalar
from ...dialects.lift.upstream import is_scalar_op
from ...dialects.ocl.vectors import MapVecOp
from ...dialects.view.path import length_of
from .kernel import Kernel


def is_scalar_code(op: Operation, kernel: Kernel) -> bool:
    """Whether an op computes scalars, vectors or tuples of such from the like."""
    match op:
        case NatOp() | LengthOp() | MapVecOp() | CallOp():
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
        case MapVecOp():
            kernel.bind(op.result, _vector(op, kernel))
        case _:
            _copied(op, {value: kernel.value(value) for value in op.operands}, kernel)


def _number(index: IndexAttr, op: NatOp | LengthOp, kernel: Kernel) -> None:
    apply = ApplyOp(index, (), op.result.type)
    kernel.add(apply)
    kernel.bind(op.result, apply.number)


def _copied(op: Operation, values: Mapping[SSAValue, SSAValue], kernel: Kernel) -> None:
    copy = op.clone(dict(values))
    kernel.add(copy)
    for old, new in zip(op.results, copy.results, strict=True):
        kernel.bind(old, new)


def _vector(op: MapVecOp, kernel: Kernel) -> SSAValue:
    """A function on every part of a vector: on all at once, where it is ops of upstream, else part by part."""
    vector = kernel.value(op.vector)
    parts = vector_parts(vector.type)
    assert parts is not None
    width, _ = parts
    if all(map(_is_lanewise, op.block.ops)):
        return _whole(op, vector, width, kernel)
    lanes: list[SSAValue] = []
    for k in range(width):
        lane = LaneOp(vector, k)
        kernel.add(lane)
        with kernel.inside(kernel.block):
            kernel.bind(op.block.args[0], lane.part)
            for inner in op.block.ops:
                if inner is not op.block.last_op:
                    scalar_code(inner, kernel)
            lanes.append(kernel.value(op.yielded))
    result = VectorOp(lanes)
    kernel.add(result)
    return result.vector


def _is_lanewise(op: Operation) -> bool:
    """Whether an op stays as it is in a region for all lanes, or gives a number that they share."""
    if isinstance(op, NatOp | LengthOp | YieldOp):
        return True
    return is_scalar_op(op) and all(map(is_scalar, (*op.operand_types, *op.result_types)))


def _whole(op: MapVecOp, vector: SSAValue, width: int, kernel: Kernel) -> SSAValue:
    """The region on all lanes at once; what it uses from outside is the same for all."""
    for inner in op.block.ops:
        if isinstance(inner, NatOp | LengthOp):
            scalar_code(inner, kernel)
    ops = [inner for inner in op.block.ops if is_scalar_op(inner)]
    inside = {op.block.args[0], *(result for inner in ops for result in inner.results)}
    used = dict.fromkeys((*(value for inner in ops for value in inner.operands), op.yielded))
    outside = {value: kernel.value(value) for value in used if value not in inside}
    constants = {old: new.owner for old, new in outside.items() if isinstance(new.owner, arith.ConstantOp)}
    shared = [value for value in outside if value not in constants]
    new = kernel_vectors.MapVecOp([vector, *(outside[one] for one in shared)], VectorType(op.yielded.type, [width]))
    copies: dict[SSAValue, SSAValue] = dict(zip((op.block.args[0], *shared), new.block.args, strict=True))
    for old, argument in copies.items():
        argument.name_hint = old.name_hint
    for old, constant in constants.items():  # so that a division sees by what it divides
        copies[old] = copy = constant.clone().result
        new.block.add_op(copy.owner)
    for inner in ops:
        new.block.add_op(inner.clone(copies))
    new.block.add_op(kernel_control.YieldOp(copies[op.yielded]))
    kernel.add(new)
    return new.vector
