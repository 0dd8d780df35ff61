"""Accumulators that are vectors, on the device and in the interpreter."""

from __future__ import annotations

import numpy as np
import pytest
from pass_programs import ROOT, bits

import lift

TEXT = (ROOT / "test/filecheck/rules/vector_accumulator.mlir").read_text()


def test_several_reductions_at_once() -> None:
    steps = [
        "reduce_lanes n=4 at %least",
        "vectorise_map w=4 at %least",
        "vector_accumulator at %least_lanes",
        "map_to_seq at %least",
        "reduce_to_seq at %least_lanes",
        "reduce_to_seq at %least_total",
    ]
    program = lift.compile(TEXT, entry="several", script=steps)
    xs = np.random.default_rng(2).integers(-9, 9, 64).astype(np.float32)
    assert bits(program(xs, 3)) == bits(lift.compile(TEXT, entry="several", target="interpreter")(xs, 3))
    assert program.opencl.count("float4") >= 3


def test_the_least_of_columns_and_where_it_is() -> None:
    program = lift.compile(TEXT, entry="columns", script=["vector_accumulator at %sum"])
    rng = np.random.default_rng(2)
    xss = rng.integers(-9, 9, (5, 16)).astype(np.float32)
    begin = np.zeros(16, np.dtype([("f0", "f4"), ("f1", "i4")]))
    begin["f0"], begin["f1"] = 5, -1
    found = program(xss, begin)
    assert (found["f0"] == np.minimum(xss.min(axis=0), 5)).all()
    assert (found["f1"] == np.where(xss.min(axis=0) < 5, xss.argmin(axis=0), -1)).all()


NBODY = """
lift.def @nbody<N>(%xs: !lift.array<8 * N, f32>, %ys: !lift.array<8 * N, f32>, %eps: f32) -> !lift.array<8 * N, tuple<f32, f32>> {
  %zero = arith.constant 0.0 : f32
  %none = lift.tuple %zero, %zero
  %bodies = lift.zip %xs, %ys
  %forces = lift.map (%body) in %bodies {
    %bx = lift.get %body[0]
    %by = lift.get %body[1]
    %force = lift.reduce (%acc, %other) in %bodies from %none {
      %ax = lift.get %acc[0]
      %ay = lift.get %acc[1]
      %ox = lift.get %other[0]
      %oy = lift.get %other[1]
      %dx = arith.subf %ox, %bx : f32
      %dy = arith.subf %oy, %by : f32
      %xx = arith.mulf %dx, %dx : f32
      %yy = arith.mulf %dy, %dy : f32
      %d = arith.addf %xx, %yy : f32
      %e = arith.addf %d, %eps : f32
      %fx = arith.mulf %dx, %e : f32
      %fy = arith.mulf %dy, %e : f32
      %nx = arith.addf %ax, %fx : f32
      %ny = arith.addf %ay, %fy : f32
      %next = lift.tuple %nx, %ny
      lift.yield %next
    }
    lift.yield %force
  }
  lift.return %forces
}
"""


def test_bodies_in_lanes() -> None:
    """Eight bodies at once, and what pulls them one after the other."""
    steps = [
        "split_join n=8 at %forces",
        "interchange_map_reduce at %forces",
        "vectorise_map w=8 at %forces",
        "vector_accumulator at %force",
        "map_to_glb d=0 at %forces_n",
    ]
    program = lift.compile(NBODY, script=steps)
    rng = np.random.default_rng(4)
    xs, ys = (rng.integers(-4, 4, 16).astype(np.float32) for _ in range(2))
    assert bits(program(xs, ys, 1.0)) == bits(lift.compile(NBODY, target="interpreter")(xs, ys, 1.0))
    assert "float8" in program.opencl


MOMENTS = """
lift.def @moments<N>(%x: !lift.array<N, f32>) -> tuple<f32, f32, f32> {
  %zero = arith.constant 0.0 : f32
  %sum = lift.reduce (%acc, %v) in %x from %zero {
    %s = arith.addf %acc, %v : f32
    lift.yield %s
  }
  %squares = lift.reduce (%acc, %v) in %x from %zero {
    %v2 = arith.mulf %v, %v : f32
    %s = arith.addf %acc, %v2 : f32
    lift.yield %s
  }
  %most = lift.reduce (%acc, %v) in %x from %zero {
    %s = arith.maximumf %acc, %v : f32
    lift.yield %s
  }
  %r = lift.tuple %sum, %squares, %most
  lift.return %r
}
"""


@pytest.mark.parametrize("length", [0, 1, 31, 32, 33, 4095, 4096, 10007])
def test_several_folds_have_vectors_together(length: int) -> None:
    program = lift.compile(MOMENTS, profile="pocl")
    xs = np.random.default_rng(5).integers(-9, 9, length).astype(np.float32)
    assert bits(program(xs)) == bits(lift.compile(MOMENTS, target="interpreter")(xs))
    kernel = program.opencl.split("kernel void")[1]
    assert kernel.count("unaligned_float8 *)(x") == 4, "each element is read once"
    assert "% 2" not in kernel, "accumulators are changed in place"


ROTATED = """
lift.def @rotated<N>(%xss: !lift.array<N, !lift.array<4, f32>>, %begin: !lift.array<4, tuple<f32, f32>>)
    -> !lift.array<4, tuple<f32, f32>> {
  %r = lift.reduce (%acc, %xs) in %xss from %begin {
    %parts = lift.unzip %acc
    %as = lift.get %parts[0]
    %bs = lift.get %parts[1]
    %all = lift.zip %as, %xs, %bs
    %next = lift.map (%p) in %all {
      %a = lift.get %p[0]
      %x = lift.get %p[1]
      %b = lift.get %p[2]
      %s = arith.addf %a, %x : f32
      %t = lift.tuple %b, %s
      lift.yield %t
    }
    lift.yield %next
  }
  lift.return %r
}
"""


def test_parts_of_accumulators_that_change_places() -> None:
    """They are read before any of them is written, in the same place."""
    program = lift.compile(ROTATED, script=["reduce_to_seq at %r", "map_to_seq at %next"])
    xss = np.arange(28, dtype=np.float32).reshape(7, 4)
    begin = np.zeros(4, np.dtype([("f0", "f4"), ("f1", "f4")]))
    begin["f0"], begin["f1"] = [1, 2, 3, 4], [50, 60, 70, 80]
    assert bits(program(xss, begin)) == bits(lift.compile(ROTATED, target="interpreter")(xss, begin))
    assert "% 2" not in program.opencl
