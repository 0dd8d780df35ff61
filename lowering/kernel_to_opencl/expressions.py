"""Expressions in C: text that knows how tightly it binds, so that parentheses stand only where they are needed.

Shifts, bit operations and mixed logic get parentheses that C does not need: compilers warn without them, and so do
readers.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from .language import OPENCL_C

LOWEST, TERNARY, OR, AND, BITS, EQUALITY, RELATION, SUM, PRODUCT, UNARY, POSTFIX = range(11)
"""How tightly a place binds; text that binds less is put in parentheses there."""

_LEVELS: Final = {
    "*": PRODUCT, "/": PRODUCT, "%": PRODUCT, "+": SUM, "-": SUM, "<<": BITS, ">>": BITS, "&": BITS, "^": BITS,
    "|": BITS, "<": RELATION, "<=": RELATION, ">": RELATION, ">=": RELATION, "==": EQUALITY, "!=": EQUALITY,
    "&&": AND, "||": OR,
}  # fmt: skip
_ASSOCIATIVE: Final = ("&&", "||")


class Text(NamedTuple):
    """An expression, and how tightly it binds."""

    text: str
    level: int = POSTFIX
    operator: str = ""
    without_sign: Text | None = None
    """What this is a cast of, where it was computed with the unsigned counterpart of its type."""

    def at(self, level: int) -> str:
        """The text as it stands at a place that binds so tightly."""
        return self.text if self.level >= level else f"({self.text})"

    @property
    def repeatable(self) -> bool:
        """Whether it may be written twice: a name, a literal or a part of a vector."""
        return self.level == POSTFIX and "(" not in self.text and "[" not in self.text


class Pending(NamedTuple):
    """An expression that waits for its use; whether it reads memory."""

    text: Text
    reads: bool


def binary(left: Text, operator: str, right: Text) -> Text:
    """`left operator right`."""
    level = _LEVELS[operator]
    if level == BITS:
        return Text(f"{left.at(UNARY)} {operator} {right.at(UNARY)}", BITS, operator)
    if operator in _ASSOCIATIVE:
        sides = (side.text if side.operator == operator else side.at(EQUALITY) for side in (left, right))
        return Text(f" {operator} ".join(sides), level, operator)
    if level in (EQUALITY, RELATION):
        return Text(f"{left.at(SUM)} {operator} {right.at(SUM)}", level, operator)
    return Text(f"{left.at(level)} {operator} {right.at(level + 1)}", level, operator)


def cast(type_: str, operand: Text) -> Text:
    """`(type)operand`."""
    return Text(f"({type_}){operand.at(UNARY)}", UNARY)


def negated(operand: Text) -> Text:
    """`!operand`."""
    return Text(f"!{operand.at(UNARY)}", UNARY)


def minus(operand: Text) -> Text:
    """`-operand`, which must not become `--`."""
    text = operand.at(UNARY)
    return Text(f"-({operand.text})" if text.startswith("-") else f"-{text}", UNARY)


def choice(condition: Text, then: Text, otherwise: Text) -> Text:
    """`condition ? then : otherwise`."""
    test = condition.at(POSTFIX if condition.level == BITS else OR)
    return Text(f"{test} ? {then.at(OR)} : {otherwise.at(TERNARY)}", TERNARY)


def call(function: str, *arguments: Text) -> Text:
    """`function(arguments)`."""
    return Text(f"{function}({', '.join(argument.text for argument in arguments)})")


def part(vector: Text, lane: int) -> Text:
    """One part of a vector."""
    return Text(OPENCL_C.part(vector.at(POSTFIX), OPENCL_C.lanes[lane]))


def unwrapped(text: str) -> str:
    """An expression without parentheses around all of it, for a place that has its own."""
    if not text.startswith("("):
        return text
    depth = 0
    for i, character in enumerate(text):
        depth += (character == "(") - (character == ")")
        if depth == 0:
            return text[1:-1] if i == len(text) - 1 else text
    return text


def name(text: str) -> Text:
    return Text(text)


def literal(text: str) -> Text:
    """A constant, which may begin with a minus or a cast."""
    return Text(text, UNARY if text[0] in "-(" else POSTFIX)


def mentions(text: str, name: str) -> bool:
    """Whether an expression is written with a variable."""
    return re.search(rf"\b{re.escape(name)}\b", text) is not None
