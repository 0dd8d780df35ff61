"""The type `!kernel.buffer`: memory of scalars or vectors in an address space."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import cast

from xdsl.dialects.builtin import IndexType, IntegerType, StringAttr, TupleType, VectorType
from xdsl.ir import Attribute, ParametrizedAttribute, TypeAttribute
from xdsl.irdl import irdl_attr_definition
from xdsl.parser import AttrParser
from xdsl.printer import Printer

from ..diagnostics import LiftError
from ..errors import DEVICE_TYPE
from ..lift.storage import vector_of
from ..lift.types import SPACES, AddressSpace
from ..scalars import SCALAR_NAMES, SCALARS

VECTOR_WIDTHS = (2, 3, 4, 8, 16)


DEVICE_TYPES = f"{', '.join(SCALAR_NAMES)}, or a vector of 2, 3, 4, 8 or 16 of them"
"""What a device has, in words."""

_INDEX = SCALARS[IndexType()]


def is_device_scalar(type_: Attribute) -> bool:
    """Whether OpenCL has such a scalar."""
    return type_ in SCALARS


def vector_parts(type_: Attribute) -> tuple[int, Attribute] | None:
    """The width and the scalar of a vector type that OpenCL has."""
    vector = vector_of(type_)
    return vector if vector is not None and vector[0] in VECTOR_WIDTHS and is_device_scalar(vector[1]) else None


@lru_cache(maxsize=1024)
def vector_type(width: int, scalar: Attribute) -> Attribute:
    """The type of a vector; that of each op is compared with one, and to make one takes xDSL long."""
    return VectorType(scalar, [width])


def scalars_of_room(type_: Attribute) -> int:
    """How many scalars have the room of an element: a vector of 3 takes that of 4."""
    parts = vector_parts(type_)
    return 1 if parts is None else 4 if parts[0] == 3 else parts[0]


def element_bytes(type_: Attribute) -> int:
    """The bytes of an element in memory: a bit takes one."""
    parts = vector_parts(type_)
    return scalars_of_room(type_) * SCALARS[type_ if parts is None else parts[1]].bytes


def is_device_value(type_: Attribute) -> bool:
    """Whether a variable in OpenCL C can hold it: a scalar, a vector, or a tuple of such."""
    if isinstance(type_, TupleType):
        return len(type_.types) > 0 and all(map(is_device_value, type_.types))
    return is_device_scalar(type_) or vector_parts(type_) is not None


@irdl_attr_definition
class BufferType(ParametrizedAttribute, TypeAttribute):
    """A pointer to elements of one type in an address space: `!kernel.buffer<global, f32>`."""

    name = "kernel.buffer"

    space: StringAttr
    element: TypeAttribute

    def __init__(self, space: AddressSpace | str, element: Attribute):
        text = space.value if isinstance(space, AddressSpace) else space
        super().__init__(StringAttr(text), element)

    def verify(self) -> None:
        if self.space.data not in SPACES:
            raise LiftError(
                DEVICE_TYPE, "there is no such address space", expected=" or ".join(SPACES), found=self.space.data
            )
        if not is_device_scalar(self.element) and vector_parts(self.element) is None:
            raise LiftError(
                DEVICE_TYPE,
                f"a buffer cannot hold {self.element}",
                expected=f"{DEVICE_TYPES}; a tuple is one buffer for each leaf",
                found=str(self.element),
                fix="use an array of one of these types",
            )

    @property
    def address_space(self) -> AddressSpace:
        return AddressSpace(self.space.data)

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        with parser.in_angle_brackets():
            space = parser.parse_identifier(" for an address space")
            parser.parse_characters(",", " after an address space")
            return (StringAttr(space), parser.parse_type())

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_string(f"{self.space.data}, ")
            printer.print_attribute(self.element)


def bits(type_: Attribute) -> int:
    """The width of an integer, and else that of an index."""
    return cast("IntegerType", type_).width.data if isinstance(type_, IntegerType) else _INDEX.bits
