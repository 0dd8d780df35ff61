"""The rule that keeps the accumulator of a fold as vectors, from one iteration to the next.

An accumulator may be an array, an array of tuples, or a tuple of such; what is no array in it stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, TypeAlias

from xdsl.dialects.builtin import TupleType
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.rewriter import Rewriter

from ...dialects.lift.algorithmic import GenerateOp, ReduceOp
from ...dialects.lift.body import YieldOp
from ...dialects.lift.operation import UNTYPED
from ...dialects.lift.scope import scope_at
from ...dialects.lift.tuples import GetOp, TupleOp, UnzipOp, ZipOp
from ...dialects.lift.types import ArrayType, is_scalar
from ...dialects.nat.expr import floordiv
from ...dialects.ocl.vectors import AsScalarOp, AsVectorOp
from ...dialects.scalars import is_storage
from .regions import drop_unused, end_with, fresh_name
from .rule import Chain, Refusal, Replacement, Rule, made_by, rule, short_name
from .spreading import spread

Part: TypeAlias = "tuple[SSAValue, Attribute]"
"""A value, and the type that it has, or will have, where its vectors are seen as scalars."""

OTHER_USES: Final = Refusal("the accumulator is used in other ways, too")


@rule(ReduceOp)
def vector_accumulator(op: ReduceOp) -> Replacement:
    """`reduce((a, x) -> as_scalar(f(as_vector(w, a), x)), i, xs) = as_scalar(reduce(f, as_vector(w, i), xs))`

    Where an accumulator is used as vectors of one width, and in no other way. So for a tuple of arrays, each of them used so,
    and for an array of tuples that is unzipped in the region and zipped again.
    """
    if not list(_scalars(op.yielded)):
        return None
    body = op.body.clone()
    block, last = body.block, body.block.last_op
    assert isinstance(last, YieldOp)
    ends = _vectors_yielded(last.value, block)
    users = list(_vectors_used(block.args[0]))
    if ends is None or None in users:
        return OTHER_USES
    widths = {user.width.value.data for user in users if user is not None}
    if len(widths) != 1:
        return OTHER_USES if users else Refusal("the accumulator is not used as vectors")
    for user in users:
        if user is not None:
            user.result.replace_all_uses_with(user.xs)
            Rewriter.erase_op(user)
    block.insert_ops_before(ends.ops, last)
    last.operands[0] = ends.value
    drop_unused(block, AsScalarOp, TupleOp, ZipOp)  # there only to see vectors as scalars, and to put these together
    start = _as_vectors(op, op.init, op.init.type, widths.pop())
    words = {word: value for word, value in op.properties.items() if word not in ("associative", "commutative")}
    fold = ReduceOp.untyped([op.xs, start.value], words, [body])
    fold.result.name_hint = op.result.name_hint
    start.value.name_hint = "init"
    result = _as_scalars(fold.result, op.result.type)
    for one in (*start.ops, *result.ops):
        one.results[0].name_hint = one.results[0].name_hint or short_name(one)
    return Chain([*start.ops, fold, *result.ops], result.value)


# In the region


def _scalars(value: SSAValue) -> Iterator[AsScalarOp]:
    """The vectors that are seen as scalars in what a region yields."""
    match value.owner:
        case AsScalarOp() as found:
            yield found
        case TupleOp() | ZipOp() as whole:
            for part in whole.operands:
                yield from _scalars(part)
        case _:
            pass


def _vectors_yielded(value: SSAValue, block: Block) -> Chain | None:
    """What a region yields, with vectors in the place of their scalars; None where that is not seen of an array."""
    if not _holds_arrays(value.type):
        return Chain((), value)
    owner = value.owner
    if not isinstance(owner, Operation) or owner.parent is not block:
        return None
    if isinstance(owner, AsScalarOp):
        return Chain((), owner.xs)
    if not isinstance(owner, TupleOp | ZipOp):
        return None
    parts = [_vectors_yielded(part, block) for part in owner.operands]
    known = [part for part in parts if part is not None]
    whole = type(owner)([part.value for part in known], result_type=UNTYPED)
    whole.result.name_hint = owner.results[0].name_hint
    return Chain.of(*(one for part in known for one in part.ops), whole) if len(known) == len(parts) else None


def _vectors_used(accumulator: SSAValue) -> Iterator[AsVectorOp | None]:
    """Where the arrays in an accumulator are seen as vectors; None for each use of another kind."""
    type_ = accumulator.type
    if not _holds_arrays(type_):
        return
    for user in [use.operation for use in accumulator.uses]:
        match user:
            case AsVectorOp():
                yield user
            case GetOp() if isinstance(type_, TupleType):
                yield from _vectors_used(user.result)
            case UnzipOp():
                yield from _vectors_used(user.result)
            case _:
                yield None


def _holds_arrays(type_: Attribute) -> bool:
    if isinstance(type_, TupleType):
        return any(map(_holds_arrays, type_.types))
    return isinstance(type_, ArrayType)


# Around the fold


def _as_vectors(op: ReduceOp, value: SSAValue, type_: Attribute, width: int) -> Chain:
    """A value of a type, with each array of scalars as one of vectors; what is the same in all places is so in all lanes."""
    if not _holds_arrays(type_):
        return Chain((), value)
    alike = _alike(op, value, width)
    if alike is not None:
        return alike
    if not _has_parts(type_):
        return Chain.of(AsVectorOp(width, value, result_type=UNTYPED))
    apart, parts, whole = _parts(value, type_)
    vectors = [_as_vectors(op, part, one, width) for part, one in parts]
    ops = [*apart, *(one for part in vectors for one in part.ops)]
    return Chain.of(*ops, whole([part.value for part in vectors], result_type=UNTYPED))


def _as_scalars(value: SSAValue, type_: Attribute) -> Chain:
    """A value of this type, made of one that has vectors in the place of scalars."""
    if not _holds_arrays(type_):
        return Chain((), value)
    if not _has_parts(type_):
        return Chain.of(AsScalarOp(value, result_type=UNTYPED))
    apart, parts, whole = _parts(value, type_)
    scalars = [_as_scalars(part, one) for part, one in parts]
    ops = [*apart, *(one for part in scalars for one in part.ops)]
    return Chain.of(*ops, whole([part.value for part in scalars], result_type=UNTYPED))


def _has_parts(type_: Attribute) -> bool:
    """Whether a value is a tuple, or an array of tuples."""
    return isinstance(type_, TupleType) or (isinstance(type_, ArrayType) and isinstance(type_.element, TupleType))


def _parts(value: SSAValue, type_: Attribute) -> tuple[list[Operation], list[Part], type[TupleOp | ZipOp]]:
    """The parts of a tuple, or of an array of tuples, what takes it apart, and what puts it together."""
    array = type_ if isinstance(type_, ArrayType) else None
    tuple_ = type_ if array is None else array.element
    assert isinstance(tuple_, TupleType)
    types = [one if array is None else ArrayType(array.length, one) for one in tuple_.types]
    whole = TupleOp if array is None else ZipOp
    made = made_by(value, whole)
    if made is not None:
        return [], list(zip(made.parts, types, strict=True)), whole
    unzipped = [] if array is None else [UnzipOp(value, result_type=UNTYPED)]
    over = unzipped[0].result if unzipped else value
    gets = [GetOp(over, i, result_type=UNTYPED) for i in range(len(types))]
    return [*unzipped, *gets], [(get.result, one) for get, one in zip(gets, types, strict=True)], whole


def _alike(op: ReduceOp, value: SSAValue, width: int) -> Chain | None:
    """An array that has the same scalars in all places, as one of vectors that have them in all lanes."""
    places = made_by(value, GenerateOp)
    if places is None or places.is_ancestor(places.yielded.owner):
        return None
    lanes = _in_lanes(places.yielded, places.yielded.type, width)
    if lanes is None:
        return None
    block = Block()
    end_with(block, Chain((), lanes.value))
    count = scope_at(op).simplify(floordiv(places.count.data, width))
    return Chain.of(*lanes.ops, GenerateOp(count, fresh_name(op, "i"), Region(block), result_type=UNTYPED))


def _in_lanes(value: SSAValue, type_: Attribute, width: int) -> Chain | None:
    """A scalar, or a tuple of such, with each of them in all lanes of a vector."""
    if not isinstance(type_, TupleType):
        return spread(value, type_, width) if is_scalar(type_) and not is_storage(type_) else None
    whole = made_by(value, TupleOp)
    gets = [] if whole is not None else [GetOp(value, i, result_type=UNTYPED) for i in range(len(type_.types))]
    own = [get.result for get in gets] if whole is None else whole.parts
    parts = [_in_lanes(part, one, width) for part, one in zip(own, type_.types, strict=True)]
    known = [part for part in parts if part is not None]
    ops = [*gets, *(one for part in known for one in part.ops)]
    return (
        Chain.of(*ops, TupleOp([part.value for part in known], result_type=UNTYPED))
        if len(known) == len(parts)
        else None
    )


VECTOR_ACCUMULATORS: tuple[Rule[Any], ...] = (vector_accumulator,)
