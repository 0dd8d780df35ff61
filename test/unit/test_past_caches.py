"""Stores past the caches on a device: the same results, and no instruction that needs what is not aligned."""

from __future__ import annotations

import numpy as np
import pytest

import lift

STORE = "__builtin_nontemporal_store"


def doubled(scalar: str, width: int) -> str:
    return f"""
lift.def @f<N>(%x: !lift.array<N, {scalar}>) -> !lift.array<N, {scalar}> where [N mod {width} eq 0] {{
  %v = ocl.as_vector {width} %x
  %m = ocl.map_glb<0> (%e) in %v {{
    %d = arith.addf %e, %e : vector<{width}x{scalar}>
    %g = ocl.to_global past_caches %d
    lift.yield %g
  }}
  %r = ocl.as_scalar %m
  lift.return %r
}}"""


@pytest.mark.parametrize(("scalar", "width"), [("f32", 4), ("f32", 8), ("f32", 16), ("f64", 2), ("f64", 16)])
def test_vectors_of_16_bytes_and_more(scalar: str, width: int) -> None:
    program = lift.compile(doubled(scalar, width), profile="pocl")
    assert STORE in program.opencl
    for count in (1, 3, 17, 1009):
        x = np.random.default_rng(count).random(count * width).astype(scalar.replace("f", "float"))
        np.testing.assert_array_equal(program(x), x + x)


@pytest.mark.parametrize(("scalar", "width"), [("f32", 2), ("f32", 3), ("f64", 3)])
def test_other_vectors_are_stored_as_always(scalar: str, width: int) -> None:
    program = lift.compile(doubled(scalar, width), profile="pocl")
    assert STORE not in program.opencl
    x = np.random.default_rng(0).random(17 * width).astype(scalar.replace("f", "float"))
    np.testing.assert_array_equal(program(x), x + x)


@pytest.mark.parametrize(("before", "aligned"), [("8 * K", True), ("K", False)])
def test_what_is_not_proved_to_be_aligned_is_stored_as_always(before: str, aligned: bool) -> None:
    text = f"""
lift.def @f<K, N>(%h: !lift.array<{before}, f32>, %x: !lift.array<8 * N, f32>) -> !lift.array<{before} + 8 * N, f32> {{
  %head = ocl.map_glb<0> (%e) in %h {{
    lift.yield %e
  }}
  %v = ocl.as_vector 8 %x
  %m = ocl.map_glb<0> (%e) in %v {{
    %g = ocl.to_global past_caches %e
    lift.yield %g
  }}
  %s = ocl.as_scalar %m
  %r = lift.concat %head, %s
  lift.return %r
}}"""
    program = lift.compile(text, profile="pocl")
    assert (STORE in program.opencl) == aligned
    for k, n in ((8, 3), (24, 1), (0, 5)) if aligned else ((1, 3), (7, 1), (16, 5)):
        head, x = np.arange(k, dtype=np.float32), np.arange(8 * n, dtype=np.float32) + 100
        np.testing.assert_array_equal(program(head, x), np.concatenate([head, x]))


def test_where_conditions_hold_and_where_they_do_not() -> None:
    text = doubled("f32", 8).replace("past_caches", "past_caches where [N ge 1024]")
    program = lift.compile(text, profile="pocl")
    assert "if (N >= 1024)" in program.opencl
    for count in (1, 127, 128, 1009):
        x = np.random.default_rng(count).random(count * 8).astype(np.float32)
        np.testing.assert_array_equal(program(x), x + x)
