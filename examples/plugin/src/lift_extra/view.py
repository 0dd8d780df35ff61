"""The view of `extra.interleave`: where an element of the result is read, and where an operand is written."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from xdsl.ir import SSAValue
from xdsl.irdl import irdl_op_definition

from lift.dialects.kernel.attributes import IndexAttr
from lift.dialects.lift.attributes import NatAttr
from lift.dialects.lift.operation import LiftOp
from lift.dialects.nat.expr import compare, floordiv, mod
from lift.dialects.nat.ring import const
from lift.dialects.view.layout import JoiningView, SplitOp, TransposeOp
from lift.dialects.view.operation import Emit
from lift.dialects.view.path import Access, Chosen, Leads, Path
from lift.dialects.view.sources import AccessOp

from .interleave import InterleaveOp


@irdl_op_definition
class InterleaveView(JoiningView):
    """`interleave(x0, .., xk)[i] = x(i mod k)[i floordiv k]`, with the type rule of `extra.interleave`.

    `%both = extra.interleave_view %a, %b : !view.view<!lift.array<2 * N, f32>>`
    """

    name = "extra.interleave_view"
    LAYOUT: ClassVar[type[LiftOp]] = InterleaveOp

    def read(self, path: Path) -> Access:
        i, rest = path.index(self.seen)
        count = len(self.parts)
        found, *others = [Leads(part, rest.push(floordiv(i, count))) for part in reversed(self.parts)]
        access: Access = found
        for k, other in zip(reversed(range(count - 1)), others, strict=True):
            access = Chosen(compare(mod(i, count), "eq", k), other, access)
        return access

    def write(self, path: Path) -> None:
        return None

    @classmethod
    def destinations(cls, op: LiftOp, target: SSAValue, emit: Emit) -> Mapping[int, SSAValue]:
        rows = emit(SplitOp.of([target], {"size": NatAttr.of(len(op.operands))}))
        columns = emit(TransposeOp.of([rows]))
        return {k: emit(AccessOp.of([columns], {"index": IndexAttr.of(const(k), [])})) for k in range(len(op.operands))}
