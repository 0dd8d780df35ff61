"""A step: a rule or a named strategy, its numbers, and the place where it is applied, as one line of text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Self

from ...analysis.errors import BAD_STEP
from ...dialects.diagnostics import LiftError
from ..rules.parameters import Argument

_FORM: Final = re.compile(r"(?P<name>[\w-]+)(?P<arguments>(?:\s+\w+\s*=\s*\w+)*)(?:\s+at\s+%(?P<place>[\w.$-]+))?\s*")
_ARGUMENT: Final = re.compile(r"(\w+)\s*=\s*(\w+)")


@dataclass(frozen=True)
class Step:
    """What is applied, with which numbers, and where; without a place, to the whole function."""

    name: str
    place: str | None = None
    arguments: Mapping[str, Argument] = field(default_factory=dict[str, Argument])

    def __str__(self) -> str:
        place = () if self.place is None else (f"at %{self.place}",)
        return " ".join([self.name, *(f"{name}={value}" for name, value in self.arguments.items()), *place])

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `split_join n=8 at %c`."""
        found = _FORM.fullmatch(text.strip())
        if found is None:
            raise LiftError(BAD_STEP, "this is not a step", expected="NAME [NUMBER=VALUE ..] [at %PLACE]", found=text)
        arguments: dict[str, Argument] = {}
        for name, value in _ARGUMENT.findall(found["arguments"]):
            if name in arguments:
                raise LiftError(BAD_STEP, f"'{name}' is given twice", found=text)
            arguments[name] = int(value) if value.isdecimal() and len(value) < 20 else value
        return cls(found["name"], found["place"], arguments)
