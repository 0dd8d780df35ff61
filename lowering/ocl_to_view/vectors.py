"""Patterns over the parts of a vector: on all lanes at once, where the region is ops of upstream, else part by part.

A fold that may be regrouped takes a logarithm of steps, each on vectors: halves are put together, or in a scan each lane and
the one that is 1, 2, 4, 8 before it. Any other fold goes from lane to lane.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Final, TypeGuard

from xdsl.dialects import arith
from xdsl.dialects.builtin import TupleType, VectorType
from xdsl.ir import Block, Operation, SSAValue

from ...dialects.kernel.control import YieldOp as LanesYieldOp
from ...dialects.kernel.lanewise import MapVecOp as LanesOp
from ...dialects.kernel.types import is_device_value, vector_parts
from ...dialects.kernel.vectors import LaneOp, ShuffleOp, VectorOp
from ...dialects.lift.body import YieldOp
from ...dialects.lift.numbers import LengthOp, NatOp
from ...dialects.lift.tuples import GetOp, TupleOp
from ...dialects.lift.types import is_scalar
from ...dialects.lift.upstream import is_scalar_op
from ...dialects.ocl.vectors import MapVecOp, ReduceVecOp, VectorFold, VectorPattern
from ...passes.rules.combining import NEUTRAL, neutral_constant, steps_of
from .kernel import Kernel
from .scalars import applied, needed_for, scalar_code

Combine = Callable[[SSAValue, SSAValue], SSAValue]
"""`(a, b) -> a ⊕ b`, of scalars, or of the lanes of vectors."""

_ROUNDED: Final = (arith.AddfOp, arith.MulfOp)
"""The ops among those that are known to be associative that are so only up to rounding."""


def on_parts(op: VectorPattern, kernel: Kernel) -> SSAValue:
    """What a pattern over the parts of a vector gives."""
    match op:
        case MapVecOp():
            return _mapped(op, kernel)
        case VectorFold():
            regrouped = _regrouped(op, kernel)
            first = kernel.value(op.init)
            if regrouped is None:
                return _in_order(op, first, kernel)
            fold = _reduced if isinstance(op, ReduceVecOp) else _scanned
            return fold(regrouped, first, kernel)
        case _:
            raise TypeError(f"'{op.name}' is no pattern over the parts of a vector")


# Maps


def _mapped(op: MapVecOp, kernel: Kernel) -> SSAValue:
    vectors, argument = _vectors(op, kernel), op.block.args[0]
    gets = {inner.result: inner.index.value.data for inner in op.block.ops if _takes(inner, argument)}
    if all(is_lanewise(inner) or _takes(inner, argument) for inner in op.block.ops):
        given: dict[SSAValue, SSAValue] = {get: vectors[i] for get, i in gets.items()}
        given = given or {argument: vectors[0]}
        return on_lanes(op.block, given, op.yielded, kernel)
    _load_outside(op.block, kernel)
    lanes = zip(*(_lanes(vector, kernel) for vector in vectors), strict=True)
    whole = [_lane(op, parts, kernel) for parts in lanes]
    parts = [applied(op.block, {argument: lane}, op.yielded, kernel) for lane in whole]
    return kernel.add(VectorOp(parts)).results[0]


def _takes(op: Operation, argument: SSAValue) -> TypeGuard[GetOp]:
    """Whether an op takes a lane out of the tuple of lanes that a region is given."""
    return isinstance(op, GetOp) and op.tuple_ is argument


def _vectors(op: MapVecOp, kernel: Kernel) -> list[SSAValue]:
    """The vectors that a function is applied to the parts of: one, or those in a tuple."""
    value = kernel.value(op.vector)
    if not isinstance(value.type, TupleType):
        return [value]
    return [kernel.add(GetOp(value, i, result_type=part)).results[0] for i, part in enumerate(value.type.types)]


def _lane(op: MapVecOp, parts: Sequence[SSAValue], kernel: Kernel) -> SSAValue:
    """What the region is given for one lane."""
    if not isinstance(op.vector.type, TupleType):
        return parts[0]
    return kernel.add(TupleOp(parts, result_type=op.block.args[0].type)).results[0]


def is_lanewise(op: Operation) -> bool:
    """Whether an op stays as it is in a region for all lanes, or gives a number that they share."""
    if isinstance(op, NatOp | LengthOp | YieldOp):
        return True
    return is_scalar_op(op) and all(map(is_scalar, (*op.operand_types, *op.result_types)))


def on_lanes(block: Block, given: dict[SSAValue, SSAValue], result: SSAValue, kernel: Kernel) -> SSAValue:
    """A value that a region computes, on all lanes at once; what it uses from outside is the same for all."""
    width = next((parts[0] for value in given.values() if (parts := vector_parts(value.type))), None)
    if width is None:
        return applied(block, given, result, kernel)
    needed = needed_for(result, block)
    for inner in needed:
        if isinstance(inner, NatOp | LengthOp) and inner.result not in given:
            scalar_code(inner, kernel)
    ops = [inner for inner in needed if is_scalar_op(inner)]
    inside = {*given, *(value for inner in ops for value in inner.results)}
    used = dict.fromkeys((*(value for inner in ops for value in inner.operands), result))
    outside = {value: kernel.value(value) for value in used if value not in inside}
    constants = {old: new.owner for old, new in outside.items() if isinstance(new.owner, arith.ConstantOp)}
    values = {**given, **{old: new for old, new in outside.items() if old not in constants}}
    new = LanesOp(list(values.values()), VectorType(result.type, [width]))
    copies: dict[SSAValue, SSAValue] = dict(zip(values, new.block.args, strict=True))
    for old, argument in copies.items():
        argument.name_hint = old.name_hint
    for old, constant in constants.items():  # so that a division sees by what it divides
        copies[old] = copy = constant.clone().result
        new.block.add_op(copy.owner)
    for inner in ops:
        new.block.add_op(inner.clone(copies))
    new.block.add_op(LanesYieldOp(copies[result]))
    return kernel.add(new).results[0]


def _lanes(vector: SSAValue, kernel: Kernel) -> list[SSAValue]:
    parts = vector_parts(vector.type)
    assert parts is not None
    return [kernel.add(LaneOp(vector, k)).results[0] for k in range(parts[0])]


def _load_outside(block: Block, kernel: Kernel) -> None:
    """Values from outside are loaded once, before the region is copied."""
    for value in (value for op in block.ops for value in op.operands):
        around = value.owner if isinstance(value.owner, Block) else value.owner.parent
        if around is not block and is_device_value(value.type):
            kernel.value(value)


# Folds


def _in_order(op: VectorFold, first: SSAValue, kernel: Kernel) -> SSAValue:
    """From lane to lane."""
    accumulator, element = op.block.args
    _load_outside(op.block, kernel)

    def next_value(acc: SSAValue, lane: SSAValue) -> SSAValue:
        return applied(op.block, {accumulator: acc, element: lane}, op.yielded, kernel)

    running = list(accumulate(_lanes(kernel.value(op.xs), kernel), next_value, initial=first))
    return running[-1] if isinstance(op, ReduceVecOp) else kernel.add(VectorOp(running[1:])).results[0]


@dataclass(frozen=True)
class Regrouped:
    """A fold `a ⊕ x0 ⊕ x1 ..` whose ⊕ may be applied in another grouping."""

    elements: SSAValue
    """The vector of x0, x1, .."""
    combine: Combine
    commutes: bool
    known: Operation | None
    """The op that ⊕ is; None where it is the region, which is said to be associative."""

    @property
    def width(self) -> int:
        parts = vector_parts(self.elements.type)
        assert parts is not None
        return parts[0]


def _regrouped(op: VectorFold, kernel: Kernel) -> Regrouped | None:
    """What is known of a fold; None where it must go from lane to lane."""
    if op.ordered is not None or not all(map(is_lanewise, op.block.ops)):
        return None
    steps, (accumulator, element) = steps_of(op), op.block.args
    step = steps[0] if steps is not None and len(steps) == 1 else None
    if step is None:
        if op.associative is None:
            return None

        def by_region(a: SSAValue, b: SSAValue) -> SSAValue:
            return on_lanes(op.block, {accumulator: a, element: b}, op.yielded, kernel)

        return Regrouped(kernel.value(op.xs), by_region, op.commutative is not None, None)
    if op.associative is None and isinstance(step.op, _ROUNDED):
        return None
    vector, other = kernel.value(op.xs), step.op.operands[step.other]
    elements = vector if other is element else on_lanes(op.block, {element: vector}, other, kernel)
    return Regrouped(elements, lambda a, b: _by_op(step.op, a, b, kernel), True, step.op)


def _by_op(op: Operation, a: SSAValue, b: SSAValue, kernel: Kernel) -> SSAValue:
    """`a ⊕ b`, where ⊕ is an op."""
    widths = {parts[0] for value in (a, b) if (parts := vector_parts(value.type))}
    if not widths:
        copy = op.clone()
        copy.operands = (a, b)
        return kernel.add(copy).results[0]
    new = LanesOp([a, b], VectorType(op.results[0].type, list(widths)))
    copy = op.clone()
    copy.operands = new.block.args
    new.block.args[0].name_hint, new.block.args[1].name_hint = "a", "b"
    new.block.add_ops([copy, LanesYieldOp(copy.results[0])])
    return kernel.add(new).results[0]


def _reduced(fold: Regrouped, first: SSAValue, kernel: Kernel) -> SSAValue:
    """Halves are put together until there is one lane: neighbours, or where that is allowed, the first and the last half."""
    vector, width = fold.elements, fold.width
    while width > 3:
        half = width // 2
        left, right = (range(half), range(half, width)) if fold.commutes else (range(0, width, 2), range(1, width, 2))
        vector, width = fold.combine(_shuffled(kernel, left, vector), _shuffled(kernel, right, vector)), half
    total, *others = _lanes(vector, kernel)
    for lane in others:
        total = fold.combine(total, lane)
    return fold.combine(first, total)


def _scanned(fold: Regrouped, first: SSAValue, kernel: Kernel) -> SSAValue:
    """Each lane and the one that is 1, 2, 4, 8 before it are put together, and all of them with the first value."""
    vector, width = fold.elements, fold.width
    neutral = _neutral(fold, kernel)
    distance = 1
    while distance < width:
        kept, moved = range(distance), range(width - distance)
        if neutral is not None:
            before = _shuffled(kernel, (*kept, *(width + k for k in moved)), neutral, vector)
            vector = fold.combine(before, vector)
        else:
            before = _shuffled(kernel, (*kept, *moved), vector)
            both = fold.combine(before, vector)
            # x ⊕ x = x for an op without a neutral number, so what is put together with itself is itself.
            later = range(width + distance, 2 * width)
            vector = both if fold.known is not None else _shuffled(kernel, (*kept, *later), vector, both)
        distance *= 2
    return fold.combine(first, vector)


def _neutral(fold: Regrouped, kernel: Kernel) -> SSAValue | None:
    """A vector of e, where `e ⊕ x = x`."""
    number = None if fold.known is None else NEUTRAL[type(fold.known)]
    if fold.known is None or number is None:
        return None
    constant = kernel.add(neutral_constant(number, fold.known.results[0].type)).results[0]
    vector = kernel.add(VectorOp([constant], fold.width)).results[0]
    vector.name_hint = "neutral"
    return vector


def _shuffled(kernel: Kernel, lanes: Iterable[int], *vectors: SSAValue) -> SSAValue:
    return kernel.add(ShuffleOp(vectors, tuple(lanes))).results[0]
