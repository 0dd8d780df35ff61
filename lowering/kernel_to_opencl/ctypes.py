"""Types in C, and constants of them."""

from __future__ import annotations

import math
import struct
from typing import Final

from xdsl.dialects.builtin import IntegerType, TupleType, VectorType, i1
from xdsl.ir import Attribute

from ...analysis.errors import NOT_IN_OPENCL
from ...dialects.diagnostics import LiftError
from ...dialects.kernel.types import DEVICE_TYPES, BufferType, bits, vector_parts
from ...dialects.scalars import SCALARS
from .language import OPENCL_C, ScalarWords

_FORMATS: Final = {2: ("<e", 5), 4: ("<f", 9), 8: ("<d", 17)}


def is_bit(type_: Attribute) -> bool:
    return type_ == i1


def words_of(type_: Attribute) -> ScalarWords:
    """How a scalar type is spelled."""
    if type_ not in SCALARS:
        raise LiftError(
            NOT_IN_OPENCL,
            f"OpenCL C has no type for {type_}",
            expected=f"{DEVICE_TYPES}, or a tuple of such",
            found=str(type_),
            fix="compute with one of these types",
        )
    return OPENCL_C.scalars[SCALARS[type_].name]


def c_type(type_: Attribute) -> str:
    """The type of a variable."""
    if isinstance(type_, TupleType):
        return f"tuple_{'_'.join(c_type(part) for part in type_.types)}"
    vector = vector_parts(type_)
    return words_of(type_).type if vector is None else OPENCL_C.vector_type(words_of(vector[1]), vector[0])


def unsigned(type_: Attribute) -> str:
    """The type with the bits of an integer, read as a natural."""
    vector = vector_parts(type_)
    natural = vector is not None and is_bit(vector[1])
    return c_type(type_) if natural else OPENCL_C.unsigned + c_type(type_)


def same_bits(type_: Attribute) -> Attribute:
    """The integer with as many bits as a float, or a vector of such."""
    vector = vector_parts(type_)
    integer = IntegerType(SCALARS[type_ if vector is None else vector[1]].bits)
    return integer if vector is None else VectorType(integer, [vector[0]])


def c_stored(type_: Attribute) -> str:
    """The type of an element in memory, where a bit is a byte."""
    return c_type(type_) if vector_parts(type_) is not None else words_of(type_).in_memory


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
    words = words_of(type_)
    return words.least if words.least and value == -(1 << (width - 1)) else f"{value}{words.suffix}"


def c_float(value: float, type_: Attribute) -> str:
    """A float constant: the shortest decimal that is read back as the same float."""
    size, suffix = SCALARS[type_].bytes, words_of(type_).suffix
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
