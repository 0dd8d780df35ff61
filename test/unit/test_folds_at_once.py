"""Folds of folds that several vectors do at once, and maps in lanes in parts: what the interpreter gives, for any size."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pass_programs import bits

import lift

KMEANS = Path(__file__).parents[2] / "benchmarks" / "programs" / "default" / "kmeans.mlir"
SIZES = [(1, 1, 1), (7, 3, 2), (31, 3, 2), (32, 1, 5), (33, 5, 3), (70, 4, 1), (127, 2, 7), (4099, 3, 2)]


@pytest.fixture(scope="module", params=["f32", "f64"])
def programs(request: pytest.FixtureRequest) -> tuple[Any, Any, str]:
    text = KMEANS.read_text().replace("f32", request.param)
    program = lift.compile(text, profile="pocl")
    assert "map_fission" in str(program.script)
    return program, lift.compile(text, target="interpreter"), request.param


@pytest.mark.parametrize("size", SIZES)
def test_the_nearest_of_several(programs: tuple[Any, Any, str], size: tuple[int, int, int]) -> None:
    program, meaning, type_ = programs
    n, c, f = size
    kind = np.float32 if type_ == "f32" else np.float64
    rng = np.random.default_rng(n)
    features, centres = (rng.integers(-3, 3, shape).astype(kind) for shape in ((f, n), (c, f)))
    assert bits(program(features, centres)) == bits(meaning(features, centres))
