"""Rules that give a pattern its execution level: the work items of a device, or one of them, element by element.

Which of them are used, and where, is what a strategy says. Parallel maps stand in each other as OpenCL has it, which the
verifiers of their ops see to.
"""

from __future__ import annotations

from typing import Any

from xdsl.dialects.arith import ConstantOp
from xdsl.dialects.builtin import IntegerAttr, UnitAttr, i32
from xdsl.ir import Block, Operation, Region

from ...analysis.execution import function_around
from ...dialects.lift.access import AtOp, ConcatOp, SliceOp
from ...dialects.lift.algorithmic import FilterOp, GenerateOp, MapLike, MapOp, ReduceOp, ScanOp
from ...dialects.lift.body import YieldOp
from ...dialects.lift.layout import JoinOp
from ...dialects.lift.loops import LoopOp
from ...dialects.lift.numbers import LengthOp, NatOp
from ...dialects.lift.operation import UNTYPED
from ...dialects.lift.renaming import names_bound_in, rename_binders, substitute_in_op
from ...dialects.lift.types import ExistsType, array_length, holds_array, is_scalar
from ...dialects.lift.updates import UpdateOp
from ...dialects.lift.upstream import is_scalar_op
from ...dialects.limits import UNROLLED_OPS
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
    Sequential,
    UpdateSeqOp,
)
from .parameters import dimension
from .regions import applied, block_like, end_with, fresh_name, mentions, not_alone, only_rearranges, sole_producer
from .rule import Chain, Refusal, Replacement, Rule, made_by, rule


def is_computed_where_read(op: Operation) -> bool:
    """Whether an op makes scalars of scalars, so that nothing is stored for it."""
    if not all(is_scalar(value.type) for value in (*op.operands, *op.results)):
        return isinstance(op, LengthOp)
    return is_scalar_op(op) or isinstance(op, NatOp | YieldOp)


# map


@rule(MapOp, d=dimension("the dimension"))
def map_to_glb(op: MapOp, d: int) -> Replacement:
    """`map(f, xs) = map_glb<d>(f, xs)`, in no parallel map of work groups and items, or of this dimension."""
    return MapGlbOp(d, op.xs, op.body.clone(), op.position_name, result_type=UNTYPED)


@rule(MapOp, d=dimension("the dimension"))
def map_to_wrg(op: MapOp, d: int) -> Replacement:
    """`map(f, xs) = map_wrg<d>(f, xs)`, in no map of work items, and in none of work groups of this dimension."""
    return MapWrgOp(d, op.xs, op.body.clone(), op.position_name, result_type=UNTYPED)


@rule(MapOp, d=dimension("the dimension"))
def map_to_lcl(op: MapOp, d: int) -> Replacement:
    """`map(f, xs) = map_lcl<d>(f, xs)`, in a map of work groups, and in none of work items of this dimension."""
    return MapLclOp(d, op.xs, op.body.clone(), op.position_name, result_type=UNTYPED)


def is_cheap(op: Operation) -> bool:
    """Whether it does no harm to do the same again: an op stores no array and loops over none."""
    if isinstance(op, LoopOp):
        return False
    if isinstance(op, GenerateOp):
        return gives_scalars(op)
    return only_rearranges(op) or not (op.regions or any(holds_array(value.type) for value in op.results))


@rule(MapOp)
def map_to_seq(op: MapOp) -> Replacement:
    """`map(f, xs) = map_seq(f, xs)`"""
    return MapSeqOp(op.xs, op.body.clone(), op.position_name, result_type=UNTYPED)


@rule(JoinOp)
def join_of_few_rows(op: JoinOp) -> Replacement:
    """`join(map(f, xs)) = concat(f(xs[0]), .., f(xs[n - 1]))`, where the number n of rows is known.

    Each of them may be a kernel of its own then, with as many work items as it has elements.
    """
    pattern = made_by(op.xs, MapOp)
    length = None if pattern is None else array_length(pattern.xs.type)
    count = None if length is None else length.constant
    if pattern is None or not count:
        return pattern and Refusal("the number of rows is not known, or there is none")
    if count * sum(1 for _ in pattern.walk()) > UNROLLED_OPS.number:
        return Refusal(f"there would be more than {UNROLLED_OPS.number} {UNROLLED_OPS.what}")
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
    """`scan(f, a, xs) = scan_seq(f, a, xs)`, where it is inclusive"""
    if not op.is_inclusive:
        return None
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


# update


@rule(UpdateOp)
def update_to_seq(op: UpdateOp) -> Replacement:
    """`update(f, xs, is, r) = update_seq(f, xs, is, r)`"""
    return UpdateSeqOp(op.xs, op.indices, op.init, op.body.clone(), op.position_name, result_type=UNTYPED)


# generate


@rule(GenerateOp)
def generate_to_map(op: GenerateOp) -> Replacement:
    """`generate(n, f) = map((x)[i] -> f(i), generate(n, i -> 0))`"""
    if op.number is not None:
        return None
    return _map_over_places(op, applied(op, []))


@rule(GenerateOp)
def generate_of_constant(op: GenerateOp) -> Replacement:
    """`generate(n, i -> x) = map(u -> x, generate(n, i -> 0))`, where x does not depend on i."""
    if not is_constant(op) or op.number is not None:
        return None
    x = applied(op, [])
    places = _map_over_places(op, Chain((), x.value))
    return Chain((*x.ops, *places.ops), places.value)


@rule(MapOp)
def map_of_constant(op: MapOp) -> Replacement:
    """`map(u -> x, xs) = map(u -> y, xs)` with y = x before it, where x does not depend on u or its position."""
    if not is_constant(op):
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


def gives_scalars(op: GenerateOp) -> bool:
    """Whether a generator is computed where it is read."""
    return all(map(is_computed_where_read, op.block.ops))


def is_constant(op: MapOp | GenerateOp) -> bool:
    """Whether a region gives the same everywhere."""
    unused = all(argument.first_use is None for argument in op.block.args)
    return unused and not mentions(op.block.ops, op.position_name)


@rule(SliceOp)
def slice_of_mapped(op: SliceOp) -> Replacement:
    """`slice(a, m, map_x(f, xs)) = map_x(f, slice(a, m, xs))`, whoever runs the map, where nothing else reads it."""
    pattern = sole_producer(op.xs, op, MapLike)
    if pattern is None or isinstance(pattern, MapOp):
        return not_alone(op.xs, op, MapLike)
    part = SliceOp(pattern.xs, op.start.data, op.size.data, result_type=UNTYPED)
    copy, name = pattern.clone(), pattern.position_name
    copy.operands[0] = part.result
    if name is not None:
        for inner in copy.block.ops:
            substitute_in_op(inner, {name: op.start.data + var(name)})
    return Chain.of(part, copy)


# unroll


@rule(Sequential)
def unroll(op: Sequential) -> Replacement:
    """`map_seq(f, xs) = map_seq unroll(f, xs)`, and so for `reduce_seq` and `scan_seq`, where the length is a number."""
    if op.unroll is not None:
        return None
    copy = op.clone()
    copy.unroll = UnitAttr()
    return copy


SEQUENTIAL: tuple[Rule[Any], ...] = (map_to_seq, reduce_to_seq, scan_to_seq, filter_to_seq, update_to_seq, join_to_seq)
"""What is left is for one work item."""

MAPPING: tuple[Rule[Any], ...] = (
    map_to_glb,
    map_to_wrg,
    map_to_lcl,
    *SEQUENTIAL,
    unroll,
    join_of_few_rows,
    generate_to_map,
    generate_of_constant,
    map_of_constant,
    slice_of_mapped,
)
