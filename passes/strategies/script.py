"""Scripts: the steps of a `rewrite.script`, or lines of text, applied to a function; and steps as a script.

A script that was printed does the same again in another process: a step names its place, and names do not change.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from xdsl.dialects.builtin import ArrayAttr, ModuleOp, UnitAttr
from xdsl.ir import Block, Operation, Region, SSAValue

from ...analysis.errors import BAD_KNOB, NO_SCRIPT
from ...dialects.diagnostics import LiftError, location_of, placed
from ...dialects.lift.attributes import FactAttr
from ...dialects.lift.functions import DefOp
from ...dialects.rewrite.dialect import ApplyOp, AssumeOp, KnobOp, ScriptOp
from ..rules.parameters import Argument
from .derivation import Derivation
from .registry import strategy_of
from .step import Step


def script_named(module: ModuleOp, name: str | None) -> ScriptOp:
    """The script of a module that is called so, or the only one."""
    scripts = {op.sym_name.data: op for op in module.ops if isinstance(op, ScriptOp)}
    found = scripts.get(name) if name is not None else next(iter(scripts.values()), None)
    if found is None or (name is None and len(scripts) > 1):
        expected = ", ".join(f"script={other}" for other in scripts) or "a rewrite.script"
        message = "there are several scripts" if name is None and scripts else "there is no such script"
        raise LiftError(NO_SCRIPT, message, expected=expected, found=name)
    return found


def knobs_of(script: ScriptOp, numbers: Mapping[str, int]) -> dict[SSAValue, int]:
    """The value of each knob: the one that is given, or the usual one."""
    knobs = {op.knob.data: op for op in script.body.block.ops if isinstance(op, KnobOp)}
    for name, number in numbers.items():
        if name not in knobs:
            expected = ", ".join(knobs) or "no knob"
            raise LiftError(BAD_KNOB, f"@{script.sym_name.data} has no knob '{name}'", expected=expected, found=name)
        if number not in knobs[name].choices:
            expected = ", ".join(map(str, knobs[name].choices))
            raise LiftError(
                BAD_KNOB, f"'{name}' cannot be {number}", expected=expected, location=location_of(knobs[name])
            )
    return {op.number: numbers.get(name, op.usual.value.data) for name, op in knobs.items()}


def run_script(function: DefOp, script: ScriptOp, numbers: Mapping[str, int]) -> list[Step]:
    """Apply a script to a function; the steps, flat, and with the numbers they were taken with."""
    knobs = knobs_of(script, numbers)
    derivation = Derivation(function)
    steps: list[Step] = []
    for op in script.body.block.ops:
        with placed(op):
            match op:
                case ApplyOp():
                    steps += strategy_of(step_of(op, knobs))(derivation)
                case AssumeOp():
                    assume(function, op)
                case _:
                    pass
    finish(derivation)
    return steps


def run_steps(function: DefOp, lines: Iterable[str | Step]) -> list[Step]:
    """Apply steps to a function."""
    derivation = Derivation(function)
    taken: list[Step] = []
    for line in lines:
        taken += strategy_of(Step.parse(line) if isinstance(line, str) else line)(derivation)
    finish(derivation)
    return taken


def finish(derivation: Derivation) -> None:
    """The names of places are written into the program, and nothing takes back what was done."""
    derivation.places.settle()
    derivation.function.derived = UnitAttr()


def step_of(op: ApplyOp, knobs: Mapping[SSAValue, int]) -> Step:
    """The step that an op of a script is."""
    arguments: dict[str, Argument] = {}
    for name, value in op.given.items():
        arguments[name] = knobs[value] if isinstance(value, SSAValue) else value
    return Step(op.rule.data, None if op.place is None else op.place.data.removeprefix("%"), arguments)


def assume(function: DefOp, op: AssumeOp) -> None:
    """State facts of a function, so that it is for sizes only for which they hold."""
    known = [fact.data for fact in function.where]
    function.where = ArrayAttr([*function.where, *(FactAttr(fact.data) for fact in op.facts if fact.data not in known)])
    function.verify(verify_nested_ops=False)


def script_of(name: str, function: str, steps: Sequence[Step], facts: Sequence[FactAttr] = ()) -> ScriptOp:
    """Steps as a script, with the facts that are assumed."""
    assumed: list[Operation] = [AssumeOp(properties={"facts": ArrayAttr(facts)})] if facts else []
    applied = [ApplyOp(step.name, None if step.place is None else f"%{step.place}", step.arguments) for step in steps]
    return ScriptOp(name, function, Region(Block([*assumed, *applied])))
