"""Lanes of a vector that are kept, stored next to each other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from xdsl.dialects.builtin import VectorType, i1, i32
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import irdl_op_definition, operand_def, result_def, traits_def, var_operand_def
from xdsl.printer import Printer
from xdsl.traits import MemoryWriteEffect

from ..diagnostics import LiftError
from ..errors import ARRANGED_LANES
from ..parser import LiftParser
from .attributes import IndexAttr, parse_index
from .memory import AccessOp, need_vector
from .types import vector_parts


@irdl_op_definition
class CompressOp(AccessOp):
    """Store the lanes that a mask keeps, one after the other; the result is how many these are.

    `compress(<v0, .., vw>, m, x, i) = n`, where n lanes k have `mk = true`: afterwards `x[i], .., x[i + n - 1]` are these lanes,
    in their order, and `x[i + n], .., x[i + w - 1]` are anything.

    `vector<w x S>` and `vector<w x i1>` are stored to `!kernel.buffer<s, S>`, and give `i32`. There must be room for all w lanes.

    `%n = kernel.compress %v, %keep into %x[%i] : i32`
    """

    name = "kernel.compress"

    value = operand_def()
    mask = operand_def()
    buffer = operand_def()
    symbols = var_operand_def()
    count = result_def(i32)

    traits = traits_def(MemoryWriteEffect())

    def __init__(
        self,
        value: SSAValue | Operation,
        mask: SSAValue | Operation,
        buffer: SSAValue | Operation,
        index: IndexAttr,
        symbols: Sequence[SSAValue] = (),
    ):
        super().__init__(operands=[value, mask, buffer, symbols], properties={"index": index}, result_types=[i32])

    @property
    def target(self) -> SSAValue:
        return self.buffer

    @property
    def index_operands(self) -> Sequence[SSAValue]:
        return self.symbols

    def verify_(self) -> None:
        parts = vector_parts(self.value.type)
        width = 0 if parts is None else parts[0]
        need_vector(self.name, self.value.type, width, self.need_buffer(self.buffer))
        expected = VectorType(i1, [width])
        if self.mask.type != expected:
            message = f"'{self.name}' needs a bit for each lane"
            raise LiftError(ARRANGED_LANES, message, expected=str(expected), found=str(self.mask.type))
        self.need_symbols(self.index, self.symbols)

    @classmethod
    def parse_form(cls, parser: LiftParser) -> Self:
        value = parser.parse_value()
        parser.parse_punctuation(",")
        mask = parser.parse_value()
        parser.parse_keyword("into", f" and a place in memory, in '{cls.name}'")
        buffer = parser.parse_value()
        return cls(value, mask, buffer, *parse_index(parser))

    @property
    def shown_type(self) -> Attribute:
        return self.count.type

    def print_form(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_list((self.value, self.mask), printer.print_ssa_value)
        printer.print_string(" into ")
        self.print_place(printer)
