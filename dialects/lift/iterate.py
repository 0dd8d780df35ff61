"""`lift.iterate`: a function applied again and again to a state, or to an array whose length each iteration changes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar, Final, Self

from xdsl.builder import ImplicitBuilder
from xdsl.dialects.builtin import TupleType, UnitAttr, i1
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.irdl import irdl_op_definition, operand_def, opt_region_def, prop_def
from xdsl.parser import Parser
from xdsl.printer import Printer

from ..diagnostics import LiftError
from ..errors import BODY_ARGUMENTS, BODY_RESULT, ITERATE_LENGTH, NEGATIVE_LENGTH, TYPE_MISMATCH
from ..nat.expr import var
from ..nat.ring import Nat, const
from ..parser import LiftParser
from .algorithmic import named
from .attributes import NatAttr, NatLike
from .body import BodyOp, YieldOp
from .operation import Claim, need_lengths
from .scope import Binding, Iterations, Scope
from .types import ArrayType, MemoryType

UPTO: Final = "upto"
"""The property that stands for a condition until it is read."""


@irdl_op_definition
class IterateOp(BodyOp):
    """A function applied m times.

    `iterate(m, f, xs) = f(.. f(f(xs)) ..)`

    `array<l, T>`, with a region from `array<n, T>` to `array<g(n), T>`, gives `array<g(.. g(l) ..), T>`. The name in
    brackets is the current length: what the region needs of it must hold in each of the m iterations. A state of any
    other type S, with a region from S to S, gives S.

    `iterate(upto m, p, f, s)` is `s` where m is 0 or `p(s)` is false, and else `iterate(upto m - 1, p, f, f(s))`: there are at
    most m iterations, and the state after the last one is the result, also where the condition still holds after m. It takes
    a region from S to `i1`, and one from S to S, and gives S.

    `%up = lift.iterate upto 100 (%s) in %x : f32 while { %c = arith.cmpf olt, %s, %zero : f32 lift.yield %c : i1 } do { %t = arith.mulf %s, %s : f32 lift.yield %t : f32 }`
    `%two = lift.iterate 6 (%t)[n] in %xs { %half = lift.slice %t from 0 size n floordiv 2 lift.yield %half }`
    """

    name = "lift.iterate"
    POSITION: ClassVar[str] = "length"

    xs = operand_def()
    count = prop_def(NatAttr)
    condition = opt_region_def("single_block")
    """Whether there is another iteration, by the state; where there is none, there are as many as `count` says."""

    def __init__(
        self,
        count: NatLike,
        xs: SSAValue | Operation,
        body: Region,
        position: str | None = None,
        *,
        condition: Region | None = None,
        result_type: Attribute | None = None,
    ):
        regions = [body] if condition is None else [condition, body]
        self.construct([xs], {"count": NatAttr.of(count), "position": named(position)}, regions, result_type)

    @classmethod
    def whilst(
        cls,
        count: NatLike,
        state: SSAValue | Operation,
        condition: Callable[[SSAValue], SSAValue | Operation],
        body: Callable[[SSAValue], SSAValue | Operation],
    ) -> Self:
        """Build iterations with a condition from Python functions that build the regions."""
        type_ = SSAValue.get(state).type
        blocks = Block(arg_types=[type_]), Block(arg_types=[type_])
        op = cls.untyped([state], {"count": NatAttr.of(count)}, [Region(block) for block in blocks])
        for block, function in zip(blocks, (condition, body), strict=True):
            with ImplicitBuilder(block):
                YieldOp(function(block.args[0]))
        op.settle(op.inferred(op.scope_of_operands()))
        return op

    @property
    def condition_block(self) -> Block | None:
        """The block that says whether there is another iteration, where that is not only counted."""
        return None if self.condition is None else self.condition.blocks.first

    @property
    def argument_blocks(self) -> Sequence[Block]:
        block = self.condition_block
        return (self.block,) if block is None else (block, self.block)

    @property
    def goes_on(self) -> SSAValue:
        """Whether there is another iteration."""
        block = self.condition_block
        last = None if block is None else block.last_op
        if not isinstance(last, YieldOp):
            raise LiftError(
                BODY_RESULT,
                f"the condition of '{self.name}' does not end in lift.yield",
                expected="lift.yield with an i1",
                found="nothing" if last is None else f"'{last.name}'",
            )
        return last.value

    @property
    def keeps_type(self) -> bool:
        """Whether every iteration takes and gives the same type: no length has a name that it could change."""
        return self.position is None

    def opened(self) -> Sequence[SSAValue]:
        """A hidden length is opened where it has a name; else it belongs to the state."""
        return () if self.keeps_type else (self.xs,)

    def _array(self, types: Sequence[Attribute]) -> ArrayType:
        return self.plain_array(types[0], "an iteration may change the length, and the rows with it")

    def wants_position(self, types: Sequence[Attribute]) -> bool:
        changes = isinstance(types[0], ArrayType) and not types[0].dependent
        return changes and self.condition is None and UPTO not in self.properties

    def argument_types(self, types: Sequence[Attribute], scope: Scope) -> Sequence[Attribute]:
        if self.position is None:
            return (types[0],)
        return (ArrayType(var(self.position.data), self._array(types).element),)

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
        iterations, count = self.iterations(types), self.count.data
        if iterations is None:
            return types[0]
        result = self.array(self.yielded.type, "the result of its region")
        length = iterations.length_after(count, scope)
        if length is None:
            raise LiftError(
                ITERATE_LENGTH,
                f"the length after {count} iterations of '{self.name}' cannot be derived",
                expected="a region that keeps the length, adds to it, multiplies it or divides it by a number",
                found=f"an iteration that makes {result.length.data} of {self.position_shown}",
                fix="use a number of iterations that is a literal",
            )
        return ArrayType(length, self._array(types).element)

    def check(self, types: Sequence[Attribute], scope: Scope) -> None:
        self.need_defined(self.count.data, scope)
        iterations = f"the number of iterations of '{self.name}' may be negative"
        self.need(Claim.that(self.count.data, "ge", 0), NEGATIVE_LENGTH, iterations, scope)
        self._check_condition(types, scope)
        need_lengths(self.infer(types, scope), scope, f"the result of '{self.name}'")
        if self.count.data.constant != 0:
            super().check(types, scope)

    def _check_condition(self, types: Sequence[Attribute], scope: Scope) -> None:
        block = self.condition_block
        if self.condition is None or block is None:
            return
        if self.position is not None:
            raise LiftError(
                ITERATE_LENGTH,
                f"the length after 'lift.iterate upto {self.count.data}' cannot be derived: how many iterations there are is not known",
                expected="a state of one type, which each iteration keeps",
                found=f"a name for its length, {self.position_shown}",
                fix=f"leave [{self.position_shown}] out",
            )
        found = [argument.type for argument in block.args]
        if len(found) != 1 or not scope.same_type(found[0], types[0]):
            raise LiftError(
                BODY_ARGUMENTS,
                f"the condition of '{self.name}' takes the wrong arguments",
                expected=str(types[0]),
                found=", ".join(map(str, found)) or "none",
            )
        if self.goes_on.type != i1:
            raise LiftError(
                TYPE_MISMATCH,
                f"the condition of '{self.name}' has the wrong type",
                expected=str(i1),
                found=str(self.goes_on.type),
                fix="compare with arith.cmpi or arith.cmpf",
            )

    def check_body(self, types: Sequence[Attribute], scope: Scope) -> None:
        if self.keeps_type:
            self.need_same_type(self.yielded.type, types[0], "what the region yields, the next state", scope)
            return
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
        if self.keeps_type:
            return scope.same_type(contents, ArrayType(2, self.result.type))
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
        upto = parser.parse_optional_keyword("upto") is not None
        count = parser.parse_nat_attr()
        return {"count": count, UPTO: UnitAttr()} if upto else {"count": count}

    def print_words(self, printer: Printer) -> None:
        printer.print_string(f" {'' if self.condition is None else 'upto '}{self.count.data}")

    def parse_regions(self, parser: LiftParser, arguments: Sequence[Parser.Argument]) -> None:
        """Read `{ .. }`, or `while { .. } do { .. }`, in which the state has one name."""
        if self.properties.pop(UPTO, None) is None:
            super().parse_regions(parser, arguments)
            return
        parser.parse_keyword("while", f" and a condition, in '{self.name} upto'")
        state = [argument for argument in arguments if not isinstance(argument.type, MemoryType)]
        condition = parser.parse_region(state)
        parser.parse_keyword("do", f" and what an iteration does, in '{self.name} upto'")
        super().parse_regions(parser, arguments)
        self.add_region(condition)
        self.regions = (condition, self.regions[0])

    def print_regions(self, printer: Printer) -> None:
        block = self.condition_block
        if self.condition is not None and block is not None:
            # Both regions call the state by the name that stands before them, and the printer has one for each value.
            names = printer._ssa_values  # pyright: ignore[reportPrivateUsage]  # there is no way in
            names[block.args[0]] = names[self.block.args[0]]
            printer.print_string("while ")
            printer.print_region(self.condition, print_entry_block_args=False, print_empty_block=False)
            printer.print_string(" do ")
        super().print_regions(printer)
