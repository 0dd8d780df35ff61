"""The numbers that a rule or a strategy is applied with: what each of them is for, and which it may be."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from ...analysis.errors import BAD_NUMBER
from ...dialects.diagnostics import LiftError

MOST: Final = 2**31 - 1
"""The largest number, so that what is computed from it has no more than 64 bits."""

Argument: TypeAlias = "int | str"
"""What is given for a parameter: a number or a word."""


@dataclass(frozen=True)
class Parameter:
    """A number that a rule is applied with, or one of a few words."""

    what: str
    usual: Argument
    """What it is where somebody only wants to see whether a rule holds."""
    least: int = 1
    most: int = MOST
    words: tuple[str, ...] = ()
    needed: bool = True
    """Whether a step must give it; where it need not, what is applied has a value of its own."""

    @property
    def values(self) -> str:
        """What it may be, in words."""
        if self.words:
            return " or ".join(self.words)
        return f"at least {self.least}" if self.most == MOST else f"{self.least} to {self.most}"

    def accepts(self, value: Argument) -> bool:
        if self.words:
            return value in self.words
        return isinstance(value, int) and not isinstance(value, bool) and self.least <= value <= self.most


def size(what: str, usual: int = 8) -> Parameter:
    """How many of something there are."""
    return Parameter(what, usual)


def optional_size(what: str) -> Parameter:
    """How many of something there are, which need not be said; 0 says nothing, too."""
    return Parameter(what, 0, 0, needed=False)


def width(what: str, usual: int = 4) -> Parameter:
    """How many lanes a vector has."""
    return Parameter(what, usual, 2, 16)


def dimension(what: str) -> Parameter:
    """A dimension of work items."""
    return Parameter(what, 0, 0, 2)


def word(what: str, *words: str) -> Parameter:
    """One of a few words, the first of which is the usual one."""
    return Parameter(what, words[0], words=words)


def checked(name: str, parameters: Mapping[str, Parameter], arguments: Mapping[str, Argument]) -> dict[str, Argument]:
    """What is given for each parameter of a rule or strategy, in their order; what need not be given may be missing."""
    for other in arguments.keys() - parameters.keys():
        expected = ", ".join(parameters) or "no number"
        raise LiftError(BAD_NUMBER, f"'{name}' has no '{other}'", expected=expected, found=other)
    found: dict[str, Argument] = {}
    for one, parameter in parameters.items():
        if one not in arguments and not parameter.needed:
            continue
        if one not in arguments:
            example = f"{one}={parameter.usual}"
            raise LiftError(BAD_NUMBER, f"'{name}' needs '{one}': {parameter.what}", expected=example)
        value = arguments[one]
        if not parameter.accepts(value):
            message = f"'{one}' of '{name}' cannot be that: {parameter.what}"
            raise LiftError(BAD_NUMBER, message, expected=parameter.values, found=str(value))
        found[one] = value
    return found
