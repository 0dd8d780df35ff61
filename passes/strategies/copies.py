"""What a function returns that is only rearranged: it is copied, by a map as any other, so that it is mapped as any other."""

from __future__ import annotations

from collections.abc import Iterator

from xdsl.ir import BlockArgument, Operation, OpResult, SSAValue

from ...dialects.lift.access import ConcatOp
from ...dialects.lift.functions import DefOp
from ...dialects.lift.layout import JoinOp
from ...dialects.lift.operation import LiftOp
from ...dialects.lift.tuples import TupleOp, ZipOp
from ...dialects.lift.types import ArrayType
from ..rules.regions import only_rearranges
from ..rules.staging import stage
from .rewriting import Rewriting


def copied(work: Rewriting) -> None:
    """A copy of each array that is returned and that nothing computes."""
    last = work.derivation.function.block.last_op
    assert last is not None
    for op in dict.fromkeys(_rearranged(last.operands[0])):
        work.tried(stage.bind(space="global"), op)


def _rearranged(value: SSAValue) -> Iterator[LiftOp]:
    """The ops that rearrange what a function is given, and of which a result is made: each is copied to a place of its own.

    Rows that are joined are copied as rows, whose loops say more about what lies side by side.
    """
    op = value.owner
    if not isinstance(op, LiftOp) or not isinstance(value, OpResult) or not value.has_one_use():
        return
    if isinstance(op, TupleOp | ZipOp | ConcatOp):
        for part in op.operands:
            yield from _rearranged(part)
    elif isinstance(value.type, ArrayType) and only_rearranges(op) and _is_given(value):
        rows = list(_rearranged(op.xs)) if isinstance(op, JoinOp) else []
        yield from rows or [op]


def _is_given(value: SSAValue, around: Operation | None = None) -> bool:
    """Whether a value is rearranged from arguments of the function."""
    if isinstance(value, BlockArgument):
        owner = value.owner.parent_op()
        return isinstance(owner, DefOp) or (around is not None and owner is not None and around.is_ancestor(owner))
    op = value.owner
    if not isinstance(op, Operation) or not only_rearranges(op):
        return False
    outer = op if around is None else around
    return all(
        outer.is_ancestor(operand.owner) or _is_given(operand)
        for inner in op.walk()
        for operand in inner.operands
        if not op.is_ancestor(operand.owner)
    )
