"""Regions for iterations: copies of them for one position or one length."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from xdsl.ir import Block
from xdsl.rewriter import Rewriter

from ...dialects.lift.body import BodyOp
from ...dialects.lift.iterate import IterateOp
from ...dialects.lift.renaming import rename_binders, substitute_in_op
from ...dialects.lift.types import substitute_in
from ...dialects.nat.ring import Nat, const


def copies_of(op: BodyOp, count: int, position: str | None) -> Iterator[BodyOp]:
    """Copies of an op whose position is a number."""
    for k in range(count):
        copy = op.clone()
        if position is not None:
            for inner in copy.block.ops:
                substitute_in_op(inner, {position: const(k)})
            _retype_arguments(copy.block, {position: const(k)})
        yield copy


def _retype_arguments(block: Block, values: Mapping[str, Nat]) -> None:
    for argument in block.args:
        type_ = substitute_in(argument.type, values)
        if type_ != argument.type:
            Rewriter.replace_value_with_new_type(argument, type_)


def with_length(op: IterateOp, length: Nat, taken: Sequence[str] | set[str]) -> IterateOp:
    """A copy of an `iterate` whose region is for one length."""
    copy = op.clone()
    assert op.position is not None
    values = {op.position.data: length}
    for inner in copy.block.ops:
        substitute_in_op(inner, values)
        rename_binders(inner, set(taken))
    _retype_arguments(copy.block, values)
    return copy
