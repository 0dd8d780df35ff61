"""`lift.iterate`: a function from arrays to arrays, applied again and again, and the length that results."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from xdsl.dialects.builtin import TupleType
from xdsl.ir import Attribute, Operation, Region, SSAValue
from xdsl.irdl import irdl_op_definition, operand_def, prop_def
from xdsl.printer import Printer

from ..diagnostics import LiftError
from ..errors import ITERATE_LENGTH, NEGATIVE_LENGTH, TYPE_MISMATCH
from ..nat.expr import var
from ..nat.ring import Nat, const
from ..parser import LiftParser
from .algorithmic import named
from .attributes import NatAttr, NatLike
from .body import BodyOp, YieldOp
from .operation import Claim, need_lengths
from .scope import Binding, Iterations, Scope
from .types import ArrayType


@irdl_op_definition
class IterateOp(BodyOp):
    """A function applied m times.

    `iterate(m, f, xs) = f(.. f(f(xs)) ..)`

    `array<l, T>`, with a region from `array<n, T>` to `array<g(n), T>`, gives `array<g(.. g(l) ..), T>`. The name in
    brackets is the current length: what the region needs of it must hold in each of the m iterations.

    `%two = lift.iterate 6 (%t)[n] in %xs { %half = lift.slice %t from 0 size n floordiv 2 lift.yield %half }`
    """

    name = "lift.iterate"
    POSITION: ClassVar[str] = "length"

    xs = operand_def()
    count = prop_def(NatAttr)

    def __init__(
        self,
        count: NatLike,
        xs: SSAValue | Operation,
        body: Region,
        position: str,
        *,
        result_type: Attribute | None = None,
    ):
        self.construct([xs], {"count": NatAttr.of(count), "position": named(position)}, [body], result_type)

    def _array(self, types: Sequence[Attribute]) -> ArrayType:
        return self.plain_array(types[0], "an iteration may change the length, and the rows with it")

    def wants_position(self, types: Sequence[Attribute]) -> bool:
        return True

    def argument_types(self, types: Sequence[Attribute], scope: Scope) -> Sequence[Attribute]:
        array = self._array(types)
        return (ArrayType(array.length.data if self.position is None else var(self.position.data), array.element),)

    def body_bindings(self, types: Sequence[Attribute], scope: Scope) -> tuple[Binding, ...]:
        iterations = self.iterations(types)
        return () if iterations is None else (iterations,)

    def iterations(self, types: Sequence[Attribute]) -> Iterations | None:
        """How the length changes, where it has a name."""
        if self.position is None:
            return None
        return Iterations(self.position.data, self._array(types).length.data, self._step, self.count.data)

    @property
    def _step(self) -> Nat | None:
        """The length after one iteration in terms of the one before, once the region is there."""
        block = self.body.blocks.first
        last = None if block is None else block.last_op
        if isinstance(last, YieldOp) and isinstance(last.value.type, ArrayType):
            return last.value.type.length.data
        return None

    def infer(self, types: Sequence[Attribute], scope: Scope) -> Attribute:
        array = self._array(types)
        result = self.array(self.yielded.type, "the result of its region")
        iterations, count = self.iterations(types), self.count.data
        length = array.length.data if iterations is None else iterations.length_after(count, scope)
        if length is None:
            raise LiftError(
                ITERATE_LENGTH,
                f"the length after {count} iterations of '{self.name}' cannot be derived",
                expected="a region that keeps the length, adds to it, multiplies it or divides it by a number",
                found=f"an iteration that makes {result.length.data} of {self.position_shown}",
                fix="use a number of iterations that is a literal",
            )
        return ArrayType(length, array.element)

    def check(self, types: Sequence[Attribute], scope: Scope) -> None:
        self.need_defined(self.count.data, scope)
        iterations = f"the number of iterations of '{self.name}' may be negative"
        self.need(Claim.that(self.count.data, "ge", 0), NEGATIVE_LENGTH, iterations, scope)
        need_lengths(self.infer(types, scope), scope, f"the result of '{self.name}'")
        if self.count.data.constant != 0:
            super().check(types, scope)

    def check_body(self, types: Sequence[Attribute], scope: Scope) -> None:
        result = self.array(self.yielded.type, "the result of its region")
        if result.dependent or not scope.same_type(result.element, self._array(types).element):
            raise LiftError(
                TYPE_MISMATCH,
                f"an iteration of '{self.name}' may change the length of its array, not the type of its elements",
                expected=str(ArrayType(result.length, self._array(types).element)),
                found=str(result),
            )

    def fits(self, contents: Attribute, scope: Scope) -> bool:
        """Two buffers, in turn, with room for what the region takes and gives."""
        match contents:
            case TupleType():
                buffers = list(contents.types)
            case ArrayType() if contents.length.data == const(2):
                buffers = [contents.element] * 2
            case _:
                return False
        array = self._array([self.xs.type])
        return len(buffers) == 2 and all(
            isinstance(buffer, ArrayType) and scope.same_type(buffer.element, array.element) for buffer in buffers
        )

    @classmethod
    def parse_words(cls, parser: LiftParser) -> dict[str, Attribute]:
        return {"count": parser.parse_nat_attr()}

    def print_words(self, printer: Printer) -> None:
        printer.print_string(f" {self.count.data}")
