"""Rules that put a map into the pattern that uses it, so that no array stands between them.

A map that has other uses, too, stays for them: that it is computed twice is for strategies to want. Folds keep their
order, so floats come out the same, bit by bit.
"""

from __future__ import annotations

from typing import Any, Final

from xdsl.ir import Operation

from ...dialects.lift.algorithmic import FilterOp, GenerateOp, MapOp, ReduceOp, ScanOp, named
from ...dialects.lift.operation import UNTYPED
from ...dialects.lift.renaming import rename_binders
from ...dialects.lift.search import SearchOp
from .regions import composed, mentions, names_beside
from .rule import Refusal, Replacement, Rule, made_by, rule

ASSOCIATIVE: Final = Refusal("the fold is said to be associative, and would be no more")

POSITION: Final = Refusal("the map uses its position, and a search has none")


def takes_maps(op: Operation) -> bool:
    """Whether a map can be put into an op. Not into an associative fold: its region would no longer be associative."""
    return isinstance(op, MapOp | FilterOp | SearchOp) or (isinstance(op, ReduceOp | ScanOp) and op.associative is None)


@rule(MapOp)
def map_of_map(op: MapOp) -> Replacement:
    """`map(g, map(f, xs)) = map(x -> g(f(x)), xs)`"""
    producer = made_by(op.xs, MapOp)
    if producer is None:
        return None
    body, position = composed(producer, op)
    both = MapOp(producer.xs, body, position, result_type=UNTYPED)
    rename_binders(both, names_beside(op, producer))
    return both


@rule(ReduceOp)
def reduce_of_map(op: ReduceOp) -> Replacement:
    """`reduce(g, a, map(f, xs)) = reduce((a, x) -> g(a, f(x)), a, xs)`, unless g is said to be associative."""
    return _fold_of_map(op)


@rule(ScanOp)
def scan_of_map(op: ScanOp) -> Replacement:
    """`scan(g, a, map(f, xs)) = scan((a, x) -> g(a, f(x)), a, xs)`, unless g is said to be associative."""
    return _fold_of_map(op)


def _fold_of_map(op: ReduceOp | ScanOp) -> Replacement:
    producer = made_by(op.xs, MapOp)
    if producer is None or not takes_maps(op):
        return producer and ASSOCIATIVE
    body, position = composed(producer, op)
    words = {**op.properties, **({} if position is None else {"position": named(position)})}
    both = type(op).untyped([producer.xs, op.init], words, [body])
    rename_binders(both, names_beside(op, producer))
    return both


@rule(SearchOp)
def search_of_map(op: SearchOp) -> Replacement:
    """`search(p, map(f, xs)) = search(x -> p(f(x)), xs)`, where f does not use its position."""
    producer = made_by(op.xs, MapOp)
    if producer is None:
        return None
    if mentions(producer.block.ops, producer.position_name):
        return POSITION
    both = SearchOp(producer.xs, composed(producer, op)[0], result_type=UNTYPED)
    rename_binders(both, names_beside(op, producer))
    return both


@rule(MapOp)
def map_of_generate(op: MapOp) -> Replacement:
    """`map(g, generate(n, f)) = generate(n, i -> g(f(i)))`"""
    producer = made_by(op.xs, GenerateOp)
    if producer is None:
        return None
    body, position = composed(producer, op)
    both = GenerateOp.untyped(producer.operands, {"count": producer.count, "position": named(position or "")}, [body])
    rename_binders(both, names_beside(op, producer))
    return both


FUSION: tuple[Rule[Any], ...] = (map_of_map, reduce_of_map, scan_of_map, search_of_map, map_of_generate)
