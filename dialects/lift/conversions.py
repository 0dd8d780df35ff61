"""The one op between types that are stored and types that are computed with: `lift.convert`.

`arith` and `math` know signless integers and floats. Unsigned integers and `bf16` are what images and
weights are kept as; a program converts an element when it reads it, and back before it is stored.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Final, Self

from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import irdl_op_definition, operand_def
from xdsl.printer import Printer

from ..diagnostics import LiftError
from ..errors import CONVERSION
from ..parser import LiftParser
from ..scalars import SCALARS, STORAGE_NAMES, Kind
from .operation import LiftOp
from .scope import Scope
from .storage import vector_of
from .types import holds_array

_EXPECTED: Final = f"{', '.join(STORAGE_NAMES[:-1])} or {STORAGE_NAMES[-1]}, to or from what it is computed as"


class Conversion(Enum):
    """What a conversion does."""

    RESIZED = "an integer modulo 2 to the power of the bits"
    NEAREST = "the nearest float to an unsigned integer"
    WIDENED = "the float that a bf16 is"
    ROUNDED = "the nearest bf16 to a float"


def conversion(source: Attribute, target: Attribute) -> Conversion | None:
    """What the conversion of one scalar type to another does; None where there is none."""
    if source not in SCALARS or target not in SCALARS or source == target:
        return None
    given, wanted = SCALARS[source], SCALARS[target]
    match given.kind, wanted.kind:
        case Kind.NATURAL, Kind.NATURAL | Kind.INTEGER:
            return Conversion.RESIZED
        case Kind.INTEGER, Kind.NATURAL if given.bits >= wanted.bits:  # what a wider one has above depends on the sign
            return Conversion.RESIZED
        case Kind.NATURAL, Kind.FLOAT:
            return Conversion.NEAREST
        case Kind.BRAIN, Kind.FLOAT if wanted.bits == 32:
            return Conversion.WIDENED
        case Kind.FLOAT, Kind.BRAIN if given.bits == 32:  # a wider one would be rounded twice
            return Conversion.ROUNDED
        case _:
            return None


def _scalars(source: Attribute, target: Attribute) -> tuple[Attribute, Attribute] | None:
    """The scalars of two types: both of them scalars, or vectors of one width."""
    given, wanted = vector_of(source), vector_of(target)
    if given is None and wanted is None:
        return source, target
    return (given[1], wanted[1]) if given and wanted and given[0] == wanted[0] else None


@irdl_op_definition
class ConvertOp(LiftOp):
    """A number that is stored as one that is computed with, and back; of a vector, each part.

    `convert(x) = x mod pow(2, n)`, to an integer of n bits; to a float, the nearest one, and of two the even one.

    An unsigned integer (`ui8`, `ui16`, `ui32`, `ui64`) gives another one, a signless integer or a float. A signless integer,
    which is no `i1`, gives an unsigned one of as many bits, or of fewer. `bf16` gives `f32`, and `f32` gives `bf16`; NaN stays NaN.
    Vectors of one width give each other, where their scalars do.

    `%grey = lift.convert %pixel : ui8 to i32`
    """

    name = "lift.convert"

    value = operand_def()

    def __init__(self, value: SSAValue | Operation, result_type: Attribute):
        self.construct([value], result_type=result_type)

    def opened(self) -> Sequence[SSAValue]:
        return ()

    def length_origin(self, path: tuple[int, ...]) -> None:
        return None

    def infer(self, types: Sequence[Attribute], scope: Scope) -> Attribute:
        return self.result.type

    @property
    def kind(self) -> Conversion | None:
        """What it does; None where there is no such conversion."""
        scalars = _scalars(self.value.type, self.result.type)
        return None if scalars is None else conversion(*scalars)

    @property
    def most(self) -> int | None:
        """The largest integer that it gives, where it gives all that there are from 0 on; None where it may give others."""
        given, wanted = SCALARS.get(self.value.type), SCALARS.get(self.result.type)
        if given is None or wanted is None or (given.kind, wanted.kind) != (Kind.NATURAL, Kind.INTEGER):
            return None
        return (1 << given.bits) - 1 if given.bits < wanted.bits else None

    def check(self, types: Sequence[Attribute], scope: Scope) -> None:
        if self.kind is None:
            source, target = self.value.type, self.result.type
            scalars = _scalars(source, target)
            raise LiftError(
                CONVERSION,
                f"'{self.name}' does not make {target} of {source}",
                expected=_EXPECTED if scalars else f"{_EXPECTED}; or vectors of one width of such",
                found=f"{source} to {target}",
                fix=None if scalars is None else _instead(*scalars),
            )

    @classmethod
    def parse_form(cls, parser: LiftParser) -> Self:
        return cls.untyped([parser.parse_value()])

    def parse_ending(self, parser: LiftParser) -> None:
        self.attributes.update(parser.parse_further_attributes())
        annotation = parser.parse_optional_annotation()
        parser.check_annotation_later(self, self.value.type, annotation)
        parser.parse_keyword("to", f" and the type that '{self.name}' gives")
        self.settle(parser.parse_type())

    def print_form(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.value)

    def print_ending(self, printer: Printer) -> None:
        printer.print_op_attributes(self.attributes, print_keyword=True)
        printer.print_string(" : ")
        printer.print_attribute(self.value.type)
        printer.print_string(" to ")
        printer.print_attribute(self.result.type)


def _instead(source: Attribute, target: Attribute) -> str | None:
    """How a program says what this conversion leaves open."""
    if source == target:
        return "use the value as it is"
    given, wanted = SCALARS.get(source), SCALARS.get(target)
    if given is None or wanted is None:
        return "convert each element, in a lift.map" if holds_array(source) else None
    match given.kind, wanted.kind:
        case Kind.BRAIN, _:
            return "lift.convert to f32 first, and go on from there"
        case _, Kind.BRAIN:
            return "make an f32 of it first, and lift.convert that"
        case Kind.FLOAT, Kind.NATURAL:
            return f"say how it is rounded: arith.fptoui to i{wanted.bits} first, and lift.convert that"
        case Kind.INTEGER, Kind.NATURAL:
            wider = f"arith.extui to i{wanted.bits}, which reads it without a sign, or arith.extsi, with one"
            return f"say how it is widened: {wider}; and lift.convert that"
        case Kind.BIT, Kind.NATURAL:
            return f"make 0 or 1 of it first, with arith.extui to i{wanted.bits}, and lift.convert that"
        case Kind.NATURAL, Kind.BIT:
            return f"lift.convert to i{given.bits} first, and compare that with 0: arith.cmpi ne"
        case _:
            return "use a conversion of arith, such as arith.extsi, arith.trunci, arith.sitofp or arith.truncf"
