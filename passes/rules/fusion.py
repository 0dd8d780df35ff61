"""Rules that put a map into the pattern that uses it, so that no array stands between them.

Only a map with one use, in the block of that use, is put there: nothing is computed twice. Folds keep their order, so
floats come out the same, bit by bit.
"""

from __future__ import annotations

from typing import Any

from xdsl.ir import Operation

from ...dialects.lift.algorithmic import FilterOp, GenerateOp, MapOp, OrderedFold, ReduceOp, ScanOp, named
from ...dialects.lift.operation import UNTYPED
from .regions import composed, not_alone, sole_producer
from .rule import Replacement, Rule, rule


def takes_maps(op: Operation) -> bool:
    """Whether a map can be put into an op. Not into an associative fold: its region would no longer be associative."""
    return isinstance(op, MapOp | FilterOp) or (isinstance(op, ReduceOp | ScanOp) and op.associative is None)


def map_into(op: MapOp | OrderedFold) -> MapOp | None:
    """The map that can be put into an op."""
    return sole_producer(op.operands[0], op, MapOp) if takes_maps(op) else None


@rule(MapOp)
def map_of_map(op: MapOp) -> Replacement:
    """`map(g, map(f, xs)) = map(x -> g(f(x)), xs)`"""
    producer = map_into(op)
    if producer is None:
        return not_alone(op.operands[0], op, MapOp)
    body, position = composed(producer, op)
    return MapOp(producer.xs, body, position, result_type=UNTYPED)


@rule(ReduceOp)
def reduce_of_map(op: ReduceOp) -> Replacement:
    """`reduce(g, a, map(f, xs)) = reduce((a, x) -> g(a, f(x)), a, xs)`, unless g is said to be associative."""
    return _fold_of_map(op)


@rule(ScanOp)
def scan_of_map(op: ScanOp) -> Replacement:
    """`scan(g, a, map(f, xs)) = scan((a, x) -> g(a, f(x)), a, xs)`, unless g is said to be associative."""
    return _fold_of_map(op)


def _fold_of_map(op: ReduceOp | ScanOp) -> Replacement:
    producer = map_into(op)
    if producer is None:
        return not_alone(op.operands[0], op, MapOp)
    body, position = composed(producer, op)
    words = {**op.properties, **({} if position is None else {"position": named(position)})}
    return type(op).untyped([producer.xs, op.init], words, [body])


@rule(MapOp)
def map_of_generate(op: MapOp) -> Replacement:
    """`map(g, generate(n, f)) = generate(n, i -> g(f(i)))`"""
    producer = sole_producer(op.xs, op, GenerateOp)
    if producer is None:
        return not_alone(op.xs, op, GenerateOp)
    body, position = composed(producer, op)
    return GenerateOp(producer.count.data, position or "", body, result_type=UNTYPED)


FUSION: tuple[Rule[Any], ...] = (map_of_map, reduce_of_map, scan_of_map, map_of_generate)
