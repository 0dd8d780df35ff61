"""Numbers of the type level as values: `lift.nat` and `lift.length`.

Their type is what the annotation says, an integer of some width; without one it is i32.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from xdsl.dialects.builtin import NoneType, i1, i32
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import irdl_op_definition, operand_def, prop_def
from xdsl.printer import Printer

from ..diagnostics import LiftError
from ..errors import NOT_AN_INTEGER
from ..parser import LiftParser
from ..scalars import is_integer, is_natural
from .attributes import NatAttr, NatLike
from .operation import LiftOp
from .scope import Scope


class NumberOp(LiftOp):
    """A number whose type is chosen by the annotation."""

    def infer(self, types: Sequence[Attribute], scope: Scope) -> Attribute:
        return i32 if isinstance(self.result.type, NoneType) else self.result.type

    def check(self, types: Sequence[Attribute], scope: Scope) -> None:
        if not is_integer(self.result.type) and self.result.type != i1:
            raise LiftError(
                NOT_AN_INTEGER,
                f"the result of '{self.name}' is an integer",
                expected="an integer type, such as i32",
                found=str(self.result.type),
                fix=f"make an i64 of it, and use lift.convert to {self.result.type}"
                if is_natural(self.result.type)
                else None,
            )

    def parse_ending(self, parser: LiftParser) -> None:
        self.attributes.update(parser.parse_further_attributes())
        annotation = parser.parse_optional_annotation()
        self.settle(i32 if annotation is None else annotation.type)

    def length_origin(self, path: tuple[int, ...]) -> None:
        return None


@irdl_op_definition
class NatOp(NumberOp):
    """A nat as a value.

    `nat(e) = e`

    An expression gives the integer type that the annotation names, or `i32`.

    `%v = lift.nat N + 1 : i32`
    """

    name = "lift.nat"

    value = prop_def(NatAttr)

    def __init__(self, value: NatLike, result_type: Attribute = i32):
        self.construct([], {"value": NatAttr.of(value)}, result_type=result_type)

    def check(self, types: Sequence[Attribute], scope: Scope) -> None:
        super().check(types, scope)
        self.need_defined(self.value.data, scope)

    @classmethod
    def parse_form(cls, parser: LiftParser) -> Self:
        return cls.untyped([], {"value": parser.parse_nat_attr()})

    def print_form(self, printer: Printer) -> None:
        printer.print_string(f" {self.value.data}")


@irdl_op_definition
class LengthOp(NumberOp):
    """The length of an array as a value; a hidden one too.

    `length([x0, .., xn]) = n + 1`

    `array<n, T>`, also of a hidden length, gives the integer type that the annotation names, or `i32`.

    `%n = lift.length %xs : i32`
    """

    name = "lift.length"

    xs = operand_def()

    def __init__(self, xs: SSAValue | Operation, result_type: Attribute = i32):
        self.construct([xs], result_type=result_type)

    def check(self, types: Sequence[Attribute], scope: Scope) -> None:
        super().check(types, scope)
        self.array(types[0])

    @classmethod
    def parse_form(cls, parser: LiftParser) -> Self:
        return cls.untyped([parser.parse_value()])

    def print_form(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.xs)
