"""Kernels in which lanes of vectors are taken one by one, for oclgrind: it keeps no right account of what a shuffle has written.

Lane 11 counts as unwritten where it is read together with others (`v.s89abcdef`), and a vector that is made of vectors
(`(int8)(vload4(0, x), vload4(1, x))`) ends the process. Lane by lane the text means the same.
"""

from __future__ import annotations

import re

LANES = "0123456789abcdef"

SEVERAL = re.compile(r"(?<![\w.\])])(\w+)\.s([0-9a-f]*b[0-9a-f]*)\b(?<!\.sb)(?!\s*=[^=])")
"""Several lanes of a variable that are read, with lane 11."""

VECTOR = re.compile(r"\([a-z]+(2|3|4|8|16)\)\(")
"""The beginning of a vector that is made of what follows."""


def lane_by_lane(text: str) -> str:
    """OpenCL C of the same meaning, without the shuffles that oclgrind gets wrong."""
    return SEVERAL.sub(_read_apart, _made_apart(text))


def _read_apart(found: re.Match[str]) -> str:
    vector, names = found.groups()
    parts = ", ".join(f"{vector}.s{name}" for name in names)
    return f"(__typeof__({vector}.s{LANES[: len(names)]}))({parts})"


def _made_apart(text: str) -> str:
    """The text with every vector made of scalars."""
    found = VECTOR.search(text)
    if found is None:
        return text
    parts, end = _parts(text, found.end())
    lanes = _lanes([_made_apart(part) for part in parts], int(found[1]))
    return f"{text[: found.end()]}{', '.join(lanes)}){_made_apart(text[end:])}"


def _parts(text: str, begin: int) -> tuple[list[str], int]:
    """What stands between commas up to the parenthesis that closes, and where the text goes on."""
    parts, first, depth = list[str](), begin, 0
    for k in range(begin, len(text)):
        if depth == 0 and text[k] in ",)":
            parts.append(text[first:k].strip())
            first = k + 1
            if text[k] == ")":
                return parts, k + 1
        depth += (text[k] in "([") - (text[k] in ")]")
    raise ValueError(f"a parenthesis is not closed: {text[begin:]}")


def _lanes(parts: list[str], width: int) -> list[str]:
    """The lanes of parts, which are all scalars, or all vectors of one width, but for loads and lanes, which say theirs."""
    if len(parts) in (1, width):
        return parts
    widths = [_width(part) for part in parts]
    if sum(widths) != width:
        widths = [width // len(parts)] * len(parts)
    return [
        f"({part}).s{lane}" if own > 1 else part
        for part, own in zip(parts, widths, strict=True)
        for lane in LANES[:own]
    ]


def _width(part: str) -> int:
    """How many lanes a part says that it has: `vload4(0, x)`, `v.s0123`."""
    loaded, lanes = re.match(r"vload(\d+)\(", part), re.fullmatch(r"\w+\.s([0-9a-f]+)", part)
    return int(loaded[1]) if loaded else len(lanes[1]) if lanes else 1
