"""Rules for folds over filters: no array is made for what is folded, and several folds over one filter are one.

A fold `acc ⊕ g(x)` takes the neutral number of ⊕ where an element is not kept, so it can still be done in parts; floats
come out the same, bit by bit.
"""

from __future__ import annotations

from typing import Final, cast

from xdsl.dialects import arith
from xdsl.dialects.builtin import IndexType, IntegerAttr, IntegerType, TupleType, i32, i64
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from ...dialects.lift.algorithmic import FilterOp, ReduceOp, named
from ...dialects.lift.body import YieldOp
from ...dialects.lift.numbers import LengthOp
from ...dialects.lift.operation import UNTYPED
from ...dialects.lift.renaming import rename_binders
from ...dialects.lift.tuples import GetOp, TupleOp
from ...dialects.lift.types import holds_array
from .combining import Step, steps_of
from .filters import Kept, not_for_all
from .fusion import ASSOCIATIVE
from .joined_folds import joinable, joined
from .neutral import Number, exact_neutral
from .regions import applied, block_like, end_with, names_beside
from .rule import Chain, Refusal, Replacement, made_by, rule


def steps_with_neutrals(fold: ReduceOp) -> list[tuple[Step, Number]] | None:
    """Each ⊕ of a fold, with the number that leaves any accumulator as it is; None where one is not known."""
    steps = steps_of(fold) or []
    neutrals = [(step, exact_neutral(step.op)) for step in steps]
    known = [(step, number) for step, number in neutrals if number is not None]
    return known if known and len(known) == len(neutrals) else None


NO_NEUTRAL: Final = Refusal("the fold is not seen to be `acc ⊕ g(x)`, with an ⊕ whose neutral number is known")
NOT_TOGETHER: Final = Refusal("the filter has another use than folds that can be done together")


def not_into(fold: ReduceOp) -> Refusal | None:
    """Why a filter cannot be put into a fold; not into one that is associative and would be no more."""
    if holds_array(fold.init.type):
        return Refusal("the accumulator holds an array")
    if fold.associative is not None and steps_with_neutrals(fold) is None:
        return ASSOCIATIVE
    return not_for_all(fold)


@rule(ReduceOp)
def reduce_of_filter(op: ReduceOp) -> Replacement:
    """`reduce(f, a, filter(g, xs)) = reduce((b, x) -> b ⊕ (keep ? h(y) : e), a, xs)`, where `f(b, y) = b ⊕ h(y)`.

    With `g(x) = (keep, y)` and a known ⊕, of which e is neutral: `b ⊕ e = b`. h is scalar code without loops, is defined
    for any y, and does not ask for its position.
    """
    producer, neutrals = made_by(op.xs, FilterOp), steps_with_neutrals(op)
    refusal = not_into(op)
    if producer is None or neutrals is None or refusal is not None:
        return producer and (refusal or NO_NEUTRAL)
    block = block_like([op.block.args[0], *producer.block.args])
    kept = Kept.of(producer, block.args[1])
    body = applied(op, [block.args[0], kept.value])
    originals = [inner for inner in op.block.ops if not isinstance(inner, YieldOp)]
    constants: dict[Attribute, arith.ConstantOp] = {}
    ops = list(body.ops)
    for step, number in neutrals:
        neutral = constants.setdefault(number, arith.ConstantOp(number))
        neutral.result.name_hint = "neutral"
        copy = body.ops[originals.index(step.op)]
        chosen = arith.SelectOp(kept.condition, copy.operands[step.other], neutral.result)
        chosen.result.name_hint = copy.operands[step.other].name_hint
        copy.operands[step.other] = chosen.result
        ops.insert(ops.index(copy), chosen)
    end_with(block, Chain([*kept.ops, *ops], body.value))
    return Chain.of(*constants.values(), _folded(op, producer, block))


@rule(ReduceOp)
def reduce_of_filter_in_order(op: ReduceOp) -> Replacement:
    """`reduce(f, a, filter(g, xs)) = reduce((b, x) -> keep ? f(b, y) : b, a, xs)`, where `g(x) = (keep, y)`.

    For any f of scalars that is not said to be associative. It is scalar code without loops, is defined for any y, and
    does not ask for its position.
    """
    producer, refusal = made_by(op.xs, FilterOp), not_into(op)
    if producer is None or op.associative is not None or refusal is not None:
        return producer and (refusal or ASSOCIATIVE)
    block = block_like([op.block.args[0], *producer.block.args])
    kept = Kept.of(producer, block.args[1])
    body = applied(op, [block.args[0], kept.value])
    end_with(block, Chain([*kept.ops, *body.ops], body.value), _chosen(kept.condition, body.value, block.args[0]))
    return _folded(op, producer, block)


def _folded(op: ReduceOp, pattern: FilterOp, block: Block) -> ReduceOp:
    words = {} if op.ordered is None else {"ordered": op.ordered}
    properties = {"position": named(pattern.position_name), **words}
    fold = ReduceOp.untyped([pattern.xs, op.init], properties, [Region(block)])
    rename_binders(fold, names_beside(op, pattern))
    return fold


def _chosen(condition: SSAValue, then: SSAValue, other: SSAValue) -> Chain:
    """`condition ? then : other`, for each scalar of a tuple."""
    if not isinstance(then.type, TupleType):
        return Chain.of(arith.SelectOp(condition, then, other))
    ops: list[Operation] = []
    parts: list[SSAValue] = []
    for i, type_ in enumerate(then.type.types):
        pair = GetOp(then, i, result_type=type_), GetOp(other, i, result_type=type_)
        part = _chosen(condition, pair[0].result, pair[1].result)
        ops += [*pair, *part.ops]
        parts.append(part.value)
    return Chain.of(*ops, TupleOp(parts, result_type=then.type))


# Several folds of one filter


def folds_of(pattern: FilterOp) -> list[ReduceOp | LengthOp] | None:
    """The folds that are all that uses a filter, where it can be put into each of them, and none needs another one."""
    users = list(dict.fromkeys(use.operation for use in pattern.result.uses))
    folds = [user for user in users if isinstance(user, ReduceOp | LengthOp) and user.parent is pattern.parent]
    able = [fold for fold in folds if isinstance(fold, LengthOp) or (not_into(fold) is None and _only_folds(fold))]
    apart = any(not (joinable(a, b) or joinable(b, a)) for i, a in enumerate(able) for b in able[:i])
    return None if apart or len(able) < len(users) else able


def _only_folds(fold: ReduceOp) -> bool:
    """Whether an array is what a fold goes through, and nothing else that it uses."""
    return sum(operand is fold.xs for inner in fold.walk() for operand in inner.operands) == 1


@rule(LengthOp)
def length_of_filter(op: LengthOp) -> Replacement:
    """`length(filter(g, xs)) = reduce((n, y) -> n + 1, 0, filter(g, xs))`, where only folds use the filter."""
    producer, type_ = made_by(op.xs, FilterOp), op.result.type
    folds = None if producer is None else folds_of(producer)
    if producer is None or folds is None:
        return producer and NOT_TOGETHER
    if type_ not in (IndexType(), i32, i64):
        return Refusal(f"{type_} may not hold the number of all elements")
    zero, one = _number(0, type_), _number(1, type_)
    block = Block(arg_types=[type_, UNTYPED])
    block.args[0].name_hint, block.args[1].name_hint = op.result.name_hint, producer.block.args[0].name_hint
    added = arith.AddiOp(block.args[0], one.result)
    added.result.name_hint = op.result.name_hint
    end_with(block, Chain.of(added))
    return Chain.of(zero, one, ReduceOp(op.xs, zero, Region(block), result_type=UNTYPED))


def _number(number: int, type_: Attribute) -> arith.ConstantOp:
    constant = arith.ConstantOp(IntegerAttr(number, cast("IntegerType | IndexType", type_)))
    constant.result.name_hint = "one" if number else "zero"
    return constant


@rule(ReduceOp)
def reduces_of_filter(op: ReduceOp) -> Replacement:
    """`(reduce(f, a, ys), reduce(h, b, ys)) = reduce(((c, d), y) -> (f(c, y), h(d, y)), (a, b), ys)`, for a filter ys.

    Only folds use it, and none of the two needs the other.
    """
    producer = made_by(op.xs, FilterOp)
    folds = None if producer is None else folds_of(producer)
    if folds is None:
        return producer and NOT_TOGETHER
    other = next((fold for fold in folds if isinstance(fold, ReduceOp) and joinable(fold, op)), None)
    return Refusal("no other fold of the filter can be done in its place") if other is None else joined(op, [other])


FILTER_FOLDS = (length_of_filter, reduces_of_filter, reduce_of_filter, reduce_of_filter_in_order)
