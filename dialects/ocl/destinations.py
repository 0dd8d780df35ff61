"""Memory as values: where it is reserved, which part of it an op writes to, and the stores of scalars.

After `ocl-materialise` every op that computes an array has such memory as an operand (`into %m`), and every scalar that
becomes a part of an array is stored by an `ocl.store`. A value is still what a program computes with; memory only says
where it is, so nothing here changes a meaning.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from xdsl.dialects.builtin import ArrayAttr, IntegerAttr, StringAttr, UnitAttr, i64
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.irdl import (
    IRDLOperation,
    irdl_op_definition,
    operand_def,
    opt_prop_def,
    region_def,
    result_def,
    traits_def,
    var_operand_def,
    var_result_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import NoMemoryEffect

from ..diagnostics import LiftError, location_of
from ..errors import WRONG_MEMORY
from ..lift.attributes import FactAttr
from ..lift.body import EndsInYield, YieldOp
from ..lift.destinations import (
    Level,
    check_level,
    level_in,
    level_name,
    parse_level,
    parse_single,
    print_single,
    single_of,
)
from ..lift.operation import LiftOp
from ..lift.scope import Scope, scope_at
from ..lift.types import SPACES, ArrayType, ExistsType, MemoryType, holds_array, tuple_of
from ..parser import LiftParser
from ..stores import PastCaches, parse_past_caches, print_past_caches
from .memory import Allocates

EVERY = "_"
"""Stands for a dimension of private memory of which each work item has all."""

NAME_OF_MEMORY = ".memory"
"""The memory of an array `%xs` is called `%xs.memory`."""


def memory_type(value: SSAValue, name: str) -> MemoryType:
    """The type of an operand that must be memory."""
    if isinstance(value.type, MemoryType):
        return value.type
    raise LiftError(WRONG_MEMORY, f"'{name}' needs memory", expected="!ocl.memory<..>", found=str(value.type))


@irdl_op_definition
class AllocOp(IRDLOperation):
    """Memory for a value.

    `alloc(s) = m`: each time the op is reached there is other memory; in `local` memory for each work group, in `private`
    memory for each work item.

    For `T` in the address space s it gives `memory<s, T>`. That of the result of a function says so: `global result`. Of
    `private over [lcl<1>, _, lcl<0>]` a work item has only the elements that are its own, where the first dimension of `T` is
    distributed over `lcl<1>`, and the third over `lcl<0>`.

    `%m = ocl.alloc local : !lift.array<64, f32>`
    """

    name = "ocl.alloc"
    traits = traits_def(Allocates())

    result_of_function = opt_prop_def(UnitAttr)
    over = opt_prop_def(ArrayAttr[StringAttr])
    memory = result_def(MemoryType)

    def __init__(
        self, space: str, contents: Attribute, array_name: str | None = None, *, result_of_function: bool = False
    ):
        properties = {"result_of_function": UnitAttr()} if result_of_function else {}
        super().__init__(properties=properties, result_types=[MemoryType(space, contents)])
        if array_name is not None:
            self.memory.name_hint = array_name + NAME_OF_MEMORY

    @property
    def array_name(self) -> str:
        """What the array is called that is kept there."""
        return (self.memory.name_hint or "tmp").removesuffix(NAME_OF_MEMORY)

    @property
    def type_(self) -> MemoryType:
        return memory_type(self.memory, self.name)

    @property
    def owners(self) -> tuple[Level | None, ...]:
        """What each of the first dimensions is distributed over; None where a work item has all of it."""
        return tuple(None if level.data == EVERY else level_in(level) for level in self.over or ())

    def own(self, owners: Sequence[Level | None]) -> None:
        """Say who owns the elements."""
        while owners and owners[-1] is None:
            owners = owners[:-1]
        names = [StringAttr(EVERY if level is None else level_name(level)) for level in owners]
        self.over = ArrayAttr(names) if names else None

    def verify_(self) -> None:
        space = self.type_.space.data
        if self.over is not None:
            self._check_owners(self.over)
        if self.result_of_function is not None and space != "global":
            raise LiftError(
                WRONG_MEMORY, "the result of a function is in global memory", expected="global", found=space
            )

    def _check_owners(self, over: ArrayAttr[StringAttr]) -> None:
        dimensions, type_ = 0, self.type_.contents
        while isinstance(type_, ArrayType):
            dimensions, type_ = dimensions + 1, type_.element
        if self.type_.space.data != "private" or len(over) > dimensions:
            raise LiftError(
                WRONG_MEMORY,
                "work items own elements of arrays in private memory",
                expected=f"private memory, and at most {dimensions} levels, one for each dimension",
                found=f"{self.type_.space.data} memory, and {len(over)} levels for {self.type_.contents}",
            )
        for level in over:
            if level.data != EVERY:
                check_level(self.name, level)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        ours = LiftParser.of(parser)
        space = ours.parse_keyword_in(SPACES)
        result = ours.parse_optional_keyword("result") is not None
        over = None
        if ours.parse_optional_keyword("over") is not None:

            def level() -> StringAttr:
                return StringAttr(EVERY) if ours.parse_optional_keyword(EVERY) else parse_level(ours)

            over = ArrayAttr(ours.parse_comma_separated_list(ours.Delimiter.SQUARE, level))
        attributes = ours.parse_further_attributes()
        ours.parse_punctuation(":")
        op = cls(space, ours.parse_type(), result_of_function=result)
        op.over = over
        op.attributes.update(attributes)
        return op

    def print(self, printer: Printer) -> None:
        printer.print_string(f" {self.type_.space.data}{'' if self.result_of_function is None else ' result'}")
        if self.over is not None:
            printer.print_string(f" over [{', '.join(level.data for level in self.over)}]")
        printer.print_op_attributes(self.attributes, print_keyword=True)
        printer.print_string(" : ")
        printer.print_attribute(self.type_.contents)


@irdl_op_definition
class SlotOp(IRDLOperation):
    """What the memory of a loop holds before it: the first of two buffers, or all of it, where it is changed in place.

    `slot(m, k) = m[k]`: of memory for two values, or for two arrays, the k-th one, as far as it is used.

    Memory for two buffers gives `memory<s, T>`, for the value `T` that a loop begins with; without a number, memory for
    `T` gives itself.

    `%d = ocl.slot %m[0] : !lift.array<N, f32>`
    """

    name = "ocl.slot"
    traits = traits_def(NoMemoryEffect())

    buffers = operand_def(MemoryType)
    number = opt_prop_def(IntegerAttr)
    memory = result_def(MemoryType)

    def __init__(self, buffers: SSAValue, number: int | None, contents: Attribute):
        space = memory_type(buffers, self.name).space.data
        properties = {} if number is None else {"number": IntegerAttr(number, i64)}
        super().__init__(operands=[buffers], properties=properties, result_types=[MemoryType(space, contents)])

    def verify_(self) -> None:
        if self.number is not None and self.number.value.data not in (0, 1):
            raise LiftError(
                WRONG_MEMORY, f"'{self.name}' has two buffers", expected="0 or 1", found=str(self.number.value.data)
            )
        buffers, memory = memory_type(self.buffers, self.name), memory_type(self.memory, self.name)
        whole = self.number is None
        if buffers.space != memory.space or (whole and not scope_at(self).same_type(buffers, memory)):
            raise LiftError(
                WRONG_MEMORY,
                f"'{self.name}' gives a part of memory, in the same address space",
                expected=str(buffers if whole else MemoryType(buffers.space.data, memory.contents)),
                found=str(memory),
            )

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        ours = LiftParser.of(parser)
        buffers, number = ours.parse_value(), None
        if ours.parse_optional_punctuation("["):
            number = ours.parse_integer(allow_boolean=False, allow_negative=False)
            ours.parse_punctuation("]")
        attributes = ours.parse_further_attributes()
        ours.parse_punctuation(":")
        op = cls(buffers, number, ours.parse_type())
        op.attributes.update(attributes)
        return op

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.buffers)
        printer.print_string("" if self.number is None else f"[{self.number.value.data}]")
        printer.print_op_attributes(self.attributes, print_keyword=True)
        printer.print_string(" : ")
        printer.print_attribute(memory_type(self.memory, self.name).contents)


@irdl_op_definition
class InverseOp(IRDLOperation, EndsInYield):
    """Where the operands of a rearrangement are written, so that its result is in given memory.

    `inverse(f, m) = (m1, m2, ..)`, where f(x1, x2, ..) is in m once each xi is in mi

    `memory<s, T>`, with a region from `T1, T2, ..` to `T` that is one layout op that can be written through, gives
    `memory<s, T1>, memory<s, T2>, ..`.

    `%d = ocl.inverse (%x: !lift.array<N, !lift.array<4, f32>>) to %m { %y = lift.join %x lift.yield %y }`
    """

    name = "ocl.inverse"
    traits = traits_def(NoMemoryEffect())

    whole = operand_def(MemoryType)
    body = region_def("single_block")
    parts = var_result_def(MemoryType)

    def __init__(self, whole: SSAValue, body: Region):
        space = memory_type(whole, self.name).space.data
        block = body.block
        super().__init__(
            operands=[whole],
            regions=[body],
            result_types=[[MemoryType(space, argument.type) for argument in block.args]],
        )

    @classmethod
    def through(cls, whole: SSAValue, layout: LiftOp, written: Sequence[int]) -> InverseOp:
        """Where these operands of a layout op are written."""
        operands = [layout.operands[k] for k in written]
        block = Block(arg_types=[operand.type for operand in operands])
        for argument, operand in zip(block.args, operands, strict=True):
            argument.name_hint = operand.name_hint
        copy = layout.clone()
        for k, argument in zip(written, block.args, strict=True):
            copy.operands[k] = argument
        block.add_ops([copy, YieldOp(copy.results[0])])
        return cls(whole, Region(block))

    @property
    def layout(self) -> LiftOp:
        """The rearrangement."""
        op = self.body.block.first_op
        assert isinstance(op, LiftOp)
        return op

    def verify_(self) -> None:
        block, whole = self.body.block, memory_type(self.whole, self.name)
        op, last = block.first_op, block.last_op
        if not (
            isinstance(op, LiftOp) and isinstance(last, YieldOp) and op.next_op is last and last.value is op.result
        ):
            raise LiftError(
                WRONG_MEMORY,
                f"the region of '{self.name}' is one layout op",
                expected="a layout op that can be written through, and lift.yield",
                location=location_of(self),
            )
        if not scope_at(self).same_type(whole.contents, op.result.type):
            raise LiftError(
                WRONG_MEMORY,
                f"'{self.name}' leads to memory for another value",
                expected=str(MemoryType(whole.space.data, op.result.type)),
                found=str(whole),
            )
        expected = [MemoryType(whole.space.data, argument.type) for argument in block.args]
        if list(self.parts.types) != expected:
            raise LiftError(
                WRONG_MEMORY,
                f"'{self.name}' gives memory for each argument of its region",
                expected=", ".join(map(str, expected)),
                found=", ".join(map(str, self.parts.types)),
            )

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        ours = LiftParser.of(parser)
        arguments = ours.parse_comma_separated_list(ours.Delimiter.PAREN, ours.parse_argument)
        ours.parse_keyword("to", " and memory")
        whole = ours.parse_value()
        attributes = ours.parse_further_attributes()
        op = cls(whole, ours.parse_region(arguments))
        op.attributes.update(attributes)
        return op

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        with printer.in_parens():
            printer.print_list(self.body.block.args, printer.print_block_argument)
        printer.print_string(" to ")
        printer.print_ssa_value(self.whole)
        printer.print_op_attributes(self.attributes, print_keyword=True)
        printer.print_string(" ")
        printer.print_region(self.body, print_entry_block_args=False)


@irdl_op_definition
class TupleOp(IRDLOperation):
    """Memory for a tuple, each part of which is in memory of its own.

    `tuple(m1, m2, ..) = m`, where (x1, x2, ..) is in m once each xi is in mi

    `memory<s, T1>, memory<s, T2>, ..` give `memory<s, tuple<T1, T2, ..>>`.

    `%m = ocl.tuple %m1, %m2 : !ocl.memory<global, tuple<f32, i32>>`
    """

    name = "ocl.tuple"
    traits = traits_def(NoMemoryEffect())

    parts = var_operand_def(MemoryType)
    memory = result_def(MemoryType)

    def __init__(self, parts: Sequence[SSAValue]):
        super().__init__(operands=[parts], result_types=[self.of(parts)])

    @classmethod
    def of(cls, parts: Sequence[SSAValue]) -> MemoryType:
        """The memory that parts give."""
        types = [memory_type(part, cls.name) for part in parts]
        spaces = list(dict.fromkeys(type_.space.data for type_ in types))
        if len(spaces) != 1:
            message = f"'{cls.name}' needs parts in one address space"
            raise LiftError(WRONG_MEMORY, message, expected="one of them", found=", ".join(spaces) or "no part")
        return MemoryType(spaces[0], tuple_of(type_.contents for type_ in types))

    def verify_(self) -> None:
        expected = self.of(self.parts)
        if not scope_at(self).same_type(expected, self.memory.type):
            message = f"'{self.name}' gives memory for the tuple of its parts"
            raise LiftError(WRONG_MEMORY, message, expected=str(expected), found=str(self.memory.type))

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        ours = LiftParser.of(parser)
        parts = ours.parse_comma_separated_list(ours.Delimiter.NONE, ours.parse_value)
        attributes = ours.parse_further_attributes()
        op = cls(parts)
        annotation = ours.parse_optional_annotation()
        ours.check_annotation_later(op, op.memory.type, annotation)
        op.attributes.update(attributes)
        return op

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_list(self.parts, printer.print_ssa_value)
        printer.print_op_attributes(self.attributes, print_keyword=True)
        printer.print_string(" : ")
        printer.print_attribute(self.memory.type)


@irdl_op_definition
class StoreOp(LiftOp):
    """A value that is in memory.

    `store(x, m) = x`

    `T` and `memory<s, T>` give `T`. A scalar, a vector or a tuple of such is stored there; of an array it says that the
    ops that compute it have written it there, and of what has a hidden length that only the length is missing. With
    `past_caches`, what is stored to global memory is not read again soon. With `single [lcl<0>]`, of the work items that
    differ in these ids alone the first one stores.

    `%s = ocl.store %x into %d single [lcl<0>] : f32`
    """

    name = "ocl.store"
    traits = traits_def(Allocates())

    value = operand_def()
    destination = operand_def(MemoryType)
    past_caches = opt_prop_def(ArrayAttr[FactAttr])
    single = opt_prop_def(ArrayAttr[StringAttr])

    def __init__(
        self,
        value: SSAValue,
        destination: SSAValue,
        single: Sequence[Level] = (),
        past_caches: PastCaches | None = None,
    ):
        properties = {"single": single_of(single) if single else None, "past_caches": past_caches}
        self.construct([value, destination], properties, result_type=value.type)

    def infer(self, types: Sequence[Attribute], scope: Scope) -> Attribute:
        return types[0]

    def opened(self) -> Sequence[SSAValue]:
        return ()

    def length_origin(self, path: tuple[int, ...]) -> tuple[SSAValue, tuple[int, ...]]:
        return self.value, path

    def check(self, types: Sequence[Attribute], scope: Scope) -> None:
        memory = memory_type(self.destination, self.name)
        if not scope.same_type(memory.contents, types[0]):
            raise LiftError(
                WRONG_MEMORY,
                f"'{self.name}' stores into memory for another value",
                expected=str(MemoryType(memory.space.data, types[0])),
                found=str(memory),
            )
        if self.past_caches is not None and (memory.space.data != "global" or holds_array(types[0])):
            raise LiftError(
                WRONG_MEMORY,
                f"'{self.name} past_caches' stores a value to global memory",
                expected="global memory for a scalar, a vector, or a tuple of such",
                found=str(memory),
                fix="leave out past_caches",
            )

    @property
    def is_array(self) -> bool:
        """Whether it stores nothing itself."""
        return holds_array(self.value.type) and not isinstance(self.value.type, ExistsType)

    @classmethod
    def parse_form(cls, parser: LiftParser) -> Self:
        value = parser.parse_value()
        parser.parse_keyword("into", " and memory")
        op = cls.untyped([value, parser.parse_value()])
        op.past_caches = parse_past_caches(parser)
        single = parse_single(parser)
        if single is not None:
            op.single = single
        return op

    def print_form(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.value)
        printer.print_string(" into ")
        printer.print_ssa_value(self.destination)
        print_past_caches(printer, self.past_caches)
        print_single(printer, self.single)


def is_memory_op(op: Operation) -> bool:
    """Whether an op only says which memory there is."""
    return isinstance(op, AllocOp | SlotOp | InverseOp | TupleOp)
