"""What `lift.compile` does: read a program, verify it, find the function to run, and make it callable for a target."""

from __future__ import annotations

import os
import re
from pathlib import Path

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp

from ..dialects.diagnostics import LiftError
from ..dialects.loader import load_module, verify
from .errors import NO_TARGET
from .program import InterpretedProgram, entry_of

TARGETS = ("opencl", "interpreter")

_FILE_NAME = re.compile(r"[^\n\r{}@%\"]+")
"""What a program never looks like."""


def compile_program(
    source: str | os.PathLike[str] | ModuleOp,
    entry: str | None,
    target: str | None,
    strategy: str | None = None,
    context: Context | None = None,
) -> InterpretedProgram:
    """A program that can be called; what is wrong with its text comes before what is wrong with the target."""
    module = read_program(source, context)
    function = entry_of(module, entry)
    if target not in (None, *TARGETS):
        raise LiftError(NO_TARGET, "there is no such target", expected=" or ".join(TARGETS), found=repr(target))
    if target != "interpreter":
        raise LiftError(
            NO_TARGET,
            "programs are not compiled to OpenCL yet",
            expected="the reference interpreter",
            fix='use target="interpreter", or lift-run --interpret',
        )
    if strategy is not None:
        message = "a strategy says how a program is mapped to a device, and the interpreter has none"
        raise LiftError(NO_TARGET, message, found=f"strategy={strategy!r}", fix="leave it out")
    return InterpretedProgram(module, function)


def read_program(source: str | os.PathLike[str] | ModuleOp, context: Context | None = None) -> ModuleOp:
    """The module that a path, a text or a module is, verified."""
    if isinstance(source, ModuleOp):
        verify(source)
        return source
    if isinstance(source, str) and not _FILE_NAME.fullmatch(source):
        return load_module(source, "<string>", context)
    return load_module(Path(source), context=context)
