"""Accumulators that are vectors, on the device and in the interpreter."""

from __future__ import annotations

import numpy as np
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
