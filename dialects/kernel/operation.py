"""What the ops of the dialect share: operands of index expressions, and errors at their place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import IRDLOperation
from xdsl.parser import Parser
from xdsl.printer import Printer

from ..diagnostics import LiftError, value_name
from ..errors import BUFFER_ELEMENT, INDEX_OPERAND, NOT_A_BUFFER
from ..parser import LiftParser
from ..scalars import is_integer
from .attributes import ConditionAttr, IndexAttr
from .types import BufferType


class DeviceOp(IRDLOperation):
    """An op whose custom form is `parse_form` and `print_form`, with further attributes behind."""

    @classmethod
    def parse_form(cls, parser: LiftParser) -> Self:
        """Read all that stands after the name."""
        raise NotImplementedError

    def print_form(self, printer: Printer) -> None:
        """Print all that stands after the name, from the space on."""
        raise NotImplementedError

    @property
    def shown_type(self) -> Attribute | None:
        """The type that the op ends with, if it ends with one."""
        return None

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        ours = LiftParser.of(parser)
        op = cls.parse_form(ours)
        op.attributes.update(ours.parse_further_attributes())
        op.parse_type(ours)
        return op

    def parse_type(self, parser: LiftParser) -> None:
        """Read the type that the op ends with, from the colon on; it may be left out."""
        if self.shown_type is not None:
            parser.check_annotation_later(self, self.shown_type, parser.parse_optional_annotation())

    def print(self, printer: Printer) -> None:
        self.print_form(printer)
        printer.print_op_attributes(self.attributes, print_keyword=True)
        self.print_type(printer)

    def print_type(self, printer: Printer) -> None:
        """Print the type that the op ends with, from the colon on."""
        if self.shown_type is not None:
            printer.print_string(" : ")
            printer.print_attribute(self.shown_type)

    def need_symbols(self, attribute: IndexAttr | ConditionAttr, operands: Sequence[SSAValue]) -> None:
        need_symbols(self.name, attribute, operands)

    def need_buffer(self, value: SSAValue) -> BufferType:
        return buffer_of(value, self.name)

    def need_element(self, value: SSAValue, expected: Attribute) -> None:
        if value.type != expected:
            raise LiftError(
                BUFFER_ELEMENT,
                f"'{self.name}' stores a value that the buffer does not hold",
                expected=str(expected),
                found=str(value.type),
            )


def need_symbols(name: str, attribute: IndexAttr | ConditionAttr, operands: Sequence[SSAValue]) -> None:
    """The operands of an expression are integers, as many as it has symbols."""
    if attribute.count.data != len(operands):
        raise LiftError(
            INDEX_OPERAND,
            f"an expression of '{name}' is over {attribute.count.data} operands",
            expected=str(attribute.count.data),
            found=str(len(operands)),
        )
    for value in operands:
        if not is_integer(value.type):
            raise LiftError(
                INDEX_OPERAND,
                f"'{name}' uses {value_name(value)} in an index, and it is no integer",
                expected="index, or an integer such as i32",
                found=str(value.type),
            )


def buffer_of(value: SSAValue, name: str) -> BufferType:
    """The type of a value that must be a buffer."""
    if isinstance(value.type, BufferType):
        return value.type
    raise LiftError(NOT_A_BUFFER, f"'{name}' needs a buffer", expected="a buffer", found=str(value.type))
