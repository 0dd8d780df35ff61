"""Lengths that come back from the device: all hidden lengths of a call are in one buffer, which is read once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from xdsl.dialects.builtin import IntegerAttr, StringAttr, i32, i64
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import (
    irdl_op_definition,
    operand_def,
    prop_def,
    result_def,
    traits_def,
    var_operand_def,
    var_result_def,
)
from xdsl.printer import Printer
from xdsl.traits import MemoryAllocEffect, MemoryReadEffect, MemoryWriteEffect, Pure

from ..diagnostics import LiftError, value_name
from ..errors import HOST_BUFFER
from ..kernel.attributes import IndexAttr, OperandTokens, print_over
from ..kernel.types import BufferType
from ..lift.attributes import NatAttr, NatLike
from ..lift.types import AddressSpace
from ..parser import LiftParser
from .memory import HostOp


@irdl_op_definition
class LengthsOp(HostOp):
    """A buffer for the hidden lengths of a call. Each is 0 until a kernel stores another number.

    `lengths(n)` is a new buffer of n numbers.

    The result is `!kernel.buffer<global, i32>`.

    `%lengths = host.lengths 2 : !kernel.buffer<global, i32>`
    """

    name = "host.lengths"

    count = prop_def(IntegerAttr)
    buffer = result_def(BufferType)

    traits = traits_def(MemoryAllocEffect())

    def __init__(self, count: int):
        super().__init__(
            properties={"count": IntegerAttr(count, i64)}, result_types=[BufferType(AddressSpace.GLOBAL, i32)]
        )

    @classmethod
    def parse_form(cls, parser: LiftParser) -> Self:
        return cls(parser.parse_integer(allow_boolean=False, allow_negative=False))

    @property
    def shown_type(self) -> Attribute:
        return self.buffer.type

    def print_form(self, printer: Printer) -> None:
        printer.print_string(f" {self.count.value.data}")


@irdl_op_definition
class ReadOp(HostOp):
    """The hidden lengths of a call, once all that was launched before is done.

    `read(l) = l[0], l[1], ..`

    The buffer of a `host.lengths` gives an `i32` for each.

    `%X, %Y = host.read %lengths`
    """

    name = "host.read"

    buffer = operand_def(BufferType)
    numbers = var_result_def(i32)

    # Nothing is launched past it.
    traits = traits_def(MemoryReadEffect(), MemoryWriteEffect())

    def __init__(self, buffer: SSAValue | Operation):
        value = SSAValue.get(buffer)
        count = value.owner.count.value.data if isinstance(value.owner, LengthsOp) else 0
        super().__init__(operands=[value], result_types=[[i32] * count])

    def verify_(self) -> None:
        owner = self.buffer.owner
        if not isinstance(owner, LengthsOp):
            message = f"{value_name(self.buffer)} has no lengths to read"
            raise LiftError(HOST_BUFFER, message, expected="the buffer of a 'host.lengths'")
        if len(self.numbers) != owner.count.value.data:
            raise LiftError(
                HOST_BUFFER,
                f"'{self.name}' gives all lengths of its buffer",
                expected=str(owner.count.value.data),
                found=str(len(self.numbers)),
            )

    @classmethod
    def parse_form(cls, parser: LiftParser) -> Self:
        return cls(parser.parse_value())

    def print_form(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.buffer)


@irdl_op_definition
class ApplyOp(HostOp):
    """A number that the host computes.

    `apply(e) = e`

    The expression is over values of the host and nats; it gives an `i32`.

    `%n = host.apply [%X + 2] : i32`
    """

    name = "host.apply"

    index = prop_def(IndexAttr)
    symbols = var_operand_def()
    number = result_def(i32)

    traits = traits_def(Pure())

    def __init__(self, index: IndexAttr, symbols: Sequence[SSAValue] = ()):
        super().__init__(operands=[symbols], properties={"index": index}, result_types=[i32])

    def verify_(self) -> None:
        self.need_symbols(self.index, self.symbols)

    @classmethod
    def parse_form(cls, parser: LiftParser) -> Self:
        tokens = OperandTokens(parser)
        with parser.in_square_brackets():
            nat = tokens.nat()
        return cls(IndexAttr.of(nat, tokens.symbols), tokens.values)

    def print_form(self, printer: Printer) -> None:
        printer.print_string(" [")
        print_over(self.index, self.symbols, printer)
        printer.print_string("]")

    @property
    def shown_type(self) -> Attribute:
        return i32


@irdl_op_definition
class CheckOp(HostOp):
    """A number that must not pass a bound: if it does, the call is an error, and there is no result.

    `check(n, b)`: n is at most b.

    It takes an `i32` of the host, and says which op has the bound.

    `host.check %n upto B "lift.join"`
    """

    name = "host.check"

    number = operand_def(i32)
    most = prop_def(NatAttr)
    what = prop_def(StringAttr)

    traits = traits_def(MemoryReadEffect(), MemoryWriteEffect())

    def __init__(self, number: SSAValue, most: NatLike, what: str):
        super().__init__(operands=[number], properties={"most": NatAttr.of(most), "what": StringAttr(what)})

    @classmethod
    def parse_form(cls, parser: LiftParser) -> Self:
        number = parser.parse_value()
        parser.parse_keyword("upto", " and a bound")
        most = parser.parse_nat_attr()
        return cls(number, most.data, parser.parse_str_literal())

    def print_form(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.number)
        printer.print_string(f" upto {self.most.data} ")
        printer.print_string_literal(self.what.data)
