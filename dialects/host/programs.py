"""`host.program`: what a `lift.def` is for whoever calls it, and `host.return`, which ends it.

It keeps the types of the function, for the boundary, and takes them apart: each leaf of a parameter is a buffer, or a
value where it is no array.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Self

from xdsl.dialects.builtin import ArrayAttr, FunctionType, StringAttr
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.irdl import irdl_op_definition, traits_def, var_operand_def
from xdsl.printer import Printer
from xdsl.traits import IsolatedFromAbove, IsTerminator, SymbolOpInterface, SymbolTable

from ..diagnostics import LiftError, Location, location_of, value_name
from ..errors import HOST_BUFFER, HOST_SIGNATURE
from ..kernel.types import BufferType
from ..lift.attributes import FactAttr, TableAttr
from ..lift.identifiers import value_hint
from ..lift.names import verify_names
from ..lift.signatures import BinderOp, Head, TypedSignatureOp, parameters_of, parse_where
from ..lift.storage import LENGTH, Leaf, leaves_of
from ..lift.types import AddressSpace
from ..nat.expr import Condition
from ..parser import LiftParser
from .memory import AllocOp, FreeOp, HostOp


def parameter_leaves(type_: Attribute) -> tuple[Attribute, ...]:
    """What a program takes for a parameter: a buffer for each leaf that is an array, and else the value itself."""
    return tuple(leaf.type if leaf.is_single else _buffer(leaf) for leaf in leaves_of(type_))


def result_leaves(type_: Attribute) -> tuple[Attribute, ...]:
    """What a program gives: a buffer for each leaf, of one element where that is a scalar; a hidden length is a number."""
    return tuple(LENGTH if leaf.is_length else _buffer(leaf) for leaf in leaves_of(type_))


def _buffer(leaf: Leaf) -> BufferType:
    return BufferType(AddressSpace.GLOBAL, leaf.scalar)


@irdl_op_definition
class ReturnOp(HostOp):
    """The result of a program: a buffer for each leaf, and a number for each hidden length.

    `f(x) = y`, where `host.return %y` ends the program f.

    The types are `!kernel.buffer<global, S>` for each leaf of the result's type, whose scalars are `S`; that of a hidden
    length is `i32`.

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
class ProgramOp(TypedSignatureOp, BinderOp):
    """A function, as the host runs it: buffers are reserved, kernels are launched, and buffers are returned.

    `f(x) = y`, for every `N` that satisfies the facts of `where`.

    `of` gives the function: the names and types of its parameters, and the type of its result. The region takes a
    `!kernel.buffer<global, S>` for each leaf of a parameter that is an array, and a value for each other leaf, such as a
    hidden length.

    `host.program @f<N>(%x: !kernel.buffer<global, f32>) of (%x: !lift.array<N, f32>) -> f32 where [N ge 2] { .. }`
    """

    name = "host.program"

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

    def verify_(self) -> None:
        self._verify_signature()
        self.verify_binders()
        verify_names(self, self.function_type)
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

    def _verify_result(self) -> None:
        last = self.block.last_op
        if not isinstance(last, ReturnOp):
            raise LiftError(HOST_SIGNATURE, f"@{self.function_name} does not end in 'host.return'")
        expected = result_leaves(self.result_type)
        if tuple(last.operand_types) != expected:
            message = f"@{self.function_name} does not return the leaves of its result"
            raise _unlike(message, expected, last.operand_types).at(location_of(last))

    @classmethod
    def parse_signature(cls, parser: LiftParser, head: Head) -> Self:
        parser.parse_keyword("of", " and the function that it runs")
        parameters = parameters_of(cls.parse_arguments(parser))
        parser.parse_punctuation("->", " and the type of the result")
        type_ = FunctionType.from_lists([type_ for _, type_ in parameters], [parser.parse_type()])
        names = [name for name, _ in parameters]
        return cls(head.name, head.nats, names, type_, Region(), tables=head.tables, where=parse_where(parser))

    def print_signature(self, printer: Printer) -> None:
        self.print_arguments(printer)
        parameters = zip(self.parameter_names, self.parameter_types, strict=True)
        printer.print_string(f" of ({', '.join(f'%{name}: {type_}' for name, type_ in parameters)}) -> ")
        printer.print_attribute(self.result_type)
        self.print_where(printer)


def _entry(names: Sequence[str], types: Sequence[Attribute]) -> Block:
    """A block that takes the leaves of parameters, called by their names."""
    block = Block(arg_types=[leaf for type_ in types for leaf in parameter_leaves(type_)])
    arguments = iter(block.args)
    for name, type_ in zip(names, types, strict=True):
        lengths = [leaf.is_length for leaf in leaves_of(type_)]
        for k, is_length in enumerate(lengths):
            hint = name if lengths.count(False) == 1 else f"{name}{k - sum(lengths[:k])}"
            next(arguments).name_hint = value_hint(f"{name}_length" if is_length else hint)
    return block


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
