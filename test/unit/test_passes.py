"""What a pass leaves behind is well formed, and computes what the program did: the interpreter gives the same bits.

Types follow from operands, names are unique, and nothing is left to do. Several passes leave one program alike, most often
as it was: what holds of it is then looked at once.
"""

from __future__ import annotations

import contextlib
import zlib
from collections import Counter
from dataclasses import dataclass
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from how_many import some_of
from pass_programs import (
    FILES,
    PIPELINES,
    after,
    bits,
    draw_sizes,
    functions,
    generic,
    name_of,
    outcomes,
    program,
    rename_everything,
    run_passes,
)
from xdsl.dialects.builtin import ModuleOp

from lift.dialects.diagnostics import LiftError
from lift.dialects.lift.functions import DefOp
from lift.dialects.lift.operation import LiftOp
from lift.dialects.lift.scope import scope_at
from lift.dialects.loader import parse_module, verify
from lift.runtime.program import InterpretedProgram
from lift.runtime.random_inputs import Drawn, random_arguments

EVERY = pytest.mark.parametrize("path", FILES, ids=name_of)


@pytest.mark.many(10)
@EVERY
def test_it_verifies(path: Path) -> None:
    for _, module in outcomes(path):
        verify(module)


@EVERY
def test_types_are_those_that_follow(path: Path) -> None:
    for pipeline, module in outcomes(path):
        for op in module.walk():
            if isinstance(op, LiftOp):
                scope = scope_at(op)
                assert scope.same_type(op.inferred(scope), op.result.type), (pipeline, op)


@pytest.mark.many(10)
@EVERY
def test_it_reads_back(path: Path) -> None:
    """What is read is the module that is verified above, so it is not verified again."""
    for pipeline, module in outcomes(path):
        text = generic(module)
        assert generic(parse_module(text)) == text, pipeline
        assert generic(parse_module(str(module))) == text, pipeline


@pytest.mark.many(10)
@EVERY
def test_names_do_not_matter(path: Path) -> None:
    renamed = program(path).clone()
    rename_everything(renamed, "zz")
    for pipeline in PIPELINES:
        plain, other = after(path, pipeline).clone(), renamed.clone()
        run_passes(other, pipeline)
        for module in (plain, other):
            rename_everything(module, "first")
            rename_everything(module, "b")
        assert plain.is_structurally_equivalent(other), f"{pipeline}\n{plain}\n{other}"


@pytest.mark.many(12)
@pytest.mark.parametrize("pipeline", ["canonicalize", "lift-fuse", "lift-inline"])
@EVERY
def test_a_second_run_changes_nothing(path: Path, pipeline: str) -> None:
    once = after(path, pipeline)
    twice = once.clone()
    run_passes(twice, pipeline)
    assert str(twice) == str(once)


# What they compute

TRIES = 60
"""So many arguments are drawn for a function until it has a value for two of them: it may have an index that nobody checks."""

NO_MEANING = {"call_c", "forward", "opaque_map", "opaque_fold", "counted", "scattered"}
"""These call a C function that says nothing of what it means, or take numbers that random ones exceed, or places that random ones are not."""

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
    before = program(path)
    return [outcome for outcome in outcomes(path) if not outcome[1].is_structurally_equivalent(before)]


def test_results_are_the_same() -> None:
    wrong: list[str] = []
    compared: Counter[str] = Counter()
    paths = some_of(FILES, 140)
    for path in paths:
        programs = changed(path)
        for name, function in functions(program(path)).items() if programs else ():
            expected = expectations(program(path), function)
            if not expected and name not in NO_MEANING:
                wrong.append(f"{name_of(path)}: @{name} has no value to compare")
            for (pipeline, module), one in product(programs, expected):
                compared[pipeline] += 1
                if result(module, name, one.arguments) != one.result:
                    wrong.append(f"{name_of(path)}: @{name} is another after {pipeline}, for {one.arguments}")
    assert wrong == []
    assert compared.total() >= LEAST * len(PIPELINES)
    rare = {pipeline for pipeline in PIPELINES if compared[pipeline] < LEAST}
    assert rare == set() or len(paths) < len(FILES), compared
