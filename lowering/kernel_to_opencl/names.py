"""Names in the C text: those of the program where C allows it, unique, and never a word that OpenCL has taken."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from ...dialects.lift.c_words import is_function, is_word

_NOT_A_LETTER: Final = re.compile(r"[^A-Za-z0-9_]")


def is_taken(name: str) -> bool:
    """Whether the text means something else by the name: OpenCL's words, and the types of tuples."""
    return is_word(name) or is_function(name) or name.startswith("tuple_")


class Names:
    """The names of one function; those of an inner block are free again after it."""

    def __init__(self, taken: Iterable[str] = ()):
        self._scopes: list[set[str]] = [set(taken)]
        self._next: list[dict[str, int]] = [{}]
        """Which number of a stem may be free, in each scope: all before it are taken."""

    def enter(self) -> None:
        self._scopes.append(set())
        self._next.append(dict(self._next[-1]))

    def leave(self) -> None:
        self._scopes.pop()
        self._next.pop()

    def fresh(self, hint: str | None, otherwise: str = "v") -> str:
        """The hint as far as C allows it, or with the first number that makes it a new name."""
        stem = _NOT_A_LETTER.sub("_", hint or otherwise)
        if stem[0].isdigit():
            stem = f"{otherwise}{stem}"
        if is_taken(f"{stem}_1"):  # with a number behind it would still be one of them
            stem = f"v_{stem.lstrip('_')}"
        separator = "_" if stem[-1].isdigit() or is_taken(stem) else ""
        number = self._next[-1].get(stem, 0)
        name = f"{stem}{separator}{number}" if number else stem
        while is_taken(name) or any(name in scope for scope in self._scopes):
            number += 1
            name = f"{stem}{separator}{number}"
        self._scopes[-1].add(name)
        self._next[-1][stem] = number
        return name

    def release(self, name: str) -> None:
        """A name that is not used after all."""
        self._scopes[-1].discard(name)
