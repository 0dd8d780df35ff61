"""The notation of expressions and conditions, as MLIR's affine expressions write them.

One grammar serves every source of tokens: a string here, xDSL's lexer in the dialects' attributes.

    nat       ::= product (('+' | '-') product)*
    product   ::= unary (('*' | 'floordiv' | 'ceildiv' | 'mod') unary)*
    unary     ::= '-' unary | integer | name | name '[' nat ']' | '(' nat ')' | call
    call      ::= 'pow' '(' nat ',' nat ')' | 'log2' '(' nat ')'
                | ('min' | 'max') '(' nat (',' nat)+ ')'
                | 'sum' '(' name ':' nat ',' nat ')' | 'if' '(' condition ',' nat ',' nat ')'
    condition ::= nat ('lt' | 'le' | 'gt' | 'ge' | 'eq' | 'ne') nat
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, NoReturn, ParamSpec, Protocol, TypeVar

from .expr import (
    Condition,
    ceildiv,
    compare,
    floordiv,
    if_then_else,
    log2,
    lookup,
    maximum,
    minimum,
    mod,
    power,
    sum_bound,
    var,
)
from .rebuild import abstract
from .ring import DEEPEST, LARGEST, Nat, NatError, const, total

RELATIONS: Final = ("lt", "le", "gt", "ge", "eq", "ne")
CALLS: Final = ("pow", "log2", "min", "max", "sum", "if")
OPERATORS: Final = ("floordiv", "ceildiv", "mod")
RESERVED: Final = frozenset((*CALLS, *OPERATORS))
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")
_TOKEN = re.compile(r"\s*(?:([A-Za-z_][A-Za-z0-9_]*|[0-9]+|[-+*()\[\],:])|(.))")


_P = ParamSpec("_P")


class NatSyntaxError(NatError):
    """Text that is not an expression; `offset` is where in it the trouble starts."""

    def __init__(self, message: str, offset: int):
        super().__init__(message)
        self.offset = offset


class Tokens(Protocol):
    """A source of tokens: integers, names, and `+ - * ( ) [ ] , :`."""

    def peek(self) -> str:
        """The text of the current token, empty at the end."""
        ...

    def next(self) -> str:
        """The text of the current token, which is then behind us."""
        ...

    def fail(self, message: str) -> NoReturn:
        """Report an error at the current token."""
        ...


class NatGrammar:
    """A recursive descent over tokens; `resolve` says what a name outside of any `sum` stands for."""

    def __init__(self, tokens: Tokens, resolve: Callable[[str], Nat] = var):
        self.tokens = tokens
        self.resolve = resolve
        self.summed: list[str] = []
        self.depth = 0

    def nat(self) -> Nat:
        self.depth += 1
        if self.depth > DEEPEST:
            self.tokens.fail(f"the expression is nested more than {DEEPEST} deep")
        terms = [self._product()]
        while (sign := self.tokens.peek()) in ("+", "-"):
            self.tokens.next()
            terms.append(self._product() if sign == "+" else -self._product())
        self.depth -= 1
        return terms[0] if len(terms) == 1 else self._built(total, terms)

    def condition(self) -> Condition:
        left = self.nat()
        relation = self.tokens.peek()
        if relation not in RELATIONS:
            self.tokens.fail(f"expected a comparison ({', '.join(RELATIONS)}), found {_shown(relation)}")
        self.tokens.next()
        return compare(left, relation, self.nat())

    def name(self) -> str:
        """A name that may be bound."""
        name = self.tokens.peek()
        if not _NAME.match(name) or name in RESERVED:
            reserved = f"; '{name}' is reserved" if name in RESERVED else ""
            self.tokens.fail(f"expected a name, found {_shown(name)}{reserved}")
        return self.tokens.next()

    def expect(self, token: str) -> None:
        if self.tokens.peek() != token:
            self.tokens.fail(f"expected '{token}', found {_shown(self.tokens.peek())}")
        self.tokens.next()

    def _product(self) -> Nat:
        result = self._unary()
        while (operator := self.tokens.peek()) in ("*", *OPERATORS):
            self.tokens.next()
            right = self._unary()
            result = self._built(_BINARY[operator], result, right)
        return result

    def _built(self, build: Callable[_P, Nat], *args: _P.args, **kwargs: _P.kwargs) -> Nat:
        """What a constructor makes; what it refuses is an error at this place of the text."""
        try:
            return build(*args, **kwargs)
        except NatError as error:
            self.tokens.fail(str(error))

    def _unary(self) -> Nat:
        token = self.tokens.peek()
        if token == "-":
            self.tokens.next()
            self.depth += 1
            if self.depth > DEEPEST:
                self.tokens.fail(f"the expression is nested more than {DEEPEST} deep")
            result = -self._unary()
            self.depth -= 1
            return result
        if token == "(":
            self.tokens.next()
            result = self.nat()
            self.expect(")")
            return result
        if token.isdecimal():
            if len(token) > len(str(LARGEST)) or int(token) > LARGEST:
                self.tokens.fail("the number is larger than 2^63 - 1")
            return const(int(self.tokens.next()))
        if token in CALLS:
            return self._call(self.tokens.next())
        if not _NAME.match(token) or token in OPERATORS:
            self.tokens.fail(f"expected a number, a name, a call or '(', found {_shown(token)}")
        return self._named(self.tokens.next())

    def _named(self, name: str) -> Nat:
        if self.tokens.peek() == "[":
            self.tokens.next()
            index = self.nat()
            self.expect("]")
            return lookup(name, index)
        return var(name) if name in self.summed else self.resolve(name)

    def _call(self, function: str) -> Nat:
        self.expect("(")
        match function:
            case "sum":
                result = self._sum()
            case "if":
                condition = self.condition()
                self.expect(",")
                then = self.nat()
                self.expect(",")
                otherwise = self.nat()
                result = if_then_else(condition, then, otherwise)
            case _:
                args = [self.nat()]
                while self.tokens.peek() == ",":
                    self.tokens.next()
                    args.append(self.nat())
                least, most, build = _CALLS[function]
                if not least <= len(args) <= most:
                    self.tokens.fail(f"{function} takes {least}{' or more' if most > least else ''} arguments")
                result = self._built(build, *args)
        self.expect(")")
        return result

    def _sum(self) -> Nat:
        name = self.name()
        self.expect(":")
        count = self.nat()
        self.expect(",")
        self.summed.append(name)
        body = self.nat()
        self.summed.pop()
        return sum_bound(count, abstract(body, name))


_BINARY: Final[dict[str, Callable[[Nat, Nat], Nat]]] = {
    "*": lambda left, right: left * right,
    "floordiv": floordiv,
    "ceildiv": ceildiv,
    "mod": mod,
}
_CALLS: Final[dict[str, tuple[int, int, Callable[..., Nat]]]] = {
    "pow": (2, 2, power),
    "log2": (1, 1, log2),
    "min": (2, 1000, minimum),
    "max": (2, 1000, maximum),
}


def _shown(token: str) -> str:
    return f"'{token}'" if token else "the end"


class TextTokens:
    """The tokens of a string."""

    def __init__(self, text: str):
        self.tokens: list[tuple[str, int]] = []
        for match in _TOKEN.finditer(text):
            if match[2] is not None and not match[2].isspace():
                raise NatSyntaxError(f"'{match[2]}' has no meaning here", match.start(2))
            if match[1] is not None:
                self.tokens.append((match[1], match.start(1)))
        self.tokens.append(("", len(text)))
        self.position = 0

    def peek(self) -> str:
        return self.tokens[self.position][0]

    def next(self) -> str:
        token = self.tokens[self.position][0]
        self.position = min(self.position + 1, len(self.tokens) - 1)
        return token

    def fail(self, message: str) -> NoReturn:
        raise NatSyntaxError(message, self.tokens[self.position][1])


def parse_nat(text: str) -> Nat:
    """Read an expression."""
    return _whole(text, NatGrammar.nat)


def parse_condition(text: str) -> Condition:
    """Read a comparison."""
    return _whole(text, NatGrammar.condition)


_T = TypeVar("_T")


def _whole(text: str, rule: Callable[[NatGrammar], _T]) -> _T:
    tokens = TextTokens(text)
    result = rule(NatGrammar(tokens))
    if tokens.peek():
        tokens.fail(f"expected the end, found '{tokens.peek()}'")
    return result
