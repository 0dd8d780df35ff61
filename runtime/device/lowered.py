"""A program as it was lowered: the kernels, their text, and the host program around them."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from xdsl.dialects.builtin import ModuleOp

from ...dialects.diagnostics import LiftError
from ...dialects.errors import INTERNAL
from ...dialects.host.programs import ProgramOp
from ...dialects.kernel.functions import FuncOp

if TYPE_CHECKING:
    from ...analysis.plan import Plan
    from ...lowering.kernel_to_opencl.program import Program
    from .memory import MemoryTable


class Lowered:
    """A module of `kernel.func` and `host.program`, and what is read off it, each when it is first asked for."""

    def __init__(self, module: ModuleOp, entry: str, text: str | None = None):
        self.module = module
        self.entry = entry
        self._texts: dict[bool, str] = {} if text is None else {False: text}
        self._programs: dict[bool, Program] = {}

    def text(self, *, long: bool) -> str:
        """The kernels in OpenCL C, with indices of 32 or of 64 bits."""
        if long not in self._texts:
            self._texts[long] = self._printed(long=long).text() if self._kernels else ""
        return self._texts[long]

    def _printed(self, *, long: bool) -> Program:
        """The kernels with their names in C, which are found once."""
        from ...lowering.kernel_to_opencl.program import Options, Program

        if long not in self._programs:
            self._programs[long] = Program(self.module, Options(long=long))
        return self._programs[long]

    def function_lines(self, *, long: bool) -> dict[str, range]:
        """The lines of each C function in the text."""
        return self._printed(long=long).function_lines()

    @property
    def _kernels(self) -> list[FuncOp]:
        return [op for op in self.module.ops if isinstance(op, FuncOp)]

    @cached_property
    def names(self) -> dict[FuncOp, str]:
        """What the kernels are called in the text."""
        return self._printed(long=False).kernel_names

    @cached_property
    def program(self) -> ProgramOp:
        for op in self.module.ops:
            if isinstance(op, ProgramOp) and op.function_name == self.entry:
                return op
        raise LiftError(INTERNAL, f"no host program for @{self.entry} is left after it was lowered")

    @cached_property
    def plan(self) -> Plan:
        from ...analysis.plan import plan_of

        return plan_of(self.program)

    @cached_property
    def memory(self) -> MemoryTable:
        from .memory import memory_table

        return memory_table(self.plan)
