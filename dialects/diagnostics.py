"""The one way to complain about a program: a `LiftError` with a stable code, a place, and what was expected and found.

It is rendered as `file:line:column: error[LIFT0012]: message` with the source line and a caret. An error raised where
the place is not known is placed by whoever knows it, with `at`.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterable, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Self

from xdsl.dialects.builtin import FileLineColLoc, IntAttr, LocationAttr, StringAttr
from xdsl.ir import BlockArgument, Operation, OpResult, SSAValue
from xdsl.utils.exceptions import ParseError, VerifyException
from xdsl.utils.lexer import Span

from .errors import SYNTAX, UPSTREAM, ErrorKind

_SOURCES: dict[str, list[str]] = {}
_NAMES: dict[str, dict[tuple[int, int], dict[str, str]]] = {}
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_TOKEN = re.compile(r'[%@#!^]?[\w.$-]+|"[^"\n]*"|\S')


@dataclass(frozen=True)
class Location:
    """A place in a source text, counted from 1; `width` characters are underlined, or one token where it is 0."""

    file: str
    line: int
    column: int
    width: int = 0

    @classmethod
    def of_span(cls, span: Span[str] | Span[bytes]) -> Self:
        file, line, column = span.get_location()
        return cls(file, line, column, span.len)

    @classmethod
    def of_attribute(cls, location: LocationAttr) -> Self | None:
        """The place that a location attribute names, where it names one."""
        if isinstance(location, FileLineColLoc):
            return cls(location.filename.data, location.line.data, location.column.data)
        return None

    @property
    def attribute(self) -> FileLineColLoc:
        return FileLineColLoc(StringAttr(self.file), IntAttr(self.line), IntAttr(self.column))

    @property
    def source_line(self) -> str:
        """The line of a text that was read as a program; a location in it may name any other file, which is not read."""
        lines = _SOURCES.get(self.file, [])
        return lines[self.line - 1].rstrip("\n") if 0 < self.line <= len(lines) else ""

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"

    def excerpt(self) -> list[str]:
        """The source line, and a line that underlines the place in it; nothing where the source is not at hand."""
        source = self.source_line
        if not source.strip():
            return []
        start = min(self.column - 1, len(source))
        token = _TOKEN.match(source, start)
        width = self.width or (len(token[0]) if token else 1)
        indent = "".join("\t" if character == "\t" else " " for character in source[:start])
        return [source, indent + "^" * max(1, min(width, len(source) - start))]


def printable(text: str) -> str:
    """A text without characters that would have a terminal do something."""
    return _CONTROL.sub("\N{REPLACEMENT CHARACTER}", text)


def remember_source(name: str, text: str) -> None:
    """Keep a text so that errors in it can show their line, also when it is not a file."""
    _SOURCES[name] = text.splitlines(keepends=True)
    _NAMES.pop(name, None)


def names_in(function: Location | None) -> dict[str, str]:
    """How the text has the names of nats that a function was given another one for, or that it does not name at all."""
    if function is None:
        return {}
    return _NAMES.setdefault(function.file, {}).setdefault((function.line, function.column), {})


class LiftError(VerifyException):
    """A program is refused. `str()` is the whole message, for the person who wrote the program."""

    def __init__(
        self,
        kind: ErrorKind,
        message: str,
        *,
        expected: str | None = None,
        found: str | None = None,
        fix: str | None = None,
        location: Location | None = None,
        notes: Iterable[tuple[str, Location | None]] = (),
    ):
        super().__init__(message)
        self.kind = kind
        self.message = message
        self.expected = expected
        self.found = found
        self.fix = fix
        self.location = location
        self.notes: Sequence[tuple[str, Location | None]] = tuple(notes)

    @property
    def code(self) -> str:
        return self.kind.code

    def at(self, location: Location | None) -> Self:
        """Give the error a place, unless it has one."""
        if self.location is None:
            self.location = location
        return self

    def __str__(self) -> str:
        place = f"{self.location}: " if self.location else ""
        lines = [f"{place}error[{self.code}]: {self.message}"]
        if self.location:
            lines += self.location.excerpt()
        for label, text in (("expected", self.expected), ("found", self.found), ("fix", self.fix)):
            if text is not None:
                lines.append(f"  {label + ':':9} {text}")
        for text, location in self.notes:
            where = f"{location}: " if location else ""
            lines.append(f"  note:     {where}{text}")
        return printable("\n".join(lines))


def location_of(operation: Operation) -> Location | None:
    return Location.of_attribute(operation.location)


@contextmanager
def placed(operation: Operation) -> Generator[None]:
    """While it lasts, an error without a place is at an op, or at what is around it."""
    try:
        yield
    except LiftError as error:
        raise error.at(location_around(operation)) from None


def location_around(operation: Operation) -> Location | None:
    """Where an op was written, or the next one around it of which that is known."""
    around: Operation | None = operation
    while around is not None:
        if (location := location_of(around)) is not None:
            return location
        around = around.parent_op()
    return None


def location_of_value(value: SSAValue) -> Location | None:
    """Where a value is defined."""
    if isinstance(value, OpResult):
        return location_of(value.op)
    if isinstance(value, BlockArgument):
        found = Location.of_attribute(value.location)
        parent = value.owner.parent_op()
        return found if found or parent is None else location_of(parent)
    return None


def value_name(value: SSAValue) -> str:
    """A value as a message calls it: `%xs`, or `a value` where it has no name."""
    return f"%{value.name_hint}" if value.name_hint else "a value"


def op_name(op: Operation) -> str:
    """An op in a word or two: `%ys = lift.map`, or `lift.map` where its result has no name."""
    named = [f"%{result.name_hint}" for result in op.results if result.name_hint]
    return f"{', '.join(named)} = {op.name}" if named else op.name


_CLEARER = {
    "Could not parse entire input!": "expected an op",
    "in block definition": "expected an op or '}'",
    "expect symbol name": "expected a name that begins with '@'",
    "Expected suffix identifier after {first_char}": "expected a name after this character",
}
"""What we say instead of some messages of xDSL."""

_WRITTEN = {
    "#": "a comment begins with //",
    "%": "a remainder is written mod: N mod 4",
    "/": "a division is written floordiv or ceildiv: N floordiv 4",
}
"""How something is written here for which other languages have a character."""

_TYPE_EXPECTED = "an array is !lift.array<N, f32>, one of arrays !lift.array<N, !lift.array<M, f32>>"


def from_parse_error(error: ParseError) -> LiftError:
    """An error of xDSL's parser as one of ours."""
    message = _CLEARER.get(error.msg.strip(), error.msg)
    text = str(error.span.input.content[error.span.start : error.span.start + 2])
    foreign = text[:1] if text[:1] == "/" or text[1:].isspace() else ""  # else it begins a name
    fix = _TYPE_EXPECTED if error.msg.strip() == "type expected" else _WRITTEN.get(foreign)
    return LiftError(SYNTAX, _sentence(message), fix=fix, location=Location.of_span(error.span))


def from_verify_exception(error: VerifyException, operation: Operation) -> LiftError:
    """An error of any op's verifier as one of ours, at that op."""
    if isinstance(error, LiftError):
        return error.at(location_of(operation))
    message = f"'{operation.name}' is not valid: {_sentence(str(error))}"
    return LiftError(UPSTREAM, message, location=location_of(operation))


def _sentence(message: str) -> str:
    """A message of xDSL's on one line and without its closing punctuation, as ours are."""
    text = " ".join(message.split()).rstrip(".!")
    return text[:1].lower() + text[1:] if text[:2].istitle() else text
