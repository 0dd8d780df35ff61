"""An OpenCL device for tests: text is built and a kernel is run on NumPy arrays."""

import os
import subprocess
import warnings
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import optional_tools
import pyopencl as cl
from pyopencl.array import Array, to_device

from lift.runtime.device.devices import all_devices
from lift.runtime.device.processors import UNKNOWN

NAMED = not all_devices()[0].device.version.rstrip().endswith(f"-{UNKNOWN.decode()}")
"""Whether the first device has a name for this CPU, or is not PoCL."""

CLANG = next(tool.path for tool in optional_tools.TOOLS if tool.name == "clang")


def plain_environment() -> dict[str, str]:
    """The variables of a process that uses PyOpenCL and nothing of ours; where PoCL has no name for this CPU, it is told one."""
    folder = Path(__file__).parents[1] / "named_processor"
    return {**os.environ} if NAMED else {**os.environ, "PYTHONPATH": str(folder)}


@cache
def queue() -> cl.CommandQueue:
    return cl.CommandQueue(cl.Context([all_devices()[0].device]))


@cache
def kernel(source: str, name: str) -> cl.Kernel:
    """A kernel of a text. What the device's own compiler warns of is not about the text, which clang reads strictly."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", cl.CompilerWarning)
        return cl.Kernel(built(source), name)


@cache
def built(source: str) -> cl.Program:
    return cl.Program(queue().context, source).build()


def run(source: str, name: str, *arguments: Any, items: int = 1, group: int | None = None) -> None:
    """Run a kernel; arrays are passed as buffers and hold what it wrote afterwards, an integer is memory of a group."""
    buffers: list[tuple[Any, Array]] = []
    passed: list[Any] = []
    for argument in arguments:
        if isinstance(argument, np.ndarray):
            held = to_device(queue(), argument)
            buffers.append((argument, held))
            passed.append(held.data)
        else:
            passed.append(cl.LocalMemory(argument) if isinstance(argument, int) else argument)
    kernel(source, name)(queue(), (items,), None if group is None else (group,), *passed)
    for argument, held in buffers:
        argument[...] = held.get()


def check_strictly(source: str) -> None:
    """What clang says of the text as strict OpenCL C 1.2, where clang is here; it must say nothing."""
    if CLANG is None:
        return
    command = [CLANG, "-x", "cl", "-cl-std=CL1.2", "-Xclang", "-finclude-default-header", "-fsyntax-only"]
    result = subprocess.run(
        [*command, "-Wall", "-Werror", "-"], check=False, input=source, capture_output=True, text=True
    )
    assert result.returncode == 0, result.stderr
