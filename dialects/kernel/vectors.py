"""Vectors from their parts, and their parts, alone or in another order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from xdsl.dialects.builtin import DenseArrayBase, IntegerAttr, VectorType, i64
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import irdl_op_definition, operand_def, prop_def, result_def, traits_def, var_operand_def
from xdsl.printer import Printer
from xdsl.traits import Pure

from ..diagnostics import LiftError
from ..errors import ARRANGED_LANES, BUFFER_ELEMENT, SYNTAX
from ..parser import LiftParser
from .operation import DeviceOp
from .types import VECTOR_WIDTHS, is_device_scalar, vector_parts, vector_type


@irdl_op_definition
class VectorOp(DeviceOp):
    """A vector from its parts, or from one scalar for all of them.

    `vector(a, b, ..) = <a, b, ..>`; `vector(a) = <a, a, ..>`

    `w` values of type `S`, or one, give `vector<w x S>`.

    `%v = kernel.vector %a, %b : vector<2xf32>`, or of one scalar `%v = kernel.vector %a : vector<4xf32>`
    """

    name = "kernel.vector"

    parts = var_operand_def()
    vector = result_def(VectorType)

    traits = traits_def(Pure())

    def __init__(self, parts: Sequence[SSAValue | Operation], width: int | None = None):
        values = [SSAValue.get(part) for part in parts]
        type_ = VectorType(values[0].type, [len(values) if width is None else width])
        super().__init__(operands=[values], result_types=[type_])

    def verify_(self) -> None:
        parts = vector_parts(self.vector.type)
        types = tuple(self.operand_types)
        if parts is None or len(types) not in (1, parts[0]) or any(type_ != parts[1] for type_ in types):
            raise LiftError(
                BUFFER_ELEMENT,
                f"'{self.name}' has no such vector",
                expected="2, 3, 4, 8 or 16 scalars of one type, or one for all",
                found=f"{', '.join(map(str, types)) or 'nothing'} for {self.vector.type}",
            )

    @classmethod
    def parse_form(cls, parser: LiftParser) -> Self:
        values = parser.parse_comma_separated_list(parser.Delimiter.NONE, parser.parse_value)
        op = cls.__new__(cls)
        Operation.__init__(op, operands=values, result_types=[values[0].type])
        return op

    def parse_type(self, parser: LiftParser) -> None:
        annotation = parser.parse_optional_annotation()
        if annotation is None and len(self.parts) == 1:
            message = f"'{self.name}' of one scalar says how many parts the vector has"
            raise LiftError(SYNTAX, message, expected=": vector<4xf32>, say", location=parser.location(parser.pos))
        element: Attribute = self.parts[0].type
        whole = len(self.parts) in VECTOR_WIDTHS and is_device_scalar(element)
        own = VectorType(element, [len(self.parts)]) if whole else element
        self.results[0]._type = own if annotation is None else annotation.type  # pyright: ignore[reportPrivateUsage]  # nothing uses it yet

    def print_form(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_list(self.parts, printer.print_ssa_value)

    @property
    def shown_type(self) -> Attribute:
        return self.vector.type


@irdl_op_definition
class LaneOp(DeviceOp):
    """A part of a vector.

    `lane(<v0, v1, ..>, k) = vk`

    `vector<w x S>` gives `S`.

    `%a = kernel.lane %v[2] : f32`
    """

    name = "kernel.lane"

    vector = operand_def()
    lane = prop_def(IntegerAttr)
    part = result_def()

    traits = traits_def(Pure())

    def __init__(self, vector: SSAValue | Operation, lane: int):
        value = SSAValue.get(vector)
        parts = vector_parts(value.type)
        super().__init__(
            operands=[value],
            properties={"lane": IntegerAttr(lane, i64)},
            result_types=[value.type if parts is None else parts[1]],
        )

    def verify_(self) -> None:
        parts = vector_parts(self.vector.type)
        if parts is None or not 0 <= self.lane.value.data < parts[0] or self.part.type != parts[1]:
            raise LiftError(
                BUFFER_ELEMENT,
                f"'{self.name}' has no such part",
                expected="a part of a vector, counted from 0",
                found=f"{self.lane.value.data} of {self.vector.type}",
            )

    @classmethod
    def parse_form(cls, parser: LiftParser) -> Self:
        vector = parser.parse_value()
        with parser.in_square_brackets():
            return cls(vector, parser.parse_integer(allow_boolean=False, allow_negative=False))

    @property
    def shown_type(self) -> Attribute:
        return self.part.type

    def print_form(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.vector)
        printer.print_string(f"[{self.lane.value.data}]")


@irdl_op_definition
class ShuffleOp(DeviceOp):
    """Lanes of one vector, or of two, in any order and as often as one likes; those of the second count on.

    `shuffle(<a0, a1, ..>, <b0, b1, ..>, k) = <ab[k0], ab[k1], ..>`, where `ab = [a0, a1, .., b0, b1, ..]`.

    Vectors of type `vector<w x S>` and n numbers, each less than w, or than 2w for two, give `vector<n x S>`; n is 2, 3, 4, 8
    or 16.

    `%s = kernel.shuffle %a, %b[0, 4, 1, 5] : vector<4xf32>`
    """

    name = "kernel.shuffle"

    vectors = var_operand_def()
    lanes = prop_def(DenseArrayBase.constr(i64))
    result = result_def()

    traits = traits_def(Pure())

    def __init__(self, vectors: Sequence[SSAValue | Operation], lanes: Sequence[int]):
        values = [SSAValue.get(vector) for vector in vectors]
        type_, parts = values[0].type, vector_parts(values[0].type)
        if parts is not None and len(lanes) in VECTOR_WIDTHS:
            type_ = VectorType(parts[1], [len(lanes)])
        properties = {"lanes": DenseArrayBase.from_list(i64, lanes)}
        super().__init__(operands=[values], properties=properties, result_types=[type_])

    @property
    def numbers(self) -> tuple[int, ...]:
        """Which lane of the operands each lane of the result is."""
        return self.lanes.get_values()

    def verify_(self) -> None:
        types = tuple(self.operand_types)
        parts = vector_parts(types[0]) if types else None
        if parts is None or len(types) > 2 or len(set(types)) > 1:
            raise LiftError(
                ARRANGED_LANES,
                f"'{self.name}' needs one vector, or two of one type",
                expected="vectors of 2, 3, 4, 8 or 16 scalars",
                found=", ".join(map(str, types)) or "nothing",
            )
        width, scalar = parts
        wrong = next((one for one in self.numbers if not 0 <= one < len(types) * width), None)
        if wrong is not None:
            message = f"'{self.name}' has no such lane"
            expected = f"0 to {len(types) * width - 1}: the lanes of its vectors, one after the other"
            raise LiftError(ARRANGED_LANES, message, expected=expected, found=str(wrong))
        if len(self.numbers) not in VECTOR_WIDTHS or self.result.type != vector_type(len(self.numbers), scalar):
            raise LiftError(
                ARRANGED_LANES,
                f"'{self.name}' gives a vector of the lanes that it lists",
                expected="2, 3, 4, 8 or 16 lanes",
                found=f"{len(self.numbers)} for {self.result.type}",
            )

    @classmethod
    def parse_form(cls, parser: LiftParser) -> Self:
        vectors = parser.parse_comma_separated_list(parser.Delimiter.NONE, parser.parse_value)
        lanes = parser.parse_comma_separated_list(
            parser.Delimiter.SQUARE, lambda: parser.parse_integer(allow_boolean=False, allow_negative=False)
        )
        return cls(vectors, lanes)

    @property
    def shown_type(self) -> Attribute:
        return self.result.type

    def print_form(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_list(self.vectors, printer.print_ssa_value)
        printer.print_string(f"[{', '.join(map(str, self.numbers))}]")
