"""Where an op that computes writes its result: first an address space, and once memory is reserved, that memory.

Nothing of this changes what a program means. `ocl-infer-memory` decides on the address space, `ocl-materialise` on the
memory, and `ocl-split-kernels` on the work item that writes where several of them compute the same.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import ClassVar, TypeAlias

from xdsl.dialects.builtin import ArrayAttr, StringAttr
from xdsl.ir import Attribute, BlockArgument, SSAValue
from xdsl.irdl import opt_prop_def
from xdsl.parser import Parser
from xdsl.printer import Printer

from ..diagnostics import LiftError
from ..errors import SYNTAX, WRONG_MEMORY
from ..parser import LiftParser
from .operation import LiftOp
from .scope import Scope, scope_at
from .types import SPACES, MemoryType

Level: TypeAlias = tuple[str, int]
"""Work items that a parallel map is distributed over: `glb`, `wrg` or `lcl`, and the dimension."""

LEVELS = ("glb", "wrg", "lcl")
_LEVEL = re.compile(r"(glb|wrg|lcl)<[012]>")


def parse_single(parser: LiftParser) -> ArrayAttr[StringAttr] | None:
    """Read `single [lcl<0>]`: of the work items that differ in these ids alone, the first one writes."""
    if parser.parse_optional_keyword("single") is None:
        return None
    return ArrayAttr(parser.parse_comma_separated_list(parser.Delimiter.SQUARE, lambda: parse_level(parser)))


def parse_level(parser: LiftParser) -> StringAttr:
    """Read `lcl<0>`."""
    kind = parser.parse_keyword_in(LEVELS)
    with parser.in_angle_brackets():
        return StringAttr(f"{kind}<{parser.parse_integer(allow_boolean=False, allow_negative=False)}>")


def print_single(printer: Printer, single: ArrayAttr[StringAttr] | None) -> None:
    if single is not None:
        printer.print_string(f" single [{', '.join(level.data for level in single)}]")


def level_name(level: Level) -> str:
    """A level as it is written: `lcl<0>`."""
    kind, dimension = level
    return f"{kind}<{dimension}>"


def single_of(levels: Sequence[Level]) -> ArrayAttr[StringAttr]:
    return ArrayAttr([StringAttr(level_name(level)) for level in levels])


def levels_in(single: ArrayAttr[StringAttr] | None) -> list[Level]:
    """The ids by which the one that writes is chosen."""
    return [] if single is None else [level_in(level) for level in single]


def level_in(name: StringAttr) -> Level:
    """The level that is written so."""
    return name.data[:3], int(name.data[4:-1])


def check_level(name: str, level: StringAttr) -> None:
    """Refuse a level that there is not."""
    if not _LEVEL.fullmatch(level.data):
        raise LiftError(SYNTAX, f"'{name}' is for no such work item", expected="lcl<0>", found=level.data)


class WritingOp(LiftOp):
    """An op that computes its result, and may say where it is written.

    `to local` is an address space, `into %m` memory in it, and `into %m as (%d: ..)` also names the part of it that the
    result of the region is written to. `single [lcl<0>]` says that of the work items that differ only in these ids, the
    first one writes.
    """

    MEMORIES: ClassVar[int] = 1
    """How many memories the op may write to."""

    STORES_ITSELF: ClassVar[bool] = False
    """Whether the op stores what its region yields, where it has one; else what is in the region does."""

    memory = opt_prop_def(StringAttr)
    single = opt_prop_def(ArrayAttr[StringAttr])

    def verify_types(self) -> None:
        super().verify_types()
        if self.memory is not None and self.memory.data not in SPACES:
            raise LiftError(
                WRONG_MEMORY,
                f"there is no such memory for the result of '{self.name}'",
                expected=", ".join(SPACES),
                found=self.memory.data,
            )
        if self.destinations:
            self._check_memory()
        for single in self.single or ():
            check_level(self.name, single)

    def _check_memory(self) -> None:
        memory = self.destination_types
        if len(memory) > self.MEMORIES:
            raise LiftError(
                WRONG_MEMORY, f"'{self.name}' writes into one memory", expected="one operand", found=f"{len(memory)}"
            )
        if not self.fits(memory[0].contents, scope_at(self)):
            raise LiftError(
                WRONG_MEMORY,
                f"'{self.name}' writes into memory for another value",
                expected=str(MemoryType(memory[0].space.data, self.result.type)),
                found=str(memory[0]),
            )

    def fits(self, contents: Attribute, scope: Scope) -> bool:
        """Whether memory with such contents is for the result of the op."""
        return scope.same_type(contents, self.result.type)

    @property
    def destinations(self) -> Sequence[SSAValue]:
        """The memory that the op writes to: that of its result, and that of its accumulator where it keeps one apart."""
        return [value for value in self.operands if isinstance(value.type, MemoryType)]

    @property
    def destination_types(self) -> Sequence[MemoryType]:
        return [value.type for value in self.operands if isinstance(value.type, MemoryType)]

    @property
    def target(self) -> BlockArgument | None:
        """The memory that the result of the region is written to, where there is a region."""
        return None

    def write_to(self, *memory: SSAValue) -> None:
        """Say which memory the op writes to, in place of the address space."""
        self.operands = [value for value in self.operands if not isinstance(value.type, MemoryType)] + [*memory]
        self.properties.pop("memory", None)

    def parse_destination(self, parser: LiftParser) -> Sequence[Parser.Argument]:
        arguments: Sequence[Parser.Argument] = ()
        if parser.parse_optional_keyword("to"):
            self.memory = StringAttr(parser.parse_keyword_in(SPACES))
        elif parser.parse_optional_keyword("into"):
            start = parser.pos
            self.write_to(*parser.parse_comma_separated_list(parser.Delimiter.NONE, parser.parse_value))
            if not self.destinations:
                raise LiftError(SYNTAX, f"'{self.name}' writes into memory", location=parser.location(start))
            if parser.parse_optional_keyword("as"):
                arguments = parser.parse_comma_separated_list(parser.Delimiter.PAREN, parser.parse_argument)
        single = parse_single(parser)
        if single is not None:
            self.single = single
        return arguments

    def print_destination(self, printer: Printer) -> None:
        if self.memory is not None:
            printer.print_string(f" to {self.memory.data}")
        memory = self.destinations
        if memory:
            printer.print_string(" into ")
            printer.print_list(memory, printer.print_ssa_value)
            if self.target is not None:
                printer.print_string(" as ")
                with printer.in_parens():
                    printer.print_block_argument(self.target)
        print_single(printer, self.single)
