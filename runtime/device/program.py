"""A program for OpenCL devices: NumPy or PyOpenCL arrays in and out, and what was generated for it.

What calls need, NumPy and PyOpenCL among it, is imported with the first one (`calling`): a program that is only compiled, to
look at its text, say, needs none of it.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from xdsl.dialects.builtin import ModuleOp

from ...dialects.lift.functions import DefOp
from ...dialects.lift.profile import profile_of
from ...dialects.profiles import Profile
from ..entries import signature_text
from ..signature import Signature
from .lowered import Lowered

if TYPE_CHECKING:
    import pyopencl as cl

    from ..results import Result
    from ..scripts import Derived
    from .calling import Caller
    from .execution import PreparedLaunch
    from .memory import MemoryTable


@dataclass(frozen=True)
class Variant:
    """What a script made of a program, and how to get the program of the strategy, for sizes that the script is not for."""

    derived: Derived
    default: Callable[[], OpenCLProgram]


class OpenCLProgram:
    """A function that runs on an OpenCL device.

    `program(x, y)` takes NumPy arrays and gives NumPy arrays; sizes that do not follow from shapes, and tables, are
    passed by name: `program(x, N=4, rows=rows)`. A call that does not fit is a `LiftError` before anything runs. Where
    an argument is a PyOpenCL array, it is used without a copy, and so are the results, which are PyOpenCL arrays then.
    `out` is where results go, an array for each part.
    """

    def __init__(
        self,
        module: ModuleOp,
        function: Signature,
        lowered: Lowered,
        strategy: str | None,
        device: cl.Device | None = None,
        variant: Variant | None = None,
    ):
        self.module = module
        self.function = function
        self.lowered = lowered
        self.strategy = strategy
        self._asked = device
        self._variant = variant
        self._caller: Caller | None = None
        self._turn = threading.Lock()

    @property
    def name(self) -> str:
        return self.function.function_name

    def __repr__(self) -> str:
        return f"<lift program {signature_text(self.function)}, for OpenCL>"

    @property
    def caller(self) -> Caller:
        """What checks calls and runs them."""
        if self._caller is None:
            from .calling import Caller

            with self._turn:  # builds are kept there, so there is one of it
                if self._caller is None:
                    self._caller = Caller(self.module, self.function, self.lowered, self._asked, self._variant)
        return self._caller

    @property
    def device(self) -> cl.Device:
        """The device that NumPy arrays are taken to."""
        return self.caller.device

    @property
    def profile(self) -> Profile:
        """What the device likes that it is compiled for."""
        return profile_of(self.lowered.module)

    @property
    def opencl(self) -> str:
        """The kernels in OpenCL C: what is built, byte for byte, where indices have 32 bits."""
        return self.lowered.text(long=False)

    @cached_property
    def script(self) -> str:
        """What was done to the program, as a script that does the same again."""
        from ..scripts import script_text, steps_of_strategy

        if not isinstance(self.function, DefOp) or self.strategy is None:
            return script_text(self.name, ())
        if self._variant is not None:
            return script_text(self.name, self._variant.derived.steps, self._variant.derived.facts)
        return script_text(self.name, steps_of_strategy(self.module, self.function, self.strategy))

    @property
    def memory(self) -> MemoryTable:
        """Every buffer: its name, its address space, its size as a nat expression and the type of its elements."""
        return self.lowered.memory

    def __call__(self, /, *arguments: object, **named: object) -> Result:
        return self.caller.result(arguments, named)

    def ragged(self, /, *arguments: object, **named: object) -> Result:
        """What a call gives, with rows of different length as `lift.Ragged`."""
        return self.caller.ragged(arguments, named)

    def prepare(self, /, *arguments: object, **named: object) -> PreparedLaunch:
        """A call whose data is on the device, and that has not run yet."""
        return self.caller.prepared(arguments, named)
