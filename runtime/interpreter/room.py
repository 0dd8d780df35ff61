"""Arrays that the interpreter could not hold are refused before anything runs: it keeps each element by itself."""

from __future__ import annotations

from collections.abc import Callable

from xdsl.dialects.builtin import TupleType
from xdsl.ir import Attribute

from ...dialects.diagnostics import location_of
from ...dialects.lift.functions import DefOp
from ...dialects.lift.operation import LiftOp
from ...dialects.lift.types import ArrayType, free_names, free_tables
from ...dialects.limits import INTERPRETED_ELEMENTS
from ...dialects.nat.ring import Nat


def need_room(function: DefOp, nat: Callable[[Nat], int]) -> None:
    """Refuse a call for which a value of the function has too many elements, where its sizes are those of the call."""
    names = set(function.nat_names)
    for op in function.walk():
        if isinstance(op, LiftOp) and free_names(op.result.type) <= names and not free_tables(op.result.type):
            count = _elements(op.result.type, nat)
            if count > INTERPRETED_ELEMENTS.number:
                message = f"the interpreter cannot hold all elements of what '{op.name}' gives"
                raise INTERPRETED_ELEMENTS.exceeded(count, message).at(location_of(op))


def _elements(type_: Attribute, nat: Callable[[Nat], int]) -> int:
    match type_:
        case TupleType():
            return sum(_elements(part, nat) for part in type_.types)
        case ArrayType():
            return nat(type_.length.data) * (1 if type_.dependent else _elements(type_.element, nat))
        case _:
            return 1
