"""Whether the body of a C function stays one: it must not end the function around it, nor reach what is printed after.

The code itself is C as its author wants it; it is not checked further than that.
"""

from __future__ import annotations

import re
from typing import Final

_CLOSING: Final = {"{": "}", "(": ")", "[": "]"}
_DIGRAPHS: Final = {"<%": "{", "%>": "}", "<:": "[", ":>": "]", "%:": "#"}
_TOKEN: Final = re.compile(
    r"""//[^\n]*|/\*.*?\*/|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|<%|%>|<:|:>|(?:\#|%:)[ ]*\w*(?:[ ]+\w+)?|/\*"""
    r"""|[][(){}"']|\b_Pragma\b""",
    re.DOTALL,
)
_PRAGMA: Final = re.compile(r"(?:#|%:) *pragma +(?:unroll|nounroll|OPENCL)")
_TRIGRAPH: Final = re.compile(r"\?\?[=/'()!<>-]")


def lines_of(code: str) -> list[str]:
    """The lines of a body, as they are printed."""
    return [line.strip() for line in code.strip().splitlines()]


def fault_of(code: str) -> str | None:
    """What is wrong with a body that does not stay inside of its function."""
    lines = lines_of(code)
    if not all(line.isascii() and line.replace("\t", " ").isprintable() for line in lines):
        return "is not ASCII that can be printed"
    if any(line.endswith("\\") for line in lines):
        return "has a line that ends in a backslash"
    text = "\n".join(lines)
    trigraph = _TRIGRAPH.search(text)
    return f"has the trigraph '{trigraph[0]}'" if trigraph else _unbalanced(text)


def _unbalanced(text: str) -> str | None:
    expected: list[str] = []
    for match in _TOKEN.finditer(text):
        token = _DIGRAPHS.get(match[0], match[0])
        if token in _CLOSING:
            expected.append(_CLOSING[token])
        elif token in _CLOSING.values():
            if not expected or expected.pop() != token:
                return f"has a '{token}' that closes nothing"
        elif token in ('"', "'", "/*"):
            return f"has a {token} without its end"
        elif token == "_Pragma" or (token[0] in "#%" and not _PRAGMA.match(token)):
            return f"has the directive '{token}', whose effect does not end with the function"
    return f"lacks a '{expected[-1]}'" if expected else None
