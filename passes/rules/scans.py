"""Rules for scans: one that is exclusive is an inclusive one behind its first value, and an inclusive one goes over chunks.

The sums of the chunks come first, then what each begins with.
"""

from __future__ import annotations

from typing import Any, Final

from xdsl.ir import Block, Operation, Region, SSAValue

from ...dialects.lift.access import AtOp, ConcatOp, SliceOp
from ...dialects.lift.algorithmic import GenerateOp, MapOp, ScanOp
from ...dialects.lift.body import YieldOp
from ...dialects.lift.layout import JoinOp, PadOp
from ...dialects.lift.operation import UNTYPED
from ...dialects.lift.tuples import GetOp, ZipOp
from ...dialects.lift.types import array_length
from ...dialects.nat.expr import minimum, var
from ...dialects.nat.ring import const
from ...dialects.ocl.patterns import ScanSeqOp
from .chunks import Chunks, Cut, EvenParts
from .combining import Combining
from .parameters import size
from .reductions import NOTHING_TO_BEGIN_WITH, not_in_rows, partials
from .regions import end_with, fresh_name
from .rule import HIDDEN, Chain, Refusal, Replacement, Rule, rule

EXCLUSIVE: Final = Refusal("the scan is exclusive: `scan_of_exclusive` makes an inclusive one of it")


@rule(ScanOp)
def scan_of_exclusive(op: ScanOp) -> Replacement:
    """`scan exclusive with total(f, a, xs) = concat([a], scan(f, a, xs))`, for a length that has a name.

    `scan exclusive(f, a, xs) = concat([a], scan(f, a, slice(0, n - 1, xs)))`; for no elements, it is empty.
    """
    if op.is_inclusive:
        return None
    length = array_length(op.xs.type)
    if length is None:
        return HIDDEN
    ops: list[Operation] = []
    xs, first = op.xs, const(1)
    if op.total is None:
        first = minimum(length, const(1))
        ops = [SliceOp(op.xs, 0, length - first, result_type=UNTYPED)]
        xs = ops[0].results[0]
    begin = GenerateOp(first, fresh_name(op, "i"), Region(Block([YieldOp(op.init)])), result_type=UNTYPED)
    words = {name: value for name, value in op.properties.items() if name not in ("exclusive", "total")}
    scan = ScanOp.untyped([xs, op.init], words, [op.body.clone()])
    begin.result.name_hint, scan.result.name_hint = "begin", "ends"
    return Chain.of(*ops, begin, scan, ConcatOp([begin, scan], result_type=UNTYPED))


@rule(ScanOp, regroups=True, n=size("elements of a chunk", 4096))
def scan_in_chunks(op: ScanOp, n: int) -> Replacement:
    """`scan(f, a, xs) = concat(join(map((c, b) -> scan(f, b, c), zip(chunks, begins))), scan_seq(f, end, rest))`

    For `f(a, x) = a ⊕ g(x)` with ⊕ associative. `chunks` are the n elements each of xs that fill chunks, and `rest` those
    after them; `concat(begins, [end]) = concat([a], scan_seq(⊕, a, sums))`, where `sums` has for each chunk c what
    `reduce(f, e, c)` gives, as in `reduce_in_chunks`.
    """
    return _in_rows(op, Chunks.of(op, n))


@rule(ScanOp, regroups=True, m=size("parts, at most", 4), n=size("what the length of a part is a multiple of"))
def scan_in_parts(op: ScanOp, m: int, n: int) -> Replacement:
    """`scan(f, a, xs) = concat(join(map((p, b) -> scan(f, b, p), zip(parts, begins))), scan_seq(f, end, rest))`

    As `scan_in_chunks`, with the parts of `reduce_in_parts`.
    """
    return _in_rows(op, EvenParts.of(op.xs, op, m, n))


def _in_rows(op: ScanOp, cut: Cut | Refusal) -> Replacement:
    if not op.is_inclusive:
        return EXCLUSIVE
    combining = Combining.of(op)
    if combining is None or isinstance(cut, Refusal):
        return not_in_rows(op, cut)
    start = combining.start()
    if start.value is None and isinstance(cut, EvenParts):
        return NOTHING_TO_BEGIN_WITH
    ops: list[Operation] = [*start.ops, *cut.cut()]
    split = ops[-1]
    sums = partials(combining, split.results[0], cut, start.value)
    ends = ScanSeqOp(sums, op.init, combining.combine(), result_type=UNTYPED)
    bounds = PadOp("constant", 1, 0, ends, op.init, result_type=UNTYPED)
    begins = SliceOp(bounds, 0, cut.count, result_type=UNTYPED)
    pairs = ZipOp([split, begins], result_type=UNTYPED)
    rows = _rows(combining, pairs.result, cut)
    flat = JoinOp(rows, result_type=UNTYPED)
    named: list[tuple[Operation, str]] = [(sums, "sums"), (ends, "ends"), (begins, "begins"), (rows, "rows")]
    for made, name in named:
        made.results[0].name_hint = name
    ops += [sums, ends, bounds, begins, pairs, rows, flat]
    return Chain.of(*ops, *_finished(combining, cut, bounds.result, flat.result))


def _rows(combining: Combining, pairs: SSAValue, cut: Cut) -> MapOp:
    """The scans of all chunks, each from what it begins with."""
    block = Block(arg_types=[UNTYPED])
    chunk, begin = (GetOp(block.args[0], i, result_type=UNTYPED) for i in range(2))
    chunk.result.name_hint, begin.result.name_hint = "chunk", "begin"
    asks, inner, position = combining.has_position, None, None
    outer = combining.fresh("i") if asks or isinstance(cut, EvenParts) else None
    if asks and outer is not None:
        inner = combining.fresh(combining.fold.position_name or "k")
        position = cut.begin(var(outer)) + var(inner)
    scan = ScanOp(chunk, begin, combining.region(position), inner, result_type=UNTYPED)
    end_with(block, Chain.of(chunk, begin, scan))
    return MapOp(pairs, Region(block), outer, result_type=UNTYPED)


def _finished(combining: Combining, cut: Cut, bounds: SSAValue, flat: SSAValue) -> list[Operation]:
    """The scan of what is left, behind the others."""
    rest = cut.rest()
    if rest is None:
        return []
    end = AtOp(bounds, cut.count, result_type=UNTYPED)
    end.result.name_hint = "end"
    name = combining.fresh(combining.fold.position_name or "k") if combining.has_position else None
    body = combining.region(None if name is None else cut.whole + var(name))
    last = ScanSeqOp(rest, end, body, name, result_type=UNTYPED)
    last.result.name_hint = "last"
    return [rest, end, last, ConcatOp([flat, last.result], result_type=UNTYPED)]


SCANS: tuple[Rule[Any], ...] = (scan_of_exclusive, scan_in_chunks, scan_in_parts)
