"""The rule that distributes a scan over chunks: the sums of the chunks come first, then what each begins with."""

from __future__ import annotations

from typing import Any

from xdsl.ir import Block, Operation, Region, SSAValue

from ...dialects.lift.access import AtOp, ConcatOp, SliceOp
from ...dialects.lift.algorithmic import MapOp, ScanOp
from ...dialects.lift.layout import JoinOp, PadOp
from ...dialects.lift.operation import UNTYPED
from ...dialects.lift.tuples import GetOp, ZipOp
from ...dialects.nat.expr import var
from ...dialects.ocl.patterns import ScanSeqOp
from .combining import Combining
from .parameters import size
from .reductions import Chunks, not_in_chunks, partials
from .regions import end_with
from .rule import Chain, Replacement, Rule, rule


@rule(ScanOp, regroups=True, n=size("elements of a chunk", 4096))
def scan_in_chunks(op: ScanOp, n: int) -> Replacement:
    """`scan(f, a, xs) = concat(join(map((c, b) -> scan(f, b, c), zip(chunks, begins))), scan_seq(f, end, rest))`

    For `f(a, x) = a ⊕ g(x)` with ⊕ associative. `chunks` are the n elements each of xs that fill chunks, and `rest` those
    after them; `concat(begins, [end]) = concat([a], scan_seq(⊕, a, sums))`, where `sums` has for each chunk c what
    `reduce(f, e, c)` gives, as in `reduce_in_chunks`.
    """
    combining, chunks = Combining.of(op), Chunks.of(op, n)
    if combining is None or chunks is None:
        return not_in_chunks(op)
    start = combining.start()
    ops: list[Operation] = [*start.ops, *chunks.split()]
    split = ops[-1]
    sums = partials(combining, split.results[0], n, start.value)
    ends = ScanSeqOp(sums, op.init, combining.combine(), result_type=UNTYPED)
    bounds = PadOp("constant", 1, 0, ends, op.init, result_type=UNTYPED)
    begins = SliceOp(bounds, 0, chunks.count, result_type=UNTYPED)
    pairs = ZipOp([split, begins], result_type=UNTYPED)
    rows = _rows(combining, pairs.result, n)
    flat = JoinOp(rows, result_type=UNTYPED)
    named: list[tuple[Operation, str]] = [(sums, "sums"), (ends, "ends"), (begins, "begins"), (rows, "rows")]
    for made, name in named:
        made.results[0].name_hint = name
    ops += [sums, ends, bounds, begins, pairs, rows, flat]
    return Chain.of(*ops, *_finished(combining, chunks, bounds.result, flat.result))


def _rows(combining: Combining, pairs: SSAValue, size: int) -> MapOp:
    """The scans of all chunks, each from what it begins with."""
    block = Block(arg_types=[UNTYPED])
    chunk, begin = (GetOp(block.args[0], i, result_type=UNTYPED) for i in range(2))
    chunk.result.name_hint, begin.result.name_hint = "chunk", "begin"
    outer = inner = position = None
    if combining.has_position:
        outer, inner = combining.fresh("i"), combining.fresh(combining.fold.position_name or "k")
        position = size * var(outer) + var(inner)
    scan = ScanOp(chunk, begin, combining.region(position), inner, result_type=UNTYPED)
    end_with(block, Chain.of(chunk, begin, scan))
    return MapOp(pairs, Region(block), outer, result_type=UNTYPED)


def _finished(combining: Combining, chunks: Chunks, bounds: SSAValue, flat: SSAValue) -> list[Operation]:
    """The scan of what is left, behind the others."""
    rest = chunks.rest()
    if rest is None:
        return []
    end = AtOp(bounds, chunks.count, result_type=UNTYPED)
    end.result.name_hint = "end"
    name = combining.fresh(combining.fold.position_name or "k") if combining.has_position else None
    body = combining.region(None if name is None else chunks.size * chunks.count + var(name))
    last = ScanSeqOp(rest, end, body, name, result_type=UNTYPED)
    last.result.name_hint = "last"
    return [rest, end, last, ConcatOp([flat, last.result], result_type=UNTYPED)]


SCANS: tuple[Rule[Any], ...] = (scan_in_chunks,)
