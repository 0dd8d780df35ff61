"""Index expressions over operands: a nat whose positional symbols stand for the operands of the op that has it.

In custom form the operands stand in the expression, `%x[2 * %l + N]`; in generic form the attribute names its symbols,
`#kernel.index<s0 : 2 * s0 + N>`, and the operands stand with the others. Names of nats are those in scope, as in types.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from typing import NoReturn, Self, TypeVar

from xdsl.dialects.builtin import IntAttr, StringAttr
from xdsl.ir import Attribute, ParametrizedAttribute, SSAValue
from xdsl.irdl import irdl_attr_definition
from xdsl.parser import AttrParser
from xdsl.printer import Printer

from ..lift.attributes import (
    NatAttr,
    NatLike,
    free_binder,
    parse_condition,
    parse_nat,
    parse_nat_name,
    while_bound,
)
from ..nat.expr import Condition, compare, var
from ..nat.parser import RELATIONS, NatGrammar
from ..nat.rebuild import abstract, instantiate
from ..nat.ring import Nat, NatError, as_nat
from ..parser import LiftParser

_T = TypeVar("_T")
_SYMBOLS = re.compile(r"\s*\w+(?:\s*,\s*\w+)*\s*:")


def _over(nat: Nat, symbols: Sequence[str]) -> NatAttr:
    """The expression with `bound(k)` for the k-th symbol."""
    return NatAttr(abstract(nat, *symbols))


def _at(nat: Nat, values: Sequence[NatLike]) -> Nat:
    return instantiate(nat, *values)


def symbol_names(body: NatAttr, count: IntAttr) -> tuple[str, ...]:
    """Names for the symbols of an expression that are free in nothing."""
    taken = body.data.names | body.data.tables
    names: list[str] = []
    for k in range(count.data):
        names.append(free_binder(f"s{k}", taken | set(names)))
    return tuple(names)


def _print_named(names: Sequence[str], expression: Nat | Condition, printer: Printer) -> None:
    with printer.in_angle_brackets():
        printer.print_string(f"{', '.join(names)} : {expression}" if names else str(expression))


def _parse_named(parser: AttrParser, rule: Callable[[AttrParser], _T]) -> tuple[list[str], _T]:
    """Read `<s0, s1 : expression>`."""
    names: list[str] = []
    with parser.in_angle_brackets():
        if _SYMBOLS.match(parser.lexer.input.content, parser.pos):
            names = parser.parse_comma_separated_list(parser.Delimiter.NONE, lambda: parse_nat_name(parser))
            parser.parse_characters(":")
        with ExitStack() as bound:
            for name in names:
                bound.enter_context(while_bound(parser, name))
            return names, rule(parser)


@irdl_attr_definition
class IndexAttr(ParametrizedAttribute):
    """An expression over operands: `#kernel.index<s0 : 2 * s0 + N>`. Inside, operand k is `bound(k)`."""

    name = "kernel.index"

    body: NatAttr
    count: IntAttr

    @classmethod
    def of(cls, nat: NatLike, symbols: Sequence[str] = ()) -> Self:
        """The expression in which these names stand for the operands."""
        return cls(_over(as_nat(nat), symbols), IntAttr(len(symbols)))

    def __call__(self, *values: NatLike) -> Nat:
        """The expression for values of the operands."""
        return _at(self.body.data, values)

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        names, nat = _parse_named(parser, parse_nat)
        return cls.of(nat, names).parameters

    def print_parameters(self, printer: Printer) -> None:
        names = symbol_names(self.body, self.count)
        _print_named(names, self(*map(var, names)), printer)


@irdl_attr_definition
class ConditionAttr(ParametrizedAttribute):
    """A comparison over operands: `#kernel.condition<s0 : s0 lt N>`. Inside, operand k is `bound(k)`."""

    name = "kernel.condition"

    body: NatAttr
    count: IntAttr
    relation: StringAttr

    @classmethod
    def of(cls, condition: Condition, symbols: Sequence[str] = ()) -> Self:
        """The condition in which these names stand for the operands."""
        return cls(_over(condition.nat, symbols), IntAttr(len(symbols)), StringAttr(condition.relation))

    def __call__(self, *values: NatLike) -> Condition:
        """The condition for values of the operands."""
        return compare(_at(self.body.data, values), self.relation.data, 0)

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        names, condition = _parse_named(parser, parse_condition)
        return cls.of(condition, names).parameters

    def print_parameters(self, printer: Printer) -> None:
        names = symbol_names(self.body, self.count)
        _print_named(names, self(*map(var, names)), printer)


class OperandTokens:
    """The tokens of a parser in which a value `%x` is a name; `values` are those that were read, in order."""

    def __init__(self, parser: LiftParser):
        self.parser = parser
        self.values: list[SSAValue] = []
        self.symbols: list[str] = []

    def peek(self) -> str:
        token = self.parser.lexer.input.content[self.parser.pos : self.parser.lexer.pos]
        return "value" if token.startswith("%") else token

    def next(self) -> str:
        value = self.parser.parse_optional_value()
        if value is None:
            return self.parser.parse_characters(self.peek())
        if value not in self.values:
            self.values.append(value)
            self.symbols.append(self.parser.fresh_name(f"value{len(self.values)}"))
        return self.symbols[self.values.index(value)]

    def fail(self, message: str) -> NoReturn:
        self.parser.fail_at_token(message)

    def _resolve(self, name: str) -> Nat:
        return var(name) if name in self.symbols else self.parser.resolve_nat(name)

    def _grammar(self) -> NatGrammar:
        return NatGrammar(self, self._resolve)

    def nat(self) -> Nat:
        """Read an expression; the symbols stand for the values."""
        try:
            return self._grammar().nat()
        except NatError as error:
            self.fail(str(error))

    def condition_after(self, left: Nat) -> Condition | None:
        """Read `lt nat`, if that is what stands here."""
        relation = self.peek()
        if relation not in RELATIONS:
            return None
        self.next()
        return compare(left, relation, self.nat())


def parse_index(parser: LiftParser) -> tuple[IndexAttr, list[SSAValue]]:
    """Read `[expression]`: the expression and its operands."""
    tokens = OperandTokens(parser)
    parser.parse_punctuation("[", " and an index")
    nat = tokens.nat()
    parser.parse_punctuation("]", " after an index")
    return IndexAttr.of(nat, tokens.symbols), tokens.values


def print_over(attribute: IndexAttr | ConditionAttr, operands: Sequence[SSAValue], printer: Printer) -> None:
    """Print an expression with its operands in it."""
    marks = [var(f"\0{k:04}\0") for k in range(len(operands))]
    for i, piece in enumerate(str(attribute(*marks)).split("\0")):
        if i % 2:
            printer.print_ssa_value(operands[int(piece)])
        else:
            printer.print_string(piece)
