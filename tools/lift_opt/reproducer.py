"""One file that holds all it takes to see an internal error again: the input, the options, the versions.

A reproducer is the input with a header of comments, so it is also a program like any other.
"""

from __future__ import annotations

import os
import platform
import shlex
import tempfile
from argparse import Namespace
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from traceback import format_exception
from typing import Final

from .pipeline import BadOption, InternalError

TITLE: Final = "// A reproducer of an internal error of lift-opt."
OPTIONS: Final = "// options: "
VERSIONS: Final = "// versions: "
INPUT: Final = "// input: "
MOST_TRACEBACK_LINES: Final = 60


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
    flags = ("allow_unregistered_dialect", "no_implicit_module", "disable_verify", "print_op_generic")
    words = [f"--{flag.replace('_', '-')}" for flag in flags if getattr(args, flag)]
    if not args.verify_each:
        words.append("--no-verify-each")
    for option, value in (("--frontend", args.frontend), ("--passes", args.passes), ("--target", args.target)):
        if value:
            words += [option, value]
    return words


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
    return Reproducer(options, written, "\n" * (end + 1) + "".join(lines[end + 1 :]))
