"""Random programs that verify, built through the Python constructors: each op says how it is generated.

`RULES` has the rule of each op, so a new op needs one, and a test sees to it that it has one: those of `lift` are here,
those of `ocl` in `random_ocl`. A program prints as the file that it is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache

from hypothesis import strategies as st
from hypothesis.vendor.pretty import RepresentationPrinter
from nat_strategies import Chooser, Drawn, pick
from program_generator import (
    ELEMENTS,
    RULES,
    Built,
    Generator,
    Rule,
    array_of,
    constant,
    function,
    generates,
    length,
    nested_regions,
)
from random_iterations import choice, iteration
from random_ocl import OCL_RULES, SCALAR_ONLY, filter_rule, fold_rule, map_rule, update_rule
from random_rows import folded_rows
from random_scalars import FUNCTIONS, SCALAR_RULES, next_accumulator
from random_types import (
    TABLE,
    Parameters,
    anything,
    hidden_parameters,
    plain_parameters,
    ragged_parameters,
    some_hidden_parameters,
)
from xdsl.builder import ImplicitBuilder
from xdsl.dialects.arith import MinSIOp
from xdsl.dialects.builtin import FunctionType, ModuleOp, TupleType, UnitAttr, i32
from xdsl.ir import Attribute, SSAValue

from lift.dialects.lift.access import AtOp, AtUncheckedOp, ConcatOp, GatherOp, ScatterOp, SliceOp
from lift.dialects.lift.algorithmic import FilterOp, GenerateOp, MapOp, ReduceOp, ScanOp
from lift.dialects.lift.attributes import LaunchAttr, NatAttr, TableAttr
from lift.dialects.lift.calls import CallOp
from lift.dialects.lift.choice import IfOp
from lift.dialects.lift.existential import PackOp, UnpackOp
from lift.dialects.lift.functions import DefOp, ReturnOp, UserFunOp
from lift.dialects.lift.group import GroupOp
from lift.dialects.lift.iterate import IterateOp
from lift.dialects.lift.layout import JoinOp, PadOp, PartitionOp, SlideOp, SplitOp, TransposeOp
from lift.dialects.lift.numbers import LengthOp, NatOp
from lift.dialects.lift.search import SearchOp
from lift.dialects.lift.sort import SortOp, is_key
from lift.dialects.lift.tuples import GetOp, TupleOp, UnzipOp, ZipOp
from lift.dialects.lift.types import ArrayType, ExistsType
from lift.dialects.lift.updates import UpdateOp
from lift.dialects.loader import load_module
from lift.dialects.nat.expr import floordiv, mod, var
from lift.dialects.nat.parser import parse_condition
from lift.dialects.nat.ring import const
from lift.dialects.ocl.patterns import FilterGlbOp, FilterSeqOp, ParallelMap

__all__ = ["RULES", "STYLES", "RandomProgram", "Style", "random_program", "random_programs"]

# Patterns

RULES[MapOp] = map_rule(MapOp)
RULES.update({kind: fold_rule(kind) for kind in (ReduceOp, ScanOp)})
RULES[FilterOp] = filter_rule(FilterOp)
RULES[IterateOp] = iteration
RULES[IfOp] = choice
RULES[UpdateOp] = update_rule(UpdateOp)


@generates(GenerateOp)
def _generate(g: Generator) -> Built:
    position = g.fresh()
    number, operands = NatAttr.of(g.nat()), list[SSAValue]()
    scalar = g.some(lambda type_: type_ == i32)
    if scalar is not None and not g.number(0, 3):
        most = g.number(0, 4)
        number, operands = NatAttr.of(most), [MinSIOp(scalar, constant(i32, most)).result]

    def body() -> SSAValue:
        with g.inside((NatOp(var(position) + 1).result,), position):
            if g.depth <= g.deepest:
                g.grow(g.number(0, 2))
            return g.pool[-1]

    return GenerateOp.over(operands, body, position, {"count": number})


@generates(SearchOp)
def _search(g: Generator) -> Built:
    xs = g.array()
    return None if xs is None else SearchOp.over([xs], g.deciding())


@generates(GroupOp)
def _group(g: Generator) -> Built:
    xs = g.array()
    return None if xs is None else GroupOp.over([xs], g.deciding())


@generates(SortOp)
def _sort(g: Generator) -> Built:
    xs, words = g.array(), {"descending": UnitAttr()} if g.number(0, 3) == 3 else {}

    def key(x: SSAValue) -> SSAValue:
        if is_key(x.type) and g.number(0, 1):
            return x
        with g.inside((x,)):
            g.grow(g.number(0, 2))
            keys = [value for value in reversed(g.pool) if is_key(value.type)]
            return keys[0] if keys else constant(i32, 0)

    return None if xs is None else SortOp.over([xs], key, None, words)


# Layout


@generates(SplitOp)
def _split(g: Generator) -> Built:
    xs = g.array()
    return None if xs is None else SplitOp(g.one((1, 2, 4, 3, g.nat())), xs)


@generates(JoinOp)
def _join(g: Generator) -> Built:
    xs = g.some(lambda type_: isinstance((array := array_of(type_)) and array.element, ArrayType | ExistsType))
    if xs is None or g.number(0, 2):
        return None if xs is None else JoinOp(xs)
    type_ = JoinOp(xs).result.type
    return JoinOp(xs, type_.bound.data + g.number(0, 1)) if isinstance(type_, ExistsType) else None


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
    value = g.zero(array.element) if array.element in ELEMENTS else g.some(lambda type_: type_ == array.element)
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
    if g.number(0, 1) and array is not None and index is not None and array.element in ELEMENTS:
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
    value, hidden = g.some(is_hidden), g.fresh()
    if value is None or isinstance(value.type, ExistsType):
        return None if value is None else UnpackOp.over([value], g.body(hidden), hidden)
    return UnpackOp.over([value], g.body(), hidden, {"table": UnitAttr()})


def is_hidden(type_: Attribute) -> bool:
    """Whether a type is of hidden length, or an array of such."""
    return isinstance(type_, ExistsType) or (isinstance(type_, ArrayType) and isinstance(type_.element, ExistsType))


ALL: tuple[Rule, ...] = (RULES[NatOp], *SCALAR_RULES, *RULES.values())
"""All rules, the simplest first, since a failure is shrunk towards them."""

HIDDEN = (FilterOp, FilterSeqOp, FilterGlbOp, PackOp, UnpackOp, GroupOp)
"""What has to do with hidden lengths."""

HIDDEN_IN_LIFT = (FilterOp, PackOp, UnpackOp, GroupOp)

LAYOUT: tuple[Rule, ...] = tuple(
    rule for kind, rule in RULES.items() if kind.name.startswith("lift.") and kind not in (*HIDDEN, PartitionOp)
)
PATTERNS: tuple[Rule, ...] = tuple(
    RULES[kind] for kind in (MapOp, MapOp, ReduceOp, ScanOp, IterateOp, IterateOp, IfOp, GenerateOp, UpdateOp)
)
SCALAR_ONLY.extend(SCALAR_RULES)


@dataclass(frozen=True)
class Style:
    """A kind of program: the rules at hand, and those that are tried first in a region."""

    rules: tuple[Rule, ...]
    patterns: tuple[Rule, ...] = ()
    parameters: Callable[[Chooser], Parameters] = plain_parameters
    facts: tuple[str, ...] = ()
    """What is perhaps known of the entries of a table, which has an entry for each N; without any, there is no table."""
    beside: Rule | None = None
    """What is perhaps drawn last, and given beside the result."""


RAGGED: tuple[Rule, ...] = (
    *(RULES[PartitionOp], folded_rows, folded_rows) * 4,
    RULES[JoinOp],
    RULES[MapOp],
    RULES[MapOp],
)
FILTERED: tuple[Rule, ...] = tuple(
    RULES[kind] for kind in (FilterOp, FilterOp, FilterOp, MapOp, MapOp, ReduceOp, ReduceOp, LengthOp, UnpackOp)
)
ENTRIES = ("", "", "", f"{TABLE}[_] ge 1", f"{TABLE}[_] le M")

STYLES: dict[str, Style] = {
    "lift": Style((*SCALAR_RULES, *LAYOUT, *PATTERNS, *PATTERNS), PATTERNS),
    "ocl": Style((*SCALAR_RULES, *LAYOUT, *OCL_RULES, *OCL_RULES), (*OCL_RULES, *PATTERNS)),
    "ragged lift": Style(
        (*SCALAR_RULES, *LAYOUT, *RAGGED, *PATTERNS, *PATTERNS),
        (*PATTERNS, folded_rows, folded_rows),
        ragged_parameters,
        ENTRIES,
        folded_rows,
    ),
    "ragged ocl": Style(
        (*SCALAR_RULES, *LAYOUT, *RAGGED, *OCL_RULES, *OCL_RULES),
        (*OCL_RULES, *PATTERNS),
        ragged_parameters,
        ENTRIES,
    ),
    "hidden lift": Style(
        (*SCALAR_RULES, *LAYOUT, *PATTERNS, *(RULES[kind] for kind in (*HIDDEN_IN_LIFT, *HIDDEN_IN_LIFT, FilterOp))),
        (RULES[FilterOp], *PATTERNS),
        some_hidden_parameters,
    ),
    "hidden ocl": Style(
        (*SCALAR_RULES, *LAYOUT, *OCL_RULES, *(RULES[kind] for kind in (*HIDDEN, *HIDDEN, FilterSeqOp))),
        (RULES[FilterSeqOp], *OCL_RULES, *PATTERNS),
        some_hidden_parameters,
    ),
    "hidden": Style((*ALL, *(RULES[kind] for kind in (*HIDDEN, *HIDDEN))), parameters=hidden_parameters),
    "filters": Style((*SCALAR_RULES, *FILTERED), FILTERED, hidden_parameters),
    "all": Style(ALL, parameters=anything),
}
"""Programs without a word on execution levels; programs that say it; both with rows that differ in length; anything with
many hidden lengths; filters and what is done with them; anything, hidden lengths too."""

ANYTHING = ("all", "hidden", "filters")
"""Styles of which all that is drawn is kept, and run at small sizes."""

FACTS: tuple[tuple[str, tuple[int, ...]], ...] = (
    ("", (1, 2, 3)),
    ("N mod 4 eq 0", (4,)),
    ("N mod 2 eq 0", (2, 6)),
    ("N ge 3", (3, 5)),
)
"""What a program may know of N, and sizes for which it holds."""

MORE_FACTS: tuple[tuple[str, tuple[int, ...]], ...] = (
    ("", (1, 3, 7, 67, 130)),
    ("N mod 4 eq 0", (4, 12, 68, 260)),
    ("N mod 2 eq 0", (2, 6, 66, 130)),
    ("N ge 3", (3, 5, 71, 131)),
    ("N mod M eq 0", (2, 6, 72)),
)
"""The same, with sizes that are larger than a work group; of the last, all sizes M up to 3 divide."""


@dataclass(frozen=True)
class RandomProgram:
    """A program, and the sizes to run it at."""

    module: ModuleOp
    function: DefOp
    sizes: Sequence[dict[str, int]]
    covered: Counter[str] = field(default_factory=Counter[str])

    def __repr__(self) -> str:
        return f"// sizes: {list(self.sizes)}\n{self.module!s}"

    def _repr_pretty_(self, printer: RepresentationPrinter, cycle: bool) -> None:
        """For Hypothesis, which would else print every field, and the program has no end."""
        printer.text(repr(self))

    @property
    def depth(self) -> int:
        """How many regions the innermost op stands in, without that of the function."""
        return nested_regions(self.function) - 1


def random_program(choose: Chooser, steps: int = 8, deepest: int = 2, style: str = "all") -> RandomProgram:
    """A program of at most so many ops, some of them with regions in which there are more."""
    fact, sizes = pick(choose, FACTS if style in ANYTHING else MORE_FACTS)
    entries = STYLES[style].facts
    where = [parse_condition(text) for text in (fact, pick(choose, entries or ("",))) if text]
    parameters = STYLES[style].parameters(choose)
    tables = [TableAttr.of(TABLE, var("N"))] if entries else []
    definition = DefOp("f", ["N", "M"], parameters, i32, tables=tables, where=where)
    module = ModuleOp([*(op.clone() for op in _functions().ops), definition])
    callees = [op for op in module.ops if isinstance(op, DefOp | UserFunOp) and op is not definition]
    generator = Generator(
        choose,
        STYLES[style].rules,
        deepest,
        pool=list(definition.block.args),
        callees=callees,
        patterns=STYLES[style].patterns,
        fold=next_accumulator,
    )
    with ImplicitBuilder(definition.block):
        generator.grow(steps)
        result = generator.pool[-1] if style in ANYTHING else generator.heaviest(len(parameters))
        if style not in ANYTHING and choose.number(0, 2) == 0:
            result = TupleOp([generator.one(generator.pool[-4:]) for _ in range(choose.number(1, 2))] + [result]).result
        beside = STYLES[style].beside
        more = generator.attempt(beside) if beside is not None and choose.number(0, 2) else None
        ReturnOp(result := result if more is None else TupleOp([more, result]).result)
    types = [type_ for _, type_ in parameters]
    definition.properties["function_type"] = FunctionType.from_lists(types, [result.type])
    most = 3 if style in ANYTHING or fact == "N mod M eq 0" else pick(choose, (3, 3, 5))
    drawn = [{"N": n, "M": choose.number(1, min(most, n) if "M" in fact else most)} for n in sizes]
    if style not in ANYTHING:
        remove_unused(module)
    if style.endswith("ocl") and choose.number(0, 2) == 0:
        definition.properties["launch"] = _launch(choose, definition)
    covered = Counter(op.name for op in definition.walk() if op is not definition)
    return RandomProgram(module, definition, drawn, covered if style not in ANYTHING else generator.covered)


def _launch(choose: Chooser, definition: DefOp) -> LaunchAttr:
    """Any numbers of work items: a kernel is right for all."""
    used = [op.dimension.value.data for op in definition.walk() if isinstance(op, ParallelMap)]
    dimensions = 1 + max(used, default=0)
    local = [const(pick(choose, (1, 2, 4, 3))) for _ in range(dimensions)]
    groups = [pick(choose, (const(1), const(2), const(3), var("N"))) for _ in range(dimensions)]
    return LaunchAttr.of(local, groups)


def remove_unused(module: ModuleOp) -> None:
    """Remove ops whose results nothing uses, and functions that nothing calls. No op does anything else than give a value."""
    for caller in module.ops:
        if isinstance(caller, DefOp):
            for op in reversed(list(caller.walk())):
                if op.results and not any(result.uses.get_length() for result in op.results):
                    op.detach()
                    op.erase()
    called = {op.callee_name for op in module.walk() if isinstance(op, CallOp)}
    for op in list(module.ops):
        if isinstance(op, DefOp | UserFunOp) and op.function_name != "f" and op.function_name not in called:
            op.detach()
            op.erase()


@cache
def _functions() -> ModuleOp:
    return load_module(FUNCTIONS)


@st.composite
def random_programs(draw: st.DrawFn, steps: int = 8, deepest: int = 2, style: str = "all") -> RandomProgram:
    return random_program(Drawn(draw), steps, deepest, style)
