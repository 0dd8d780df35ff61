"""One file that holds all it takes to see an internal error again: the input, the options, the versions.

A reproducer is the input with a header of comments, so it is also a program like any other. Whoever runs one has it
from somebody else, so its header decides what happens to the program and nothing more: it names no file to write, and
no pass that reads files or starts programs.
"""

from __future__ import annotations

import os
import platform
import shlex
import tempfile
from argparse import Namespace
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from traceback import format_exception
from typing import Final

from xdsl.passes import ModulePass

from ...dialects.diagnostics import printable
from .pipeline import BadOption, InternalError

TITLE: Final = "// A reproducer of an internal error of lift-opt."
OPTIONS: Final = "// options: "
VERSIONS: Final = "// versions: "
INPUT: Final = "// input: "
MOST_TRACEBACK_LINES: Final = 60

_FLAGS: Final = ("allow_unregistered_dialect", "no_implicit_module", "disable_verify", "print_op_generic")
_VALUES: Final = ("frontend", "passes", "target", "limit", "profile")
_UNVERIFIED: Final = "--no-verify-each"
_PASSES_OF_XDSL: Final = ("canonicalize", "cse", "dce")
"""Those that touch nothing but the program; `mlir-opt`, say, starts any program that its options name."""


@dataclass(frozen=True)
class Reproducer:
    """The options that a reproducer holds, its versions, and its input, on the lines it has in the file."""

    words: tuple[str, ...]
    versions: str
    text: str


def versions() -> str:
    return f"lift {version('lift-xdsl')}, xdsl {version('xdsl')}, Python {platform.python_version()}"


def write_reproducer(path: str | None, failure: InternalError, args: Namespace, name: str, text: str) -> Path:
    """Write a reproducer to a file, a new temporary one where none is given."""
    traceback = "".join(format_exception(failure.error)).splitlines()
    header = [
        TITLE,
        "// Run it again: lift-opt --run-reproducer FILE",
        f"{VERSIONS}{versions()}",
        f"{OPTIONS}{shlex.join(_words(args))}",
        f"// {failure.summary}",
        *(f"//   {line}".rstrip() for line in traceback[-MOST_TRACEBACK_LINES:]),
        f"{INPUT}{' '.join(name.split())}",
    ]
    content = "\n".join(header) + "\n" + text
    if path is not None:
        target = Path(path)
        target.write_text(content, encoding="utf-8")
        return target
    handle, temporary = tempfile.mkstemp(prefix="lift-opt-", suffix=".mlir")
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(content)
    return Path(temporary)


def _words(args: Namespace) -> list[str]:
    """The options that decide what happens to a program, as they are written."""
    words = [_option(flag) for flag in _FLAGS if getattr(args, flag)]
    if not args.verify_each:
        words.append(_UNVERIFIED)
    for name in _VALUES:
        value = getattr(args, name)
        if value:
            words += [_option(name), " ".join((",".join(value) if name == "limit" else value).split())]
    return words


def _option(name: str) -> str:
    return f"--{name.replace('_', '-')}"


def _need_ours(words: Sequence[str], path: str) -> None:
    """Refuse options that no reproducer is written with."""
    flags, valued = {*map(_option, _FLAGS), _UNVERIFIED}, set(map(_option, _VALUES))
    rest = iter(words)
    for word in rest:
        if word not in flags and (word not in valued or next(rest, None) is None):
            raise BadOption(
                f"the reproducer '{path}' asks for {_quoted(word)}, which no reproducer is written with; "
                "give it on the command line, if you want it"
            )


def need_harmless(passes: Iterable[ModulePass], path: str) -> None:
    """Refuse passes that may do more than change the program: of xDSL's, all but a few."""
    for step in passes:
        if type(step).__module__.startswith("xdsl.") and step.name not in _PASSES_OF_XDSL:
            raise BadOption(
                f"the reproducer '{path}' asks for the pass '{step.name}', which may do more than change the program; "
                "give all passes on the command line with -p, if you trust it"
            )


def _quoted(word: str) -> str:
    return f"'{printable(word)}'"


def read_reproducer(path: str) -> Reproducer:
    """What a reproducer holds; the header is blanked, so that lines are counted as in the file."""
    try:
        lines = Path(path).read_text(encoding="utf-8").splitlines(keepends=True)
    except OSError as error:
        raise BadOption(f"the reproducer '{path}' cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise BadOption(f"the reproducer '{path}' is not text in UTF-8") from None
    end = next((number for number, line in enumerate(lines) if line.startswith(INPUT)), None)
    if not lines or lines[0].rstrip() != TITLE or end is None:
        raise BadOption(f"'{path}' is no reproducer: it does not begin with '{TITLE}'")
    header = [line.rstrip("\n") for line in lines[:end]]
    words = next((line.removeprefix(OPTIONS) for line in header if line.startswith(OPTIONS)), "")
    written = next((line.removeprefix(VERSIONS) for line in header if line.startswith(VERSIONS)), "")
    try:
        options = tuple(shlex.split(words))
    except ValueError as error:
        raise BadOption(f"the options in the reproducer '{path}' cannot be read: {error}") from None
    _need_ours(options, path)
    return Reproducer(options, written, "\n" * (end + 1) + "".join(lines[end + 1 :]))
