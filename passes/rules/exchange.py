"""Rules that exchange nested patterns: two maps, or a map and a fold inside of it; and one that cuts a map in two.

A map keeps its name, and so does a fold, wherever it stands after: each is called after the array that it goes over. The
new zip, transpose and generate are called what they are; `%row_t` is `%row` turned, and `%row_k` an element of that. A map `%c` whose rows were rearranged has that after it, in
`%c_l`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeAlias

from xdsl.ir import Block, Operation, OpResult, Region, SSAValue

from ...analysis.execution import function_around
from ...dialects.lift.access import SliceOp
from ...dialects.lift.algorithmic import GenerateOp, MapLike, MapOp, ReduceOp
from ...dialects.lift.attributes import free_binder
from ...dialects.lift.body import YieldOp
from ...dialects.lift.layout import SplitOp, TransposeOp
from ...dialects.lift.operation import UNTYPED, LiftOp
from ...dialects.lift.renaming import names_bound_in, substitute_in_op
from ...dialects.lift.scope import scope_at
from ...dialects.lift.tuples import GetOp, TupleOp, ZipOp
from ...dialects.lift.types import array_length
from ...dialects.nat.expr import compare, var
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
from .rule import Chain, OpT, Refusal, Replacement, Rule, made_by, rule, unproved

HIDDEN: Final = Refusal("the length is hidden")

Columns: TypeAlias = Sequence[tuple[SSAValue, SSAValue]]
"""Values of a region, and for each the array that has it for all elements."""

Element: TypeAlias = Callable[[dict[SSAValue, SSAValue]], TupleOp | None]
"""Puts the element of a fold together, and says what stands for it."""


# What stands inside of a map


def inside_of(op: MapLike, kind: type[OpT]) -> tuple[OpT, list[Operation]] | None:
    """The pattern that gives what a map yields, and what rearranges it then: ops on one value, the first of them first."""
    value, layouts = op.yielded, list[Operation]()
    found: tuple[OpT, list[Operation]] | None = None
    while isinstance(value, OpResult) and value.op.parent is op.block and value.has_one_use():
        if isinstance(value.op, kind):
            found = found or (value.op, layouts[::-1])
            if not only_rearranges(value.op):
                return value.op, layouts[::-1]
        if not _is_layout(value.op):
            break
        layouts.append(value.op)
        value = value.op.operands[0]
    return found


def _is_layout(op: Operation) -> bool:
    """Whether an op rearranges one value, and uses no other."""
    return isinstance(op, LiftOp) and only_rearranges(op) and len(op.operands) == 1 and not captured(op)


def _rearranged(op: MapOp, value: SSAValue, layouts: Sequence[Operation]) -> list[Operation]:
    """`map(l, value)`, where there is an l."""
    if not layouts:
        return []
    block = _block("row")
    parts = copies(layouts, {layouts[0].operands[0]: block.args[0]})
    end_with(block, Chain.of(*parts))
    rows = MapOp(value, Region(block), result_type=UNTYPED)
    rows.result.name_hint = f"{op.result.name_hint or 'map'}_l"
    return [rows]


def _block(*names: str | None) -> Block:
    block = Block(arg_types=[UNTYPED for _ in names])
    for argument, name in zip(block.args, names, strict=True):
        argument.name_hint = name
    return block


def _fresh(hint: str, taken: set[str]) -> str:
    """A name that is not taken, and then is."""
    name = free_binder(hint, taken)
    taken.add(name)
    return name


def _body(block: Block) -> list[Operation]:
    return [op for op in block.ops if not isinstance(op, YieldOp)]


def _mapped(op: MapOp, value: SSAValue, what: str, taken: set[str]) -> MapOp | None:
    """`map(g, xs)`, for a value g(x) in the region of a map over xs; None where that is the element itself."""
    if value is op.block.args[0]:
        return None
    name, ops = op.position_name, needed_for([value], op.block)
    position = None if name is None else _fresh(name, taken)
    block = block_like(op.block.args)
    values = dict[SSAValue, SSAValue](zip(op.block.args, block.args, strict=True))
    made = copies(ops, values, taken)
    if name is not None and position is not None:
        for copy in made:
            substitute_in_op(copy, {name: var(position)})
    end_with(block, Chain(made, values.get(value, value)))
    rows = MapOp(op.xs, Region(block), position, result_type=UNTYPED)
    rows.result.name_hint = what
    return rows


def _elements(columns: Columns) -> tuple[list[ZipOp], Block, list[GetOp], dict[SSAValue, SSAValue]]:
    """The zip of several columns, the block of a map over them, and in it what stands for each value."""
    zipped = [ZipOp([array for _, array in columns], result_type=UNTYPED)] if len(columns) > 1 else []
    block = _block("p" if zipped else columns[0][0].name_hint)
    gets = [GetOp(block.args[0], i, result_type=UNTYPED) for i in range(len(columns))] if zipped else []
    values = dict[SSAValue, SSAValue]()
    for (old, _), new in zip(columns, [get.result for get in gets] or block.args, strict=True):
        new.name_hint, values[old] = old.name_hint, new
    return zipped, block, gets, values


def _row(op: MapOp, inner: MapOp | ReduceOp, columns: Columns, element: Element | None = None) -> list[Operation]:
    """The region of the inner pattern for all elements of the outer one: a map over arrays, zipped where they are several.

    Each column stands for a value of the region; xs is one of them where x is used. `element` gives the values that are put
    together of columns and of others.
    """
    x, shared = op.block.args[0], needed_for(captured(inner), op.block)
    used = (
        operand for one in (*shared, inner) for part in one.walk() if part is not inner for operand in part.operands
    )
    columns = [*columns, (x, op.xs)] if x in used else columns
    zipped, block, gets, values = _elements(columns)
    both = element and element(values)
    body = [*gets, *([both] if both else []), *copies([*shared, *_body(inner.block)], values)]
    end_with(block, Chain(body, values.get(inner.yielded, inner.yielded)))
    if both is not None:
        take_apart(both)
    over = zipped[0].result if zipped else columns[0][1]
    row = MapOp(over, Region(block), op.position_name, result_type=UNTYPED)
    row.result.name_hint = op.result.name_hint
    return [*zipped, row]


# Maps


@rule(MapOp)
def interchange_maps(op: MapOp) -> Replacement:
    """`map(x -> l(map(y -> f, ys)), xs) = map(l, transpose(map(y -> map(x -> f, xs), ys)))`

    Where ys is free of x and its position, at most rearranged where x is known; l rearranges. Rows and their elements have
    one type at all positions.
    """
    found = inside_of(op, MapOp)
    if found is None:
        return None
    inner, layouts = found
    before = needed_for([inner.xs], op.block)
    if depends_on(inner.xs, op) or not all(map(only_rearranges, before)):
        return Refusal(f"what %{inner.result.name_hint or 'map'} goes over depends on the map around it")
    if array_length(op.xs.type) is None or array_length(inner.xs.type) is None:
        return HIDDEN
    if mentions(layouts, op.position_name):
        return Refusal("rows are rearranged by their position")
    outer_block, block = block_like(inner.block.args), block_like(op.block.args)
    values = dict[SSAValue, SSAValue](zip(op.block.args, block.args, strict=True))
    first = copies(before, values)
    values.update(zip(inner.block.args, outer_block.args, strict=True))
    shared = [one for one in needed_for(captured(inner), op.block) if one not in before]
    body = copies([*shared, *_body(inner.block)], values)
    end_with(block, Chain(body, values.get(inner.yielded, inner.yielded)))
    row = MapOp(op.xs, Region(block), op.position_name, result_type=UNTYPED)
    row.result.name_hint = op.result.name_hint
    end_with(outer_block, Chain.of(row))
    ys = values.get(inner.xs, inner.xs)
    lines = MapOp(ys, Region(outer_block), inner.position_name, result_type=UNTYPED)
    lines.result.name_hint = inner.result.name_hint
    turned = TransposeOp(lines, result_type=UNTYPED)
    turned.result.name_hint = "transpose"
    return Chain.of(*first, lines, turned, *_rearranged(op, turned.result, layouts))


@rule(MapOp)
def interchange_rows(op: MapOp) -> Replacement:
    """`map(x -> l(map(f, g(x))), xs) = map(l, transpose(map(map(f), transpose(map(g, xs)))))`

    Where g and l rearrange, and rows have one length. Where f uses x, it is `map(c -> map(f, zip(xs, c)), ..)`. Rows and
    their elements have one type at all positions.
    """
    found = inside_of(op, MapOp)
    if found is None:
        return None
    inner, layouts = found
    if not all(map(only_rearranges, needed_for([inner.xs], op.block))):
        return Refusal(f"what %{inner.result.name_hint or 'map'} goes over is computed")
    if array_length(op.xs.type) is None or array_length(inner.xs.type) is None:
        return HIDDEN
    if mentions(layouts, op.position_name):
        return Refusal("rows are rearranged by their position")
    taken = names_bound_in(function_around(op))
    rows = _mapped(op, inner.xs, "rows", taken)
    columns = TransposeOp(op.xs if rows is None else rows, result_type=UNTYPED)
    columns.result.name_hint = "columns"
    block = _block(f"{inner.block.args[0].name_hint or 'y'}_n")
    own = [(inner.block.args[0], block.args[0])]
    end_with(block, Chain.of(*_row(op, inner, own)))
    lines = MapOp(columns, Region(block), inner.position_name, result_type=UNTYPED)
    lines.result.name_hint = inner.result.name_hint
    turned = TransposeOp(lines, result_type=UNTYPED)
    turned.result.name_hint = "transpose"
    first = [columns] if rows is None else [rows, columns]
    return Chain.of(*first, lines, turned, *_rearranged(op, turned.result, layouts))


# A map and a fold


@rule(MapOp)
def interchange_map_reduce(op: MapOp) -> Replacement:
    """`map(x -> l(reduce(f, a, zip(g(x), b))), xs) = map(l, reduce((as, (gs, b)) -> map(f, zip(as, gs)), [a..], zip(ts, b)))`

    With `ts = transpose(map(g, xs))`, for any number of such g and b, and `[a..] = map(x -> a, xs)`, or a generator where a
    is free of x. Where f uses x, xs is zipped in, too. l rearranges; rows have one length, and one type at all positions.
    """
    found = inside_of(op, ReduceOp)
    length = array_length(op.xs.type)
    if found is None or length is None:
        return None if found is None else HIDDEN
    fold, layouts = found
    if mentions(layouts, op.position_name):
        return Refusal("rows are rearranged by their position")
    taken = names_bound_in(function_around(op))
    zipped = made_by(fold.xs, ZipOp)
    zipped = zipped if zipped is not None and zipped.parent is op.block else None
    parts = [fold.xs] if zipped is None else list(zipped.parts)
    refusal = _stays_inside(op, [value for value in (*parts, fold.init) if not depends_on(value, op)])
    if refusal is not None:
        return refusal
    depend = [depends_on(part, op) for part in parts]
    ops, over = _turned(op, parts, depend, taken)
    start, init = _starts(op, fold.init, taken)
    block = _block(f"{fold.block.args[0].name_hint or 'acc'}_n", fold.block.args[1].name_hint)
    end_with(block, Chain.of(*_columns(op, fold, block, list(zip(parts, depend, strict=True)))))
    words = {word: value for word, value in fold.properties.items() if word not in ("associative", "commutative")}
    rows = ReduceOp.untyped([over, init], words, [Region(block)])
    rows.result.name_hint = fold.result.name_hint
    return Chain.of(*ops, *start, rows, *_rearranged(op, rows.result, layouts))


def _stays_inside(op: MapOp, values: Sequence[SSAValue]) -> Refusal | None:
    """Why values of a region cannot be computed before it: they are computed there only if there is an element."""
    length = array_length(op.xs.type)
    if length is None or all(map(only_rearranges, needed_for(values, op.block))):
        return None
    claim = compare(length, "ge", 1)
    return None if scope_at(op).holds(claim) else unproved(claim, scope_at(op))


def _turned(
    op: MapOp, parts: Sequence[SSAValue], depend: Sequence[bool], taken: set[str]
) -> tuple[list[Operation], SSAValue]:
    """What a fold inside of a map goes over, for all elements of the map at once."""
    ops: list[Operation] = []
    arrays: list[SSAValue] = []
    for part, turns in zip(parts, depend, strict=True):
        if not turns:
            values = dict[SSAValue, SSAValue]()
            ops += copies(needed_for([part], op.block), values, taken)
            arrays.append(values.get(part, part))
            continue
        rows = _mapped(op, part, f"{part.name_hint or 'x'}_n", taken)
        turned = TransposeOp(op.xs if rows is None else rows, result_type=UNTYPED)
        turned.result.name_hint = f"{part.name_hint or 'x'}_t"
        ops += [turned] if rows is None else [rows, turned]
        arrays.append(turned.result)
    if len(arrays) == 1:
        return ops, arrays[0]
    zipped = ZipOp(arrays, result_type=UNTYPED)
    zipped.result.name_hint = "zip"
    return [*ops, zipped], zipped.result


def _starts(op: MapOp, init: SSAValue, taken: set[str]) -> tuple[list[Operation], SSAValue]:
    """The accumulators that the elements of a map begin with, and the ops that make them."""
    if depends_on(init, op):
        rows = _mapped(op, init, "init", taken)
        return ([], op.xs) if rows is None else ([rows], rows.result)
    length = array_length(op.xs.type)
    assert length is not None
    values, block = dict[SSAValue, SSAValue](), Block()
    ops = copies(needed_for([init], op.block), values, taken)
    end_with(block, Chain((), values.get(init, init)))
    start = GenerateOp(length, _fresh("i", taken), Region(block), result_type=UNTYPED)
    start.result.name_hint = "init"
    return [*ops, start], start.result


def _columns(op: MapOp, fold: ReduceOp, block: Block, parts: Sequence[tuple[SSAValue, bool]]) -> list[Operation]:
    """An iteration for all elements of the map: the region of the fold for each column."""
    accumulator, element = fold.block.args
    if len(parts) == 1:
        own = [(accumulator, block.args[0]), *([(element, block.args[1])] if parts[0][1] else [])]
        return _row(op, fold, own, lambda values: _also(values, element, block.args[1]))
    gets = [GetOp(block.args[1], i, result_type=UNTYPED) for i in range(len(parts))]
    places = [get.result for get in gets]  # each stands for itself until it is a column
    own = [(place, place) for place, (_, turns) in zip(places, parts, strict=True) if turns]

    def tuple_of(values: dict[SSAValue, SSAValue]) -> TupleOp:
        both = TupleOp([values.get(place, place) for place in places], result_type=UNTYPED)
        values[element] = both.result
        return both

    row = _row(op, fold, [(accumulator, block.args[0]), *own], tuple_of)
    for place, (part, _) in zip(places, parts, strict=True):
        place.name_hint = f"{(part.name_hint or 'x').removesuffix('_t')}_k"
    return [*gets, *row]


def _also(values: dict[SSAValue, SSAValue], element: SSAValue, shared: SSAValue) -> None:
    """What all columns share stands for the element, where that is no column."""
    values.setdefault(element, shared)


# A map in two


@rule(Operation)
def map_fission(op: Operation) -> Replacement:
    """`map(x -> g(x, v(x)), xs) = map((x, v) -> g(x, v), zip(xs, map(v, xs)))`, cut at the value v in the region.

    Where g does not use x, it is `map(g, map(v, xs))`. What both need is computed in both. The map %c keeps its name, and
    that before it is `%c_first`.
    """
    around = op.parent_op()
    if not isinstance(around, MapOp) or len(op.results) != 1 or around.yielded is op.results[0]:
        return None
    v, x, taken = op.results[0], around.block.args[0], names_bound_in(function_around(around))
    rest = _without(around, v)
    if not any(operand is v for one in rest for inner in one.walk() for operand in inner.operands):
        return Refusal(f"what the map gives does not depend on %{v.name_hint or op.name}")
    first = _mapped(around, v, f"{around.result.name_hint or 'map'}_first", taken)
    assert first is not None
    uses_x = any(operand is x for one in rest for inner in one.walk() for operand in inner.operands)
    zipped, block, gets, values = _elements([*([(x, around.xs)] if uses_x else []), (v, first.result)])
    end_with(block, Chain([*gets, *copies(rest, values)], values.get(around.yielded, around.yielded)))
    over = zipped[0].result if zipped else first.result
    second = MapOp(over, Region(block), around.position_name, result_type=UNTYPED)
    second.result.name_hint = around.result.name_hint
    return Chain([first, *zipped, second], second.result, around=around)


def _without(pattern: MapOp, value: SSAValue) -> list[Operation]:
    """The ops of a region that its result is computed from, where a value is given."""
    found: set[Operation] = set()
    waiting = [pattern.yielded]
    while waiting:
        one = waiting.pop()
        owner = one.owner
        if one is not value and isinstance(owner, Operation) and owner.parent is pattern.block and owner not in found:
            found.add(owner)
            waiting += [operand for inner in owner.walk() for operand in inner.operands]
    return [op for op in pattern.block.ops if op in found]


# Rows of tuples


@rule(SplitOp)
def split_of_zip(op: SplitOp) -> Replacement:
    """`split(n, zip(a, b)) = map(p -> zip(get(0, p), get(1, p)), zip(split(n, a), split(n, b)))`, for any number of arrays."""
    zipped = made_by(op.xs, ZipOp)
    if zipped is None:
        return None
    parts = [SplitOp(op.size.data, part, result_type=UNTYPED) for part in zipped.parts]
    for part, old in zip(parts, zipped.parts, strict=True):
        part.result.name_hint = f"{old.name_hint or 'x'}_rows"
    rows, block = ZipOp([part.result for part in parts], result_type=UNTYPED), _block("p")
    rows.result.name_hint = "zip"
    gets = [GetOp(block.args[0], i, result_type=UNTYPED) for i in range(len(parts))]
    for get, old in zip(gets, zipped.parts, strict=True):
        get.result.name_hint = f"{old.name_hint or 'x'}_row"
    end_with(block, Chain.of(*gets, ZipOp([get.result for get in gets], result_type=UNTYPED)))
    tuples = MapOp(rows, Region(block), result_type=UNTYPED)
    tuples.result.name_hint = op.result.name_hint
    return Chain.of(*parts, rows, tuples)


@rule(SliceOp)
def slice_of_zip(op: SliceOp) -> Replacement:
    """`slice(a, m, zip(x, y)) = zip(slice(a, m, x), slice(a, m, y))`, for any number of arrays."""
    zipped = made_by(op.xs, ZipOp)
    if zipped is None:
        return None
    parts = [SliceOp(part, op.start.data, op.size.data, result_type=UNTYPED) for part in zipped.parts]
    for part, old in zip(parts, zipped.parts, strict=True):
        part.result.name_hint = f"{old.name_hint or 'x'}_part"
    both = ZipOp([part.result for part in parts], result_type=UNTYPED)
    both.result.name_hint = op.result.name_hint
    return Chain.of(*parts, both)


EXCHANGE: tuple[Rule[Any], ...] = (
    interchange_maps,
    interchange_rows,
    interchange_map_reduce,
    map_fission,
    split_of_zip,
    slice_of_zip,
)
