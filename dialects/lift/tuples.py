"""Tuples of values, and arrays of tuples: tuple, get, zip and unzip.

A tuple is stored as one buffer per leaf, so none of these moves data.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from xdsl.dialects.builtin import IntegerAttr, TupleType, i64
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import irdl_op_definition, operand_def, prop_def, var_operand_def
from xdsl.printer import Printer

from ..diagnostics import LiftError, value_name
from ..errors import LENGTHS_DIFFER, NO_SUCH_PART, NOT_A_TUPLE, SYNTAX
from ..nat.expr import var
from ..parser import LiftParser
from .operation import Claim, LiftOp
from .scope import Scope
from .types import ArrayType, ExistsType, open_with, tuple_of


class JoiningOp(LiftOp):
    """An op on any number of operands, written one after the other; what can be written through says so itself."""

    parts = var_operand_def()

    def __init__(self, parts: Sequence[SSAValue | Operation], *, result_type: Attribute | None = None):
        self.construct(parts, result_type=result_type)

    @classmethod
    def parse_form(cls, parser: LiftParser) -> Self:
        return cls.untyped(parser.parse_comma_separated_list(parser.Delimiter.NONE, parser.parse_value))

    def print_form(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_list(self.parts, printer.print_ssa_value)

    def check(self, types: Sequence[Attribute], scope: Scope) -> None:
        if not types:
            raise LiftError(SYNTAX, f"'{self.name}' needs at least one operand")


@irdl_op_definition
class TupleOp(JoiningOp):
    """A tuple of values.

    `tuple(a, b) = (a, b)`

    `A` and `B` give `tuple<A, B>`.

    `%t = lift.tuple %x, %i : tuple<f32, i32>`
    """

    name = "lift.tuple"

    def written_through(self) -> Sequence[SSAValue]:
        return self.operands

    def opened(self) -> Sequence[SSAValue]:
        return ()

    def infer(self, types: Sequence[Attribute], scope: Scope) -> Attribute:
        return tuple_of(types)

    def length_origin(self, path: tuple[int, ...]) -> tuple[SSAValue, tuple[int, ...]] | None:
        return (self.parts[path[0]], path[1:]) if path else None


@irdl_op_definition
class GetOp(LiftOp):
    """A part of a tuple.

    `get(i, (a0, a1, ..)) = ai`

    `tuple<A0, A1, ..>` gives `Ai`.

    `%a = lift.get %t[0] : f32`
    """

    name = "lift.get"

    tuple_ = operand_def()
    index = prop_def(IntegerAttr)

    def __init__(self, tuple_: SSAValue | Operation, index: int, *, result_type: Attribute | None = None):
        self.construct([tuple_], {"index": IntegerAttr(index, i64)}, result_type=result_type)

    def infer(self, types: Sequence[Attribute], scope: Scope) -> Attribute:
        type_ = types[0]
        if not isinstance(type_, TupleType):
            hint = "take the element first, or use lift.unzip" if isinstance(type_, ArrayType) else None
            raise LiftError(NOT_A_TUPLE, f"'{self.name}' needs a tuple", expected="a tuple", found=str(type_), fix=hint)
        count = len(type_.types)
        if not 0 <= self.index.value.data < count:
            raise LiftError(
                NO_SUCH_PART,
                f"{type_} has no part {self.index.value.data}",
                expected=f"a number from 0 to {count - 1}",
                found=str(self.index.value.data),
            )
        return type_.types.data[self.index.value.data]

    def length_origin(self, path: tuple[int, ...]) -> tuple[SSAValue, tuple[int, ...]] | None:
        type_ = self.tuple_.type
        if not isinstance(type_, ExistsType):
            return self.tuple_, (self.index.value.data, *path)
        part = type_.body.types.data[self.index.value.data] if isinstance(type_.body, TupleType) else type_.body
        survives = open_with(part, var("'")) != open_with(part, var("''"))
        return (self.tuple_, ()) if survives and not path else None

    @classmethod
    def parse_form(cls, parser: LiftParser) -> Self:
        value = parser.parse_value()
        with parser.in_square_brackets():
            index = parser.parse_integer(allow_boolean=False, allow_negative=False)
        return cls.untyped([value], {"index": IntegerAttr(index, i64)})

    def print_form(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.tuple_)
        printer.print_string(f"[{self.index.value.data}]")


@irdl_op_definition
class ZipOp(JoiningOp):
    """Arrays of one length, as an array of tuples.

    `zip([a0, a1, ..], [b0, b1, ..]) = [(a0, b0), (a1, b1), ..]`

    `array<i : n, A(i)>` and `array<i : n, B(i)>` give `array<i : n, tuple<A(i), B(i)>>`.

    `%xy = lift.zip %xs, %ys : !lift.array<N, tuple<f32, f32>>`
    """

    name = "lift.zip"

    def written_through(self) -> Sequence[SSAValue]:
        return self.operands

    def infer(self, types: Sequence[Attribute], scope: Scope) -> Attribute:
        arrays = [self.array(type_) for type_ in types]
        if not arrays:
            raise LiftError(SYNTAX, f"'{self.name}' needs at least one operand")
        binder = next((array.binder.data for array in arrays if array.dependent), "i")
        return ArrayType(arrays[0].length, tuple_of(array.element for array in arrays), binder)

    def check(self, types: Sequence[Attribute], scope: Scope) -> None:
        first, *others = (self.array(type_).length.data for type_ in types)
        for value, length in zip(self.parts[1:], others, strict=True):
            if not scope.equal(first, length):
                raise LiftError(
                    LENGTHS_DIFFER,
                    f"'{self.name}' needs arrays of one length",
                    expected=f"a length of {first}, as {value_name(self.parts[0])} has",
                    found=f"a length of {length} for {value_name(value)}",
                    fix=Claim.that(first, "eq", length).missing_fact(scope),
                )


@irdl_op_definition
class UnzipOp(LiftOp):
    """An array of tuples, as a tuple of arrays.

    `unzip([(a0, b0), (a1, b1), ..]) = ([a0, a1, ..], [b0, b1, ..])`

    `array<i : n, tuple<A(i), B(i)>>` gives `tuple<array<i : n, A(i)>, array<i : n, B(i)>>`.

    `%ab = lift.unzip %xy : tuple<!lift.array<N, f32>, !lift.array<N, f32>>`
    """

    name = "lift.unzip"

    xs = operand_def()

    def __init__(self, xs: SSAValue | Operation, *, result_type: Attribute | None = None):
        self.construct([xs], result_type=result_type)

    def infer(self, types: Sequence[Attribute], scope: Scope) -> Attribute:
        array = self.array(types[0])
        if not isinstance(array.element, TupleType):
            raise LiftError(
                NOT_A_TUPLE, f"'{self.name}' needs an array of tuples", expected="an array of tuples", found=str(array)
            )
        return tuple_of(ArrayType(array.length, part, array.binder.data) for part in array.element.types)

    @classmethod
    def parse_form(cls, parser: LiftParser) -> Self:
        return cls.untyped([parser.parse_value()])

    def print_form(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.xs)

    def written_through(self) -> Sequence[SSAValue]:
        return self.operands
