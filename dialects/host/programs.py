"""`host.program`: what a `lift.def` is for whoever calls it, and `host.return`, which ends it.

It keeps the types of the function, for the boundary, and takes them apart: each leaf of a parameter is a buffer, or a
value where it is no array.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Self

from xdsl.dialects.builtin import ArrayAttr, FunctionType, StringAttr
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.irdl import irdl_op_definition, prop_def, region_def, traits_def, var_operand_def
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import IsolatedFromAbove, IsTerminator, SymbolOpInterface, SymbolTable

from ..diagnostics import LiftError, Location, location_of, value_name
from ..errors import BAD_NAME, HOST_BUFFER, HOST_SIGNATURE
from ..kernel.operation import KernelOp
from ..kernel.types import AddressSpace, BufferType
from ..lift.attributes import FactAttr, TableAttr, parse_condition, while_bound
from ..lift.functions import parse_nats
from ..lift.names import verify_body_names
from ..lift.scope import Binder, Binding, Given, Scope, Size, Table, scope_inside
from ..lift.types import ArrayType, free_names
from ..nat.expr import Condition
from ..nat.facts import ANY
from ..nat.parser import RESERVED
from ..parser import LiftParser, name_in_use, unbound_name
from ..view.path import parts_of, scalar_of
from .memory import AllocOp, FreeOp, HostOp


def parameter_leaves(type_: Attribute) -> tuple[Attribute, ...]:
    """What a program takes for a parameter: a buffer for each leaf that is an array, and else the value itself."""
    return tuple(_buffer(leaf) if isinstance(leaf, ArrayType) else leaf for leaf in parts_of(type_))


def result_leaves(type_: Attribute) -> tuple[BufferType, ...]:
    """What a program gives: a buffer for each leaf, of one element where that is a scalar."""
    return tuple(map(_buffer, parts_of(type_)))


def _buffer(leaf: Attribute) -> BufferType:
    return BufferType(AddressSpace.GLOBAL, scalar_of(leaf))


@irdl_op_definition
class ReturnOp(HostOp):
    """The result of a program: a buffer for each leaf.

    `f(x) = y`, where `host.return %y` ends the program f.

    The types are `!kernel.buffer<global, S>` for each leaf of the result's type, whose scalars are `S`.

    `host.return %y`
    """

    name = "host.return"

    buffers = var_operand_def()

    traits = traits_def(IsTerminator())

    def __init__(self, *buffers: SSAValue | Operation):
        super().__init__(operands=[buffers])

    def verify_(self) -> None:
        parent = self.parent_op()
        if not isinstance(parent, ProgramOp):
            where = "outside of any program" if parent is None else f"in '{parent.name}'"
            raise LiftError(HOST_SIGNATURE, f"'{self.name}' ends a program, and stands {where}")

    @classmethod
    def parse_form(cls, parser: LiftParser) -> Self:
        first = parser.parse_optional_value()
        buffers = [] if first is None else [first]
        while buffers and parser.parse_optional_punctuation(",") is not None:
            buffers.append(parser.parse_value())
        return cls(*buffers)

    def print_form(self, printer: Printer) -> None:
        printer.print_string(" " if self.buffers else "")
        printer.print_list(self.buffers, printer.print_ssa_value)


@irdl_op_definition
class ProgramOp(KernelOp, Binder):
    """A function, as the host runs it: buffers are reserved, kernels are launched, and buffers are returned.

    `f(x) = y`, for every `N` that satisfies the facts of `where`.

    `of` gives the function: the names and types of its parameters, and the type of its result. The region takes a
    `!kernel.buffer<global, S>` for each leaf of a parameter that is an array, and a value for each other leaf.

    `host.program @f<N>(%x: !kernel.buffer<global, f32>) of (%x: !lift.array<N, f32>) -> f32 where [N ge 2] { .. }`
    """

    name = "host.program"

    sym_name = prop_def(StringAttr)
    function_type = prop_def(FunctionType)
    arg_names = prop_def(ArrayAttr[StringAttr])
    """The names of the function's parameters as they were written."""
    nats = prop_def(ArrayAttr[StringAttr])
    tables = prop_def(ArrayAttr[TableAttr])
    where = prop_def(ArrayAttr[FactAttr])
    body = region_def("single_block")

    traits = traits_def(IsolatedFromAbove(), SymbolOpInterface())

    def __init__(
        self,
        name: str,
        nats: Iterable[str],
        arg_names: Iterable[str],
        function_type: FunctionType,
        body: Region | None = None,
        *,
        tables: Iterable[TableAttr] = (),
        where: Iterable[Condition] = (),
    ):
        names = list(arg_names)
        super().__init__(
            properties={
                "sym_name": StringAttr(name),
                "function_type": function_type,
                "arg_names": ArrayAttr([StringAttr(written) for written in names]),
                "nats": ArrayAttr([StringAttr(nat) for nat in nats]),
                "tables": ArrayAttr(tables),
                "where": ArrayAttr([FactAttr(condition) for condition in where]),
            },
            regions=[Region(_entry(names, function_type.inputs.data)) if body is None else body],
        )

    @property
    def function_name(self) -> str:
        return self.sym_name.data

    @property
    def parameter_names(self) -> tuple[str, ...]:
        return tuple(name.data for name in self.arg_names)

    @property
    def parameter_types(self) -> tuple[Attribute, ...]:
        return self.function_type.inputs.data

    @property
    def result_type(self) -> Attribute:
        return self.function_type.outputs.data[0]

    @property
    def nat_names(self) -> tuple[str, ...]:
        return tuple(name.data for name in self.nats)

    @property
    def conditions(self) -> tuple[Condition, ...]:
        return tuple(fact.data for fact in self.where)

    @property
    def block(self) -> Block:
        return self.body.block

    @property
    def leaves(self) -> tuple[tuple[SSAValue, ...], ...]:
        """The arguments of the region, for each parameter."""
        arguments = iter(self.block.args)
        return tuple(tuple(next(arguments) for _ in parameter_leaves(type_)) for type_ in self.parameter_types)

    @property
    def returned(self) -> Sequence[SSAValue]:
        """The buffers of the result."""
        last = self.block.last_op
        assert isinstance(last, ReturnOp)
        return last.buffers

    def bindings(self, scope: Scope) -> tuple[Binding, ...]:
        return (
            *(Size(name) for name in self.nat_names),
            *(Table(table.table.data, table.length.data) for table in self.tables),
            *(Given(condition) for condition in self.conditions),
        )

    def verify_(self) -> None:
        self._verify_signature()
        self._verify_binders()
        scope = scope_inside(self)
        for attribute in (self.function_type, *self.tables, *self.where):
            for name in sorted(free_names(attribute) - scope.names - {ANY}):
                raise unbound_name(name, scope)
        verify_body_names(self.block, scope)
        self._verify_result()
        _Lifetimes().verify(self.block)

    def _verify_signature(self) -> None:
        parent = self.parent_op()
        if parent is not None and not parent.has_trait(SymbolTable):
            raise LiftError(HOST_SIGNATURE, f"'{self.name}' stands in a module, not in '{parent.name}'")
        if len(self.function_type.outputs) != 1:
            found = str(len(self.function_type.outputs))
            raise LiftError(HOST_SIGNATURE, f"the function of '{self.name}' has one result", found=found)
        names = self.parameter_names
        if len(names) != len(self.parameter_types) or len(set(names)) != len(names):
            raise LiftError(HOST_SIGNATURE, f"@{self.function_name} needs a name for each parameter")
        expected = [leaf for type_ in self.parameter_types for leaf in parameter_leaves(type_)]
        found = [argument.type for argument in self.block.args]
        if expected != found:
            raise _unlike(f"@{self.function_name} does not take the leaves of its parameters", expected, found)

    def _verify_binders(self) -> None:
        names = [*self.nat_names, *(table.table.data for table in self.tables)]
        for i, name in enumerate(names):
            if not name.isidentifier() or not name.isascii() or name in RESERVED or name == "_":
                raise LiftError(BAD_NAME, f"'{name}' cannot be the name of a nat", expected="letters, digits and _")
            if name in names[:i]:
                raise name_in_use(name)

    def _verify_result(self) -> None:
        last = self.block.last_op
        if not isinstance(last, ReturnOp):
            raise LiftError(HOST_SIGNATURE, f"@{self.function_name} does not end in 'host.return'")
        expected = result_leaves(self.result_type)
        if tuple(last.operand_types) != expected:
            message = f"@{self.function_name} does not return the leaves of its result"
            raise _unlike(message, expected, last.operand_types).at(location_of(last))

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        ours = LiftParser.of(parser)
        name = ours.parse_symbol_name().data
        with ours.isolated():
            nats, tables = parse_nats(ours)
            bound: list[Binding] = [*(Size(nat) for nat in nats), *(Table(t.table.data, t.length.data) for t in tables)]
            with ours.inside(bound, {nat: nat for nat in nats}):
                around = f" around the parameters of '{cls.name}'"
                arguments = ours.parse_comma_separated_list(ours.Delimiter.PAREN, ours.parse_argument, around)
                ours.parse_keyword("of", " and the function that it runs")
                parameters = ours.parse_comma_separated_list(ours.Delimiter.PAREN, ours.parse_argument, around)
                ours.parse_punctuation("->", " and the type of the result")
                result_type = ours.parse_type()
                where = _parse_where(ours)
            type_ = FunctionType.from_lists([parameter.type for parameter in parameters], [result_type])
            names = [parameter.name.text[1:] for parameter in parameters]
            op = cls(name, nats, names, type_, Region(), tables=tables, where=where)
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
        with printer.in_parens():
            printer.print_list(self.block.args, printer.print_block_argument)
        parameters = zip(self.parameter_names, self.parameter_types, strict=True)
        printer.print_string(f" of ({', '.join(f'%{name}: {type_}' for name, type_ in parameters)}) -> ")
        printer.print_attribute(self.result_type)
        if self.where.data:
            printer.print_string(f" where [{', '.join(map(str, self.conditions))}]")
        printer.print_op_attributes(self.attributes, print_keyword=True)
        printer.print_string(" ")
        printer.print_region(self.body, print_entry_block_args=False, print_empty_block=False)


def _entry(names: Sequence[str], types: Sequence[Attribute]) -> Block:
    """A block that takes the leaves of parameters, called by their names."""
    leaves = [parameter_leaves(type_) for type_ in types]
    block = Block(arg_types=[leaf for parts in leaves for leaf in parts])
    arguments = iter(block.args)
    for name, parts in zip(names, leaves, strict=True):
        for k in range(len(parts)):
            hint = name if len(parts) == 1 else f"{name}{k}"
            next(arguments).name_hint = hint if SSAValue.is_valid_name(hint) else None
    return block


def _parse_where(parser: LiftParser) -> list[Condition]:
    """Read `where [N mod 4 eq 0, ..]`, if present."""
    if parser.parse_optional_keyword("where") is None:
        return []
    with while_bound(parser, ANY):
        return parser.parse_comma_separated_list(parser.Delimiter.SQUARE, lambda: parse_condition(parser))


def _unlike(message: str, expected: Sequence[Attribute], found: Sequence[Attribute]) -> LiftError:
    listed = (", ".join(map(str, types)) or "none" for types in (expected, found))
    return LiftError(HOST_SIGNATURE, message, expected=next(listed), found=next(listed))


class _Lifetimes:
    """Which buffers are no longer there, from the first op to the last."""

    def __init__(self) -> None:
        self.freed: dict[SSAValue, Location | None] = {}

    def verify(self, block: Block) -> None:
        for op in block.ops:
            if not isinstance(op, HostOp):
                raise LiftError(
                    HOST_SIGNATURE,
                    f"'{op.name}' stands in a host program",
                    expected="ops of the dialect 'host'",
                    location=location_of(op),
                )
            for value in op.operands:
                if value in self.freed:
                    again = "frees" if isinstance(op, FreeOp) else "uses"
                    raise LiftError(
                        HOST_BUFFER,
                        f"'{op.name}' {again} {value_name(value)}, which has been freed",
                        location=location_of(op),
                        notes=[("it is freed here", self.freed[value])],
                    )
            if isinstance(op, FreeOp) and isinstance(op.buffer.owner, AllocOp):
                self.freed[op.buffer] = location_of(op)
            for region in op.regions:
                for inner in region.blocks:
                    self.verify(inner)
