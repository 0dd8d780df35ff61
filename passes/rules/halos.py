"""A rule that keeps what overlapping windows see, each element of it once, with the neighbours of those at the edge."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from xdsl.dialects.arith import ConstantOp
from xdsl.dialects.builtin import IntegerAttr, i32
from xdsl.ir import Block, Operation, Region, SSAValue

from ...analysis.execution import function_around
from ...dialects.lift.access import AtOp
from ...dialects.lift.algorithmic import GenerateOp, MapOp
from ...dialects.lift.attributes import free_binder
from ...dialects.lift.layout import SlideOp, TransposeOp
from ...dialects.lift.operation import UNTYPED, LiftOp
from ...dialects.lift.renaming import names_bound_in
from ...dialects.lift.scope import scope_at
from ...dialects.nat.expr import compare, floordiv, minimum, var
from ...dialects.nat.ring import Nat
from ...dialects.ocl.memory import ToGlobalOp, ToLocalOp, ToSpaceOp
from .overlap import Overlap, lengths_of, overlaps
from .parameters import size, word
from .regions import applied, block_like, end_with
from .rule import Chain, Refusal, Replacement, Rule, rule, unproved

_SPACES: dict[str, type[ToSpaceOp]] = {"local": ToLocalOp, "global": ToGlobalOp}


@rule(MapOp, d=size("positions of windows", 2), space=word("the memory", "local", "global"))
def stage_windows(op: MapOp, d: int, space: str) -> Replacement:
    """`map(f, xs) = map(x -> f(windows(copy(box(x)))), xs)`, where `x[i..][j..]` are windows at d positions that overlap.

    In `x` an index j of a window and its position i are only in `t * i + j`, so that box(x), which has an element for each of
    these, has all of it. The copy is `%c_copy` for a map `%c`, and the windows are of that.
    """
    element = op.block.args[0]
    lengths = lengths_of(element.type)
    if lengths is None or len(lengths) <= d:
        return None
    pairs = overlaps(element, d)
    if not pairs:
        return Refusal("no windows overlap")
    scope = scope_at(op)
    for pair in pairs:
        claim = compare(lengths[pair.position], "ge", 1)
        if not scope.holds(claim):
            return unproved(claim, scope)
    box = _Box(lengths, d, pairs)
    block = block_like(op.block.args)
    taken = set(names_bound_in(function_around(op)))
    copy = box.copied(block.args[0], _SPACES[space], f"{op.result.name_hint or 'map'}_copy", taken)
    windows = box.windows(copy[-1].results[0])
    end_with(block, Chain.of(*copy), Chain.of(*windows), applied(op, [windows[-1].results[0]]))
    staged = MapOp(op.xs, Region(block), op.position_name, result_type=UNTYPED)
    staged.result.name_hint = op.result.name_hint
    return staged


class _Box:
    """What windows at some positions see: first the windows that are at no position, then the positions."""

    def __init__(self, lengths: Sequence[Nat], d: int, pairs: Sequence[Overlap]):
        self.lengths = lengths
        self.pair = {one.position: one for one in pairs}
        paired = {one.window for one in pairs}
        self.alone = [k for k in range(d, len(lengths)) if k not in paired]
        self.dims = [*self.alone, *range(d)]
        """The dimension of the array that each of its own is of."""

    def size(self, dim: int) -> Nat:
        one = self.pair.get(dim)
        return self.lengths[dim] if one is None else one.step * (self.lengths[dim] - 1) + self.lengths[one.window]

    def copied(self, xs: SSAValue, store: type[ToSpaceOp], name: str, taken: set[str]) -> list[Operation]:
        """The copy: a map for each dimension, whose positions say which element it is."""
        places = [_fresh(hint, taken) for hint in ("ijklmn"[k % 6] for k in range(len(self.dims)))]
        index: dict[int, Nat] = {}
        for dim, place in zip(self.dims, map(var, places), strict=True):
            one = self.pair.get(dim)
            if one is None:
                index[dim] = place
            else:
                index[dim] = minimum(floordiv(place, one.step), self.lengths[dim] - 1)
                index[one.window] = place - one.step * index[dim]
        ops: list[Operation] = []
        element = xs
        for k in range(len(self.lengths)):
            at = AtOp(element, index[k], result_type=UNTYPED)
            ops.append(at)
            element = at.result
        ops.append(store(element, result_type=UNTYPED))
        inside, zeros = ("", "_row", "_cell"), list[Operation]()
        for depth, (dim, place) in reversed(list(enumerate(zip(self.dims, places, strict=True)))):
            block = Block(arg_types=[UNTYPED])
            end_with(block, Chain.of(*ops))
            zeros.append(_zeros(self.size(dim), _fresh("z", taken)))
            copy = MapOp(zeros[-1], Region(block), place, result_type=UNTYPED)
            copy.result.name_hint = name + inside[min(depth, 2)]
            ops = [copy]
        return [*zeros, *ops]

    def windows(self, box: SSAValue) -> list[Operation]:
        """The windows of the box, with the dimensions in the order that they had."""
        ops: list[Operation] = []
        dims = list(self.dims)
        value = box
        for position, one in self.pair.items():
            depth = dims.index(position)
            ops += _inside(
                value, depth, lambda xs, one=one: SlideOp(self.lengths[one.window], one.step, xs, result_type=UNTYPED)
            )
            value = ops[-1].results[0]
            dims.insert(depth + 1, one.window)
        for end in range(len(dims)):  # the smallest of those that are left moves to its place
            for k in range(dims.index(min(dims[end:])), end, -1):
                ops += _inside(value, k - 1, lambda xs: TransposeOp(xs, result_type=UNTYPED))
                value = ops[-1].results[0]
                dims[k - 1], dims[k] = dims[k], dims[k - 1]
        return ops


def _inside(xs: SSAValue, depth: int, make: Callable[[SSAValue], LiftOp]) -> list[Operation]:
    """`map(map(.. make ..), xs)`, with so many maps."""
    if depth == 0:
        return [make(xs)]
    block = Block(arg_types=[UNTYPED])
    block.args[0].name_hint = "row"
    end_with(block, Chain.of(*_inside(block.args[0], depth - 1, make)))
    return [MapOp(xs, Region(block), result_type=UNTYPED)]


def _zeros(length: Nat, name: str) -> GenerateOp:
    """So many zeros: what goes over them asks for positions only."""
    block, zero = Block(), ConstantOp(IntegerAttr(0, i32))
    end_with(block, Chain([zero], zero.result))
    return GenerateOp(length, name, Region(block), result_type=UNTYPED)


def _fresh(hint: str, taken: set[str]) -> str:
    name = free_binder(hint, taken)
    taken.add(name)
    return name


HALOS: tuple[Rule[Any], ...] = (stage_windows,)
