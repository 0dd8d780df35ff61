"""A module as one Python program: the kernels as text, a function for each host program, and an example of its use."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from xdsl.dialects.builtin import ModuleOp

from ...analysis.errors import NO_PROGRAM
from ...analysis.index_ranges import WIDTHS, needed_width
from ...analysis.plan import Plan, plan_of
from ...dialects.diagnostics import LiftError
from ...dialects.host.programs import ProgramOp
from ...dialects.scalars import SCALARS
from ..kernel_to_opencl.program import Options, Program
from .functions import Function
from .literals import docstring, listing
from .names import Names
from .support import SUPPORT, support_for

_ABOUT: Final = """\
{title}, with PyOpenCL: the kernels, and {what} on NumPy arrays.

{usage}
"""

_HEAD: Final = '''\
{about}

import sys
from functools import cache

{packages}import numpy as np
import pyopencl as cl

INDEX = np.{index}
"""The sizes and indices of the kernels."""

SOURCE = {source}
'''

_MAIN: Final = '''\
def main(arguments):
    """Run on random inputs; sizes are given as NAME=VALUE."""
    given = {{name: int(value) for name, value in (argument.split("=") for argument in arguments)}}
    for example in ({examples},):
        print(example(given))


if __name__ == "__main__":
    main(sys.argv[1:])
'''

GLOBALS: Final = ("INDEX", "SOURCE", "main", *SUPPORT)


_PACKAGES: Final = sorted({scalar.dtype_package for scalar in SCALARS.values()} - {"numpy"})
"""What else has dtypes."""


class HostProgram:
    """What is printed for a module."""

    def __init__(self, module: ModuleOp, options: Options):
        self.programs = [op for op in module.ops if isinstance(op, ProgramOp)]
        self.plans = [plan_of(op) for op in self.programs]
        self.options = replace(options, long=options.long or any(map(_is_long, self.plans)))
        self.kernels = Program(module, self.options)
        if not self.programs:
            raise LiftError(
                NO_PROGRAM,
                "there is no program to print",
                expected="a host.program",
                found=", ".join(sorted({f"'{op.name}'" for op in module.ops})) or "an empty module",
                fix="lower the program to kernels first",
            )

    def text(self) -> str:
        """The whole text."""
        names = Names(GLOBALS)
        called = [names.fresh(op.function_name, "f") for op in self.programs]
        examples = [names.fresh(f"example_{name}") for name in called]
        taken = (*GLOBALS, *called, *examples)
        functions = [Function(plan, name, self.kernels, taken) for plan, name in zip(self.plans, called, strict=True)]
        texts = [function.text() for function in functions]
        shown = [function.example(name) for function, name in zip(functions, examples, strict=True)]
        support = support_for("".join([*texts, *shown]))
        packages = [f"import {package}" for package in _PACKAGES if f"{package}." in "".join([*texts, *shown])]
        parts = [self._head(called, packages), *texts, *support, *shown, _MAIN.format(examples=", ".join(examples))]
        return "\n\n".join(parts)

    def _head(self, functions: list[str], packages: list[str]) -> str:
        nats = list(dict.fromkeys(name for op in self.programs for name in op.nat_names))
        arguments = "".join(f" {name}=.." for name in nats)
        about = _ABOUT.format(
            title=" and ".join(op.function_name for op in self.programs),
            what=f"the function {functions[0]}" if len(functions) == 1 else f"the functions {', '.join(functions)}",
            usage=f"Run as a program{', with sizes' if nats else ''}: python <this file>{arguments}",
        )
        return _HEAD.format(
            about=docstring(about),
            packages="".join(f"{line}\n" for line in packages),
            index="int64" if self.options.long else "int32",
            source=listing(self.kernels.text()),
        )


def _is_long(plan: Plan) -> bool:
    """Whether an index may pass 32 bits whatever the sizes are, since it is data."""
    ranges = [launch.index_ranges for launch in plan.launches]
    names = frozenset[str]().union(
        *(nat.names for each in ranges for nat in (*each.definitions.values(), *each.bounds))
    )
    smallest = dict.fromkeys(names, 1)
    return any(needed_width(each.largest(smallest)[0]) != WIDTHS[0] for each in ranges)
