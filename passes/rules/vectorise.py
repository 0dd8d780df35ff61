"""Scalar code for the lanes of vectors: a map over scalars as one over vectors of them.

What C computes with vectors as with scalars is done so; all else, such as a comparison and what it chooses, or an op with a
number that all lanes share, is an `ocl.map_vec` over the vectors that it needs. What depends on the position alone is read
from an array that has it for all positions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from xdsl.dialects import arith
from xdsl.dialects.builtin import TupleType, VectorType, i1
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.rewriter import Rewriter

from ...analysis.execution import function_around
from ...dialects.lift.access import AtOp, GatherOp, SliceOp
from ...dialects.lift.algorithmic import GenerateOp, MapOp
from ...dialects.lift.attributes import IndexFunctionAttr, NatAttr, free_binder
from ...dialects.lift.body import YieldOp
from ...dialects.lift.numbers import NatOp
from ...dialects.lift.operation import UNTYPED
from ...dialects.lift.renaming import names_bound_in
from ...dialects.lift.scope import scope_at
from ...dialects.lift.tuples import GetOp, TupleOp, UnzipOp, ZipOp
from ...dialects.lift.types import ArrayType, array_length, is_scalar
from ...dialects.lift.upstream import is_scalar_op
from ...dialects.nat.expr import var
from ...dialects.nat.rebuild import substitute
from ...dialects.ocl.memory import ToGlobalOp
from ...dialects.ocl.vectors import AsScalarOp, AsVectorOp, MapVecOp
from .parameters import width
from .regions import copies, end_with, mentions, needed_for, only_rearranges
from .rule import Chain, Refusal, Replacement, Rule, made_by, rule, short_name
from .tiling import not_divided

DIRECT: Final = (
    *(arith.AddfOp, arith.SubfOp, arith.MulfOp, arith.DivfOp, arith.AddiOp, arith.SubiOp, arith.MuliOp),
    *(arith.AndIOp, arith.OrIOp, arith.XOrIOp, arith.MinimumfOp, arith.MaximumfOp),
)
"""Ops that take vectors as they take scalars, of which no bit is needed alone."""


@dataclass(frozen=True)
class Leaf:
    """A scalar in the element of the array: where it is in the tuples."""

    path: tuple[int, ...]


@dataclass(frozen=True)
class Column:
    """A scalar that depends on the position alone, `lift.nat` or `lift.at` by a number: an element of another array."""

    op: NatOp | AtOp


@dataclass(frozen=True)
class Same:
    """A value that is the same for all lanes."""

    value: SSAValue


@dataclass(frozen=True)
class Lanes:
    """A value for each lane."""

    vector: SSAValue


@dataclass(frozen=True)
class Later:
    """A bit for each lane, computed with what needs it."""

    op: Operation


Form: TypeAlias = "Leaf | Column | Same | Lanes | Later | tuple[Form, ...]"
"""What a value of scalar code is among vectors."""


@dataclass
class Vectoriser:
    """The region of a map, rewritten op by op."""

    width: int
    block: Block
    """The region as it was."""
    element: SSAValue
    forms: dict[SSAValue, Form]
    first: tuple[Leaf, Attribute]
    """A scalar of an element, and its type."""
    position: str | None
    ops: list[Operation] = field(default_factory=list[Operation])
    leaves: dict[Leaf | Column, GetOp] = field(default_factory=dict["Leaf | Column", GetOp])
    """The scalars of an element and of a position that are used, and what has each of them as a vector."""

    def form(self, value: SSAValue) -> Form:
        return self.forms.get(value, Same(value))

    def add(self, op: Operation) -> Refusal | None:
        """Rewrite an op, or say why that cannot be done."""
        operands = [self.form(operand) for operand in op.operands]
        result = op.results[0] if len(op.results) == 1 else None
        match op:
            case GetOp() if isinstance(parts := operands[0], tuple):
                self.forms[op.result] = parts[op.index.value.data]
            case TupleOp() if not all(isinstance(operand, Same) for operand in operands):
                self.forms[op.result] = tuple(operands)
            case NatOp() | AtOp(index=NatAttr()) if self._is_column(op):
                self.forms[op.result] = Column(op)
            case ToGlobalOp() if not self._is_same(op):
                self.forms[op.result] = self._stored(op, operands[0], op.value.type)
            case _ if mentions([op], self.position):
                return Refusal(f"'{op.name}' uses the position in a way that has no form for vectors")
            case _ if self._is_same(op):
                values = {value: form.value for value, form in self.forms.items() if isinstance(form, Same)}
                self.ops.append(op.clone(values))
                self.forms.update({old: Same(new) for old, new in zip(op.results, self.ops[-1].results, strict=True)})
            case _ if result is not None and is_scalar_op(op) and is_scalar(result.type):
                self.forms[result] = Later(op) if result.type == i1 else Lanes(self._computed(op, operands))
            case _:
                return Refusal(f"'{op.name}' has no form for vectors")
        return None

    def _is_same(self, op: Operation) -> bool:
        """Whether an op and all inside it use nothing that differs from lane to lane."""
        used = (operand for inner in op.walk() for operand in inner.operands)
        return all(isinstance(self.form(operand), Same) for operand in used)

    def _is_column(self, op: NatOp | AtOp) -> bool:
        """Whether an op gives a scalar that depends on the position, of an array that does not, and is not computed here."""
        if not mentions([op], self.position) or not is_scalar(op.result.type):
            return False
        before = needed_for(op.operands, self.block)
        return all(self._is_same(one) and only_rearranges(one) for one in before) and not mentions(
            before, self.position
        )

    def _computed(self, op: Operation, operands: Sequence[Form]) -> SSAValue:
        if isinstance(op, DIRECT) and not any(isinstance(operand, Same | Later) for operand in operands):
            type_ = VectorType(op.results[0].type, [self.width])
            vectors = [self.vector(self.form(one), one.type, one.name_hint) for one in op.operands]
            new = type(op).create(operands=vectors, result_types=[type_], properties=dict(op.properties))
            return self.put(new, op.results[0].name_hint)
        return self._lanewise(op)

    def _stored(self, op: ToGlobalOp, form: Form, type_: Attribute) -> Form:
        """The vectors of a value that says where it is kept; so does each of them."""
        if isinstance(form, tuple) and isinstance(type_, TupleType):
            return tuple(self._stored(op, part, one) for part, one in zip(form, type_.types, strict=True))
        store = op.clone({op.value: self.vector(form, type_, op.value.name_hint)})
        Rewriter.replace_value_with_new_type(store.result, UNTYPED)
        return Lanes(self.put(store, op.result.name_hint))

    def put(self, op: Operation, name: str | None) -> SSAValue:
        op.results[0].name_hint = name
        self.ops.append(op)
        return op.results[0]

    def vector(self, form: Form, type_: Attribute, name: str | None) -> SSAValue:
        """The vector that has a scalar for each lane."""
        match form:
            case Leaf() | Column():
                if form not in self.leaves:
                    get = GetOp(self.element, len(self.leaves), result_type=VectorType(type_, [self.width]))
                    self.put(get, name)
                    self.leaves[form] = get
                return self.leaves[form].result
            case Lanes(vector=vector):
                return vector
            case Later(op=op):
                return self._lanewise(op)
            case Same(value=value):
                return self._spread(value)
            case tuple():
                raise AssertionError("a tuple has several vectors")

    def vectors(self, form: Form, type_: Attribute, name: str | None) -> Iterator[SSAValue]:
        """The vectors that have the scalars in a value for each lane."""
        if not isinstance(type_, TupleType):
            yield self.vector(form, type_, name)
            return
        for i, part in enumerate(type_.types):
            if isinstance(form, Same):
                get = self.put(GetOp(form.value, i, result_type=part), None)
                yield from self.vectors(Same(get), part, name)
            elif isinstance(form, tuple):
                yield from self.vectors(form[i], part, name)

    def _spread(self, value: SSAValue) -> SSAValue:
        """A scalar in each lane."""
        return self._map_vec([], [], value)

    def _lanewise(self, op: Operation) -> SSAValue:
        """An op on all lanes at once: with the bits that it needs, and with what all lanes share."""
        cone = list(dict.fromkeys(self._cone(op)))
        inputs = dict.fromkeys(operand for op in cone for operand in op.operands)
        return self._map_vec(
            cone, [one for one in inputs if isinstance(self.form(one), Leaf | Column | Lanes)], op.results[0]
        )

    def _map_vec(self, ops: Sequence[Operation], lanes: Sequence[SSAValue], value: SSAValue) -> SSAValue:
        """A value of scalar code for each lane; without any that differ, those of any vector will do."""
        vectors = [self.vector(self.form(one), one.type, one.name_hint) for one in lanes] or [self._any()]
        alone = len(vectors) == 1
        over = vectors[0] if alone else self.put(TupleOp(vectors, result_type=UNTYPED), "lanes")
        block = Block(arg_types=[UNTYPED])
        block.args[0].name_hint = "lane"
        gets = [] if alone else [GetOp(block.args[0], i, result_type=one.type) for i, one in enumerate(lanes)]
        values = {old: form.value for old, form in self.forms.items() if isinstance(form, Same)}
        values.update(zip(lanes, [get.result for get in gets] or block.args[: len(lanes)], strict=True))
        for one in lanes:
            values[one].name_hint = one.name_hint
        copies = [op.clone(values) for op in ops]
        end_with(block, Chain([*gets, *copies], values.get(value, value)))
        return self.put(MapVecOp(over, Region(block), result_type=UNTYPED), value.name_hint)

    def _any(self) -> SSAValue:
        """A vector that is at hand: the first leaf that is used, or the first that there is."""
        used = next(iter(self.leaves.values()), None)
        return used.result if used is not None else self.vector(*self.first, None)

    def _cone(self, op: Operation) -> Iterator[Operation]:
        """An op, after the ops whose bits it needs."""
        for operand in op.operands:
            form = self.form(operand)
            if isinstance(form, Later):
                yield from self._cone(form.op)
        yield op


def _leaf_forms(type_: Attribute, path: tuple[int, ...] = ()) -> Form | None:
    """The scalars in the type of an element; None where there is something else in it."""
    if isinstance(type_, TupleType):
        parts = [_leaf_forms(part, (*path, i)) for i, part in enumerate(type_.types)]
        known = tuple(part for part in parts if part is not None)
        return known if len(known) == len(parts) else None
    return Leaf(path) if is_scalar(type_) else None


def _first_leaf(type_: Attribute, path: tuple[int, ...] = ()) -> tuple[Leaf, Attribute] | None:
    if not isinstance(type_, TupleType):
        return Leaf(path), type_
    found = (_first_leaf(part, (*path, i)) for i, part in enumerate(type_.types))
    return next((leaf for leaf in found if leaf is not None), None)


@rule(MapOp, w=width("lanes of a vector"))
def vectorise_map(op: MapOp, w: int) -> Replacement:
    """`map(f, xs) = as_scalar(map(f_w, as_vector(w, xs)))`, where w divides the length and f is scalar code.

    Of an array of tuples, the arrays of their parts are seen as vectors and zipped, and so is the result taken apart. A number
    e(k) of the position k is an element of `generate(k -> e(k))`, which is zipped in, and `at(ys, e(k))` one of
    `gather(k -> e(k), ys)`. What f computes without its element and its position stays as it is.
    """
    xs = op.xs.type
    refusal = not_divided(op, w)
    forms = _leaf_forms(xs.element) if isinstance(xs, ArrayType) else None
    first = _first_leaf(xs.element) if isinstance(xs, ArrayType) else None
    if refusal is not None or forms is None or first is None:
        return refusal or Refusal("the elements are no scalars, nor tuples of such")
    block = Block(arg_types=[UNTYPED])
    block.args[0].name_hint = op.block.args[0].name_hint
    vectoriser = Vectoriser(w, op.block, block.args[0], {op.block.args[0]: forms}, first, op.position_name)
    for inner in op.block.ops:
        refusal = None if isinstance(inner, YieldOp) else vectoriser.add(inner)
        if refusal is not None:
            return refusal
    if _leaf_forms(op.yielded.type) is None:
        return Refusal("the region gives no scalar, nor a tuple of such")
    form = vectoriser.form(op.yielded)
    if isinstance(form, Same):
        return Refusal("what the region gives does not depend on its element")
    results = list(vectoriser.vectors(form, op.yielded.type, op.yielded.name_hint))
    if len(results) > 1:
        results = [vectoriser.put(TupleOp(results, result_type=UNTYPED), op.yielded.name_hint)]
    end_with(block, Chain(vectoriser.ops, results[0]))
    return _between(op, w, block, list(vectoriser.leaves.items()))


def _between(op: MapOp, w: int, block: Block, leaves: Sequence[tuple[Leaf | Column, GetOp]]) -> Chain:
    """The map over vectors, what it is given as such, and what it gives as scalars."""
    before: list[Operation] = []
    arrays: list[SSAValue] = []
    taken = names_bound_in(function_around(op))
    for leaf, _ in leaves:
        part = _part(op.xs, leaf.path, before) if isinstance(leaf, Leaf) else _column(op, leaf.op, taken, before)
        vectors = AsVectorOp(w, part, result_type=UNTYPED)
        vectors.result.name_hint = "as_vector"
        before.append(vectors)
        arrays.append(vectors.result)
    if len(arrays) == 1:
        get = leaves[0][1]
        get.result.replace_all_uses_with(block.args[0])
        block.erase_op(get)
    else:
        before.append(ZipOp(arrays, result_type=UNTYPED))
    mapped = MapOp(before[-1].results[0], Region(block), result_type=UNTYPED)
    mapped.result.name_hint = op.result.name_hint
    after = list(_scalars(mapped, op.yielded.type))
    for one in after:
        one.results[0].name_hint = short_name(one)
    return Chain.of(*before, mapped, *after)


def _column(op: MapOp, one: NatOp | AtOp, taken: set[str], ops: list[Operation]) -> SSAValue:
    """The array of what an op gives at each position of a map."""
    length, name, k = array_length(op.xs.type), op.position_name, free_binder("k", taken)
    assert length is not None
    assert name is not None
    taken.add(k)
    if isinstance(one, NatOp):
        block = Block()
        end_with(block, Chain.of(NatOp(substitute(one.value.data, {name: var(k)}), one.result.type)))
        ops.append(GenerateOp(length, k, Region(block), result_type=UNTYPED))
        return ops[-1].results[0]
    assert one.index is not None
    values = dict[SSAValue, SSAValue]()
    ops += copies(needed_for([one.xs], op.block), values, taken)
    array, index = values.get(one.xs, one.xs), substitute(one.index.data, {name: var(k)})
    begin = scope_at(op).simplify(index - var(k))
    if k in begin.names:
        ops.append(GatherOp(array, IndexFunctionAttr.of(k, index), length, result_type=UNTYPED))
    else:
        ops.append(SliceOp(array, begin, length, result_type=UNTYPED))
    return ops[-1].results[0]


def _part(xs: SSAValue, path: tuple[int, ...], ops: list[Operation]) -> SSAValue:
    """The array of a part of the elements of an array."""
    if not path:
        return xs
    zipped = made_by(xs, ZipOp)
    if zipped is not None:
        return _part(zipped.parts[path[0]], path[1:], ops)
    parts = UnzipOp(xs, result_type=UNTYPED)
    get = GetOp(parts, path[0], result_type=UNTYPED)
    ops += [parts, get]
    return _part(get.result, path[1:], ops)


def _scalars(mapped: MapOp, type_: Attribute) -> Iterator[Operation]:
    """An array of vectors as one of scalars; of tuples of vectors, as one of the tuples that are wanted."""
    if not isinstance(type_, TupleType):
        yield AsScalarOp(mapped, result_type=UNTYPED)
        return
    parts = UnzipOp(mapped, result_type=UNTYPED)
    yield parts
    arrays: list[SSAValue] = []
    for i in range(_count(type_)):
        get = GetOp(parts, i, result_type=UNTYPED)
        scalars = AsScalarOp(get, result_type=UNTYPED)
        arrays.append(scalars.result)
        yield from (get, scalars)
    yield from _zipped(type_, arrays)


def _count(type_: Attribute) -> int:
    return sum(map(_count, type_.types)) if isinstance(type_, TupleType) else 1


def _zipped(type_: TupleType, arrays: list[SSAValue]) -> Iterator[ZipOp]:
    """Arrays of scalars as one of tuples; the last of these is the whole."""
    parts: list[SSAValue] = []
    for part in type_.types:
        if isinstance(part, TupleType):
            inner = list(_zipped(part, arrays))
            parts.append(inner[-1].result)
            yield from inner
        else:
            parts.append(arrays.pop(0))
    yield ZipOp(parts, result_type=UNTYPED)


VECTORISE: tuple[Rule[Any], ...] = (vectorise_map,)
