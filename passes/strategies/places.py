"""Places: every value of a function has a name of its own, by which a step says where it works.

The name is the one in the text. Where it stands several times, the later ones are `%c.2` and `%c.3`, and a value without a
name is called what its op is, `%map`. A name stays with its value whatever happens elsewhere, so a script means the same
after other steps.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches
from typing import Final

from xdsl.ir import Operation, OpResult, SSAValue

from ...analysis.errors import NO_PLACE
from ...dialects.diagnostics import LiftError
from ...dialects.lift.functions import DefOp
from ..rules.rule import Rewritten, short_name, values_in

_NUMBERED: Final = re.compile(r"\.\d+$")


class Places:
    """The names of the values of a function."""

    def __init__(self, function: DefOp):
        self._function = function
        self._names: dict[SSAValue, str] = {}
        self._values: dict[str, SSAValue] = {}
        self._least: dict[str, int] = {}
        """For each name that stands several times a number; all that are less, from 2 on, are taken."""
        self._add(values_in(function))

    def for_copy(self, function: DefOp) -> Places:
        """The same names for a copy of the function."""
        copy = Places.__new__(Places)
        copy._function = function
        pairs = zip(values_in(self._function), values_in(function), strict=True)
        copy._names = {new: self._names[old] for old, new in pairs}
        copy._values = {name: value for value, name in copy._names.items()}
        copy._least = dict(self._least)
        return copy

    def moved_to(self, function: DefOp) -> Places:
        """These names, where all that the function has is in another one now."""
        self._function = function
        return self

    def name_of(self, op: Operation) -> str | None:
        """What an op is called, by its first result."""
        return self._names.get(op.results[0]) if op.results else None

    def at(self, name: str) -> Operation:
        """The op that is called so."""
        value = self._values.get(name)
        if isinstance(value, OpResult):
            return value.op
        ops = [other for other, found in self._values.items() if isinstance(found, OpResult)]
        if value is not None:
            raise LiftError(NO_PLACE, f"%{name} is a parameter", expected="the result of an op", found=f"%{name}")
        near = get_close_matches(name, ops, 5) or ops[:8]
        expected = ", ".join(f"%{other}" for other in near) or "an op with a result"
        raise LiftError(NO_PLACE, f"nothing is called %{name}", expected=expected, found=f"%{name}")

    def update(self, done: Rewritten) -> None:
        """What a rule did: names of what is gone are free, and what is new gets names."""
        self._remove(done.gone)
        self._add(value for op in done.ops for value in values_in(op))

    def find_again(self) -> None:
        """Something else than rules was at work: names of what is gone are free, and what has none gets one."""
        there = dict.fromkeys(values_in(self._function))
        self._remove([value for value in self._names if value not in there])
        self._add(value for value in there if value not in self._names)

    def settle(self) -> None:
        """Write the names into the program, so that a printed program shows them."""
        for value, name in self._names.items():
            value.name_hint = name

    def _remove(self, values: Iterable[SSAValue]) -> None:
        for value in values:
            name = self._names.pop(value, None)
            if name is not None:
                del self._values[name]
                self._freed(name)

    def _add(self, values: Iterable[SSAValue]) -> None:
        for value in values:
            name = self._free(value.name_hint or (short_name(value.op) if isinstance(value, OpResult) else "x"))
            self._names[value] = name
            self._values[name] = value

    def _free(self, hint: str) -> str:
        if hint not in self._values:
            return hint
        base = _NUMBERED.sub("", hint)
        number = self._least.get(base, 2)
        while f"{base}.{number}" in self._values:
            number += 1
        self._least[base] = number
        return f"{base}.{number}"

    def _freed(self, name: str) -> None:
        base, dot, number = name.rpartition(".")
        if dot and base in self._least and number.isdigit():
            self._least[base] = max(2, min(self._least[base], int(number)))
