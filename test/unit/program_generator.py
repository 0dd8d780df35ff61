"""How a random program grows: a rule picks operands from the values at hand and builds an op, or does not.

Whatever does not verify is taken back, so a rule need not know what can be proved. The rules are in `random_programs`.
All choices go through a `Chooser`, so that Hypothesis can shrink a failure and a seeded generator can go through many.
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
from xdsl.dialects.builtin import FloatAttr, IntegerAttr, TupleType, f32, i32
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.utils.exceptions import VerifyException

from lift.dialects.lift.attributes import IndexFunctionAttr
from lift.dialects.lift.numbers import NatOp
from lift.dialects.lift.types import ArrayType, ExistsType
from lift.dialects.nat.expr import var
from lift.dialects.nat.ring import Nat, NatError, const

Rule: TypeAlias = "Callable[[Generator], SSAValue | Operation | None]"
"""Builds an op from values at hand, or does not; what it builds may turn out not to verify."""

MOST_NESTING = 4
"""Arrays nested deeper hold too many elements to run."""


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
    covered: Counter[str] = field(default_factory=Counter[str])
    names: int = 0

    # What rules pick from

    def number(self, least: int, most: int) -> int:
        return self.choose.number(least, most)

    def one(self, options: Sequence[Any]) -> Any:
        return pick(self.choose, options)

    def some(self, wanted: Callable[[Attribute], bool]) -> SSAValue | None:
        """A value of a fitting type, more likely a recent one."""
        fitting = [value for value in self.pool if wanted(value.type)]
        if not fitting:
            return None
        recent = fitting[-3:]
        return self.one(recent if self.number(0, 2) else fitting)

    def array(self) -> SSAValue | None:
        return self.some(lambda type_: array_of(type_) is not None)

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
        value = FloatAttr(1.0, f32) if type_ == f32 else IntegerAttr(1, i32)
        return arith.ConstantOp(value).result

    # How a program grows

    def grow(self, steps: int) -> None:
        for _ in range(steps):
            self.attempt(self.one(self.rules))

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

    def body(self, *names: str, first: Rule | None = None) -> Callable[..., SSAValue]:
        """A region with a few ops, which gives any of its values."""

        def fill(*arguments: SSAValue) -> SSAValue:
            with self.inside(arguments, *names):
                if first is not None:
                    self.attempt(first)
                if self.depth <= self.deepest:
                    self.grow(self.number(1, 3))
                return self.pool[-1] if self.number(0, 3) else self.one(self.pool[-4:])

        return fill

    def folding(self, *names: str) -> Callable[..., SSAValue]:
        """A region of an accumulator and an element that gives the next accumulator."""

        def fill(accumulator: SSAValue, element: SSAValue) -> SSAValue:
            with self.inside((accumulator, element), *names):
                if self.depth <= self.deepest:
                    self.grow(self.number(0, 2))
                same = [value for value in self.pool[-5:] if value.type == accumulator.type]
                other = self.one(same) if same else accumulator
                return added_up(accumulator, other)

        return fill

    def keeping(self, *names: str) -> Callable[..., SSAValue]:
        """A region that gives a bit."""

        def fill(element: SSAValue) -> SSAValue:
            with self.inside((element,), *names):
                scalar = self.some(lambda type_: type_ in (i32, f32))
                if scalar is None:
                    scalar = self.zero(i32)
                one = self.zero(scalar.type)
                return (
                    arith.CmpfOp(scalar, one, "ogt") if scalar.type == f32 else arith.CmpiOp(scalar, one, "sgt")
                ).result

        return fill


def here() -> Block:
    """The block that ops are put into: where one that is built stands."""
    probe = NatOp(0)
    block = probe.parent
    assert block is not None
    probe.detach()
    probe.erase()
    return block


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


def added_up(a: SSAValue, b: SSAValue) -> SSAValue:
    """The sum of two scalars; of anything else, the first."""
    if a.type == i32:
        return arith.AddiOp(a, b).result
    return arith.AddfOp(a, b).result if a.type == f32 else a


def function(name: str, body: Nat | int) -> IndexFunctionAttr:
    return IndexFunctionAttr.of(name, body)
