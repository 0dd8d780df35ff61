"""Rules for ops of `ocl`: parallel maps around each other as a device has them, stores, vectors, and loops in order."""

from __future__ import annotations

from collections.abc import Callable

from program_generator import (
    ELEMENTS,
    RULES,
    STORED,
    Built,
    Generator,
    Rule,
    added_up,
    array_of,
    constant,
    function,
    generates,
    i8,
    length,
    nesting,
)
from random_scalars import first_accumulator
from xdsl.dialects import arith
from xdsl.dialects.builtin import IntegerAttr, UnitAttr, VectorType, f32, i32, i64
from xdsl.ir import Attribute, Operation, SSAValue

from lift.dialects.lift.access import GatherOp
from lift.dialects.lift.algorithmic import FilterLike, GenerateOp, MapLike, MapOp, ReduceLike, ScanLike, ScanOp
from lift.dialects.lift.attributes import NatAttr
from lift.dialects.lift.layout import JoinOp, SplitOp, TransposeOp
from lift.dialects.lift.numbers import NatOp
from lift.dialects.lift.types import ArrayType
from lift.dialects.lift.updates import UpdateLike
from lift.dialects.nat.expr import floordiv, mod, var
from lift.dialects.nat.ring import Nat
from lift.dialects.ocl.memory import ToGlobalOp, ToLocalOp, ToPrivateOp, ToSpaceOp
from lift.dialects.ocl.patterns import (
    FilterGlbOp,
    FilterSeqOp,
    MapGlbOp,
    MapLclOp,
    MapSeqOp,
    MapWrgOp,
    ParallelMap,
    ReduceSeqOp,
    ScanSeqOp,
    Sequential,
    UpdateSeqOp,
)
from lift.dialects.ocl.shares import MapSharesOp
from lift.dialects.ocl.vectors import (
    AsScalarOp,
    AsVectorOp,
    DotOp,
    MapVecOp,
    ReduceVecOp,
    ScanVecOp,
    VectorFold,
    vector_of,
)


def map_rule(kind: type[MapLike]) -> Rule:
    def rule(g: Generator) -> Built:
        xs, position = g.array(), g.fresh()
        return None if xs is None else kind.over([xs], g.body(position), position)

    return rule


def words(g: Generator, kind: type[Operation], xs: SSAValue) -> dict[str, Attribute]:
    """Perhaps `unroll`, where that can be said; for a scan of `lift`, perhaps `exclusive`."""
    if issubclass(kind, ScanOp):
        return g.one(({}, {}, {"exclusive": UnitAttr()}, {"exclusive": UnitAttr(), "total": UnitAttr()}))
    unrolled = issubclass(kind, Sequential) and length(xs).constant is not None and g.number(0, 1)
    return {"unroll": UnitAttr()} if unrolled else {}


def fold_rule(kind: type[ReduceLike | ScanLike]) -> Rule:
    def rule(g: Generator) -> Built:
        xs, position = g.array(), g.fresh()
        first = None if xs is None else first_accumulator(g)
        if xs is None or first is None:
            return None
        return kind.over([xs, first], g.folding(position), position, words(g, kind, xs))

    return rule


def filter_rule(kind: type[FilterLike]) -> Rule:
    def rule(g: Generator) -> Built:
        xs, position = g.array(), g.fresh()
        return None if xs is None else kind.over([xs], g.keeping(position), position)

    return rule


def update_rule(kind: type[UpdateLike]) -> Rule:
    def rule(g: Generator) -> Built:
        xs, position = g.array(), g.fresh()
        init = g.some(lambda type_: isinstance(type_, ArrayType) and not type_.dependent and nesting(type_) == 1)
        if xs is None or init is None:
            return None
        indices = g.some(lambda type_: (array := array_of(type_)) is not None and array.element in (i32, i64, i8))
        if indices is None or g.number(0, 2):
            indices = _indices(g, length(xs)).result
        return kind.over([xs, indices, init], g.folding(position), position)

    return rule


def _indices(g: Generator, count: Nat) -> GenerateOp:
    """Numbers, some of which are out of bounds."""
    position = g.fresh()

    def index() -> SSAValue:
        i = var(position)
        number = NatOp(g.one((i, 2 * i, mod(i, 2), floordiv(i, 2), mod(3 * i, 4)))).result
        return arith.SubiOp(number, constant(i32, g.number(0, 1))).result

    return GenerateOp.over([], index, position, {"count": NatAttr.of(count)})


def in_dimension(
    g: Generator, kind: type[ParallelMap], xs: SSAValue, first: Rule | None = None, *, at_once: bool = False
) -> Operation | None:
    """A parallel map in a dimension that is still free around it; without one, there would be no end to nested maps."""
    taken = {op.dimension.value.data for op in g.around() if isinstance(op, kind)}
    free = [d for d in range(3) if d not in taken]
    if not free:
        return None
    dimension = {"dimension": IntegerAttr(g.one((free[0], free[0], g.one(free))), i64)}
    position = g.fresh()
    return kind.over([xs], g.body(position, first=first, at_once=at_once), position, dimension)


def rows(g: Generator) -> SSAValue | None:
    """An array of arrays, if need be by splitting one."""
    xs = g.plain_array()
    if xs is None or g.number(0, 1):
        return xs
    return g.attempt(lambda g: SplitOp(g.one((2, 4, 1, g.nat())), xs)) or xs


@generates(MapGlbOp)
def _map_glb(g: Generator) -> Built:
    if any(not isinstance(op, MapGlbOp) for op in g.around()) or (not g.at_top() and g.number(0, 9)):
        return None
    xs = rows(g)
    return None if xs is None else in_dimension(g, MapGlbOp, xs, g.one((_map_glb, None, None)), at_once=True)


@generates(MapLclOp)
def _map_lcl(g: Generator) -> Built:
    if not any(isinstance(op, MapWrgOp) for op in g.around()) or (not g.at_top() and g.number(0, 9)):
        return None
    xs = g.plain_array()
    return None if xs is None else in_dimension(g, MapLclOp, xs)


@generates(MapWrgOp)
def _map_wrg(g: Generator) -> Built:
    shares = _map_shares(g) if g.number(0, 5) == 0 else None
    if shares is not None:
        return shares
    if any(not isinstance(op, MapWrgOp) for op in g.around()) or (not g.at_top() and g.number(0, 9)):
        return None
    xs = rows(g)

    def items(g: Generator) -> Built:
        """What the work items of a group do, once or several times."""
        for _ in range(g.number(0, 2)):
            g.attempt(g.one((_map_lcl, _own, _own, RULES[ToLocalOp], RULES[ToLocalOp], *g.rules)))
        return _map_lcl(g)

    groups = g.number(0, 5) == 0
    return None if xs is None else in_dimension(g, MapWrgOp, xs, _map_wrg if groups else items, at_once=groups)


@generates(MapSharesOp)
def _map_shares(g: Generator) -> Built:
    if g.around() or not g.at_top():
        return None
    xs, position = (
        g.some(lambda type_: isinstance(type_, ArrayType) and isinstance(type_.element, ArrayType)),
        g.fresh(),
    )
    if xs is None:
        return None
    words = {"dimension": IntegerAttr(0, i64), "shares": IntegerAttr(g.one((1, 3, 4)), i64)}
    return MapSharesOp.over([xs], g.body(position, first=_map_seq), position, words)


@generates(MapSeqOp)
def _map_seq(g: Generator) -> Built:
    xs, position = g.array(), g.fresh()
    if xs is None:
        return None
    return MapSeqOp.over([xs], g.body(position), position, words(g, MapSeqOp, xs))


RULES.update({kind: fold_rule(kind) for kind in (ReduceSeqOp, ScanSeqOp)})
RULES.update({kind: filter_rule(kind) for kind in (FilterSeqOp, FilterGlbOp)})
RULES[UpdateSeqOp] = update_rule(UpdateSeqOp)


# Memory


def same(x: SSAValue) -> SSAValue:
    return x


def twice(x: SSAValue) -> SSAValue:
    return added_up(x, x)


def _stored(g: Generator, kind: type[ToSpaceOp]) -> Built:
    """An array that nothing else uses, computed as the memory wants it, perhaps seen through a layout op."""
    around, position = g.around(), g.fresh()
    if kind is ToPrivateOp:
        xs = g.some(lambda type_: isinstance(type_, ArrayType) and type_.length.data.constant is not None)
    else:
        xs = g.plain_array()
    fits = bool(around) if kind is ToPrivateOp else kind is ToGlobalOp or any(isinstance(op, MapWrgOp) for op in around)
    if xs is None or not (fits or g.number(0, 19) == 0):
        return None
    in_group = any(isinstance(op, MapWrgOp) for op in around) and not any(isinstance(op, MapLclOp) for op in around)
    how: type[MapLike] = MapSeqOp
    if kind is not ToPrivateOp:
        how = MapLclOp if in_group else MapSeqOp if around else MapGlbOp
    region = g.one((same, g.body(position)))
    dimension = {} if how is MapSeqOp else {"dimension": IntegerAttr(0, i64)}
    result = how.over([xs], region, position, dimension).result
    n, i = length(result), var("i")
    match g.number(0, 7):
        case 0:
            result = GatherOp(result, function("i", n - 1 - i)).result
        case 1 if isinstance(result.type, ArrayType) and isinstance(result.type.element, ArrayType):
            result = JoinOp(result).result
        case 2 if isinstance(result.type, ArrayType) and isinstance(result.type.element, ArrayType):
            result = TransposeOp(result).result
        case 3:
            result = SplitOp(g.one((1, 2)), result).result
        case _:
            pass
    return kind(result)


def _own(g: Generator) -> Built:
    """What work items have computed for themselves, and go on with, in one dimension or in two."""
    xs = g.some(_has_constant_size) if g.number(0, 1) else None
    if xs is None:
        flat = g.some(lambda type_: isinstance(type_, ArrayType) and type_.element in STORED)
        if flat is None:
            return None
        xs = GatherOp(flat, function("i", mod(var("i"), length(flat))), g.one((3, 4, 9, 70))).result
    first, second = g.one(((0, 1), (1, 0)))

    def mapped(xs: SSAValue, dimension: int, element: Callable[[SSAValue], SSAValue]) -> SSAValue:
        return MapLclOp.over([xs], element, g.fresh(), {"dimension": IntegerAttr(dimension, i64)}).result

    inner = array_of(xs.type)
    nested = inner is not None and isinstance(inner.element, ArrayType) and bool(g.number(0, 2))
    computed, used = g.one((same, twice)), g.one((same, g.body(g.fresh())))
    if nested:
        own = mapped(xs, first, lambda row: mapped(row, second, same))
        return mapped(ToPrivateOp(own).result, first, lambda row: mapped(row, second, same))
    return mapped(ToPrivateOp(mapped(xs, first, computed)).result, first, used)


def _has_constant_size(type_: Attribute) -> bool:
    """Whether an array, and what is in it, has so many elements as a number says."""
    if not isinstance(type_, ArrayType):
        return False
    inner = type_.element
    return type_.length.data.constant is not None and (not isinstance(inner, ArrayType) or _has_constant_size(inner))


def _store(kind: type[ToSpaceOp]) -> Rule:
    def rule(g: Generator) -> Built:
        """The store of a scalar, or of an array that nothing else uses."""
        if g.number(0, 3):
            return _stored(g, kind)
        value = g.some(lambda type_: type_ in ELEMENTS or isinstance(type_, VectorType))
        return None if value is None else kind(value)

    return rule


RULES.update({kind: _store(kind) for kind in (ToGlobalOp, ToLocalOp, ToPrivateOp)})


# Vectors


def vectors(type_: Attribute) -> bool:
    array = array_of(type_)
    return array is not None and isinstance(array.element, VectorType)


def each_twice(v: SSAValue) -> SSAValue:
    return MapVecOp.over([v], twice).result


@generates(AsVectorOp)
def _as_vector(g: Generator) -> Built:
    """Of an array as it is, or of one that has each element as often as a vector has parts."""
    xs, width = (
        g.some(lambda type_: isinstance(type_, ArrayType) and type_.element in ELEMENTS),
        g.one((2, 4, 3, 8, 16)),
    )
    if xs is None or g.number(0, 1):
        return None if xs is None else AsVectorOp(width, xs)
    return AsVectorOp(width, GatherOp(xs, function("i", floordiv(var("i"), width)), width * length(xs)))


@generates(AsScalarOp)
def _as_scalar(g: Generator) -> Built:
    """Of an array of vectors, or of a vector that is a value; without one, of an array that is computed with vectors."""
    xs, value = g.some(vectors), g.some(lambda type_: isinstance(type_, VectorType))
    if xs is None and value is None:
        xs = g.attempt(RULES[MapVecOp])
    if xs is not None and (value is None or g.number(0, 2)):
        return AsScalarOp(xs)
    if value is None:
        return None
    return AsScalarOp(GenerateOp.over([], lambda: value, g.fresh(), {"count": NatAttr.of(g.one((1, 2)))}))


@generates(MapVecOp)
def _map_vec(g: Generator) -> Built:
    def part(x: SSAValue) -> SSAValue:
        """Any scalar that is made of a part and of scalars from outside."""
        with g.inside((x,)):
            for _ in range(g.number(0, 4)):
                g.attempt(g.one(SCALAR_ONLY))
            return g.pool[-1] if g.pool[-1].type in ELEMENTS else x

    value = g.some(lambda type_: isinstance(type_, VectorType))
    if value is not None:
        return MapVecOp.over([value], part)
    xs, position = g.some(vectors) or g.attempt(RULES[AsVectorOp]), g.fresh()
    return None if xs is None else MapOp.over([xs], each_twice, position)


def vector_fold_rule(kind: type[VectorFold]) -> Rule:
    def rule(g: Generator) -> Built:
        """Of any scalar code, or of a sum, which may say that it is regrouped."""

        def next_value(accumulator: SSAValue, x: SSAValue) -> SSAValue:
            with g.inside((accumulator, x)):
                for _ in range(g.number(0, 3)):
                    g.attempt(g.one(SCALAR_ONLY))
                alike = [value for value in g.pool[-5:] if value.type == accumulator.type]
                value = g.one(alike) if alike else accumulator
                return value if g.number(0, 1) else added_up(accumulator, value)

        def fold(value: SSAValue) -> Operation | None:
            scalar = vector_of(value.type, kind.name)[1]
            words = g.one(((), ("ordered",), ("associative",), ("associative", "commutative")))
            regrouped = "associative" in words and scalar not in STORED  # which round, or wrap around, in other places
            said: dict[str, Attribute] = {word: UnitAttr() for word in words if regrouped or word == "ordered"}
            first = g.some(lambda type_: type_ == scalar if regrouped else type_ in ELEMENTS)
            if first is None:
                return None
            return kind.over([value, first], added_up if regrouped else next_value, None, said)

        value = g.some(lambda type_: isinstance(type_, VectorType))
        if value is not None:
            return fold(value)
        xs, position = g.some(vectors) or g.attempt(RULES[AsVectorOp]), g.fresh()

        def each(v: SSAValue) -> SSAValue:
            found = fold(v)
            return v if found is None else found.results[0]

        return None if xs is None else MapOp.over([xs], each, position)

    return rule


RULES.update({kind: vector_fold_rule(kind) for kind in (ReduceVecOp, ScanVecOp)})


@generates(DotOp)
def _dot(g: Generator) -> Built:
    """Of two vectors of one type, which may be the same."""
    value = g.some(has_dot)
    if value is not None:
        other = g.some(lambda type_: type_ == value.type)
        return None if other is None else DotOp(value, other)
    xs = g.some(lambda type_: isinstance(type_, ArrayType) and has_dot(type_.element))
    floats = g.some(lambda type_: isinstance(type_, ArrayType) and type_.element == f32)
    if xs is None and floats is not None:
        width = g.one((2, 3, 4))
        each_often = GatherOp(floats, function("i", floordiv(var("i"), width)), width * length(floats))
        xs = AsVectorOp(width, each_often).result

    def of_each(v: SSAValue) -> SSAValue:
        return DotOp(v, v).result

    return None if xs is None else MapOp.over([xs], of_each, g.fresh())


def has_dot(type_: Attribute) -> bool:
    return isinstance(type_, VectorType) and type_ in (VectorType(f32, [width]) for width in (2, 3, 4))


SCALAR_ONLY: list[Rule] = []
"""Rules for scalar code, which are known later."""

OCL_RULES: tuple[Rule, ...] = tuple(
    RULES[kind]
    for kind in (
        *(MapGlbOp, MapGlbOp, MapWrgOp, MapWrgOp, MapLclOp, MapLclOp, MapSeqOp, ReduceSeqOp, ScanSeqOp),
        *(ToGlobalOp, ToLocalOp, ToLocalOp, ToPrivateOp, AsVectorOp, AsScalarOp, MapVecOp, ReduceVecOp, ScanVecOp),
        *(DotOp, UpdateSeqOp),
    )
)
"""What a program that is mapped by hand is made of, besides layout ops and scalar code."""
