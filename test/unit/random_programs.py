"""Random programs that verify, built through the Python constructors: each op says how it is generated.

`RULES` has the rule of each op, so a new op needs one here, and a test sees to it that it has one. A program prints as
the file that it is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from hypothesis import strategies as st
from hypothesis.vendor.pretty import RepresentationPrinter
from nat_strategies import Chooser, Drawn, pick
from program_generator import Generator, Rule, added_up, array_of, function, length
from xdsl.builder import ImplicitBuilder
from xdsl.dialects.builtin import FunctionType, IntegerAttr, ModuleOp, TupleType, VectorType, f32, i32, i64
from xdsl.ir import Attribute, Operation, SSAValue

from lift.dialects.lift.access import AtOp, AtUncheckedOp, ConcatOp, GatherOp, ScatterOp, SliceOp
from lift.dialects.lift.algorithmic import (
    FilterLike,
    FilterOp,
    GenerateOp,
    MapLike,
    MapOp,
    ReduceLike,
    ReduceOp,
    ScanLike,
    ScanOp,
)
from lift.dialects.lift.attributes import NatAttr
from lift.dialects.lift.existential import PackOp, UnpackOp
from lift.dialects.lift.functions import DefOp, ReturnOp
from lift.dialects.lift.iterate import IterateOp
from lift.dialects.lift.layout import JoinOp, PadOp, PartitionOp, SlideOp, SplitOp, TransposeOp
from lift.dialects.lift.numbers import LengthOp, NatOp
from lift.dialects.lift.tuples import GetOp, TupleOp, UnzipOp, ZipOp
from lift.dialects.lift.types import ArrayType, ExistsType
from lift.dialects.nat.expr import compare, floordiv, if_then_else, maximum, mod, var
from lift.dialects.nat.parser import parse_condition
from lift.dialects.nat.ring import const
from lift.dialects.ocl.memory import StoreOp, ToGlobalOp, ToLocalOp, ToPrivateOp
from lift.dialects.ocl.patterns import (
    FilterGlbOp,
    FilterSeqOp,
    MapGlbOp,
    MapLclOp,
    MapSeqOp,
    MapWrgOp,
    ReduceSeqOp,
    ScanSeqOp,
)
from lift.dialects.ocl.vectors import AsScalarOp, AsVectorOp, MapVecOp

Built = SSAValue | Operation | None

RULES: dict[type[Operation], Rule] = {}
"""How each op is generated."""


def generates(kind: type[Operation]) -> Callable[[Rule], Rule]:
    """Make a function the rule of an op."""

    def note(rule: Rule) -> Rule:
        RULES[kind] = rule
        return rule

    return note


# Patterns


def _map(kind: type[MapLike]) -> Rule:
    def rule(g: Generator) -> Built:
        xs, position = g.array(), g.fresh()
        return None if xs is None else kind.over([xs], g.body(position), position)

    return rule


def _parallel(kind: type[MapLike], inner: Rule | None = None) -> Rule:
    def rule(g: Generator) -> Built:
        xs, position = g.array(), g.fresh()
        dimension = {"dimension": IntegerAttr(g.number(0, 2), i64)}
        return None if xs is None else kind.over([xs], g.body(position, first=inner), position, dimension)

    return rule


def _fold(kind: type[ReduceLike | ScanLike]) -> Rule:
    def rule(g: Generator) -> Built:
        xs, position = g.array(), g.fresh()
        if xs is None:
            return None
        first = g.some(lambda type_: not isinstance(type_, ExistsType)) if g.number(0, 1) else g.zero(g.one((i32, f32)))
        return None if first is None else kind.over([xs, first], g.folding(position), position)

    return rule


def _filter(kind: type[FilterLike]) -> Rule:
    def rule(g: Generator) -> Built:
        xs, position = g.array(), g.fresh()
        return None if xs is None else kind.over([xs], g.keeping(position), position)

    return rule


RULES.update({kind: _map(kind) for kind in (MapOp, MapSeqOp)})
RULES.update({MapGlbOp: _parallel(MapGlbOp), MapLclOp: _parallel(MapLclOp)})
RULES[MapWrgOp] = _parallel(MapWrgOp, RULES[MapLclOp])
RULES.update({kind: _fold(kind) for kind in (ReduceOp, ReduceSeqOp, ScanOp, ScanSeqOp)})
RULES.update({kind: _filter(kind) for kind in (FilterOp, FilterSeqOp, FilterGlbOp)})


@generates(GenerateOp)
def _generate(g: Generator) -> Built:
    position = g.fresh()
    number = NatAttr.of(g.nat())

    def body() -> SSAValue:
        with g.inside((NatOp(var(position) + 1).result,), position):
            if g.depth <= g.deepest:
                g.grow(g.number(0, 2))
            return g.pool[-1]

    return GenerateOp.over([], body, position, {"count": number})


@generates(IterateOp)
def _iterate(g: Generator) -> Built:
    xs, n = g.array(), g.fresh()

    def round_(t: SSAValue) -> Operation:
        match g.number(0, 3):
            case 0:
                return GatherOp(t, function("i", var(n) - 1 - var("i")))
            case 1:
                return ConcatOp([t, t])
            case 2:
                return SliceOp(t, 0, floordiv(var(n) + 1, 2))
            case _:
                return PadOp("clamp", 1, 0, t)

    def body(t: SSAValue) -> SSAValue:
        with g.inside((t,), n):
            return g.attempt(lambda _: round_(t)) or t

    return None if xs is None else IterateOp.over([xs], body, n, {"count": NatAttr.of(g.number(0, 3))})


# Layout


@generates(SplitOp)
def _split(g: Generator) -> Built:
    xs = g.array()
    return None if xs is None else SplitOp(g.one((1, 2, 4, 3, g.nat())), xs)


@generates(JoinOp)
def _join(g: Generator) -> Built:
    xs = g.some(lambda type_: isinstance((array := array_of(type_)) and array.element, ArrayType))
    return None if xs is None else JoinOp(xs)


@generates(PartitionOp)
def _partition(g: Generator) -> Built:
    xs = g.array()
    if xs is None or isinstance(xs.type, ExistsType):
        return None
    n, i = length(xs), var("i")
    match g.number(0, 3):
        case 0:
            return PartitionOp(xs, 2, function("i", if_then_else(compare(i, "eq", 0), 1, n - 1)))
        case 1:
            return PartitionOp(xs, 2, function("i", floordiv(n + i, 2)))
        case 2:
            return PartitionOp(xs, n, function("i", const(1)))
        case _:
            return PartitionOp(xs, 3, function("i", if_then_else(compare(i, "eq", 1), maximum(n - 2, 0), 1)))


@generates(SlideOp)
def _slide(g: Generator) -> Built:
    xs = g.array()
    return None if xs is None else SlideOp(g.one((1, 2, 3, g.nat())), g.one((1, 1, 2)), xs)


@generates(PadOp)
def _pad(g: Generator) -> Built:
    xs, mode = g.array(), g.one(("clamp", "mirror", "wrap", "constant"))
    if xs is None:
        return None
    array = array_of(xs.type)
    left, right = g.nat(), g.number(0, 2)
    if mode != "constant":
        return PadOp(mode, left, right, xs)
    assert array is not None
    value = g.zero(array.element) if array.element in (i32, f32) else g.some(lambda type_: type_ == array.element)
    return None if value is None else PadOp(mode, left, right, xs, value)


@generates(TransposeOp)
def _transpose(g: Generator) -> Built:
    xs = g.some(lambda type_: isinstance((array := array_of(type_)) and array.element, ArrayType))
    return None if xs is None else TransposeOp(xs)


# Access


@generates(GatherOp)
def _gather(g: Generator) -> Built:
    xs = g.array()
    if xs is None or isinstance(xs.type, ExistsType):
        return None
    n, i = length(xs), var("i")
    size = g.one((None, None, g.nat(), 2 * n))
    return GatherOp(xs, function("i", g.one((n - 1 - i, floordiv(i, 2), mod(i + 1, n), mod(2 * i + 1, n), i))), size)


@generates(ScatterOp)
def _scatter(g: Generator) -> Built:
    xs = g.array()
    if xs is None or isinstance(xs.type, ExistsType):
        return None
    n, i = length(xs), var("i")
    return ScatterOp(xs, function("i", g.one((n - 1 - i, mod(i + 1, n), i))))


@generates(SliceOp)
def _slice(g: Generator) -> Built:
    xs = g.array()
    if xs is None or isinstance(xs.type, ExistsType):
        return None
    n, start = length(xs), g.one((const(0), const(1), g.nat()))
    return SliceOp(xs, start, g.one((n - start, n - start - 1, const(1), g.nat())))


@generates(ConcatOp)
def _concat(g: Generator) -> Built:
    xs, ys = g.array(), g.array()
    return None if xs is None or ys is None else ConcatOp([xs, ys] if g.number(0, 1) else [xs, xs])


@generates(AtOp)
def _at(g: Generator) -> Built:
    xs = g.array()
    if xs is None or isinstance(xs.type, ExistsType):
        return None
    array, index = array_of(xs.type), g.some(lambda type_: type_ == i32)
    if g.number(0, 1) and array is not None and index is not None and array.element in (i32, f32):
        return AtOp(xs, index, g.zero(array.element))
    return AtOp(xs, g.one((const(0), length(xs) - 1, g.nat())))


@generates(AtUncheckedOp)
def _at_unchecked(g: Generator) -> Built:
    """What the verifier does not check is checked here: the first element of an array that `lift.at` would take it from."""
    xs = g.array()
    if xs is None or isinstance(xs.type, ExistsType) or g.attempt(lambda _: AtOp(xs, 0)) is None:
        return None
    return AtUncheckedOp(xs, NatOp(0))


@generates(LengthOp)
def _length(g: Generator) -> Built:
    xs = g.array()
    return None if xs is None else LengthOp(xs)


@generates(NatOp)
def _nat(g: Generator) -> Built:
    return NatOp(g.nat())


# Tuples


@generates(TupleOp)
def _tuple(g: Generator) -> Built:
    return TupleOp([g.one(g.pool) for _ in range(g.number(1, 3))])


@generates(GetOp)
def _get(g: Generator) -> Built:
    value = g.some(lambda type_: isinstance(type_, TupleType))
    return None if value is None else GetOp(value, g.number(0, 1))


@generates(ZipOp)
def _zip(g: Generator) -> Built:
    xs, ys = g.array(), g.array()
    return None if xs is None or ys is None else ZipOp([xs, ys] if g.number(0, 2) else [xs, xs])


@generates(UnzipOp)
def _unzip(g: Generator) -> Built:
    xs = g.some(lambda type_: isinstance((array := array_of(type_)) and array.element, TupleType))
    return None if xs is None else UnzipOp(xs)


# Hidden lengths


@generates(PackOp)
def _pack(g: Generator) -> Built:
    xs = g.some(lambda type_: isinstance(type_, ArrayType) and not type_.dependent)
    if xs is None:
        return None
    assert isinstance(xs.type, ArrayType)
    return PackOp(xs, ExistsType.of_array(length(xs) + g.number(0, 1), xs.type.element))


@generates(UnpackOp)
def _unpack(g: Generator) -> Built:
    value, hidden = g.some(lambda type_: isinstance(type_, ExistsType)), g.fresh()
    return None if value is None else UnpackOp.over([value], g.body(hidden), hidden)


# OpenCL


def vectors(type_: Attribute) -> bool:
    array = array_of(type_)
    return array is not None and isinstance(array.element, VectorType)


def each_twice(v: SSAValue) -> SSAValue:
    return MapVecOp.over([v], twice).result


def same(x: SSAValue) -> SSAValue:
    return x


def twice(x: SSAValue) -> SSAValue:
    return added_up(x, x)


def _store(kind: type[StoreOp]) -> Rule:
    def rule(g: Generator) -> Built:
        """The store of a scalar, or of an array that nothing else uses."""
        value = g.some(lambda type_: type_ in (i32, f32) or isinstance(type_, VectorType))
        xs, position = g.array(), g.fresh()
        if xs is not None and g.number(0, 1):
            return kind(MapSeqOp.over([xs], same, position))
        return None if value is None else kind(value)

    return rule


RULES.update({kind: _store(kind) for kind in (ToGlobalOp, ToLocalOp, ToPrivateOp)})


@generates(AsVectorOp)
def _as_vector(g: Generator) -> Built:
    """Of an array as it is, or of one that has each element as often as a vector has parts."""
    xs, width = g.some(lambda type_: isinstance(type_, ArrayType) and type_.element in (i32, f32)), g.one((2, 4, 3))
    if xs is None or g.number(0, 1):
        return None if xs is None else AsVectorOp(width, xs)
    return AsVectorOp(width, GatherOp(xs, function("i", floordiv(var("i"), width)), width * length(xs)))


@generates(AsScalarOp)
def _as_scalar(g: Generator) -> Built:
    xs = g.some(vectors)
    return None if xs is None else AsScalarOp(xs)


@generates(MapVecOp)
def _map_vec(g: Generator) -> Built:
    value = g.some(lambda type_: isinstance(type_, VectorType))
    if value is not None:
        return MapVecOp.over([value], twice)
    xs, position = g.some(vectors) or g.attempt(RULES[AsVectorOp]), g.fresh()
    return None if xs is None else MapOp.over([xs], each_twice, position)


def _sum(g: Generator) -> Built:
    """Scalar code, without which programs would only move their inputs."""
    a = g.some(lambda type_: type_ in (i32, f32))
    b = None if a is None else g.some(lambda type_: type_ == a.type)
    return None if a is None or b is None else added_up(a, b)


ALL: tuple[Rule, ...] = (_nat, _sum, _sum, *RULES.values())
"""All rules, the simplest first, since a failure is shrunk towards them."""


FACTS: tuple[tuple[str, tuple[int, ...]], ...] = (
    ("", (1, 2, 3)),
    ("N mod 4 eq 0", (4,)),
    ("N mod 2 eq 0", (2, 6)),
    ("N ge 3", (3, 5)),
)
"""What a program may know of N, and sizes for which it holds."""


@dataclass(frozen=True)
class RandomProgram:
    """A program, and the sizes to run it at."""

    module: ModuleOp
    function: DefOp
    sizes: Sequence[dict[str, int]]
    covered: Counter[str]

    def __repr__(self) -> str:
        return f"// sizes: {list(self.sizes)}\n{self.module!s}"

    def _repr_pretty_(self, printer: RepresentationPrinter, cycle: bool) -> None:
        """For Hypothesis, which would else print every field, and the program has no end."""
        printer.text(repr(self))


def random_program(choose: Chooser, steps: int = 8, deepest: int = 2) -> RandomProgram:
    """A program of at most so many ops, some of them with regions in which there are more."""
    fact, sizes = pick(choose, FACTS)
    where = [parse_condition(fact)] if fact else []
    parameters: list[tuple[str, Attribute]] = [
        ("c", i32),
        ("a", ArrayType(var("N"), i32)),
        ("b", ArrayType(var("N"), f32)),
        ("m", ArrayType(var("N"), ArrayType(var("M"), i32))),
        ("t", ArrayType.over("i", var("N"), ArrayType(var("i") + 1, f32))),
    ]
    definition = DefOp("f", ["N", "M"], parameters, i32, where=where)
    module = ModuleOp([definition])
    generator = Generator(choose, ALL, deepest, pool=list(definition.block.args))
    with ImplicitBuilder(definition.block):
        generator.grow(steps)
        result = generator.pool[-1]
        ReturnOp(result)
    types = [type_ for _, type_ in parameters]
    definition.properties["function_type"] = FunctionType.from_lists(types, [result.type])
    drawn = [{"N": n, "M": choose.number(1, 3)} for n in sizes]
    return RandomProgram(module, definition, drawn, generator.covered)


@st.composite
def random_programs(draw: st.DrawFn, steps: int = 8, deepest: int = 2) -> RandomProgram:
    return random_program(Drawn(draw), steps, deepest)
