"""The scalar types that a device has: the one table that types, C and NumPy are read from."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final, cast

from xdsl.dialects.builtin import (
    BFloat16Type,
    Float16Type,
    Float32Type,
    Float64Type,
    IndexType,
    IntegerType,
    Signedness,
    VectorType,
    i1,
)
from xdsl.ir import Attribute


class Kind(Enum):
    """What a scalar is a number of; the value is what NumPy calls it, with the bits behind it."""

    BIT = "bool_"
    INTEGER = "int"
    NATURAL = "uint"
    FLOAT = "float"
    BRAIN = "bfloat"
    """A float with the exponent of f32, and the upper half of its bits."""


@dataclass(frozen=True)
class Scalar:
    """A scalar type: its name in a program, and its bits."""

    name: str
    kind: Kind
    bits: int

    @property
    def is_storage(self) -> bool:
        """Whether it is only stored and moved: `lift.convert` gives what is computed with."""
        return self.kind in (Kind.NATURAL, Kind.BRAIN)

    @property
    def bytes(self) -> int:
        """Its room in memory, where a bit is a byte."""
        return max(self.bits // 8, 1)

    @property
    def numpy_name(self) -> str:
        return self.kind.value if self.kind is Kind.BIT else f"{self.kind.value}{self.bits}"

    @property
    def dtype_package(self) -> str:
        """The package that has its dtype."""
        return "ml_dtypes" if self.kind is Kind.BRAIN else "numpy"


def natural(bits: int) -> IntegerType:
    """The integers from 0 on, of so many bits."""
    return IntegerType(bits, Signedness.UNSIGNED)


_WIDTHS: Final = (8, 16, 32, 64)

SCALARS: Final[dict[Attribute, Scalar]] = {
    i1: Scalar("i1", Kind.BIT, 1),
    **{IntegerType(bits): Scalar(f"i{bits}", Kind.INTEGER, bits) for bits in _WIDTHS},
    IndexType(): Scalar("index", Kind.INTEGER, 64),
    Float16Type(): Scalar("f16", Kind.FLOAT, 16),
    Float32Type(): Scalar("f32", Kind.FLOAT, 32),
    Float64Type(): Scalar("f64", Kind.FLOAT, 64),
    **{natural(bits): Scalar(f"ui{bits}", Kind.NATURAL, bits) for bits in _WIDTHS},
    BFloat16Type(): Scalar("bf16", Kind.BRAIN, 16),
}
"""By type; integers that are computed with are signless."""

SCALAR_NAMES: Final = tuple(scalar.name for scalar in SCALARS.values())
COMPUTED_NAMES: Final = tuple(scalar.name for scalar in SCALARS.values() if not scalar.is_storage)
STORAGE_NAMES: Final = tuple(scalar.name for scalar in SCALARS.values() if scalar.is_storage)


def is_integer(type_: Attribute) -> bool:
    """Whether it is an integer that is computed with, as indices are; i1 is none."""
    if isinstance(type_, IntegerType):
        return cast("IntegerType", type_).signedness.data is Signedness.SIGNLESS and type_ != i1
    return isinstance(type_, IndexType)


def is_natural(type_: Attribute) -> bool:
    """Whether it is an integer that is only stored."""
    return type_ in SCALARS and SCALARS[type_].kind is Kind.NATURAL


def is_storage(type_: Attribute) -> bool:
    """Whether it is a type, or a vector of a type, that is only stored."""
    element = cast("VectorType[Attribute]", type_).element_type if isinstance(type_, VectorType) else type_
    return element in SCALARS and SCALARS[element].is_storage


def computed_as(type_: Attribute) -> Attribute:
    """What a storage type, or a vector of one, is computed with: what holds all its values, where there is such a type."""
    if isinstance(type_, VectorType):
        vector = cast("VectorType[Attribute]", type_)
        return VectorType(computed_as(vector.element_type), vector.get_shape())
    scalar = SCALARS[type_]
    return Float32Type() if scalar.kind is Kind.BRAIN else IntegerType(32 if scalar.bits < 32 else 64)
