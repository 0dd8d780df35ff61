"""`extra.unfold`: a function applied again and again, every value kept."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from xdsl.dialects.builtin import StringAttr
from xdsl.ir import Attribute, Operation, Region, SSAValue
from xdsl.irdl import irdl_op_definition, operand_def, prop_def
from xdsl.printer import Printer

from lift.dialects.diagnostics import LiftError
from lift.dialects.errors import TYPE_MISMATCH
from lift.dialects.lift.attributes import NatAttr, NatLike
from lift.dialects.lift.body import BodyOp
from lift.dialects.lift.loops import LoopOp
from lift.dialects.lift.operation import need_lengths
from lift.dialects.lift.scope import Binding, Index, Scope
from lift.dialects.lift.types import ArrayType, holds_array
from lift.dialects.parser import LiftParser

if TYPE_CHECKING:
    from lift.lowering.ocl_to_view.patterns import Lowering


@irdl_op_definition
class UnfoldOp(BodyOp, LoopOp):
    """A function applied again and again, every value kept.

    `unfold(n, f, x) = [f(x), f(f(x)), ..]`, n values

    A scalar, a vector or a tuple of these `T`, with a region from `T` to `T`, gives `array<n, T>`.

    `%ys = extra.unfold N (%p) from %x : !lift.array<N, f32> { %q = arith.mulf %p, %x : f32 lift.yield %q : f32 }`
    """

    name = "extra.unfold"

    seed = operand_def()
    count = prop_def(NatAttr)

    def __init__(
        self,
        count: NatLike,
        seed: SSAValue | Operation,
        body: Region,
        position: str | None = None,
        *,
        result_type: Attribute | None = None,
    ):
        name = None if position is None else StringAttr(position)
        self.construct([seed], {"count": NatAttr.of(count), "position": name}, [body], result_type)

    def opened(self) -> Sequence[SSAValue]:
        return ()

    # Types

    def argument_types(self, types: Sequence[Attribute], scope: Scope) -> Sequence[Attribute]:
        return types

    def body_bindings(self, types: Sequence[Attribute], scope: Scope) -> tuple[Binding, ...]:
        return () if self.position is None else (Index(self.position.data, self.count.data),)

    def infer(self, types: Sequence[Attribute], scope: Scope) -> Attribute:
        return ArrayType(self.count, types[0])

    def check(self, types: Sequence[Attribute], scope: Scope) -> None:
        if holds_array(types[0]):
            message = f"'{self.name}' needs a value that is not an array"
            raise LiftError(TYPE_MISMATCH, message, expected="a scalar, or a tuple of scalars", found=str(types[0]))
        need_lengths(self.infer(types, scope), scope, f"the result of '{self.name}'")
        super().check(types, scope)

    def check_body(self, types: Sequence[Attribute], scope: Scope) -> None:
        self.need_same_type(self.yielded.type, types[0], "what the region yields", scope)

    # Syntax

    @classmethod
    def parse_words(cls, parser: LiftParser) -> dict[str, Attribute]:
        return {"count": parser.parse_nat_attr()}

    def print_words(self, printer: Printer) -> None:
        printer.print_string(f" {self.count.data}")

    @classmethod
    def parse_operands(cls, parser: LiftParser) -> list[SSAValue]:
        parser.parse_keyword("from", f" and the first value, in '{cls.name}'")
        return [parser.parse_value()]

    def print_operands(self, printer: Printer) -> None:
        printer.print_string(" from ")
        printer.print_ssa_value(self.seed)

    # Loops

    def lower_to_loops(self, lowering: Lowering, target: SSAValue | None) -> None:
        from lift.dialects.kernel.control import YieldOp

        assert target is not None
        kernel = lowering.kernel
        first = kernel.value(self.seed)
        with kernel.loop(self.count.data, self.position_name, [first]) as (loop, statement):
            lowering.bind(self.block.args[0], statement.carried[0])
            lowering.statements(self.block)
            value = kernel.value(self.yielded)
            kernel.store(value, kernel.access(target, loop))
            kernel.add(YieldOp(value))
        lowering.bind(self.result, target)
