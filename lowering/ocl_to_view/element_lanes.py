"""What a region computes for an element, on all lanes of vectors: for so many neighbours at once.

Elements are scalars, or tuples of such; there is a vector for each scalar that is read. A position is a vector of numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, TypeAlias, cast

from xdsl.dialects import arith
from xdsl.dialects.builtin import IntegerAttr, IntegerType, TupleType, VectorType, i1, i64
from xdsl.ir import Attribute, Block, Operation, SSAValue

from ...dialects.kernel.attributes import IndexAttr
from ...dialects.kernel.control import ForOp, YieldOp
from ...dialects.kernel.lanewise import MapVecOp
from ...dialects.kernel.vectors import VectorOp
from ...dialects.kernel.workitems import ApplyOp
from ...dialects.lift.numbers import NatOp
from ...dialects.lift.storage import leaves_of
from ...dialects.lift.tuples import GetOp, TupleOp
from ...dialects.lift.types import is_scalar
from ...dialects.nat.expr import If, compare, floordiv, var
from ...dialects.nat.rebuild import substitute
from ...dialects.nat.ring import Nat
from ...dialects.scalars import SCALARS
from ...dialects.view.layout import AsVectorOp, GatherOp, UnzipOp, ZipOp, part_of
from ...dialects.view.layout import GetOp as ViewGetOp
from ...dialects.view.operation import ViewOp, seen_by
from ...dialects.view.path import length_of
from .kernel import Kernel
from .scalars import needed_for
from .vectors import is_lanewise, on_lanes

BYTES: Final = 4
"""Each scalar of an element has so many bytes."""

Parts: TypeAlias = tuple[int, ...]
"""Which scalar of an element: the numbers of the parts that it is in."""

Scalar: TypeAlias = "SSAValue | Parts"
"""What a region computes, or a scalar of the element."""


@dataclass(frozen=True)
class Region:
    """A region with one argument, of which some values are wanted on lanes."""

    block: Block
    position: str | None
    """The name of the position of its element."""
    width: int
    """So many elements are neighbours."""

    def scalars(self, value: SSAValue) -> list[Scalar] | None:
        """The scalars that a value consists of, in their order; None where they are not known one by one."""
        part = self.part(value)
        if part is not None:
            return [(*part, *leaf.parts) for leaf in leaves_of(value.type)]
        if not isinstance(value.type, TupleType):
            return [value]
        if not isinstance(value.owner, TupleOp) or value.owner.parent is not self.block:
            return None
        inner = [self.scalars(one) for one in value.owner.parts]
        known = [one for one in inner if one is not None]
        return [one for scalars in known for one in scalars] if len(known) == len(inner) else None

    def is_on_lanes(self, yielded: SSAValue, *wanted: SSAValue) -> bool:
        """Whether values can be computed on lanes, and so the region: scalar code on scalars of 32 bits, and on bits.

        The region yields tuples, perhaps, of which only the parts are wanted.
        """
        scalars = [self.scalars(one) for one in wanted]
        if not all(known is not None and all(_has_width(self._type_of(one)) for one in known) for known in scalars):
            return False
        argument = self.block.args[0].type
        known = isinstance(argument, TupleType) or argument == i1 or _has_width(argument)
        return known and all(map(self._is_on_lanes, self._code(yielded)))

    def part(self, value: SSAValue) -> Parts | None:
        """Which part of the element a value is; None for one that is computed."""
        if value is self.block.args[0]:
            return ()
        around = self.part(value.owner.tuple_) if isinstance(value.owner, GetOp) else None
        return None if around is None or not isinstance(value.owner, GetOp) else (*around, value.owner.index.value.data)

    def _code(self, yielded: SSAValue) -> Iterator[Operation]:
        """The ops, without those that put together what is yielded."""
        together, made = [yielded], set[Operation]()
        while together:
            owner = together.pop().owner
            if isinstance(owner, TupleOp) and owner.parent is self.block:
                made.add(owner)
                together += owner.parts
        return (inner for inner in self.block.ops if inner not in made)

    def _is_on_lanes(self, op: Operation) -> bool:
        if isinstance(op, GetOp):
            return self.part(op.result) is not None and (
                op.result.type == i1 or _has_width(op.result.type) or not is_scalar(op.result.type)
            )
        if self.is_position(op):
            return _has_width(op.results[0].type) and self.step(op) is not None
        return is_lanewise(op)

    def is_position(self, op: Operation) -> bool:
        """Whether an op gives a number that is written with the position."""
        return isinstance(op, NatOp) and self.position in op.value.data.names

    def step(self, op: Operation) -> int | None:
        """By how much a number grows from one position to the next, where that is the same everywhere."""
        assert isinstance(op, NatOp)
        assert self.position is not None
        number, name = op.value.data, self.position
        steps = [substitute(number, {name: var(name) + k}) - number for k in range(self.width)]
        step = steps[1].constant
        return step if step is not None and all(one.constant == k * step for k, one in enumerate(steps)) else None

    def _type_of(self, one: Scalar) -> Attribute:
        if isinstance(one, SSAValue):
            return one.type
        type_ = self.block.args[0].type
        for part in one:
            assert isinstance(type_, TupleType)
            type_ = type_.types.data[part]
        return type_


def _has_width(type_: Attribute) -> bool:
    return is_scalar(type_) and not isinstance(type_, VectorType) and SCALARS[type_].bytes == BYTES


@dataclass
class Lanes:
    """The vectors of one iteration, which begins so many vectors behind a position."""

    region: Region
    xs: SSAValue
    begin: Nat
    """A multiple of the width."""
    kernel: Kernel
    loop: ForOp
    vectors: dict[Parts | Operation, SSAValue] = field(default_factory=dict[Parts | Operation, SSAValue])
    """What was loaded or counted."""

    def of(self, one: Scalar) -> SSAValue:
        """A part of the element, or what the region computes, for each lane."""
        part = one if not isinstance(one, SSAValue) else self.region.part(one)
        if part is not None:
            return self.loaded(part)
        assert isinstance(one, SSAValue)
        given: dict[SSAValue, SSAValue] = {}
        for inner in needed_for(one, self.region.block):
            for value in (*inner.operands, *inner.results):
                part = self.region.part(value) if is_scalar(value.type) else None
                if part is not None:
                    given[value] = self.loaded(part)
            if self.region.is_position(inner):
                given[inner.results[0]] = self.counted(inner)
        value = on_lanes(self.region.block, given, one, self.kernel)
        return value if given else self.kernel.add(VectorOp([value], self.region.width)).results[0]

    def loaded(self, part: Parts) -> SSAValue:
        """A scalar of each of some neighbours."""
        if part not in self.vectors:
            kernel, column = self.kernel, self.xs
            for number in part:
                column = kernel.view_op(part_of(kernel.view_op(UnzipOp.of([column])), number))
            whole = kernel.first_elements(
                column, self.region.width * floordiv(length_of(seen_by(column, "as_vector")), self.region.width)
            )
            vectors = kernel.view_op(AsVectorOp.of([whole], {"width": IntegerAttr(self.region.width, i64)}))
            index, names = floordiv(self.begin, self.region.width) + var("i'"), {"i'": self.loop.variable}
            vector = kernel.element(vectors, index, names)
            self.vectors[part] = self._beside_first(vector, index) if _begins_otherwise(column) else kernel.load(vector)
        return self.vectors[part]

    def _beside_first(self, vector: SSAValue, index: Nat) -> SSAValue:
        """A vector whose lanes are neighbours in memory where it is not the first: which of the two is known is asked."""
        kernel, type_ = self.kernel, seen_by(vector, "as_vector")
        choice = kernel.condition(compare(index, "ge", 1), {"i'": self.loop.variable}, [type_], otherwise=True)
        assert choice.else_block is not None
        for block in (choice.then.block, choice.else_block):
            with kernel.inside(block):
                kernel.add(YieldOp(kernel.load(vector)))
        return choice.results[0]

    def counted(self, op: Operation) -> SSAValue:
        """A number that is written with the position."""
        if op not in self.vectors:
            kernel, position = self.kernel, self.region.position
            assert isinstance(op, NatOp)
            assert position is not None
            step, type_ = self.region.step(op), op.result.type
            first = substitute(op.value.data, {position: self.begin + self.region.width * var("i'")})
            apply = kernel.add(ApplyOp(IndexAttr.of(first, ["i'"]), [self.loop.variable], type_)).results[0]
            apply.name_hint = "first"
            assert step is not None
            steps = [
                kernel.add(arith.ConstantOp(IntegerAttr(step * k, cast("IntegerType", type_))))
                for k in range(self.region.width)
            ]
            each = MapVecOp([kernel.add(VectorOp(steps)), apply], VectorType(type_, [self.region.width]))
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
