"""Rules that cut a pattern into rows: a map or a fold over chunks, with one over the elements of a chunk inside.

The pattern that keeps the region keeps its name, `%c`; the new one around it is `%c_n`, and layout ops are called what they
are. So a script that names `%c` means the same pattern before and after.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from xdsl.ir import Block, Operation, Region, SSAValue

from ...dialects.lift.access import GatherOp, ScatterOp
from ...dialects.lift.algorithmic import FoldLike, MapLike, MapOp, ReduceOp
from ...dialects.lift.attributes import IndexFunctionAttr
from ...dialects.lift.layout import JoinOp, PartitionOp, SplitOp
from ...dialects.lift.operation import UNTYPED
from ...dialects.lift.permutations import inverse_of
from ...dialects.lift.scope import scope_at
from ...dialects.lift.types import ArrayType, array_length
from ...dialects.nat.expr import compare, floordiv, if_then_else, mod, var
from ...dialects.nat.ring import Nat
from ...dialects.ocl.patterns import MapSeqOp, MapWrgOp
from .chunks import EvenParts
from .parameters import Parameter, size
from .regions import applied, block_like, end_with, fresh_name, mentions, over_part
from .rule import Chain, Refusal, Replacement, Rule, made_by, rule, unproved


def not_divided(op: MapOp | FoldLike, n: int) -> Refusal | None:
    """Why an array cannot be cut into rows of n, if it cannot."""
    length = array_length(op.xs.type)
    if length is None:
        return Refusal("the length is hidden")
    claim = compare(mod(length, n), "eq", 0)
    if claim.decided is False:
        return Refusal(f"{n} does not divide {length}")
    return None if scope_at(op).holds(claim) else unproved(claim, scope_at(op))


def around(value: SSAValue, what: str) -> str:
    """What a new pattern around an old one is called, or its argument."""
    return f"{value.name_hint or what}_n"


def in_rows(
    op: MapOp,
    rows: SSAValue,
    place: Callable[[Nat, Nat], Nat],
    row_map: Callable[..., MapLike] = MapOp,
    rows_map: Callable[..., MapLike] = MapOp,
) -> Chain:
    """`join(map(map(f), rows))`, where element k of row i is at `place(i, k)` in the array."""
    name = op.position_name
    outer = None if name is None and not _is_dependent(rows) else fresh_name(op, "i")
    inner = block_like(op.block.args)
    end_with(inner, applied(op, inner.args, None if name is None or outer is None else place(var(outer), var(name))))
    block = Block(arg_types=[UNTYPED])
    block.args[0].name_hint = around(op.block.args[0], "x")
    row = row_map(block.args[0], Region(inner), name, result_type=UNTYPED)
    row.result.name_hint = op.result.name_hint
    end_with(block, Chain.of(row))
    all_rows = rows_map(rows, Region(block), outer, result_type=UNTYPED)
    all_rows.result.name_hint = around(op.result, "map")
    join = JoinOp(all_rows, result_type=UNTYPED)
    join.result.name_hint = "join"
    return Chain.of(all_rows, join)


def _is_dependent(rows: SSAValue) -> bool:
    """Whether rows need a name for their position."""
    return isinstance(rows.owner, PartitionOp) or (isinstance(rows.type, ArrayType) and rows.type.dependent)


def _after(first: Operation, chain: Chain) -> Chain:
    """A chain with the op that it uses before it."""
    return Chain([first, *chain.ops], chain.value)


@rule(MapOp, n=size("elements of a row"))
def split_join(op: MapOp, n: int) -> Replacement:
    """`map(f, xs) = join(map(map(f), split(n, xs)))`, where n divides the length."""
    refusal = not_divided(op, n)
    if refusal is not None:
        return refusal
    rows = SplitOp(n, op.xs, result_type=UNTYPED)
    return _after(rows, in_rows(op, rows.result, lambda i, k: n * i + k))


@rule(MapOp, c=size("elements of a chunk", 1024))
def map_to_chunks(op: MapOp, c: int) -> Replacement:
    """`map(f, xs) = join(map_wrg(map_seq(f), split(c, xs)))`, where c divides the length: a work group has a chunk."""
    refusal = not_divided(op, c)
    if refusal is not None:
        return refusal
    chunks = SplitOp(c, op.xs, result_type=UNTYPED)
    return _after(chunks, in_rows(op, chunks.result, lambda i, k: c * i + k, MapSeqOp, partial(MapWrgOp, 0)))


@rule(MapOp)
def map_of_join(op: MapOp) -> Replacement:
    """`map(f, join(xss)) = join(map(map(f), xss))`; a position k becomes `n * i + j`, for rows of one length n."""
    join = made_by(op.xs, JoinOp)
    if join is None or join.has_hidden_rows or not isinstance(join.xs.type, ArrayType):
        return None
    rows = join.xs.type
    length = array_length(rows.element)
    if rows.dependent and mentions(op.block.ops, op.position_name):
        return Refusal("the position is used, and the rows differ in their lengths or types")
    return in_rows(op, join.xs, lambda i, k: k if length is None else length * i + k)


# partition


@rule(MapOp, m=size("parts, at most", 4), n=Parameter("what the length of a part is a multiple of", 1, 1, needed=False))
def partition_evenly(op: MapOp, m: int, n: int = 1) -> Replacement:
    """`map(f, xs) = join(map(map(f), partition(q ceildiv c, g, xs)))`, g(i) = `n * min(c, q - c * i)`, of `n * q` elements.

    With `c = q floordiv m + 1`, there are m parts at most, of one length but for the last; n divides the length.
    """
    refusal = not_divided(op, n)
    parts = EvenParts.of(op.xs, op, m, n) if refusal is None else refusal
    if isinstance(parts, Refusal):
        return parts
    rows = parts.rows(op.xs)
    return _after(rows, in_rows(op, rows.results[0], lambda i, k: parts.begin(i) + k))


@rule(MapOp, m=size("parts, at most", 4), n=size("what the length of each part but the last is a multiple of"))
def partition_aligned(op: MapOp, m: int, n: int) -> Replacement:
    """`map(f, xs) = join(map(map(f), partition(l ceildiv c, g, xs)))`, g(i) = `min(c, l - c * i)`, of l elements.

    With `c = n * (l floordiv (n * m) + 1)`, there are m parts at most, each of which begins at a multiple of n.
    """
    parts = EvenParts.of(op.xs, op, m, 1, n)
    if isinstance(parts, Refusal):
        return parts
    rows = parts.rows(op.xs)
    return _after(rows, in_rows(op, rows.results[0], lambda i, k: parts.begin(i) + k))


@rule(
    MapOp,
    m=size("parts", 4),
    a=Parameter("elements of the first part", 1, 0),
    d=Parameter("how many more the next part has", 1, 0),
)
def partition_by(op: MapOp, m: int, a: int, d: int) -> Replacement:
    """`map(f, xs) = join(map(map(f), partition(m, g, xs)))`, g(i) = `a + d * i`, where these lengths add up to that of xs."""
    length, scope = array_length(op.xs.type), scope_at(op)
    if length is None:
        return Refusal("the length is hidden")
    claim = compare(length, "eq", m * a + d * (m * (m - 1) // 2))
    if not scope.holds(claim):
        return unproved(claim, scope)
    parts = PartitionOp(op.xs, m, IndexFunctionAttr.of("i", a + d * var("i")), result_type=UNTYPED)
    return _after(parts, in_rows(op, parts.result, lambda i, k: a * i + d * floordiv(i * (i - 1), 2) + k))


# reorder


@rule(MapOp, s=size("from one element to the next", 4))
def reorder_stride(op: MapOp, s: int) -> Replacement:
    """`map(f, xs) = scatter(h, map(f, gather(h, xs)))`, h(i) = `i floordiv (n / s) + s * (i mod (n / s))`, where s divides n."""
    refusal, length = not_divided(op, s), array_length(op.xs.type)
    if refusal is not None or length is None:
        return refusal
    count, i = floordiv(length, s), var("i")
    if count.constant == 0:
        return Refusal("there are no elements")
    return reordered(op, IndexFunctionAttr.of("i", floordiv(i, count) + s * mod(i, count)))


@rule(MapOp)
def pair_ends(op: MapOp) -> Replacement:
    """`map(f, xs) = scatter(h, map(f, gather(h, xs)))`, h(i) = `i / 2` for even i, and `n - 1 - i floordiv 2` for odd ones.

    The first is followed by the last, and so on: rows of a triangle come in pairs of one length.
    """
    length = array_length(op.xs.type)
    if length is None:
        return Refusal("the length is hidden")
    half = floordiv(var("i"), 2)
    turn = compare(mod(var("i"), 2), "eq", 0)
    return reordered(op, IndexFunctionAttr.of("i", if_then_else(turn, half, length - 1 - half)))


def reordered(op: MapOp, function: IndexFunctionAttr) -> Replacement:
    """`scatter(h, map(f, gather(h, xs)))`, for an h that is proved to be a permutation."""
    length, scope = array_length(op.xs.type), scope_at(op)
    if length is None or inverse_of(function, length, scope) is None:
        name, body = function.named
        return Refusal(f"`({name}) -> ({body})` is not proved to be a permutation")
    gather = GatherOp(op.xs, function, result_type=UNTYPED)
    mapped = over_part(op, gather.result, function)
    scatter = ScatterOp(mapped, function, result_type=UNTYPED)
    gather.result.name_hint, scatter.result.name_hint = "gather", "scatter"
    return Chain.of(gather, mapped, scatter)


@rule(ReduceOp, n=size("elements of a chunk"))
def reduce_split(op: ReduceOp, n: int) -> Replacement:
    """`reduce(f, a, xs) = reduce((a, c) -> reduce(f, a, c), a, split(n, xs))`, where n divides the length."""
    refusal = not_divided(op, n)
    if refusal is not None:
        return refusal
    rows = SplitOp(n, op.xs, result_type=UNTYPED)
    name = op.position_name
    outer = None if name is None else fresh_name(op, "i")
    inner = block_like(op.block.args)
    end_with(inner, applied(op, inner.args, None if name is None or outer is None else n * var(outer) + var(name)))
    block = Block(arg_types=[op.init.type, UNTYPED])
    block.args[0].name_hint = around(op.block.args[0], "acc")
    block.args[1].name_hint = around(op.block.args[1], "x")
    # A chunk is no accumulator, so the fold over chunks is not said to be associative.
    words = {word: value for word, value in op.properties.items() if word == "ordered"}
    row = ReduceOp(block.args[1], block.args[0], Region(inner), name, result_type=UNTYPED)
    row.properties.update({word: value for word, value in op.properties.items() if word != "position"})
    row.result.name_hint = op.result.name_hint
    end_with(block, Chain.of(row))
    chunks = ReduceOp(rows, op.init, Region(block), outer, result_type=UNTYPED)
    chunks.properties.update(words)
    chunks.result.name_hint = around(op.result, "reduce")
    return Chain.of(rows, chunks)


TILING: tuple[Rule[Any], ...] = (
    split_join,
    reduce_split,
    map_to_chunks,
    map_of_join,
    partition_evenly,
    partition_aligned,
    partition_by,
    reorder_stride,
    pair_ends,
)
