"""Keys of a sort as numbers without a sign: bits whose order is that of the keys.

A float is a sign and a magnitude. Its bits become an integer of that sign and magnitude, so that both zeros are 0, and what is
no number becomes the largest. Integers then have their signs turned.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.dialects import arith
from xdsl.dialects.builtin import (
    IndexType,
    IntegerAttr,
    IntegerType,
    f32,
    i32,
    i64,
)
from xdsl.ir import Attribute, Operation, SSAValue

from ...dialects.lift.conversions import ConvertOp
from ...dialects.scalars import SCALARS, Kind, Scalar
from .rule import Chain

EXPONENTS = {16: 5, 32: 8, 64: 11}
"""The bits of the exponent of a float, by all its bits."""


@dataclass(frozen=True)
class Ordered:
    """How the bits of a key are ordered as the keys are."""

    chain: Chain
    """An integer of 32 or 64 bits, of which some count."""
    bits: int
    """How many count."""
    first: int = 0
    """The lowest that does."""


class _Code:
    """Ops one after the other, on an integer type."""

    def __init__(self, bits: int):
        self.type_ = IntegerType(bits)
        self.ops: list[Operation] = []

    def add(self, op: Operation) -> SSAValue:
        self.ops.append(op)
        return op.results[0]

    def number(self, value: int) -> SSAValue:
        """A constant of these bits."""
        sign = 1 << (self.type_.width.data - 1)
        return self.add(arith.ConstantOp(IntegerAttr((value & (2 * sign - 1) ^ sign) - sign, self.type_)))

    def turned(self, number: SSAValue, bits: int) -> SSAValue:
        """A number with some of its bits turned."""
        return self.add(arith.XOrIOp(number, self.number(bits), self.type_))

    @property
    def sign(self) -> int:
        return 1 << (self.type_.width.data - 1)

    def done(self, value: SSAValue) -> Chain:
        """An integer of at least 32 bits."""
        if self.type_.width.data < 32:
            value = self.add(arith.ExtUIOp(value, i32))
        return Chain(self.ops, value)


def ordered(key: SSAValue, type_: Attribute, *, descending: bool) -> Ordered:
    """The bits of a key of a type, whose order is its own, or the other way round."""
    scalar = SCALARS[type_]
    match scalar.kind:
        case Kind.BIT:
            code = _Code(1)
            return Ordered(code.done(code.turned(key, 1) if descending else key), 1)
        case Kind.INTEGER:
            code = _Code(scalar.bits)
            number = code.add(arith.IndexCastOp(key, i64)) if isinstance(type_, IndexType) else key
            bits = code.sign - 1 if descending else code.sign
            return Ordered(code.done(code.turned(number, bits)), scalar.bits)
        case Kind.NATURAL:
            code = _Code(max(scalar.bits, 32))
            number = code.add(ConvertOp(key, code.type_))
            return Ordered(code.done(code.turned(number, -1) if descending else number), scalar.bits)
        case Kind.FLOAT:
            code = _Code(scalar.bits)
            return Ordered(_of_float(key, scalar, code, descending=descending), scalar.bits)
        case Kind.BRAIN:
            code = _Code(32)
            number = code.add(ConvertOp(key, f32))
            return Ordered(_of_float(number, SCALARS[f32], code, descending=descending), 16, 16)


def _of_float(key: SSAValue, scalar: Scalar, code: _Code, *, descending: bool) -> Chain:
    """The bits of a float: as an integer whose order is the same, with what is no number last, and its sign turned."""
    infinite = (1 << EXPONENTS[scalar.bits]) - 1 << (scalar.bits - 1 - EXPONENTS[scalar.bits])
    bits = code.add(arith.BitcastOp(key, code.type_))
    magnitude = code.add(arith.AndIOp(bits, code.number(code.sign - 1)))
    negative = code.add(arith.ShRSIOp(bits, code.number(scalar.bits - 1)))
    if descending:
        negative = code.turned(negative, -1)
    signed = code.add(arith.SubiOp(code.add(arith.XOrIOp(magnitude, negative)), negative))
    turned = code.turned(signed, code.sign)
    is_none = code.add(arith.CmpiOp(magnitude, code.number(infinite), "sgt"))
    return code.done(code.add(arith.SelectOp(is_none, code.number(-1), turned)))
