"""A row in the middle of an array, from one number of run time on and as long as another: what groups are made of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from xdsl.dialects.builtin import i32, i64
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import irdl_op_definition, operand_def
from xdsl.printer import Printer

from ..lift.layout import LayoutOp
from ..lift.scope import Scope
from ..lift.types import ExistsType
from ..parser import LiftParser


@irdl_op_definition
class RowOp(LayoutOp):
    """Elements of an array from an index on, as many as a number says; the writer vouches for both.

    `row(xs, b, n) = [xs[b], xs[b + 1], .., xs[b + n - 1]]`

    `array<m, T>`, an `i32` or `i64` where the row begins, and an `i32` give `exists<X upto m, array<X, T>>`.

    `%row = ocl.row %xs from %i size %i : !lift.exists<X upto N, !lift.array<X, f32>>`
    """

    name = "ocl.row"

    xs = operand_def()
    begin = operand_def()
    size = operand_def()

    def __init__(
        self,
        xs: SSAValue | Operation,
        begin: SSAValue | Operation,
        size: SSAValue | Operation,
        *,
        result_type: Attribute | None = None,
    ):
        self.construct([xs, begin, size], result_type=result_type)

    def opened(self) -> Sequence[SSAValue]:
        return (self.xs,)

    def length_origin(self, path: tuple[int, ...]) -> None:
        return None

    def infer(self, types: Sequence[Attribute], scope: Scope) -> Attribute:
        array = self.plain_array(types[0], "where a row begins is known only at run time")
        return ExistsType.of_array(self.need_most(array.length.data, scope, "a row"), array.element)

    def check(self, types: Sequence[Attribute], scope: Scope) -> None:
        if types[1] != i64:
            self.need_same_type(types[1], i32, "where a row begins", scope)
        self.need_same_type(types[2], i32, "how long a row is", scope)

    @classmethod
    def parse_form(cls, parser: LiftParser) -> Self:
        xs = parser.parse_value()
        parser.parse_keyword("from", f" and an index, in '{cls.name}'")
        begin = parser.parse_value()
        parser.parse_keyword("size", f" and a number, in '{cls.name}'")
        return cls.untyped([xs, begin, parser.parse_value()])

    def print_form(self, printer: Printer) -> None:
        self.print_array(printer)
        printer.print_string(" from ")
        printer.print_ssa_value(self.begin)
        printer.print_string(" size ")
        printer.print_ssa_value(self.size)
