"""The target `opencl`: `lift-opt .. -t opencl` prints the kernels of a module."""

from __future__ import annotations

from dataclasses import dataclass
from typing import IO, ClassVar

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.utils.target import Target

from .program import Options, Program


@dataclass(frozen=True)
class OpenCLTarget(Target):
    """Print every kernel of the module as OpenCL C 1.2, with the functions that it calls.

    `opencl{long=true}` has indices of 64 bits. How vectors are accessed and functions are called is in the profile of the
    device.
    """

    name: ClassVar[str] = "opencl"

    long: bool = False

    def emit(self, ctx: Context, module: ModuleOp, output: IO[str]) -> None:
        output.write(to_opencl(module, Options(self.long)))


def to_opencl(module: ModuleOp, options: Options | None = None) -> str:
    """The kernels of a module as OpenCL C."""
    return Program(module, options or Options()).text()
