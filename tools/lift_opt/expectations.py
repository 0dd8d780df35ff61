"""Errors that a test expects: `// expected-error {{text}}` beside, above or below the line that is at fault.

As in MLIR: `expected-error@+2 {{..}}` is two lines further down, `@-1` one line up, `@below` and `@above` the next
line that is no such comment, `@unknown` an error without a place. `expected-error-re` holds a regular expression
wherever it has `{{..}}` inside. `expected-note` is for the notes of an error. The text may stand anywhere in the
message, in what it says of `expected`, `found` and `fix`, or be the code.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from ...dialects.diagnostics import LiftError, Location

_COMMENT: Final = re.compile(
    r"expected-(?P<kind>\w+)(?P<regex>-re)?(?:@(?P<where>[+-]\d+|\w+))?\s*\{\{(?P<text>.*?)\}\}(?!\})(?=\s*(?:$|//|expected-))"
)
_ATTEMPT: Final = re.compile(r"//.*?\b(?P<comment>expected-(?:error|note|warning|remark)\b)")


@dataclass(frozen=True)
class Expectation:
    """A comment in a test: what kind of message, on which line (None: one without a place), and what it says."""

    kind: str
    line: int | None
    pattern: re.Pattern[str]
    text: str
    place: Location

    def met_by(self, said: Said) -> bool:
        return self.kind == said.kind and self.line == said.line and self.pattern.search(said.text) is not None


@dataclass(frozen=True)
class Said:
    """An error or a note that was produced."""

    kind: str
    line: int | None
    text: str
    rendered: str


def said_by(error: LiftError) -> Iterator[Said]:
    """The error itself, and its notes."""
    details = (("expected", error.expected), ("found", error.found), ("fix", error.fix))
    parts = [f"error[{error.code}]: {error.message}", *(f"{label}: {text}" for label, text in details if text)]
    yield Said("error", error.location.line if error.location else None, "\n".join(parts), str(error))
    for text, location in error.notes:
        place = f"{location}: " if location else ""
        yield Said("note", location.line if location else None, text, f"{place}note: {text}")


def mismatches(text: str, name: str, errors: list[LiftError]) -> list[str]:
    """What is wrong: expectations that nothing met, and errors that nothing expected. Notes may go unmentioned."""
    open_expectations: list[Expectation] = []
    problems: list[str] = []
    for found in expectations(text, name):
        if isinstance(found, str):
            problems.append(found)
        else:
            open_expectations.append(found)
    for said in (said for error in errors for said in said_by(error)):
        met = next((expectation for expectation in open_expectations if expectation.met_by(said)), None)
        if met is not None:
            open_expectations.remove(met)
        elif said.kind == "error":
            problems.append(f"this error was not expected:\n{said.rendered}")
    for expectation in open_expectations:
        excerpt = "\n".join(["", *expectation.place.excerpt()])
        where = "without a place" if expectation.line is None else f"on line {expectation.line}"
        problems.append(
            f"{expectation.place}: error: expected {_article(expectation.kind)} {where} that says "
            f"'{expectation.text}', and there was none{excerpt}"
        )
    return problems


def expectations(text: str, name: str) -> Iterator[Expectation | str]:
    """The expectations in a text; a string is a complaint about a comment that cannot be read."""
    lines = text.split("\n")
    for number, line in enumerate(lines, 1):
        attempt = _ATTEMPT.search(line)
        if attempt is None:
            continue
        found = list(_COMMENT.finditer(line, attempt.start("comment")))
        if not found:
            place = Location(name, number, attempt.start("comment") + 1)
            yield f"{place}: error: this comment expects something, but not as 'expected-error {{{{text}}}}'"
        for match in found:
            place = Location(name, number, match.start() + 1, match.end() - match.start())
            yield _expectation(match, number, lines, place)


def _expectation(match: re.Match[str], number: int, lines: list[str], place: Location) -> Expectation | str:
    kind, where = match["kind"], match["where"] or "+0"
    if kind not in {"error", "note"}:
        return f"{place}: error: there are errors and notes, no {kind}s"
    if where == "unknown":
        line = None
    elif where in {"below", "above"}:
        line = _neighbour(number, lines, 1 if where == "below" else -1)
    elif where[0] in "+-":
        line = number + int(where)
    else:
        return f"{place}: error: '@{where}' is no place; there are @+1, @-1, @below, @above and @unknown"
    pattern = _pattern(match["text"]) if match["regex"] else re.escape(match["text"])
    try:
        return Expectation(kind, line, re.compile(pattern), match["text"], place)
    except re.error as error:
        return f"{place}: error: '{match['text']}' is no regular expression: {error}"


def _neighbour(number: int, lines: list[str], step: int) -> int:
    """The next line in a direction that holds no expectation."""
    number += step
    while 1 <= number <= len(lines) and _ATTEMPT.search(lines[number - 1]):
        number += step
    return number


def _pattern(text: str) -> str:
    """Literal text with regular expressions in `{{..}}`."""
    parts = re.split(r"\{\{(.*?)\}\}", text)
    return "".join(
        part if odd else re.escape(part) for part, odd in zip(parts, [False, True] * len(parts), strict=False)
    )


def _article(kind: str) -> str:
    return "an error" if kind == "error" else f"a {kind}"
