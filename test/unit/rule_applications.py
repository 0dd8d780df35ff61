"""Rules, applied wherever they hold: the program is still valid, and means the same.

The programs are those of the tests of rules, each of which has its left side, the examples, and random ones; after a rule was
applied, others may hold that did not hold before, so a walk goes on from there.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np
from nat_strategies import Plain
from pass_programs import ROOT, bits, draw_sizes, functions
from program_checks import TooMuch
from random_programs import random_program
from test_lift_to_ocl import are_few, whole
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation

from lift.dialects.diagnostics import LiftError
from lift.dialects.lift.functions import DefOp
from lift.dialects.loader import load_module, verify
from lift.passes.rules.registry import rules
from lift.passes.rules.rule import Refusal, Rule, values_in
from lift.passes.strategies.derivation import Derivation
from lift.passes.strategies.step import Step
from lift.runtime.program import InterpretedProgram
from lift.runtime.random_inputs import Drawn, random_arguments

_STEP = re.compile(r'step="(\w+(?: \w+=\w+)*)')
"""The rule and the numbers of a step in the command of a test."""

NUMBERS = (1, 2, 3, 4, 8)
"""What a parameter of a rule may be here, so that it divides small sizes."""

LONGEST_WALK = 4
"""So many rules are applied one after the other at most."""


@dataclass
class Applications:
    """How often each rule was applied, and what went wrong."""

    counts: Counter[str] = field(default_factory=Counter[str])
    compared: Counter[str] = field(default_factory=Counter[str])
    failures: list[str] = field(default_factory=list[str])


@cache
def seeds() -> list[tuple[str, str]]:
    """The functions of the tests of rules and of the examples: what is in the file, and the name."""
    files = [*sorted((ROOT / "test/filecheck/rules").glob("*.mlir")), *sorted((ROOT / "examples").glob("*.mlir"))]
    found: list[tuple[str, str]] = []
    for path in files:
        text = path.read_text()
        try:
            found += [(text, name) for name in functions(load_module(text))]
        except LiftError:
            continue  # a test of an error
    return found


def drawn_rule(choose: random.Random, rule: Rule[Any]) -> Rule[Any]:
    """A rule with some numbers."""
    arguments: dict[str, int | str] = {}
    for name, parameter in rule.parameters.items():
        if not parameter.needed and choose.random() < 0.5:
            continue
        values = [number for number in NUMBERS if parameter.accepts(number)]
        arguments[name] = choose.choice(parameter.words or values or [parameter.usual])
    return rule.bind(**arguments)


def rule_of_test(choose: random.Random, rule: Rule[Any], text: str) -> Rule[Any]:
    """A rule with the numbers of a test, which hold somewhere in it, or with some."""
    steps = [Step.parse(found) for found in _STEP.findall(text)]
    own: list[Rule[Any]] = []
    for step in steps:
        with suppress(LiftError):  # a test of a number that it cannot have
            own += [rule.bind(**step.arguments)] if step.name == rule.name else []
    return choose.choice(own) if own and choose.random() < 0.5 else drawn_rule(choose, rule)


def arguments_for(function: DefOp, seed: int) -> Iterator[Drawn]:
    """Arguments of a few sizes, small and whole numbers, for which sums are exact in any order."""
    rng = np.random.default_rng(seed)
    for _ in range(2):
        sizes = draw_sizes(function, rng)
        if sizes is None or not are_few(function, sizes):
            continue
        try:
            drawn = random_arguments(function, sizes, {}, rng)
        except LiftError:
            continue  # sizes for which a table cannot be drawn
        yield Drawn(whole(list(drawn.arguments)), drawn.named)


def meaning(module: ModuleOp, name: str, drawn: Drawn) -> Any:
    """What a function gives; the code of the error where it gives none."""
    try:
        with np.errstate(all="ignore"):
            return bits(InterpretedProgram(module, functions(module)[name])(*drawn.arguments, **drawn.named))
    except LiftError as error:
        return error.code


def walk(text: str, name: str, seed: int, total: Applications, only: str | None = None) -> None:
    """Apply rules at random places of a function, one after the other, and compare meanings after each."""
    choose = random.Random(seed)
    module = load_module(text)
    calls = list(arguments_for(functions(module)[name], seed))
    expected = [meaning(module, name, drawn) for drawn in calls]
    for step in range(LONGEST_WALK):
        applied = _applied(module, name, choose, (only, text) if step == 0 and only is not None else None)
        if applied is None:
            return
        rule, place = applied
        total.counts[rule.name] += 1
        script = f"{rule.name} {dict(rule.arguments)} at %{place}, seed {seed}, step {step}, in @{name} of:\n{text}"
        left = left_over(module)
        if left is not None:
            total.failures.append(f"'{left.name}', which is nowhere, uses what is there, after {script}")
            return
        try:
            verify(module)
        except LiftError as error:
            total.failures.append(f"not valid after {script}\n{error}\n{module}")
            return
        for drawn, want in zip(calls, expected, strict=True):
            if isinstance(want, str):
                continue
            got = meaning(module, name, drawn)
            total.compared[rule.name] += 1
            if got != want:
                total.failures.append(f"another meaning after {script}\n{drawn}\nwant {want}\ngot {got}\n{module}")
                return


def left_over(module: ModuleOp) -> Operation | None:
    """An op that is in no program and uses a value of this one: a rule that was refused has left it."""
    values = (value for op in module.walk() for value in values_in(op))
    users = (use.operation for value in values for use in value.uses)
    return next((user for user in users if user.get_toplevel_object() is not module), None)


def _applied(
    module: ModuleOp, name: str, choose: random.Random, only: tuple[str, str] | None
) -> tuple[Rule[Any], str] | None:
    """A rule that was applied somewhere, and where; None where none holds. `only` is the one, and a test of it."""
    derivation = Derivation(functions(module)[name])
    ops: list[Operation] = [op for op in derivation.function.walk() if op.results]
    chosen = [rules()[only[0]]] if only is not None else choose.sample(list(rules().values()), len(rules()))
    for rule in chosen:
        for op in choose.sample(ops, len(ops)):
            if isinstance(op, rule.root):
                bound = drawn_rule(choose, rule) if only is None else rule_of_test(choose, rule, only[1])
                place = derivation.places.name_of(op) or "?"
                if not isinstance(derivation.rewrite(bound, op), Refusal):
                    return bound, place
    return None


def applications(count: int, seed: int, least: int = 0, tell: Callable[[int], None] = lambda _: None) -> Applications:
    """Walks over the seeds of each rule and over random programs, until there are enough applications."""
    total = Applications()
    own = {rule: [one for one in seeds() if f'step="{rule} ' in one[0]] for rule in rules()}
    number = 0
    while sum(total.counts.values()) < count or any(total.counts[rule] < least for rule in own):
        before = sum(total.counts.values())
        tell(before)
        for rule, texts in own.items():
            wanted = number % 4 == 0 and before < count  # else only rules that hold seldom are still looked for
            if texts and (total.counts[rule] < least or wanted):
                text, name = texts[(seed + number) % len(texts)]
                _tried(text, name, seed + number, total, rule)
        text, name = _any_program(seed + number, number)
        _tried(text, name, seed + number, total, None)
        number += 1
        if number > 40 * (1 + count // 100) + 40 * least or (before == sum(total.counts.values()) and number > 200):
            break
    return total


def _any_program(seed: int, number: int) -> tuple[str, str]:
    if number % 2:
        return seeds()[seed % len(seeds())]
    rng = random.Random(seed)
    while True:
        program = random_program(Plain(rng), steps=6, style="lift")
        with suppress(
            LiftError
        ):  # where loops have no iterations, an op may hold only until the ones around it are known
            verify(program.module)
            return str(program.module), "f"


def _tried(text: str, name: str, seed: int, total: Applications, rule: str | None) -> None:
    try:
        walk(text, name, seed, total, rule)
    except TooMuch:
        pass
    except Exception as error:  # a defect, which is reported with what leads to it
        total.failures.append(f"{type(error).__name__}: {error}, seed {seed}, rule {rule}, in @{name} of:\n{text}")
