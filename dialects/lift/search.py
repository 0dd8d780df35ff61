"""`lift.search`: how many leading elements of an array hold, found by a bisection."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import i1, i32
from xdsl.ir import Attribute, Operation, Region, SSAValue
from xdsl.irdl import irdl_op_definition, operand_def

from .body import BodyOp
from .scope import Scope


@irdl_op_definition
class SearchOp(BodyOp):
    """How many leading elements hold, where all that hold stand before all that do not.

    `search(p, xs) = r`, where `p(xs[i])` for each `i lt r`, and for no other

    For any region it is what one bisection finds: r begins with 0; then, for each power of two s that is at most n, from the
    largest down to 1, s is added to r where `r + s le n` and `p(xs[r + s - 1])`.

    `array<n, T>`, with a region from `T` to `i1`, gives `i32`.

    `%r = lift.search (%x) in %xs : i32 { %less = arith.cmpf olt, %x, %zero : f32 lift.yield %less : i1 }`
    """

    name = "lift.search"

    xs = operand_def()

    def __init__(self, xs: SSAValue | Operation, body: Region, *, result_type: Attribute | None = None):
        self.construct([xs], {}, [body], result_type)

    def argument_types(self, types: Sequence[Attribute], scope: Scope) -> Sequence[Attribute]:
        why = "which elements are looked at is known only at run time"
        return (self.plain_array(types[0], why).element,)

    def infer(self, types: Sequence[Attribute], scope: Scope) -> Attribute:
        return i32

    def length_origin(self, path: tuple[int, ...]) -> None:
        return None

    def check(self, types: Sequence[Attribute], scope: Scope) -> None:
        self.need_no_position("which elements are looked at is known only at run time")
        super().check(types, scope)

    def check_body(self, types: Sequence[Attribute], scope: Scope) -> None:
        self.need_same_type(self.yielded.type, i1, "what the region yields", scope)
