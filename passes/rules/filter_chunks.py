"""Rules that distribute a filter over chunks: what is kept of each chunk are rows of hidden length, which are joined.

How long the rows are is computed first, then where each of them begins, and then each is written there. A condition that
is cheap is evaluated for both; where it is costly, the rows are stored, and copied to their places.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from xdsl.dialects import arith
from xdsl.dialects.builtin import IntegerAttr, UnitAttr, i1, i32
from xdsl.ir import Block, Operation, Region, SSAValue

from ...analysis.execution import function_around, may_become_kernel
from ...dialects.lift.algorithmic import FilterLike, FilterOp, MapOp, ReduceOp, ScanOp
from ...dialects.lift.attributes import IndexFunctionAttr, NatAttr, free_binder
from ...dialects.lift.existential import UnpackOp
from ...dialects.lift.layout import JoinOp, PadOp, PartitionOp
from ...dialects.lift.numbers import LengthOp
from ...dialects.lift.operation import UNTYPED
from ...dialects.lift.renaming import names_bound_in, rename_binders
from ...dialects.lift.scope import scope_at
from ...dialects.lift.storage import at_bound
from ...dialects.lift.tuples import GetOp, TupleOp
from ...dialects.lift.types import ArrayType, ExistsType, array_length
from ...dialects.nat.expr import ceildiv, compare, minimum, sum_over, var
from ...dialects.nat.ring import Nat, const
from ...dialects.ocl.joins import JoinGlbOp, JoinWrgOp
from ...dialects.ocl.patterns import FilterGlbOp, FilterSeqOp, MapGlbOp, MapWrgOp, ScanSeqOp
from .parameters import size, word
from .regions import applied, end_with, fresh_name
from .rule import HIDDEN, Chain, Refusal, Replacement, Rule, made_by, rule

Distribution: TypeAlias = tuple[type[MapGlbOp | MapWrgOp], type[JoinGlbOp | JoinWrgOp]]
"""The map and the join that distribute chunks over work items, or over work groups."""

DISTRIBUTIONS: Final[dict[str, Distribution]] = {"items": (MapGlbOp, JoinGlbOp), "groups": (MapWrgOp, JoinWrgOp)}

BELOW_THE_TOP: Final = Refusal("it is inside of a pattern, where its rows cannot be joined by all work items")


OVER: Final = word("who has a chunk", "groups", "items")


@rule(
    FilterOp,
    n=size("elements of a chunk", 65536),
    over=OVER,
    rows=word("whether rows are stored first", "twice", "once"),
)
def filter_in_chunks(op: FilterOp, n: int, over: str, rows: str) -> Replacement:
    """`filter(f, xs) = join(map(c -> filter_seq(f, c), chunks))`, at the top level; the last chunk may be shorter.

    Row k of the join begins at `offsets[k]`, where `offsets = concat([0], scan(+, 0, map(length, rows)))`. Conditions are
    evaluated twice, for the lengths and for the rows, or once, where the rows are stored first.
    """
    return _in_chunks(op, n, DISTRIBUTIONS[over], rows == "once") if may_become_kernel(op) else BELOW_THE_TOP


@rule(FilterGlbOp)
def filter_glb_to_filter(op: FilterGlbOp) -> Replacement:
    """`filter_glb(f, xs) = filter(f, xs)`: how it is parallel is what `filter_in_chunks` says."""
    return FilterOp(op.xs, op.body.clone(), op.position_name, result_type=UNTYPED)


@rule(JoinOp, over=OVER)
def join_of_rows(op: JoinOp, over: str) -> Replacement:
    """`join(rows) = join_x(row -> row, rows)`, at the top level, for rows of hidden length."""
    result = op.result.type
    if not isinstance(result, ExistsType):
        return None
    if not may_become_kernel(op):
        return BELOW_THE_TOP
    taken = names_bound_in(function_around(op))
    counts = _lengths(op.xs, taken)
    starts = offsets_upto(counts.result, op)
    return Chain.of(counts, *starts, _joined(op.xs, starts[-1], result.bound.data, DISTRIBUTIONS[over], taken))


def _in_chunks(op: FilterLike, size: int, over: Distribution, once: bool) -> Replacement:
    length = array_length(op.xs.type)
    if length is None:
        return HIDDEN
    taken = names_bound_in(function_around(op))
    chunks = _chunks(op.xs, length, size, fresh_name(op, "i"))
    if once:
        rows = _rows(op, chunks.result, size, over, taken)
        lengths = _lengths(rows.result, taken)
        starts = offsets_of(lengths.result, ScanOp)
        join = _joined(rows.result, starts[-1], length, over, taken)
        return Chain.of(chunks, rows, lengths, *starts, join)
    counts = _counts(op, chunks.result, size, over, taken)
    offsets = offsets_of(counts.result, ScanSeqOp)
    name, block = fresh("k", taken), _block("chunk")
    row = _kept(op, block.args[0], size * var(name), taken)
    end_with(block, Chain.of(row))
    last = over[1](0, chunks, offsets[-1], scope_at(op).simplify(length), Region(block), name, result_type=UNTYPED)
    return Chain.of(chunks, counts, *offsets, last)


def _chunks(xs: SSAValue, length: Nat, size: int, name: str) -> PartitionOp:
    lengths = IndexFunctionAttr.of(name, minimum(const(size), length - size * var(name)))
    chunks = PartitionOp.untyped([xs], {"count": NatAttr(ceildiv(length, const(size))), "lengths": lengths})
    chunks.result.name_hint = "chunks"
    return chunks


def _kept(op: FilterLike, chunk: SSAValue, begin: Nat, taken: set[str]) -> FilterSeqOp:
    """What is kept of a chunk that begins at a position of the whole."""
    name = None if op.position_name is None else fresh(op.position_name, taken)
    block = _block(op.block.args[0].name_hint or "x")
    body = applied(op, block.args, None if name is None else begin + var(name))
    for copy in body.ops:
        rename_binders(copy, taken)
    end_with(block, body)
    row = FilterSeqOp(chunk, Region(block), name, result_type=UNTYPED)
    row.result.name_hint = "row"
    return row


def _rows(op: FilterLike, chunks: SSAValue, size: int, over: Distribution, taken: set[str]) -> MapGlbOp | MapWrgOp:
    """What is kept of each chunk."""
    name, block = fresh("k", taken), _block("chunk")
    end_with(block, Chain.of(_kept(op, block.args[0], size * var(name), taken)))
    rows = over[0](0, chunks, Region(block), name, result_type=UNTYPED)
    rows.result.name_hint = "rows"
    return rows


def _counts(op: FilterLike, chunks: SSAValue, size: int, over: Distribution, taken: set[str]) -> MapGlbOp | MapWrgOp:
    """How many elements are kept of each chunk."""
    outer, block = fresh("k", taken), _block("chunk")
    name = None if op.position_name is None else fresh(op.position_name, taken)
    zero = arith.ConstantOp(IntegerAttr(0, i32))
    each = Block(arg_types=[i32, UNTYPED])
    each.args[0].name_hint, each.args[1].name_hint = "count", op.block.args[0].name_hint
    body = applied(op, each.args[1:], None if name is None else size * var(outer) + var(name))
    for copy in body.ops:
        rename_binders(copy, taken)
    keep = _condition(body)
    one = arith.ExtUIOp(keep.value, i32)
    end_with(each, keep, Chain.of(one, arith.AddiOp(each.args[0], one.result)))
    count = ReduceOp(block.args[0], zero, Region(each), name, result_type=UNTYPED)
    zero.result.name_hint, count.result.name_hint = "zero", "count"
    end_with(block, Chain.of(zero, count))
    counts = over[0](0, chunks, Region(block), outer, result_type=UNTYPED)
    counts.result.name_hint = "counts"
    return counts


def _condition(body: Chain) -> Chain:
    """What a filter evaluates for an element, without what is kept of it."""
    if body.value.type == i1:
        return body
    made = made_by(body.value, TupleOp)
    if made is None:
        keep = GetOp(body.value, 0, result_type=UNTYPED)
        return Chain([*body.ops, keep], keep.result)
    keep = made.parts[0]
    made.drop_all_references()  # it is in no block, and its parts may be used once now
    return Chain([op for op in body.ops if op is not made], keep)


def _lengths(rows: SSAValue, taken: set[str]) -> MapOp:
    """How long rows are that are there."""
    name, outer, block = fresh("X", taken), fresh("k", taken), _block("row")
    inner = _block("xs")
    end_with(inner, Chain.of(LengthOp(inner.args[0], i32)))
    end_with(block, Chain.of(UnpackOp(block.args[0], Region(inner), name, result_type=UNTYPED)))
    counts = MapOp(rows, Region(block), outer, result_type=UNTYPED)
    counts.result.name_hint = "counts"
    return counts


def _joined(rows: SSAValue, starts: Operation, most: Nat, over: Distribution, taken: set[str]) -> Operation:
    """Rows that are there, copied to where they belong."""
    position, copied = fresh("k", taken), _block("row")
    end_with(copied, Chain((), copied.args[0]))
    return over[1](0, rows, starts, most, Region(copied), position, result_type=UNTYPED)


def offsets_of(counts: SSAValue, kind: type[ScanOp | ScanSeqOp]) -> list[Operation]:
    """Where each row begins, and where the last one ends; the last of these ops gives them."""
    block = _ends_block()
    end_with(block, Chain.of(arith.AddiOp(block.args[0], block.args[1])))
    zero = arith.ConstantOp(IntegerAttr(0, i32))
    return _padded(zero, kind(counts, zero, Region(block), result_type=UNTYPED))


def offsets_upto(counts: SSAValue, op: JoinOp) -> list[Operation]:
    """Where the rows of a join begin, which may be longer together than its limit.

    Then the largest number of 32 bits stands for all that are larger, and passes the limit as well. Such sums may be regrouped.
    """
    if not _may_pass_limit(op):
        return offsets_of(counts, ScanOp)
    block, most = _ends_block(), arith.ConstantOp(IntegerAttr((1 << 31) - 1, i32))
    end = arith.AddiOp(block.args[0], block.args[1])  # two numbers of 31 bits are together one of 32
    end_with(block, Chain.of(end, most, arith.MinUIOp(end, most)))
    zero = arith.ConstantOp(IntegerAttr(0, i32))
    ends = ScanOp(counts, zero, Region(block), result_type=UNTYPED)
    ends.properties["associative"] = UnitAttr()
    return _padded(zero, ends)


def _may_pass_limit(op: JoinOp) -> bool:
    """Whether it is not known that the rows of a join have no more elements than it says."""
    rows = op.xs.type
    row = rows.at(var("k'")) if isinstance(rows, ArrayType) else None
    if op.limit is None or not isinstance(rows, ArrayType) or not isinstance(row, ExistsType):
        return op.limit is not None
    length = array_length(at_bound(row))
    if length is None:
        return True
    return not scope_at(op).holds(compare(sum_over("k'", rows.length.data, length), "le", op.limit.data))


def _ends_block() -> Block:
    block = Block(arg_types=[i32, i32])
    block.args[0].name_hint, block.args[1].name_hint = "end", "count"
    return block


def _padded(zero: arith.ConstantOp, ends: ScanOp | ScanSeqOp) -> list[Operation]:
    """Ends of rows, and before them where the first one begins."""
    offsets = PadOp("constant", 1, 0, ends, zero.result, result_type=UNTYPED)
    zero.result.name_hint, ends.result.name_hint, offsets.result.name_hint = "zero", "ends", "offsets"
    return [zero, ends, offsets]


def fresh(hint: str, taken: set[str]) -> str:
    name = free_binder(hint, taken)
    taken.add(name)
    return name


def _block(name: str) -> Block:
    """A block with one argument."""
    block = Block(arg_types=[UNTYPED])
    block.args[0].name_hint = name
    return block


FILTER_CHUNKS: tuple[Rule[Any], ...] = (filter_in_chunks, filter_glb_to_filter, join_of_rows)
