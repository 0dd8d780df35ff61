"""Attributes of the dialect: thin wrappers around the algebra of natural numbers, with its notation as their syntax.

All nats in IR go through `parse_nat` and `NatAttr`, so there is one grammar. A parser that knows which names are in
scope implements `NatNames`; any other xDSL parser reads names as they are, and verifiers check them later.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import NoReturn, TypeAlias, TypeVar

from xdsl.dialects.builtin import ArrayAttr, StringAttr
from xdsl.ir import Attribute, Data, ParametrizedAttribute
from xdsl.irdl import irdl_attr_definition
from xdsl.parser import AttrParser
from xdsl.printer import Printer

from ..nat.expr import Condition, var
from ..nat.parser import NatGrammar
from ..nat.print_mlir import binder_shown
from ..nat.rebuild import abstract, instantiate
from ..nat.ring import Nat, NatError, const

NatLike: TypeAlias = "Nat | int"
_T = TypeVar("_T")


class NatNames(ABC):
    """A parser that knows what the names of nats stand for where it is."""

    @abstractmethod
    def resolve_nat(self, name: str) -> Nat:
        """What a name means here; an error when it is not in scope."""

    @abstractmethod
    def binding(self, name: str) -> AbstractContextManager[None]:
        """While it lasts, the name is bound by a type or an index function."""

    @abstractmethod
    def fail_at_token(self, message: str) -> NoReturn:
        """Report an error at the current token."""
        raise NotImplementedError


class _ParserTokens:
    """The tokens of an xDSL parser, as the grammar of nats wants them."""

    def __init__(self, parser: AttrParser):
        self.parser = parser

    def peek(self) -> str:
        return self.parser.lexer.input.content[self.parser.pos : self.parser.lexer.pos]

    def next(self) -> str:
        return self.parser.parse_characters(self.peek())

    def fail(self, message: str) -> NoReturn:
        if isinstance(self.parser, NatNames):
            self.parser.fail_at_token(message)
        self.parser.raise_error(message)


def _parse(parser: AttrParser, rule: Callable[[NatGrammar], _T]) -> _T:
    tokens = _ParserTokens(parser)
    resolve = parser.resolve_nat if isinstance(parser, NatNames) else var
    try:
        return rule(NatGrammar(tokens, resolve))
    except NatError as error:
        return tokens.fail(str(error))


def parse_nat(parser: AttrParser) -> Nat:
    """Read an expression at the parser's position."""
    return _parse(parser, NatGrammar.nat)


def parse_condition(parser: AttrParser) -> Condition:
    """Read a comparison at the parser's position."""
    return _parse(parser, NatGrammar.condition)


def parse_nat_name(parser: AttrParser) -> str:
    """Read a name that is about to be bound."""
    return _parse(parser, NatGrammar.name)


_BEFORE_COLON = re.compile(r"(?:\s|//[^\n]*\n)*:")


def parse_optional_binder(parser: AttrParser) -> str | None:
    """Read `i :`, if that is what stands here and not an expression."""
    if not _BEFORE_COLON.match(parser.lexer.input.content, parser.lexer.pos):
        return None
    name = parse_nat_name(parser)
    parser.parse_characters(":")
    return name


def while_bound(parser: AttrParser, name: str) -> AbstractContextManager[None]:
    """While it lasts, a type or an index function that is being read binds the name."""
    return parser.binding(name) if isinstance(parser, NatNames) else nullcontext()


@irdl_attr_definition
class NatAttr(Data[Nat]):
    """A natural number of the type level: `#lift.nat<N floordiv 2 + 1>`."""

    name = "lift.nat"

    @classmethod
    def of(cls, value: NatLike | NatAttr) -> NatAttr:
        if isinstance(value, NatAttr):
            return value
        return cls(const(value) if isinstance(value, int) else value)

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> Nat:
        with parser.in_angle_brackets():
            return parse_nat(parser)

    def print_parameter(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_string(str(self.data))


@irdl_attr_definition
class FactAttr(Data[Condition]):
    """A condition on nats, as `where` states them: `#lift.fact<N mod 4 eq 0>`."""

    name = "lift.fact"

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> Condition:
        with parser.in_angle_brackets():
            return parse_condition(parser)

    def print_parameter(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_string(str(self.data))


@irdl_attr_definition
class BinderAttr(Data[str]):
    """The name that a binder is printed with. Any two are equal, so types are equal up to renaming."""

    name = "lift.binder"

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> str:
        with parser.in_angle_brackets():
            return parse_nat_name(parser)

    def print_parameter(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_string(self.data)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, BinderAttr)

    def __hash__(self) -> int:
        return 0


def printed_binder(hint: str, taken: frozenset[str]) -> str:
    """The name that a binder is printed with, where these names are free below it."""
    shown, others = binder_shown(hint)
    return free_binder(shown, taken | others)


def free_binder(hint: str, taken: frozenset[str] | set[str]) -> str:
    """The hint, or the hint with the first number that makes it a name not taken."""
    name, number = hint, 0
    while name in taken:
        number += 1
        name = f"{hint}{number}"
    return name


@irdl_attr_definition
class IndexFunctionAttr(ParametrizedAttribute):
    """A function on positions, `by (i) -> (i + 1)`: in generic form `#lift.index<i : i + 1>`.

    `body` is kept with `bound(0)` for the position.
    """

    name = "lift.index"

    body: NatAttr
    binder: BinderAttr

    @classmethod
    def of(cls, name: str, body: NatLike) -> IndexFunctionAttr:
        """The function that sends the position `name` to `body`."""
        return cls(NatAttr(abstract(NatAttr.of(body).data, name)), BinderAttr(name))

    def __call__(self, position: NatLike) -> Nat:
        """Where a position is sent."""
        return instantiate(self.body.data, position)

    @property
    def named(self) -> tuple[str, Nat]:
        """A name for the position that is free in nothing else, and the body in terms of it."""
        name = printed_binder(self.binder.data, self.body.data.names | self.body.data.tables)
        return name, self(var(name))

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        with parser.in_angle_brackets():
            name = parse_nat_name(parser)
            parser.parse_characters(":")
            with while_bound(parser, name):
                body = parse_nat(parser)
        return cls.of(name, body).parameters

    def print_parameters(self, printer: Printer) -> None:
        name, body = self.named
        with printer.in_angle_brackets():
            printer.print_string(f"{name} : {body}")


@irdl_attr_definition
class TableAttr(ParametrizedAttribute):
    """A table of naturals that is passed by name at a call: `#lift.table<rows[N]>`."""

    name = "lift.table"

    table: StringAttr
    length: NatAttr

    @classmethod
    def of(cls, table: str, length: NatLike) -> TableAttr:
        return cls(StringAttr(table), NatAttr.of(length))

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        with parser.in_angle_brackets():
            table = parse_nat_name(parser)
            with parser.in_square_brackets():
                return (StringAttr(table), NatAttr(parse_nat(parser)))

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_string(self.text)

    @property
    def text(self) -> str:
        return f"{self.table.data}[{self.length.data}]"


@irdl_attr_definition
class LaunchAttr(ParametrizedAttribute):
    """Work items in a work group, and work groups, in each dimension: `#lift.launch<local = [64], groups = [N]>`."""

    name = "lift.launch"

    local: ArrayAttr[NatAttr]
    groups: ArrayAttr[NatAttr]

    @classmethod
    def of(cls, local: Iterable[NatLike], groups: Iterable[NatLike]) -> LaunchAttr:
        return cls(ArrayAttr([NatAttr.of(n) for n in local]), ArrayAttr([NatAttr.of(n) for n in groups]))

    @classmethod
    def parse_body(cls, parser: AttrParser) -> LaunchAttr:
        """Read `local = [..], groups = [..]`."""
        sizes: list[list[Nat]] = []
        for keyword in ("local", "groups"):
            if sizes:
                parser.parse_characters(",", " in launch")
            parser.parse_keyword(keyword, " in launch")
            parser.parse_characters("=", " in launch")
            sizes.append(parser.parse_comma_separated_list(parser.Delimiter.SQUARE, lambda: parse_nat(parser)))
        return cls.of(*sizes)

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        with parser.in_angle_brackets():
            return cls.parse_body(parser).parameters

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_string(self.text)

    @property
    def text(self) -> str:
        local, groups = (", ".join(str(n.data) for n in sizes) for sizes in (self.local, self.groups))
        return f"local = [{local}], groups = [{groups}]"
