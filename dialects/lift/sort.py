"""`lift.sort`: the elements of an array in the order of their keys."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from xdsl.dialects.builtin import TupleType, UnitAttr
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.irdl import irdl_op_definition, operand_def, opt_prop_def
from xdsl.parser import Parser
from xdsl.printer import Printer

from ..diagnostics import LiftError
from ..errors import TYPE_MISMATCH
from ..parser import LiftParser
from ..scalars import SCALARS
from .body import BodyOp, YieldOp
from .scope import Scope
from .types import ArrayType


def is_key(type_: Attribute) -> bool:
    """Whether there is an order of the values of a type: of scalars, and of tuples of such, the first part first."""
    if isinstance(type_, TupleType):
        return all(map(is_key, type_.types))
    return type_ in SCALARS


@irdl_op_definition
class SortOp(BodyOp):
    """The elements in the order of their keys; those with equal keys stay in the order that they have.

    `sort(f, xs) = [xs[p(0)], xs[p(1)], ..]`, where p gives each position once, and of `i lt j` either `f(xs[p(i)])` comes before
    `f(xs[p(j)])`, or they are equal, and `p(i) lt p(j)`

    `array<n, T>`, with a region from `T` to a scalar, or to a tuple of such, gives `array<n, T>`. The parts of a tuple count from
    the first; false comes before true, and unsigned integers are never negative. The zeros of floats are equal, and what is no
    number is equal to itself and comes last, also with `descending`, which puts larger keys before smaller ones. Without a
    region, an element is its own key.

    `%up = lift.sort %xs : !lift.array<N, f32>`
    `%nearest = lift.sort (%x) in %xs : !lift.array<N, f32> { %far = math.absf %x : f32 lift.yield %far : f32 }`
    """

    name = "lift.sort"

    xs = operand_def()
    descending = opt_prop_def(UnitAttr)

    def __init__(
        self,
        xs: SSAValue | Operation,
        body: Region,
        *,
        descending: UnitAttr | None = None,
        result_type: Attribute | None = None,
    ):
        self.construct([xs], {"descending": descending}, [body], result_type)

    @property
    def by_itself(self) -> bool:
        """Whether an element is its own key, and has no name that the text would lose without a region."""
        element = self.block.args[0]
        return self.position is None and self.yielded is element and element.name_hint is None

    def _array(self, types: Sequence[Attribute]) -> ArrayType:
        return self.plain_array(types[0], "an element may get any position")

    def argument_types(self, types: Sequence[Attribute], scope: Scope) -> Sequence[Attribute]:
        return (self._array(types).element,)

    def infer(self, types: Sequence[Attribute], scope: Scope) -> Attribute:
        return self._array(types)

    def check(self, types: Sequence[Attribute], scope: Scope) -> None:
        self.need_no_position("the order is that of elements, wherever they are")
        super().check(types, scope)

    def check_body(self, types: Sequence[Attribute], scope: Scope) -> None:
        key = self.yielded.type
        if not is_key(key):
            raise LiftError(
                TYPE_MISMATCH,
                f"there is no order of the keys of '{self.name}'",
                expected="a scalar, such as i32 or f32, or a tuple of scalars",
                found=str(key),
                fix="give a region that makes a key of an element: (%x) in %xs { .. lift.yield %key }",
            )

    @classmethod
    def parse_words(cls, parser: LiftParser) -> dict[str, Attribute]:
        return {"descending": UnitAttr()} if parser.parse_optional_keyword("descending") else {}

    def print_words(self, printer: Printer) -> None:
        if self.descending is not None:
            printer.print_string(" descending")

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        ours = LiftParser.of(parser)
        words = cls.parse_words(ours)
        xs = ours.parse_optional_value()
        if xs is None:
            return cls.parse_behind(ours, cls.parse_arguments(ours, words))
        op = cls.untyped([xs], words, [Region()])
        block = Block(arg_types=op.region_arguments(op.opening(ours.scope)))
        given = YieldOp(block.args[0])
        given.location = ours.op_location.attribute
        block.add_op(given)
        op.body.add_block(block)
        op.parse_ending(ours)
        return op

    def print(self, printer: Printer) -> None:
        if not self.by_itself:
            super().print(printer)
            return
        self.print_words(printer)
        printer.print_string(" ")
        printer.print_ssa_value(self.xs)
        self.print_ending(printer)
