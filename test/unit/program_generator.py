"""How a random program grows: a rule picks operands from the values at hand and builds an op, or does not.

Whatever does not verify is taken back, so a rule need not know what can be proved. The rules are in `random_programs`,
`random_ocl` and `random_scalars`. All choices go through a `Chooser`, so that Hypothesis can shrink a failure and a
seeded generator can go through many.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from collections.abc import Generator as Running
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from nat_strategies import Chooser, pick
from xdsl.dialects import arith
from xdsl.dialects.builtin import AnyFloat, FloatAttr, IntegerAttr, IntegerType, TupleType, bf16, f32, f64, i1, i32, i64
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.utils.exceptions import VerifyException

from lift.dialects.lift.access import AtOp
from lift.dialects.lift.attributes import IndexFunctionAttr
from lift.dialects.lift.conversions import ConvertOp
from lift.dialects.lift.functions import DefOp, UserFunOp
from lift.dialects.lift.iterate import IterateOp
from lift.dialects.lift.numbers import NatOp
from lift.dialects.lift.tuples import TupleOp
from lift.dialects.lift.types import ArrayType, ExistsType
from lift.dialects.nat.expr import var
from lift.dialects.nat.ring import Nat, NatError, const
from lift.dialects.ocl.patterns import ParallelMap
from lift.dialects.scalars import computed_as, is_storage, natural

Rule: TypeAlias = "Callable[[Generator], SSAValue | Operation | None]"
"""Builds an op from values at hand, or does not; what it builds may turn out not to verify."""

Built: TypeAlias = SSAValue | Operation | None

i8, i16 = IntegerType(8), IntegerType(16)
SCALARS: tuple[Attribute, ...] = (i32, f32, i64, f64, i16, i8, i1)
"""The scalars that programs compute with."""

STORED: tuple[Attribute, ...] = (natural(8), bf16, natural(16), natural(32), natural(64))
"""The scalars that are only stored."""

ELEMENTS = (*SCALARS, *STORED)

MOST_NESTING = 4
"""Arrays nested deeper hold too many elements to run."""

RULES: dict[type[Operation], Rule] = {}
"""How each op is generated."""


def generates(kind: type[Operation]) -> Callable[[Rule], Rule]:
    """Make a function the rule of an op."""

    def note(rule: Rule) -> Rule:
        RULES[kind] = rule
        return rule

    return note


@dataclass
class Generator:
    """A program while it grows."""

    choose: Chooser
    rules: Sequence[Rule]
    deepest: int = 2
    depth: int = 0
    pool: list[SSAValue] = field(default_factory=list[SSAValue])
    """The values at hand, the last ones from the innermost region."""
    nats: list[str] = field(default_factory=lambda: ["N", "M"])
    """The names at hand."""
    callees: Sequence[DefOp | UserFunOp] = ()
    """The functions that may be called."""
    patterns: Sequence[Rule] = ()
    """Rules of ops with regions: tried first in a region, so that programs nest."""
    fold: Callable[[Generator, SSAValue], SSAValue] | None = None
    """What makes the next accumulator of one."""
    covered: Counter[str] = field(default_factory=Counter[str])
    names: int = 0

    # What rules pick from

    def number(self, least: int, most: int) -> int:
        return self.choose.number(least, most)

    def one(self, options: Sequence[Any]) -> Any:
        return pick(self.choose, options)

    def some(self, wanted: Callable[[Attribute], bool], other_than: SSAValue | None = None) -> SSAValue | None:
        """A value of a fitting type, more likely a recent one."""
        fitting = [value for value in self.pool if value is not other_than and wanted(value.type)]
        if not fitting:
            return None
        recent = fitting[-3:]
        return self.one(recent if self.number(0, 2) else fitting)

    def array(self) -> SSAValue | None:
        return self.some(lambda type_: array_of(type_) is not None)

    def plain_array(self) -> SSAValue | None:
        return self.some(lambda type_: isinstance(type_, ArrayType))

    def scalar(self) -> SSAValue | None:
        return self.some(lambda type_: type_ in SCALARS)

    def nat(self) -> Nat:
        """A small number, or a name at hand."""
        if self.number(0, 2):
            return const(self.number(0, 4))
        return var(self.one(self.nats)) + self.number(0, 1)

    def fresh(self) -> str:
        self.names += 1
        return f"p{self.names}"

    def zero(self, type_: Attribute) -> SSAValue:
        """A constant of a scalar type."""
        return constant(type_, 1)

    def at_top(self) -> bool:
        """Whether nothing but parallel maps and iterations of `iterate` is around."""
        parent = here().parent_op()
        while isinstance(parent, ParallelMap | IterateOp):
            parent = parent.parent_op()
        return isinstance(parent, DefOp)

    def around(self) -> list[ParallelMap]:
        """The parallel maps around the place that is being filled, the innermost first."""
        found: list[ParallelMap] = []
        parent = here().parent_op()
        while parent is not None:
            if isinstance(parent, ParallelMap):
                found.append(parent)
            parent = parent.parent_op()
        return found

    # How a program grows

    def grow(self, steps: int) -> None:
        for _ in range(steps):
            for _ in range(3 if self.patterns else 1):
                if self.attempt(self.one(self.rules)) is not None:
                    break

    def attempt(self, rule: Rule) -> SSAValue | None:
        """Follow a rule; what it built is taken back unless it verifies."""
        block = here()
        before, known = block.last_op, len(self.pool)
        try:
            built = rule(self)
            for op in added(block, before):
                op.verify_()  # not `verify`, which wants a terminator after it
        except (VerifyException, NatError):
            built = None
        if built is None or nesting(SSAValue.get(built).type) > MOST_NESTING:
            for op in reversed(list(added(block, before))):
                op.detach()
                op.erase()
            del self.pool[known:]
            return None
        value = SSAValue.get(built)
        if self.depth == 0:
            self.covered.update(inner.name for op in added(block, before) for inner in op.walk())
        self.pool.append(value)
        return value

    @contextmanager
    def inside(self, arguments: Sequence[SSAValue], *names: str) -> Running[None]:
        """While it lasts, a region is filled."""
        known, nats = len(self.pool), len(self.nats)
        self.pool.extend(arguments)
        self.nats.extend(names)
        self.depth += 1
        try:
            yield
        finally:
            self.depth -= 1
            del self.pool[known:]
            del self.nats[nats:]

    def body(self, *names: str, first: Rule | None = None, at_once: bool = False) -> Callable[..., SSAValue]:
        """A region with a few ops, which gives any of its values, or at once what comes of the first rule."""

        def fill(*arguments: SSAValue) -> SSAValue:
            with self.inside(arguments, *names):
                known = len(self.pool)
                built = None if first is None else self.attempt(first)
                if built is not None and at_once:
                    return built
                if self.depth <= self.deepest:
                    self.nest()
                    self.grow(self.number(1, 3))
                if self.patterns and self.number(0, 3):
                    return self.heaviest(known - len(arguments))
                return self.pool[-1] if self.number(0, 3) else self.one(self.pool[-4:])

        return fill

    def nest(self) -> None:
        """Most likely, another region first."""
        if self.patterns and self.number(0, 4):
            for _ in range(3):
                if self.attempt(self.one(self.patterns)) is not None:
                    return

    def heaviest(self, known: int) -> SSAValue:
        """The value among the last ones that takes the most to compute."""
        return max(self.pool[known:] or self.pool[-1:], key=_weight)

    def folding(self, *names: str) -> Callable[..., SSAValue]:
        """A region of an accumulator and an element that gives the next accumulator."""

        def fill(accumulator: SSAValue, element: SSAValue) -> SSAValue:
            with self.inside((accumulator, element), *names):
                if self.depth <= self.deepest:
                    self.nest()
                    self.grow(self.number(0, 2))
                    self.attempt(_any_element)
                if self.fold is not None:
                    return self.fold(self, accumulator)
                same = [value for value in self.pool[-5:] if value.type == accumulator.type]
                other = self.one(same) if same else accumulator
                return added_up(accumulator, other)

        return fill

    def bit(self) -> SSAValue:
        """Whether a scalar at hand is more than a constant."""
        scalar = self.some(lambda type_: type_ in (i32, f32))
        if scalar is None:
            scalar = self.zero(i32)
        return is_more(scalar, self.zero(scalar.type))

    def deciding(self) -> Callable[..., SSAValue]:
        """A region that gives a bit."""

        def fill(*arguments: SSAValue) -> SSAValue:
            with self.inside(arguments):
                self.grow(self.number(0, 1))
                return self.bit()

        return fill

    def keeping(self, *names: str) -> Callable[..., SSAValue]:
        """A region that gives a bit, or a bit and a value."""

        def fill(element: SSAValue) -> SSAValue:
            with self.inside((element,), *names):
                bit = self.bit()
                if self.number(0, 3):
                    return bit
                self.grow(self.number(0, 2))
                return TupleOp([bit, self.one(self.pool[-3:])]).result

        return fill


def _any_element(g: Generator) -> Built:
    """A scalar of what was last computed, where that is an array."""
    array = g.pool[-1]
    if not isinstance(array.type, ArrayType) or array.type.dependent or array.type.element not in ELEMENTS:
        return None
    return AtOp(array, constant(i32, g.number(0, 2)), constant(array.type.element, 1))


def here() -> Block:
    """The block that ops are put into: where one that is built stands."""
    probe = NatOp(0)
    block = probe.parent
    assert block is not None
    probe.detach()
    probe.erase()
    return block


def _weight(value: SSAValue) -> tuple[int, int]:
    """How deep regions are nested in what computes a value, and how many ops there are."""
    seen: set[Operation] = set()
    waiting, deepest = [value], 0
    while waiting:
        owner = waiting.pop().owner
        if isinstance(owner, Block) or owner in seen:
            continue
        for inner in owner.walk():
            seen.add(inner)
            waiting += inner.operands
        deepest = max(deepest, nested_regions(owner))
    return deepest, len(seen)


def nested_regions(op: Operation) -> int:
    """How many regions deep the ops in an op are."""
    inner = (nested_regions(one) for region in op.regions for block in region.blocks for one in block.ops)
    return max(inner, default=-1) + 1 if op.regions else 0


def nesting(type_: Attribute) -> int:
    """How deeply arrays are nested in a type."""
    match type_:
        case ArrayType():
            return 1 + nesting(type_.element)
        case ExistsType():
            return nesting(type_.body)
        case TupleType():
            return max(map(nesting, type_.types))
        case _:
            return 0


def array_of(type_: Attribute) -> ArrayType | None:
    """The array that a type is, a hidden length opened."""
    if isinstance(type_, ExistsType):
        type_ = type_.opened(var("X'"))
    return type_ if isinstance(type_, ArrayType) else None


def length(value: SSAValue) -> Nat:
    array = array_of(value.type)
    assert array is not None
    return array.length.data


def added(block: Block, before: Operation | None) -> list[Operation]:
    """The ops that stand after one."""
    ops = list(block.ops)
    return ops if before is None else ops[ops.index(before) + 1 :]


def constant(type_: Attribute, value: int) -> SSAValue:
    if is_storage(type_):
        return ConvertOp(constant(computed_as(type_), value), type_).result
    if isinstance(type_, AnyFloat):
        return arith.ConstantOp(FloatAttr(float(value), type_)).result
    assert isinstance(type_, IntegerType)
    return arith.ConstantOp(IntegerAttr(value, type_)).result


def added_up(a: SSAValue, b: SSAValue) -> SSAValue:
    """The sum of two scalars; of anything else, the first."""
    if a.type in STORED:
        computed = computed_as(a.type)
        return ConvertOp(added_up(ConvertOp(a, computed).result, ConvertOp(b, computed).result), a.type).result
    if isinstance(a.type, AnyFloat):
        return arith.AddfOp(a, b).result
    return arith.AddiOp(a, b).result if isinstance(a.type, IntegerType) else a


def is_more(a: SSAValue, b: SSAValue) -> SSAValue:
    """Whether a scalar is more than another one of its type."""
    if isinstance(a.type, AnyFloat):
        return arith.CmpfOp(a, b, "ogt").result
    return arith.CmpiOp(a, b, "ugt" if a.type == i1 else "sgt").result


def function(name: str, body: Nat | int) -> IndexFunctionAttr:
    return IndexFunctionAttr.of(name, body)
