"""Filters several elements at a time, where the profile says that the device does that well.

The condition is evaluated on all lanes of a vector, and `kernel.compress` stores the lanes that are kept. It writes all of them,
so this is for private memory with room for every element: what is kept never is ahead of what was read.
"""

from __future__ import annotations

from typing import Final

from xdsl.dialects import arith
from xdsl.dialects.builtin import IntegerAttr, i1
from xdsl.ir import Operation, SSAValue

from ...dialects.kernel.attributes import IndexAttr
from ...dialects.kernel.compress import CompressOp
from ...dialects.kernel.control import YieldOp
from ...dialects.lift.algorithmic import FilterLike
from ...dialects.lift.profile import profile_of
from ...dialects.lift.storage import LENGTH
from ...dialects.lift.tuples import TupleOp
from ...dialects.nat.expr import floordiv, var
from ...dialects.nat.ring import Nat, const
from ...dialects.view.sources import MemoryOp
from .element_lanes import Lanes, Region
from .kernel import Kernel, is_dependent
from .scalars import needed_for

WIDTH: Final = 8
"""So many elements are filtered at once."""


def by_lanes(op: FilterLike, xs: SSAValue) -> bool:
    """Whether what a filter evaluates for an element is evaluated on lanes: scalar code on scalars of 32 bits, and on bits."""
    both, profile = _yielded(op), profile_of(op)
    if profile.compress != "permuted" or profile.filter_block % WIDTH or both is None or is_dependent(xs):
        return False
    return _region(op).is_on_lanes(op.yielded, both[1])


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
    kept = None if both is None else _region(op).scalars(both[1])
    assert both is not None
    assert kept is not None
    assert isinstance(memory, MemoryOp)
    zero = kernel.add(arith.ConstantOp(IntegerAttr(0, LENGTH))).results[0]
    with kernel.loop(floordiv(size, WIDTH), None, [zero]) as (_, statement):
        place = statement.carried[0]
        place.name_hint = "kept"
        lanes = Lanes(_region(op), xs, begin, kernel, statement)
        keep = lanes.of(both[0])
        values = [lanes.of(one) for one in kept]
        at = kernel.bounded(place, const(profile_of(op).filter_block - WIDTH), "kept")
        index = IndexAttr.of(var("n'"), ["n'"])
        stored = [
            kernel.add(CompressOp(value, keep, buffer, index, [at]))
            for value, buffer in zip(values, memory.buffers, strict=True)
        ]
        kernel.add(YieldOp(kernel.add(arith.AddiOp(place, stored[0].results[0])).results[0]))
    return statement.results[0], WIDTH * floordiv(size, WIDTH)


def _region(op: FilterLike) -> Region:
    return Region(op.block, op.position_name, WIDTH)


def _yielded(op: FilterLike) -> tuple[SSAValue, SSAValue] | None:
    """The condition and what is kept."""
    if op.yielded.type == i1:
        return op.yielded, op.block.args[0]
    made = op.yielded.owner
    if not isinstance(made, TupleOp) or made.parent is not op.block:
        return None
    keep, value = made.parts
    return keep, value
