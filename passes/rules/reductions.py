"""Rules that distribute a reduction: over the columns of its accumulator, or over chunks of what is reduced.

A fold in chunks is regrouped, so it is done only where ⊕ is associative. What does not fill a chunk is folded at the
end, so a length need not be a multiple of anything.
"""

from __future__ import annotations

from typing import Any, Final

from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.rewriter import Rewriter

from ...analysis.execution import function_around
from ...dialects.lift.access import AtOp
from ...dialects.lift.algorithmic import MapOp, OrderedFold, ReduceOp
from ...dialects.lift.body import YieldOp
from ...dialects.lift.layout import JoinOp, SplitOp
from ...dialects.lift.operation import UNTYPED
from ...dialects.lift.renaming import names_bound_in
from ...dialects.lift.tuples import TupleOp, ZipOp
from ...dialects.lift.types import ArrayType, holds_array
from ...dialects.nat.expr import var
from ...dialects.nat.ring import Nat, const
from ...dialects.ocl.memory import ToGlobalOp, ToLocalOp
from ...dialects.ocl.patterns import MapLclOp, MapWrgOp, ReduceSeqOp
from .chunks import Blocks, Chunks, Cut, EvenParts, Parts, Shares
from .combining import Combining
from .joined_folds import JOINED_FOLDS
from .parameters import size
from .regions import applied, end_with, fresh_name, over_part, take_apart
from .rule import Chain, Refusal, Replacement, Rule, rule

NOTHING_TO_BEGIN_WITH: Final = Refusal("it is not known what a part begins with: there is no neutral element")

# Over columns


@rule(ReduceOp)
def reduce_of_rows(op: ReduceOp) -> Replacement:
    """`reduce((a, r) -> map(f, zip(a, g(r))), i, m) = map((c)[j] -> reduce((b, r) -> f(b, at(g(r), j)), c, m), i)`

    For any g, which is then computed for each column, and for any number of arrays beside the accumulator.
    """
    inner = op.yielded.owner
    if not isinstance(inner, MapOp) or inner.parent is not op.block or not _is_by_columns(op, inner):
        return None
    name = inner.position_name or fresh_name(op, "j")
    block = _block("a")
    # The element is still a row, so the fold is not said to be associative any more.
    words = {word: value for word, value in op.properties.items() if word not in ("associative", "commutative")}
    end_with(block, Chain.of(ReduceOp.untyped([op.xs, block.args[0]], words, [_column(op, var(name))])))
    return MapOp(op.init, Region(block), name, result_type=UNTYPED)


def computed_beside(op: ReduceOp) -> list[Operation]:
    """What an iteration computes beside the map over the accumulator; it is computed for each column then."""
    inner = op.yielded.owner
    zipped = _zipped(inner) if isinstance(inner, MapOp) else None
    return [other for other in op.block.ops if other not in (zipped, inner)]


def _is_by_columns(op: ReduceOp, inner: MapOp) -> bool:
    """Whether an iteration of a reduce is a map over the accumulator, perhaps zipped with others."""
    accumulator, zipped = op.block.args[0], _zipped(inner)
    alone = accumulator.has_one_use() and inner.xs.has_one_use() and inner.result.has_one_use()
    if not alone or not isinstance(accumulator.type, ArrayType):
        return False
    return inner.xs is accumulator or (zipped is not None and accumulator in zipped.parts)


def _zipped(inner: MapOp) -> ZipOp | None:
    """The zip in the same region that a map goes over."""
    zipped = inner.xs.owner
    return zipped if isinstance(zipped, ZipOp) and zipped.parent is inner.parent else None


def _column(op: ReduceOp, position: Nat) -> Region:
    """An iteration for one column: what an iteration does, with the element at a position in place of each array."""
    body = op.body.clone()
    accumulator, last = body.block.args[0], body.block.last_op
    assert isinstance(last, YieldOp)
    inner = last.value.owner
    assert isinstance(inner, MapOp)
    zipped, element = _zipped(inner), accumulator
    both: TupleOp | None = None
    if zipped is not None:
        others = {part: AtOp(part, position, result_type=UNTYPED) for part in zipped.parts if part is not accumulator}
        parts = [accumulator if part is accumulator else others[part].result for part in zipped.parts]
        both = TupleOp(parts, result_type=UNTYPED)
        body.block.insert_ops_before([*others.values(), both], inner)
        element = both.result
    result = applied(inner, [element], position)
    body.block.insert_ops_before(result.ops, inner)
    last.operands[0] = result.value
    Rewriter.erase_op(inner)
    if zipped is not None and both is not None:
        Rewriter.erase_op(zipped)
        take_apart(both)
    return body


# Over chunks


def not_in_rows(fold: OrderedFold, cut: Cut | Refusal) -> Refusal:
    """Why a fold cannot be done in rows, where it cannot."""
    if fold.ordered is not None:
        return Refusal("the fold is said to be ordered")
    if holds_array(fold.init.type):
        return Refusal("the accumulator holds an array")
    if Combining.of(fold) is None and fold.associative is None:
        return Refusal("the fold is not seen to be associative, nor said to be")
    if Combining.of(fold) is None:
        return Refusal("the fold asks for its position, and is only said to be associative")
    assert isinstance(cut, Refusal)
    return cut


def partial(combining: Combining, chunk: SSAValue, size: Nat, start: SSAValue | None, begin: Nat | None) -> Chain:
    """The fold of a chunk that begins at a position of the whole."""
    if begin is None:
        return combining.folded(chunk, size, start, combining.region())
    name = combining.fresh(combining.fold.position_name or "k")
    return combining.folded(chunk, size, start, combining.region(begin + var(name)), name)


def finished(
    combining: Combining, cut: Cut, parts: SSAValue, kind: type[ReduceOp | ReduceSeqOp] = ReduceSeqOp
) -> list[Operation]:
    """The fold of the results of all rows, and then of what is left."""
    total = kind(parts, combining.fold.init, combining.combine(), result_type=UNTYPED)
    rest = cut.rest()
    if rest is None:
        return [total]
    total.result.name_hint = "total"
    name = combining.fresh(combining.fold.position_name or "k") if combining.has_position else None
    body = combining.region(None if name is None else cut.whole + var(name))
    return [total, rest, kind(rest, total, body, name, result_type=UNTYPED)]


@rule(ReduceOp, regroups=True, n=size("elements of a chunk", 4096))
def reduce_in_chunks(op: ReduceOp, n: int) -> Replacement:
    """`reduce(f, a, xs) = reduce_seq(f, reduce_seq(⊕, a, map(c -> reduce(f, e, c), split(n, main))), rest)`

    For `f(a, x) = a ⊕ g(x)` with ⊕ associative and `e ⊕ x = x`, or ⊕ idempotent and e = a; where ⊕ is only said to be
    associative, a chunk begins with its first element. `main` has as many elements of xs as fill chunks of n, and `rest`
    those after them.
    """
    return _in_rows(op, Chunks.of(op, n))


@rule(ReduceOp, regroups=True, m=size("parts, at most", 4), n=size("what the length of a part is a multiple of"))
def reduce_in_parts(op: ReduceOp, m: int, n: int) -> Replacement:
    """`reduce(f, a, xs) = reduce_seq(f, reduce_seq(⊕, a, map(p -> reduce(f, e, p), partition(k, g, main))), rest)`

    As `reduce_in_chunks`, with m parts at most, of one length but for the last: g(i) = `n * min(c, q - c * i)`, and
    `k = q ceildiv c`, for the `q = length floordiv n` times that n elements are there and `c = q floordiv m + 1`. Where ⊕ is
    only said to be associative, it does not hold.
    """
    return _in_rows(op, EvenParts.of(op.xs, op, m, n))


@rule(
    ReduceOp, regroups=True, c=size("how often n elements fill a block", 512), n=size("what a length is a multiple of")
)
def reduce_in_blocks(op: ReduceOp, c: int, n: int) -> Replacement:
    """`reduce(f, a, xs) = reduce_seq(f, reduce_seq(⊕, a, map(p -> reduce(f, e, p), partition(k, g, main))), rest)`

    As `reduce_in_parts`, with parts of at most `c * n` elements: g(i) = `n * min(c, q - c * i)`, and `k = q ceildiv c`, for the
    `q = length floordiv n` times that n elements are there.
    """
    return _in_rows(op, Blocks.of(op.xs, op, c, n))


@rule(ReduceOp, c=size("how often n elements fill a block", 512), n=size("what a length is a multiple of"))
def reduce_by_blocks(op: ReduceOp, c: int, n: int) -> Replacement:
    """`reduce(f, a, xs) = reduce(f, reduce((a, p) -> reduce(f, a, p), a, partition(k, g, main)), rest)`

    For any f, with the blocks and the rest of `reduce_in_blocks`.
    """
    blocks = Blocks.of(op.xs, op, c, n)
    if isinstance(blocks, Refusal):
        return blocks
    name = fresh_name(op, "i")
    block = Block(arg_types=[op.init.type, UNTYPED])
    block.args[0].name_hint, block.args[1].name_hint = op.block.args[0].name_hint, "block"
    row = over_part(op, block.args[1], lambda k: blocks.begin(var(name)) + k)
    row.operands[1] = block.args[0]
    end_with(block, Chain.of(row))
    cut = blocks.cut()
    # A block is no accumulator, so the fold over blocks is not said to be associative.
    words = {word: value for word, value in op.properties.items() if word == "ordered"}
    main = ReduceOp(cut[-1], op.init, Region(block), name, result_type=UNTYPED)
    main.properties.update(words)
    main.result.name_hint = f"{op.result.name_hint or 'reduce'}_n"
    rest = blocks.rest()
    if rest is None:
        return Chain.of(*cut, main)
    few = over_part(op, rest.result, lambda k: blocks.whole + k, names_bound_in(function_around(op)) | {name})
    few.operands[1] = main.result
    few.result.name_hint = f"{op.result.name_hint or 'reduce'}_rest"
    return Chain.of(*cut, main, rest, few)


@rule(ReduceOp, regroups=True, m=size("shares, at most", 4), n=size("what the length of a share is a multiple of"))
def reduce_in_shares(op: ReduceOp, m: int, n: int) -> Replacement:
    """`reduce(f, a, xs) = reduce(f, reduce(⊕, a, map(c -> reduce(f, e, c), split(s, main))), rest)`

    As `reduce_in_chunks`, in chunks whose length grows with that of xs, `s = n * (length floordiv (m * n) + 1)`, so that there
    are m of them at most, all of one length. Where ⊕ is only said to be associative, it does not hold.
    """
    return _in_rows(op, Shares.of(op, m, n), ReduceOp)


def _in_rows(op: ReduceOp, cut: Cut | Refusal, kind: type[ReduceOp | ReduceSeqOp] = ReduceSeqOp) -> Replacement:
    combining = Combining.of(op)
    if combining is None or isinstance(cut, Refusal):
        return not_in_rows(op, cut)
    start = combining.start()
    if start.value is None and isinstance(cut, Parts | Shares):
        return NOTHING_TO_BEGIN_WITH
    ops: list[Operation] = [*start.ops, *cut.cut()]
    parts = partials(combining, ops[-1].results[0], cut, start.value)
    return Chain.of(*ops, parts, *finished(combining, cut, parts.result, kind))


def partials(combining: Combining, rows: SSAValue, cut: Cut, start: SSAValue | None) -> MapOp:
    """The folds of all rows."""
    asks = combining.has_position
    name = combining.fresh("i") if asks or isinstance(cut, Parts) else None
    block = _block("chunk")
    begin, size = (
        (cut.begin(var(name)) if asks else None, cut.length(var(name))) if name else (None, cut.length(const(0)))
    )
    end_with(block, partial(combining, block.args[0], size, start, begin))
    parts = MapOp(rows, Region(block), name, result_type=UNTYPED)
    parts.result.name_hint = "parts"
    return parts


@rule(ReduceOp, regroups=True, n=size("elements of a chunk", 1024), p=size("elements of a piece", 16))
def reduce_in_groups(op: ReduceOp, n: int, p: int) -> Replacement:
    """`reduce(f, a, xs) = reduce_seq(f, reduce_seq(⊕, a, join(map_wrg<0>(g, split(n, main)))), rest)`

    With `g(c) = map_lcl<0>(s -> reduce(⊕, e, s), split(n / p, map_lcl<0>(t -> reduce(f, e, t), split(p, c))))`, of
    which the inner results are in local and the outer one is in global memory; p divides n. For the rest as
    `reduce_in_chunks`.
    """
    combining, chunks = Combining.of(op), Chunks.of(op, n)
    if combining is None or isinstance(chunks, Refusal):
        return not_in_rows(op, chunks)
    if n % p:
        return Refusal(f"{p} does not divide {n}")
    start = combining.start()
    ops: list[Operation] = [*start.ops, *chunks.cut()]
    groups = _groups(combining, ops[-1].results[0], n, p, start.value)
    parts = JoinOp(groups, result_type=UNTYPED)
    parts.result.name_hint = "parts"
    return Chain.of(*ops, groups, parts, *finished(combining, chunks, parts.result))


def _groups(combining: Combining, chunks: SSAValue, size: int, piece: int, start: SSAValue | None) -> MapWrgOp:
    """A work group for each chunk, which gives an array of the one result."""
    name, item = (combining.fresh("i"), combining.fresh("j")) if combining.has_position else (None, None)
    begin = None if name is None or item is None else size * var(name) + piece * var(item)
    block, first, last = _block("chunk"), _block("piece"), _block("sums")
    pieces = SplitOp(piece, block.args[0], result_type=UNTYPED)
    pieces.result.name_hint = "pieces"
    own = partial(combining, first.args[0], const(piece), start, begin)
    end_with(first, own, Chain.of(ToLocalOp(own.value, result_type=UNTYPED)))
    sums = MapLclOp(0, pieces, Region(first), item, result_type=UNTYPED)
    sums.result.name_hint = "sums"
    row = SplitOp(size // piece, sums, result_type=UNTYPED)
    total = combining.folded(last.args[0], const(size // piece), start, combining.combine())
    end_with(last, total, Chain.of(ToGlobalOp(total.value, result_type=UNTYPED)))
    end_with(block, Chain.of(pieces, sums, row, MapLclOp(0, row, Region(last), result_type=UNTYPED)))
    groups = MapWrgOp(0, chunks, Region(block), name, result_type=UNTYPED)
    groups.result.name_hint = "groups"
    return groups


def _block(name: str) -> Block:
    """A block with one argument."""
    block = Block(arg_types=[UNTYPED])
    block.args[0].name_hint = name
    return block


REDUCTIONS: tuple[Rule[Any], ...] = (
    reduce_of_rows,
    reduce_in_chunks,
    reduce_in_parts,
    reduce_in_blocks,
    reduce_by_blocks,
    reduce_in_shares,
    reduce_in_groups,
    *JOINED_FOLDS,
)
