"""A grammar in EBNF, and whether it derives a text: enough to hold the one in the documentation against programs."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

Expression: TypeAlias = "tuple[str, tuple[Expression, ...]] | str"
"""An operator and its parts, or a name of a rule, or a text in quotes."""

_RULE = re.compile(r"^([a-z-]+)\s*::=", re.MULTILINE)
_SYMBOL = re.compile(r"'[^']+'|[a-z][a-z0-9-]*|[()|*+?]")
_SKIPPED = re.compile(r"(?:\s|//[^\n]*)*")
_TOKEN = re.compile(
    r'"(?:[^"\\]|\\.)*"|->|[%@][\w.]+|\d+x[a-z]\w*|\d+\.\d+(?:[eE][-+]?\d+)?|\d+|[!#]?[A-Za-z_][\w.]*|[-+*()<>\[\]{},:=]'
)


def tokens_of(text: str) -> list[str]:
    """The tokens of a program, without comments."""
    tokens: list[str] = []
    at = _SKIPPED.match(text, 0)
    position = at.end() if at else 0
    while position < len(text):
        token = _TOKEN.match(text, position)
        if token is None:
            raise ValueError(f"no token: {text[position : position + 20]!r}")
        tokens.append(token[0])
        skipped = _SKIPPED.match(text, token.end())
        position = skipped.end() if skipped else token.end()
    return tokens


Terminal: TypeAlias = "Callable[[list[str], int], set[int]]"
"""Where a terminal that begins at a token may end."""


@dataclass
class Grammar:
    """Rules by name, and what the grammar leaves to others."""

    rules: dict[str, Expression]
    terminals: dict[str, Terminal]
    ends: dict[tuple[Expression, int], frozenset[int]] = field(
        default_factory=dict["tuple[Expression, int]", "frozenset[int]"]
    )

    @classmethod
    def read(cls, text: str, terminals: dict[str, Terminal]) -> Grammar:
        """The rules of a text; a name that is neither a rule nor a terminal is an error."""
        name, *parts = ["", *_RULE.split(text)[1:]]
        del name
        rules = {parts[i]: _Reader(_SYMBOL.findall(parts[i + 1])).alternatives() for i in range(0, len(parts), 2)}
        unknown = {name for rule in rules.values() for name in names_in(rule)} - rules.keys() - terminals.keys()
        if unknown:
            raise ValueError(f"neither rules nor terminals: {sorted(unknown)}")
        return cls(rules, terminals)

    def derives(self, rule: str, text: str) -> bool:
        tokens = tokens_of(text)
        self.ends.clear()
        return len(tokens) in self._ends(rule, tokens, 0)

    def _ends(self, expression: Expression, tokens: list[str], start: int) -> frozenset[int]:
        key = (expression, start)
        if key not in self.ends:
            self.ends[key] = frozenset(self._found(expression, tokens, start))
        return self.ends[key]

    def _found(self, expression: Expression, tokens: list[str], start: int) -> set[int]:
        if isinstance(expression, str):
            if expression in self.rules:
                return set(self._ends(self.rules[expression], tokens, start))
            if expression in self.terminals:
                return self.terminals[expression](tokens, start)
            return {start + 1} if tokens[start : start + 1] == [expression[1:-1]] else set()
        operator, parts = expression
        if operator == "|":
            return {end for part in parts for end in self._ends(part, tokens, start)}
        if operator == "sequence":
            ends = {start}
            for part in parts:
                ends = {after for end in ends for after in self._ends(part, tokens, end)}
            return ends
        once = set(self._ends(parts[0], tokens, start))
        if operator == "?":
            return once | {start}
        found, waiting = set(once), list(once)
        while waiting:
            new = self._ends(parts[0], tokens, waiting.pop()) - found
            found |= new
            waiting += new
        return found | {start} if operator == "*" else found


def names_in(expression: Expression) -> set[str]:
    """The names of rules and terminals in an expression."""
    if isinstance(expression, str):
        return set() if expression.startswith("'") else {expression}
    return {name for part in expression[1] for name in names_in(part)}


def words_in(text: str) -> set[str]:
    """What stands in quotes in a grammar."""
    return set(re.findall(r"'([^']+)'", text))


class _Reader:
    """A recursive descent over the right side of a rule."""

    def __init__(self, symbols: list[str]):
        self.symbols = symbols
        self.position = 0

    def peek(self) -> str:
        return self.symbols[self.position] if self.position < len(self.symbols) else ""

    def next(self) -> str:
        self.position += 1
        return self.symbols[self.position - 1]

    def alternatives(self) -> Expression:
        parts = [self.sequence()]
        while self.peek() == "|":
            self.next()
            parts.append(self.sequence())
        return ("|", tuple(parts))

    def sequence(self) -> Expression:
        parts: list[Expression] = []
        while self.peek() not in ("", "|", ")"):
            part: Expression = self.next()
            if part == "(":
                part = self.alternatives()
                self.next()
            while self.peek() in ("*", "+", "?"):
                part = (self.next(), (part,))
            parts.append(part)
        return ("sequence", tuple(parts))
