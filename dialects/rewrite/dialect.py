"""Scripts as IR, after MLIR's `transform.named_sequence` and its knobs: what is applied where, and with which numbers.

A script stands beside the program, in its file or in one of its own. It says nothing that must hold for the program to be
right: each step is checked when it is applied.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Self, TypeAlias

from xdsl.dialects.builtin import ArrayAttr, IndexType, IntegerAttr, StringAttr, UnitAttr, i64
from xdsl.ir import Attribute, Block, Dialect, Region, SSAValue
from xdsl.irdl import (
    IRDLOperation,
    irdl_op_definition,
    opt_prop_def,
    prop_def,
    region_def,
    result_def,
    traits_def,
    var_operand_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import IsolatedFromAbove, NoTerminator, SymbolOpInterface

from ..diagnostics import LiftError, location_of
from ..errors import BAD_SCRIPT
from ..lift.attributes import FactAttr, parse_condition
from ..lift.identifiers import FUNCTION, WORD
from ..parser import LiftParser

Argument: TypeAlias = "int | str | SSAValue"
"""What a step is given for a parameter: a number, a word, or a knob."""


class ScriptPart(IRDLOperation):
    """An op of a script."""

    def verify_(self) -> None:
        if not isinstance(self.parent_op(), ScriptOp):
            raise LiftError(
                BAD_SCRIPT, f"'{self.name}' stands outside of a script", expected="a rewrite.script around it"
            )


@irdl_op_definition
class ScriptOp(IRDLOperation):
    """How a function is rewritten: its steps are applied one after the other.

    `rewrite.script @fast of @f { rewrite.apply tidy }`
    """

    name = "rewrite.script"

    sym_name = prop_def(StringAttr, prop_name="sym_name")
    function = prop_def(StringAttr)
    body = region_def("single_block")

    traits = traits_def(SymbolOpInterface(), NoTerminator(), IsolatedFromAbove())

    def __init__(self, name: str, function: str, body: Region):
        super().__init__(properties={"sym_name": StringAttr(name), "function": StringAttr(function)}, regions=[body])

    def verify_(self) -> None:
        FUNCTION.need(self.sym_name.data)
        FUNCTION.need(self.function.data)
        for op in self.body.block.ops:
            if not isinstance(op, ScriptPart):
                expected = "rewrite.apply, rewrite.knob or rewrite.assume"
                raise LiftError(
                    BAD_SCRIPT, "a script has steps only", expected=expected, found=op.name, location=location_of(op)
                )
        knobs = [op.knob.data for op in self.body.block.ops if isinstance(op, KnobOp)]
        if len(set(knobs)) < len(knobs):
            raise LiftError(
                BAD_SCRIPT, f"two knobs of @{self.sym_name.data} have the same name", found=", ".join(knobs)
            )

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        name = parser.parse_symbol_name().data
        parser.parse_keyword("of")
        function = parser.parse_symbol_name().data
        body = parser.parse_region()
        if not body.blocks:
            body.add_block(Block())
        return cls(name, function, body)

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_symbol_name(self.sym_name.data)
        printer.print_string(" of ")
        printer.print_symbol_name(self.function.data)
        printer.print_string(" ")
        printer.print_region(self.body, print_empty_block=False)


@irdl_op_definition
class KnobOp(ScriptPart):
    """A number of a script that may be another one: its name, the values that it may have, and the usual one.

    `%mr = rewrite.knob "mr" of [2, 4, 8] = 4`
    """

    name = "rewrite.knob"

    knob = prop_def(StringAttr)
    values = prop_def(ArrayAttr[IntegerAttr])
    usual = prop_def(IntegerAttr)
    number = result_def(IndexType)

    def __init__(self, name: str, values: Sequence[int], usual: int):
        super().__init__(
            properties={
                "knob": StringAttr(name),
                "values": ArrayAttr([IntegerAttr(value, i64) for value in values]),
                "usual": IntegerAttr(usual, i64),
            },
            result_types=[IndexType()],
        )

    @property
    def choices(self) -> list[int]:
        return [value.value.data for value in self.values]

    def verify_(self) -> None:
        super().verify_()
        FUNCTION.need(self.knob.data)
        for number in (*self.choices, self.usual.value.data):
            _need_counted(number)
        if self.usual.value.data not in self.choices:
            expected = ", ".join(map(str, self.choices)) or "at least one value"
            message = f"the usual value of '{self.knob.data}' is none that it may have"
            raise LiftError(BAD_SCRIPT, message, expected=expected, found=str(self.usual.value.data))

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        name = parser.parse_str_literal()
        parser.parse_keyword("of")
        values = parser.parse_comma_separated_list(parser.Delimiter.SQUARE, lambda: _parse_number(parser))
        parser.parse_punctuation("=")
        return cls(name, values, _parse_number(parser))

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_string_literal(self.knob.data)
        printer.print_string(f" of [{', '.join(map(str, self.choices))}] = {self.usual.value.data}")


@irdl_op_definition
class ApplyOp(ScriptPart):
    """A step: a rule or a strategy by its name, where it is applied, and its numbers.

    `rewrite.apply split_join at "%c" (n = %mr)`
    """

    name = "rewrite.apply"

    rule = prop_def(StringAttr)
    place = opt_prop_def(StringAttr)
    parameters = prop_def(ArrayAttr[StringAttr])
    arguments = prop_def(ArrayAttr[Attribute])
    """A number or a word for each parameter; where it is none, the next of the knobs."""
    knobs = var_operand_def(IndexType)

    def __init__(self, rule: str, place: str | None, arguments: Mapping[str, Argument]):
        given: list[Attribute] = []
        for value in arguments.values():
            match value:
                case int():
                    given.append(IntegerAttr(value, i64))
                case str():
                    given.append(StringAttr(value))
                case _:
                    given.append(UnitAttr())
        super().__init__(
            operands=[[value for value in arguments.values() if isinstance(value, SSAValue)]],
            properties={
                "rule": StringAttr(rule),
                "place": None if place is None else StringAttr(place),
                "parameters": ArrayAttr([StringAttr(name) for name in arguments]),
                "arguments": ArrayAttr(given),
            },
        )

    @property
    def given(self) -> dict[str, Argument]:
        """What is given for each parameter."""
        knobs = iter(self.knobs)
        found: dict[str, Argument] = {}
        for name, value in zip(self.parameters, self.arguments, strict=True):
            match value:
                case IntegerAttr():
                    found[name.data] = value.value.data
                case StringAttr():
                    found[name.data] = value.data
                case _:
                    found[name.data] = next(knobs)
        return found

    def verify_(self) -> None:
        super().verify_()
        names = [name.data for name in self.parameters]
        holes = sum(isinstance(value, UnitAttr) for value in self.arguments)
        if len(self.arguments) != len(names) or holes != len(self.knobs) or len(set(names)) < len(names):
            raise LiftError(BAD_SCRIPT, "each parameter of a step is given once", found=", ".join(names))
        if not all(isinstance(value, IntegerAttr | StringAttr | UnitAttr) for value in self.arguments):
            raise LiftError(BAD_SCRIPT, "a step is given numbers, words and knobs")
        words = [value.data for value in self.arguments if isinstance(value, StringAttr)]
        for text in (self.rule.data, *names, *words):
            WORD.need(text)
        for value in self.arguments:
            if isinstance(value, IntegerAttr):
                _need_counted(value.value.data)
        if self.place is not None and not self.place.data.startswith("%"):
            message = "a place is the name of a value"
            raise LiftError(BAD_SCRIPT, message, expected=f'"%{self.place.data}"', found=f'"{self.place.data}"')
        for knob in self.knobs:
            if not isinstance(knob.owner, KnobOp) or not knob.owner.is_before_in_block(self):
                raise LiftError(BAD_SCRIPT, "a step is given knobs of its script", expected="a rewrite.knob before it")

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        ours = LiftParser.of(parser)
        rule = ours.parse_identifier(" for a rule")
        place = None
        if ours.parse_optional_keyword("at") is not None:
            place = ours.parse_str_literal()
        pairs = ours.parse_optional_comma_separated_list(ours.Delimiter.PAREN, lambda: _parse_argument(ours)) or []
        if len(dict(pairs)) < len(pairs):
            raise LiftError(BAD_SCRIPT, "each parameter of a step is given once", location=ours.op_location)
        return cls(rule, place, dict(pairs))

    def print(self, printer: Printer) -> None:
        printer.print_string(f" {self.rule.data}")
        if self.place is not None:
            printer.print_string(" at ")
            printer.print_string_literal(self.place.data)
        given = self.given
        if given:
            printer.print_string(" (")
            printer.print_list(given.items(), lambda pair: _print_argument(printer, *pair))
            printer.print_string(")")


@irdl_op_definition
class AssumeOp(ScriptPart):
    """Facts about the sizes: what the script makes is used only where they hold.

    `rewrite.assume [N mod 32 eq 0]`
    """

    name = "rewrite.assume"

    facts = prop_def(ArrayAttr[FactAttr])

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        ours = LiftParser.of(parser)
        facts = ours.parse_comma_separated_list(ours.Delimiter.SQUARE, lambda: parse_condition(ours), " with facts")
        return cls(properties={"facts": ArrayAttr([FactAttr(fact) for fact in facts])})

    def print(self, printer: Printer) -> None:
        printer.print_string(f" [{', '.join(str(fact.data) for fact in self.facts)}]")


def _need_counted(number: int) -> None:
    """Refuse what no parameter of a rule may be."""
    if number < 0:
        raise LiftError(BAD_SCRIPT, "a step has no negative numbers", expected="at least 0", found=str(number))


def _parse_number(parser: Parser) -> int:
    return parser.parse_integer(allow_boolean=False)  # negative ones are refused as in generic form


def _parse_argument(parser: LiftParser) -> tuple[str, Argument]:
    name = parser.parse_identifier(" for a parameter")
    parser.parse_punctuation("=")
    knob = parser.parse_optional_value()
    if knob is not None:
        return name, knob
    number = parser.parse_optional_integer(allow_boolean=False)
    return name, number if number is not None else parser.parse_identifier(" for a word, a number or a knob")


def _print_argument(printer: Printer, name: str, value: Argument) -> None:
    printer.print_string(f"{name} = ")
    if isinstance(value, SSAValue):
        printer.print_ssa_value(value)
    else:
        printer.print_string(str(value))


Rewrite = Dialect("rewrite", [ScriptOp, KnobOp, ApplyOp, AssumeOp])
