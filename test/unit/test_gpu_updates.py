"""Histograms and other updates by `gpu`, with what is updated in local memory, give what the interpreter gives."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

import numpy as np
import pytest

import lift

PROFILE: Final = "gpu,group=8,compute_units=2"

KINDS: Final = {
    "count": "%one = arith.constant 1 : i32\n    %s = arith.addi %old, %one : i32",
    "sum": "%s = arith.addi %old, %x : i32",
    "largest": "%s = arith.maxsi %old, %x : i32",
    "smallest": "%s = arith.minsi %old, %x : i32",
    "bits": "%s = arith.ori %old, %x : i32",
    "product": "%s = arith.muli %old, %x : i32",
    "position": "%p = lift.nat k : i32\n    %t = arith.muli %x, %p : i32\n    %s = arith.addi %old, %t : i32",
}
"""What becomes of a number for an element %x at the position k."""


def text(kind: str) -> str:
    return f"""
lift.def @update<N, M>(%xs: !lift.array<N, i32>, %is: !lift.array<N, i32>, %before: !lift.array<M, i32>)
    -> !lift.array<M, i32> where [M le 40] {{
  %r = lift.update (%old, %x)[k] in %xs at %is into %before {{
    {KINDS[kind]}
    lift.yield %s
  }}
  lift.return %r
}}"""


PAIRS: Final = """
lift.def @update<N>(%xs: !lift.array<N, tuple<i32, i32>>, %is: !lift.array<N, i32>, %before: !lift.array<5, tuple<i32, i32>>)
    -> !lift.array<5, tuple<i32, i32>> {
  %r = lift.update (%old, %x) in %xs at %is into %before {
    %a = lift.get %old[0]
    %b = lift.get %old[1]
    %u = lift.get %x[0]
    %v = lift.get %x[1]
    %c = arith.addi %a, %u : i32
    %d = arith.maxsi %b, %v : i32
    %s = lift.tuple %c, %d
    lift.yield %s
  }
  lift.return %r
}"""


@cache
def both(program: str) -> tuple[Any, Any]:
    compiled = lift.compile(program, strategy="gpu", profile=PROFILE)
    assert "local int" in compiled.opencl
    return compiled, lift.compile(program, target="interpreter")


def drawn(n: int, m: int) -> tuple[Any, ...]:
    """Elements, indices of which some are out of bounds, and numbers that are there before."""
    random = np.random.default_rng(n + m)
    xs, before = (random.integers(-9, 9, count).astype(np.int32) for count in (n, m))
    return xs, random.integers(-2, m + 2, n).astype(np.int32), before


@pytest.mark.many(3)
@pytest.mark.parametrize("kind", KINDS)
def test_numbers(kind: str) -> None:
    compiled, interpreted = both(text(kind))
    for n, m in ((1, 1), (7, 3), (8, 8), (65, 1), (200, 40), (1009, 17), (5000, 2)):
        arguments = drawn(n, m)
        np.testing.assert_array_equal(compiled(*arguments), interpreted(*arguments))


def test_pairs() -> None:
    compiled, interpreted = both(PAIRS)
    for n in (1, 9, 333):
        xs, indices, before = drawn(n, 5)
        arguments = (xs, xs[::-1].copy()), indices, (before, before + 1)
        for got, want in zip(compiled(*arguments), interpreted(*arguments), strict=True):
            np.testing.assert_array_equal(got, want)
