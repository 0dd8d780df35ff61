"""Rules that cut a pattern into rows: a map or a fold over chunks, with one over the elements of a chunk inside.

The pattern that keeps the region keeps its name, `%c`; the new one around it is `%c_n`, and layout ops are called what they
are. So a script that names `%c` means the same pattern before and after.
"""

from __future__ import annotations

from typing import Any

from xdsl.ir import Block, Region, SSAValue

from ...dialects.lift.algorithmic import MapOp, ReduceOp
from ...dialects.lift.layout import JoinOp, SplitOp
from ...dialects.lift.operation import UNTYPED
from ...dialects.lift.scope import scope_at
from ...dialects.lift.types import array_length
from ...dialects.nat.expr import compare, mod, var
from .parameters import size
from .regions import applied, block_like, end_with, fresh_name
from .rule import Chain, Refusal, Replacement, Rule, rule, unproved


def not_divided(op: MapOp | ReduceOp, n: int) -> Refusal | None:
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


@rule(MapOp, n=size("elements of a row"))
def split_join(op: MapOp, n: int) -> Replacement:
    """`map(f, xs) = join(map(map(f), split(n, xs)))`, where n divides the length."""
    refusal = not_divided(op, n)
    if refusal is not None:
        return refusal
    rows = SplitOp(n, op.xs, result_type=UNTYPED)
    name = op.position_name
    outer = None if name is None else fresh_name(op, "i")
    inner = block_like(op.block.args)
    end_with(inner, applied(op, inner.args, None if name is None or outer is None else n * var(outer) + var(name)))
    block = Block(arg_types=[UNTYPED])
    block.args[0].name_hint = around(op.block.args[0], "x")
    row = MapOp(block.args[0], Region(inner), name, result_type=UNTYPED)
    row.result.name_hint = op.result.name_hint
    end_with(block, Chain.of(row))
    blocks = MapOp(rows, Region(block), outer, result_type=UNTYPED)
    blocks.result.name_hint = around(op.result, "map")
    join = JoinOp(blocks, result_type=UNTYPED)
    join.result.name_hint = "join"
    return Chain.of(rows, blocks, join)


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


TILING: tuple[Rule[Any], ...] = (split_join, reduce_split)
