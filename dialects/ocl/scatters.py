"""Rows whose elements go anywhere, in parallel: each is stored where a counter says, of which each row has some of its own.

This is a pass of a radix sort. How many elements of each row a counter is for is found before, and running sums of that say
with what each counter begins, so that no two elements go to one place.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from xdsl.dialects.builtin import IntegerAttr, TupleType, i32, i64
from xdsl.ir import Attribute, Operation, Region, SSAValue
from xdsl.irdl import irdl_op_definition, operand_def, prop_def
from xdsl.printer import Printer

from ..diagnostics import LiftError
from ..errors import TYPE_MISMATCH
from ..lift.algorithmic import named
from ..lift.attributes import NatAttr, NatLike
from ..lift.operation import need_lengths
from ..lift.scope import Scope
from ..lift.types import ArrayType, holds_array
from ..nat.ring import Nat
from ..parser import LiftParser
from .patterns import GlobalMap, GroupMap, ParallelMap


class ParallelScatter(ParallelMap):
    """For each element of each row, which counter says where, and what is stored there."""

    STORES_ITSELF: ClassVar[bool] = True

    xs = operand_def()
    starts = operand_def()
    size = prop_def(NatAttr)

    def __init__(
        self,
        dimension: int,
        xs: SSAValue | Operation,
        starts: SSAValue | Operation,
        size: NatLike,
        body: Region,
        position: str | None = None,
        *,
        result_type: Attribute | None = None,
    ):
        properties = {
            "dimension": IntegerAttr(dimension, i64),
            "size": NatAttr.of(size),
            "position": named(position),
        }
        self.construct([xs, starts], properties, [body], result_type)

    def opened(self) -> Sequence[SSAValue]:
        return ()

    def length_origin(self, path: tuple[int, ...]) -> None:
        return None

    @property
    def counters(self) -> Nat:
        """How many counters a row has."""
        starts = self.starts.type
        assert isinstance(starts, ArrayType)
        assert isinstance(starts.element, ArrayType)
        return starts.element.length.data

    def argument_types(self, types: Sequence[Attribute], scope: Scope) -> Sequence[Attribute]:
        row = self.element(self.array(types[0], "its rows"), scope)
        return (self.plain_array(row, "elements of a row go anywhere", "a row").element,)

    def infer(self, types: Sequence[Attribute], scope: Scope) -> Attribute:
        pair = self.yielded.type
        parts = list(pair.types) if isinstance(pair, TupleType) else []
        if len(parts) != 2 or parts[0] != i32 or holds_array(parts[1]):
            raise LiftError(
                TYPE_MISMATCH,
                f"the region of '{self.name}' gives the number of a counter, and what is stored",
                expected="a tuple of an i32 and of what is stored, in which there are no arrays",
                found=str(pair),
            )
        return ArrayType(self.size.data, parts[1])

    def check_body(self, types: Sequence[Attribute], scope: Scope) -> None:
        need_lengths(self.result.type, scope, f"the result of '{self.name}'")
        counters = self.array(self.array(types[1], "where counters begin").element, "where the counters of a row begin")
        expected = ArrayType(self.array(types[0]).length.data, ArrayType(counters.length.data, i32))
        self.need_same_type(types[1], expected, "where counters begin", scope)

    @classmethod
    def parse_operands(cls, parser: LiftParser) -> list[SSAValue]:
        operands = super().parse_operands(parser)
        parser.parse_keyword("at", f" and where counters begin, in '{cls.name}'")
        return [*operands, parser.parse_value()]

    @classmethod
    def parse_words(cls, parser: LiftParser) -> dict[str, Attribute]:
        words = super().parse_words(parser)
        parser.parse_keyword("size", f" and a length, in '{cls.name}'")
        return {**words, "size": parser.parse_nat_attr()}

    def print_words(self, printer: Printer) -> None:
        super().print_words(printer)
        printer.print_string(f" size {self.size.data}")

    def print_operands(self, printer: Printer) -> None:
        super().print_operands(printer)
        printer.print_string(" at ")
        printer.print_ssa_value(self.starts)


@irdl_op_definition
class ScatterGlbOp(ParallelScatter, GlobalMap):
    """A value for each element of rows, stored where a counter of the row says; each row is for a work item.

    `scatter_glb(f, xs, starts) = r`, where `r[starts[k][c] + j] = y` for each `(c, y) = f(xs[k][i])`, and c is given j times
    for elements of row k before it

    `array<k : n, array<l(k), T>>` and where counters begin, `array<n, array<m, i32>>`, with a region from `T` to
    `tuple<i32, U>`, give `array<s, U>`. Whoever writes it vouches that each of the s places is given once.

    `%ys = ocl.scatter_glb<0> size M * N (%x)[k] in %rows at %starts : !lift.array<M * N, f32> { %p = lift.tuple %i, %x lift.yield %p }`
    """

    name = "ocl.scatter_glb"


@irdl_op_definition
class ScatterWrgOp(ParallelScatter, GroupMap):
    """A value for each element of rows, stored where a counter of the row says; each row is for a work group.

    `scatter_wrg(f, xs, starts) = r`, where `r[starts[k][c] + j] = y` for each `(c, y) = f(xs[k][i])`, and c is given j times
    for elements of row k before it

    `array<k : n, array<l(k), T>>` and where counters begin, `array<n, array<m, i32>>`, with a region from `T` to
    `tuple<i32, U>`, give `array<s, U>`. Whoever writes it vouches that each of the s places is given once.

    `%ys = ocl.scatter_wrg<0> size M * N (%x)[k] in %rows at %starts : !lift.array<M * N, f32> { %p = lift.tuple %i, %x lift.yield %p }`
    """

    name = "ocl.scatter_wrg"
