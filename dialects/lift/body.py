"""Ops with a region: the shared syntax `words (%x)[k] in %xs : type { .. }`, the terminators, and what is checked of both.

A function is a region. The position `[k]` names where in the array the region is applied; it may be left out where no
type depends on it.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

from xdsl.builder import ImplicitBuilder
from xdsl.dialects.builtin import StringAttr
from xdsl.ir import Attribute, Block, BlockArgument, Operation, Region, SSAValue
from xdsl.irdl import (
    IRDLOperation,
    irdl_op_definition,
    operand_def,
    opt_prop_def,
    region_def,
    traits_def,
    var_operand_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import IsTerminator, Pure

from ..diagnostics import LiftError, location_of
from ..errors import BODY_ARGUMENTS, BODY_RESULT, ESCAPING_LENGTH, POSITION_DEPENDENT, SYNTAX
from ..nat.expr import var
from ..nat.print_mlir import showing
from ..parser import LiftParser
from .destinations import WritingOp
from .identifiers import NAT
from .operation import Opening
from .scope import Binder, Binding, Index, Scope, simplified
from .types import ArrayType, MemoryType, free_names


def ops_around(block: Block | None) -> Iterator[Operation]:
    """The ops whose regions a block is in, the innermost first."""
    parent = block.parent_op() if block else None
    while parent is not None:
        yield parent
        parent = parent.parent_op()


class ResultOp(IRDLOperation):
    """A terminator with one operand: `%y`, or `%y : type`."""

    value = operand_def()

    def __init__(self, value: SSAValue | Operation):
        super().__init__(operands=[value])

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        ours = LiftParser.of(parser)
        op = cls(ours.parse_value())
        op.attributes.update(ours.parse_further_attributes())
        ours.check_annotation_later(op, op.value.type, ours.parse_optional_annotation())
        return op

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.value)
        printer.print_op_attributes(self.attributes, print_keyword=True)
        printer.print_string(" : ")
        printer.print_attribute(self.value.type)


@irdl_op_definition
class YieldOp(ResultOp):
    """The result of a region.

    `f(x) = y`, where `lift.yield %y` ends the region that is the function f of an op.

    The type of its operand is the type that the region gives.

    `lift.yield %y : f32`
    """

    name = "lift.yield"
    traits = traits_def(IsTerminator(), Pure())

    def verify_(self) -> None:
        parent = self.parent_op()
        if parent is not None and not isinstance(parent, EndsInYield):
            raise LiftError(
                BODY_RESULT,
                f"'{self.name}' ends the region of a pattern, not of '{parent.name}'",
                location=location_of(self),
            )


class EndsInYield:
    """An op whose region ends in `lift.yield`."""


@dataclass(frozen=True)
class Head:
    """What was read before the operands of an op with a region; a name is kept as written and as it is called inside."""

    properties: Mapping[str, Attribute]
    arguments: Sequence[Parser.UnresolvedArgument]
    name: tuple[str, str] | None = None
    operands: Sequence[SSAValue] = ()


class BodyOp(WritingOp, Binder, EndsInYield):
    """An op with one region that is a function."""

    ARGUMENTS: ClassVar[int] = 1
    """How many arguments the region takes."""
    POSITION: ClassVar[str] = "position"
    """What its position is of the first argument: messages speak of it so, where it has no name."""

    position = opt_prop_def(NAT)
    body = region_def("single_block")
    into = var_operand_def()

    # What an op says of itself

    @property
    def argument_blocks(self) -> Sequence[Block]:
        """The blocks that take the region's arguments."""
        return (self.block,)

    @abstractmethod
    def argument_types(self, types: Sequence[Attribute], scope: Scope) -> Sequence[Attribute]:
        """The types of the region's arguments, from the types of the operands."""

    def body_bindings(self, types: Sequence[Attribute], scope: Scope) -> tuple[Binding, ...]:
        """The names that the region may use: by default the position in the array that is the first operand."""
        name = self.position_name
        return () if name is None else (Index(name, self.array(types[0]).length.data),)

    def wants_position(self, types: Sequence[Attribute]) -> bool:
        """Whether the region cannot do without a name for its position."""
        return isinstance(types[0], ArrayType) and types[0].dependent

    @classmethod
    def parse_words(cls, parser: LiftParser) -> dict[str, Attribute]:
        """Read what stands before the arguments, as properties."""
        return {}

    def print_words(self, printer: Printer) -> None:
        """Print what stands before the arguments, from the space on."""

    @classmethod
    def parse_operands(cls, parser: LiftParser) -> list[SSAValue]:
        """Read what stands after the arguments."""
        parser.parse_keyword("in", f" and an array, in '{cls.name}'")
        return [parser.parse_value()]

    def print_operands(self, printer: Printer) -> None:
        printer.print_string(" in ")
        printer.print_ssa_value(self.operands[0])

    def written_through(self) -> Sequence[SSAValue] | None:
        return ()

    # What follows from it

    @property
    def position_name(self) -> str | None:
        return None if self.position is None else self.position.data

    @property
    def binds_table(self) -> bool:
        """Whether the name in brackets is that of a table."""
        return False

    @property
    def position_shown(self) -> str:
        """The position, as messages have it."""
        return "its position" if self.position_name is None else str(var(self.position_name))

    @property
    def block(self) -> Block:
        block = self.body.blocks.first
        if block is None:
            raise LiftError(BODY_RESULT, f"the region of '{self.name}' is empty", expected="lift.yield at its end")
        return block

    @property
    def yielded(self) -> SSAValue:
        """The value that the region gives."""
        last = self.block.last_op
        if not isinstance(last, YieldOp):
            raise LiftError(
                BODY_RESULT,
                f"the region of '{self.name}' does not end in lift.yield",
                expected="lift.yield with the result of the region",
                found="nothing" if last is None else f"'{last.name}'",
            )
        return last.value

    def element(self, array: ArrayType, scope: Scope) -> Attribute:
        """The type of the element that the region is applied to."""
        if not array.dependent:
            return array.element
        if self.position_name is None:
            # Of an array of one row, say, every element has the same type, whatever the type is written with.
            same = simplified(array, scope)
            if isinstance(same, ArrayType) and not same.dependent:
                return same.element
            raise LiftError(
                POSITION_DEPENDENT,
                f"'{self.name}' needs a name for its position, on which the type of the element depends",
                found=str(array),
                fix="name it: (%x)[k]",
            )
        return array.at(var(self.position_name))

    def bindings(self, scope: Scope) -> tuple[Binding, ...]:
        opening = self.opening(scope)
        own = self.body_bindings(opening.types, opening.scope)
        return (opening.hidden, *own) if own and opening.hidden else own

    def shown(self, scope: Scope) -> Mapping[str, str]:
        return self.opening(scope).shown

    def region_arguments(self, opening: Opening) -> Sequence[Attribute]:
        """The types of the region's arguments, none of which may mention a length that is opened only implicitly."""
        types = self.argument_types(opening.types, opening.scope)
        for type_ in types:
            if opening.hidden and opening.hidden.name in free_names(type_):
                raise LiftError(
                    ESCAPING_LENGTH,
                    f"the region of '{self.name}' would see the hidden length '{opening.binder}', which has no name here",
                    found=f"an argument of type {type_}".replace(opening.hidden.name, opening.binder),
                    fix="open the operand with lift.unpack, which names the length",
                )
        return types

    def check(self, types: Sequence[Attribute], scope: Scope) -> None:
        inner = scope.inner(*self.body_bindings(types, scope))
        expected = [*self.argument_types(types, scope), *self.region_memory()]
        found = [argument.type for argument in self.block.args]
        if len(expected) != len(found) or not all(map(inner.same_type, found, expected)):
            raise LiftError(
                BODY_ARGUMENTS,
                f"the region of '{self.name}' takes the wrong arguments",
                expected=", ".join(map(str, expected)),
                found=", ".join(map(str, found)) or "none",
            )
        self.check_body(types, inner)

    def region_memory(self) -> Sequence[Attribute]:
        """The memory that what the region yields is written to, which is its last argument where the op has memory."""
        memory = () if self.STORES_ITSELF else self.destination_types
        return [MemoryType(memory[-1].space.data, self.yielded.type)] if memory else ()

    @property
    def target(self) -> BlockArgument | None:
        last = self.block.args[-1] if self.block.args else None
        return last if last is not None and isinstance(last.type, MemoryType) else None

    def check_body(self, types: Sequence[Attribute], scope: Scope) -> None:
        """What must hold of the region's result, in the region's scope."""

    @classmethod
    def over(
        cls,
        operands: Sequence[SSAValue | Operation],
        function: Callable[..., SSAValue | Operation],
        position: str | None = None,
        properties: Mapping[str, Attribute] | None = None,
    ) -> Self:
        """Build the op from a Python function that builds its region: it is given the arguments and returns the result."""
        named = {} if position is None else {"position": StringAttr(position)}
        op = cls.untyped(operands, {**(properties or {}), **named}, [Region()])
        scope = op.scope_of_operands()
        block = Block(arg_types=op.region_arguments(op.opening(scope)))
        op.body.add_block(block)
        with ImplicitBuilder(block):
            YieldOp(function(*block.args))
        op.settle(op.inferred(scope))
        return op

    @classmethod
    def parse_form(cls, parser: LiftParser) -> Self:
        raise NotImplementedError("an op with a region is read by `parse`")

    def print_form(self, printer: Printer) -> None:
        raise NotImplementedError("an op with a region is printed by `print`")

    def need_no_position(self, why: str) -> None:
        """Refuse a position in the region of a pattern that has none."""
        if self.position is not None:
            arguments = ", ".join(f"%{name}" for name in ("ab" if len(self.block.args) == 2 else "x"))
            raise LiftError(
                SYNTAX,
                f"the region of '{self.name}' has no position: {why}",
                expected=f"({arguments})",
                found=f"({arguments})[{self.position_name}]",
                fix="zip the array with its positions, a lift.generate",
            )

    @classmethod
    def parse_head(cls, parser: LiftParser) -> Head:
        """Read `words (%x, %y)[k]`, where `[k]` may be left out."""
        return cls.parse_arguments(parser, cls.parse_words(parser))

    @classmethod
    def parse_arguments(cls, parser: LiftParser, properties: Mapping[str, Attribute]) -> Head:
        """Read `(%x, %y)[k]`, behind words that were read already."""
        start = parser.pos
        arguments = parser.parse_comma_separated_list(
            parser.Delimiter.PAREN,
            lambda: parser.parse_argument(expect_type=False),
            f" around the arguments of '{cls.name}'",
        )
        if len(arguments) != cls.ARGUMENTS:
            raise LiftError(
                SYNTAX,
                f"the region of '{cls.name}' takes {cls.ARGUMENTS} argument{'s' if cls.ARGUMENTS > 1 else ''}",
                found=f"{len(arguments)}",
                fix="take the parts of a tuple in the region, with lift.get"
                if len(arguments) > cls.ARGUMENTS
                else None,
                location=parser.location(start),
            )
        if parser.parse_optional_punctuation("[") is None:
            return Head(properties, arguments)
        name, further = cls.parse_name(parser)
        parser.parse_punctuation("]")
        return Head({**properties, **further}, arguments, name)

    @classmethod
    def parse_name(cls, parser: LiftParser) -> tuple[tuple[str, str], dict[str, Attribute]]:
        """Read what stands in brackets: a name, as written and as it is called inside, and properties."""
        return parser.parse_bound_name(), {}

    def print_name(self, printer: Printer) -> None:
        """Print what stands in brackets, and these."""
        printer.print_string(f"[{self.position_name}]")

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        ours = LiftParser.of(parser)
        return cls.parse_behind(ours, cls.parse_head(ours))

    @classmethod
    def parse_behind(cls, ours: LiftParser, head: Head) -> Self:
        """Read what stands behind a head, with the region."""
        name = head.name
        op = cls.untyped([*head.operands, *cls.parse_operands(ours)], head.properties, [Region()])
        if name is not None:
            op.position = StringAttr(name[1])
        opening = op.opening(ours.scope)
        if name is None and op.wants_position(opening.types):
            fresh = ours.fresh_name("k")
            name = (fresh, fresh)
            ours.shown[fresh] = f"{cls.POSITION}({head.arguments[0].name.text})"
            op.position = StringAttr(fresh)
        written = dict([name]) if name and not op.binds_table else {}
        with ours.inside(op.bindings(ours.scope), written):
            memory = op.parse_destination(ours)
        op.attributes.update(ours.parse_further_attributes())
        annotation = ours.parse_optional_annotation()
        types = op.region_arguments(opening)
        typed = [argument.resolve(type_) for argument, type_ in zip(head.arguments, types, strict=True)]
        for argument in typed:
            argument.location = ours.location_of_span(argument.name).attribute
        with ours.inside(op.bindings(ours.scope), written), showing(opening.shown):
            op.parse_regions(ours, [*typed, *memory])
        type_ = op.inferred(ours.scope)
        op.settle(type_ if annotation is None else annotation.type)
        ours.check_annotation_later(op, type_, annotation)
        return op

    def parse_regions(self, parser: LiftParser, arguments: Sequence[Parser.Argument]) -> None:
        """Read the region, which takes these arguments."""
        parser.parse_region(arguments).move_blocks(self.body)

    def print_regions(self, printer: Printer) -> None:
        printer.print_region(self.body, print_entry_block_args=False, print_empty_block=False)

    def print_head(self, printer: Printer) -> None:
        self.print_words(printer)
        printer.print_string(" ")
        with printer.in_parens():
            memory = self.target
            arguments = [argument for argument in self.block.args if argument is not memory]
            printer.print_list(arguments, printer.print_ssa_value)
        if self.position_name is not None:
            self.print_name(printer)

    def print(self, printer: Printer) -> None:
        self.print_head(printer)
        self.print_operands(printer)
        self.print_ending(printer)
        printer.print_string(" ")
        self.print_regions(printer)
