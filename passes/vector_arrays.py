"""Private arrays that are written by whole vectors become arrays of vectors, so that a vector is one value.

An element that is read alone is a lane of such a vector.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.builder import Builder
from xdsl.dialects.builtin import VectorType
from xdsl.ir import SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from ..dialects.kernel.attributes import IndexAttr
from ..dialects.kernel.functions import FuncOp
from ..dialects.kernel.memory import AccessOp, AllocOp, LoadOp, StoreOp, VLoadOp, VStoreOp
from ..dialects.kernel.vectors import LaneOp, VectorOp
from ..dialects.nat.expr import floordiv, var
from ..dialects.nat.facts import NOTHING
from ..dialects.nat.simplify import simplify
from .private_arrays import accesses_of, is_small_private, vector_width, width_of
from .simplify_control_flow import replace_op


def keep_vectors(function: FuncOp) -> None:
    """Make arrays of vectors of the private arrays that have them."""
    for op in list(function.walk()):
        if isinstance(op, AllocOp):
            width, accesses = vector_width(op), accesses_of(op) or ()
            places = [None if width is None else _place(access, width) for access in accesses]
            found = [place for place in places if place is not None]
            if width is not None and len(found) == len(places) and _may_load_to_store(op, accesses):
                _Vectors(op, width).rewrite(accesses, found)


def _may_load_to_store(op: AllocOp, accesses: Sequence[AccessOp]) -> bool:
    """Whether one lane may be stored: the others are loaded for that, and in memory they may not have been stored yet."""
    numbers = all(access.index.body.data.constant is not None for access in accesses)
    return (numbers and is_small_private(op)) or not any(isinstance(access, StoreOp) for access in accesses)


def _place(op: AccessOp, width: int) -> tuple[IndexAttr, int] | None:
    """The vector that an access is to, and which of its lanes; None where that is not known."""
    names = [f"s{k}'" for k in range(len(op.index_operands))]
    index = op.index(*map(var, names))
    vector = simplify(floordiv(index, width), NOTHING)
    lane = simplify(index - width * vector, NOTHING).constant
    if lane is None or (lane != 0 and width_of(op) > 1):
        return None
    return IndexAttr.of(vector, names), lane


class _Vectors:
    """An array that takes the place of another."""

    def __init__(self, op: AllocOp, width: int):
        size, type_ = op.size.data.constant, op.buffer.type
        assert size is not None
        self.before = op
        self.width = width
        self.alloc = AllocOp(type_.address_space, VectorType(type_.element, [width]), size // width)
        self.alloc.buffer.name_hint = op.buffer.name_hint
        self.alloc.location = op.location

    def rewrite(self, accesses: Sequence[AccessOp], places: Sequence[tuple[IndexAttr, int]]) -> None:
        Rewriter.insert_op(self.alloc, InsertPoint.before(self.before))
        for access, (index, lane) in zip(accesses, places, strict=True):
            self.access(access, index, lane)
        Rewriter.erase_op(self.before)

    def access(self, op: AccessOp, index: IndexAttr, lane: int) -> None:
        builder = Builder(InsertPoint.before(op))
        symbols = tuple(op.index_operands)

        def load() -> SSAValue:
            return builder.insert(LoadOp(self.alloc.buffer, index, symbols)).value

        match op:
            case VLoadOp():
                replace_op(op, [load()])
            case LoadOp():
                replace_op(op, [builder.insert(LaneOp(load(), lane)).part])
            case VStoreOp():
                builder.insert(StoreOp(op.value, self.alloc.buffer, index, symbols))
                Rewriter.erase_op(op)
            case StoreOp():
                whole = load()
                lanes: list[SSAValue] = [builder.insert(LaneOp(whole, k)).part for k in range(self.width)]
                lanes[lane] = op.value
                builder.insert(StoreOp(builder.insert(VectorOp(lanes)), self.alloc.buffer, index, symbols))
                Rewriter.erase_op(op)
            case _:
                raise AssertionError(op.name)
