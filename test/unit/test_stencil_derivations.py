"""Stencils that are cut at the border, step by step: right for every length, and without a test in the middle."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from pass_programs import ROOT

import lift

FOLDER = ROOT / "test" / "filecheck" / "derivations"
LENGTHS = (1, 2, 3, 5, 64, 101)
PADS: dict[str, dict[str, Any]] = {
    "clamp": {"mode": "edge"},
    "mirror": {"mode": "symmetric"},
    "wrap": {"mode": "wrap"},
    "constant": {"mode": "constant", "constant_values": 2.5},
}
"""What NumPy calls the modes."""
CUT = ("in_parts a=1 b=1 at %r", "tidy")
SLICED = (*CUT, "slide_to_slices at %r", "tidy")
CUT_TWICE = (*CUT, "in_parts a=1 b=1 at %line", "tidy")


@pytest.mark.parametrize("steps", [CUT, SLICED], ids=["cut", "sliced"])
@pytest.mark.parametrize("mode", PADS)
def test_three_points(mode: str, steps: tuple[str, ...]) -> None:
    program = lift.compile(FOLDER / f"stencil_{mode}.mlir", script=steps)
    for length in LENGTHS:
        x = np.random.default_rng(length).random(length, dtype=np.float32)
        p = np.pad(x, 1, **PADS[mode])
        assert np.allclose(program(x), p[:-2] + p[1:-1] + p[2:], rtol=1e-6), length


def test_a_grid() -> None:
    program = lift.compile(FOLDER / "stencil_2d.mlir", script=CUT_TWICE)
    for rows in LENGTHS:
        for columns in LENGTHS:
            x = np.random.default_rng(rows).random((rows, columns), dtype=np.float32)
            p = np.pad(x, 1)
            expected = (p[:-2, 1:-1] + p[1:-1, :-2] + p[1:-1, 2:] + p[2:, 1:-1]) * np.float32(0.25)
            assert np.allclose(program(x), expected, rtol=1e-5), (rows, columns)
