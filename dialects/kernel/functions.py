"""`kernel.func`: one OpenCL kernel, with the nats and tables that its indices use and how it is launched.

Nats and tables are parameters of the kernel in OpenCL, behind those that are written: first the nats, then the tables,
then the tables of sums.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Self

from xdsl.dialects.builtin import ArrayAttr, StringAttr
from xdsl.ir import Attribute, Block, ParametrizedAttribute, Region
from xdsl.irdl import irdl_attr_definition, irdl_op_definition, opt_prop_def, prop_def, traits_def
from xdsl.parser import AttrParser
from xdsl.printer import Printer
from xdsl.traits import IsolatedFromAbove, NoTerminator, SymbolOpInterface

from ..diagnostics import LiftError
from ..errors import KERNEL_SIGNATURE
from ..lift.attributes import (
    FactAttr,
    IndexFunctionAttr,
    LaunchAttr,
    NatAttr,
    TableAttr,
    parse_nat,
    parse_nat_name,
    while_bound,
)
from ..lift.layout import print_function
from ..lift.names import verify_names
from ..lift.scope import Binding, Scope, scope_inside
from ..lift.signatures import (
    BinderOp,
    Head,
    keep_names,
    parameters_of,
    parse_launch,
    parse_where,
    print_launch,
    verify_launch,
)
from ..lift.types import AddressSpace
from ..lift.upstream import verify_scalar_code
from ..nat.expr import Condition
from ..parser import LiftParser
from .lengths import LengthAttr, parse_length
from .types import BufferType, is_device_value


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
class FuncOp(BinderOp):
    """A kernel.

    Every work item executes the region.

    Parameters are buffers in global or local memory, and scalars, vectors or tuples of such, which are passed by value.
    A local buffer is memory of symbolic size that the host reserves. `sums` are tables of running sums of a function, and
    `lengths` names of numbers that only the kernel knows, with their bounds.

    `kernel.func @copy<N>(%x: !kernel.buffer<global, f32>) where [N ge 2] launch(local = [64], groups = [N]) { .. }`
    """

    name = "kernel.func"

    sums = prop_def(ArrayAttr[SumsAttr])
    lengths = opt_prop_def(ArrayAttr[LengthAttr])
    launch = opt_prop_def(LaunchAttr)

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
        lengths: Sequence[LengthAttr] = (),
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
                "lengths": ArrayAttr(lengths) if lengths else None,
                "where": ArrayAttr([FactAttr(condition) for condition in where]),
                "launch": launch,
            },
            regions=[body],
        )

    @property
    def hidden_lengths(self) -> Sequence[LengthAttr]:
        """The names of hidden lengths, and their bounds."""
        return () if self.lengths is None else self.lengths.data

    def bindings(self, scope: Scope) -> tuple[Binding, ...]:
        return (*super().bindings(scope), *(binding for one in self.hidden_lengths for binding in one.bindings))

    def verify_(self) -> None:
        if len(self.arg_names) != len(self.block.args):
            raise LiftError(KERNEL_SIGNATURE, f"@{self.function_name} needs a name for each parameter")
        self.verify_binders(
            *(table.table.data for table in self.sums), *(one.length.data for one in self.hidden_lengths)
        )
        if len(set(self.parameter_names)) != len(self.arg_names):
            raise LiftError(KERNEL_SIGNATURE, f"two parameters of @{self.function_name} have the same name")
        for name, argument in zip(self.parameter_names, self.block.args, strict=True):
            _verify_parameter(name, argument.type)
        verify_names(self, *self.sums, self.launch)
        verify_scalar_code(self)
        if self.launch is not None:
            verify_launch(self.launch, scope_inside(self))

    @classmethod
    def parse_signature(cls, parser: LiftParser, head: Head) -> Self:
        lengths = _parse_lengths(parser)
        sums = _parse_sums(parser)
        where = parse_where(parser)
        launch = parse_launch(parser)
        parameters = parameters_of(head.arguments)
        return cls(
            head.name,
            head.nats,
            parameters,
            Region(),
            tables=head.tables,
            sums=sums,
            lengths=lengths,
            where=where,
            launch=launch,
        )

    def print_signature(self, printer: Printer) -> None:
        keep_names(self.block, self.parameter_names, printer)
        self.print_arguments(printer)
        if self.hidden_lengths:
            printer.print_string(f" lengths [{', '.join(one.text for one in self.hidden_lengths)}]")
        if self.sums.data:
            printer.print_string(" sums [")
            for i, table in enumerate(self.sums):
                printer.print_string(f"{', ' if i else ''}{table.table.data}[{table.length.data}]")
                print_function(table.function, printer)
            printer.print_string("]")
        self.print_where(printer)
        print_launch(self.launch, printer)


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


def _parse_lengths(parser: LiftParser) -> Sequence[LengthAttr]:
    """Read `lengths [X upto N, ..]`, if present."""
    if parser.parse_optional_keyword("lengths") is None:
        return ()
    return parser.parse_comma_separated_list(parser.Delimiter.SQUARE, lambda: parse_length(parser))


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
