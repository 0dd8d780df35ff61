"""Filters several elements at a time, where the profile says that the device does that well.

The condition is evaluated on all lanes of a vector, and `kernel.compress` stores the lanes that are kept. It writes all of them,
so this is for private memory with room for every element: what is kept never is ahead of what was read. Of tuples there is a
vector for each scalar, and a position is a vector of numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, TypeAlias, cast

from xdsl.dialects import arith
from xdsl.dialects.builtin import IntegerAttr, IntegerType, TupleType, VectorType, i1, i64
from xdsl.ir import Attribute, Operation, SSAValue

from ...dialects.kernel.attributes import IndexAttr
from ...dialects.kernel.compress import CompressOp
from ...dialects.kernel.control import ForOp, YieldOp
from ...dialects.kernel.lanewise import MapVecOp
from ...dialects.kernel.vectors import VectorOp
from ...dialects.kernel.workitems import ApplyOp
from ...dialects.lift.algorithmic import FilterLike
from ...dialects.lift.numbers import NatOp
from ...dialects.lift.profile import profile_of
from ...dialects.lift.storage import LENGTH, leaves_of
from ...dialects.lift.tuples import GetOp, TupleOp
from ...dialects.lift.types import is_scalar
from ...dialects.nat.expr import If, compare, floordiv, var
from ...dialects.nat.rebuild import substitute
from ...dialects.nat.ring import Nat, const
from ...dialects.scalars import SCALARS
from ...dialects.view.layout import AsVectorOp, GatherOp, UnzipOp, ZipOp, part_of
from ...dialects.view.layout import GetOp as ViewGetOp
from ...dialects.view.operation import ViewOp, seen_by
from ...dialects.view.path import length_of
from ...dialects.view.sources import MemoryOp
from .kernel import Kernel, is_dependent
from .scalars import needed_for
from .vectors import is_lanewise, on_lanes

WIDTH: Final = 8
"""So many elements are filtered at once."""
BYTES: Final = 4
"""Each scalar of an element has so many bytes."""

Parts: TypeAlias = tuple[int, ...]
"""Which scalar of an element: the numbers of the parts that it is in."""


def by_lanes(op: FilterLike, xs: SSAValue) -> bool:
    """Whether what a filter evaluates for an element is evaluated on lanes: scalar code on scalars of 32 bits."""
    both, profile = _yielded(op), profile_of(op)
    if profile.compress != "permuted" or profile.filter_block % WIDTH or both is None or is_dependent(xs):
        return False
    kept = _scalars(both[1], op)
    if kept is None or not all(_has_width(_type_of(one, op)) for one in kept):
        return False
    argument = op.block.args[0].type
    known = isinstance(argument, TupleType) or _has_width(argument)
    return known and all(_is_evaluated_on_lanes(inner, op) for inner in _code(op))


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
    kept = None if both is None else _scalars(both[1], op)
    assert both is not None
    assert kept is not None
    assert isinstance(memory, MemoryOp)
    zero = kernel.add(arith.ConstantOp(IntegerAttr(0, LENGTH))).results[0]
    with kernel.loop(floordiv(size, WIDTH), None, [zero]) as (_, statement):
        place = statement.carried[0]
        place.name_hint = "kept"
        lanes = _Lanes(op, xs, begin, kernel, statement)
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


# What a region is made of


def _yielded(op: FilterLike) -> tuple[SSAValue, SSAValue] | None:
    """The condition and what is kept."""
    if op.yielded.type == i1:
        return op.yielded, op.block.args[0]
    made = op.yielded.owner
    if not isinstance(made, TupleOp) or made.parent is not op.block or not isinstance(op.yielded.type, TupleType):
        return None
    keep, value = made.parts
    return keep, value


def _part(value: SSAValue, op: FilterLike) -> Parts | None:
    """Which part of the element a value is; None for one that is computed."""
    if value is op.block.args[0]:
        return ()
    around = _part(value.owner.tuple_, op) if isinstance(value.owner, GetOp) else None
    return None if around is None or not isinstance(value.owner, GetOp) else (*around, value.owner.index.value.data)


def _scalars(value: SSAValue, op: FilterLike) -> list[SSAValue | Parts] | None:
    """The scalars that a value consists of, in their order; None where they are not known one by one."""
    part = _part(value, op)
    if part is not None:
        return [(*part, *leaf.parts) for leaf in leaves_of(value.type)]
    if not isinstance(value.type, TupleType):
        return [value]
    if not isinstance(value.owner, TupleOp) or value.owner.parent is not op.block:
        return None
    inner = [_scalars(one, op) for one in value.owner.parts]
    known = [one for one in inner if one is not None]
    return [one for scalars in known for one in scalars] if len(known) == len(inner) else None


def _code(op: FilterLike) -> Iterator[Operation]:
    """The ops of the region, without those that put together what it yields."""
    together: list[SSAValue] = [] if op.yielded.type == i1 else [op.yielded]
    made: set[Operation] = set()
    while together:
        owner = together.pop().owner
        if isinstance(owner, TupleOp) and owner.parent is op.block:
            made.add(owner)
            together += owner.parts
    return (inner for inner in op.block.ops if inner not in made)


def _is_evaluated_on_lanes(inner: Operation, op: FilterLike) -> bool:
    if isinstance(inner, GetOp):
        return _part(inner.result, op) is not None and (
            _has_width(inner.result.type) or not is_scalar(inner.result.type)
        )
    if isinstance(inner, NatOp) and op.position_name in inner.value.data.names:
        return _has_width(inner.result.type) and _step(inner.value.data, op.position_name) is not None
    return is_lanewise(inner)


def _step(number: Nat, position: str) -> int | None:
    """By how much a number grows from one position to the next, where that is the same everywhere."""
    steps = [substitute(number, {position: var(position) + k}) - number for k in range(WIDTH)]
    step = steps[1].constant
    return step if step is not None and all(one.constant == k * step for k, one in enumerate(steps)) else None


def _type_of(one: SSAValue | Parts, op: FilterLike) -> Attribute:
    if isinstance(one, SSAValue):
        return one.type
    type_ = op.block.args[0].type
    for part in one:
        assert isinstance(type_, TupleType)
        type_ = type_.types.data[part]
    return type_


def _has_width(type_: Attribute) -> bool:
    return is_scalar(type_) and not isinstance(type_, VectorType) and SCALARS[type_].bytes == BYTES


# What it is on lanes


@dataclass
class _Lanes:
    """The vectors of one iteration, which begins so many vectors behind a position."""

    op: FilterLike
    xs: SSAValue
    begin: Nat
    kernel: Kernel
    loop: ForOp
    vectors: dict[Parts | Operation, SSAValue] = field(default_factory=dict[Parts | Operation, SSAValue])
    """What was loaded or counted."""

    def of(self, one: SSAValue | Parts) -> SSAValue:
        """A part of the element, or what the region computes, for each lane."""
        part = one if not isinstance(one, SSAValue) else _part(one, self.op)
        if part is not None:
            return self.loaded(part)
        assert isinstance(one, SSAValue)
        given: dict[SSAValue, SSAValue] = {}
        for inner in needed_for(one, self.op.block):
            for value in (*inner.operands, *inner.results):
                part = _part(value, self.op) if is_scalar(value.type) else None
                if part is not None:
                    given[value] = self.loaded(part)
            if isinstance(inner, NatOp) and self.op.position_name in inner.value.data.names:
                given[inner.result] = self.counted(inner)
        value = on_lanes(self.op.block, given, one, self.kernel)
        return value if given else self.kernel.add(VectorOp([value], WIDTH)).results[0]

    def loaded(self, part: Parts) -> SSAValue:
        """A scalar of each of some neighbours."""
        if part not in self.vectors:
            kernel, column = self.kernel, self.xs
            for number in part:
                column = kernel.view_op(part_of(kernel.view_op(UnzipOp.of([column])), number))
            whole = kernel.first_elements(column, WIDTH * floordiv(length_of(seen_by(column, self.op.name)), WIDTH))
            vectors = kernel.view_op(AsVectorOp.of([whole], {"width": IntegerAttr(WIDTH, i64)}))
            index, names = floordiv(self.begin, WIDTH) + var("i'"), {"i'": self.loop.variable}
            vector = kernel.element(vectors, index, names)
            self.vectors[part] = self._beside_first(vector, index) if _begins_otherwise(column) else kernel.load(vector)
        return self.vectors[part]

    def _beside_first(self, vector: SSAValue, index: Nat) -> SSAValue:
        """A vector whose lanes are neighbours in memory where it is not the first: which of the two is known is asked."""
        kernel, type_ = self.kernel, seen_by(vector, self.op.name)
        choice = kernel.condition(compare(index, "ge", 1), {"i'": self.loop.variable}, [type_], otherwise=True)
        assert choice.else_block is not None
        for block in (choice.then.block, choice.else_block):
            with kernel.inside(block):
                kernel.add(YieldOp(kernel.load(vector)))
        return choice.results[0]

    def counted(self, op: NatOp) -> SSAValue:
        """A number that is written with the position."""
        if op not in self.vectors:
            kernel, position, number = self.kernel, self.op.position_name, op.value.data
            assert position is not None
            step, type_ = _step(number, position), op.result.type
            first = substitute(number, {position: self.begin + WIDTH * var("i'")})
            apply = kernel.add(ApplyOp(IndexAttr.of(first, ["i'"]), [self.loop.variable], type_)).results[0]
            apply.name_hint = "first"
            assert step is not None
            steps = [
                kernel.add(arith.ConstantOp(IntegerAttr(step * k, cast("IntegerType", type_)))) for k in range(WIDTH)
            ]
            each = MapVecOp([kernel.add(VectorOp(steps)), apply], VectorType(type_, [WIDTH]))
            each.block.add_op(added := arith.AddiOp(each.block.args[0], each.block.args[1]))
            each.block.add_op(YieldOp(added))
            self.vectors[op] = kernel.add(each).results[0]
            self.vectors[op].name_hint = op.result.name_hint
        return self.vectors[op]


def _begins_otherwise(view: SSAValue) -> bool:
    """Whether a view chooses by the position where an element is, as where each has a neighbour before it but the first."""
    parts: list[int] = []
    while isinstance(owner := view.owner, ViewOp) and owner.operands:
        match owner:
            case GatherOp() if any(isinstance(atom, If) for atom in owner.function.body.data.atoms):
                return True
            case ViewGetOp():
                parts.append(owner.index.value.data)
                view = owner.tuple_
            case ZipOp() if parts:
                view = owner.operands[parts.pop()]
            case _:
                view = owner.operands[0]
    return False
