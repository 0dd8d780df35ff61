"""A pass changes nothing of what a program computes: the interpreter gives the same before and after, bit by bit."""

from __future__ import annotations

import contextlib
import zlib
from collections import Counter
from dataclasses import dataclass
from itertools import product
from pathlib import Path

import numpy as np
from pass_programs import FILES, PIPELINES, PROGRAMS, bits, draw_sizes, functions, generic, name_of, outcomes
from xdsl.dialects.builtin import ModuleOp

from lift.dialects.diagnostics import LiftError
from lift.dialects.lift.functions import DefOp
from lift.runtime.program import InterpretedProgram
from lift.runtime.random_inputs import Drawn, random_arguments

TRIES = 60
"""So many arguments are drawn for a function until it has a value for two of them: it may have an index that nobody checks."""

NO_MEANING = {"call_c", "forward", "opaque_map", "opaque_fold"}
"""These call a C function that says nothing of what it means."""

WITH_FUNCTIONS = [path for path in FILES if functions(PROGRAMS[path])]
"""Those that the interpreter runs."""

LEAST = 20
"""So many results are compared after each pass, at least."""


@dataclass(frozen=True)
class Expected:
    """What a function gives for some arguments."""

    function: str
    arguments: Drawn
    result: object


def result(module: ModuleOp, name: str, drawn: Drawn) -> object:
    return bits(InterpretedProgram(module, functions(module)[name])(*drawn.arguments, **drawn.named))


def expectations(module: ModuleOp, function: DefOp) -> list[Expected]:
    """What a function gives, twice."""
    found: list[Expected] = []
    name = function.function_name
    rng = np.random.default_rng(zlib.crc32(name.encode()))
    for _ in range(TRIES):
        sizes = draw_sizes(function, rng)
        with contextlib.suppress(LiftError):
            drawn = random_arguments(function, sizes or {}, {}, rng)
            found.append(Expected(name, drawn, result(module, name, drawn)))
        if len(found) == 2:
            break
    return found


def changed(path: Path) -> list[tuple[str, ModuleOp]]:
    """The programs that passes leave, and that are not the one that it was: of that there is nothing to be said."""
    before = generic(PROGRAMS[path])
    return [outcome for text, outcome in outcomes(path).items() if text != before]


def test_results_are_the_same() -> None:
    wrong: list[str] = []
    compared: Counter[str] = Counter()
    for path in WITH_FUNCTIONS:
        programs = changed(path)
        for name, function in functions(PROGRAMS[path]).items() if programs else ():
            expected = expectations(PROGRAMS[path], function)
            if not expected and name not in NO_MEANING:
                wrong.append(f"{name_of(path)}: @{name} has no value to compare")
            for (pipeline, module), one in product(programs, expected):
                compared[pipeline] += 1
                if result(module, name, one.arguments) != one.result:
                    wrong.append(f"{name_of(path)}: @{name} is another after {pipeline}, for {one.arguments}")
    assert wrong == []
    assert {pipeline for pipeline in PIPELINES if compared[pipeline] < LEAST} == set(), compared
