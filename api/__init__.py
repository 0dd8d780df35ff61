"""Lift: data-parallel patterns, lowered step by step to OpenCL.

The package `lift` itself. It stays cheap to import: what needs xDSL, NumPy or
PyOpenCL lives below (`lift.dialects`, `lift.passes`, ...) and is imported when it is used.
"""

# This folder is the package `lift` once it is installed: here its neighbours are not found below it.
# pyright: reportMissingImports=false, reportUnknownVariableType=false, reportUnknownMemberType=false
# pyright: reportUnknownParameterType=false

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final, overload

if TYPE_CHECKING:
    import os
    from collections.abc import Mapping
    from typing import Literal

    from xdsl.context import Context
    from xdsl.dialects.builtin import ModuleOp

    from .dialects.diagnostics import LiftError
    from .dialects.profiles import Profile
    from .runtime.device.devices import DeviceLike
    from .runtime.device.program import OpenCLProgram
    from .runtime.program import InterpretedProgram
    from .runtime.ragged import ConversionWarning, Ragged
    from .runtime.scripts import ScriptLike

__all__ = ["ConversionWarning", "LiftError", "Ragged", "__version__", "compile"]
__version__: Final = "0.1.0"

_imported_at: Final = time.time()
"""Nothing of ours was read before: files that are newer may not be what runs (`lift.runtime.cache` asks)."""


@overload
def compile(  # noqa: A001
    source: str | os.PathLike[str] | ModuleOp,
    entry: str | None = None,
    *,
    target: Literal["interpreter"],
    context: Context | None = None,
    limits: Mapping[str, int] | None = None,
) -> InterpretedProgram: ...
@overload
def compile(  # noqa: A001
    source: str | os.PathLike[str] | ModuleOp,
    entry: str | None = None,
    target: Literal["opencl"] | None = None,
    *,
    strategy: str | None = None,
    device: DeviceLike | None = None,
    profile: str | Profile | None = None,
    script: ScriptLike | None = None,
    knobs: Mapping[str, int] | None = None,
    context: Context | None = None,
    limits: Mapping[str, int] | None = None,
) -> OpenCLProgram: ...
@overload
def compile(  # noqa: A001
    source: str | os.PathLike[str] | ModuleOp,
    entry: str | None = None,
    target: str | None = None,
    *,
    strategy: str | None = None,
    device: DeviceLike | None = None,
    profile: str | Profile | None = None,
    script: ScriptLike | None = None,
    knobs: Mapping[str, int] | None = None,
    context: Context | None = None,
    limits: Mapping[str, int] | None = None,
) -> InterpretedProgram | OpenCLProgram: ...
def compile(  # noqa: A001  # it is called as lift.compile, as re.compile is
    source: str | os.PathLike[str] | ModuleOp,
    entry: str | None = None,
    target: str | None = None,
    *,
    strategy: str | None = None,
    device: DeviceLike | None = None,
    profile: str | Profile | None = None,
    script: ScriptLike | None = None,
    knobs: Mapping[str, int] | None = None,
    context: Context | None = None,
    limits: Mapping[str, int] | None = None,
) -> InterpretedProgram | OpenCLProgram:
    """A program that can be called: `lift.compile("dot.mlir")(x, y)`.

    `source` is a path, the text of a program, or a module; `entry` names the function to run where there are several.
    `target` is what it is compiled for: "opencl", or "interpreter" for the reference interpreter. `device` is where it
    runs: "cpu", "gpu", a part of the name, the numbers "0:1", the number of one in the list, or a `pyopencl.Device`;
    without one it is what `PYOPENCL_CTX` names, or the first. `strategy` says how the program is mapped to a device,
    "cpu" or "gpu"; the profile decides where it is left out. `profile` is what a device likes, by name, perhaps with other
    values, "pocl,vector_bytes=64"; without it, what suits the device. `script` says how the program is rewritten before
    that: the name of a `rewrite.script` in it, "@fast", a file or a text with one, or steps, a line each; `knobs` are other
    values for the numbers of a script. `context` has the dialects that the text may use, if not
    only ours. `limits` raises limits on what a few lines may become, by the names in messages. A program that is not right is a `LiftError` that says where and why.
    """
    from .runtime.compiling import compile_program

    return compile_program(source, entry, target, strategy, device, context, limits, profile, script, knobs)


def __getattr__(name: str) -> object:
    """What is imported only when it is asked for."""
    if name == "LiftError":
        from .dialects.diagnostics import LiftError

        return LiftError
    if name in ("ConversionWarning", "Ragged"):
        from .runtime.ragged import ConversionWarning, Ragged

        return Ragged if name == "Ragged" else ConversionWarning
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
