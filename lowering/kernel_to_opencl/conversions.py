"""What `lift.convert` is in C: casts, which loops over elements vectorise, and bits where one side is a bf16.

A bf16 is the upper half of a float, kept as a `ushort`. What rounds one is a function, on whole vectors, too: written for
each part of a vector, it would be three to four times as slow.
"""

from __future__ import annotations

from typing import Final

from xdsl.dialects.builtin import i32

from ...dialects.lift.conversions import Conversion, ConvertOp
from ...dialects.scalars import is_storage
from .ctypes import c_type, unsigned
from .expressions import Text, binary, call, cast, literal
from .spelling import Operands, Spelling, alike, plain

VECTOR_FUNCTIONS: Final = {
    "bf16": "ushort{w} bf16_{t}({t} a) {{ uint{w} b = as_uint{w}(a); "
    "b = (b & 0x7fffffff) > 0x7f800000 ? (b >> 16) | 64 : (b + 0x7fff + ((b >> 16) & 1)) >> 16; "
    "return (ushort{w})({parts}); }}",
}
"""Functions for a type `t` that is a scalar, or a vector of width `w`; `parts` are those of `b`. A NaN stays one, and is quiet."""


def conversion_spelling(op: ConvertOp) -> Spelling | None:
    """How a conversion is written."""
    return None if op.kind is None else _SPELLINGS[op.kind]


def _cast(x: Operands) -> Text:
    return cast(c_type(x.result), x[0])


def _resized(x: Operands) -> Text:
    """A natural, from what was computed without a sign where it was; and for what is computed so from this."""
    if is_storage(x.result):
        return cast(c_type(x.result), x[0].without_sign or x[0])
    natural = unsigned(x.result)
    return _cast(x)._replace(without_sign=x[0] if natural == c_type(x.type) else cast(natural, x[0]))


def _widened(x: Operands) -> Text:
    return call(f"as_{c_type(x.result)}", binary(cast(unsigned(i32), x[0]), "<<", literal("16")))


def _rounded(x: Operands) -> Text:
    return call(x.helper("bf16", x.type), x[0])


_SPELLINGS: Final = {
    Conversion.RESIZED: plain(_resized),
    Conversion.NEAREST: plain(_cast),
    Conversion.WIDENED: plain(_widened),
    Conversion.ROUNDED: alike(_rounded),
}
