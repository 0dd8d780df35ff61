"""A map over vectors in place of one over elements, whatever the region does: each lane is an iteration of the map.

`vectorise_map` is for scalar code. Here the region may have folds and maps of its own, over what all lanes share or over rows of
an element, so that an iteration of these is done for all lanes at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from xdsl.dialects.builtin import TupleType, VectorType, i1
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from ...dialects.lift.access import AtOp, ConcatOp, GatherOp, SliceOp
from ...dialects.lift.algorithmic import MapOp, ReduceOp
from ...dialects.lift.body import YieldOp
from ...dialects.lift.iterate import IterateOp
from ...dialects.lift.layout import JoinOp, PadOp, SlideOp, SplitOp, TransposeOp
from ...dialects.lift.operation import UNTYPED
from ...dialects.lift.tuples import GetOp, TupleOp, UnzipOp, ZipOp
from ...dialects.lift.types import ArrayType, is_scalar
from ...dialects.lift.upstream import is_scalar_op
from ...dialects.ocl.vectors import AsScalarOp, AsVectorOp, MapVecOp
from .lane_loops import Held, any_lane, flag_of, has_scalars
from .parameters import width
from .regions import captured, drop_unused, end_with, mentions
from .rule import HIDDEN, Chain, Refusal, Replacement, Rule, made_by, rule
from .spreading import spread
from .tiling import not_divided
from .vectorise import DIRECT

Varies: TypeAlias = "bool | tuple[Varies, ...]"
"""Which scalars of a type differ from lane to lane; an array is what its elements are."""


NOTHING: Final[Mapping[SSAValue, Varies]] = MappingProxyType({})


def any_of(varies: Varies) -> bool:
    return any(map(any_of, varies)) if isinstance(varies, tuple) else varies


def both(a: Varies, b: Varies) -> Varies:
    """What differs where one of two does."""
    if isinstance(a, tuple) and isinstance(b, tuple):
        return tuple(both(x, y) for x, y in zip(a, b, strict=True))
    return any_of(a) or any_of(b)


def all_of(type_: Attribute, varies: bool) -> Varies:
    """The same for all scalars of a type."""
    match type_:
        case TupleType():
            return tuple(all_of(part, varies) for part in type_.types)
        case ArrayType():
            return all_of(type_.element, varies)
        case _:
            return varies


class NoForm(Exception):
    """There is no form for vectors; the message says of what."""


@dataclass
class Lanes:
    """A region, and the regions in it, rewritten for all lanes at once."""

    width: int
    values: dict[SSAValue, SSAValue] = field(default_factory=dict[SSAValue, SSAValue])
    """What stands for a value: the same, or what has a vector for each scalar that differs."""
    varies: dict[SSAValue, Varies] = field(default_factory=dict[SSAValue, Varies])
    bits: dict[SSAValue, Operation] = field(default_factory=dict[SSAValue, Operation])
    """Bits that differ: each is computed with what needs it."""
    ops: list[Operation] = field(default_factory=list[Operation])
    everything: list[Operation] = field(default_factory=list[Operation])
    """What was made for this region and for those around it and in it."""

    def differs(self, value: SSAValue) -> Varies:
        return self.varies.get(value, all_of(value.type, varies=False))

    def is_same(self, value: SSAValue) -> bool:
        return not any_of(self.differs(value)) and value not in self.bits

    def now(self, value: SSAValue) -> SSAValue:
        return self.values.get(value, value)

    def put(self, op: Operation, name: str | None = None) -> SSAValue:
        op.results[0].name_hint = name
        self._append(op)
        return op.results[0]

    def _append(self, *ops: Operation) -> None:
        self.ops += ops
        self.everything += ops

    # Ops

    def add(self, op: Operation) -> None:
        """Rewrite an op for all lanes."""
        used = [*op.operands, *captured(op)]
        if all(map(self.is_same, used)):
            self._append(op.clone(self.values))
            return
        result = op.results[0]
        match op:
            case GetOp():
                parts = self.differs(op.tuple_)
                assert isinstance(parts, tuple)
                self._same_op(op, parts[op.index.value.data])
            case TupleOp() | ZipOp():
                self._same_op(op, tuple(map(self.differs, op.operands)))
            case AtOp(index=index) if index is not None:
                self._same_op(op, self.differs(op.xs))
            case UnzipOp() | TransposeOp() | SplitOp() | JoinOp() | SlideOp() | SliceOp() | GatherOp():
                self._same_op(op, self.differs(op.operands[0]))
            case PadOp() if len(op.operands) == 1:
                self._same_op(op, self.differs(op.operands[0]))
            case ConcatOp() if len({self.differs(part) for part in op.operands}) == 1:
                self._same_op(op, self.differs(op.operands[0]))
            case MapOp():
                self._map(op)
            case ReduceOp():
                self._fold(op)
            case IterateOp() if op.keeps_type and has_scalars(op.xs.type):
                self._iterate(op)
            case _ if is_scalar_op(op) and len(op.results) == 1 and is_scalar(result.type):
                self._scalar(op)
            case _:
                raise NoForm(f"'{op.name}' has no form for vectors")

    def _same_op(self, op: Operation, varies: Varies) -> None:
        """An op that does with vectors what it does with scalars."""
        if any(operand in self.bits for operand in op.operands):
            raise NoForm("a bit for each lane is kept")
        copy = type(op).create(
            operands=[self.now(operand) for operand in op.operands],
            result_types=[UNTYPED],
            properties=dict(op.properties),
            attributes=dict(op.attributes),
        )
        result = op.results[0]
        self.values[result], self.varies[result] = self.put(copy, result.name_hint), varies

    def _scalar(self, op: Operation) -> None:
        result = op.results[0]
        if result.type == i1:
            self.bits[result], self.varies[result] = op, True
            return
        self.varies[result] = True
        if isinstance(op, DIRECT) and not any(map(self.is_same, op.operands)):
            operands = [self.vector(operand) for operand in op.operands]
            type_ = VectorType(result.type, [self.width])
            copy = type(op).create(operands=operands, result_types=[type_], properties=dict(op.properties))
            self.values[result] = self.put(copy, result.name_hint)
            return
        self.values[result] = self._map_vec(list(dict.fromkeys(self._cone(op))), result)

    def _cone(self, op: Operation) -> Iterator[Operation]:
        """An op, after the ops whose bits it needs."""
        for operand in op.operands:
            if operand in self.bits:
                yield from self._cone(self.bits[operand])
        yield op

    def _map_vec(self, ops: Sequence[Operation], value: SSAValue) -> SSAValue:
        """Scalar code for each lane; scalars that all lanes share are used as they are."""
        inputs = dict.fromkeys(operand for op in ops for operand in op.operands)
        lanes = [one for one in inputs if any_of(self.differs(one)) and one not in self.bits]
        vectors = [self.now(one) for one in lanes]
        alone = len(vectors) == 1
        over = vectors[0] if alone else self.put(TupleOp(vectors, result_type=UNTYPED), "lanes")
        block = Block(arg_types=[UNTYPED])
        block.args[0].name_hint = "lane"
        gets = [] if alone else [GetOp(block.args[0], i, result_type=one.type) for i, one in enumerate(lanes)]
        parts = dict[SSAValue, SSAValue](self.values)
        parts.update(zip(lanes, [get.result for get in gets] or block.args, strict=True))
        for one in lanes:
            parts[one].name_hint = one.name_hint
        copies = [op.clone(parts) for op in ops]
        end_with(block, Chain([*gets, *copies], parts[value]))
        return self.put(MapVecOp(over, Region(block), result_type=UNTYPED), value.name_hint)

    def vector(self, value: SSAValue) -> SSAValue:
        """The vector of a scalar, one of its own for each lane."""
        if value in self.bits:
            raise NoForm("a bit for each lane is kept")
        return self.spread(self.now(value), value.type) if self.is_same(value) else self.now(value)

    def spread(self, value: SSAValue, type_: Attribute) -> SSAValue:
        """A scalar in each lane."""
        if not is_scalar(type_):
            raise NoForm("an array that all lanes share is kept for each")
        lanes = spread(value, type_, self.width)
        self._append(*lanes.ops)
        return lanes.value

    # Values that must be as others are

    def as_wanted(self, value: SSAValue, wanted: Varies) -> SSAValue:
        """A value of which those scalars differ that are wanted to."""
        if value in self.bits:
            raise NoForm("a bit for each lane is kept")
        return self._coerced(self.now(value), value.type, self.differs(value), wanted)

    def _coerced(self, value: SSAValue, type_: Attribute, has: Varies, wanted: Varies) -> SSAValue:
        if has == wanted:
            return value
        if not isinstance(type_, TupleType):
            return self.spread(value, type_)
        assert isinstance(has, tuple)
        assert isinstance(wanted, tuple)
        made = made_by(value, TupleOp)
        parts: list[SSAValue] = []
        for i, part in enumerate(type_.types):
            own = self.put(GetOp(value, i, result_type=UNTYPED)) if made is None else made.parts[i]
            parts.append(self._coerced(own, part, has[i], wanted[i]))
        return self.put(TupleOp(parts, result_type=UNTYPED))

    # Regions

    def inside(self, block: Block, arguments: Mapping[SSAValue, Varies]) -> tuple[Lanes, Block]:
        """What rewrites a region in this one, and the block that it becomes, whose arguments differ as is said."""
        new = Block(arg_types=[UNTYPED for _ in block.args])
        for old, argument in zip(block.args, new.args, strict=True):
            argument.name_hint = old.name_hint
        values = {**self.values, **dict(zip(block.args, new.args, strict=True))}
        varies = {**self.varies, **arguments}
        inner = Lanes(self.width, values, varies, dict(self.bits), everything=self.everything)
        for op in block.ops:
            if not isinstance(op, YieldOp):
                inner.add(op)
        return inner, new

    def _map(self, op: MapOp) -> None:
        inner, block = self.inside(op.block, {op.block.args[0]: self.differs(op.xs)})
        varies = inner.differs(op.yielded)
        end_with(block, Chain(inner.ops, inner.as_wanted(op.yielded, varies)))
        copy = MapOp(self.now(op.xs), Region(block), op.position_name, result_type=UNTYPED)
        self.values[op.result], self.varies[op.result] = self.put(copy, op.result.name_hint), varies

    def _fold(self, op: ReduceOp) -> None:
        """A fold whose accumulator differs where what it begins with does, or what an iteration makes of it."""
        element = op.block.args[1]
        varies, inner, block = self._kept(op.block, op.yielded, self.differs(op.init), {element: self.differs(op.xs)})
        value = inner.as_wanted(op.yielded, varies)
        end_with(block, Chain(inner.ops, value))
        init = self.as_wanted(op.init, varies)
        copy = ReduceOp.untyped([self.now(op.xs), init], dict(op.properties), [Region(block)])
        self.values[op.result], self.varies[op.result] = self.put(copy, op.result.name_hint), varies

    def _iterate(self, op: IterateOp) -> None:
        """Iterations whose state differs as the accumulator of a fold does; lanes that end wait for those that go on."""
        if op.condition_block is None:
            varies, inner, block = self._kept(op.block, op.yielded, self.differs(op.xs))
            regions = [_ended(block, inner, inner.as_wanted(op.yielded, varies))]
        else:
            held = Held.of(op)
            varies, inner, block = self._kept(held.block, held.state, self.differs(op.xs))
            body = _ended(block, inner, inner.as_wanted(held.state, varies))
            held.drop()
            regions = [self._goes_on(op, op.condition_block, varies), body]
        copy = IterateOp.untyped([self.as_wanted(op.xs, varies)], dict(op.properties), regions)
        self.values[op.result], self.varies[op.result] = self.put(copy, op.result.name_hint), varies

    def _kept(
        self, block: Block, state: SSAValue, varies: Varies, others: Mapping[SSAValue, Varies] = NOTHING
    ) -> tuple[Varies, Lanes, Block]:
        """What differs of a state that an iteration keeps, where this much of it does at first; and the iteration."""
        while True:
            inner, new = self.inside(block, {block.args[0]: varies, **others})
            after = both(varies, inner.differs(state))
            if after == varies:
                return varies, inner, new
            drop(inner.ops)
            varies = after

    def _goes_on(self, op: IterateOp, condition: Block, varies: Varies) -> Region:
        """Whether there is a lane for which the condition holds."""
        inner, block = self.inside(condition, {condition.args[0]: varies})
        if inner.is_same(op.goes_on):
            return _ended(block, inner, inner.now(op.goes_on))
        flag = flag_of(op.goes_on)
        for one in flag:
            inner.add(one)
        found = any_lane(inner.now(flag[-1].results[0]))
        drop(flag)
        inner.ops += found.ops
        inner.everything += found.ops
        return _ended(block, inner, found.value)


def _ended(block: Block, lanes: Lanes, value: SSAValue) -> Region:
    end_with(block, Chain(lanes.ops, value))
    return Region(block)


def drop(ops: Iterable[Operation]) -> None:
    """What was made is not wanted: it uses nothing any more."""
    for op in ops:
        op.drop_all_references()


# Arrays of vectors


def _by_columns(
    xs: SSAValue, ops: list[Operation], column: Callable[[SSAValue, list[Operation]], SSAValue]
) -> SSAValue:
    """`transpose(map(f, transpose(xs)))`: f is for the columns of an array of rows."""
    turned = TransposeOp(xs, result_type=UNTYPED)
    block = Block(arg_types=[UNTYPED])
    own: list[Operation] = []
    value = column(block.args[0], own)
    end_with(block, Chain(own, value))
    rows = MapOp(turned, Region(block), result_type=UNTYPED)
    back = TransposeOp(rows, result_type=UNTYPED)
    ops += [turned, rows, back]
    return back.result


def as_vectors(xs: SSAValue, element: Attribute, w: int, ops: list[Operation]) -> SSAValue:
    """An array in which w neighbouring elements are one, of vectors."""
    match element:
        case TupleType():
            zipped = made_by(xs, ZipOp)
            parts = list(zipped.parts) if zipped is not None else _unzipped(xs, len(element.types), ops)
            vectors = [as_vectors(part, type_, w, ops) for part, type_ in zip(parts, element.types, strict=True)]
            ops.append(ZipOp(vectors, result_type=UNTYPED))
        case ArrayType():
            return _by_columns(xs, ops, lambda column, own: as_vectors(column, element.element, w, own))
        case _:
            ops.append(AsVectorOp(w, xs, result_type=UNTYPED))
    return ops[-1].results[0]


def as_scalars(xs: SSAValue, element: Attribute, ops: list[Operation]) -> SSAValue:
    """The inverse of `as_vectors`."""
    match element:
        case TupleType():
            parts = _unzipped(xs, len(element.types), ops)
            scalars = [as_scalars(part, type_, ops) for part, type_ in zip(parts, element.types, strict=True)]
            ops.append(ZipOp(scalars, result_type=UNTYPED))
        case ArrayType():
            return _by_columns(xs, ops, lambda column, own: as_scalars(column, element.element, own))
        case _:
            ops.append(AsScalarOp(xs, result_type=UNTYPED))
    return ops[-1].results[0]


def _unzipped(xs: SSAValue, count: int, ops: list[Operation]) -> list[SSAValue]:
    whole = UnzipOp(xs, result_type=UNTYPED)
    gets = [GetOp(whole, i, result_type=UNTYPED) for i in range(count)]
    ops += [whole, *gets]
    return [get.result for get in gets]


def _is_plain(type_: Attribute) -> bool:
    """Whether rows have one length, and all scalars have a form for vectors."""
    match type_:
        case TupleType():
            return all(map(_is_plain, type_.types))
        case ArrayType():
            return not type_.dependent and _is_plain(type_.element)
        case _:
            return is_scalar(type_) and type_ != i1


def has_lanes(op: MapOp, w: int) -> bool:
    """Whether the region of a map has a form for so many lanes."""
    found = _body(op, w)
    if isinstance(found, Refusal):
        return False
    drop(found.ops)
    return True


@rule(MapOp, w=width("lanes of a vector"))
def map_in_lanes(op: MapOp, w: int) -> Replacement:
    """`map(f, xs) = as_scalar(map(f_w, as_vector(w, xs)))`, where w divides the length; f may have folds and maps of its own.

    A lane is an iteration of the map: f_w does for all lanes at once what f does, and what does not depend on the element is
    done once. Iterations that end by a condition go on until none of the lanes does. Of rows, `transpose(map(as_vector(w), transpose(xs)))` are the vectors. f does not use its position, and does not
    look up what depends on the element.
    """
    refusal = not_divided(op, w)
    found = _body(op, w) if refusal is None else refusal
    if isinstance(found, Refusal):
        return found
    assert isinstance(op.xs.type, ArrayType)
    ops: list[Operation] = []
    vectors = as_vectors(op.xs, op.xs.type.element, w, ops)
    mapped = MapOp(vectors, Region(found), result_type=UNTYPED)
    mapped.result.name_hint = op.result.name_hint
    after: list[Operation] = []
    as_scalars(mapped.result, op.yielded.type, after)
    return Chain.of(*ops, mapped, *after)


def _body(op: MapOp, w: int) -> Block | Refusal:
    """The region of a map for so many lanes."""
    xs = op.xs.type
    if not isinstance(xs, ArrayType):
        return HIDDEN
    if xs.dependent or not _is_plain(xs.element) or not _is_plain(op.yielded.type):
        return Refusal("elements are no scalars, nor tuples of such or rows of one length")
    if mentions(op.block.ops, op.position_name):
        return Refusal("the region uses its position")
    lanes = Lanes(w)
    try:
        inner, block = lanes.inside(op.block, {op.block.args[0]: all_of(xs.element, varies=True)})
        value = inner.as_wanted(op.yielded, all_of(op.yielded.type, varies=True))
    except NoForm as error:
        drop(lanes.everything)
        return Refusal(str(error))
    end_with(block, Chain(inner.ops, value))
    drop_unused(block, TupleOp, GetOp)  # of what all lanes would share, where it is kept for each
    return block


IN_LANES: tuple[Rule[Any], ...] = (map_in_lanes,)
