"""Rules for `lift.if`: its parts one by one, and element by element, so that maps in its regions have work for all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from xdsl.dialects.builtin import TupleType
from xdsl.ir import Block, Operation, Region, SSAValue

from ...analysis.execution import function_around
from ...dialects.lift.algorithmic import MapOp
from ...dialects.lift.body import YieldOp
from ...dialects.lift.choice import IfOp
from ...dialects.lift.numbers import NatOp
from ...dialects.lift.operation import UNTYPED
from ...dialects.lift.renaming import names_bound_in
from ...dialects.lift.scope import scope_at
from ...dialects.lift.tuples import GetOp, TupleOp, ZipOp
from ...dialects.lift.types import ArrayType, holds_array
from ...dialects.lift.upstream import is_scalar_op
from ...dialects.nat.expr import var
from .regions import applied, copies, end_with, fresh_name, needed_for, only_rearranges
from .rule import Chain, Refusal, Replacement, Rule, rule

LENGTHS: Final = Refusal("the condition is one of lengths, which the regions know")
NO_MAP: Final = Refusal("a region does more than to rearrange and to map")
NO_ARRAYS: Final = Refusal("there are no arrays in what it gives")
TWICE: Final = Refusal("a region computes more than the parts of its tuple, each by itself")


@rule(IfOp)
def if_of_tuple(op: IfOp) -> Replacement:
    """`if(c, (a, b), (x, y)) = (if(c, a, x), if(c, b, y))`, where no pattern is needed for more than one part."""
    type_ = op.result.type
    if not isinstance(type_, TupleType):
        return None
    if not holds_array(type_):
        return NO_ARRAYS
    if op.compared is not None:
        return LENGTHS
    sides = [_parts(block, value, len(type_.types)) for block, value in zip(op.branches, op.given, strict=True)]
    if any(side is None for side in sides):
        return TWICE
    taken, made = names_bound_in(function_around(op)), list[Operation]()
    for k in range(len(type_.types)):
        regions = [Region(_region(side[k], k, taken if k else None)) for side in sides if side is not None]
        made.append(IfOp(op.condition, *regions, result_type=UNTYPED))
    return Chain.of(*made, TupleOp(made, result_type=UNTYPED))


@dataclass(frozen=True)
class _Part:
    """What a region computes for a part of a tuple."""

    ops: Sequence[Operation]
    value: SSAValue
    is_whole: bool = False
    """Whether the value is the tuple, which is there already."""


def _region(part: _Part, number: int, taken: set[str] | None) -> Block:
    """A region that gives a part of a tuple; of one that is there already, it takes the part."""
    values: dict[SSAValue, SSAValue] = {}
    block = Block(copies(part.ops, values, taken))
    result = values.get(part.value, part.value)
    if part.is_whole:
        get = GetOp(result, number, result_type=UNTYPED)
        block.add_op(get)
        result = get.result
    block.add_op(YieldOp(result))
    return block


def _parts(block: Block, value: SSAValue, count: int) -> list[_Part] | None:
    """What a region computes for each part of the tuple that it gives; None where a pattern is for several."""
    owner = value.owner
    if not isinstance(owner, Operation) or owner.parent is not block:
        return [_Part((), value, is_whole=True)] * count
    if not isinstance(owner, TupleOp):
        return None
    parts = [_Part(needed_for([part], block), part) for part in owner.parts]
    seen: set[Operation] = set()
    for part in parts:
        costly = {one for one in part.ops if not _is_free(one)}
        if costly & seen:
            return None
        seen |= costly
    return parts


def _is_free(op: Operation) -> bool:
    """Whether an op may be done again, or where it is not needed: it rearranges, or computes a scalar."""
    return only_rearranges(op) or is_scalar_op(op) or isinstance(op, NatOp | TupleOp)


@rule(IfOp)
def if_of_maps(op: IfOp) -> Replacement:
    """`if(c, map(f, xs), map(g, ys)) = map((x, y) -> if(c, f(x), g(y)), zip(xs, ys))`, also where one of the two is no map.

    What a region has beside the map is done before, whether it is needed or not: it rearranges, or computes scalars.
    """
    type_ = op.result.type
    if not isinstance(type_, ArrayType):
        return None
    if op.compared is not None:
        return LENGTHS
    sides = [_Side.of(block, value) for block, value in zip(op.branches, op.given, strict=True)]
    known = [side for side in sides if side is not None]
    if len(known) < len(sides) or all(side.map_ is None for side in known) or type_.dependent:
        return NO_MAP
    scope = scope_at(op)
    before: list[Operation] = []
    arrays: list[SSAValue] = []
    for side in known:
        xs = side.xs.type
        if not isinstance(xs, ArrayType) or xs.dependent or not scope.equal(xs.length.data, type_.length.data):
            return NO_MAP
        values: dict[SSAValue, SSAValue] = {}
        before += copies(side.before, values)
        arrays.append(values.get(side.xs, side.xs))
        side.outside = values
    one_array = arrays[0] is arrays[1]
    name, block = fresh_name(op, "i"), Block(arg_types=[UNTYPED])
    parts = [] if one_array else [GetOp(block.args[0], k, result_type=UNTYPED) for k in range(2)]
    elements = [part.result for part in parts] or [block.args[0]] * 2
    regions = [Region(side.element(value, name)) for side, value in zip(known, elements, strict=True)]
    choice = IfOp(op.condition, *regions, result_type=UNTYPED)
    end_with(block, Chain.of(*parts, choice))
    if one_array:
        return Chain.of(*before, MapOp(arrays[0], Region(block), name, result_type=UNTYPED))
    both = ZipOp(arrays, result_type=UNTYPED)
    return Chain.of(*before, both, MapOp(both, Region(block), name, result_type=UNTYPED))


@dataclass
class _Side:
    """A region that gives an array: what it does before, and the map that computes the elements, if there is one."""

    before: list[Operation]
    xs: SSAValue
    map_: MapOp | None
    outside: dict[SSAValue, SSAValue] = field(default_factory=dict[SSAValue, SSAValue])
    """What stands for the values of the region where these are computed before."""

    @classmethod
    def of(cls, block: Block, value: SSAValue) -> _Side | None:
        made = value.owner
        map_ = made if isinstance(made, MapOp) and made.parent is block and not only_rearranges(made) else None
        before = [op for op in block.ops if op is not map_ and not isinstance(op, YieldOp)]
        if not all(map(_is_free, before)) or (map_ is not None and not map_.result.has_one_use()):
            return None
        return cls(before, value if map_ is None else map_.xs, map_)

    def element(self, value: SSAValue, position: str) -> Block:
        """A region that gives what the map does for an element, or this."""
        block = Block()
        if self.map_ is None:
            end_with(block, Chain((), value))
            return block
        inner = self.map_.clone(dict(self.outside))
        end_with(block, applied(inner, [value], var(position)))
        inner.drop_all_references()
        return block


CHOICES: tuple[Rule[Any], ...] = (if_of_tuple, if_of_maps)
