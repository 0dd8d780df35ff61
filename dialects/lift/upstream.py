"""Ops of other dialects in a function, such as those of `arith` and `math`: they compute with scalars, not with arrays.

Some of them take values of any type, so that what they are given is checked here, for all alike.
"""

from __future__ import annotations

from typing import Final

from xdsl.ir import Operation

from ..diagnostics import LiftError, location_of
from ..errors import ARRAY_IN_SCALAR_CODE
from .types import holds_array

SCALAR_DIALECTS: Final = frozenset(("arith", "math", "scf"))
"""What ops of other dialects do, a package that adds them says itself."""


def verify_scalar_code(function: Operation) -> None:
    """Raise a `LiftError` at the first op of another dialect that takes or gives an array."""
    for operation in function.walk():
        if operation.dialect_name() not in SCALAR_DIALECTS:
            continue
        for types, verb in ((operation.operand_types, "takes"), (operation.result_types, "gives")):
            for type_ in types:
                if holds_array(type_):
                    raise LiftError(
                        ARRAY_IN_SCALAR_CODE,
                        f"'{operation.name}' {verb} an array",
                        expected="scalars, vectors, or tuples of such",
                        found=str(type_),
                        fix="zip the arrays with lift.zip, and compute element by element in a lift.map, where"
                        " arith.select chooses",
                        location=location_of(operation),
                    )
