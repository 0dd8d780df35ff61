"""Memory that the host reserves: buffers in global memory, and local memory that it hands to a launch."""

from __future__ import annotations

from typing import ClassVar, Self

from xdsl.ir import Attribute, Operation, OpResult, SSAValue
from xdsl.irdl import irdl_op_definition, operand_def, prop_def, result_def, traits_def
from xdsl.printer import Printer
from xdsl.traits import MemoryAllocEffect, MemoryFreeEffect

from ..diagnostics import LiftError, value_name
from ..errors import HOST_BUFFER
from ..kernel.operation import DeviceOp
from ..kernel.types import BufferType
from ..lift.attributes import NatAttr, NatLike
from ..lift.types import AddressSpace
from ..nat.ring import Nat
from ..parser import LiftParser


class HostOp(DeviceOp):
    """An op that may stand in a `host.program`."""


class ReserveOp(HostOp):
    """Memory of a symbolic size in an address space."""

    SPACE: ClassVar[AddressSpace]

    size = prop_def(NatAttr)
    buffer = result_def(BufferType)

    traits = traits_def(MemoryAllocEffect())

    def __init__(self, element: Attribute, size: NatLike | NatAttr):
        super().__init__(properties={"size": NatAttr.of(size)}, result_types=[BufferType(self.SPACE, element)])

    @property
    def element(self) -> Attribute:
        type_ = self.buffer.type
        assert isinstance(type_, BufferType)
        return type_.element

    @property
    def count(self) -> Nat:
        """The number of elements."""
        return self.size.data

    def verify_(self) -> None:
        type_ = self.buffer.type
        assert isinstance(type_, BufferType)
        if type_.address_space is not self.SPACE:
            raise LiftError(
                HOST_BUFFER,
                f"'{self.name}' reserves {self.SPACE.value} memory",
                expected=str(BufferType(self.SPACE, type_.element)),
                found=str(type_),
            )
        if self.count.constant is not None and self.count.constant < 0:
            raise LiftError(HOST_BUFFER, f"'{self.name}' has a negative size", found=str(self.count))

    @classmethod
    def parse_form(cls, parser: LiftParser) -> Self:
        element = parser.parse_type()
        with parser.in_square_brackets():
            return cls(element, parser.parse_nat_attr())

    @property
    def shown_type(self) -> Attribute:
        return self.buffer.type

    def print_form(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_attribute(self.element)
        printer.print_string(f"[{self.count}]")


@irdl_op_definition
class AllocOp(ReserveOp):
    """A buffer on the device. What it holds at first is not defined, and it may be empty.

    `alloc(T, n)` is a new buffer of n elements.

    The result is `!kernel.buffer<global, T>`.

    `%parts = host.alloc f32[N floordiv 4096 + 1] : !kernel.buffer<global, f32>`
    """

    name = "host.alloc"
    SPACE: ClassVar[AddressSpace] = AddressSpace.GLOBAL


@irdl_op_definition
class LocalOp(ReserveOp):
    """Local memory, which every work group of a launch has for itself.

    `local(T, n)` is room for n elements in each work group.

    The result is `!kernel.buffer<local, T>`. It is passed to launches, and there is nothing to free.

    `%tile = host.local f32[2 * N] : !kernel.buffer<local, f32>`
    """

    name = "host.local"
    SPACE: ClassVar[AddressSpace] = AddressSpace.LOCAL


@irdl_op_definition
class FreeOp(HostOp):
    """The end of a buffer: nothing uses it after this, once all that was launched is done.

    `free(x)`: the memory of x may be used for another buffer.

    It takes what a `host.alloc` in the same region gives.

    `host.free %parts`
    """

    name = "host.free"

    buffer = operand_def(BufferType)

    traits = traits_def(MemoryFreeEffect())

    def __init__(self, buffer: SSAValue | Operation):
        super().__init__(operands=[buffer])

    def verify_(self) -> None:
        value = self.buffer
        if not (isinstance(value, OpResult) and isinstance(value.op, AllocOp)):
            raise LiftError(
                HOST_BUFFER,
                f"{value_name(value)} cannot be freed",
                expected="a buffer of a 'host.alloc'; parameters belong to the caller, and local memory to the launch",
            )
        if value.op.parent_block() is not self.parent_block():
            raise LiftError(
                HOST_BUFFER,
                f"{value_name(value)} is freed in another region than the one that reserves it",
                fix="free it in the region of its 'host.alloc'",
            )

    @classmethod
    def parse_form(cls, parser: LiftParser) -> Self:
        return cls(parser.parse_value())

    def print_form(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.buffer)
