"""Scalar code of a kernel: numbers of the type level, tuples, calls, vectors, and upstream arithmetic as it is."""

from __future__ import annotations

from collections.abc import Mapping

from xdsl.dialects import arith, math
from xdsl.dialects.builtin import VectorType
from xdsl.ir import Attribute, Operation, SSAValue

from ...dialects.kernel.attributes import IndexAttr
from ...dialects.kernel.types import is_device_value, vector_parts
from ...dialects.kernel.vectors import LaneOp, VectorOp
from ...dialects.kernel.workitems import ApplyOp
from ...dialects.lift.calls import CallOp
from ...dialects.lift.numbers import LengthOp, NatOp
from ...dialects.lift.tuples import GetOp, TupleOp
from ...dialects.ocl.vectors import MapVecOp
from ...dialects.view.path import length_of
from .kernel import Kernel

UPSTREAM = frozenset((*arith.Arith.operations, *math.Math.operations))

LANEWISE = (
    arith.AddfOp,
    arith.SubfOp,
    arith.MulfOp,
    arith.DivfOp,
    arith.NegfOp,
    arith.AddiOp,
    arith.SubiOp,
    arith.MuliOp,
    arith.AndIOp,
    arith.OrIOp,
    arith.XOrIOp,
)
"""Ops that C has for vectors as for scalars."""


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
            return type(op) in UPSTREAM and not op.regions


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
    """A function on every part of a vector: on the whole, where C has its ops for vectors, else part by part."""
    vector = kernel.value(op.vector)
    parts = vector_parts(vector.type)
    assert parts is not None
    width, _ = parts
    body = [inner for inner in op.block.ops if inner is not op.block.last_op]
    if all(isinstance(inner, (*LANEWISE, arith.ConstantOp)) for inner in body):
        return _whole(op, vector, width, kernel)
    lanes: list[SSAValue] = []
    for k in range(width):
        lane = LaneOp(vector, k)
        kernel.add(lane)
        with kernel.inside(kernel.block):
            kernel.bind(op.block.args[0], lane.part)
            for inner in body:
                scalar_code(inner, kernel)
            lanes.append(kernel.value(op.yielded))
    result = VectorOp(lanes)
    kernel.add(result)
    return result.vector


def _whole(op: MapVecOp, vector: SSAValue, width: int, kernel: Kernel) -> SSAValue:
    values: dict[SSAValue, SSAValue] = {op.block.args[0]: vector}

    def broadcast(value: SSAValue) -> SSAValue:
        if value not in values:
            whole = VectorOp([kernel.value(value)], width)
            kernel.add(whole)
            values[value] = whole.vector
        return values[value]

    for inner in op.block.ops:
        if isinstance(inner, arith.ConstantOp):
            _copied(inner, {}, kernel)
        elif inner is not op.block.last_op:
            operands = [broadcast(value) for value in inner.operands]
            types: list[Attribute] = [VectorType(result.type, [width]) for result in inner.results]
            copy = type(inner).create(operands=operands, result_types=types, properties=dict(inner.properties))
            kernel.add(copy)
            values[inner.results[0]] = copy.results[0]
    return broadcast(op.yielded)
