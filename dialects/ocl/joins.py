"""Rows of hidden length, put together in parallel: each is written where the rows before it end.

How long the rows are is computed first, and their running sums say where each row begins. So this is all that a filter
needs to run in parallel: its rows are what it keeps of each chunk.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Self

from xdsl.dialects.builtin import IntegerAttr, i32, i64
from xdsl.ir import Attribute, Operation, Region, SSAValue
from xdsl.irdl import irdl_op_definition, operand_def, prop_def, traits_def, var_operand_def
from xdsl.printer import Printer

from ..diagnostics import LiftError
from ..errors import POSITION_DEPENDENT, TYPE_MISMATCH
from ..lift.algorithmic import named
from ..lift.attributes import NatAttr, NatLike
from ..lift.destinations import WritingOp
from ..lift.scope import Scope
from ..lift.types import ArrayType, ExistsType, free_names
from ..nat.expr import var
from ..parser import LiftParser
from .memory import Allocates
from .patterns import GlobalMap, GroupMap, ParallelMap


def row_element(row: Attribute, name: str, position: str | None) -> Attribute:
    """The type of the elements of a row of hidden length."""
    array = row.opened(0) if isinstance(row, ExistsType) else None
    if not isinstance(array, ArrayType):
        raise LiftError(
            TYPE_MISMATCH,
            f"'{name}' joins rows of hidden length",
            expected="an array whose length is hidden",
            found=str(row),
        )
    if array.dependent or position in free_names(array.element):
        raise LiftError(
            POSITION_DEPENDENT,
            f"the rows of '{name}' have elements of one type",
            expected="elements whose type does not depend on a position",
            found=str(row),
        )
    return array.element


class ParallelJoin(ParallelMap):
    """A map to rows of hidden length, which stand one after the other in the result."""

    xs = operand_def()
    offsets = operand_def()
    most = prop_def(NatAttr)

    def __init__(
        self,
        dimension: int,
        xs: SSAValue | Operation,
        offsets: SSAValue | Operation,
        most: NatLike,
        body: Region,
        position: str | None = None,
        *,
        result_type: Attribute | None = None,
    ):
        properties = {
            "dimension": IntegerAttr(dimension, i64),
            "most": NatAttr.of(most),
            "position": named(position),
        }
        self.construct([xs, offsets], properties, [body], result_type)

    def opened(self) -> Sequence[SSAValue]:
        return ()

    def length_origin(self, path: tuple[int, ...]) -> None:
        return None

    def infer(self, types: Sequence[Attribute], scope: Scope) -> Attribute:
        element = row_element(self.yielded.type, self.name, self.position_name)
        return ExistsType.of_array(self.most.data, element)

    def check_body(self, types: Sequence[Attribute], scope: Scope) -> None:
        expected = ArrayType(self.array(types[0]).length.data + 1, i32)
        self.need_same_type(types[1], expected, "where the rows begin and the last one ends", scope)

    @classmethod
    def parse_operands(cls, parser: LiftParser) -> list[SSAValue]:
        operands = super().parse_operands(parser)
        parser.parse_keyword("at", f" and where the rows begin, in '{cls.name}'")
        return [*operands, parser.parse_value()]

    @classmethod
    def parse_words(cls, parser: LiftParser) -> dict[str, Attribute]:
        words = super().parse_words(parser)
        parser.parse_keyword("upto", f" and a bound, in '{cls.name}'")
        return {**words, "most": parser.parse_nat_attr()}

    def print_words(self, printer: Printer) -> None:
        super().print_words(printer)
        printer.print_string(f" upto {self.most.data}")

    def print_operands(self, printer: Printer) -> None:
        super().print_operands(printer)
        printer.print_string(" at ")
        printer.print_ssa_value(self.offsets)


@irdl_op_definition
class JoinGlbOp(ParallelJoin, GlobalMap):
    """Rows of hidden length, one after the other; each is for a work item.

    `join_glb(f, xs) = join(map(f, xs))`, where row k begins at `offsets[k]` and the last one ends at `offsets[n]`.

    `array<k : n, T(k)>` and offsets `array<n + 1, i32>`, with a region from `T(k)` to `exists<X upto m(k), array<X, U>>`,
    give `exists<Y upto b, array<Y, U>>`. Whoever writes it vouches for the offsets.

    `%flat = ocl.join_glb<0> upto M * N (%row)[k] in %es at %offsets { lift.yield %row }`
    """

    name = "ocl.join_glb"


@irdl_op_definition
class JoinWrgOp(ParallelJoin, GroupMap):
    """Rows of hidden length, one after the other; each is for a work group.

    `join_wrg(f, xs) = join(map(f, xs))`, where row k begins at `offsets[k]` and the last one ends at `offsets[n]`.

    `array<k : n, T(k)>` and offsets `array<n + 1, i32>`, with a region from `T(k)` to `exists<X upto m(k), array<X, U>>`,
    give `exists<Y upto b, array<Y, U>>`. Whoever writes it vouches for the offsets.

    `%flat = ocl.join_wrg<0> upto M * N (%row)[k] in %es at %offsets { lift.yield %row }`
    """

    name = "ocl.join_wrg"


@irdl_op_definition
class JoinSeqOp(WritingOp):
    """Rows of hidden length, one after the other, sequentially.

    `join_seq(xss) = join(xss)`

    `array<k : n, exists<X upto m(k), array<X, T>>>` gives `exists<Y upto b, array<Y, T>>`; it is an error of the call if
    there are more than b elements.

    `%flat = ocl.join_seq upto M * N %es : !lift.exists<X upto M * N, !lift.array<X, f32>>`
    """

    name = "ocl.join_seq"
    traits = traits_def(Allocates())

    STORES_ITSELF: ClassVar[bool] = True

    xs = operand_def()
    into = var_operand_def()
    most = prop_def(NatAttr)

    def __init__(self, xs: SSAValue | Operation, most: NatLike, *, result_type: Attribute | None = None):
        self.construct([xs], {"most": NatAttr.of(most)}, result_type=result_type)

    def opened(self) -> Sequence[SSAValue]:
        return ()

    def length_origin(self, path: tuple[int, ...]) -> None:
        return None

    def written_through(self) -> Sequence[SSAValue]:
        return ()

    def infer(self, types: Sequence[Attribute], scope: Scope) -> Attribute:
        position = scope.fresh("k")
        row = self.array(types[0]).at(var(position))
        return ExistsType.of_array(self.most.data, row_element(row, self.name, position))

    @classmethod
    def parse_form(cls, parser: LiftParser) -> Self:
        parser.parse_keyword("upto", f" and a bound, in '{cls.name}'")
        most = parser.parse_nat_attr()
        return cls.untyped([parser.parse_value()], {"most": most})

    def print_form(self, printer: Printer) -> None:
        printer.print_string(f" upto {self.most.data} ")
        printer.print_ssa_value(self.xs)
