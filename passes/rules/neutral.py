"""Numbers that leave any other as it is: `x ⊕ e = x`, bit by bit, for the ops with which folds are made."""

from __future__ import annotations

from math import inf, nan
from typing import Any, Final, TypeAlias

from xdsl.dialects import arith
from xdsl.dialects.builtin import AnyFloat, FloatAttr, IndexType, IntegerAttr, IntegerType
from xdsl.ir import Operation

Number: TypeAlias = "IntegerAttr[Any] | FloatAttr[Any]"

OF_FLOATS: Final[dict[type[Operation], float]] = {
    arith.AddfOp: -0.0,
    arith.MulfOp: 1.0,
    arith.MinimumfOp: inf,
    arith.MaximumfOp: -inf,
    arith.MinnumfOp: nan,
    arith.MaxnumfOp: nan,
}
"""`x + 0.0` is not x where x is -0.0; of a NaN and -inf, `maxnumf` gives -inf, so that -inf is not neutral, but a NaN is."""

OF_INTEGERS: Final[dict[type[Operation], int]] = {
    arith.AddiOp: 0,
    arith.MuliOp: 1,
    arith.XOrIOp: 0,
    arith.AndIOp: -1,
    arith.OrIOp: 0,
    arith.MinUIOp: -1,
    arith.MaxUIOp: 0,
}
"""Of any width; -1 has all bits set, and is the largest number without a sign."""


def exact_neutral(op: Operation) -> Number | None:
    """The number that op takes with any other to give that one; None where there is none at hand."""
    type_, kind = op.results[0].type, type(op)
    match type_:
        case IndexType() | IntegerType() if kind in OF_INTEGERS:
            return IntegerAttr(OF_INTEGERS[kind], type_)
        case IntegerType() if kind in (arith.MinSIOp, arith.MaxSIOp):
            half = 1 << (type_.width.data - 1)
            return IntegerAttr(half - 1 if kind is arith.MinSIOp else -half, type_)
        case _ if isinstance(type_, AnyFloat) and kind in OF_FLOATS:
            return FloatAttr(OF_FLOATS[kind], type_)
        case _:
            return None
