"""`extra.interleave`: elements of several arrays in turn. Its view is in `view`."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import irdl_op_definition

from lift.dialects.diagnostics import LiftError
from lift.dialects.errors import LENGTHS_DIFFER, SYNTAX
from lift.dialects.lift.operation import Claim
from lift.dialects.lift.scope import Scope
from lift.dialects.lift.tuples import JoiningOp
from lift.dialects.lift.types import ArrayType


@irdl_op_definition
class InterleaveOp(JoiningOp):
    """Elements of several arrays in turn.

    `interleave([a0, a1, ..], [b0, b1, ..]) = [a0, b0, a1, b1, ..]`

    k arrays `array<n, T>` give `array<k * n, T>`.

    `%both = extra.interleave %xs, %ys : !lift.array<2 * N, f32>`
    """

    name = "extra.interleave"

    def _arrays(self, types: Sequence[Attribute]) -> list[ArrayType]:
        if not types:
            raise LiftError(SYNTAX, f"'{self.name}' needs at least one operand")
        return [self.plain_array(type_, "neighbours come from different arrays") for type_ in types]

    def infer(self, types: Sequence[Attribute], scope: Scope) -> Attribute:
        arrays = self._arrays(types)
        return ArrayType(len(arrays) * arrays[0].length.data, arrays[0].element)

    def check(self, types: Sequence[Attribute], scope: Scope) -> None:
        first, *others = self._arrays(types)
        for other in others:
            claim = Claim.that(other.length.data, "eq", first.length.data)
            found = f"arrays of {first.length.data} and of {other.length.data}"
            self.need(claim, LENGTHS_DIFFER, f"'{self.name}' needs arrays of one length", scope, found)
            self.need_same_type(other.element, first.element, "an element", scope)

    def written_through(self) -> Sequence[SSAValue]:
        return self.operands
