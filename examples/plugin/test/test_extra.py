"""The ops of the package, by the interpreter and on the device with both strategies, at several sizes."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from lift_extra.interleave import InterleaveOp
from lift_extra.unfold import UnfoldOp
from xdsl.irdl import IRDLOperation

import lift
from lift.dialects.loader import load_module
from lift.dialects.reference import entry_of, program

PROGRAMS = Path(__file__).parent / "programs.mlir"

everywhere = pytest.mark.parametrize("how", ["interpreter", "cpu", "gpu"])
at_sizes = pytest.mark.parametrize("n", [1, 2, 7, 64])


@cache
def compiled(entry: str, how: str) -> Any:
    if how == "interpreter":
        return lift.compile(PROGRAMS, entry=entry, target=how)
    return lift.compile(PROGRAMS, entry=entry, strategy=how)


def draw(*shape: int) -> Any:
    """Small whole numbers, on which float arithmetic is exact."""
    return np.random.default_rng(shape).integers(-4, 5, shape).astype(np.float32)


@everywhere
@at_sizes
def test_interleave_is_read_through(n: int, how: str) -> None:
    xs, ys = draw(n), draw(n) + 1
    expected = -np.stack([xs, ys], axis=1).reshape(-1)
    np.testing.assert_array_equal(compiled("read", how)(xs, ys), expected)


@everywhere
@at_sizes
def test_interleave_is_written_through(n: int, how: str) -> None:
    xs, ys = draw(n), draw(n) + 1
    expected = np.stack([-xs, ys + ys], axis=1).reshape(-1)
    np.testing.assert_array_equal(compiled("write", how)(xs, ys), expected)


@everywhere
@at_sizes
def test_a_map_around_interleave_is_a_view(n: int, how: str) -> None:
    rows = draw(3, n)
    np.testing.assert_array_equal(compiled("each_row", how)(rows), -np.repeat(rows, 2, axis=1))


@everywhere
@at_sizes
def test_unfold_at_the_top_level_is_a_kernel(n: int, how: str) -> None:
    expected = np.arange(1, n + 1, dtype=np.float32) * 3
    np.testing.assert_array_equal(compiled("multiples", how)(np.float32(3), N=n), expected)


@everywhere
@at_sizes
def test_both_inside_of_a_map(n: int, how: str) -> None:
    seeds, steps = draw(5), np.arange(1, n + 1, dtype=np.float32)
    expected = np.stack([seeds[:, None] + steps, seeds[:, None] - steps], axis=2).reshape(5, -1)
    np.testing.assert_array_equal(compiled("streams", how)(seeds, N=n), expected)


@everywhere
@at_sizes
def test_both_where_their_results_are_used_at_once(n: int, how: str) -> None:
    seeds = draw(n)
    np.testing.assert_array_equal(compiled("sums", how)(seeds), 8 * seeds + 10)


def test_what_is_written_through_needs_no_temporary() -> None:
    roles = sorted(buffer.role for buffer in compiled("streams", "cpu").memory)
    assert roles == ["parameter", "result"]


@pytest.mark.parametrize("operation", [InterleaveOp, UnfoldOp], ids=lambda operation: operation.name)
def test_the_example_in_the_docstring_is_a_program(operation: type[IRDLOperation]) -> None:
    (example,) = entry_of(operation).examples
    assert operation.name in str(load_module(program(operation, example)))
