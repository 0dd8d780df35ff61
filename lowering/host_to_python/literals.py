"""Texts as Python literals: as they stand where Python reads them so, and else escaped. No text leaves its quotes."""

from __future__ import annotations

import re
from typing import Final

_PLAIN: Final = re.compile(r"[ !#-\[\]-~]*")
"""What may stand between quotes as it is: printable ASCII without quotes and backslashes."""
_LINES: Final = re.compile(r"[\n !#-\[\]-~]*")


def literal(text: str) -> str:
    """A text on one line."""
    return f'"{text}"' if _PLAIN.fullmatch(text) else ascii(text)


def docstring(text: str) -> str:
    """A text that says what the definition around it is, on its own lines."""
    return f'"""{text}"""' if _LINES.fullmatch(text) else ascii(text)


def listing(text: str) -> str:
    """A long text, line by line."""
    if _LINES.fullmatch(text):
        return f'"""\\\n{text}"""'
    lines = "".join(f"    {line!a}\n" for line in text.splitlines(keepends=True))
    return f"(\n{lines})"
