"""Rules for updates: in parts, each with a copy of what is updated, and elements that are computed where they are read."""

from __future__ import annotations

from typing import Any, Final

from xdsl.dialects import arith
from xdsl.dialects.builtin import IntegerAttr, i32
from xdsl.ir import Block, Operation, Region

from ...analysis.execution import function_around
from ...dialects.lift.access import AtOp, GatherOp
from ...dialects.lift.algorithmic import GenerateOp, MapOp, ReduceOp
from ...dialects.lift.attributes import IndexFunctionAttr, free_binder
from ...dialects.lift.body import YieldOp
from ...dialects.lift.layout import TransposeOp
from ...dialects.lift.operation import UNTYPED
from ...dialects.lift.renaming import names_bound_in, rename_binders
from ...dialects.lift.tuples import GetOp, ZipOp
from ...dialects.lift.types import ArrayType, array_length
from ...dialects.lift.updates import UpdateOp
from ...dialects.nat.expr import floordiv, var
from ...dialects.nat.ring import Nat
from .better import Better
from .chunks import LongParts
from .combining import Shape, combination_of, combined
from .mapping import is_computed_where_read
from .neutral import exact_neutral
from .parameters import size
from .regions import applied, block_like, end_with, fresh_name, mentions
from .rule import HIDDEN, Chain, Refusal, Replacement, Rule, rule

ORDERED: Final = Refusal("the update is said to be ordered")
NO_NEUTRAL: Final = Refusal("the update is not seen to be `old ⊕ g(x)`, with an ⊕ whose neutral number is known")
NOT_SCALARS: Final = Refusal("what the region computes is more than scalars of scalars")


@rule(
    UpdateOp,
    regroups=True,
    m=size("parts, at most", 4),
    r=size("elements of a part for each one that is updated, at least"),
)
def update_in_parts(op: UpdateOp, m: int, r: int) -> Replacement:
    """`update(f, xs, is, ys) = map((a, c) -> reduce(⊕, a, c), zip(ys, transpose(copies)))`, unless it is said to be ordered.

    For `f(a, x) = a ⊕ g(x)` with a known ⊕ that is associative, and `e ⊕ x = x`. There is a copy for each of m parts at most:
    `copies = map((p, q) -> update(f, p, q, [e, .., e]), zip(partition(k, h, xs), partition(k, h, is)))`, where
    h(i) = `min(c, n - c * i)` and `k = n ceildiv c`, for n elements and `c = n floordiv m + r * length(ys) + 1`.
    """
    if op.ordered is not None:
        return ORDERED
    shape, length = combination_of(op), array_length(op.init.type)
    if length is None:
        return HIDDEN
    taken = names_bound_in(function_around(op))
    start = None if shape is None else _neutral(shape, length, taken)
    if shape is None or start is None:
        return NO_NEUTRAL
    cut, other = (LongParts.of(xs, op, m, r * length) for xs in (op.xs, op.indices))
    if isinstance(cut, Refusal) or isinstance(other, Refusal):
        return HIDDEN
    elements, indices = cut.rows(op.xs), other.rows(op.indices)
    elements.result.name_hint, indices.result.name_hint = "parts", "places"
    both = ZipOp([elements.result, indices.result], result_type=UNTYPED)
    copies = _copies(op, cut, both, start, taken)
    columns = TransposeOp(copies, result_type=UNTYPED)
    pairs = ZipOp([op.init, columns.result], result_type=UNTYPED)
    return Chain.of(elements, indices, both, copies, columns, pairs, _merged(op, shape, pairs))


@rule(UpdateOp, regroups=True, n=size("copies"))
def update_strided(op: UpdateOp, n: int) -> Replacement:
    """`update(f, xs, is, ys) = map((a, c) -> reduce(⊕, a, c), zip(ys, transpose(copies)))`, unless it is said to be ordered.

    Conditions as for `update_in_parts`, with a commutative ⊕. Each of n copies has every n-th element, of any length m:
    `copies = map((_)[l] -> update(f, gather(h, xs), gather(h, is), [e, .., e]), generate(n, ..))`, where h(i) = `l + n * i`, of
    `(m - l) ceildiv n` elements.
    """
    if op.ordered is not None:
        return ORDERED
    shape, length, count = combination_of(op), array_length(op.init.type), array_length(op.xs.type)
    if length is None or count is None:
        return HIDDEN
    if any(isinstance(xs.type, ArrayType) and xs.type.dependent for xs in (op.xs, op.indices)):
        return Refusal("the type of an element depends on its position")
    taken = names_bound_in(function_around(op))
    start = None if shape is None else _neutral(shape, length, taken)
    if shape is None or start is None:
        return NO_NEUTRAL
    lane, i, block = _fresh("l", taken), _fresh("i", taken), Block(arg_types=[UNTYPED])
    place = var(lane) + n * var(i)
    mine = [
        GatherOp(xs, IndexFunctionAttr.of(i, place), floordiv(count - var(lane) + n - 1, n), result_type=UNTYPED)
        for xs in (op.xs, op.indices)
    ]
    inner = block_like(op.block.args)
    body = applied(op, inner.args, place)
    for copy in body.ops:
        rename_binders(copy, taken)
    end_with(inner, body)
    name = i if mentions(op.block.ops, op.position_name) else None
    update = UpdateOp(mine[0], mine[1], start.value, Region(inner), name, result_type=UNTYPED)
    update.result.name_hint = "copy"
    end_with(block, start, Chain.of(*mine, update))
    numbers, zero = Block(), arith.ConstantOp(IntegerAttr(0, i32))
    end_with(numbers, Chain([zero], zero.result))
    over = GenerateOp(n, _fresh("z", taken), Region(numbers), result_type=UNTYPED)
    copies = MapOp(over, Region(block), lane, result_type=UNTYPED)
    copies.result.name_hint = f"{op.result.name_hint or 'update'}_copies"
    columns = TransposeOp(copies, result_type=UNTYPED)
    pairs = ZipOp([op.init, columns.result], result_type=UNTYPED)
    return Chain.of(over, copies, columns, pairs, _merged(op, shape, pairs))


def _copies(op: UpdateOp, cut: LongParts, both: ZipOp, start: Chain, taken: set[str]) -> MapOp:
    """A copy of what is updated for each part, with what the part adds to it."""
    part = _fresh("i", taken)
    dependent = isinstance(op.xs.type, ArrayType) and op.xs.type.dependent
    name, begin = None, None
    if dependent or mentions(op.block.ops, op.position_name):
        name = _fresh(op.position_name or "k", taken)
        begin = cut.begin(var(part)) + var(name)
    inner = block_like(op.block.args)
    body = applied(op, inner.args, begin)
    for copy in body.ops:
        rename_binders(copy, taken)
    end_with(inner, body)
    block = Block(arg_types=[UNTYPED])
    block.args[0].name_hint = "part"
    xs, places = (GetOp(block.args[0], k, result_type=UNTYPED) for k in range(2))
    xs.result.name_hint, places.result.name_hint = "xs", "is"
    update = UpdateOp(xs, places, start.value, Region(inner), name, result_type=UNTYPED)
    update.result.name_hint = "copy"
    end_with(block, start, Chain.of(xs, places, update))
    copies = MapOp(both, Region(block), part, result_type=UNTYPED)
    copies.result.name_hint = "copies"
    return copies


def _merged(op: UpdateOp, shape: Shape, pairs: ZipOp) -> MapOp:
    """What was there before, and what the copies add to it, in their order."""
    adding = Block(arg_types=[op.block.args[0].type] * 2)
    adding.args[0].name_hint, adding.args[1].name_hint = op.block.args[0].name_hint, "part"
    end_with(adding, combined(shape, *adding.args))
    block = Block(arg_types=[UNTYPED])
    block.args[0].name_hint = "column"
    before, column = (GetOp(block.args[0], k, result_type=UNTYPED) for k in range(2))
    end_with(block, Chain.of(before, column, ReduceOp(column, before, Region(adding), result_type=UNTYPED)))
    return MapOp(pairs, Region(block), result_type=UNTYPED)


def _fresh(hint: str, taken: set[str]) -> str:
    name = free_binder(hint, taken)
    taken.add(name)
    return name


def _neutral(shape: Shape, length: Nat, taken: set[str]) -> Chain | None:
    """An array of what leaves any other as it is; None where that is not known."""
    if isinstance(shape, Better):
        return None
    if isinstance(shape, Operation):
        number = exact_neutral(shape)
        if number is None:
            return None
        constant = arith.ConstantOp(number)
        constant.result.name_hint = "neutral"
        array = GenerateOp(
            length, _fresh("j", taken), Region(Block([constant, YieldOp(constant)])), result_type=UNTYPED
        )
        array.result.name_hint = "neutrals"
        return Chain.of(array)
    parts = [_neutral(part, length, taken) for part in shape]
    known = [part for part in parts if part is not None]
    if len(known) < len(parts):
        return None
    return Chain.of(
        *(one for part in known for one in part.ops), ZipOp([one.value for one in known], result_type=UNTYPED)
    )


@rule(MapOp)
def map_to_generate(op: MapOp) -> Replacement:
    """`map(f, xs) = generate(n, i -> f(at(xs, i)))`, where f makes scalars of scalars: it is computed where it is read."""
    length = array_length(op.xs.type)
    if length is None:
        return HIDDEN
    if not gives_scalars_of_scalars(op):
        return NOT_SCALARS
    name = op.position_name or fresh_name(op, "i")
    element = AtOp(op.xs, var(name), result_type=UNTYPED)
    element.result.name_hint = op.block.args[0].name_hint
    body, block = applied(op, [element.result]), Block()
    end_with(block, Chain((element, *body.ops), body.value))
    return GenerateOp(length, name, Region(block), result_type=UNTYPED)


def gives_scalars_of_scalars(op: MapOp) -> bool:
    """Whether a map computes with the scalars of its elements, and nothing else is read or stored for it."""
    return all(is_computed_where_read(inner) or _is_part(inner, op) for inner in op.block.ops)


def _is_part(inner: Operation, op: MapOp) -> bool:
    """Whether an op takes a part of the element."""
    return isinstance(inner, GetOp) and inner.tuple_ is op.block.args[0]


UPDATES: tuple[Rule[Any], ...] = (update_in_parts, update_strided, map_to_generate)
