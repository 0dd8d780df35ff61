"""The functions of OpenCL C that a program uses, declared for PoCL, which otherwise reads all 15,000 declarations for each build.

To read them takes most of the time that a small program needs. PoCL leaves them out where `_OPENCL_H_` is defined; what is put
in front of a program then is what PoCL would have read, without the functions whose names the program does not have. A program
that needs another one is not built like this, and is built as any other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib import metadata, util
from pathlib import Path
from typing import Final

import pyopencl as cl

DECLARED: Final = "-D_OPENCL_H_"
"""The option for a program that brings its declarations along."""

_PACKAGE: Final = "pocl-binary-distribution"
_FIRST: Final = "_kernel.h"
"""What PoCL reads before a program."""
_LEFT_OUT: Final = '#include "_clang_opencl.h"\n'
"""The line of it with the declarations."""

_COMMENT: Final = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
_INCLUDE: Final = re.compile(r'^#include ["<]([\w.-]+)[">]\n', re.MULTILINE)
_PIECE: Final = re.compile(r"^[ \t]*#(?:\\\n|[^\n])*|[^#;\s][^#;]*;?", re.MULTILINE)
"""A directive, which stays, or a declaration."""
_NAME: Final = re.compile(r"[A-Za-z_]\w*")


def with_declarations(device: cl.Device, text: str) -> str | None:
    """A program behind the declarations of what it names, for a device that is known to need no others."""
    folder, version = _folder(), _version()
    if folder is None or version is None or "Portable Computing Language" not in device.platform.name:
        return None
    if f"PoCL {version}" not in device.platform.version:
        return None
    names = {*_NAME.findall(text)}
    chosen = [piece for function, piece in _pieces(folder) if function is None or function in names]
    return "\n".join(["#undef _OPENCL_H_", *chosen, text])


@cache
def _folder() -> Path | None:
    """Where the headers are of the PoCL that pip installs."""
    package = util.find_spec(_PACKAGE.replace("-", "_"))
    places = (package.submodule_search_locations if package else None) or []
    folders = (Path(place, ".libs", "share", "pocl", "include") for place in places)
    return next((folder for folder in folders if _LEFT_OUT in _read(folder / _FIRST)), None)


@cache
def _version() -> str | None:
    try:
        return metadata.version(_PACKAGE)
    except metadata.PackageNotFoundError:
        return None


@cache
def _pieces(folder: Path) -> list[tuple[str | None, str]]:
    """What PoCL reads from the line on that it leaves out, and of which function each piece is."""
    _, line, rest = _read(folder / _FIRST).partition(_LEFT_OUT)
    return [*_functions_of(_COMMENT.sub("", _included(folder, line + rest)))]


def _included(folder: Path, text: str) -> str:
    return _INCLUDE.sub(lambda found: _included(folder, _read(folder / found[1])), text)


def _functions_of(text: str) -> Iterator[tuple[str | None, str]]:
    for piece in _PIECE.findall(text):
        before, bracket, _ = piece.partition("(")
        function = before.split()[-1] if bracket and "{" not in piece and not piece.lstrip().startswith("#") else None
        yield None if function == "__attribute__" else function, piece


def _read(path: Path) -> str:
    try:
        return path.read_text()
    except OSError:  # another layout, which is not known
        return ""
