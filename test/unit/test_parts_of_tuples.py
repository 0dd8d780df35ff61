"""Arrays of tuples whose parts go to different places: one kernel writes them there, and no copy is made."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_array_equal

import lift

SWAPPED = """
lift.def @swapped<N>(%m: !lift.array<N, i32>) -> tuple<!lift.array<N, i64>, !lift.array<N, i32>> {
  %r = ocl.map_glb<0> (%x) in %m {
    %y = arith.addi %x, %x : i32
    %z = arith.extsi %x : i32 to i64
    %t = lift.tuple %y, %z
    lift.yield %t
  }
  %u = lift.unzip %r
  %a = lift.get %u[0]
  %b = lift.get %u[1]
  %back = lift.gather %a by (i) -> (N - 1 - i)
  %c = lift.tuple %b, %back
  lift.return %c
}
"""

SORTED_PAIRS = """
lift.def @pairs<N>(%m: !lift.array<N, !lift.array<8, i32>>) -> tuple<!lift.array<N, !lift.array<8, i32>>, !lift.array<N, !lift.array<8, i32>>> {
  %r = ocl.map_wrg<0> (%row) in %m {
    %doubled = ocl.map_lcl<0> (%x) in %row {
      %y = arith.addi %x, %x : i32
      %t = lift.tuple %y, %x
      %l = ocl.to_local %t
      lift.yield %l
    }
    %u = lift.unzip %doubled
    %a = lift.get %u[0]
    %b = lift.get %u[1]
    %front = lift.gather %a by (i) -> (7 - i)
    %pair = lift.zip %front, %b
    %sums = ocl.map_lcl<0> (%p) in %pair {
      %f = lift.get %p[0]
      %s = lift.get %p[1]
      %sum = arith.addi %f, %s : i32
      %t = lift.tuple %sum, %s
      lift.yield %t
    }
    %v = lift.unzip %sums
    %c = lift.get %v[1]
    %d = lift.get %v[0]
    %e = lift.tuple %c, %d
    lift.yield %e
  }
  %w = lift.unzip %r
  lift.return %w
}
"""


@pytest.mark.parametrize("n", [1, 7, 64, 1009])
def test_parts_are_written_where_each_is_needed(n: int) -> None:
    program = lift.compile(SWAPPED)
    xs = np.random.default_rng(n).integers(-99, 99, n, np.int32)
    wide, back = program(xs)
    assert program.opencl.count("kernel void") == 1
    assert_array_equal(wide, xs.astype(np.int64), strict=True)
    assert_array_equal(back, 2 * xs[::-1], strict=True)


@pytest.mark.parametrize("n", [1, 5, 130])
def test_parts_of_what_work_items_share(n: int) -> None:
    rows = np.random.default_rng(n).integers(-99, 99, (n, 8), np.int32)
    plain, sums = lift.compile(SORTED_PAIRS)(rows)
    assert_array_equal(plain, rows, strict=True)
    assert_array_equal(sums, 2 * rows[:, ::-1] + rows, strict=True)
