"""`lift-derive`: a script is applied to the function that it is for."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass
from xdsl.rewriter import Rewriter

from ..analysis.errors import BAD_KNOB
from ..dialects.diagnostics import LiftError
from ..dialects.rewrite.dialect import ScriptOp


@dataclass(frozen=True)
class DerivePass(ModulePass):
    """Apply the steps of a script, one after the other.

    Before `lift-derive{script=rows}`:

        lift.def @f<N>(%xs: !lift.array<4 * N, f32>) -> .. {
          %ys = lift.map (%x) in %xs { .. }
          lift.return %ys
        }
        rewrite.script @rows of @f {
          rewrite.apply split_join at "%ys" (n = 4)
        }

    After:

        lift.def @f<N>(%xs: !lift.array<4 * N, f32>) -> .. derived {
          %split = lift.split 4 %xs
          ..
        }

    A step that does not hold is an error at its line. The scripts of the module are gone afterwards; with `file`, the script
    is in a file of its own.
    """

    name: ClassVar[str] = "lift-derive"

    script: str | None = None
    """The name of the script, where there are several."""
    file: str | None = None
    """The file it is in, if that is not the file of the program."""
    knobs: str | None = None
    """Values for its knobs: `mr=4,nr=8`."""

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        from ..dialects.loader import load_module
        from .apply import function_of
        from .strategies.script import run_script, script_named

        scripts = op if self.file is None else load_module(Path(self.file), context=ctx)
        script = script_named(scripts, self.script)
        run_script(function_of(op, script.function.data), script, parse_knobs(self.knobs or ""))
        for one in [one for one in op.ops if isinstance(one, ScriptOp)]:
            Rewriter.erase_op(one)


def parse_knobs(text: str) -> dict[str, int]:
    """Read `mr=4,nr=8`."""
    found: dict[str, int] = {}
    for part in (part.strip() for part in text.split(",")):
        name, equals, value = (word.strip() for word in part.partition("="))
        if not part:
            continue
        if not equals or not value.isdecimal() or len(value) > 18 or name in found:
            raise LiftError(
                BAD_KNOB, "each knob is given once, by its name and a number", expected="NAME=NUMBER", found=part
            )
        found[name] = int(value)
    return found
