"""`lift.if`: one of two regions, by a condition that only run time knows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Self

from xdsl.builder import ImplicitBuilder
from xdsl.dialects.builtin import i1
from xdsl.ir import Attribute, Block, BlockArgument, Operation, Region, SSAValue
from xdsl.irdl import irdl_op_definition, operand_def, region_def, var_operand_def
from xdsl.parser import Parser
from xdsl.printer import Printer

from ..diagnostics import LiftError
from ..errors import BODY_ARGUMENTS, BODY_RESULT, TYPE_MISMATCH
from ..nat.expr import Condition, If
from ..nat.ring import Nat
from ..parser import LiftParser
from .body import EndsInYield, YieldOp
from .destinations import WritingOp
from .numbers import NatOp
from .scope import Binder, Binding, Scope, chosen
from .types import MemoryType


def condition_of(nat: Nat) -> Condition | None:
    """The condition under which a nat that is 1 or 0 is 1; None where it is no choice of these."""
    choice = nat.single
    if not isinstance(choice, If):
        return None
    match [one.constant for one in choice.args[1:]]:
        case [1, 0]:
            return choice.condition
        case [0, 1]:
            return choice.condition.negated
        case _:
            return None


@irdl_op_definition
class IfOp(WritingOp, Binder, EndsInYield):
    """One of two values, of which the other is not computed.

    `if(c, a, b) = a` where c holds, and `if(c, a, b) = b` where it does not.

    An `i1`, with two regions that give the same type T, gives T, which may be any type. Where the condition is one of nats,
    `lift.nat if(X mod 4 eq 0, 1, 0) : i1`, the first region knows that it holds, and the second that it does not.

    `%r = lift.if %bit : f32 { %a = arith.addf %x, %x : f32 lift.yield %a : f32 } else { lift.yield %x : f32 }`
    """

    name = "lift.if"

    condition = operand_def()
    into = var_operand_def()
    then = region_def("single_block")
    otherwise = region_def("single_block")

    def __init__(
        self,
        condition: SSAValue | Operation,
        then: Region,
        otherwise: Region,
        *,
        result_type: Attribute | None = None,
    ):
        self.construct([condition], {}, [then, otherwise], result_type)

    @classmethod
    def choosing(
        cls,
        condition: SSAValue | Operation,
        then: Callable[[], SSAValue | Operation],
        otherwise: Callable[[], SSAValue | Operation],
    ) -> Self:
        """Build the op from Python functions that build its regions."""
        blocks = Block(), Block()
        op = cls.untyped([condition], {}, [Region(block) for block in blocks])
        for block, function in zip(blocks, (then, otherwise), strict=True):
            with ImplicitBuilder(block):
                YieldOp(function())
        op.settle(op.inferred(op.scope_of_operands()))
        return op

    def opened(self) -> Sequence[SSAValue]:
        return ()

    def written_through(self) -> Sequence[SSAValue] | None:
        return ()

    @property
    def branches(self) -> Sequence[Block]:
        """The two regions; none is empty."""
        blocks = [region.blocks.first for region in (self.then, self.otherwise)]
        if any(block is None for block in blocks):
            raise LiftError(BODY_RESULT, f"a region of '{self.name}' is empty", expected="lift.yield at its end")
        return [block for block in blocks if block is not None]

    @property
    def given(self) -> Sequence[SSAValue]:
        """What each of the regions gives."""
        values: list[SSAValue] = []
        for block in self.branches:
            last = block.last_op
            if not isinstance(last, YieldOp):
                raise LiftError(
                    BODY_RESULT,
                    f"a region of '{self.name}' does not end in lift.yield",
                    expected="lift.yield with the result of the region",
                    found="nothing" if last is None else f"'{last.name}'",
                )
            values.append(last.value)
        return values

    def bindings(self, scope: Scope) -> tuple[Binding, ...]:
        return ()

    def bindings_in(self, region: Region, scope: Scope) -> tuple[Binding, ...]:
        return () if self.compared is None else chosen(self.compared, holds=region is self.then)

    @property
    def compared(self) -> Condition | None:
        """The condition, where it is one of nats. Names are never bound again inside, so it means the same in the regions."""
        number = self.condition.owner
        return condition_of(number.value.data) if isinstance(number, NatOp) else None

    def infer(self, types: Sequence[Attribute], scope: Scope) -> Attribute:
        one, other = (value.type for value in self.given)
        return one if self._is_given(one, scope) or not self._is_given(other, scope) else other

    def _is_given(self, type_: Attribute, scope: Scope) -> bool:
        """Whether both regions give values of a type, by what is known in each."""
        return all(
            scope.inner(*self.bindings_in(region, scope)).same_type(value.type, type_)
            for region, value in zip((self.then, self.otherwise), self.given, strict=True)
        )

    def check(self, types: Sequence[Attribute], scope: Scope) -> None:
        if types[0] != i1:
            raise LiftError(
                TYPE_MISMATCH,
                f"the condition of '{self.name}' has the wrong type",
                expected=str(i1),
                found=str(types[0]),
                fix="compare with arith.cmpi or arith.cmpf",
            )
        one, other = (value.type for value in self.given)
        type_ = self.infer(types, scope)
        if not self._is_given(type_, scope):
            raise LiftError(
                TYPE_MISMATCH,
                f"the regions of '{self.name}' give different types",
                expected=str(one),
                found=str(other),
            )
        memory = [MemoryType(found.space.data, type_) for found in self.destination_types[:1]]
        for block in self.branches:
            found = [argument.type for argument in block.args]
            if len(found) != len(memory) or not all(map(scope.same_type, found, memory)):
                raise LiftError(
                    BODY_ARGUMENTS,
                    f"a region of '{self.name}' takes the wrong arguments",
                    expected=", ".join(map(str, memory)) or "none",
                    found=", ".join(map(str, found)) or "none",
                )

    @property
    def target(self) -> BlockArgument | None:
        block = self.then.blocks.first
        return block.args[0] if block is not None and block.args else None

    @classmethod
    def parse_form(cls, parser: LiftParser) -> Self:
        return cls.untyped([parser.parse_value()], {}, [Region(), Region()])

    def print_form(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.condition)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        ours = LiftParser.of(parser)
        op = cls.parse_form(ours)
        memory = op.parse_destination(ours)
        op.attributes.update(ours.parse_further_attributes())
        annotation = ours.parse_optional_annotation()
        with ours.inside(op.bindings_in(op.then, ours.scope), {}):
            ours.parse_region(memory).move_blocks(op.then)
        ours.parse_keyword("else", f" and a region for where the condition does not hold, in '{cls.name}'")
        with ours.inside(op.bindings_in(op.otherwise, ours.scope), {}):
            ours.parse_region(memory).move_blocks(op.otherwise)
        type_ = op.inferred(ours.scope)
        op.settle(type_ if annotation is None else annotation.type)
        ours.check_annotation_later(op, type_, annotation)
        return op

    def print(self, printer: Printer) -> None:
        self.print_form(printer)
        self.print_ending(printer)
        printer.print_string(" ")
        printer.print_region(self.then, print_entry_block_args=False, print_empty_block=False)
        printer.print_string(" else ")
        one, other = (block.args for block in self.branches)
        # Both regions call the memory by the name that stands before them, and the printer has one for each value.
        names = printer._ssa_values  # pyright: ignore[reportPrivateUsage]  # there is no way in
        names.update((same, names[first]) for first, same in zip(one, other, strict=True))
        printer.print_region(self.otherwise, print_entry_block_args=False, print_empty_block=False)
