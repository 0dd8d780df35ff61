"""Rules for tuple, get, zip and unzip."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import TupleType
from xdsl.ir import SSAValue

from ...dialects.lift.access import AtOp, AtUncheckedOp
from ...dialects.lift.operation import UNTYPED
from ...dialects.lift.tuples import GetOp, TupleOp, UnzipOp, ZipOp
from ...dialects.lift.types import ArrayType, ExistsType
from .rule import Chain, Replacement, made_by, rule


@rule(GetOp)
def get_of_tuple(op: GetOp) -> Replacement:
    """`get(i, tuple(a0, a1, ..)) = ai`"""
    made = made_by(op.tuple_, TupleOp)
    return made and made.parts[op.index.value.data]


@rule(GetOp)
def get_of_unzip_of_zip(op: GetOp) -> Replacement:
    """`get(i, unzip(zip(a0, a1, ..))) = ai`; of hidden length, too."""
    unzip = made_by(op.tuple_, UnzipOp)
    zipped = unzip and made_by(unzip.xs, ZipOp)
    return zipped and zipped.parts[op.index.value.data]


@rule(GetOp)
def get_of_at_of_zip(op: GetOp) -> Replacement:
    """`get(i, at(zip(a0, a1, ..), e)) = at(ai, e)`, for a number e, or unchecked."""
    at = op.tuple_.owner
    if isinstance(at, AtOp) and at.index is not None and (zipped := made_by(at.xs, ZipOp)):
        return AtOp(zipped.parts[op.index.value.data], at.index.data, result_type=UNTYPED)
    if isinstance(at, AtUncheckedOp) and (zipped := made_by(at.xs, ZipOp)):
        return AtUncheckedOp(zipped.parts[op.index.value.data], at.index, result_type=UNTYPED)
    return None


@rule(TupleOp)
def tuple_of_gets(op: TupleOp) -> Replacement:
    """`tuple(get(0, t), get(1, t), ..) = t`, for all parts of t."""
    return _taken_apart(op.parts)


@rule(ZipOp)
def zip_of_unzip(op: ZipOp) -> Replacement:
    """`zip(get(0, unzip(xs)), get(1, unzip(xs)), ..) = xs`, for all parts of the elements."""
    whole = _taken_apart(op.parts)
    unzip = None if whole is None else made_by(whole, UnzipOp)
    return unzip and unzip.xs


def _taken_apart(parts: Sequence[SSAValue]) -> SSAValue | None:
    """The tuple that these are the parts of, all and in order."""
    gets = [made_by(part, GetOp) for part in parts]
    first = gets[0]
    if first is None:
        return None
    for i, get in enumerate(gets):
        if get is None or get.tuple_ is not first.tuple_ or get.index.value.data != i:
            return None
    type_ = first.tuple_.type
    if isinstance(type_, ExistsType):
        type_ = type_.body
    return first.tuple_ if isinstance(type_, TupleType) and len(type_.types) == len(parts) else None


@rule(UnzipOp)
def unzip_of_zip(op: UnzipOp) -> Replacement:
    """`unzip(zip(a0, a1, ..)) = tuple(a0, a1, ..)`, where no length is hidden."""
    zipped = made_by(op.xs, ZipOp)
    if zipped is None or not all(isinstance(part.type, ArrayType) for part in zipped.parts):
        return None
    return Chain.of(TupleOp(zipped.parts, result_type=UNTYPED))


TUPLES = (
    get_of_tuple,
    get_of_unzip_of_zip,
    get_of_at_of_zip,
    tuple_of_gets,
    zip_of_unzip,
    unzip_of_zip,
)
