"""Rules that give a pattern its execution level: the work items of a device, or one of them, element by element.

Which of them are used, and in which order, is what a strategy says. Rules that hand a pattern to several work items ask
for the top level of a function, where a pattern is a kernel; those that do not hold anywhere.
"""

from __future__ import annotations

from typing import Any

from xdsl.dialects.arith import ConstantOp
from xdsl.dialects.builtin import IntegerAttr, i32
from xdsl.ir import Block, Operation, OpResult, Region, SSAValue

from ...analysis.execution import has_parallel, may_become_kernel
from ...dialects.lift.access import SliceOp
from ...dialects.lift.algorithmic import FilterOp, GenerateOp, MapLike, MapOp, ReduceOp, ScanOp
from ...dialects.lift.body import YieldOp
from ...dialects.lift.layout import JoinOp
from ...dialects.lift.loops import LoopOp
from ...dialects.lift.numbers import LengthOp, NatOp
from ...dialects.lift.operation import UNTYPED, LiftOp
from ...dialects.lift.renaming import substitute_in_op
from ...dialects.lift.types import ExistsType, array_length, holds_array, is_scalar
from ...dialects.nat.expr import var
from ...dialects.ocl.joins import JoinSeqOp
from ...dialects.ocl.patterns import (
    FilterSeqOp,
    MapGlbOp,
    MapLclOp,
    MapSeqOp,
    MapWrgOp,
    ReduceSeqOp,
    ScanSeqOp,
)
from .regions import applied, block_like, end_with, fresh_name, only_rearranges, sole_producer
from .rule import Chain, Replacement, Rule, rule

FEWEST_ITEMS = 32
"""A row of fewer elements than this is not worth a work group."""


def is_computed_where_read(op: Operation) -> bool:
    """Whether an op makes scalars of scalars, so that nothing is stored for it."""
    if not all(is_scalar(value.type) for value in (*op.operands, *op.results)):
        return isinstance(op, LengthOp)
    return op.name.startswith(("arith.", "math.")) or isinstance(op, NatOp | YieldOp)


# map


@rule(MapOp)
def map_to_glb(op: MapOp) -> Replacement:
    """`map(f, xs) = map_glb<0>(f, xs)`, at the top level, where f computes something and nothing in it is parallel."""
    if not may_become_kernel(op) or only_rearranges(op) or has_parallel(op):
        return None
    return MapGlbOp(0, op.xs, op.body.clone(), op.position_name, result_type=UNTYPED)


@rule(MapOp)
def map_to_wrg_and_lcl(op: MapOp) -> Replacement:
    """`map(x -> map(f, g(x)), xs) = map_wrg<0>(x -> map_lcl<0>(f, g(x)), xs)`, at the top level; g rearranges.

    Layout ops that can be written through may come after the inner map. A row of known length has 32 elements or more.
    """
    inner = _row_of_items(op)
    if inner is None or not may_become_kernel(op) or has_parallel(op):
        return None
    block = block_like(op.block.args)
    copies: dict[SSAValue, SSAValue] = dict(zip(op.block.args, block.args, strict=True))
    for original in op.block.ops:
        copy = original.clone(copies)
        if original is inner and isinstance(copy, MapOp):
            row = copy
            copy = MapLclOp(0, row.xs, row.detach_region(row.body), row.position_name, result_type=UNTYPED)
            row.drop_all_references()
            copies[inner.result] = copy.result
            copy.result.name_hint = inner.result.name_hint
        block.add_op(copy)
    return MapWrgOp(0, op.xs, Region(block), op.position_name, result_type=UNTYPED)


def _row_of_items(op: MapOp) -> MapOp | None:
    """The map that is all that a map computes for an element."""
    value = op.yielded
    while isinstance(value, OpResult) and isinstance(value.op, LiftOp) and value.op.parent is op.block:
        inner = value.op
        if isinstance(inner, MapOp) and not only_rearranges(inner):
            alone = all(other is inner or is_cheap(other) for other in op.block.ops)
            return inner if alone and value.has_one_use() and _is_long(value) else None
        operands = inner.written_through()
        if operands is None or len(operands) != 1 or not value.has_one_use():
            return None
        value = operands[0]
    return None


def is_cheap(op: Operation) -> bool:
    """Whether it does no harm to do the same again: an op stores no array and loops over none."""
    if isinstance(op, LoopOp):
        return False
    if isinstance(op, GenerateOp):
        return _gives_scalars(op)
    return only_rearranges(op) or not (op.regions or any(holds_array(value.type) for value in op.results))


def _is_long(row: SSAValue) -> bool:
    length = array_length(row.type)
    return length is None or length.constant is None or length.constant >= FEWEST_ITEMS


@rule(MapOp)
def map_to_seq(op: MapOp) -> Replacement:
    """`map(f, xs) = map_seq(f, xs)`, where f computes something."""
    if only_rearranges(op):
        return None
    return MapSeqOp(op.xs, op.body.clone(), op.position_name, result_type=UNTYPED)


# reduce and scan


@rule(ReduceOp)
def reduce_to_seq(op: ReduceOp) -> Replacement:
    """`reduce(f, a, xs) = reduce_seq(f, a, xs)`"""
    return ReduceSeqOp(op.xs, op.init, op.body.clone(), op.position_name, result_type=UNTYPED)


@rule(ScanOp)
def scan_to_seq(op: ScanOp) -> Replacement:
    """`scan(f, a, xs) = scan_seq(f, a, xs)`"""
    return ScanSeqOp(op.xs, op.init, op.body.clone(), op.position_name, result_type=UNTYPED)


# filter


@rule(FilterOp)
def filter_to_seq(op: FilterOp) -> Replacement:
    """`filter(f, xs) = filter_seq(f, xs)`"""
    return FilterSeqOp(op.xs, op.body.clone(), op.position_name, result_type=UNTYPED)


@rule(JoinOp)
def join_to_seq(op: JoinOp) -> Replacement:
    """`join(rows) = join_seq(rows)`, for rows of hidden length"""
    result = op.result.type
    return JoinSeqOp(op.xs, result.bound.data, result_type=UNTYPED) if isinstance(result, ExistsType) else None


# generate


@rule(GenerateOp)
def generate_to_map(op: GenerateOp) -> Replacement:
    """`generate(n, f) = map((x)[i] -> f(i), generate(n, i -> 0))`, where f is more than scalar code."""
    if _gives_scalars(op):
        return None
    zero = ConstantOp(IntegerAttr(0, i32))
    each = Block([zero, YieldOp(zero.result)])
    places = GenerateOp(op.count.data, fresh_name(op, "i"), Region(each), result_type=UNTYPED)
    block = Block(arg_types=[UNTYPED])
    block.args[0].name_hint = "nothing"
    end_with(block, applied(op, []))
    return Chain.of(places, MapOp(places, Region(block), op.position_name, result_type=UNTYPED))


def _gives_scalars(op: GenerateOp) -> bool:
    """Whether a generator is computed where it is read."""
    return all(map(is_computed_where_read, op.block.ops))


@rule(SliceOp)
def slice_of_mapped(op: SliceOp) -> Replacement:
    """`slice(a, m, map_x(f, xs)) = map_x(f, slice(a, m, xs))`, whoever runs the map, where nothing else reads it."""
    pattern = sole_producer(op.xs, op, MapLike)
    if pattern is None or isinstance(pattern, MapOp):
        return None
    part = SliceOp(pattern.xs, op.start.data, op.size.data, result_type=UNTYPED)
    copy, name = pattern.clone(), pattern.position_name
    copy.operands[0] = part.result
    if name is not None:
        for inner in copy.block.ops:
            substitute_in_op(inner, {name: op.start.data + var(name)})
    return Chain.of(part, copy)


SEQUENTIAL: tuple[Rule[Any], ...] = (map_to_seq, reduce_to_seq, scan_to_seq, filter_to_seq, join_to_seq)
"""What is left is for one work item."""
