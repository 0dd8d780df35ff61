"""Borders: a map over windows of a padded array is cut where windows reach what was added, so that the middle has no test."""

from __future__ import annotations

from collections.abc import Iterator

from xdsl.ir import BlockArgument, Operation, SSAValue

from ...dialects.lift.access import AtOp, SliceOp
from ...dialects.lift.algorithmic import FoldLike, MapLike, MapOp
from ...dialects.lift.layout import PadOp
from ..rules.regions import only_rearranges


def border_of(op: MapOp) -> tuple[int, int] | None:
    """How many iterations at both ends may read what a pad has added; None where there is no such pad."""
    pads = list(pads_behind(op.xs))
    sides = [(pad.left.data.constant, pad.right.data.constant) for pad in pads]
    before = [left for left, _ in sides if left is not None]
    after = [right for _, right in sides if right is not None]
    if not sides or len(before) < len(sides) or len(after) < len(sides):
        return None
    return (max(before), max(after)) if max(*before, *after) else None


def pads_behind(value: SSAValue, seen: set[SSAValue] | None = None) -> Iterator[PadOp]:
    """The pads that a value is rearranged from, but for those of which it is a part."""
    known = set[SSAValue]() if seen is None else seen
    if value in known:
        return
    known.add(value)
    if isinstance(value, BlockArgument):
        pattern = value.owner.parent_op()
        if isinstance(pattern, MapLike | FoldLike):
            yield from pads_behind(pattern.operands[0], known)
        return
    op = value.owner
    if isinstance(op, SliceOp | AtOp):
        return  # it was cut already
    if isinstance(op, Operation) and only_rearranges(op):
        for inner in op.walk():
            if isinstance(inner, PadOp):
                yield inner
            for operand in inner.operands:
                yield from pads_behind(operand, known)
