"""A number of run time as a hidden length: what a `lift.generate` that goes up to such a number is made of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Self

from xdsl.dialects.builtin import i32
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import irdl_op_definition, operand_def, prop_def, traits_def, var_operand_def
from xdsl.printer import Printer

from ..lift.attributes import NatAttr, NatLike
from ..lift.destinations import WritingOp
from ..lift.operation import need_lengths
from ..lift.scope import Scope
from ..lift.types import ArrayType, ExistsType
from ..parser import LiftParser
from .memory import Allocates


@irdl_op_definition
class PlacesOp(WritingOp):
    """As many places as a number says, none where it is negative, with nothing in them.

    `places(n) = [[], [], ..]`, of length `max(n, 0)`

    An `i32` gives `exists<X upto b, array<X, array<0, i32>>>`; it is an error of the call if the number is more than b.

    `%places = ocl.places %i upto N : !lift.exists<X upto N, !lift.array<X, !lift.array<0, i32>>>`
    """

    name = "ocl.places"
    traits = traits_def(Allocates())

    STORES_ITSELF: ClassVar[bool] = True

    number = operand_def()
    into = var_operand_def()
    most = prop_def(NatAttr)

    def __init__(self, number: SSAValue | Operation, most: NatLike, *, result_type: Attribute | None = None):
        self.construct([number], {"most": NatAttr.of(most)}, result_type=result_type)

    def opened(self) -> Sequence[SSAValue]:
        return ()

    def written_through(self) -> Sequence[SSAValue]:
        return ()

    def infer(self, types: Sequence[Attribute], scope: Scope) -> Attribute:
        return ExistsType.of_array(self.most.data, ArrayType(0, i32))

    def check(self, types: Sequence[Attribute], scope: Scope) -> None:
        need_lengths(self.result.type, scope, f"the result of '{self.name}'")
        self.need_same_type(types[0], i32, "how many places there are", scope)

    @classmethod
    def parse_form(cls, parser: LiftParser) -> Self:
        number = parser.parse_value()
        parser.parse_keyword("upto", f" and a bound, in '{cls.name}'")
        return cls.untyped([number], {"most": parser.parse_nat_attr()})

    def print_form(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.number)
        printer.print_string(f" upto {self.most.data}")
