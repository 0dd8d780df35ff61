"""Scalar code on all lanes of vectors at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from xdsl.dialects.builtin import VectorType
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.irdl import irdl_op_definition, region_def, result_def, traits_def, var_operand_def
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import NoTerminator, Pure

from ..diagnostics import LiftError, location_of, value_name
from ..errors import LANEWISE
from ..lift.upstream import is_scalar_op
from ..parser import LiftParser
from .control import YieldOp, parse_carried, parse_types
from .operation import DeviceOp
from .types import is_device_scalar, vector_parts, vector_type


@irdl_op_definition
class MapVecOp(DeviceOp):
    """A function of the lanes of vectors; scalars are the same for all lanes.

    `map_vec(f, <x0, x1, ..>, <y0, y1, ..>, c) = <f(x0, y0, c), f(x1, y1, c), ..>`

    Vectors of w lanes, and scalars, with a region from their scalars to `R`, give `vector<w x R>`. The region is ops of
    `arith` and `math` on scalars, or `lift.convert`, and uses nothing from outside.

    `%m = kernel.map_vec (%s = %v, %y = %k) : vector<4xf32> { %p = arith.mulf %s, %y : f32 kernel.yield %p : f32 }`
    """

    name = "kernel.map_vec"

    values = var_operand_def()
    body = region_def("single_block")
    vector = result_def()

    traits = traits_def(NoTerminator(), Pure())

    def __init__(self, values: Sequence[SSAValue | Operation], result_type: Attribute, body: Region | None = None):
        operands = [SSAValue.get(value) for value in values]
        if body is None:
            body = Region(Block(arg_types=[scalar_of(value.type) for value in operands]))
        super().__init__(operands=[operands], result_types=[result_type], regions=[body])

    @property
    def block(self) -> Block:
        return self.body.block

    @property
    def yielded(self) -> SSAValue | None:
        last = self.block.last_op
        return last.values[0] if isinstance(last, YieldOp) and len(last.values) == 1 else None

    def verify_(self) -> None:
        types = tuple(self.operand_types)
        widths = {parts[0] for type_ in types if (parts := vector_parts(type_))}
        if len(widths) != 1 or not all(map(is_device_scalar, map(scalar_of, types))):
            raise LiftError(
                LANEWISE,
                f"'{self.name}' needs vectors of one width",
                expected="vectors of 2, 3, 4, 8 or 16 scalars, and scalars",
                found=", ".join(map(str, types)) or "nothing",
            )
        arguments = tuple(argument.type for argument in self.block.args)
        expected = tuple(map(scalar_of, types))
        if arguments != expected:
            message = f"the region of '{self.name}' takes one lane of each vector"
            raise LiftError(LANEWISE, message, expected=_listed(expected), found=_listed(arguments))
        given = None if self.yielded is None else vector_type(*widths, self.yielded.type)
        if self.vector.type != given:
            message = f"'{self.name}' gives what its region yields, for each lane"
            raise LiftError(LANEWISE, message, expected=str(given or "one scalar"), found=str(self.vector.type))
        for op in self.block.ops:
            self._verify_scalar_code(op)

    def _verify_scalar_code(self, op: Operation) -> None:
        scalars = all(map(is_device_scalar, (*op.operand_types, *op.result_types)))
        known = isinstance(op, YieldOp) or is_scalar_op(op)
        if not scalars or not known:
            raise LiftError(
                LANEWISE,
                f"'{self.name}' computes with scalars, and its region has '{op.name}'",
                expected="ops of arith and math on scalars, and lift.convert",
                found=f"'{op.name}'",
                location=location_of(op),
            )
        outside = next((value for value in op.operands if not self.is_ancestor(value.owner)), None)
        if outside is not None:
            raise LiftError(
                LANEWISE,
                f"the region of '{self.name}' uses {value_name(outside)} from outside",
                expected="what the region is given",
                fix=f"write (.., %x = {value_name(outside)}) and use %x",
                location=location_of(op),
            )

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        ours = LiftParser.of(parser)
        carried = parse_carried(ours)
        further = ours.parse_further_attributes()
        types = parse_types(ours)
        arguments = [argument.resolve(scalar_of(value.type)) for argument, value in carried]
        for argument in arguments:
            argument.location = ours.location_of_span(argument.name).attribute
        body = ours.parse_region(arguments)
        values = [value for _, value in carried]
        op = cls(values, types[0] if types else _given(values, body), body)
        op.attributes.update(further)
        return op

    def print(self, printer: Printer) -> None:
        printer.print_string(" (")
        for i, (argument, value) in enumerate(zip(self.block.args, self.values, strict=True)):
            printer.print_string(", " if i else "")
            printer.print_ssa_value(argument)
            printer.print_string(" = ")
            printer.print_ssa_value(value)
        printer.print_string(")")
        printer.print_op_attributes(self.attributes, print_keyword=True)
        printer.print_string(" : ")
        printer.print_attribute(self.vector.type)
        printer.print_string(" ")
        printer.print_region(self.body, print_entry_block_args=False, print_empty_block=False)


def scalar_of(type_: Attribute) -> Attribute:
    """The scalar of a vector, and any other type itself."""
    parts = vector_parts(type_)
    return type_ if parts is None else parts[1]


def _listed(types: Sequence[Attribute]) -> str:
    return ", ".join(map(str, types)) or "nothing"


def _given(values: Sequence[SSAValue], body: Region) -> Attribute:
    """The type of the result, where it is not written; if there is none, the verifier says why."""
    width = next((parts[0] for value in values if (parts := vector_parts(value.type))), None)
    last = body.block.last_op
    yielded = last.values[0].type if isinstance(last, YieldOp) and last.values else None
    return VectorType(yielded, [width]) if width is not None and yielded is not None else values[0].type
