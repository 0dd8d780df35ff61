"""Types in C, and constants of them."""

from __future__ import annotations

import math
import struct
from typing import Final

from xdsl.dialects.builtin import Float16Type, Float32Type, Float64Type, IntegerType, TupleType, i1
from xdsl.ir import Attribute

from ...analysis.errors import NOT_IN_OPENCL
from ...dialects.diagnostics import LiftError
from ...dialects.kernel.types import DEVICE_TYPES, BufferType, bits, is_device_scalar, vector_parts

INTEGERS: Final = {1: "bool", 8: "char", 16: "short", 32: "int", 64: "long"}
LIBRARY_BYTES: Final = 32
"""The largest vectors that are handed to functions of OpenCL: PoCL's break on CPUs whose registers are smaller than 64."""
_FORMATS: Final = {2: ("<e", 5), 4: ("<f", 9), 8: ("<d", 17)}


def is_bit(type_: Attribute) -> bool:
    return type_ == i1


def vector_bytes(type_: Attribute) -> int:
    """The bytes of a vector without padding; 0 for anything else."""
    parts = vector_parts(type_)
    return 0 if parts is None else parts[0] * scalar_bytes(parts[1])


def scalar_bytes(type_: Attribute) -> int:
    match type_:
        case Float16Type():
            return 2
        case Float32Type():
            return 4
        case Float64Type():
            return 8
        case _:
            return max(bits(type_) // 8, 1)


def c_type(type_: Attribute) -> str:
    """The type of a variable."""
    if isinstance(type_, TupleType):
        return f"tuple_{'_'.join(c_type(part) for part in type_.types)}"
    vector = vector_parts(type_)
    if vector is not None:
        return f"{'uchar' if is_bit(vector[1]) else c_type(vector[1])}{vector[0]}"
    if not is_device_scalar(type_):
        raise LiftError(
            NOT_IN_OPENCL,
            f"OpenCL C has no type for {type_}",
            expected=f"{DEVICE_TYPES}, or a tuple of such",
            found=str(type_),
            fix="compute with one of these types",
        )
    match type_:
        case IntegerType():
            return INTEGERS[type_.width.data]
        case Float16Type():
            return "half"
        case Float32Type():
            return "float"
        case Float64Type():
            return "double"
        case _:
            return "long"


def unsigned(type_: Attribute) -> str:
    """The type with the bits of an integer, read as a natural."""
    vector = vector_parts(type_)
    return f"u{c_type(type_)}" if vector is None or not is_bit(vector[1]) else c_type(type_)


def c_stored(type_: Attribute) -> str:
    """The type of an element in memory, where a bit is a byte."""
    return "uchar" if is_bit(type_) else c_type(type_)


def c_pointer(type_: BufferType) -> str:
    """What a pointer to a buffer points to."""
    return f"{type_.address_space.value} {c_stored(type_.element)}"


def scalars_in(type_: Attribute) -> frozenset[Attribute]:
    """The scalars that a type is made of."""
    if isinstance(type_, TupleType):
        return frozenset[Attribute]().union(*map(scalars_in, type_.types))
    if isinstance(type_, BufferType):
        return scalars_in(type_.element)
    vector = vector_parts(type_)
    return frozenset((type_ if vector is None else vector[1],))


def c_integer(value: int, type_: Attribute) -> str:
    """An integer constant; the least one has no literal in C."""
    width = bits(type_)
    value &= (1 << width) - 1
    if width == 1:
        return "true" if value else "false"
    if value >> (width - 1):
        value -= 1 << width
    if value == -(1 << (width - 1)) and width >= 32:
        return "LONG_MIN" if width == 64 else "INT_MIN"
    return f"{value}{'L' if width == 64 else ''}"


def c_float(value: float, type_: Attribute) -> str:
    """A float constant: the shortest decimal that is read back as the same float."""
    size = scalar_bytes(type_)
    suffix = {2: "h", 4: "f", 8: ""}[size]
    if math.isnan(value):
        return "NAN" if size == 4 else f"({c_type(type_)})NAN"
    form, digits = _FORMATS[size]
    try:
        (rounded,) = struct.unpack(form, struct.pack(form, value))
    except OverflowError:
        rounded = math.copysign(math.inf, value)
    if math.isinf(rounded):
        text = "INFINITY" if size == 4 else f"({c_type(type_)})INFINITY"
        return text if rounded > 0 else f"-{text}"
    for precision in range(1, digits + 1):
        text = f"{rounded:.{precision}g}"
        if _reads_as(text, rounded, form):
            break
    else:
        text = repr(rounded)
    if "e" in text:
        mantissa, exponent = text.split("e")
        text = f"{mantissa}e{int(exponent)}"
    elif "." not in text:
        text = f"{text}.0"
    return text + suffix


def _reads_as(text: str, value: float, form: str) -> bool:
    """Whether a decimal is read as that float."""
    try:
        return struct.unpack(form, struct.pack(form, float(text))) == (value,)
    except OverflowError:
        return False
