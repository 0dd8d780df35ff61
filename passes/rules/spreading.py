"""One scalar in all lanes of a vector."""

from __future__ import annotations

from xdsl.dialects.arith import ConstantOp
from xdsl.dialects.builtin import DenseIntOrFPElementsAttr, FloatAttr, IntegerAttr, VectorType
from xdsl.ir import Attribute, Block, Region, SSAValue

from ...dialects.lift.operation import UNTYPED
from ...dialects.ocl.vectors import MapVecOp
from ...dialects.scalars import computed_as, is_storage
from .combining import neutral_constant
from .regions import end_with
from .rule import Chain, made_by


def spread(value: SSAValue, type_: Attribute, w: int) -> Chain:
    """A vector that has a value, of this type once types are known, in each lane."""
    number = made_by(value, ConstantOp)
    if number is not None and isinstance(number.value, IntegerAttr | FloatAttr):
        return Chain.of(_constant(number, w))
    any_type = computed_as(type_) if is_storage(type_) else type_
    any_lanes, block = _constant(neutral_constant(0, any_type), w), Block(arg_types=[UNTYPED])
    block.args[0].name_hint = "nothing"
    end_with(block, Chain((), value))
    lanes = MapVecOp(any_lanes, Region(block), result_type=UNTYPED)
    lanes.result.name_hint = "init"
    return Chain.of(any_lanes, lanes)


def _constant(number: ConstantOp, w: int) -> ConstantOp:
    """A number in each lane of a vector."""
    value = number.value
    assert isinstance(value, IntegerAttr | FloatAttr)
    constant = ConstantOp(dense(value, w))
    constant.result.name_hint = "lanes"
    return constant


def dense(value: IntegerAttr | FloatAttr, width: int) -> DenseIntOrFPElementsAttr:
    """A number in each lane of a vector."""
    if isinstance(value, FloatAttr):
        return DenseIntOrFPElementsAttr.from_list(VectorType(value.type, [width]), [value.value.data] * width)
    return DenseIntOrFPElementsAttr.from_list(VectorType(value.type, [width]), [value.value.data] * width)
