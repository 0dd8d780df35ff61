"""Filters eight elements at a time, where the profile says that the device does that well.

The condition is evaluated on all lanes of a vector, and `kernel.compress` stores the lanes that are kept. It writes all eight,
so this is for private memory with room for every element: what is kept never is ahead of what was read.
"""

from __future__ import annotations

from typing import Final

from xdsl.dialects import arith
from xdsl.dialects.builtin import IntegerAttr, TupleType, VectorType, i1, i64
from xdsl.ir import Operation, SSAValue

from ...dialects.kernel.attributes import IndexAttr
from ...dialects.kernel.compress import CompressOp
from ...dialects.kernel.control import YieldOp
from ...dialects.lift.algorithmic import FilterLike
from ...dialects.lift.profile import profile_of
from ...dialects.lift.storage import LENGTH
from ...dialects.lift.tuples import TupleOp
from ...dialects.lift.types import is_scalar
from ...dialects.nat.expr import floordiv, var
from ...dialects.nat.ring import Nat, const
from ...dialects.scalars import SCALARS
from ...dialects.view.layout import AsVectorOp
from ...dialects.view.operation import seen_by
from ...dialects.view.path import length_of
from ...dialects.view.sources import MemoryOp
from .kernel import Kernel, is_dependent
from .scalars import needed_for
from .vectors import is_lanewise, on_lanes

WIDTH: Final = 8
"""So many elements are filtered at once."""
BYTES: Final = 4
"""The elements have so many bytes."""


def by_lanes(op: FilterLike, xs: SSAValue) -> bool:
    """Whether what a filter evaluates for an element is evaluated on lanes: scalar code on scalars of 32 bits."""
    both, profile = _yielded(op), profile_of(op)
    if profile.compress != "permuted" or profile.filter_block % WIDTH or both is None:
        return False
    if op.position_name is not None or is_dependent(xs):
        return False
    return all(map(_has_width, (op.block.args[0], both[1]))) and all(map(is_lanewise, _code(op)))


def is_exact(op: FilterLike) -> bool:
    """Whether a condition is the same on lanes as elsewhere, to the last bit.

    A row is as long as another kernel has counted, whose compiler may contract a product and a sum, or divide and call
    functions with another precision.
    """
    both = _yielded(op)
    kinds = {type(inner) for inner in needed_for(both[0], op.block)} if both is not None else set[type[Operation]]()
    contracted = arith.MulfOp in kinds and not kinds.isdisjoint((arith.AddfOp, arith.SubfOp))
    return not contracted and not any(kind is arith.DivfOp or kind.name.startswith("math.") for kind in kinds)


def kept_by_lanes(
    op: FilterLike, xs: SSAValue, room: SSAValue, part: tuple[Nat, Nat], kernel: Kernel
) -> tuple[SSAValue, Nat]:
    """A loop over the whole vectors of a part of an array, which begins at a multiple of the width and has a size.

    How many elements are kept, and how many were filtered.
    """
    (begin, size), both, memory = part, _yielded(op), room.owner
    assert both is not None
    assert isinstance(memory, MemoryOp)
    width, given = const(WIDTH), op.block.args[0]
    length = length_of(seen_by(xs, op.name))
    vectors = kernel.view_op(
        AsVectorOp.of([kernel.first_elements(xs, width * floordiv(length, width))], {"width": IntegerAttr(WIDTH, i64)})
    )
    zero = kernel.add(arith.ConstantOp(IntegerAttr(0, LENGTH))).results[0]
    with kernel.loop(floordiv(size, width), None, [zero]) as (loop, statement):
        place = statement.carried[0]
        place.name_hint = "kept"
        index = floordiv(begin, width) + var("i'")
        vector = kernel.load(kernel.element(vectors, index, {"i'": loop.variable}))
        keep, value = (on_lanes(op.block, {given: vector}, one, kernel) if one is not given else vector for one in both)
        at = kernel.bounded(place, const(profile_of(op).filter_block - WIDTH), "kept")
        stored = CompressOp(value, keep, memory.buffers[0], IndexAttr.of(var("n'"), ["n'"]), [at])
        kernel.add(stored)
        kernel.add(YieldOp(kernel.add(arith.AddiOp(place, stored.count)).results[0]))
    return statement.results[0], width * floordiv(size, width)


def _yielded(op: FilterLike) -> tuple[SSAValue, SSAValue] | None:
    """The condition and what is kept."""
    if op.yielded.type == i1:
        return op.yielded, op.block.args[0]
    made = op.yielded.owner
    if not isinstance(made, TupleOp) or made.parent is not op.block or not isinstance(op.yielded.type, TupleType):
        return None
    keep, value = made.parts
    return keep, value


def _code(op: FilterLike) -> list[Operation]:
    """The ops of the region, without the one that puts together what it yields."""
    return [inner for inner in op.block.ops if inner is not op.yielded.owner or not isinstance(inner, TupleOp)]


def _has_width(value: SSAValue) -> bool:
    return is_scalar(value.type) and not isinstance(value.type, VectorType) and SCALARS[value.type].bytes == BYTES
