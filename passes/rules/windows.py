"""Rules that take a part of what layout ops give: the part is taken before them, so that what it does not need goes.

`slice(slide(pad(xs)))` is in the end windows over xs, where no window has anything that was added. `tidy` uses the rules
`INWARDS`; the others are for scripts.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from xdsl.ir import Block, Region, SSAValue

from ...analysis.execution import function_around
from ...dialects.lift.access import AtOp, GatherOp, SliceOp
from ...dialects.lift.algorithmic import MapOp
from ...dialects.lift.attributes import IndexFunctionAttr
from ...dialects.lift.layout import JoinOp, PadOp, SlideOp, TransposeOp
from ...dialects.lift.operation import UNTYPED
from ...dialects.lift.renaming import names_bound_in, rename_binders
from ...dialects.lift.scope import Index, scope_at
from ...dialects.lift.tuples import GetOp, ZipOp
from ...dialects.lift.types import ArrayType, array_length
from ...dialects.nat.expr import compare, mod, var
from .parameters import size
from .regions import composed, end_with, fresh_name, only_rearranges, over_part
from .rule import Chain, Refusal, Replacement, Rule, made_by, rule, unproved


def _layout_map(value: SSAValue) -> MapOp | None:
    """The map that a value is the result of, if it only rearranges."""
    pattern = made_by(value, MapOp)
    return pattern if pattern is not None and only_rearranges(pattern) else None


# slice


@rule(SliceOp)
def slice_of_slide(op: SliceOp) -> Replacement:
    """`slice(a, m, slide(n, t, xs)) = slide(n, t, slice(t * a, t * (m - 1) + n, xs))`.

    There is a window, or windows are as long as a step: of no windows, the array is `n - t` elements long.
    """
    slide = made_by(op.xs, SlideOp)
    if slide is None:
        return None
    start, count, length, step = op.start.data, op.size.data, slide.size.data, slide.step.data
    claim, scope = compare(length, "ge", step), scope_at(op)
    if not scope.holds(claim) and not scope.holds(compare(count, "ge", 1)):
        return unproved(claim, scope)
    part = SliceOp(slide.xs, step * start, step * (count - 1) + length, result_type=UNTYPED)
    windows = SlideOp(length, step, part, result_type=UNTYPED)
    windows.result.name_hint = op.result.name_hint
    return Chain.of(part, windows)


@rule(SliceOp)
def slice_of_layout_map(op: SliceOp) -> Replacement:
    """`slice(a, m, map(l, xs)) = map(l, slice(a, m, xs))`, where l rearranges."""
    pattern = _layout_map(op.xs)
    if pattern is None:
        return None
    start = op.start.data
    part = SliceOp(pattern.xs, start, op.size.data, result_type=UNTYPED)
    rows = over_part(pattern, part.result, lambda k: start + k, names_bound_in(function_around(op)))
    rows.result.name_hint = op.result.name_hint
    return Chain.of(part, rows)


@rule(SliceOp)
def slice_of_transpose(op: SliceOp) -> Replacement:
    """`slice(a, m, transpose(xs)) = transpose(map(row -> slice(a, m, row), xs))`"""
    transpose = made_by(op.xs, TransposeOp)
    if transpose is None:
        return None
    block = Block(arg_types=[UNTYPED])
    block.args[0].name_hint = "row"
    end_with(block, Chain.of(SliceOp(block.args[0], op.start.data, op.size.data, result_type=UNTYPED)))
    rows = MapOp(transpose.xs, Region(block), None, result_type=UNTYPED)
    rows.result.name_hint = "rows"
    back = TransposeOp(rows, result_type=UNTYPED)
    back.result.name_hint = op.result.name_hint
    return Chain.of(rows, back)


@rule(SliceOp)
def slice_around_pad(op: SliceOp) -> Replacement:
    """`slice(a, m, pad(l, r, xs)) = pad(l - a, a + m - l - n, xs)`, where all n elements of xs are in it.

    Windows that have nothing of what is added need none of it where there are any: but where there are none, xs may be
    shorter than `slide` must have it, and is made as long by what is left.
    """
    pad = made_by(op.xs, PadOp)
    length = None if pad is None else array_length(pad.xs.type)
    if pad is None or length is None:
        return None
    scope, start, end, left = scope_at(op), op.start.data, op.start.data + op.size.data, pad.left.data
    for claim in (compare(start, "le", left), compare(left + length, "le", end)):
        if not scope.holds(claim):
            return unproved(claim, scope)
    less = PadOp(pad.mode.data, left - start, end - left - length, pad.xs, *pad.value, result_type=UNTYPED)
    less.result.name_hint = "pad"
    return less


@rule(SliceOp)
def slice_inside_pad(op: SliceOp) -> Replacement:
    """`slice(a, m, pad(l, r, xs)) = gather(i -> a - l + i, xs)`, of m elements, where each of them is one of xs.

    Where there may be none, `slice(a - l, 0, xs)` may begin beyond xs, and a gather of none is nowhere.
    """
    pad = made_by(op.xs, PadOp)
    length = None if pad is None else array_length(pad.xs.type)
    if pad is None or length is None:
        return None
    scope = scope_at(op)
    i = scope.fresh("i")
    inner, place = scope.inner(Index(i, op.size.data)), op.start.data - pad.left.data + var(i)
    for claim in (compare(place, "ge", 0), compare(place, "lt", length)):
        if not inner.holds(claim):
            return unproved(claim, inner)
    function = IndexFunctionAttr.of("i", op.start.data - pad.left.data + var("i"))
    gather = GatherOp(pad.xs, function, op.size.data, result_type=UNTYPED)
    gather.result.name_hint = "gather"
    return gather


# map and slide


@rule(MapOp)
def map_of_layout_map(op: MapOp) -> Replacement:
    """`map(f, map(l, xs)) = map(x -> f(l(x)), xs)`, where l rearranges: it may have other uses, too."""
    inner = _layout_map(op.xs)
    if inner is None:
        return None
    body, position = composed(inner, op)
    both = MapOp(inner.xs, body, position, result_type=UNTYPED)
    both.result.name_hint = op.result.name_hint
    gone = names_bound_in(op) | (names_bound_in(inner) if inner.result.has_one_use() else set[str]())
    rename_binders(both, names_bound_in(function_around(op)) - gone)
    return both


@rule(SlideOp)
def slide_of_layout_map(op: SlideOp) -> Replacement:
    """`slide(n, t, map(l, xs)) = map(map(l), slide(n, t, xs))`, where l rearranges; a position k becomes `t * i + j`."""
    pattern = _layout_map(op.xs)
    if pattern is None:
        return None
    step, name = op.step.data, pattern.position_name
    windows = SlideOp(op.size.data, step, pattern.xs, result_type=UNTYPED)
    outer = None if name is None else fresh_name(op, "i")
    block = Block(arg_types=[UNTYPED])
    block.args[0].name_hint = "window"
    taken = names_bound_in(function_around(op)) | ({outer} if outer else set[str]())
    row = over_part(pattern, block.args[0], lambda k: k if outer is None else step * var(outer) + k, taken)
    end_with(block, Chain.of(row))
    rows = MapOp(windows, Region(block), outer, result_type=UNTYPED)
    rows.result.name_hint = op.result.name_hint
    return Chain.of(windows, rows)


@rule(SlideOp, v=size("from where one tile of windows begins to where the next does"))
def slide_tiling(op: SlideOp, v: int) -> Replacement:
    """`slide(n, t, xs) = join(map(slide(n, t), slide(v + n - t, v, xs)))`, where t divides v and v divides the number of steps.

    The windows of a tile keep the name `%w`, the tiles are `%w_n`.
    """
    length, scope = array_length(op.xs.type), scope_at(op)
    if length is None:
        return Refusal("the length is hidden")
    size, step = op.size.data, op.step.data
    for claim in (compare(mod(v, step), "eq", 0), compare(mod(length - size + step, v), "eq", 0)):
        if not scope.holds(claim):
            return unproved(claim, scope)
    name = op.result.name_hint or "slide"
    tiles = SlideOp(v + size - step, v, op.xs, result_type=UNTYPED)
    tiles.result.name_hint = "tiles"
    block = Block(arg_types=[UNTYPED])
    block.args[0].name_hint = "tile"
    windows = SlideOp(size, step, block.args[0], result_type=UNTYPED)
    windows.result.name_hint = name
    end_with(block, Chain.of(windows))
    dependent = isinstance(op.xs.type, ArrayType) and op.xs.type.dependent
    rows = MapOp(tiles, Region(block), fresh_name(op, "i") if dependent else None, result_type=UNTYPED)
    rows.result.name_hint = f"{name}_n"
    join = JoinOp(rows, result_type=UNTYPED)
    join.result.name_hint = "join"
    return Chain.of(tiles, rows, join)


@rule(MapOp)
def slide_to_slices(op: MapOp) -> Replacement:
    """`map(f, slide(s, 1, xs)) = map(g, zip(slice(0, m, xs), .., slice(s - 1, m, xs)))`, for the m windows.

    f reads its window by numbers only, which g takes from the tuple; what f does not read is left out.
    """
    slide = made_by(op.xs, SlideOp)
    count = array_length(op.xs.type)
    if slide is None or count is None or slide.step.data.constant != 1:
        return None
    lookups = _lookups(op.block.args[0])
    if lookups is None:
        return Refusal("the window is used otherwise than by `at` and a number")
    read = sorted({number for _, number in lookups}) or [0]
    slices = [SliceOp(slide.xs, j, count, result_type=UNTYPED) for j in read]
    zipped = [ZipOp([one.result for one in slices], result_type=UNTYPED)] if len(slices) > 1 else []
    copy = op.clone()
    copy.operands[0] = (zipped or slices)[0].result
    copy.result.name_hint = op.result.name_hint
    _take_from_tuple(copy.block, read)
    return Chain.of(*slices, *zipped, copy)


def _lookups(window: SSAValue) -> list[tuple[AtOp, int]] | None:
    """The ops that read elements of a window by numbers, and these; None where it has other uses."""
    found: list[tuple[AtOp, int]] = []
    for use in window.uses:
        at = use.operation
        number = at.index.data.constant if isinstance(at, AtOp) and at.index is not None else None
        if number is None or not isinstance(at, AtOp):
            return None
        found.append((at, number))
    return found


def _take_from_tuple(block: Block, read: Sequence[int]) -> None:
    """Let a region that reads these elements of a window have the tuple of them instead, or the element if it is one."""
    element = block.args[0]
    lookups = _lookups(element) or []
    values: dict[int, SSAValue] = {read[0]: element}
    if len(read) > 1:
        gets = {j: GetOp(element, k, result_type=UNTYPED) for k, j in enumerate(read)}
        for at, number in lookups:
            gets[number].result.name_hint = at.result.name_hint
        first = block.first_op
        assert first is not None
        block.insert_ops_before(list(gets.values()), first)
        values = {j: get.result for j, get in gets.items()}
    for at, number in lookups:
        at.result.replace_all_uses_with(values[number])
        at.detach()
        at.erase()


INWARDS: tuple[Rule[Any], ...] = (
    slice_of_slide,
    slice_of_layout_map,
    slice_of_transpose,
    slice_inside_pad,
    slice_around_pad,
    map_of_layout_map,
    slide_of_layout_map,
)
"""What brings a slice to the array that it is a part of, and layout maps to the map that reads them."""

WINDOWS: tuple[Rule[Any], ...] = (*INWARDS, slide_tiling, slide_to_slices)
