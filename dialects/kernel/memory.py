"""Memory: where it is reserved, how it is read and written, and where work items wait for each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Self

from xdsl.dialects.builtin import ArrayAttr, IntegerAttr, StringAttr, VectorType, i64
from xdsl.ir import Attribute, BlockArgument, Operation, OpResult, SSAValue
from xdsl.irdl import irdl_op_definition, operand_def, opt_prop_def, prop_def, result_def, traits_def, var_operand_def
from xdsl.printer import Printer
from xdsl.traits import MemoryAllocEffect, MemoryReadEffect, MemoryWriteEffect

from ..diagnostics import LiftError, location_of
from ..errors import ALLOCATION, BARRIER, BUFFER_ELEMENT
from ..lift.attributes import FactAttr, NatAttr, NatLike
from ..lift.types import SPACES, AddressSpace
from ..parser import LiftParser
from ..stores import PastCaches, parse_past_caches, print_past_caches
from .attributes import IndexAttr, parse_index, print_over
from .control import ForOp, IfOp
from .operation import DeviceOp, buffer_of
from .types import VECTOR_WIDTHS, BufferType, is_device_scalar, vector_parts
from .workitems import GlobalIdOp, LocalIdOp


@irdl_op_definition
class AllocOp(DeviceOp):
    """Memory of a work group or of a work item, of a constant size. What it holds at first is not defined.

    `alloc(s, T, n)` is a new buffer of n elements.

    The result is `!kernel.buffer<s, T>`. Local memory is reserved at the top level of the kernel; local memory of a
    symbolic size is a parameter.

    `%tile = kernel.alloc local f32[64] : !kernel.buffer<local, f32>`
    """

    name = "kernel.alloc"

    size = prop_def(NatAttr)
    buffer = result_def(BufferType)

    traits = traits_def(MemoryAllocEffect())

    def __init__(self, space: AddressSpace | str, element: Attribute, size: NatLike):
        super().__init__(properties={"size": NatAttr.of(size)}, result_types=[BufferType(space, element)])

    def verify_(self) -> None:
        type_ = self.buffer.type
        assert isinstance(type_, BufferType)
        if type_.address_space is AddressSpace.GLOBAL:
            raise LiftError(
                ALLOCATION,
                f"'{self.name}' cannot reserve global memory",
                expected="local or private",
                fix="make it a parameter of the kernel",
            )
        size = self.size.data.constant
        if size is None or size < 1:
            raise LiftError(
                ALLOCATION,
                f"'{self.name}' needs a size that is a number and at least 1",
                expected="a number",
                found=str(self.size.data),
                fix="make it a parameter of the kernel" if type_.address_space is AddressSpace.LOCAL else None,
            )
        parent = self.parent_op()
        if type_.address_space is AddressSpace.LOCAL and isinstance(parent, ForOp | IfOp):
            raise LiftError(
                ALLOCATION,
                f"'{self.name} local' stands inside '{parent.name}'",
                expected="the top level of the kernel",
                fix="move it out: OpenCL reserves local memory once for a work group",
            )

    @classmethod
    def parse_form(cls, parser: LiftParser) -> Self:
        space = parser.parse_keyword_in(SPACES)
        element = parser.parse_type()
        with parser.in_square_brackets():
            size = parser.parse_nat_attr()
        return cls(space, element, size.data)

    @property
    def shown_type(self) -> Attribute:
        return self.buffer.type

    def print_form(self, printer: Printer) -> None:
        type_ = self.buffer.type
        assert isinstance(type_, BufferType)
        printer.print_string(f" {type_.space.data} ")
        printer.print_attribute(type_.element)
        printer.print_string(f"[{self.size.data}]")


class AccessOp(DeviceOp):
    """An access to a buffer at an index."""

    index = prop_def(IndexAttr)

    @property
    def target(self) -> SSAValue:
        """The buffer."""
        raise NotImplementedError

    @property
    def index_operands(self) -> Sequence[SSAValue]:
        raise NotImplementedError

    def print_place(self, printer: Printer) -> None:
        printer.print_ssa_value(self.target)
        printer.print_string("[")
        print_over(self.index, self.index_operands, printer)
        printer.print_string("]")


class ReadOp(AccessOp):
    """An access that reads."""

    buffer = operand_def()
    symbols = var_operand_def()
    value = result_def()

    traits = traits_def(MemoryReadEffect())

    @property
    def target(self) -> SSAValue:
        return self.buffer

    @property
    def index_operands(self) -> Sequence[SSAValue]:
        return self.symbols

    @property
    def shown_type(self) -> Attribute:
        return self.value.type


class WriteOp(AccessOp):
    """An access that writes."""

    value = operand_def()
    buffer = operand_def()
    symbols = var_operand_def()
    past_caches = opt_prop_def(ArrayAttr[FactAttr])

    traits = traits_def(MemoryWriteEffect())

    def __init__(
        self,
        value: SSAValue | Operation,
        buffer: SSAValue | Operation,
        index: IndexAttr,
        symbols: Sequence[SSAValue] = (),
        past_caches: PastCaches | None = None,
    ):
        properties = {"index": index, "past_caches": past_caches}
        super().__init__(operands=[value, buffer, symbols], properties=properties)

    def need_written_buffer(self) -> BufferType:
        """The buffer, which is in global memory where the store goes past the caches."""
        buffer = self.need_buffer(self.buffer)
        if self.past_caches is not None and buffer.address_space is not AddressSpace.GLOBAL:
            raise LiftError(
                BUFFER_ELEMENT,
                f"'{self.name} past_caches' stores to global memory",
                expected=str(BufferType(AddressSpace.GLOBAL, buffer.element)),
                found=str(buffer),
                fix="leave out past_caches",
            )
        return buffer

    @property
    def target(self) -> SSAValue:
        return self.buffer

    @property
    def index_operands(self) -> Sequence[SSAValue]:
        return self.symbols

    @classmethod
    def parse_form(cls, parser: LiftParser) -> Self:
        value = parser.parse_value()
        parser.parse_punctuation(",")
        buffer = parser.parse_value()
        index, symbols = parse_index(parser)
        return cls(value, buffer, index, symbols, parse_past_caches(parser))

    @property
    def shown_type(self) -> Attribute:
        return self.value.type

    def print_form(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.value)
        printer.print_string(", ")
        self.print_place(printer)
        print_past_caches(printer, self.past_caches)


@irdl_op_definition
class LoadOp(ReadOp):
    """An element of a buffer.

    `load(x, i) = x[i]`

    `!kernel.buffer<s, T>` gives `T`.

    `%e = kernel.load %x[2 * %l + 128 * %wg + %i] : f32`
    """

    name = "kernel.load"

    def __init__(
        self,
        buffer: SSAValue | Operation,
        index: IndexAttr,
        symbols: Sequence[SSAValue] = (),
    ):
        element = buffer_of(SSAValue.get(buffer), self.name).element
        super().__init__(operands=[buffer, symbols], properties={"index": index}, result_types=[element])

    def verify_(self) -> None:
        element = self.need_buffer(self.buffer).element
        if self.value.type != element:
            raise LiftError(
                BUFFER_ELEMENT,
                f"the result of '{self.name}' is not what the buffer holds",
                expected=str(element),
                found=str(self.value.type),
            )
        self.need_symbols(self.index, self.symbols)

    @classmethod
    def parse_form(cls, parser: LiftParser) -> Self:
        buffer = parser.parse_value()
        return cls(buffer, *parse_index(parser))

    def print_form(self, printer: Printer) -> None:
        printer.print_string(" ")
        self.print_place(printer)


@irdl_op_definition
class StoreOp(WriteOp):
    """Write an element of a buffer.

    `store(v, x, i)`: afterwards `x[i] = v`.

    `T` is stored to `!kernel.buffer<s, T>`. With `past_caches`, s is global, and what is stored is not read again soon.

    `kernel.store %v, %x[%i + 64 * %wg] : f32`
    """

    name = "kernel.store"

    def verify_(self) -> None:
        self.need_element(self.value, self.need_written_buffer().element)
        self.need_symbols(self.index, self.symbols)


@irdl_op_definition
class VLoadOp(ReadOp):
    """Neighbouring scalars of a buffer, as a vector; the index counts scalars.

    `vload(w, x, i) = <x[i], .., x[i + w - 1]>`

    `!kernel.buffer<s, S>` gives `vector<w x S>`.

    `%v = kernel.vload 4 %x[4 * %i] : vector<4xf32>`
    """

    name = "kernel.vload"

    width = prop_def(IntegerAttr)

    def __init__(
        self,
        width: int,
        buffer: SSAValue | Operation,
        index: IndexAttr,
        symbols: Sequence[SSAValue] = (),
    ):
        element = buffer_of(SSAValue.get(buffer), self.name).element
        super().__init__(
            operands=[buffer, symbols],
            properties={"width": IntegerAttr(width, i64), "index": index},
            result_types=[VectorType(element, [width])],
        )

    def verify_(self) -> None:
        need_vector(self.name, self.value.type, self.width.value.data, self.need_buffer(self.buffer))
        self.need_symbols(self.index, self.symbols)

    @classmethod
    def parse_form(cls, parser: LiftParser) -> Self:
        width = parser.parse_integer(allow_boolean=False, allow_negative=False)
        buffer = parser.parse_value()
        return cls(width, buffer, *parse_index(parser))

    def print_form(self, printer: Printer) -> None:
        printer.print_string(f" {self.width.value.data} ")
        self.print_place(printer)


@irdl_op_definition
class VStoreOp(WriteOp):
    """Write a vector to neighbouring scalars of a buffer; the index counts scalars.

    `vstore(<v0, .., vw>, x, i)`: afterwards `x[i + j] = vj`.

    `vector<w x S>` is stored to `!kernel.buffer<s, S>`. With `past_caches`, s is global, and what is stored is not read
    again soon: a device that can stores a vector of 16 bytes or more, at a multiple of its width, without a place in caches.

    `kernel.vstore %v, %x[4 * %i] past_caches : vector<4xf32>`
    """

    name = "kernel.vstore"

    def verify_(self) -> None:
        parts = vector_parts(self.value.type)
        need_vector(self.name, self.value.type, 0 if parts is None else parts[0], self.need_written_buffer())
        self.need_symbols(self.index, self.symbols)


def need_vector(name: str, type_: Attribute, width: int, buffer: BufferType) -> None:
    """The type is the vector of so many of a buffer's scalars."""
    if width not in VECTOR_WIDTHS or not is_device_scalar(buffer.element):
        raise LiftError(
            BUFFER_ELEMENT,
            f"'{name}' has no such vector",
            expected="2, 3, 4, 8 or 16 of the scalars in a buffer",
            found=f"{type_} in {buffer}",
        )
    expected = VectorType(buffer.element, [width])
    if type_ != expected:
        message = f"'{name}' needs a vector of the scalars of the buffer"
        raise LiftError(BUFFER_ELEMENT, message, expected=str(expected), found=str(type_))


@irdl_op_definition
class BarrierOp(DeviceOp):
    """Wait until all work items of the group are here; what they wrote to the spaces named is then seen by all.

    `barrier(local)`: what was stored to local memory before it is loaded after it.

    It takes and gives nothing. All work items of a group must reach it, so no loop or condition around it may depend on
    the id of a work item.

    `kernel.barrier local`
    """

    name = "kernel.barrier"

    spaces = prop_def(ArrayAttr[StringAttr])

    traits = traits_def(MemoryReadEffect(), MemoryWriteEffect())

    def __init__(self, *spaces: AddressSpace | str):
        texts = [space.value if isinstance(space, AddressSpace) else space for space in spaces]
        super().__init__(properties={"spaces": ArrayAttr([StringAttr(text) for text in texts])})

    def verify_(self) -> None:
        names = [space.data for space in self.spaces]
        if not names or len(set(names)) != len(names) or not {"local", "global"}.issuperset(names):
            raise LiftError(
                BARRIER,
                f"'{self.name}' has no such memory",
                expected="local, global, or both",
                found=", ".join(names) or "none",
            )
        around = self.parent_op()
        while isinstance(around, ForOp | IfOp):
            item = next((op for value in around.deciding for op in work_item_ids(value)), None)
            if item is not None:
                raise LiftError(
                    BARRIER,
                    f"not all work items may reach this '{self.name}': '{around.name}' around it depends on '{item.name}'",
                    expected="loops and conditions that are the same for all work items of a group",
                    fix="move the barrier out, and the condition into the parts between barriers",
                    notes=[("this decides who reaches it", location_of(around))],
                )
            around = around.parent_op()

    @classmethod
    def parse_form(cls, parser: LiftParser) -> Self:
        return cls(*parser.parse_comma_separated_list(parser.Delimiter.NONE, parser.parse_identifier))

    def print_form(self, printer: Printer) -> None:
        printer.print_string(f" {', '.join(space.data for space in self.spaces)}")


def work_item_ids(value: SSAValue) -> Iterator[Operation]:
    """The ops that give the id of a work item, among those that a value is computed from."""
    seen: set[SSAValue] = set()
    waiting = [value]
    while waiting:
        current = waiting.pop()
        if current in seen:
            continue
        seen.add(current)
        if isinstance(current, OpResult):
            if isinstance(current.op, LocalIdOp | GlobalIdOp):
                yield current.op
            waiting += current.op.operands
        elif isinstance(current, BlockArgument):
            loop = current.owner.parent_op()
            if isinstance(loop, ForOp):
                waiting += loop.deciding
