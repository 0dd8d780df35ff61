"""Rules that move a map through layout ops, towards the pattern that uses its elements one by one.

The normal form is that the layout comes first and the map after it, `map(map(f)) . split(n)` and not
`split(n) . map(f)`, so that the map is next to its use and can be put into it. Strategies move a map only where there is
such a use, and no other one, for which the map would stay; and never through slide or pad, after which it would be applied
more often. The layout op and the map keep their names; a map that is inside of another one now has `%ys`, and that one is
`%ys_n`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from xdsl.ir import Block, Region, SSAValue

from ...dialects.lift.access import GatherOp, ScatterOp, SliceOp
from ...dialects.lift.algorithmic import MapOp
from ...dialects.lift.layout import JoinOp, PartitionOp, SplitOp, TransposeOp
from ...dialects.lift.operation import UNTYPED, LiftOp
from ...dialects.lift.tuples import GetOp, TupleOp, ZipOp
from ...dialects.lift.types import ArrayType
from ...dialects.nat.expr import var
from ...dialects.nat.ring import Nat
from .parameters import Parameter
from .regions import applied, block_like, end_with, fresh_name, mentions, names_beside, renamed
from .rule import Chain, Refusal, Replacement, Rule, made_by, rule


def _again(pattern: MapOp, xs: SSAValue, position: Nat | None = None) -> MapOp:
    """The same map over another array; its region sees a position in terms of the one there."""
    block = block_like(pattern.block.args)
    end_with(block, applied(pattern, block.args, position))
    again = MapOp(xs, Region(block), pattern.position_name, result_type=UNTYPED)
    again.result.name_hint = pattern.result.name_hint
    return again


def _over_rows(pattern: MapOp, xss: LiftOp, outer: str | None, position: Nat | None = None) -> MapOp:
    """The same map over each row of an array of arrays."""
    block = Block(arg_types=[UNTYPED])
    block.args[0].name_hint = pattern.xs.name_hint
    row = _again(pattern, block.args[0], position)
    end_with(block, Chain.of(row))
    rows = MapOp(xss, Region(block), outer, result_type=UNTYPED)
    rows.result.name_hint = f"{pattern.result.name_hint or 'map'}_n"
    return rows


def _moved(op: LiftOp, old: MapOp, layout: LiftOp, pattern: MapOp) -> Chain:
    """A layout op and the map after it: each keeps the name that it had in the other order.

    The old map stays where it has other uses.
    """
    layout.result.name_hint = op.result.name_hint
    return renamed(Chain.of(layout, pattern), names_beside(op, old))


def _row_map(pattern: MapOp) -> MapOp | None:
    """The map that is all that a map does to each row, and of which each element is computed without the others."""
    inner, row = pattern.yielded.owner, pattern.block.args[0]
    if isinstance(inner, MapOp) and inner.xs is row and row.has_one_use() and pattern.block.first_op is inner:
        return inner
    return None


@rule(SplitOp)
def split_of_map(op: SplitOp) -> Replacement:
    """`split(n, map(f, xs)) = map(map(f), split(n, xs))`"""
    pattern = made_by(op.xs, MapOp)
    if pattern is None:
        return None
    chunks = SplitOp(op.size.data, pattern.xs, result_type=UNTYPED)
    name = pattern.position_name
    if name is None:
        return _moved(op, pattern, chunks, _over_rows(pattern, chunks, None))
    outer = fresh_name(op, "i")
    return _moved(op, pattern, chunks, _over_rows(pattern, chunks, outer, op.size.data * var(outer) + var(name)))


@rule(PartitionOp)
def partition_of_map(op: PartitionOp) -> Replacement:
    """`partition(m, g, map(f, xs)) = map(map(f), partition(m, g, xs))`, where f does not ask for its position."""
    pattern = made_by(op.xs, MapOp)
    if pattern is None or mentions(pattern.block.ops, pattern.position_name):
        return None
    parts = PartitionOp(pattern.xs, op.count.data, op.lengths, result_type=UNTYPED)
    return _moved(op, pattern, parts, _over_rows(pattern, parts, fresh_name(op, "i")))


@rule(JoinOp)
def join_of_maps(op: JoinOp) -> Replacement:
    """`join(map(map(f), xss)) = map(f, join(xss))`, where f does not ask for its position."""
    rows = made_by(op.xs, MapOp)
    inner = rows and _row_map(rows)
    if rows is None or inner is None:
        return None
    if any(mentions(inner.block.ops, name) for name in (rows.position_name, inner.position_name)):
        return None
    flat = JoinOp(rows.xs, None if op.limit is None else op.limit.data, result_type=UNTYPED)
    return _moved(op, rows, flat, _again(inner, flat.result))


@rule(TransposeOp)
def transpose_of_maps(op: TransposeOp) -> Replacement:
    """`transpose(map(map(f), xss)) = map(map(f), transpose(xss))`, the positions exchanged."""
    rows = made_by(op.xs, MapOp)
    inner = rows and _row_map(rows)
    if rows is None or inner is None:
        return None
    turned = TransposeOp(rows.xs, result_type=UNTYPED)
    columns = _over_rows(inner, turned, inner.position_name)
    column = columns.yielded.owner
    if isinstance(column, MapOp):
        column.position = rows.position
    return _moved(op, rows, turned, columns)


@rule(SliceOp)
def slice_of_map(op: SliceOp) -> Replacement:
    """`slice(a, m, map(f, xs)) = map(f, slice(a, m, xs))`"""
    pattern = made_by(op.xs, MapOp)
    if pattern is None:
        return None
    part = SliceOp(pattern.xs, op.start.data, op.size.data, result_type=UNTYPED)
    name = pattern.position_name
    return _moved(op, pattern, part, _again(pattern, part.result, None if name is None else op.start.data + var(name)))


@rule(GatherOp)
def gather_of_map(op: GatherOp) -> Replacement:
    """`gather(h, map(f, xs)) = map(f, gather(h, xs))`"""
    pattern = made_by(op.xs, MapOp)
    if pattern is None:
        return None
    read = GatherOp(pattern.xs, op.function, None if op.size is None else op.size.data, result_type=UNTYPED)
    name = pattern.position_name
    return _moved(op, pattern, read, _again(pattern, read.result, None if name is None else op.function(var(name))))


@rule(ScatterOp)
def scatter_of_map(op: ScatterOp) -> Replacement:
    """`scatter(h, map(f, xs)) = map(f, scatter(h, xs))`, where f does not ask for its position."""
    pattern = made_by(op.xs, MapOp)
    if pattern is None or mentions(pattern.block.ops, pattern.position_name):
        return None
    written = ScatterOp(pattern.xs, op.function, result_type=UNTYPED)
    return _moved(op, pattern, written, _again(pattern, written.result))


@rule(ZipOp, i=Parameter("which operand, from 0", 0, 0))
def zip_of_map(op: ZipOp, i: int) -> Replacement:
    """`zip(map(f, xs), ys) = map(p -> (f(get(0, p)), get(1, p)), zip(xs, ys))`, for operand i."""
    if i >= len(op.parts):
        return Refusal(f"there is no operand {i}")
    pattern = made_by(op.parts[i], MapOp)
    if pattern is None:
        return None
    maps = [pattern if k == i else None for k in range(len(op.parts))]
    arrays = ZipOp([m.xs if m else part for m, part in zip(maps, op.parts, strict=True)], result_type=UNTYPED)
    name = next((m.position_name for m in maps if m and m.position_name), None)
    if name is None and any(isinstance(array.type, ArrayType) and array.type.dependent for array in arrays.parts):
        name = fresh_name(op, "i")
    block = Block(arg_types=[UNTYPED])
    end_with(block, *_parts_of(block.args[0], maps, None if name is None else var(name)))
    mapped = MapOp(arrays, Region(block), name, result_type=UNTYPED)
    mapped.result.name_hint = pattern.result.name_hint
    return _moved(op, pattern, arrays, mapped)


def _parts_of(element: SSAValue, maps: Sequence[MapOp | None], position: Nat | None) -> list[Chain]:
    """What makes of a tuple of elements the tuple of what the maps make of them."""
    chains: list[Chain] = []
    for i, pattern in enumerate(maps):
        part = GetOp(element, i, result_type=UNTYPED)
        body = Chain((), part.result) if pattern is None else applied(pattern, [part.result], position)
        chains.append(Chain([part, *body.ops], body.value))
    return [*chains, Chain.of(TupleOp([chain.value for chain in chains], result_type=UNTYPED))]


MOVEMENT: tuple[Rule[Any], ...] = (
    split_of_map,
    partition_of_map,
    join_of_maps,
    transpose_of_maps,
    slice_of_map,
    gather_of_map,
    scatter_of_map,
    zip_of_map,
)
