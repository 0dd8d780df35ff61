"""The pattern that changes elements at indices which are data: histograms, and scatters that combine.

The class without a name holds what it means; `lift.update` and `ocl.update_seq` share it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from xdsl.dialects.builtin import UnitAttr
from xdsl.ir import Attribute, Operation, Region, SSAValue
from xdsl.irdl import irdl_op_definition, operand_def, opt_prop_def
from xdsl.printer import Printer

from ..diagnostics import LiftError, value_name
from ..errors import BAD_ELEMENT, LENGTHS_DIFFER, NOT_AN_INTEGER
from ..parser import LiftParser
from ..scalars import computed_as, is_integer, is_natural
from .algorithmic import named
from .body import BodyOp
from .operation import Claim
from .scope import Scope
from .types import ArrayType, holds_array


class UpdateLike(BodyOp):
    """A function of what is at an index and of an element, applied to one element after the other."""

    ARGUMENTS: ClassVar[int] = 2
    STORES_ITSELF: ClassVar[bool] = True

    xs = operand_def()
    indices = operand_def()
    init = operand_def()

    def __init__(
        self,
        xs: SSAValue | Operation,
        indices: SSAValue | Operation,
        init: SSAValue | Operation,
        body: Region,
        position: str | None = None,
        *,
        result_type: Attribute | None = None,
    ):
        self.construct([xs, indices, init], {"position": named(position)}, [body], result_type)

    def opened(self) -> Sequence[SSAValue]:
        return (self.xs, self.indices)

    def length_origin(self, path: tuple[int, ...]) -> None:
        return None

    @classmethod
    def parse_operands(cls, parser: LiftParser) -> list[SSAValue]:
        operands = super().parse_operands(parser)
        parser.parse_keyword("at", f" and an array of indices, in '{cls.name}'")
        operands.append(parser.parse_value())
        parser.parse_keyword("into", f" and the array that is updated, in '{cls.name}'")
        return [*operands, parser.parse_value()]

    def print_operands(self, printer: Printer) -> None:
        super().print_operands(printer)
        printer.print_string(" at ")
        printer.print_ssa_value(self.indices)
        printer.print_string(" into ")
        printer.print_ssa_value(self.init)

    def _target(self, types: Sequence[Attribute]) -> ArrayType:
        why = "which element is updated is known only at run time, and so would be its type"
        return self.plain_array(types[2], why, "what is updated")

    def argument_types(self, types: Sequence[Attribute], scope: Scope) -> Sequence[Attribute]:
        return (self._target(types).element, self.element(self.array(types[0]), scope))

    def infer(self, types: Sequence[Attribute], scope: Scope) -> Attribute:
        return self._target(types)

    def check(self, types: Sequence[Attribute], scope: Scope) -> None:
        self._check_indices(self.array(types[0]), self.array(types[1], "its indices"), scope)
        element = self._target(types).element
        if holds_array(element):
            raise LiftError(
                BAD_ELEMENT,
                f"'{self.name}' updates scalars, vectors and tuples of them",
                expected="elements without arrays in them",
                found=str(element),
                fix="join the rows, and update one element of a row at a time",
            )
        super().check(types, scope)

    def _check_indices(self, xs: ArrayType, indices: ArrayType, scope: Scope) -> None:
        if not is_integer(indices.element):
            known = is_natural(indices.element)
            raise LiftError(
                NOT_AN_INTEGER,
                f"an index of '{self.name}' is not an integer",
                expected="an array of an integer type, such as i32",
                found=str(indices),
                fix=f"use lift.convert to {computed_as(indices.element)}" if known else None,
            )
        if not scope.equal(xs.length.data, indices.length.data):
            raise LiftError(
                LENGTHS_DIFFER,
                f"'{self.name}' needs an index for each element",
                expected=f"a length of {xs.length.data}, as {value_name(self.xs)} has",
                found=f"a length of {indices.length.data} for {value_name(self.indices)}",
                fix=Claim.that(xs.length.data, "eq", indices.length.data).missing_fact(scope),
            )

    def check_body(self, types: Sequence[Attribute], scope: Scope) -> None:
        self.need_same_type(self.yielded.type, self._target(types).element, "what the region yields", scope)


@irdl_op_definition
class UpdateOp(UpdateLike):
    """Elements that are changed where indices say, one after the other; indices out of bounds are left out.

    `update(f, xs, is, r) = r'`, where `r' = r` first, and then for each k in order `r'[is[k]] = f(r'[is[k]], xs[k])` if
    `0 <= is[k] < m`

    `array<k : n, T(k)>`, an `array<n, I>` of integers and an `array<m, A>`, with a region from `A` and `T(k)` to `A`, give
    `array<m, A>`; A has no arrays in it. Where the region is seen to be `old ⊕ g(x)` with a known ⊕, a compiler may regroup;
    `ordered` forbids it.

    `%sums = lift.update (%old, %x) in %xs at %is into %zs : !lift.array<M, f32> { %s = arith.addf %old, %x : f32 lift.yield %s : f32 }`
    """

    name = "lift.update"

    ordered = opt_prop_def(UnitAttr)

    @classmethod
    def parse_words(cls, parser: LiftParser) -> dict[str, Attribute]:
        return {"ordered": UnitAttr()} if parser.parse_optional_keyword("ordered") else {}

    def print_words(self, printer: Printer) -> None:
        if self.ordered is not None:
            printer.print_string(" ordered")
