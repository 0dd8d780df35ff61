"""Rules about how elements reach memory and leave it: tiles that are turned in private memory, stores past the caches.

The copy of a tile that a map `%c` goes over is `%c_tile`, and the map over a row of it `%c_tile_row`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from xdsl.dialects.builtin import ArrayAttr, TupleType
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from ...analysis.execution import function_around, may_become_kernel
from ...dialects.kernel.types import vector_parts
from ...dialects.lift.algorithmic import MapOp, ScanOp
from ...dialects.lift.attributes import FactAttr
from ...dialects.lift.functions import DefOp
from ...dialects.lift.layout import JoinOp, TransposeOp
from ...dialects.lift.operation import UNTYPED
from ...dialects.lift.scope import scope_at
from ...dialects.lift.tuples import GetOp, UnzipOp, ZipOp
from ...dialects.lift.types import ArrayType, array_length, is_scalar
from ...dialects.nat.expr import Condition, compare, mod
from ...dialects.nat.ring import Nat, const
from ...dialects.ocl.memory import ToGlobalOp, ToPrivateOp
from ...dialects.ocl.vectors import AsScalarOp, AsVectorOp
from ...dialects.scalars import SCALARS
from .parameters import optional_size, size, width
from .regions import applied, block_like, end_with
from .rule import Chain, Refusal, Replacement, Rule, rule
from .staging import NOT_A_NUMBER

NOT_WHOLE: Final = Refusal("it is not all of what a map at the top level gives, row by row")
NOT_KNOWN: Final = Refusal("a length is not one that the host knows")


# Tiles


@rule(MapOp, w=width("lanes of a vector"), parts=optional_size("which scalars of an element are copied, by bits"))
def stage_turned(op: MapOp, w: int, parts: int = 0) -> Replacement:
    """`map(f, xs) = map(x -> f(transpose(copy(transpose(x)))), xs)`, where x is an array of rows, and the copy is private.

    Columns of x are copied by vectors of w, which divides the number of rows. Lengths are numbers. Elements are scalars or
    tuples of such, of which each scalar is copied on its own; those whose bit is not set in `parts` are not, unless none is.
    """
    tile = op.block.args[0].type
    row = tile.element if isinstance(tile, ArrayType) else None
    if not isinstance(tile, ArrayType) or not isinstance(row, ArrayType):
        return None
    if tile.dependent or row.dependent or not all(map(is_scalar, scalars_in(row.element))):
        return Refusal("rows have different lengths, or elements are no scalars, nor tuples of such")
    high, wide = tile.length.data.constant, row.length.data.constant
    if high is None or wide is None:
        return NOT_A_NUMBER
    if high % w:
        return Refusal(f"{w} does not divide {high}")
    block, ops = block_like(op.block.args), list[Operation]()
    chosen = iter([not parts or bool(parts >> k & 1) for k in range(len(list(scalars_in(row.element))))])
    staged = _turned(block.args[0], row.element, chosen, w, f"{op.result.name_hint or 'map'}_tile", ops)
    end_with(block, Chain(ops, staged), applied(op, [staged]))
    again = MapOp(op.xs, Region(block), op.position_name, result_type=UNTYPED)
    again.result.name_hint = op.result.name_hint
    return again


def scalars_in(type_: Attribute) -> Iterator[Attribute]:
    """The scalars of a type that is one, or a tuple of such."""
    if isinstance(type_, TupleType):
        for part in type_.types:
            yield from scalars_in(part)
    else:
        yield type_


def _turned(
    tile: SSAValue, element: Attribute, chosen: Iterator[bool], w: int, name: str, ops: list[Operation]
) -> SSAValue:
    """A tile, of which the scalars that are chosen are copies."""
    if not isinstance(element, TupleType):
        if not next(chosen):
            return tile
        turned = TransposeOp(tile, result_type=UNTYPED)
        copy = _copied(turned.result, w, name)
        back = TransposeOp(copy, result_type=UNTYPED)
        ops += [turned, copy, back]
        return back.result
    parts: list[SSAValue] = []
    for k, type_ in enumerate(element.types):
        part = _each(
            tile, lambda row, k=k: [(u := UnzipOp(row, result_type=UNTYPED)), GetOp(u, k, result_type=UNTYPED)]
        )
        ops.append(part)
        parts.append(_turned(part.result, type_, chosen, w, name, ops))
    rows = ZipOp(parts, result_type=UNTYPED)
    ops += [rows, _each(rows.result, lambda row: _zipped(row, len(parts)))]
    return ops[-1].results[0]


def _zipped(row: SSAValue, count: int) -> list[Operation]:
    """A tuple of arrays as an array of tuples."""
    gets = [GetOp(row, k, result_type=UNTYPED) for k in range(count)]
    return [*gets, ZipOp([get.result for get in gets], result_type=UNTYPED)]


def _each(xs: SSAValue, ops: Callable[[SSAValue], list[Operation]]) -> MapOp:
    """A map that gives for each row the last of these ops."""
    block = Block(arg_types=[UNTYPED])
    block.args[0].name_hint = "row"
    end_with(block, Chain.of(*ops(block.args[0])))
    return MapOp(xs, Region(block), result_type=UNTYPED)


def _copied(rows: SSAValue, w: int, name: str) -> MapOp:
    """A private copy of rows of scalars, by vectors."""

    def copied(row: SSAValue) -> list[Operation]:
        vectors = AsVectorOp(w, row, result_type=UNTYPED)
        copy = _each(vectors.result, lambda vector: [ToPrivateOp(vector, result_type=UNTYPED)])
        copy.block.args[0].name_hint, copy.result.name_hint = "vector", f"{name}_row"
        return [vectors, copy, AsScalarOp(copy, result_type=UNTYPED)]

    whole = _each(rows, copied)
    whole.result.name_hint = name
    return whole


# Past the caches


@rule(
    MapOp,
    n=size("bytes of the smallest array for which it is done", 1 << 20),
    w=width("scalars that rows begin at a multiple of"),
)
def store_past_caches(op: MapOp, n: int, w: int) -> Replacement:
    """`map(f, xs) = map(x -> to_global past_caches where [..] f(x), xs)`, where f gives scalars.

    It is the innermost of maps that give all of an array which a kernel computes. Elements go past the caches where the array
    has n bytes or more, and each of its rows a multiple of w scalars.
    """
    scalar = op.yielded.type
    lengths, function = _whole(op), function_around(op)
    if lengths is None or not isinstance(function, DefOp):
        return NOT_WHOLE
    if any(not length.names <= set(function.nat_names) or length.tables for length in lengths):
        return NOT_KNOWN
    if not is_scalar(scalar) or scalar not in SCALARS:
        return Refusal("the region gives no scalar")
    if isinstance(op.yielded.owner, ToGlobalOp) and op.yielded.owner.past_caches is not None:
        return None
    count = const(SCALARS[scalar].bytes)
    for length in lengths:
        count = count * length
    claims = [compare(count, "ge", n), *([compare(mod(lengths[-1], w), "eq", 0)] if len(lengths) > 1 else [])]
    where = _open(claims, op)
    if isinstance(where, Refusal):
        return where
    block = block_like(op.block.args)
    body = applied(op, block.args)
    ops, value, last = list(body.ops), body.value, body.value.owner
    if isinstance(last, ToGlobalOp) and last in ops:
        ops.remove(last)
        value = last.value
        last.drop_all_references()
    store = _store(value, where)
    end_with(block, Chain([*ops, store], store.result))
    mapped = MapOp(op.xs, Region(block), op.position_name, result_type=UNTYPED)
    mapped.result.name_hint = op.result.name_hint
    return mapped


@rule(ScanOp, n=size("bytes of the smallest array for which it is done", 1 << 20))
def scan_past_caches(op: ScanOp, n: int) -> Replacement:
    """`scan(f, a, xs) = scan((a, x) -> to_global past_caches where [..] f(a, x), a, xs)`, of scalars or vectors.

    It gives all of an array that a kernel computes, or a row of it, where rows are joined. Elements go past the caches where
    the array has n bytes or more.
    """
    length, function = _scanned(op), function_around(op)
    scalar = (vector_parts(op.yielded.type) or (1, op.yielded.type))[1]
    if length is None or not isinstance(function, DefOp) or scalar not in SCALARS:
        return NOT_WHOLE
    if not length.names <= set(function.nat_names) or length.tables:
        return NOT_KNOWN
    if isinstance(op.yielded.owner, ToGlobalOp):
        return None
    where = _open([compare(SCALARS[scalar].bytes * length, "ge", n)], op)
    if isinstance(where, Refusal):
        return where
    copy = op.clone()
    last = copy.block.last_op
    assert last is not None
    store = _store(last.operands[0], where)
    copy.block.insert_op_before(store, last)
    last.operands[0] = store.result
    copy.result.name_hint = op.result.name_hint
    return copy


def _scanned(op: ScanOp) -> Nat | None:
    """The length of the array that a scan gives, or rows of which it gives; None where it does not."""
    scalars = op.result.get_user_of_unique_use()
    value = scalars.result if isinstance(scalars, AsScalarOp) else op.result
    around = op.parent_op()
    if isinstance(around, MapOp) and around.yielded is value:
        join = around.result.get_user_of_unique_use()
        return array_length(join.result.type) if isinstance(join, JoinOp) and may_become_kernel(around) else None
    return array_length(value.type) if may_become_kernel(op) else None


def _open(claims: Sequence[Condition], op: Operation) -> list[Condition] | Refusal:
    """The claims of which it is not known whether they hold; a refusal where one never does."""
    scope, where = scope_at(op), list[Condition]()
    for claim in claims:
        if scope.holds(claim.negated):
            return Refusal(f"`{claim}` never holds")
        where += [] if scope.holds(claim) else [claim]
    return where


def _store(value: SSAValue, where: Sequence[Condition]) -> ToGlobalOp:
    """A value that goes past the caches where conditions hold."""
    store = ToGlobalOp(value, result_type=UNTYPED)
    store.past_caches = ArrayAttr([FactAttr(claim) for claim in where])
    store.result.name_hint = f"{value.name_hint or 'x'}_stored"
    return store


def _whole(op: MapOp) -> list[Nat] | None:
    """The lengths of the array that maps around a map give together, of which it gives the rows; None where it does not."""
    found: list[Nat] = []
    pattern = op
    while True:
        xs = pattern.result.type
        if not isinstance(xs, ArrayType) or xs.dependent:
            return None
        found.insert(0, xs.length.data)
        around = pattern.parent_op()
        if not isinstance(around, MapOp):
            return found if may_become_kernel(pattern) else None
        if around.yielded is not pattern.result:
            return None
        pattern = around


STORES: tuple[Rule[Any], ...] = (stage_turned, store_past_caches, scan_past_caches)
