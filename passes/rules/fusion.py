"""Rules that put a map into the pattern that uses it, so that no array stands between them.

Only a map with one use, in the block of that use, is put there: nothing is computed twice. Folds keep their order, so
floats come out the same, bit by bit. A row that would be computed inside and needed there as a whole stays outside: it
is better stored once than by every work item.
"""

from __future__ import annotations

from typing import Any

from xdsl.ir import BlockArgument, Operation, SSAValue

from ...dialects.lift.access import GatherOp, ScatterOp, SliceOp
from ...dialects.lift.algorithmic import FilterOp, GenerateOp, MapOp, OrderedFold, ReduceOp, ScanOp, named
from ...dialects.lift.body import BodyOp
from ...dialects.lift.layout import JoinOp, PartitionOp, SplitOp, TransposeOp
from ...dialects.lift.operation import UNTYPED
from ...dialects.lift.tuples import ZipOp
from ...dialects.lift.types import holds_array
from .regions import composed, only_rearranges, sole_producer
from .rule import Replacement, Rule, rule

PASSED = (SplitOp, JoinOp, PartitionOp, TransposeOp, SliceOp, GatherOp, ScatterOp, ZipOp)
"""Layout ops that a map can be moved through; `movement` has the rules."""


def streamed(value: SSAValue) -> bool:
    """Whether the one use of a value, seen through layout ops, is a pattern that takes its elements one by one."""
    block = value.owner if isinstance(value, BlockArgument) else value.owner.parent
    user = value.get_user_of_unique_use()
    if user is None or user.parent is not block:
        return False
    if isinstance(user, PASSED):
        return streamed(user.result)
    return _takes_maps(user) and user.operands[0] is value


def _takes_maps(op: Operation) -> bool:
    """Whether a map can be put into an op. Not into an associative fold: its region would no longer be associative."""
    return isinstance(op, MapOp | FilterOp) or (isinstance(op, ReduceOp | ScanOp) and op.associative is None)


def needs_memory(value: SSAValue, pattern: BodyOp) -> bool:
    """Whether a value inside a region has an array in it that is computed there."""
    owner = value.owner
    if not holds_array(value.type) or not isinstance(owner, Operation) or not pattern.is_ancestor(owner):
        return False
    if not only_rearranges(owner):
        return True
    return any(needs_memory(operand, pattern) for inner in owner.walk() for operand in inner.operands)


def worthwhile(producer: BodyOp, element: SSAValue) -> bool:
    """Whether what the producer computes for an element is not needed as a whole array where the element is used."""
    result = producer.yielded
    if not needs_memory(result, producer):
        return True
    return streamed(element) and isinstance(result.owner, MapOp) and result.has_one_use()


def _producer(op: MapOp | OrderedFold) -> MapOp | None:
    """The map that can be put into an op."""
    producer = sole_producer(op.operands[0], op, MapOp)
    wanted = producer is not None and _takes_maps(op) and worthwhile(producer, op.block.args[-1])
    return producer if wanted else None


@rule(MapOp)
def map_of_map(op: MapOp) -> Replacement:
    """`map(g, map(f, xs)) = map(x -> g(f(x)), xs)`"""
    producer = _producer(op)
    if producer is None or _waits(op, producer):
        return None
    body, position = composed(producer, op)
    return MapOp(producer.xs, body, position, result_type=UNTYPED)


def _waits(op: MapOp, producer: MapOp) -> bool:
    """Whether a map is put into the next one first, since it is small beside its producer.

    So a long chain is put together in balance, and no region is copied as often as the chain is long.
    """
    use = op.result.get_user_of_unique_use()
    if not isinstance(use, MapOp) or 2 * len(op.block.ops) > len(producer.block.ops):
        return False
    return _producer(use) is op


@rule(ReduceOp)
def reduce_of_map(op: ReduceOp) -> Replacement:
    """`reduce(g, a, map(f, xs)) = reduce((a, x) -> g(a, f(x)), a, xs)`, unless g is said to be associative."""
    return _fold_of_map(op)


@rule(ScanOp)
def scan_of_map(op: ScanOp) -> Replacement:
    """`scan(g, a, map(f, xs)) = scan((a, x) -> g(a, f(x)), a, xs)`, unless g is said to be associative."""
    return _fold_of_map(op)


def _fold_of_map(op: ReduceOp | ScanOp) -> Replacement:
    producer = _producer(op)
    if producer is None:
        return None
    body, position = composed(producer, op)
    words = {**op.properties, **({} if position is None else {"position": named(position)})}
    return type(op).untyped([producer.xs, op.init], words, [body])


@rule(MapOp)
def map_of_generate(op: MapOp) -> Replacement:
    """`map(g, generate(n, f)) = generate(n, i -> g(f(i)))`"""
    producer = sole_producer(op.xs, op, GenerateOp)
    if producer is None or not worthwhile(producer, op.block.args[0]):
        return None
    body, position = composed(producer, op)
    return GenerateOp(producer.count.data, position or "", body, result_type=UNTYPED)


FUSION: tuple[Rule[Any], ...] = (map_of_map, reduce_of_map, scan_of_map, map_of_generate)
