"""`lift-apply`: one step, a rule or a named strategy at a place of a function."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from ..analysis.errors import NO_PLACE
from ..dialects.diagnostics import LiftError
from ..dialects.lift.functions import DefOp


@dataclass(frozen=True)
class ApplyPass(ModulePass):
    """Apply a step to a function; where it does not hold, that is an error, and the message says which claim failed.

    Before `lift-apply{step="split_join n=4 at %ys"}`:

        %ys = lift.map (%x) in %xs { .. }

    After:

        %split = lift.split 4 %xs
        %ys_n = lift.map (%x_n) in %split {
          %ys = lift.map (%x) in %x_n { .. }
          lift.yield %ys
        }
        %join = lift.join %ys_n

    Values get the names that steps after it use, and the function is `derived`: nothing takes back what was done.
    """

    name: ClassVar[str] = "lift-apply"

    step: str
    """What is done, and where: `split_join n=4 at %ys`."""
    function: str | None = None
    """The function, where there are several."""

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        from .strategies.registry import strategy_of
        from .strategies.script import run_steps
        from .strategies.step import Step

        step = Step.parse(self.step)
        strategy_of(step)  # what is wrong with it is said before a function is looked for
        run_steps(function_of(op, self.function), [step])


def function_of(module: ModuleOp, name: str | None) -> DefOp:
    """The function of a module that is called so, or the only one."""
    functions = {function.function_name: function for function in module.ops if isinstance(function, DefOp)}
    found = functions.get(name) if name is not None else next(iter(functions.values()), None)
    if found is None or (name is None and len(functions) > 1):
        expected = ", ".join(f"function={other}" for other in functions) or "a lift.def"
        message = "there are several functions" if name is None and functions else "there is no such function"
        raise LiftError(NO_PLACE, message, expected=expected, found=name)
    return found
