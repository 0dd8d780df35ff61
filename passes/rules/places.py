"""Rules for arrays of as many elements as a number of run time says, for rows of such that are joined, and for what is opened.

The number becomes a hidden length, under whose name the positions are those of any other array.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, cast

from xdsl.dialects.arith import ConstantOp, ExtSIOp, MaxSIOp, MinSIOp, TruncIOp
from xdsl.dialects.builtin import IntegerAttr, IntegerType, i32
from xdsl.ir import Block, Operation, Region

from ...analysis.execution import function_around, may_become_kernel
from ...dialects.lift.algorithmic import GenerateOp, MapOp
from ...dialects.lift.body import YieldOp
from ...dialects.lift.existential import PackOp, UnpackOp
from ...dialects.lift.layout import JoinOp
from ...dialects.lift.numbers import NatOp
from ...dialects.lift.operation import UNTYPED
from ...dialects.lift.renaming import names_bound_in, rename_binders
from ...dialects.lift.types import ExistsType, holds_array
from ...dialects.lift.upstream import is_scalar_op
from ...dialects.nat.expr import var
from ...dialects.ocl.places import PlacesOp
from ...dialects.ocl.rows import RowOp
from .filter_chunks import BELOW_THE_TOP, DISTRIBUTIONS, OVER, fresh, offsets_upto
from .regions import applied, block_like, end_with, fresh_name
from .rule import Chain, Refusal, Replacement, Rule, made_by, rule

MOST: Final = (1 << 31) - 1


@rule(GenerateOp)
def generate_of_number(op: GenerateOp) -> Replacement:
    """`generate(n upto m, f) = unpack((u)[X] -> pack(generate(X, f)), places(n upto m))`"""
    if op.number is None:
        return None
    assert isinstance(op.result.type, ExistsType)
    places, name = _places(op), fresh_name(op, "X")
    block = _opened()
    inner = _named(op, name)
    pack = PackOp(inner, op.result.type)
    block.add_ops([inner, pack, YieldOp(pack)])
    return Chain.of(*places, UnpackOp(places[-1], Region(block), name, result_type=UNTYPED))


@rule(UnpackOp)
def unpack_of_generate(op: UnpackOp) -> Replacement:
    """`unpack((xs)[X] -> f(xs), generate(n upto m, g)) = unpack((u)[X] -> f(generate(X, g)), places(n upto m))`"""
    producer, name = made_by(op.value, GenerateOp), op.position_name
    if producer is None or producer.number is None or name is None or op.binds_table:
        return None
    places, inner = _places(producer), _named(producer, name)
    if not producer.result.has_one_use():
        rename_binders(inner, names_bound_in(function_around(op)))
    block, body = _opened(), applied(op, [inner.result])
    if inner.result.first_use is None:  # only the length is asked for
        inner.drop_all_references()
        end_with(block, body)
    else:
        end_with(block, Chain.of(inner), body)
    return Chain.of(*places, UnpackOp(places[-1], Region(block), name, result_type=UNTYPED))


@rule(UnpackOp)
def unpack_of_scalar(op: UnpackOp) -> Replacement:
    """`unpack((xs)[X] -> f(g(xs), y), e) = f(unpack((xs)[X] -> g(xs), e), y)`, for an op f of scalars, and y that is known outside."""
    last = op.yielded.owner
    if not isinstance(last, Operation) or last.parent is not op.block or not is_scalar_op(last):
        return None
    inside = {operand for operand in last.operands if op.is_ancestor(operand.owner)}
    if len(inside) != 1 or not op.yielded.has_one_use() or op.binds_table or op.position_name is None:
        return None
    (opened,) = inside
    block = block_like(op.block.args)
    body = applied(op, block.args)
    again = body.value.owner
    assert isinstance(again, Operation)
    part = again.operands[list(last.operands).index(opened)]
    end_with(block, Chain([one for one in body.ops if one is not again], part))
    again.drop_all_references()
    unpack = UnpackOp(op.value, Region(block), op.position_name, result_type=UNTYPED)
    unpack.result.name_hint = opened.name_hint
    return Chain.of(unpack, last.clone({opened: unpack.result}))


def _opened() -> Block:
    """The block in which places have a name for how many they are."""
    block = Block(arg_types=[UNTYPED])
    block.args[0].name_hint = "nothing"
    return block


def _places(op: GenerateOp) -> list[Operation]:
    """As many places as a number says; the last op gives them."""
    number = op.number
    assert number is not None
    type_ = cast("IntegerType", number.type)
    width, ops = type_.width.data, list[Operation]()
    if width < i32.width.data:
        ops.append(ExtSIOp(number, i32))
    elif width > i32.width.data:
        zero, most = (ConstantOp(IntegerAttr(end, type_)) for end in (0, MOST))
        least = MinSIOp(number, most)
        between = MaxSIOp(least, zero)
        ops += [zero, most, least, between, TruncIOp(between, i32)]
    places = PlacesOp(ops[-1] if ops else number, op.count.data, result_type=UNTYPED)
    places.result.name_hint = "places"
    return [*ops, places]


def _named(op: GenerateOp, length: str) -> GenerateOp:
    """The same generator, up to a length that has a name."""
    inner = GenerateOp(var(length), op.position_name or "", op.body.clone(), result_type=UNTYPED)
    inner.result.name_hint = op.result.name_hint
    return inner


STORED: Final = Refusal("the rows are made of arrays that are computed, and would be computed twice")


@dataclass(frozen=True)
class CheapRow:
    """The row that a region gives, whose length is known before its elements are."""

    source: GenerateOp | RowOp
    """What has the length."""
    opened: UnpackOp | None
    """What computes the elements, of others that are as many."""

    @classmethod
    def of(cls, pattern: MapOp) -> CheapRow | None:
        """The row that the region of a map gives."""
        opened = made_by(pattern.yielded, UnpackOp)
        if opened is not None:
            pack = made_by(opened.yielded, PackOp)
            length = None if pack is None or pack.parent is not opened.block else pack.hidden_length
            if length is None or opened.binds_table or length is not var(opened.position_name or ""):
                return None
        value = pattern.yielded if opened is None else opened.value
        source = made_by(value, GenerateOp) or made_by(value, RowOp)
        if source is None or (isinstance(source, GenerateOp) and source.number is None):
            return None
        inside = all(one is None or one.parent is pattern.block for one in (source, opened))
        return cls(source, opened) if inside else None


@rule(JoinOp, over=OVER)
def join_of_cheap_rows(op: JoinOp, over: str) -> Replacement:
    """`join(map(f, xs)) = join_x(f, xs)`, at the top level, where f gives as many elements as scalar code says.

    A row is `generate(n upto m, g)` or `row(ys, b, n)`, or as long as such a one. Row k begins at `offsets[k]`, where
    `offsets = concat([0], scan(+, 0, map(x -> length(f(x)), xs)))`. So no row is stored but in its place.
    """
    pattern, result = made_by(op.xs, MapOp), op.result.type
    row = None if pattern is None else CheapRow.of(pattern)
    if pattern is None or row is None:
        return None
    if not may_become_kernel(op):
        return BELOW_THE_TOP
    if any(
        one not in (row.source, row.opened) and any(holds_array(value.type) for value in one.results)
        for one in pattern.block.ops
    ):
        return STORED
    assert isinstance(result, ExistsType)
    taken = names_bound_in(function_around(op))
    counts = _counts(pattern, row, taken)
    starts = offsets_upto(counts.result, op)
    block, body, position = _copied(pattern, taken)
    end_with(block, body)
    kind = DISTRIBUTIONS[over][1]
    join = kind(0, pattern.xs, starts[-1], result.bound.data, Region(block), position, result_type=UNTYPED)
    return Chain.of(counts, *starts, join)


def _counts(pattern: MapOp, row: CheapRow, taken: set[str]) -> MapOp:
    """How long the rows are."""
    (block, body, position), inner = _copied(pattern, taken), Block(arg_types=[UNTYPED])
    length = fresh("X", taken)
    end_with(inner, Chain.of(NatOp(var(length), i32)))  # not of the elements, so that nobody computes these
    ops = [one for one in pattern.block.ops if not isinstance(one, YieldOp)]
    value = body.ops[ops.index(row.source)].results[0]
    kept = [copy for one, copy in zip(ops, body.ops, strict=True) if one is not row.opened]
    for copy in body.ops:
        if copy not in kept:
            copy.drop_all_references()
    count = UnpackOp(value, Region(inner), length, result_type=UNTYPED)
    end_with(block, Chain(kept, value), Chain.of(count))
    counts = MapOp(pattern.xs, Region(block), position, result_type=UNTYPED)
    counts.result.name_hint = "counts"
    return counts


def _copied(pattern: MapOp, taken: set[str]) -> tuple[Block, Chain, str]:
    """A block for the region of a map, the ops that belong in it, and the name of its position."""
    name, block = fresh(pattern.position_name or "k", taken), block_like(pattern.block.args)
    body = applied(pattern, block.args, var(name))
    for copy in body.ops:
        rename_binders(copy, taken)
    return block, body, name


PLACES: tuple[Rule[Any], ...] = (generate_of_number, unpack_of_generate, unpack_of_scalar, join_of_cheap_rows)
