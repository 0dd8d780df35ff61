"""Ops of other dialects in a function, such as those of `arith` and `math`: they compute with scalars, not with arrays.

Some of them take values of any type, so that what they are given is checked here, for all alike.
"""

from __future__ import annotations

from typing import Final

from xdsl.ir import Operation, SSAValue

from ..diagnostics import LiftError, location_of
from ..errors import ARRAY_IN_SCALAR_CODE, STORAGE_TYPE
from ..scalars import COMPUTED_NAMES, computed_as, is_storage
from .conversions import ConvertOp
from .types import holds_array

SCALAR_DIALECTS: Final = frozenset(("arith", "math", "scf"))
"""What ops of other dialects do, a package that adds them says itself."""


def is_scalar_op(op: Operation) -> bool:
    """Whether an op computes scalars of scalars, without a loop and without memory: one of `arith` or `math`, or a conversion."""
    return (op.dialect_name() in ("arith", "math") and not op.regions) or isinstance(op, ConvertOp)


def verify_scalar_code(function: Operation) -> None:
    """Raise a `LiftError` at the first op of another dialect that takes or gives an array, or computes with what is stored."""
    for operation in function.walk():
        if operation.dialect_name() in SCALAR_DIALECTS:
            for values, verb in ((operation.operands, "takes"), (operation.results, "gives")):
                for value in values:
                    _verify(operation, value, verb)


def _verify(operation: Operation, value: SSAValue, verb: str) -> None:
    type_ = value.type
    if holds_array(type_):
        raise LiftError(
            ARRAY_IN_SCALAR_CODE,
            f"'{operation.name}' {verb} an array",
            expected="scalars, vectors, or tuples of such",
            found=str(type_),
            fix="zip the arrays with lift.zip, and compute element by element in a lift.map, where arith.select chooses",
            location=location_of(operation),
        )
    if is_storage(type_) and operation.name != "arith.select":
        computed = computed_as(type_)
        taken = f"use lift.convert %{value.name_hint or 'x'} : {type_} to {computed}"
        given = f"compute {computed}, and use lift.convert to {type_}"
        raise LiftError(
            STORAGE_TYPE,
            f"'{operation.name}' {verb} {type_}, which is only stored",
            expected=f"{', '.join(COMPUTED_NAMES[:-1])} or {COMPUTED_NAMES[-1]}, or a vector of one",
            found=str(type_),
            fix=taken if verb == "takes" else given,
            location=location_of(operation),
        )
