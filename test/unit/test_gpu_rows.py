"""Folds of rows by `gpu`: several items share each, as many as suits its length, and give what the interpreter gives."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

import numpy as np
import pytest

import lift

PROFILE: Final = "gpu,group=8,row_items=4"

FOLDS: Final = {
    "sum": ("%start", "%s = arith.addi %acc, %x : i32"),
    "largest": ("%start", "%s = arith.maxsi %acc, %x : i32"),
    "product": ("%start", "%s = arith.muli %acc, %x : i32"),
    "position": (
        "%start",
        "%p = lift.nat k : i32\n      %t = arith.muli %x, %p : i32\n      %s = arith.addi %acc, %t : i32",
    ),
}
"""What a fold does with an element %x, at the position k."""


def fold(kind: str) -> str:
    start, body = FOLDS[kind]
    return f"""
    %sum = lift.reduce (%acc, %x)[k] in %row from {start} {{
      {body}
      lift.yield %s
    }}
    lift.yield %sum
  }}
  lift.return %r
}}"""


def table(kind: str) -> str:
    return f"""
lift.def @rows<N, rows[N]>(%m: !lift.array<i : N, !lift.array<rows[i], i32>>, %start: i32) -> !lift.array<N, i32> {{
  %r = lift.map (%row) in %m {{{fold(kind)}"""


def triangle(kind: str) -> str:
    return f"""
lift.def @rows<N>(%m: !lift.array<i : N, !lift.array<2 * i + 1, i32>>, %start: i32) -> !lift.array<N, i32> {{
  %r = lift.map (%row) in %m {{{fold(kind)}"""


def matrix(kind: str) -> str:
    return f"""
lift.def @rows<N, M>(%m: !lift.array<N, !lift.array<M, i32>>, %start: i32) -> !lift.array<N, i32> {{
  %r = lift.map (%row) in %m {{{fold(kind)}"""


@cache
def both(text: str) -> tuple[Any, Any]:
    program = lift.compile(text, strategy="gpu", profile=PROFILE)
    assert "local int " in program.opencl
    return program, lift.compile(text, target="interpreter")


def numbers(count: int) -> np.ndarray[Any, Any]:
    return np.random.default_rng(count).integers(-9, 9, count).astype(np.int32)


@pytest.mark.many(3)
@pytest.mark.parametrize("kind", FOLDS)
def test_rows_of_a_table(kind: str) -> None:
    program, interpreted = both(table(kind))
    for rows in ([0], [5], [0, 0, 0], [3, 0, 17, 1, 4, 8, 2], list(range(16)), [1] * 9, [40, 0, 0, 7]):
        lengths = np.array(rows, np.int32)
        xs = numbers(sum(rows))
        got, want = (one(xs, np.int32(3), rows=lengths) for one in (program, interpreted))
        np.testing.assert_array_equal(got, want)


@pytest.mark.many(3)
@pytest.mark.parametrize("kind", FOLDS)
def test_rows_that_grow(kind: str) -> None:
    program, interpreted = both(triangle(kind))
    for n in (1, 2, 4, 5, 13, 24):
        xs = numbers(n * n)
        got, want = (one(xs, np.int32(-2), N=n) for one in (program, interpreted))
        np.testing.assert_array_equal(got, want)


@pytest.mark.many(3)
@pytest.mark.parametrize("kind", FOLDS)
def test_rows_of_one_length(kind: str) -> None:
    program, interpreted = both(matrix(kind))
    for n, m in ((1, 1), (3, 7), (2, 8), (5, 9), (4, 16), (7, 31), (1, 100)):
        xs = numbers(n * m).reshape(n, m)
        np.testing.assert_array_equal(program(xs, np.int32(5)), interpreted(xs, np.int32(5)))
