"""Which work item this is, how many there are, and index expressions as values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Self

from xdsl.dialects.builtin import IndexType, IntegerAttr, i1, i64
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import irdl_op_definition, prop_def, result_def, traits_def, var_operand_def
from xdsl.printer import Printer
from xdsl.traits import Pure

from ..diagnostics import LiftError
from ..errors import DIMENSION, NOT_AN_INTEGER
from ..parser import LiftParser
from ..scalars import is_integer
from .attributes import IndexAttr, OperandTokens, print_over
from .operation import DeviceOp

DIMENSIONS = (0, 1, 2)


class WorkItemOp(DeviceOp):
    """A number of OpenCL's in a dimension from 0 to 2."""

    FUNCTION: ClassVar[str]
    """Its name in OpenCL C."""

    dimension = prop_def(IntegerAttr)
    number = result_def(IndexType)

    traits = traits_def(Pure())

    def __init__(self, dimension: int):
        super().__init__(properties={"dimension": IntegerAttr(dimension, i64)}, result_types=[IndexType()])

    def verify_(self) -> None:
        if self.dimension.value.data not in DIMENSIONS:
            found = str(self.dimension.value.data)
            raise LiftError(DIMENSION, f"'{self.name}' has no such dimension", expected="0, 1 or 2", found=found)

    @classmethod
    def parse_form(cls, parser: LiftParser) -> Self:
        return cls(parser.parse_integer(allow_boolean=False, allow_negative=False))

    @property
    def shown_type(self) -> Attribute:
        return IndexType()

    def print_form(self, printer: Printer) -> None:
        printer.print_string(f" {self.dimension.value.data}")


@irdl_op_definition
class GlobalIdOp(WorkItemOp):
    """Which of all work items this is.

    `global_id(d) = group_id(d) * local_size(d) + local_id(d)`

    It gives an `index`.

    `%g = kernel.global_id 0 : index`
    """

    name = "kernel.global_id"
    FUNCTION: ClassVar[str] = "get_global_id"


@irdl_op_definition
class LocalIdOp(WorkItemOp):
    """Which work item of its group this is.

    `0 <= local_id(d) < local_size(d)`

    It gives an `index`.

    `%l = kernel.local_id 0 : index`
    """

    name = "kernel.local_id"
    FUNCTION: ClassVar[str] = "get_local_id"


@irdl_op_definition
class GroupIdOp(WorkItemOp):
    """Which work group this is.

    `0 <= group_id(d) < num_groups(d)`

    It gives an `index`.

    `%wg = kernel.group_id 0 : index`
    """

    name = "kernel.group_id"
    FUNCTION: ClassVar[str] = "get_group_id"


@irdl_op_definition
class GlobalSizeOp(WorkItemOp):
    """How many work items there are.

    `global_size(d) = num_groups(d) * local_size(d)`

    It gives an `index`.

    `%n = kernel.global_size 0 : index`
    """

    name = "kernel.global_size"
    FUNCTION: ClassVar[str] = "get_global_size"


@irdl_op_definition
class LocalSizeOp(WorkItemOp):
    """How many work items a group has.

    `local_size(d) >= 1`

    It gives an `index`.

    `%n = kernel.local_size 0 : index`
    """

    name = "kernel.local_size"
    FUNCTION: ClassVar[str] = "get_local_size"


@irdl_op_definition
class NumGroupsOp(WorkItemOp):
    """How many work groups there are.

    `num_groups(d) >= 1`

    It gives an `index`.

    `%n = kernel.num_groups 0 : index`
    """

    name = "kernel.num_groups"
    FUNCTION: ClassVar[str] = "get_num_groups"


@irdl_op_definition
class ApplyOp(DeviceOp):
    """An index expression as a value.

    `apply(e) = e`

    It gives the integer type that the annotation names, or `index`.

    `%n = kernel.apply [2 * %l + N] : i32`
    """

    name = "kernel.apply"

    index = prop_def(IndexAttr)
    symbols = var_operand_def()
    number = result_def()

    traits = traits_def(Pure())

    def __init__(self, index: IndexAttr, symbols: Sequence[SSAValue] = (), result_type: Attribute | None = None):
        super().__init__(
            operands=[symbols],
            properties={"index": index},
            result_types=[IndexType() if result_type is None else result_type],
        )

    def verify_(self) -> None:
        self.need_symbols(self.index, self.symbols)
        type_ = self.number.type
        if not is_integer(type_) and type_ != i1:
            expected = "index, or an integer such as i32"
            raise LiftError(
                NOT_AN_INTEGER, f"the result of '{self.name}' is an integer", expected=expected, found=str(type_)
            )

    @classmethod
    def parse_form(cls, parser: LiftParser) -> Self:
        tokens = OperandTokens(parser)
        with parser.in_square_brackets():
            nat = tokens.nat()
        return cls(IndexAttr.of(nat, tokens.symbols), tokens.values)

    def parse_type(self, parser: LiftParser) -> None:
        annotation = parser.parse_optional_annotation()
        if annotation is not None:
            self.results[0]._type = annotation.type  # pyright: ignore[reportPrivateUsage]  # nothing uses it yet

    def print_form(self, printer: Printer) -> None:
        printer.print_string(" [")
        print_over(self.index, self.symbols, printer)
        printer.print_string("]")

    @property
    def shown_type(self) -> Attribute:
        return self.number.type
