"""Several folds of one array in one: its elements are read once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from xdsl.dialects import arith
from xdsl.ir import Block, Operation, Region, SSAValue

from ...dialects.lift.algorithmic import ReduceOp
from ...dialects.lift.numbers import LengthOp
from ...dialects.lift.operation import UNTYPED
from ...dialects.lift.tuples import GetOp, TupleOp
from ...dialects.lift.types import ArrayType
from .combining import steps_of
from .fusion import ASSOCIATIVE
from .regions import applied, end_with, mentions
from .rule import Chain, Refusal, Replacement, Rule, rule

NO_OTHER: Final = Refusal("no other fold of the array, in the same order, can be done in its place")
NOT_SEEN: Final = Refusal("the fold is not seen to be `acc ⊕ g(x)`, which knows nothing of positions")


@rule(ReduceOp)
def reduces_of_array(op: ReduceOp) -> Replacement:
    """`(reduce(f, a, xs), reduce(h, b, xs)) = reduce(((c, d), x) -> (f(c, x), h(d, x)), (a, b), xs)`

    For two folds of one block or more, none of which needs another one. Each is seen to be `acc ⊕ g(x)`, so that all together can be
    done in parts where each can; either all are `ordered` or none is, and none is said to be associative.
    """
    if op.associative is not None:
        return ASSOCIATIVE
    if not _is_seen(op):
        return NOT_SEEN
    assert op.parent is not None
    folds = (one for one in op.parent.ops if isinstance(one, ReduceOp) and one.xs is op.xs)
    others = [one for one in folds if _goes_along(one, op) and joinable(one, op)]
    return joined(op, others) if others else NO_OTHER


def _is_seen(fold: ReduceOp) -> bool:
    positions = mentions(fold.block.ops, fold.position_name)
    dependent = isinstance(fold.xs.type, ArrayType) and fold.xs.type.dependent
    return not positions and not dependent and steps_of(fold) is not None


def _goes_along(other: ReduceOp, op: ReduceOp) -> bool:
    """Whether a fold goes in the same order as another one, and can say the same of itself."""
    return (other.ordered is None) == (op.ordered is None) and other.associative is None and _is_seen(other)


def joined(op: ReduceOp, others: Sequence[ReduceOp]) -> Chain:
    """One fold in the place of several, where the first one is."""
    folds = [op, *others]
    copies: dict[SSAValue, SSAValue] = {}
    for value in (value for other in others for value in _captured(other)):
        if isinstance(value.owner, arith.ConstantOp) and value not in copies:
            copies[value] = value.owner.clone().results[0]
    init = TupleOp([op.init, *(copies.get(other.init, other.init) for other in others)], result_type=UNTYPED)
    init.result.name_hint = "first"
    block = Block(arg_types=[UNTYPED, op.block.args[1].type])
    block.args[0].name_hint, block.args[1].name_hint = "both", op.block.args[1].name_hint
    chains: list[Chain] = []
    for i, fold in enumerate(folds):
        part = GetOp(block.args[0], i, result_type=fold.init.type)
        part.result.name_hint = fold.block.args[0].name_hint
        body = applied(fold, [part.result, block.args[1]])
        chains.append(Chain([part, *body.ops], body.value))
    for inner in (inner for chain in chains[1:] for outer in chain.ops for inner in outer.walk()):
        inner.operands = [copies.get(operand, operand) for operand in inner.operands]
    results = [chains[0].value, *(copies.get(chain.value, chain.value) for chain in chains[1:])]
    end_with(block, *chains, Chain.of(TupleOp(results, result_type=UNTYPED)))
    ordered = next((fold.ordered for fold in folds if fold.ordered is not None), None)
    words = {} if ordered is None else {"ordered": ordered}
    both = ReduceOp.untyped([op.xs, init], words, [Region(block)])
    both.result.name_hint = "both"
    gets = [GetOp(both, i, result_type=UNTYPED) for i in range(len(folds))]
    for get, fold in zip(gets, folds, strict=True):
        get.result.name_hint = fold.result.name_hint
    constants = [copy.owner for copy in copies.values() if isinstance(copy.owner, Operation)]
    replaced = [(other.result, get) for other, get in zip(others, gets[1:], strict=True)]
    return Chain([*constants, init, both, *gets], gets[0].result, replaced)


def joinable(other: ReduceOp | LengthOp, op: ReduceOp | LengthOp) -> bool:
    """Whether a fold can be done in the place of another one: all that it needs is there, and nobody needs it before."""
    if other is op:
        return False
    if any(not _stands_before(value.owner, op) for value in _captured(other)):
        return False
    return all(_stands_before(op, use.operation) for use in other.result.uses)


def _captured(op: Operation) -> Iterator[SSAValue]:
    """The values from outside that an op and its regions use."""
    for inner in op.walk():
        for value in inner.operands:
            if not op.is_ancestor(value.owner):
                yield value


def _stands_before(first: Operation | Block, second: Operation) -> bool:
    """Whether one op is before another one, or before the op of its block in which that is; constants can be anywhere."""
    if isinstance(first, Block | arith.ConstantOp):
        return True
    around: Operation | None = second
    while around is not None and around.parent is not first.parent:
        around = around.parent_op()
    return around is None or (around is not first and first.is_before_in_block(around))


JOINED_FOLDS: tuple[Rule[Any], ...] = (reduces_of_array,)
