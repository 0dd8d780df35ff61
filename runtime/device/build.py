"""Kernels as a device has them: the text is built once, and kernel objects are lent to one call at a time."""

from __future__ import annotations

import re
import threading
import warnings
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any, Final, cast

import numpy as np
import pyopencl as cl

from ...dialects.diagnostics import LiftError, Location
from ...dialects.kernel.functions import FuncOp
from ...dialects.kernel.types import BufferType
from ..errors import BUILD_FAILED, C_FUNCTION, DEVICE_LACKS
from .declarations import DECLARED, with_declarations
from .devices import failed
from .processors import name_processor

BUILD_OPTIONS: Final = ("-cl-std=CL1.2",)
_NEEDED: Final = {"cl_khr_fp16": "f16", "cl_khr_fp64": "f64"}
_ERROR: Final = re.compile(
    r"^(?!.*\bwarning:)(?=.*\berror:).*?(?:\.cl|<kernel>|<program source>|^input|^):(\d+):\d*:?\s*(?:error:\s*)?(.*)",
    re.MULTILINE,
)
"""A line of a build log, with the line in the text and what is wrong; PoCL writes `error: file.cl:2:14: ..`."""
_ONE_BUILD: Final = threading.Lock()
"""One text is built at a time: not every OpenCL compiler can do more, and filters for warnings are global."""


@dataclass(frozen=True)
class CFunction:
    """A C function that a program has: its lines in the text, and its place in the program."""

    name: str
    lines: range
    location: Location | None


class Build:
    """The kernels of a program for a device. A kernel object keeps its arguments, so each call has its own."""

    def __init__(
        self,
        context: cl.Context,
        device: cl.Device,
        text: str,
        names: Mapping[FuncOp, str],
        functions: Callable[[], Sequence[CFunction]],
    ):
        self.names = names
        self._program = _built(context, device, text, functions) if names else None
        self._free: list[dict[FuncOp, cl.Kernel]] = []
        self._largest: dict[FuncOp, int] = {}

    def largest_groups(self, device: cl.Device) -> Mapping[FuncOp, int]:
        """How many work items a work group of each kernel may have, as it was built."""
        if not self._largest:
            size = cl.kernel_work_group_info.WORK_GROUP_SIZE
            with self.kernels() as kernels:
                self._largest = {key: kernel.get_work_group_info(size, device) for key, kernel in kernels.items()}
        return self._largest

    @contextmanager
    def kernels(self) -> Generator[dict[FuncOp, cl.Kernel]]:
        """Kernel objects that nobody else uses meanwhile."""
        try:
            kernels = self._free.pop()
        except IndexError:
            program = self._program
            kernels = {} if program is None else {key: _kernel(program, key, name) for key, name in self.names.items()}
        try:
            yield kernels
        finally:
            self._free.append(kernels)


_BYTES: Final = np.dtype("V1")
"""What PyOpenCL takes as it is, byte for byte. Without a word on it, it tries whatever else an argument may be first."""


def _kernel(program: cl.Program, function: FuncOp, name: str) -> cl.Kernel:
    """A kernel object, which knows what of its arguments are numbers."""
    kernel = cl.Kernel(program, name)
    types = [None if isinstance(argument.type, BufferType) else _BYTES for argument in function.block.args]
    types += [_BYTES] * len(function.nat_names)
    types += [None] * (kernel.num_args - len(types))  # tables come last
    cast("Any", kernel).set_arg_types(types)  # which PyOpenCL does not give a type
    return kernel


def check_device(device: cl.Device, text: str) -> None:
    """The device must compute with every type that the text uses."""
    has = device.extensions.split()
    for extension, type_ in _NEEDED.items():
        if f"#pragma OPENCL EXTENSION {extension} " in text and extension not in has:
            raise LiftError(
                DEVICE_LACKS,
                f"{device.name} cannot compute with {type_}, which the program uses",
                expected=f"a device with {extension}",
                fix="choose another device, or another type",
            )


def _built(
    context: cl.Context, device: cl.Device, text: str, functions: Callable[[], Sequence[CFunction]]
) -> cl.Program:
    check_device(device, text)
    name_processor(device)
    with _ONE_BUILD, warnings.catch_warnings():
        warnings.simplefilter("ignore", cl.CompilerWarning)  # what an OpenCL compiler likes to say about fine text
        declared = with_declarations(device, text)
        if declared is not None:
            with suppress(cl.RuntimeError):  # then the text as it is says why
                return cl.Program(context, declared).build(options=[*BUILD_OPTIONS, DECLARED], devices=[device])
        try:
            return cl.Program(context, text).build(options=list(BUILD_OPTIONS), devices=[device])
        except cl.RuntimeError as error:
            if "BUILD" not in str(error):
                raise failed(error, f"building for {device.name}") from None
            raise _refused(text, str(error), device.name, functions()) from None


def _refused(text: str, log: str, device: str, functions: Sequence[CFunction]) -> LiftError:
    """What the compiler says of a C function of the program, or else of the text, whose lines are numbered then."""
    errors = [(int(line), said) for line, said in _ERROR.findall(log)]
    function = next((function for function in functions if errors and errors[0][0] in function.lines), None)
    lines = text.splitlines()
    if function is not None:
        line, said = errors[0]
        return LiftError(
            C_FUNCTION,
            f"the OpenCL compiler of {device} refuses the C code of @{function.name}",
            expected="a body in OpenCL C",
            found=f"{said}, in line {line - function.lines.start} of it: {lines[line - 1].strip()}",
            fix="mend the C code; docs/language.md says how it names tuples and vectors",
            location=function.location,
        )
    width = len(str(len(lines)))
    wrong = {line for line, _ in errors}
    numbered = [f"{'>' if i in wrong else ' '} {i:{width}} | {line}" for i, line in enumerate(lines, 1)]
    said = "\n".join(line for line in log.splitlines() if line.strip())
    named = ", ".join(f"@{function.name}" for function in functions)
    return LiftError(
        BUILD_FAILED,
        f"internal error: the OpenCL compiler of {device} refuses what was generated\n"
        + "\n".join([*numbered, "", said]),
        fix=f"{f'look for a mistake in the C code of {named}, or ' if named else ''}report it together with the program",
    )
