"""Rules that give a pattern its execution level: the work items of a device, or one of them, element by element.

Which of them are used, and in which order, is what a strategy says. Rules that hand a pattern to several work items ask
for the top level of a function, where a pattern is a kernel; those that do not hold anywhere.
"""

from __future__ import annotations

from typing import Any

from xdsl.dialects.arith import ConstantOp
from xdsl.dialects.builtin import IntegerAttr, i32
from xdsl.ir import Block, Operation, OpResult, Region, SSAValue

from ...analysis.execution import function_around, has_parallel, may_become_kernel
from ...dialects.lift.access import AtOp, ConcatOp, SliceOp
from ...dialects.lift.algorithmic import FilterOp, GenerateOp, MapLike, MapOp, ReduceOp, ScanOp
from ...dialects.lift.body import YieldOp
from ...dialects.lift.layout import JoinOp
from ...dialects.lift.loops import LoopOp
from ...dialects.lift.numbers import LengthOp, NatOp
from ...dialects.lift.operation import UNTYPED, LiftOp
from ...dialects.lift.profile import profile_of
from ...dialects.lift.renaming import names_bound_in, rename_binders, substitute_in_op
from ...dialects.lift.types import ArrayType, ExistsType, array_length, holds_array, is_scalar
from ...dialects.lift.upstream import is_scalar_op
from ...dialects.nat.expr import var
from ...dialects.nat.ring import const
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
from .regions import applied, block_like, end_with, fresh_name, mentions, only_rearranges, sole_producer
from .rule import Chain, Replacement, Rule, rule


def is_computed_where_read(op: Operation) -> bool:
    """Whether an op makes scalars of scalars, so that nothing is stored for it."""
    if not all(is_scalar(value.type) for value in (*op.operands, *op.results)):
        return isinstance(op, LengthOp)
    return is_scalar_op(op) or isinstance(op, NatOp | YieldOp)


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
            return inner if alone and value.has_one_use() and _is_long(value, op) else None
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


def _is_long(row: SSAValue, op: Operation) -> bool:
    """Whether a row is worth a work group."""
    length = array_length(row.type)
    return length is None or length.constant is None or length.constant >= profile_of(op).fewest_items


@rule(MapOp)
def map_to_seq(op: MapOp) -> Replacement:
    """`map(f, xs) = map_seq(f, xs)`, where f computes something."""
    if only_rearranges(op):
        return None
    return MapSeqOp(op.xs, op.body.clone(), op.position_name, result_type=UNTYPED)


@rule(JoinOp)
def join_of_few_rows(op: JoinOp) -> Replacement:
    """`join(map(f, xs)) = concat(f(xs[0]), .., f(xs[n - 1]))`, at the top level, for few rows of different lengths.

    Each of them may be a kernel of its own then, with as many work items as it has elements.
    """
    pattern = sole_producer(op.xs, op, MapOp)
    if pattern is None or not may_become_kernel(op) or only_rearranges(pattern) or has_parallel(pattern):
        return None
    rows = pattern.xs.type
    count = rows.length.data.constant if isinstance(rows, ArrayType) and rows.dependent else None
    if count is None or not 1 <= count <= profile_of(op).parts:
        return None
    taken = names_bound_in(function_around(op))
    parts: list[Chain] = []
    for k in range(count):
        row = AtOp(pattern.xs, k, result_type=UNTYPED)
        row.result.name_hint = pattern.block.args[0].name_hint
        part = applied(pattern, [row.result], const(k))
        for copy in part.ops:
            rename_binders(copy, taken)
        parts.append(Chain([row, *part.ops], part.value))
    whole = ConcatOp([part.value for part in parts], result_type=UNTYPED)
    return Chain([*(one for part in parts for one in part.ops), whole], whole.result)


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
    return _map_over_places(op, applied(op, []))


@rule(GenerateOp)
def generate_of_constant(op: GenerateOp) -> Replacement:
    """`generate(n, i -> x) = map(u -> x, generate(n, i -> 0))`, where x is an array that is read where it is."""
    if _gives_scalars(op) or not _is_constant(op):
        return None
    x = applied(op, [])
    places = _map_over_places(op, Chain((), x.value))
    return Chain((*x.ops, *places.ops), places.value)


@rule(MapOp)
def map_of_constant(op: MapOp) -> Replacement:
    """`map(u -> x, xs) = map(u -> y, xs)` with y = x before it, where x is an array that is read where it is."""
    if only_rearranges(op) or not _is_constant(op):
        return None
    x, block = applied(op, op.block.args), block_like(op.block.args)
    end_with(block, Chain((), x.value))
    mapped = MapOp(op.xs, Region(block), op.position_name, result_type=UNTYPED)
    return Chain((*x.ops, mapped), mapped.result)


def _map_over_places(op: GenerateOp, body: Chain) -> Chain:
    """A map over as many places as a generator has, with this region."""
    zero = ConstantOp(IntegerAttr(0, i32))
    each = Block([zero, YieldOp(zero.result)])
    places = GenerateOp(op.count.data, fresh_name(op, "i"), Region(each), result_type=UNTYPED)
    block = Block(arg_types=[UNTYPED])
    block.args[0].name_hint = "nothing"
    end_with(block, body)
    return Chain.of(places, MapOp(places, Region(block), op.position_name, result_type=UNTYPED))


def _gives_scalars(op: GenerateOp) -> bool:
    """Whether a generator is computed where it is read."""
    return all(map(is_computed_where_read, op.block.ops))


def _is_constant(op: MapOp | GenerateOp) -> bool:
    """Whether a region gives the same array everywhere, and nothing is stored for it."""
    unused = all(argument.first_use is None for argument in op.block.args)
    return (
        unused
        and holds_array(op.yielded.type)
        and not mentions(op.block.ops, op.position_name)
        and all(map(_is_read_where_it_is, op.block.ops))
    )


def _is_read_where_it_is(op: Operation) -> bool:
    if isinstance(op, GenerateOp):
        return all(map(_is_read_where_it_is, op.block.ops))
    return only_rearranges(op) or is_computed_where_read(op)


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
