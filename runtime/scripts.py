"""Programs that a script has rewritten, and the scripts of programs that a strategy has mapped."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.printer import Printer
from xdsl.rewriter import Rewriter

from ..analysis.errors import NO_SCRIPT
from ..dialects.diagnostics import LiftError
from ..dialects.lift.attributes import FactAttr
from ..dialects.lift.functions import DefOp
from ..dialects.lift.profile import profile_of
from ..dialects.loader import load_module

if TYPE_CHECKING:
    from ..passes.strategies.step import Step

ScriptLike: TypeAlias = "str | os.PathLike[str] | Sequence[str]"
"""A script: its name in the program, `@fast`; a file with one; its text; or steps, one a line."""


@dataclass(frozen=True)
class Derived:
    """A program after a script: the module, its function, which may assume more of its sizes, and the steps."""

    module: ModuleOp
    function: DefOp
    steps: Sequence[Step]
    facts: Sequence[FactAttr]
    """What the script assumes of the sizes."""


def derived(
    module: ModuleOp, function: DefOp, script: ScriptLike, knobs: Mapping[str, int], context: Context | None
) -> Derived:
    """A copy of a program that a script was applied to, its calls inlined."""
    from ..dialects.rewrite.dialect import ScriptOp
    from ..passes.inline import InlinePass
    from ..passes.strategies.script import run_script, run_steps, script_named

    copy = module.clone()
    name = function.function_name
    InlinePass(entry=name).apply(context or Context(), copy)
    found = next(op for op in copy.ops if isinstance(op, DefOp) and op.function_name == name)
    lines = _lines(script)
    if lines is not None:
        if knobs:
            raise LiftError(NO_SCRIPT, "steps have no knobs", expected="a rewrite.script", found=", ".join(knobs))
        steps = run_steps(found, lines)
    else:
        scripts, called = _scripts(copy, script, context)
        one = script_named(scripts, called)
        if one.function.data != name:
            raise LiftError(
                NO_SCRIPT, f"the script @{one.sym_name.data} is for another function", expected=f"of @{name}"
            )
        steps = run_script(found, one, knobs)
    for one in [one for one in copy.ops if isinstance(one, ScriptOp)]:
        Rewriter.erase_op(one)
    return Derived(copy, found, steps, [fact for fact in found.where if fact not in function.where])


def _lines(script: ScriptLike) -> list[str] | None:
    """The steps, where a script is just that."""
    if isinstance(script, os.PathLike):
        return None
    if isinstance(script, str):
        if script.startswith("@") or "rewrite.script" in script or script.endswith(".mlir"):
            return None
        script = script.splitlines()
    lines = (line.partition("//")[0].strip() for line in script)
    return [line for line in lines if line]


def _scripts(module: ModuleOp, script: ScriptLike, context: Context | None) -> tuple[ModuleOp, str | None]:
    """The module that a script is in, and what it is called, where that is said."""
    if isinstance(script, str) and script.startswith("@"):
        return module, script[1:]
    if isinstance(script, str) and "rewrite.script" in script:
        return load_module(script, "<script>", context), None
    return load_module(
        Path(os.fspath(script)) if isinstance(script, str | os.PathLike) else Path(), context=context
    ), None


def steps_of_strategy(module: ModuleOp, function: DefOp, strategy: str) -> list[Step]:
    """What a strategy does to a program, as steps that do the same again."""
    from ..passes.strategies.derivation import Derivation
    from ..passes.strategies.normal_forms import front
    from ..passes.strategies.registry import mapping_named

    copy = module.clone()
    name = function.function_name
    found = next(op for op in copy.ops if isinstance(op, DefOp) and op.function_name == name)
    derivation = Derivation(found)
    return [*front(derivation), *mapping_named(strategy)(profile_of(copy))(derivation)]


def script_text(function: str, steps: Sequence[Step], facts: Sequence[FactAttr] = ()) -> str:
    """Steps as the text of a script."""
    from ..passes.strategies.script import script_of

    text = StringIO()
    Printer(text).print_op(script_of("steps", function, steps, facts))
    return f"{text.getvalue()}\n"
