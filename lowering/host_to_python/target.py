"""The target `host-py`: `lift-opt .. -t host-py` prints a Python program that runs the kernels of a module."""

from __future__ import annotations

from dataclasses import dataclass
from typing import IO, ClassVar

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.utils.target import Target

from ..kernel_to_opencl.program import Options
from .program import HostProgram


@dataclass(frozen=True)
class HostPythonTarget(Target):
    """Print a complete program for NumPy and PyOpenCL: a function for each `host.program`, and the kernels as text.

    `host-py{long=true}` has indices of 64 bits. Sizes for which an index may need 64 bits are refused by a program whose
    indices have 32.
    """

    name: ClassVar[str] = "host-py"

    long: bool = False

    def emit(self, ctx: Context, module: ModuleOp, output: IO[str]) -> None:
        output.write(to_python(module, Options(self.long)))


def to_python(module: ModuleOp, options: Options | None = None) -> str:
    """The programs of a module as Python."""
    return HostProgram(module, options or Options()).text()
