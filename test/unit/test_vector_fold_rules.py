"""Folds by vectors that rules have made, on the device against the interpreter and NumPy."""

from __future__ import annotations

import numpy as np
import pytest
from pass_programs import ROOT, bits

import lift

SCAN = """
lift.def @scan<N>(%x: !lift.array<N, f32>) -> !lift.array<N, f32> where [N mod 256 eq 0] {
  %zero = arith.constant 0.0 : f32
  %r = lift.scan (%acc, %e) in %x from %zero {
    %s = arith.addf %acc, %e : f32
    lift.yield %s
  }
  lift.return %r
}
"""


def test_running_sums_in_vectors() -> None:
    """Sums of chunks by vectors, the running sums of these, and from there each chunk by vectors."""
    steps = [
        "scan_in_chunks n=256 at %r",
        "reduce_lanes n=32 at %part",
        "vectorise_map w=16 at %part",
        "vector_accumulator at %part_lanes",
        "reduce_in_vectors w=16 at %part_total",
        "scan_in_vectors w=16 at %scan",
        "map_to_glb d=0 at %sums",
        "map_to_glb d=0 at %rows",
    ]
    program = lift.compile(SCAN, script=steps)
    x = np.random.default_rng(1).integers(-9, 9, 1024).astype(np.float32)
    assert (program(x) == np.cumsum(x)).all()
    assert ".s01234567" in program.opencl


@pytest.mark.parametrize(
    ("rule", "place", "entry"), [("scan_in_vectors", "r", "rows"), ("reduce_in_vectors", "sum", "any")]
)
def test_any_fold_in_rows(rule: str, place: str, entry: str) -> None:
    text = (ROOT / f"test/filecheck/rules/{rule}.mlir").read_text()
    program = lift.compile(text, entry=entry, script=[f"{rule} w=8 at %{place}"])
    rng = np.random.default_rng(3)
    first = rng.integers(-9, 9, (3, 16)).astype(np.int8 if entry == "rows" else np.int32)
    second = rng.integers(-9, 9, 3) if entry == "rows" else np.int32(3)
    assert bits(program(first, second)) == bits(lift.compile(text, entry=entry, target="interpreter")(first, second))
    assert f"{'long' if entry == 'rows' else 'int'}8" in program.opencl
