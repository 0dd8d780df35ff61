"""What functions begin with, from `lift.def` down to `kernel.func` and `host.program`.

They have a name and named parameters. Those that bind nats and tables and state what is known of them are `BinderOp`s,
which read and print `@f<N, rows[N]>(%x: T) .. where [..] { .. }`; what stands between is their own.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from typing import NamedTuple, Self

from xdsl.dialects.builtin import ArrayAttr, FunctionType, StringAttr
from xdsl.ir import Attribute, Block, Region
from xdsl.irdl import IRDLOperation, prop_def, region_def
from xdsl.parser import Parser
from xdsl.printer import Printer

from ..diagnostics import LiftError
from ..errors import LAUNCH
from ..nat.expr import Condition
from ..nat.facts import ANY
from ..parser import LiftParser, name_in_use
from .attributes import (
    FactAttr,
    LaunchAttr,
    NatAttr,
    TableAttr,
    parse_condition,
    parse_nat,
    parse_nat_name,
    while_bound,
)
from .identifiers import FUNCTION, NAT, VALUE
from .operation import Claim
from .scope import Binder, Binding, Given, Hidden, Scope, Size, Table


class SignatureOp(IRDLOperation):
    """A function with named parameters."""

    sym_name = prop_def(FUNCTION)
    arg_names = prop_def(ArrayAttr.constr(VALUE))
    """The names of the parameters as they were written."""

    @property
    def function_name(self) -> str:
        return self.sym_name.data

    @property
    def parameter_names(self) -> tuple[str, ...]:
        return tuple(name.data for name in self.arg_names)

    def print_name(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_symbol_name(self.function_name)

    def print_attributes(self, printer: Printer) -> None:
        printer.print_op_attributes(self.attributes, print_keyword=True)

    def print_body(self, region: Region, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_region(region, print_entry_block_args=False, print_empty_block=False)


class TypedSignatureOp(SignatureOp):
    """A function whose parameters have types of the language, with one result."""

    function_type = prop_def(FunctionType)

    @property
    def parameter_types(self) -> tuple[Attribute, ...]:
        return self.function_type.inputs.data

    @property
    def result_type(self) -> Attribute:
        return self.function_type.outputs.data[0]


class Head(NamedTuple):
    """`@f<N, rows[N]>(%x: T)`, as it was read."""

    name: str
    nats: list[str]
    tables: list[TableAttr]
    arguments: list[Parser.Argument]


class BinderOp(SignatureOp, Binder):
    """A function that binds nats and tables in its region, and states facts of them."""

    nats = prop_def(ArrayAttr[StringAttr])
    tables = prop_def(ArrayAttr[TableAttr])
    where = prop_def(ArrayAttr[FactAttr])
    body = region_def("single_block")

    @property
    def nat_names(self) -> tuple[str, ...]:
        return tuple(name.data for name in self.nats)

    @property
    def table_names(self) -> tuple[str, ...]:
        return tuple(table.table.data for table in self.tables)

    @property
    def conditions(self) -> tuple[Condition, ...]:
        return tuple(fact.data for fact in self.where)

    @property
    def block(self) -> Block:
        return self.body.block

    def bindings(self, scope: Scope) -> tuple[Binding, ...]:
        return (*_bound(self.nat_names, self.tables), *(Given(condition) for condition in self.conditions))

    def verify_binders(self, *further: str) -> None:
        """Nats, tables and what else is bound have names of their own."""
        names = (*self.nat_names, *self.table_names, *further)
        for i, name in enumerate(names):
            NAT.need(name)
            if name in names[:i]:
                raise name_in_use(name)

    @classmethod
    @abstractmethod
    def parse_signature(cls, parser: LiftParser, head: Head) -> Self:
        """Read what stands between the parameters and the attributes, and make the op without its body."""

    @abstractmethod
    def print_signature(self, printer: Printer) -> None:
        """Print the parameters, and what stands between them and the attributes."""

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        ours = LiftParser.of(parser)
        name = ours.parse_symbol_name().data
        with ours.isolated():
            nats, tables = _parse_binders(ours)
            written = {nat: nat for nat in nats}
            with ours.inside(_bound(nats, tables), written):
                arguments = cls.parse_arguments(ours)
                op = cls.parse_signature(ours, Head(name, nats, tables, arguments))
            op.attributes.update(ours.parse_further_attributes())
            for argument in arguments:
                argument.location = ours.location_of_span(argument.name).attribute
            bindings = op.bindings(ours.scope)
            written |= {binding.name: binding.name for binding in bindings if isinstance(binding, Hidden)}
            with ours.inside(bindings, written):
                ours.parse_region(arguments).move_blocks(op.body)
        return op

    @classmethod
    def parse_arguments(cls, parser: LiftParser) -> list[Parser.Argument]:
        """Read `(%x: T, ..)`."""
        around = f" around the parameters of '{cls.name}'"
        return parser.parse_comma_separated_list(parser.Delimiter.PAREN, parser.parse_argument, around)

    def print(self, printer: Printer) -> None:
        self.print_name(printer)
        binders = [*self.nat_names, *(table.text for table in self.tables)]
        if binders:
            printer.print_string(f"<{', '.join(binders)}>")
        self.print_signature(printer)
        self.print_attributes(printer)
        self.print_body(self.body, printer)

    def print_arguments(self, printer: Printer) -> None:
        with printer.in_parens():
            printer.print_list(self.block.args, printer.print_block_argument)

    def print_where(self, printer: Printer) -> None:
        if self.where.data:
            printer.print_string(f" where [{', '.join(map(str, self.conditions))}]")


def _bound(nats: Iterable[str], tables: Iterable[TableAttr]) -> tuple[Binding, ...]:
    return (*map(Size, nats), *(Table(table.table.data, table.length.data) for table in tables))


def parameters_of(arguments: Iterable[Parser.Argument]) -> list[tuple[str, Attribute]]:
    """The names and types of arguments that were read."""
    return [(argument.name.text[1:], argument.type) for argument in arguments]


def _parse_binders(parser: LiftParser) -> tuple[list[str], list[TableAttr]]:
    """Read `<N, M, rows[N]>`, if present."""
    nats: list[str] = []
    tables: list[TableAttr] = []

    def parse_one() -> None:
        start, end = parser.pos, parser.lexer.pos
        name = parse_nat_name(parser)
        if name in nats or any(name == table.table.data for table in tables):
            raise name_in_use(name).at(parser.location(start, end))
        if parser.parse_optional_punctuation("[") is None:
            nats.append(name)
            return
        with parser.inside([Size(nat) for nat in nats], {nat: nat for nat in nats}):
            tables.append(TableAttr.of(name, parse_nat(parser)))
        parser.parse_punctuation("]")

    parser.parse_optional_comma_separated_list(parser.Delimiter.ANGLE, parse_one)
    return nats, tables


FACTS = " around the facts of a where, as in where [N gt 2, N mod 4 eq 0]"


def parse_where(parser: LiftParser) -> list[Condition]:
    """Read `where [N mod 4 eq 0, ..]`, if present; `rows[_]` is any entry of a table."""
    if parser.parse_optional_keyword("where") is None:
        return []
    with while_bound(parser, ANY):
        return parser.parse_comma_separated_list(parser.Delimiter.SQUARE, lambda: parse_condition(parser), FACTS)


def parse_launch(parser: LiftParser) -> LaunchAttr | None:
    """Read `launch(local = [..], groups = [..])`, if present."""
    if parser.parse_optional_keyword("launch") is None:
        return None
    with parser.in_parens():
        return LaunchAttr.parse_body(parser)


def print_launch(launch: LaunchAttr | None, printer: Printer) -> None:
    if launch is not None:
        printer.print_string(f" launch({launch.text})")


EMPTY_GROUP = "a work group may be empty"


def verify_launch(launch: LaunchAttr, scope: Scope) -> None:
    """There are one to three sizes, and work groups are not empty."""
    _verify_dimensions(launch)
    claim = _unproved(launch.local, scope)
    if claim is not None:
        raise LiftError(LAUNCH, EMPTY_GROUP, expected=str(claim))


def verify_written_launch(launch: LaunchAttr, scope: Scope) -> None:
    """What a person has written for a function runs all of it, whatever its sizes: there are work groups, too."""
    _verify_dimensions(launch)
    for sizes, message in ((launch.local, EMPTY_GROUP), (launch.groups, "there may be no work group")):
        claim = _unproved(sizes, scope)
        if claim is not None:
            raise LiftError(LAUNCH, message, expected=str(claim), fix=claim.missing_fact(scope))


def _verify_dimensions(launch: LaunchAttr) -> None:
    if len(launch.local) != len(launch.groups) or not 1 <= len(launch.local) <= 3:
        raise LiftError(LAUNCH, "launch has one to three sizes, as many local ones as groups", found=launch.text)


def _unproved(sizes: Iterable[NatAttr], scope: Scope) -> Claim | None:
    """That a size is positive, for the first of which it is not known."""
    claims = (Claim.that(size.data, "ge", 1) for size in sizes)
    return next((claim for claim in claims if not scope.holds(claim.condition)), None)


def keep_names(block: Block, names: Sequence[str], printer: Printer) -> None:
    """Have arguments printed under their own names, and no other value under one of these."""
    for argument, name in zip(block.args, names, strict=True):
        # The printer names values by hints, which lose a number at the end; nothing public sets a name.
        printer._ssa_values[argument] = name  # pyright: ignore[reportPrivateUsage]
        if name.isdecimal():  # values without a name are numbered, from this on
            printer._next_valid_name_id[-1] = max(printer._next_valid_name_id[-1], int(name) + 1)  # pyright: ignore[reportPrivateUsage]
            continue
        stem, _, number = name.rpartition("_")
        if not (stem and number.isdecimal()):
            stem, number = name, "0"
        printer.ssa_names[stem] = max(printer.ssa_names.get(stem, 0), int(number) + 1)
