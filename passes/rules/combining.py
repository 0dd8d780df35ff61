"""When a fold may be done in parts, and how the results of the parts are put together.

A region `acc ⊕ g(x)` is seen to be associative where ⊕ is known to be; of any other the op must say so. A tuple of
accumulators, each with an ⊕ of its own, is one accumulator. So is one that is replaced by what is better, as a whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias, cast

from xdsl.dialects import arith
from xdsl.dialects.builtin import (
    AnyFloat,
    FloatAttr,
    IndexType,
    IntegerAttr,
    IntegerType,
    TupleType,
)
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from ...analysis.execution import function_around
from ...dialects.lift.access import AtOp, SliceOp
from ...dialects.lift.algorithmic import OrderedFold, ReduceOp
from ...dialects.lift.attributes import free_binder
from ...dialects.lift.body import BodyOp
from ...dialects.lift.operation import UNTYPED
from ...dialects.lift.renaming import names_bound_in, rename_binders
from ...dialects.lift.tuples import GetOp, TupleOp
from ...dialects.lift.types import ArrayType, holds_array, is_scalar
from ...dialects.nat.ring import Nat
from .better import Better
from .regions import applied, block_like, end_with, mentions
from .rule import Chain, Refusal, made_by

NOT_IN_ANY_ORDER: Final = Refusal(
    "the fold is not seen to be associative and commutative, nor said to be both, or its accumulator is an array"
)

NEUTRAL: Final[dict[type[Operation], int | float | None]] = {
    arith.AddiOp: 0,
    arith.MuliOp: 1,
    arith.XOrIOp: 0,
    arith.AndIOp: None,
    arith.OrIOp: None,
    arith.MinSIOp: None,
    arith.MinUIOp: None,
    arith.MaxSIOp: None,
    arith.MaxUIOp: None,
    arith.AddfOp: -0.0,
    arith.MulfOp: 1.0,
    arith.MinimumfOp: None,
    arith.MaximumfOp: None,
    arith.MinnumfOp: None,
    arith.MaxnumfOp: None,
}
"""The ops that are associative and commutative, floats up to rounding, and the number e with `e ⊕ x = x`.

Without a number, `x ⊕ x = x`: then any part of a fold may begin with the initial value of the whole. The sum of no
floats is -0.0, since `0.0 + -0.0` is not -0.0.
"""

Shape: TypeAlias = "Operation | Better | tuple[Shape, ...]"
"""For each scalar of an accumulator the op that is ⊕, or for several that are chosen together what chooses."""


@dataclass(frozen=True)
class Start:
    """The value that each part of a fold begins with, and what computes it; None is the first element of the part."""

    ops: Sequence[Operation]
    value: SSAValue | None


@dataclass(frozen=True)
class Combining:
    """How a fold is done in parts."""

    fold: OrderedFold
    shape: Shape | None
    """What was seen of ⊕; None where ⊕ is the region, which is said to be associative."""
    taken: set[str]
    """Names of nats that are bound already in what the fold becomes, and around it."""
    inside: frozenset[str]
    """Names that are bound inside the region."""

    @classmethod
    def of(cls, fold: OrderedFold) -> Combining | None:
        """What is known of a fold; None where it must go from left to right."""
        if fold.ordered is not None or holds_array(fold.init.type):
            return None
        shape = _shape(fold.yielded, fold.block.args[0], ())
        asks = mentions(fold.block.ops, fold.position_name)
        if shape is None and (fold.associative is None or asks):
            return None
        own = names_bound_in(fold)
        taken = names_bound_in(function_around(fold)) - own
        return cls(fold, shape, taken, frozenset(own - {fold.position_name}))

    def fresh(self, hint: str) -> str:
        """A name for a position that is bound nowhere else."""
        name = free_binder(hint, self.taken | self.inside)
        self.taken.add(name)
        return name

    @property
    def commutes(self) -> bool:
        """Whether what was seen of ⊕ is commutative."""
        return self.shape is not None and _commutes(self.shape)

    @property
    def has_position(self) -> bool:
        """Whether a fold over a part must know where the part begins."""
        xs = self.fold.xs.type
        dependent = isinstance(xs, ArrayType) and xs.dependent
        return dependent or mentions(self.fold.block.ops, self.fold.position_name)

    def region(self, position: Nat | None = None) -> Region:
        """A copy of the region of the fold, for elements at another position."""
        block = block_like(self.fold.block.args)
        body = applied(self.fold, block.args, position)
        for copy in body.ops:
            rename_binders(copy, self.taken)
        end_with(block, body)
        return Region(block)

    def combine(self) -> Region:
        """`(a, b) -> a ⊕ b`"""
        if self.shape is None:
            return self.region()
        block = Block(arg_types=[self.fold.init.type] * 2)
        block.args[0].name_hint, block.args[1].name_hint = self.fold.block.args[0].name_hint, "part"
        end_with(block, combined(self.shape, *block.args))
        return Region(block)

    def start(self) -> Start:
        """The value that each part begins with."""
        if self.shape is None:
            return Start((), None)
        chain = _start(self.shape, self.fold.init)
        return Start(chain.ops, chain.value)

    def folded(
        self, xs: SSAValue, length: Nat, start: SSAValue | None, body: Region, position: str | None = None
    ) -> Chain:
        """A fold of an array that has elements, from a value or from its first element."""
        ops: list[Operation] = []
        if start is None:
            first = AtOp(xs, 0, result_type=UNTYPED)
            others = SliceOp(xs, 1, length - 1, result_type=UNTYPED)
            ops, xs, start = [first, others], others.result, first.result
        fold = ReduceOp(xs, start, body, position, result_type=UNTYPED)
        fold.result.name_hint = "part"
        return Chain.of(*ops, fold)


# What a region shows


def in_any_order(op: ReduceOp) -> Combining | None:
    """How a fold is done in parts, where its elements may be taken in any order."""
    combining = Combining.of(op)
    # What is said to be associative, and not commutative, is only regrouped, whatever it is seen to be.
    said = op.commutative is not None or (op.associative is None and combining is not None and combining.commutes)
    return combining if combining is not None and said else None


def combination_of(op: BodyOp) -> Shape | None:
    """The ⊕ of a region that gives `old ⊕ g(x)`, of its first argument and another; None where it is not seen to be so."""
    return _shape(op.yielded, op.block.args[0], ())


def _shape(result: SSAValue, accumulator: SSAValue, path: tuple[int, ...]) -> Shape | None:
    """The ⊕ of that part of the accumulator whose next value is `result`."""
    if isinstance(result.type, TupleType):
        made = made_by(result, TupleOp)
        if made is None or not result.has_one_use():
            return None
        parts = [_shape(part, accumulator, (*path, i)) for i, part in enumerate(made.parts)]
        known = tuple(part for part in parts if part is not None)
        return known if len(known) == len(parts) else _better(made, accumulator, path)
    last = result.owner
    return last if isinstance(last, Operation) and _is_known(last) and _spine(result, accumulator, path) else None


def _better(result: TupleOp, accumulator: SSAValue, path: tuple[int, ...]) -> Better | None:
    """What chooses that part of the accumulator whose next value is `result`, as a whole."""
    users = [use.operation for value in _parts(accumulator, path) or () for use in value.uses]
    gets = [user for user in users if isinstance(user, GetOp)]
    return Better.of(result.parts, gets) if gets and len(gets) == len(users) else None


def _commutes(shape: Shape) -> bool:
    return all(map(_commutes, shape)) if isinstance(shape, tuple) else not isinstance(shape, Better)


def _is_known(op: Operation) -> bool:
    """Whether an op is associative and commutative; not if it says that it never overflows, since a part of it may.

    Nor is a sum of vectors: there is no neutral one at hand.
    """
    flags = op.properties.get("overflowFlags")
    named = type(op) in NEUTRAL and (NEUTRAL[type(op)] is None or is_scalar(op.results[0].type))
    return named and (not isinstance(flags, arith.IntegerOverflowAttr) or not flags.data)


@dataclass(frozen=True)
class Step:
    """An ⊕ that gives the next accumulator, or a part of it, and which of its operands is not the accumulator."""

    op: Operation
    other: int


def steps_of(fold: OrderedFold) -> list[Step] | None:
    """Every ⊕ of a fold that is `acc ⊕ g(x)`, in each part of the accumulator; None where it is not seen to be so."""
    return _steps(fold.yielded, fold.block.args[0], ())


def _steps(result: SSAValue, accumulator: SSAValue, path: tuple[int, ...]) -> list[Step] | None:
    made = made_by(result, TupleOp)
    if made is None or not isinstance(result.type, TupleType):
        return None if _shape(result, accumulator, path) is None else _spine(result, accumulator, path)
    parts = [_steps(part, accumulator, (*path, i)) for i, part in enumerate(made.parts)]
    known = [step for part in parts if part is not None for step in part]
    return None if None in parts or not result.has_one_use() else known


def _spine(result: SSAValue, accumulator: SSAValue, path: tuple[int, ...]) -> list[Step] | None:
    """The steps of `acc ⊕ a ⊕ b ..`, where that part of the accumulator is used here and nowhere else."""
    value, last = _part(accumulator, path), result.owner
    assert isinstance(last, Operation)
    steps: list[Step] = []
    while value is not None and value is not result:
        user = value.get_user_of_unique_use()
        if user is None or type(user) is not type(last) or not _is_known(user) or user.parent is not last.parent:
            return None
        steps.append(Step(user, 1 if user.operands[0] is value else 0))
        value = user.results[0]
    return steps if value is not None and value.has_one_use() else None


def _part(accumulator: SSAValue, path: tuple[int, ...]) -> SSAValue | None:
    """The one value that is a part of the accumulator and has a use; None where the whole has other uses."""
    used = [value for value in _parts(accumulator, path) or () if value.first_use is not None]
    return used[0] if len(used) == 1 else None


def _parts(accumulator: SSAValue, path: tuple[int, ...]) -> list[SSAValue] | None:
    """The values that are a part of the accumulator; None where the whole has other uses."""
    values: list[SSAValue] = [accumulator]
    for i in path:
        users = [use.operation for value in values for use in value.uses]
        gets = [user for user in users if isinstance(user, GetOp)]
        if len(gets) < len(users):
            return None
        values = [get.result for get in gets if get.index.value.data == i]
    return values


# What is made of it


def combined(shape: Shape, a: SSAValue, b: SSAValue) -> Chain:
    """`a ⊕ b`"""
    if isinstance(shape, Operation):
        copy = shape.clone()
        copy.operands = (a, b)
        copy.results[0].name_hint = shape.results[0].name_hint
        return Chain.of(copy)
    if isinstance(shape, Better):
        return shape.combined(a, b)
    ops: list[Operation] = []
    parts: list[SSAValue] = []
    for i, part in enumerate(shape):
        left, right = GetOp(a, i, result_type=UNTYPED), GetOp(b, i, result_type=UNTYPED)
        both = combined(part, left.result, right.result)
        ops += [left, right, *both.ops]
        parts.append(both.value)
    return Chain.of(*ops, TupleOp(parts, result_type=UNTYPED))


def _start(shape: Shape, init: SSAValue) -> Chain:
    if isinstance(shape, Better):
        return Chain((), init)
    if isinstance(shape, Operation):
        number = NEUTRAL[type(shape)]
        if number is None or _is_number(init, number):
            return Chain((), init)
        return Chain.of(neutral_constant(number, shape.results[0].type))
    ops: list[Operation] = []
    parts: list[SSAValue] = []
    for i, part in enumerate(shape):
        made = made_by(init, TupleOp)
        if made is None:
            ops.append(GetOp(init, i, result_type=UNTYPED))
        start = _start(part, ops[-1].results[0] if made is None else made.parts[i])
        ops += start.ops
        parts.append(start.value)
    made = made_by(init, TupleOp)
    if made is not None and tuple(made.parts) == tuple(parts):
        return Chain((), init)
    return Chain.of(*ops, TupleOp(parts, result_type=UNTYPED))


def _is_number(value: SSAValue, number: float) -> bool:
    """Whether a value is this number. A sum that begins with 0.0 is not -0.0 anyway, so its parts may begin with it."""
    constant = made_by(value, arith.ConstantOp)
    attribute = None if constant is None else constant.value
    return isinstance(attribute, IntegerAttr | FloatAttr) and attribute.value.data == number


def neutral_constant(number: float, type_: Attribute) -> arith.ConstantOp:
    match type_:
        case IndexType():
            constant = arith.ConstantOp(IntegerAttr(int(number), type_))
        case IntegerType():
            constant = arith.ConstantOp(IntegerAttr(int(number), type_))
        case _:
            constant = arith.ConstantOp(FloatAttr(number, cast("AnyFloat", type_)))
    constant.result.name_hint = "neutral"
    return constant
