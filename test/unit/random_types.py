"""What random programs are given: a scalar, and arrays of many forms, those whose rows differ in length included."""

from __future__ import annotations

from typing import TypeAlias

from nat_strategies import Chooser, pick
from program_generator import ELEMENTS, SCALARS
from xdsl.dialects.builtin import f32, i32
from xdsl.ir import Attribute

from lift.dialects.lift.types import ArrayType, ExistsType, tuple_of
from lift.dialects.nat.expr import compare, floordiv, if_then_else, lookup, maximum, minimum, mod, var
from lift.dialects.nat.ring import const

TABLE = "rows"
"""The table of ragged programs, which has N entries."""

Parameters: TypeAlias = "list[tuple[str, Attribute]]"

ANYTHING: Parameters = [
    ("c", i32),
    ("a", ArrayType(var("N"), i32)),
    ("b", ArrayType(var("N"), f32)),
    ("m", ArrayType(var("N"), ArrayType(var("M"), i32))),
    ("t", ArrayType.over("i", var("N"), ArrayType(var("i") + 1, f32))),
]


def anything(_: Chooser) -> Parameters:
    return ANYTHING


def hidden_parameters(choose: Chooser) -> Parameters:
    """Those, and values of hidden length."""
    array = ExistsType.of_array(var("N"), pick(choose, (i32, f32)))
    rows = ArrayType(var("M"), ExistsType.of_array(var("N"), i32))
    return [*ANYTHING, ("e", array), ("r", rows), ("p", tuple_of((i32, ExistsType.of_array(var("M"), i32))))]


def plain_parameters(choose: Chooser) -> Parameters:
    """A scalar, and a few arrays of different forms."""
    found: Parameters = [("c", i32), ("a", ArrayType(var("N"), i32)), ("b", ArrayType(var("N"), f32))]
    return [*found, *((f"x{k}", _drawn_type(choose, 2)) for k in range(choose.number(1, 3)))]


def some_hidden_parameters(choose: Chooser) -> Parameters:
    """Those, and one or two of hidden length."""
    forms = (
        ExistsType.of_array(var("N"), i32),
        ExistsType.of_array(var("M"), f32),
        ArrayType(var("M"), ExistsType.of_array(var("N"), i32)),
        ArrayType.over("i", var("M"), ExistsType.of_array(var("i") + 1, f32)),
        ExistsType.of_array(var("N"), ArrayType(var("M"), i32)),
        tuple_of((i32, ExistsType.of_array(var("M"), i32))),
    )
    return [*plain_parameters(choose), *((f"e{k}", pick(choose, forms)) for k in range(choose.number(1, 2)))]


def ragged_parameters(choose: Chooser) -> Parameters:
    """Those, and one or two arrays whose rows differ in length."""
    return [*plain_parameters(choose), *((f"r{k}", _ragged_type(choose)) for k in range(choose.number(1, 2)))]


def _drawn_type(choose: Chooser, depth: int) -> Attribute:
    scalar = pick(choose, (i32, f32, *SCALARS, *ELEMENTS))
    if depth == 0:
        return scalar
    match choose.number(0, 6):
        case 0:
            return scalar
        case 1:
            return tuple_of(_drawn_type(choose, depth - 1) for _ in range(choose.number(1, 2)))
        case _:
            count = pick(choose, (var("N"), var("M"), const(4), const(2), const(3), var("N") * 2))
            return ArrayType(count, _drawn_type(choose, depth - 1))


def _ragged_type(choose: Chooser) -> Attribute:
    """Rows of scalars or of what is as large in each row, with lengths of many forms; some with ragged rows themselves."""
    row = _row_type(choose, "i", _drawn_type(choose, choose.number(0, 1)))
    match choose.number(0, 7):
        case 0:
            return ArrayType(pick(choose, (var("M"), const(2))), ArrayType.over("i", var("N"), row))
        case 1:
            inner = ArrayType.over("j", var("i") + 1, _row_type(choose, "j", pick(choose, (i32, f32))))
            return ArrayType.over("i", var("N"), inner)
        case 7:  # which row of the table is as long is in the table
            rows = ArrayType(lookup(TABLE, mod(var("j"), var("N"))), pick(choose, (i32, f32)))
            return ArrayType.over("i", var("N"), ArrayType.over("j", lookup(TABLE, var("i")), rows))
        case 2:
            return ArrayType.over("i", var("N"), tuple_of((row, i32)))
        case _:
            return ArrayType.over("i", var("N"), row)


def _row_type(choose: Chooser, position: str, element: Attribute) -> ArrayType:
    i = var(position)
    regular = (i + 1, var("N") - i, 2 * i, floordiv(i, 2), mod(i, 3), minimum(i, var("M")), maximum(2 - i, 0))
    pieces = (if_then_else(compare(i, "lt", 2), 0, i), if_then_else(compare(mod(i, 2), "eq", 0), i + 1, 1), const(0))
    entry = lookup(TABLE, i)
    tables = (entry, entry, entry + 1, 2 * entry, lookup(TABLE, mod(entry, var("N"))))
    return ArrayType(pick(choose, (*regular, *pieces, *tables, *tables)), element)
