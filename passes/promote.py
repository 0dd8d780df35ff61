"""Private arrays become values: an element whose place is always a number is the value that was last stored there.

A loop or condition that stores to an element carries its value, if it is needed afterwards or in the next iteration.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias, cast

from xdsl.dialects.arith import ConstantOp
from xdsl.dialects.builtin import (
    AnyFloat,
    DenseIntOrFPElementsAttr,
    FloatAttr,
    IndexType,
    IntegerAttr,
    IntegerType,
    VectorType,
)
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from ..dialects.kernel.control import ForOp, IfOp, YieldOp
from ..dialects.kernel.functions import FuncOp
from ..dialects.kernel.memory import AccessOp, AllocOp, LoadOp, StoreOp, VLoadOp, VStoreOp
from ..dialects.kernel.types import BufferType
from ..dialects.kernel.vectors import LaneOp, VectorOp
from ..dialects.lift.conversions import ConvertOp
from ..dialects.scalars import computed_as, is_storage
from .private_arrays import accesses_of, is_small_private, width_of
from .simplify_control_flow import replace_op, substitute

Element: TypeAlias = tuple[SSAValue, int]
Values: TypeAlias = dict[Element, SSAValue]


def promote(function: FuncOp) -> None:
    """Replace small private arrays whose indices are all numbers by values. Some may be carried that nothing needs."""
    arrays = [
        op
        for op in function.walk()
        if isinstance(op, AllocOp) and is_small_private(op) and all(map(_has_places, accesses_of(op) or ()))
    ]
    if arrays:
        _Promotion({op.buffer for op in arrays}).block(function.block, {})
        for op in arrays:
            Rewriter.erase_op(op)


def _has_places(op: AccessOp) -> bool:
    """Whether an access is to elements that are known, and in the array."""
    alloc = op.target.owner
    first, size = op.index.body.data.constant, alloc.size.data.constant if isinstance(alloc, AllocOp) else None
    return first is not None and size is not None and first >= 0 and first + width_of(op) <= size


class _Promotion:
    """The arrays that become values."""

    def __init__(self, arrays: set[SSAValue]):
        self.arrays = arrays

    def block(self, block: Block, values: Values) -> None:
        """Rewrite the ops of a block; the values of elements are those before it and then those after it."""
        for op in list(block.ops):
            match op:
                case LoadOp() | VLoadOp() if op.target in self.arrays:
                    self.load(op, values)
                case StoreOp() | VStoreOp() if op.target in self.arrays:
                    self.store(op, values)
                case ForOp():
                    self.loop(op, values)
                case IfOp():
                    self.condition(op, values)
                case _:
                    pass

    def places(self, op: AccessOp) -> list[Element]:
        first = op.index.body.data.constant
        assert first is not None
        return [(op.target, first + k) for k in range(width_of(op))]

    def load(self, op: LoadOp | VLoadOp, values: Values) -> None:
        found = [value_at(place, values, op) for place in self.places(op)]
        if isinstance(op, LoadOp):
            replace_op(op, found)
            return
        vector = VectorOp(found)
        Rewriter.insert_op(vector, InsertPoint.before(op))
        replace_op(op, [vector.vector])

    def store(self, op: StoreOp | VStoreOp, values: Values) -> None:
        for k, place in enumerate(self.places(op)):
            value = op.value
            if isinstance(op, VStoreOp):
                lane = LaneOp(op.value, k)
                Rewriter.insert_op(lane, InsertPoint.before(op))
                value = lane.part
            if value.name_hint is None:
                value.name_hint = place[0].name_hint
            values[place] = value
        Rewriter.erase_op(op)

    def stored(self, op: Operation) -> list[Element]:
        """The elements that are stored to inside an op, in order, of arrays that are there before it."""
        places = {
            place: None
            for inner in op.walk()
            if isinstance(inner, StoreOp | VStoreOp) and inner.target in self.arrays
            for place in self.places(inner)
        }
        return [place for place in places if not _is_inside(place[0], op)]

    def loop(self, op: ForOp, values: Values) -> None:
        changed = self.stored(op)
        if not changed:
            self.block(op.block, dict(values))
            return
        inits = [*op.inits, *(value_at(place, values, op) for place in changed)]
        block = op.block
        arguments = [block.insert_arg(place_type(place), len(block.args)) for place in changed]
        inside = dict(values)
        for place, argument in zip(changed, arguments, strict=True):
            argument.name_hint = place[0].name_hint
            inside[place] = argument
        self.block(block, inside)
        give(block, [inside[place] for place in changed])
        body = Rewriter.move_region_contents_to_new_regions(op.body)
        position = None if op.position is None else op.position.data
        bounds = (op.start, op.stop, op.step)
        new = ForOp(bounds, op.symbols, inits, body, position, unroll=op.unroll is not None)
        self.results(op, new, changed, values)

    def condition(self, op: IfOp, values: Values) -> None:
        changed = self.stored(op)
        branches = [op.then.block, *op.otherwise.blocks]
        if not changed:
            for block in branches:
                self.block(block, dict(values))
            return
        if op.else_block is None:
            branches.append(Block())
            op.otherwise.add_block(branches[-1])
        for place in changed:
            values[place] = value_at(place, values, op)
        for block in branches:
            inside = dict(values)
            self.block(block, inside)
            give(block, [inside[place] for place in changed])
        types = [*op.result_types, *map(place_type, changed)]
        regions = [Rewriter.move_region_contents_to_new_regions(region) for region in (op.then, op.otherwise)]
        new = IfOp(op.condition, op.decided_by, types, *regions)
        self.results(op, new, changed, values)

    def results(self, op: ForOp | IfOp, new: ForOp | IfOp, changed: Sequence[Element], values: Values) -> None:
        """Put an op in the place of another whose results are followed by the elements that changed."""
        given = new.results[len(op.results) :]
        for place, result in zip(changed, given, strict=True):
            result.name_hint = place[0].name_hint
            values[place] = result
        substitute(op, new)


def give(block: Block, values: Sequence[SSAValue]) -> None:
    """A block also yields these values."""
    last = block.last_op
    before: Sequence[SSAValue] = ()
    if isinstance(last, YieldOp):
        before = tuple(last.values)
        Rewriter.erase_op(last)
    block.add_op(YieldOp(*before, *values))


def place_type(place: Element) -> Attribute:
    type_ = place[0].type
    assert isinstance(type_, BufferType)
    return type_.element


def value_at(place: Element, values: Values, before: Operation) -> SSAValue:
    """The value of an element; what was never stored is not defined, so 0 will do."""
    if place not in values:
        zero = _zero(place_type(place))
        Rewriter.insert_op(zero, InsertPoint.before(before))
        values[place] = zero[-1].results[0]
    return values[place]


def _zero(type_: Attribute) -> list[Operation]:
    """The ops that make a 0, the last of which gives it."""
    constant = _constant(computed_as(type_) if is_storage(type_) else type_)
    return [constant, ConvertOp(constant, type_)] if is_storage(type_) else [constant]


def _constant(type_: Attribute) -> ConstantOp:
    if isinstance(type_, VectorType):
        vector = cast("VectorType[IntegerType | IndexType]", type_)  # or of floats, with numbers that are both
        return ConstantOp(DenseIntOrFPElementsAttr.from_list(vector, [0]))
    if isinstance(type_, AnyFloat):
        return ConstantOp(FloatAttr(0.0, type_))
    return ConstantOp(IntegerAttr(0, cast("IntegerType | IndexType", type_)))


def _is_inside(value: SSAValue, op: Operation) -> bool:
    owner = value.owner
    around = owner if isinstance(owner, Operation) else owner.parent_op()
    while around is not None and around is not op:
        around = around.parent_op()
    return around is op
