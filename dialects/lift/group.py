"""`lift.group`: neighbours that belong together, as rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from xdsl.dialects.builtin import i1
from xdsl.ir import Attribute, Operation, Region, SSAValue
from xdsl.irdl import irdl_op_definition, operand_def

from ..nat.expr import var
from .body import BodyOp
from .scope import Scope
from .types import ArrayType, ExistsType


@irdl_op_definition
class GroupOp(BodyOp):
    """Rows of neighbours: two that stand side by side are in one row where the region gives true for them.

    `join(group(p, xs)) = xs`, where a row begins at 0, and at each i with `not p(xs[i - 1], xs[i])`

    `array<n, T>`, with a region from `T` and `T` to `i1`, gives `exists<G upto n, array<G, exists<X upto n, array<X, T>>>>`. No
    row is empty. Rows are read where the array is, so what is folded or joined takes no memory for them; rows that are kept have
    room for n elements each.

    `%runs = lift.group (%x, %y) in %xs { %same = arith.cmpf oeq, %x, %y : f32 lift.yield %same : i1 }`
    """

    name = "lift.group"

    ARGUMENTS: ClassVar[int] = 2

    xs = operand_def()

    def __init__(self, xs: SSAValue | Operation, body: Region, *, result_type: Attribute | None = None):
        self.construct([xs], {}, [body], result_type)

    def _array(self, types: Sequence[Attribute]) -> ArrayType:
        return self.plain_array(types[0], "rows of different length are no neighbours of one type")

    def argument_types(self, types: Sequence[Attribute], scope: Scope) -> Sequence[Attribute]:
        return (self._array(types).element,) * 2

    def infer(self, types: Sequence[Attribute], scope: Scope) -> Attribute:
        array = self._array(types)
        most = self.need_most(array.length.data, scope, f"how many rows '{self.name}' gives")
        return ExistsType.over("G'", most, ArrayType(var("G'"), ExistsType.of_array(most, array.element)), "G")

    def length_origin(self, path: tuple[int, ...]) -> None:
        return None

    def check(self, types: Sequence[Attribute], scope: Scope) -> None:
        self.need_no_position("which neighbours belong together is up to these alone")
        super().check(types, scope)

    def check_body(self, types: Sequence[Attribute], scope: Scope) -> None:
        self.need_same_type(self.yielded.type, i1, "what the region yields", scope)
