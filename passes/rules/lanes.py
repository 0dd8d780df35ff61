"""Rules that give a fold several accumulators: side by side in an array, or in a tuple.

Elements are taken in another order, so ⊕ is commutative as well as associative. The pattern that keeps the region of a fold
`%sum` keeps its name; the fold over rows around it is `%sum_lanes`, and what puts the accumulators together `%sum_total`.
"""

from __future__ import annotations

from typing import Any, Final

from xdsl.dialects.arith import ConstantOp
from xdsl.dialects.builtin import IntegerAttr, i32
from xdsl.ir import Block, Operation, Region, SSAValue

from ...dialects.lift.access import AtOp, GatherOp, SliceOp
from ...dialects.lift.algorithmic import GenerateOp, MapOp, ReduceOp
from ...dialects.lift.attributes import IndexFunctionAttr
from ...dialects.lift.layout import SplitOp
from ...dialects.lift.operation import UNTYPED
from ...dialects.lift.scope import scope_at
from ...dialects.lift.tuples import GetOp, TupleOp, ZipOp
from ...dialects.lift.types import ArrayType, array_length
from ...dialects.nat.expr import compare, floordiv, var
from ...dialects.nat.ring import const
from .combining import NOT_IN_ANY_ORDER, Combining, in_any_order
from .in_lanes import IN_LANES
from .parameters import Parameter, size
from .regions import applied, copies, end_with
from .rule import HIDDEN, Chain, Refusal, Replacement, Rule, rule, unproved
from .tiling import not_divided
from .vector_accumulators import VECTOR_ACCUMULATORS
from .vector_folds import VECTOR_FOLDS
from .vectorise import VECTORISE

NO_NEUTRAL: Final = Refusal("it is not known what an accumulator begins with: there is no neutral element")


def new_name(op: ReduceOp, suffix: str) -> str:
    """What a fold is called that a fold is made of."""
    return f"{op.result.name_hint or 'reduce'}_{suffix}"


# Lanes


@rule(ReduceOp, regroups=True, n=size("accumulators"))
def reduce_lanes(op: ReduceOp, n: int) -> Replacement:
    """`reduce(f, a, xs) = reduce(⊕, a, reduce((as, c) -> map(f, zip(as, c)), [e..], split(n, xs)))`

    For `f(a, x) = a ⊕ g(x)` with ⊕ associative and commutative and `e ⊕ x = x`, or ⊕ idempotent and e = a, where n divides the
    length. Where ⊕ is only said to be both, lanes begin with the first row, and there must be one.
    """
    combining, refusal = in_any_order(op), not_divided(op, n)
    if combining is None or refusal is not None:
        return NOT_IN_ANY_ORDER if combining is None else refusal
    start, length = combining.start(), array_length(op.xs.type)
    assert length is not None
    claim = compare(length, "ge", n)
    if start.value is None and not scope_at(op).holds(claim):
        return unproved(claim, scope_at(op))
    rows = SplitOp(n, op.xs, result_type=UNTYPED)
    before: list[Operation] = [*start.ops, rows]
    if start.value is None:
        init: AtOp | GenerateOp = AtOp(rows, 0, result_type=UNTYPED)
        over = SliceOp(rows, 1, floordiv(length, n) - 1, result_type=UNTYPED)
        before += [init, over]
    else:
        block = Block()
        end_with(block, Chain((), start.value))
        init, over = GenerateOp(n, combining.fresh("i"), Region(block), result_type=UNTYPED), rows
        before.append(init)
    init.result.name_hint = "init"
    lanes = lanes_of_rows(op, combining, over.result, init.result, n)
    total = ReduceOp(lanes, op.init, combining.combine(), result_type=UNTYPED)
    total.result.name_hint = new_name(op, "total")
    return Chain.of(*before, lanes, total)


@rule(ReduceOp, regroups=True, n=size("accumulators"))
def reduce_strided(op: ReduceOp, n: int) -> Replacement:
    """`reduce(f, a, xs) = reduce(⊕, a, map((_)[l] -> reduce(f, e, gather(i -> l + n * i, xs)), generate(n, ..)))`

    Of any length m: accumulator l has every n-th element from l on, `(m - l) ceildiv n` of them. Conditions as for
    `reduce_lanes`; where ⊕ is only said to be associative and commutative, there is no e, and it does not hold.
    """
    combining, length = in_any_order(op), array_length(op.xs.type)
    if combining is None or length is None:
        return NOT_IN_ANY_ORDER if combining is None else HIDDEN
    if isinstance(op.xs.type, ArrayType) and op.xs.type.dependent:
        return Refusal("the type of an element depends on its position")
    start = combining.start()
    if start.value is None:
        return NO_NEUTRAL
    lane, i, block = combining.fresh("l"), combining.fresh("i"), Block(arg_types=[UNTYPED])
    place = var(lane) + n * var(i)
    mine = GatherOp(op.xs, IndexFunctionAttr.of(i, place), floordiv(length - var(lane) + n - 1, n), result_type=UNTYPED)
    mine.result.name_hint = f"{op.xs.name_hint or 'xs'}_lane"
    region = combining.region(place if combining.has_position else None)
    fold = ReduceOp(mine, start.value, region, i if combining.has_position else None, result_type=UNTYPED)
    fold.result.name_hint = op.result.name_hint
    end_with(block, Chain.of(mine, fold))
    numbers, zero = Block(), ConstantOp(IntegerAttr(0, i32))
    end_with(numbers, Chain([zero], zero.result))
    over = GenerateOp(n, combining.fresh("z"), Region(numbers), result_type=UNTYPED)
    lanes = MapOp(over, Region(block), lane, result_type=UNTYPED)
    lanes.result.name_hint = new_name(op, "lanes")
    total = ReduceOp(lanes, op.init, combining.combine(), result_type=UNTYPED)
    total.result.name_hint = new_name(op, "total")
    return Chain.of(*start.ops, over, lanes, total)


def lanes_of_rows(op: ReduceOp, combining: Combining, rows: SSAValue, init: SSAValue, n: int) -> ReduceOp:
    """The fold over rows, each lane of which has an accumulator of its own."""
    outer, lane = (combining.fresh("j"), combining.fresh("i")) if combining.has_position else (None, None)
    position = None if outer is None or lane is None else n * var(outer) + var(lane)
    block, inner = Block(arg_types=[UNTYPED, UNTYPED]), Block(arg_types=[UNTYPED])
    for argument, old in zip(block.args, op.block.args, strict=True):
        argument.name_hint = f"{old.name_hint or 'x'}_n"
    inner.args[0].name_hint = "p"
    zipped = ZipOp(list(block.args), result_type=UNTYPED)
    gets = [GetOp(inner.args[0], i, result_type=UNTYPED) for i in range(2)]
    for get, old in zip(gets, op.block.args, strict=True):
        get.result.name_hint = old.name_hint
    body = applied(op, [get.result for get in gets], position)
    end_with(inner, Chain([*gets, *body.ops], body.value))
    row = MapOp(zipped, Region(inner), lane, result_type=UNTYPED)
    row.result.name_hint = op.result.name_hint
    end_with(block, Chain.of(zipped, row))
    lanes = ReduceOp(rows, init, Region(block), outer, result_type=UNTYPED)
    lanes.result.name_hint = new_name(op, "lanes")
    return lanes


@rule(ReduceOp, regroups=True, k=Parameter("accumulators", 4, 2, 64))
def reduce_to_accumulators(op: ReduceOp, k: int) -> Replacement:
    """`reduce(f, a, xs) = b0 ⊕ .. ⊕ bk`, with `(b0, .., bk) = reduce((as, c) -> (f(a0, c[0]), ..), (a, e, .., e), split(k, xs))`

    The accumulators are a tuple, the first of which begins with a. Conditions as for `reduce_lanes`; where ⊕ is only said to
    be associative and commutative, there is no e, and it does not hold.
    """
    combining, refusal = in_any_order(op), not_divided(op, k)
    if combining is None or refusal is not None:
        return NOT_IN_ANY_ORDER if combining is None else refusal
    start = combining.start()
    if start.value is None:
        return NO_NEUTRAL
    rows = SplitOp(k, op.xs, result_type=UNTYPED)
    init = TupleOp([op.init, *([start.value] * (k - 1))], result_type=UNTYPED)
    init.result.name_hint = "init"
    name = combining.fresh("j") if combining.has_position else None
    block = Block(arg_types=[UNTYPED, UNTYPED])
    for argument, old in zip(block.args, op.block.args, strict=True):
        argument.name_hint = f"{old.name_hint or 'x'}_n"
    steps = [_accumulated(combining, block, i, k, name) for i in range(k)]
    end_with(block, *steps, Chain.of(TupleOp([step.value for step in steps], result_type=UNTYPED)))
    fold = ReduceOp(rows, init, Region(block), name, result_type=UNTYPED)
    fold.result.name_hint = op.result.name_hint
    return Chain.of(*start.ops, rows, init, fold, *_put_together(op, combining, fold, k))


def _accumulated(combining: Combining, block: Block, i: int, k: int, name: str | None) -> Chain:
    """What one of the accumulators becomes."""
    op = combining.fold
    accumulator = GetOp(block.args[0], i, result_type=op.init.type)
    element = AtOp(block.args[1], const(i), result_type=UNTYPED)
    accumulator.result.name_hint, element.result.name_hint = (argument.name_hint for argument in op.block.args)
    region = combining.region(None if name is None else k * var(name) + i)
    inner = region.block
    values = dict[SSAValue, SSAValue](zip(inner.args, (accumulator.result, element.result), strict=True))
    last = inner.last_op
    assert last is not None
    body = copies([one for one in inner.ops if one is not last], values)
    value = values.get(last.operands[0], last.operands[0])
    region.drop_all_references()
    return Chain([accumulator, element, *body], value)


def _put_together(op: ReduceOp, combining: Combining, fold: ReduceOp, k: int) -> list[Operation]:
    """The ⊕ of all accumulators."""
    gets = [GetOp(fold, i, result_type=op.init.type) for i in range(k)]
    ops: list[Operation] = list(gets)
    value = gets[0].result
    for get in gets[1:]:
        region = combining.combine()
        last = region.block.last_op
        assert last is not None
        values = dict[SSAValue, SSAValue](zip(region.block.args, (value, get.result), strict=True))
        ops += copies([one for one in region.block.ops if one is not last], values)
        value = values[last.operands[0]]
        region.drop_all_references()
    value.name_hint = new_name(op, "total")
    return ops


LANES: tuple[Rule[Any], ...] = (
    reduce_lanes,
    reduce_strided,
    reduce_to_accumulators,
    *VECTORISE,
    *IN_LANES,
    *VECTOR_ACCUMULATORS,
    *VECTOR_FOLDS,
)
