"""The scalar types that a device has: the one table that types, C and NumPy are read from."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

from xdsl.dialects.builtin import Float16Type, Float32Type, Float64Type, IndexType, IntegerType
from xdsl.ir import Attribute


class Kind(Enum):
    """What a scalar is a number of; the value is what NumPy calls it, with the bits behind it."""

    BIT = "bool_"
    INTEGER = "int"
    FLOAT = "float"


@dataclass(frozen=True)
class Scalar:
    """A scalar type: its name in a program, and the bits that it computes with."""

    name: str
    kind: Kind
    bits: int

    @property
    def bytes(self) -> int:
        """Its room in memory, where a bit is a byte."""
        return max(self.bits // 8, 1)

    @property
    def numpy_name(self) -> str:
        return self.kind.value if self.kind is Kind.BIT else f"{self.kind.value}{self.bits}"


SCALARS: Final[dict[Attribute, Scalar]] = {
    IntegerType(1): Scalar("i1", Kind.BIT, 1),
    **{IntegerType(bits): Scalar(f"i{bits}", Kind.INTEGER, bits) for bits in (8, 16, 32, 64)},
    IndexType(): Scalar("index", Kind.INTEGER, 64),
    Float16Type(): Scalar("f16", Kind.FLOAT, 16),
    Float32Type(): Scalar("f32", Kind.FLOAT, 32),
    Float64Type(): Scalar("f64", Kind.FLOAT, 64),
}
"""By type; integers are signless."""

SCALAR_NAMES: Final = tuple(scalar.name for scalar in SCALARS.values())
