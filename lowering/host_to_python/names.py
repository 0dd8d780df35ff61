"""Names in the Python text: those of the program where Python allows it, unique, and none that the text itself uses."""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterable
from typing import Final

_NOT_A_LETTER: Final = re.compile(r"[^A-Za-z0-9_]")
_USED: Final = (
    *("np", "cl", "ml_dtypes", "sys", "cache", "all", "float", "int", "len", "max", "min", "print", "range", "sum"),
    *("TypeError", "ValueError", "enumerate", "getattr", "isinstance", "tuple", "zip"),
    *("given", "rng", "sizes"),
)
"""What the text means by these names, it must mean everywhere."""


class Names:
    """The names of one function, or of the whole text."""

    def __init__(self, taken: Iterable[str] = ()):
        self._taken = {*keyword.kwlist, *_USED, *taken}

    def fresh(self, hint: str | None, otherwise: str = "v") -> str:
        """The hint as far as Python allows it, or with the first number that makes it a new name."""
        stem = _NOT_A_LETTER.sub("_", hint or otherwise)
        if not stem.isidentifier() or stem == "_" or stem.startswith("__"):  # Python's own, as `__debug__`
            stem = f"{otherwise}{stem}"
        separator = "_" if stem[-1].isdigit() else ""
        name, number = stem, 0
        while name in self._taken:
            number += 1
            name = f"{stem}{separator}{number}"
        self._taken.add(name)
        return name
