"""Hidden lengths in a kernel: numbers that only run time knows, with a bound and a name that types and indices use.

A kernel lists the names with their bounds, and a `kernel.length` says which number each of them is from there on.
`kernel-simplify-control-flow` writes indices with the number itself, and no name is left.
"""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import Self

from xdsl.dialects.builtin import ArrayAttr, IndexType, StringAttr, i32
from xdsl.ir import Attribute, Operation, ParametrizedAttribute, SSAValue
from xdsl.irdl import (
    irdl_attr_definition,
    irdl_op_definition,
    operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    traits_def,
)
from xdsl.parser import AttrParser
from xdsl.printer import Printer
from xdsl.traits import EffectInstance, MemoryEffect, MemoryEffectKind

from ..diagnostics import LiftError
from ..errors import NOT_AN_INTEGER
from ..lift.attributes import NatAttr, NatLike, parse_nat, parse_nat_name
from ..lift.identifiers import NAT
from ..lift.scope import Binding, Given, Hidden, Table
from ..nat.expr import compare, lookup, var
from ..nat.facts import ANY
from ..nat.ring import Nat
from ..parser import LiftParser
from ..scalars import is_integer
from .operation import DeviceOp
from .types import BufferType


@irdl_attr_definition
class LengthAttr(ParametrizedAttribute):
    """The name of a hidden length, and the most that it can be: `#kernel.hidden<X upto N>`.

    A table of them has a number of entries, too: `#kernel.hidden<lens[N] upto M>`.
    """

    name = "kernel.hidden"

    length: StringAttr
    entries: ArrayAttr[NatAttr]
    most: NatAttr

    @classmethod
    def of(cls, length: str, most: NatLike, count: NatLike | None = None) -> LengthAttr:
        entries = ArrayAttr([] if count is None else [NatAttr.of(count)])
        return cls(StringAttr(length), entries, NatAttr.of(most))

    @property
    def count(self) -> Nat | None:
        """How many entries a table has; None where it is one length."""
        return self.entries.data[0].data if self.entries.data else None

    @property
    def text(self) -> str:
        entries = "" if self.count is None else f"[{self.count}]"
        return f"{self.length.data}{entries} upto {self.most.data}"

    @property
    def bindings(self) -> tuple[Binding, ...]:
        """What is known of the name."""
        name, most = self.length.data, self.most.data
        if self.count is None:
            return (Hidden(name, most),)
        return (Table(name, self.count), Given(compare(lookup(name, var(ANY)), "le", most)))

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        with parser.in_angle_brackets():
            return parse_length(parser).parameters

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_string(self.text)


def parse_length(parser: AttrParser) -> LengthAttr:
    """Read `X upto N`, or `lens[N] upto M`."""
    name, count = parse_nat_name(parser), None
    if parser.parse_optional_punctuation("[") is not None:
        count = parse_nat(parser)
        parser.parse_punctuation("]")
    parser.parse_keyword("upto", " after the name of a hidden length")
    return LengthAttr.of(name, parse_nat(parser), count)


class NamesLength(MemoryEffect):
    """What gives a length a name is needed although nothing uses its result."""

    @classmethod
    def get_effects(cls, op: Operation) -> AbstractSet[EffectInstance]:
        return {EffectInstance(MemoryEffectKind.WRITE)} if "called" in op.properties else set()


@irdl_op_definition
class LengthOp(DeviceOp):
    """A number that is a hidden length.

    `length(n, b) = n`, which is from 0 to b.

    An integer gives an `index`. `[X]` names it, for the types and indices that follow in its block; the function lists
    the name. The bound is over the nats of the kernel.

    `%length = kernel.length %n [X] upto N : index`
    """

    name = "kernel.length"

    given = operand_def()
    most = prop_def(NatAttr)
    called = opt_prop_def(NAT)
    number = result_def(IndexType)

    traits = traits_def(NamesLength())

    def __init__(self, given: SSAValue, most: NatLike, called: str | None = None):
        properties = {"most": NatAttr.of(most), **({} if called is None else {"called": StringAttr(called)})}
        super().__init__(operands=[given], properties=properties, result_types=[IndexType()])

    def verify_(self) -> None:
        type_ = self.given.type
        if not is_integer(type_):
            raise LiftError(NOT_AN_INTEGER, f"'{self.name}' needs an integer", expected="i32, say", found=str(type_))

    @classmethod
    def parse_form(cls, parser: LiftParser) -> Self:
        given, called = parser.parse_value(), None
        if parser.parse_optional_punctuation("[") is not None:
            called = parse_nat_name(parser)
            parser.parse_punctuation("]")
        parser.parse_keyword("upto", " and a bound")
        return cls(given, parser.parse_nat_attr().data, called)

    @property
    def shown_type(self) -> Attribute:
        return IndexType()

    def print_form(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.given)
        printer.print_string("" if self.called is None else f" [{self.called.data}]")
        printer.print_string(f" upto {self.most.data}")


@irdl_op_definition
class LengthsOp(DeviceOp):
    """A buffer of hidden lengths, under the name of a table.

    `lengths(x)`: from here on `lens[i]` is `x[i]`.

    It takes a `!kernel.buffer<global, i32>`; the function lists the table with the number of its entries and their bound.

    `kernel.lengths %x [lens]`
    """

    name = "kernel.lengths"

    buffer = operand_def(BufferType)
    called = prop_def(NAT)

    traits = traits_def(NamesLength())

    def __init__(self, buffer: SSAValue, called: str):
        super().__init__(operands=[buffer], properties={"called": StringAttr(called)})

    def verify_(self) -> None:
        if self.need_buffer(self.buffer).element != i32:
            raise LiftError(
                NOT_AN_INTEGER, f"'{self.name}' needs a buffer of i32", expected="i32", found=str(self.buffer.type)
            )

    @classmethod
    def parse_form(cls, parser: LiftParser) -> Self:
        buffer = parser.parse_value()
        parser.parse_punctuation("[")
        called = parse_nat_name(parser)
        parser.parse_punctuation("]")
        return cls(buffer, called)

    def print_form(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.buffer)
        printer.print_string(f" [{self.called.data}]")
