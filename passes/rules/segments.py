"""Rules for rows that differ in length: even shares of what is in all of them."""

from __future__ import annotations

from typing import Any, Final

from ...dialects.lift.algorithmic import MapOp
from ...dialects.lift.operation import UNTYPED
from ...dialects.lift.types import ArrayType
from ...dialects.ocl.shares import MapSharesOp, length_in
from .parameters import dimension, size
from .rule import Refusal, Replacement, Rule, rule

NO_ROWS: Final = Refusal("the elements are no rows that differ in length")


@rule(MapOp, d=dimension("the dimension"), m=size("shares", 128))
def map_to_shares(op: MapOp, d: int, m: int) -> Replacement:
    """`map(f, xs) = map_shares(m, f, xs)`, for rows that differ in length."""
    xs = op.xs.type
    if not isinstance(xs, ArrayType) or not xs.dependent or length_in(xs.element) is None:
        return NO_ROWS
    return MapSharesOp(d, m, op.xs, op.body.clone(), op.position_name, result_type=UNTYPED)


SEGMENTS: tuple[Rule[Any], ...] = (map_to_shares,)
