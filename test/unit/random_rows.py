"""Rules for rows that differ in length: arrays that are cut into such, and folds and scans of each."""

from __future__ import annotations

from program_generator import SCALARS, Built, Generator, constant, function, generates, length
from random_scalars import next_accumulator, operations
from xdsl.ir import Attribute, SSAValue

from lift.dialects.lift.access import GatherOp
from lift.dialects.lift.algorithmic import MapOp, ReduceOp, ScanOp
from lift.dialects.lift.layout import JoinOp, PartitionOp
from lift.dialects.lift.types import ArrayType, ExistsType
from lift.dialects.nat.expr import compare, floordiv, if_then_else, maximum, var
from lift.dialects.nat.ring import const


@generates(PartitionOp)
def _partition(g: Generator) -> Built:
    xs = g.array()
    if xs is None or isinstance(xs.type, ExistsType):
        return None
    n, i = length(xs), var("i")
    match g.number(0, 4):
        case 0:
            return PartitionOp(xs, 2, function("i", if_then_else(compare(i, "eq", 0), 1, n - 1)))
        case 1:
            return PartitionOp(xs, 2, function("i", floordiv(n + i, 2)))
        case 2:
            return PartitionOp(xs, n, function("i", const(1)))
        case 3:
            return _partition_again(g)
        case _:
            return PartitionOp(xs, 3, function("i", if_then_else(compare(i, "eq", 1), maximum(n - 2, 0), 1)))


def _partition_again(g: Generator) -> Built:
    """The elements of rows, in rows of the same lengths once more, perhaps in another order in between."""
    rows = g.some(lambda type_: isinstance(type_, ArrayType) and isinstance(type_.element, ArrayType))
    if rows is None:
        return None
    assert isinstance(rows.type, ArrayType)
    row = rows.type.at(var("i"))
    assert isinstance(row, ArrayType)
    flat = JoinOp(rows).result
    if g.number(0, 1):
        flat = GatherOp(flat, function("i", length(flat) - 1 - var("i"))).result
    return PartitionOp(flat, length(rows), function("i", row.length.data))


def folded_rows(g: Generator) -> Built:
    """What is folded or scanned in each of rows that differ in length, which are shared out, and cut where they may be long."""
    rows = g.some(_by_a_table) if g.number(0, 3) else None
    if rows is None:
        rows = g.some(lambda type_: isinstance(type_, ArrayType) and type_.dependent)
    scalar = None if rows is None else _scalar_in(rows.type)
    if rows is None or scalar is None:
        return None
    kind, start = g.one((ReduceOp, ReduceOp, ScanOp)), constant(scalar, g.number(0, 1))
    combined = g.one(operations(scalar, combining=True))

    def combine(a: SSAValue, b: SSAValue) -> SSAValue:
        return combined(a, b).result

    def each(row: SSAValue) -> SSAValue:
        fold = kind.over([row, start], combine).result
        with g.inside((row,)):
            return next_accumulator(g, fold) if kind is ReduceOp and g.number(0, 1) else fold

    return MapOp.over([rows], each, g.fresh())


def _by_a_table(type_: Attribute) -> bool:
    """Whether a table says how long the rows of an array are."""
    row = type_.element if isinstance(type_, ArrayType) and type_.dependent else None
    return isinstance(row, ArrayType) and bool(row.length.data.tables) and row.element in SCALARS


def _scalar_in(rows: ArrayType | Attribute) -> Attribute | None:
    """The scalar of which there are rows."""
    row = rows.element if isinstance(rows, ArrayType) else None
    return row.element if isinstance(row, ArrayType) and row.element in SCALARS else None
