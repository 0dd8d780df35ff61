"""Few rows of different lengths, joined: each is a kernel of its own, and the result is what it was."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import lift

TEXT = (Path(__file__).parents[1] / "filecheck" / "lift_to_ocl" / "few_rows.mlir").read_text()


@pytest.mark.parametrize("strategy", ["cpu", "gpu"])
def test_windows_in_three_parts(strategy: str) -> None:
    program = lift.compile(TEXT, "windows", strategy=strategy)
    assert program.opencl.count("kernel void") == 3
    for n in (4, 5, 7, 64, 131):
        xs = np.random.default_rng(n).integers(-9, 9, n).astype(np.float32)
        padded = np.pad(xs, 1, constant_values=2)
        expected = padded[:-2] + padded[1:-1] + padded[2:] + 2
        np.testing.assert_array_equal(program(xs, 2), expected)


@pytest.mark.parametrize("strategy", ["cpu", "gpu"])
@pytest.mark.parametrize("n", [1, 2, 65])
def test_positions_are_numbers(strategy: str, n: int) -> None:
    xs = np.arange(3 * n + 3, dtype=np.int32)
    expected = xs + np.repeat(np.arange(3, dtype=np.int32), [n, n + 1, n + 2])
    np.testing.assert_array_equal(lift.compile(TEXT, "positions", strategy=strategy)(xs), expected)
