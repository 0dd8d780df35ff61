"""`kernel.func`: one OpenCL kernel, with the nats and tables that its indices use and how it is launched.

Nats and tables are parameters of the kernel in OpenCL, behind those that are written: first the nats, then the tables,
then the tables of sums.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Self

from xdsl.dialects.builtin import ArrayAttr, StringAttr
from xdsl.ir import Attribute, Block, ParametrizedAttribute, Region
from xdsl.irdl import irdl_attr_definition, irdl_op_definition, opt_prop_def, prop_def, region_def, traits_def
from xdsl.parser import AttrParser, Parser
from xdsl.printer import Printer
from xdsl.traits import IsolatedFromAbove, NoTerminator, SymbolOpInterface

from ..diagnostics import LiftError
from ..errors import BAD_NAME, KERNEL_SIGNATURE, LAUNCH
from ..lift.attributes import (
    FactAttr,
    IndexFunctionAttr,
    LaunchAttr,
    NatAttr,
    TableAttr,
    parse_condition,
    parse_nat,
    parse_nat_name,
    while_bound,
)
from ..lift.functions import keep_names, parse_nats
from ..lift.layout import print_function
from ..lift.names import verify_body_names
from ..lift.scope import Binder, Binding, Given, Scope, Size, Table, scope_inside
from ..lift.types import free_names
from ..nat.expr import Condition, compare
from ..nat.facts import ANY
from ..nat.parser import RESERVED
from ..parser import LiftParser, name_in_use, unbound_name
from .operation import KernelOp
from .types import AddressSpace, BufferType, is_device_value


@irdl_attr_definition
class SumsAttr(ParametrizedAttribute):
    """A table of running sums that the host computes: `#kernel.sums<offsets[N + 1] by i : rows[i]>`."""

    name = "kernel.sums"

    table: StringAttr
    length: NatAttr
    function: IndexFunctionAttr

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        with parser.in_angle_brackets():
            table = parse_nat_name(parser)
            with parser.in_square_brackets():
                length = parse_nat(parser)
            parser.parse_keyword("by")
            name = parse_nat_name(parser)
            parser.parse_characters(":")
            with while_bound(parser, name):
                return (StringAttr(table), NatAttr(length), IndexFunctionAttr.of(name, parse_nat(parser)))

    def print_parameters(self, printer: Printer) -> None:
        name, body = self.function.named
        with printer.in_angle_brackets():
            printer.print_string(f"{self.table.data}[{self.length.data}] by {name} : {body}")


@irdl_op_definition
class FuncOp(KernelOp, Binder):
    """A kernel.

    Every work item executes the region.

    Parameters are buffers in global or local memory, and scalars, vectors or tuples of such, which are passed by value.
    A local buffer is memory of symbolic size that the host reserves. `sums` are tables of running sums of a function.

    `kernel.func @copy<N>(%x: !kernel.buffer<global, f32>) where [N ge 2] launch(local = [64], groups = [N]) { .. }`
    """

    name = "kernel.func"

    sym_name = prop_def(StringAttr)
    arg_names = prop_def(ArrayAttr[StringAttr])
    nats = prop_def(ArrayAttr[StringAttr])
    tables = prop_def(ArrayAttr[TableAttr])
    sums = prop_def(ArrayAttr[SumsAttr])
    where = prop_def(ArrayAttr[FactAttr])
    launch = opt_prop_def(LaunchAttr)
    body = region_def("single_block")

    traits = traits_def(IsolatedFromAbove(), SymbolOpInterface(), NoTerminator())

    def __init__(
        self,
        name: str,
        nats: Iterable[str],
        parameters: Iterable[tuple[str, Attribute]],
        body: Region | None = None,
        *,
        tables: Iterable[TableAttr] = (),
        sums: Iterable[SumsAttr] = (),
        where: Iterable[Condition] = (),
        launch: LaunchAttr | None = None,
    ):
        parameters = list(parameters)
        if body is None:
            body = Region(Block(arg_types=[type_ for _, type_ in parameters]))
        super().__init__(
            properties={
                "sym_name": StringAttr(name),
                "arg_names": ArrayAttr([StringAttr(written) for written, _ in parameters]),
                "nats": ArrayAttr([StringAttr(nat) for nat in nats]),
                "tables": ArrayAttr(tables),
                "sums": ArrayAttr(sums),
                "where": ArrayAttr([FactAttr(condition) for condition in where]),
                "launch": launch,
            },
            regions=[body],
        )

    @property
    def function_name(self) -> str:
        return self.sym_name.data

    @property
    def parameter_names(self) -> tuple[str, ...]:
        return tuple(name.data for name in self.arg_names)

    @property
    def nat_names(self) -> tuple[str, ...]:
        return tuple(name.data for name in self.nats)

    @property
    def conditions(self) -> tuple[Condition, ...]:
        return tuple(fact.data for fact in self.where)

    @property
    def block(self) -> Block:
        return self.body.block

    def bindings(self, scope: Scope) -> tuple[Binding, ...]:
        return (
            *(Size(name) for name in self.nat_names),
            *(Table(table.table.data, table.length.data) for table in self.tables),
            *(Given(condition) for condition in self.conditions),
        )

    def verify_(self) -> None:
        if len(self.arg_names) != len(self.block.args):
            raise LiftError(KERNEL_SIGNATURE, f"@{self.function_name} needs a name for each parameter")
        self._verify_names()
        for name, argument in zip(self.parameter_names, self.block.args, strict=True):
            _verify_parameter(name, argument.type)
        scope = scope_inside(self)
        bound = (*self.tables, *self.sums, *((self.launch,) if self.launch else ()))
        for attribute in (*bound, *self.where):
            for name in sorted(free_names(attribute) - scope.names - {ANY}):
                raise unbound_name(name, scope)
        if self.launch is not None:
            _verify_launch(self.launch, scope)
        verify_body_names(self.block, scope)

    def _verify_names(self) -> None:
        nats = [*self.nat_names, *(table.table.data for table in (*self.tables, *self.sums))]
        for i, name in enumerate(nats):
            if not name.isidentifier() or not name.isascii() or name in RESERVED or name == "_":
                raise LiftError(BAD_NAME, f"'{name}' cannot be the name of a nat", expected="letters, digits and _")
            if name in nats[:i]:
                raise name_in_use(name)
        names = self.parameter_names
        if len(set(names)) != len(names):
            raise LiftError(KERNEL_SIGNATURE, f"two parameters of @{self.function_name} have the same name")

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        ours = LiftParser.of(parser)
        name = ours.parse_symbol_name().data
        with ours.isolated():
            nats, tables = parse_nats(ours)
            bound: list[Binding] = [*(Size(nat) for nat in nats), *(Table(t.table.data, t.length.data) for t in tables)]
            with ours.inside(bound, {nat: nat for nat in nats}):
                arguments = ours.parse_comma_separated_list(
                    ours.Delimiter.PAREN, ours.parse_argument, f" around the parameters of '{cls.name}'"
                )
                sums = _parse_sums(ours)
                where = _parse_where(ours)
                launch = None
                if ours.parse_optional_keyword("launch"):
                    with ours.in_parens():
                        launch = LaunchAttr.parse_body(ours)
            parameters = [(argument.name.text[1:], argument.type) for argument in arguments]
            op = cls(name, nats, parameters, Region(), tables=tables, sums=sums, where=where, launch=launch)
            op.attributes.update(ours.parse_further_attributes())
            for argument in arguments:
                argument.location = ours.location_of_span(argument.name).attribute
            with ours.inside(op.bindings(ours.scope), {nat: nat for nat in nats}):
                ours.parse_region(arguments).move_blocks(op.body)
        return op

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_symbol_name(self.function_name)
        binders = [*self.nat_names, *(table.text for table in self.tables)]
        if binders:
            printer.print_string(f"<{', '.join(binders)}>")
        keep_names(self.block, self.parameter_names, printer)
        with printer.in_parens():
            printer.print_list(self.block.args, printer.print_block_argument)
        if self.sums.data:
            printer.print_string(" sums [")
            for i, table in enumerate(self.sums):
                printer.print_string(f"{', ' if i else ''}{table.table.data}[{table.length.data}]")
                print_function(table.function, printer)
            printer.print_string("]")
        if self.where.data:
            printer.print_string(f" where [{', '.join(map(str, self.conditions))}]")
        if self.launch is not None:
            printer.print_string(f" launch({self.launch.text})")
        printer.print_op_attributes(self.attributes, print_keyword=True)
        printer.print_string(" ")
        printer.print_region(self.body, print_entry_block_args=False, print_empty_block=False)


def _verify_parameter(name: str, type_: Attribute) -> None:
    if isinstance(type_, BufferType):
        if type_.address_space is AddressSpace.PRIVATE:
            raise LiftError(
                KERNEL_SIGNATURE,
                f"the parameter %{name} is private memory, which no host can give",
                expected="global or local memory",
                found=str(type_),
            )
    elif not is_device_value(type_):
        raise LiftError(
            KERNEL_SIGNATURE,
            f"a kernel cannot take %{name}",
            expected="a buffer, a scalar, a vector, or a tuple of such",
            found=str(type_),
        )


def _verify_launch(launch: LaunchAttr, scope: Scope) -> None:
    if len(launch.local) != len(launch.groups) or not 1 <= len(launch.local) <= 3:
        raise LiftError(LAUNCH, "launch has one to three sizes, as many local ones as groups", found=launch.text)
    for size in launch.local:
        if not scope.holds(compare(size.data, "ge", 1)):
            raise LiftError(LAUNCH, "a work group may be empty", expected=f"{size.data} ge 1")


def _parse_sums(parser: LiftParser) -> list[SumsAttr]:
    """Read `sums [offsets[N + 1] by (i) -> (rows[i]), ..]`, if present."""
    if parser.parse_optional_keyword("sums") is None:
        return []

    def parse_one() -> SumsAttr:
        table = parse_nat_name(parser)
        with parser.in_square_brackets():
            length = parse_nat(parser)
        return SumsAttr(StringAttr(table), NatAttr(length), parser.parse_index_function())

    return parser.parse_comma_separated_list(parser.Delimiter.SQUARE, parse_one)


def _parse_where(parser: LiftParser) -> list[Condition]:
    """Read `where [N mod 4 eq 0, ..]`, if present."""
    if parser.parse_optional_keyword("where") is None:
        return []
    with while_bound(parser, ANY):
        return parser.parse_comma_separated_list(parser.Delimiter.SQUARE, lambda: parse_condition(parser))
