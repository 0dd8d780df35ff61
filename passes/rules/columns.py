"""Rules that go through columns where a fold goes through rows.

A fold that combines rows element by element folds each column by itself: it keeps its name, and is inside of a map `%r_columns`
for a fold `%r`. A fold of folds of rows becomes one of folds of columns, both with the names of before. `%row_t` has the columns
of the rows `%row`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from xdsl.ir import Block, Operation, Region, SSAValue

from ...dialects.lift.algorithmic import MapOp, ReduceOp
from ...dialects.lift.body import YieldOp
from ...dialects.lift.layout import TransposeOp
from ...dialects.lift.operation import UNTYPED
from ...dialects.lift.tuples import GetOp, TupleOp, ZipOp
from ...dialects.lift.types import ArrayType, array_length
from .combining import NOT_IN_ANY_ORDER, in_any_order
from .exchange import HIDDEN
from .regions import (
    block_like,
    captured,
    copies,
    depends_on,
    end_with,
    mentions,
    needed_for,
    only_rearranges,
    take_apart,
)
from .rule import Chain, Refusal, Replacement, Rule, made_by, rule


@rule(ReduceOp)
def reduce_columns(op: ReduceOp) -> Replacement:
    """`reduce((as, r) -> map(f, zip(as, g(r), b)), is, xss) = map((i, c, b) -> reduce((a, e) -> f(a, e, b), i, c), zip(is, t, b))`

    With `t = transpose(map(g, xss))`, for any number of such g and b; g rearranges, and rows have one type at all positions. What
    else f takes of the row is zipped with each column. Of a column, elements are combined in the order of before.
    """
    row_map = made_by(op.yielded, MapOp)
    if row_map is None or row_map.parent is not op.block:
        return None
    accumulator = op.block.args[0]
    zipped = made_by(row_map.xs, ZipOp)
    zipped = zipped if zipped is not None and zipped.parent is op.block else None
    parts = [row_map.xs] if zipped is None else list(zipped.parts)
    if [part is accumulator for part in parts].count(True) != 1:
        return Refusal("the accumulator is not gone through once, element by element")
    rest = [one for one in op.block.ops if one not in (row_map, zipped, op.block.last_op)]
    if not all(map(only_rearranges, rest)):
        return Refusal("an iteration computes more than a map")
    others = [part for part in parts if part is not accumulator]
    shared = [value for value in captured(row_map) if op.is_ancestor(value.owner)]
    needed = needed_for([*others, *shared], op.block)
    if accumulator in shared or accumulator in {
        operand for one in needed for inner in one.walk() for operand in inner.operands
    }:
        return Refusal("what is combined with the accumulator depends on it")
    if mentions([*needed, row_map], op.position_name):
        return Refusal("rows are combined by their position")
    if array_length(op.xs.type) is None or array_length(op.init.type) is None:
        return HIDDEN
    if not isinstance(op.xs.type, ArrayType) or op.xs.type.dependent:
        return Refusal("rows have different types")
    turned = [(part, _turned(op, part)) for part in others if _depends(part, op)]
    if not turned:
        return Refusal("nothing of a row is combined with the accumulator")
    columns = {part: ops[-1].results[0] for part, ops in turned}
    rows = {value: _rows(op, value) for value in shared}
    over = ZipOp([op.init, *(columns.get(part, part) for part in others)], result_type=UNTYPED)
    over.result.name_hint = "zip"
    block = Block(arg_types=[UNTYPED])
    block.args[0].name_hint = "p"
    end_with(block, Chain.of(*_column(op, row_map, parts, set(columns), rows, block.args[0])))
    whole = MapOp(over, Region(block), row_map.position_name, result_type=UNTYPED)
    whole.result.name_hint = f"{op.result.name_hint or 'reduce'}_columns"
    before = [one for _, ops in turned for one in ops]
    return Chain.of(*before, *(one for one in rows.values() if one is not None), over, whole)


@rule(ReduceOp, regroups=True)
def interchange_reduces(op: ReduceOp) -> Replacement:
    """`reduce((b, r) -> reduce(f, b, g(r)), a, xss) = reduce((b, c) -> reduce(f, b, c), a, transpose(map(g, xss)))`

    For `f(a, x) = a ⊕ h(x)` with ⊕ associative and commutative, or said to be both, and h the same for all rows and positions; g
    rearranges, and rows have one length and one type at all positions.
    """
    fold, accumulator = op.yielded.owner, op.block.args[0]
    if not isinstance(fold, ReduceOp) or fold.parent is not op.block or fold.init is not accumulator:
        return None
    if op.ordered is not None or in_any_order(fold) is None:
        return NOT_IN_ANY_ORDER
    if not accumulator.has_one_use() or not all(map(only_rearranges, needed_for([fold.xs], op.block))):
        return Refusal(f"what %{fold.result.name_hint or 'reduce'} goes over is computed")
    shared = needed_for(captured(fold), op.block)
    if any(depends_on(value, op) for value in captured(fold)) or not all(map(only_rearranges, shared)):
        return Refusal("elements are combined with what is computed for the row that they are in")
    if mentions(op.block.ops, op.position_name) or mentions(fold.block.ops, fold.position_name):
        return Refusal("elements are combined by their position")
    if array_length(op.xs.type) is None or array_length(fold.xs.type) is None:
        return HIDDEN
    turned = _turned(op, fold.xs)
    block = Block(arg_types=[op.init.type, UNTYPED])
    block.args[0].name_hint, block.args[1].name_hint = accumulator.name_hint, "column"
    values = dict[SSAValue, SSAValue](zip([accumulator, fold.xs], block.args, strict=True))
    end_with(block, Chain.of(*copies([*shared, fold], values)))
    columns = ReduceOp(turned[-1].results[0], op.init, Region(block), result_type=UNTYPED)
    columns.result.name_hint = op.result.name_hint
    return Chain.of(*turned, columns)


def _depends(value: SSAValue, op: ReduceOp) -> bool:
    """Whether a value differs from row to row."""
    ops = needed_for([value], op.block)
    used = {value, *(operand for one in ops for inner in one.walk() for operand in inner.operands)}
    return op.block.args[1] in used


def _rows(op: ReduceOp, value: SSAValue) -> MapOp | None:
    """What an iteration takes of its row, for all rows; None where that is the row itself."""
    element = op.block.args[1]
    if value is element:
        return None
    block = block_like([element])
    values = dict[SSAValue, SSAValue]({element: block.args[0]})
    made = copies(needed_for([value], op.block), values)
    end_with(block, Chain(made, values[value]))
    rows = MapOp(op.xs, Region(block), result_type=UNTYPED)
    rows.result.name_hint = f"{value.name_hint or 'row'}_n"
    return rows


def _turned(op: ReduceOp, part: SSAValue) -> list[Operation]:
    """The columns of what an iteration takes of its row."""
    rows = _rows(op, part)
    turn = TransposeOp(op.xs if rows is None else rows, result_type=UNTYPED)
    turn.result.name_hint = f"{part.name_hint or 'row'}_t"
    return [turn] if rows is None else [rows, turn]


def _column(
    op: ReduceOp,
    row_map: MapOp,
    parts: Sequence[SSAValue],
    turned: set[SSAValue],
    rows: Mapping[SSAValue, MapOp | None],
    element: SSAValue,
) -> list[Operation]:
    """The fold of a column, in the region of a map over all of them."""
    accumulator = op.block.args[0]
    others = [part for part in parts if part is not accumulator]
    gets = [GetOp(element, k, result_type=UNTYPED) for k in range(1 + len(others))]
    for get, part in zip(gets, (accumulator, *others), strict=True):
        get.result.name_hint = part.name_hint
    given = dict[SSAValue, SSAValue](zip((accumulator, *others), (get.result for get in gets), strict=True))
    for value, found in rows.items():
        given[value] = op.xs if found is None else found.result
    arrays = [*(part for part in others if part in turned), *rows]
    zipped = [ZipOp([given[part] for part in arrays], result_type=UNTYPED)] if len(arrays) > 1 else []
    block = Block(arg_types=[UNTYPED, UNTYPED])
    block.args[0].name_hint, block.args[1].name_hint = accumulator.name_hint, "e"
    taken = [GetOp(block.args[1], k, result_type=UNTYPED) for k in range(len(arrays))] if zipped else []
    own = dict(zip(arrays, [get.result for get in taken] or [block.args[1]], strict=True))
    whole = {**given, **own, accumulator: block.args[0]}
    together = TupleOp([whole[part] for part in parts], result_type=UNTYPED) if len(parts) > 1 else None
    values: dict[SSAValue, SSAValue] = {
        **whole,
        row_map.block.args[0]: whole[parts[0]] if together is None else together.result,
    }
    body = copies([one for one in row_map.block.ops if not isinstance(one, YieldOp)], values)
    last = values.get(row_map.yielded, row_map.yielded)
    end_with(block, Chain([*taken, *([] if together is None else [together]), *body], last))
    if together is not None:
        take_apart(together)
    over = zipped[0].result if zipped else given[arrays[0]]
    words = {word: value for word, value in op.properties.items() if word not in ("associative", "commutative")}
    fold = ReduceOp.untyped([over, given[accumulator]], words, [Region(block)])
    fold.result.name_hint = op.result.name_hint
    return [*gets, *zipped, fold]


COLUMNS: tuple[Rule[Any], ...] = (reduce_columns, interchange_reduces)
