"""A pass changes nothing of what a program computes: the interpreter gives the same before and after, bit by bit."""

from __future__ import annotations

import contextlib
import zlib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from pass_programs import FILES, PIPELINES, bits, draw_sizes, functions, name_of, run_passes
from xdsl.dialects.builtin import ModuleOp

import lift
from lift.dialects.diagnostics import LiftError
from lift.dialects.loader import load_module
from lift.runtime.random_inputs import Drawn, random_arguments


@dataclass(frozen=True)
class Expected:
    """What a function gives for some arguments."""

    function: str
    arguments: Drawn
    result: object


def result(module: ModuleOp, name: str, drawn: Drawn) -> object:
    program = lift.compile(module, entry=name, target="interpreter")
    return bits(program(*drawn.arguments, **drawn.named))


@cache
def expectations(path: Path) -> list[Expected]:
    """What the functions of a program give, for two sizes each."""
    module, found = load_module(path), list[Expected]()
    for name, function in functions(module).items():
        rng = np.random.default_rng(zlib.crc32(name.encode()))
        for sizes in (draw_sizes(function, rng), draw_sizes(function, rng)):
            if sizes is None:
                continue
            drawn = random_arguments(function, sizes, {}, rng)
            # Some have no meaning to keep: a C function without one, or an index that nobody checks.
            with contextlib.suppress(LiftError):
                found.append(Expected(name, drawn, result(module, name, drawn)))
    return found


@pytest.mark.parametrize("pipeline", PIPELINES)
@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_results_are_the_same(path: Path, pipeline: str) -> None:
    module = load_module(path)
    run_passes(module, pipeline)
    for expected in expectations(path):
        assert result(module, expected.function, expected.arguments) == expected.result, expected
