"""Products by `gpu` give what NumPy gives, with the profile of each maker, at any size."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

import numpy as np
import pytest

import lift

PROFILES: Final = ("nvidia", "amd", "amd,tiles=caches", "intel_gpu", "mali")

SMALL: Final = "group_2d=4"
"""Tiles of 16 x 16, or of 8 x 8 for `mali`, so that small matrices have several, and something beside them."""


def text(left: bool, right: bool, scalar: str) -> str:
    """A product of matrices, of which each may be turned."""
    add, multiply, zero = ("addi", "muli", "0") if scalar.startswith("i") else ("addf", "mulf", "0.0")
    a = "K, !lift.array<M" if left else "M, !lift.array<K"
    b = "K, !lift.array<N" if not right else "N, !lift.array<K"
    return f"""
lift.def @product<M, K, N>(%a: !lift.array<{a}, {scalar}>>, %b: !lift.array<{b}, {scalar}>>)
    -> !lift.array<M, !lift.array<N, {scalar}>> {{
  %zero = arith.constant {zero} : {scalar}
  {"%rows = lift.transpose %a" if left else ""}
  {"%columns = lift.transpose %b" if not right else ""}
  %c = lift.map (%row) in {"%rows" if left else "%a"} {{
    %line = lift.map (%column) in {"%columns" if not right else "%b"} {{
      %xy = lift.zip %row, %column
      %sum = lift.reduce (%acc, %p) in %xy from %zero {{
        %u = lift.get %p[0]
        %v = lift.get %p[1]
        %uv = arith.{multiply} %u, %v : {scalar}
        %s = arith.{add} %acc, %uv : {scalar}
        lift.yield %s
      }}
      lift.yield %sum
    }}
    lift.yield %line
  }}
  lift.return %c
}}"""


@cache
def compiled(profile: str, left: bool, right: bool, scalar: str) -> Any:
    return lift.compile(text(left, right, scalar), strategy="gpu", profile=f"{profile},{SMALL}")


@pytest.mark.many(6)
@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize(("left", "right"), [(False, False), (True, False), (False, True), (True, True)])
@pytest.mark.parametrize("scalar", ["f32", "f64", "i32"])
def test_products(profile: str, left: bool, right: bool, scalar: str) -> None:
    type_ = {"f32": np.float32, "f64": np.float64, "i32": np.int32}[scalar]
    for m, k, n in ((1, 1, 1), (3, 40, 5), (16, 32, 16), (17, 33, 35), (40, 7, 19), (33, 48, 16)):
        random = np.random.default_rng(m + k + n)
        a, b = (random.integers(-9, 9, shape).astype(type_) for shape in ((m, k), (k, n)))
        left_matrix = np.ascontiguousarray(a.T) if left else a
        right_matrix = np.ascontiguousarray(b.T) if right else b
        got = compiled(profile, left, right, scalar)(left_matrix, right_matrix)
        np.testing.assert_array_equal(got, a @ b)
