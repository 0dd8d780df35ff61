"""Arrays that are too short for a window: there is none, and the device does what the interpreter does."""

from __future__ import annotations

import pytest
from program_checks import assert_agrees

STENCIL = """
    %w = lift.slide 3 by 1 %xs
    %u = lift.map (%x) in %w {
      %a = lift.at %x[0]
      %b = lift.at %x[2]
      %d = arith.subi %a, %b : i32
      lift.yield %d
    }
"""

PROGRAMS: dict[str, tuple[str, list[dict[str, int]]]] = {
    "stencil": (
        f"""
lift.def @f<N>(%xs: !lift.array<N + 1, i32>) -> !lift.array<N - 1, i32> {{
  {STENCIL}
  lift.return %u
}}
""",
        [{"N": 1}, {"N": 2}, {"N": 9}],
    ),
    "strides": (
        f"""
lift.def @f<N>(%xs: !lift.array<N, i32>) -> !lift.array<(N - 1) floordiv 2, i32> where [N mod 2 eq 1] {{
  {STENCIL.replace("by 1", "by 2")}
  lift.return %u
}}
""",
        [{"N": 1}, {"N": 3}, {"N": 9}],
    ),
    "windows_in_memory": (
        """
lift.def @f<N, S, T>(%xs: !lift.array<(N - 1) * T + S - T, i32>) -> !lift.array<N - 1, !lift.array<S, i32>> where [S ge T] {
  %w = lift.slide S by T %xs
  lift.return %w
}
""",
        [{"N": 1, "S": 3, "T": 2}, {"N": 1, "S": 2, "T": 2}, {"N": 4, "S": 3, "T": 2}],
    ),
    "sum_of_windows": (
        f"""
lift.def @f<N>(%xs: !lift.array<N + 1, i32>) -> i32 {{
  {STENCIL}
  %z = arith.constant 5 : i32
  %r = lift.reduce (%c, %e) in %u from %z {{
    %k = arith.addi %c, %e : i32
    lift.yield %k
  }}
  lift.return %r
}}
""",
        [{"N": 1}, {"N": 2}, {"N": 9}],
    ),
    "windows_of_rows_and_columns": (
        """
lift.def @f<M, N>(%m: !lift.array<M + 1, !lift.array<N + 1, i32>>) -> !lift.array<M - 1, !lift.array<N - 1, i32>> {
  %rows = lift.slide 3 by 1 %m
  %r = lift.map (%three) in %rows {
    %t = lift.transpose %three
    %ws = lift.slide 3 by 1 %t
    %o = lift.map (%w) in %ws {
      %c = lift.at %w[0]
      %a = lift.at %c[2]
      %d = lift.at %w[2]
      %b = lift.at %d[1]
      %e = arith.subi %a, %b : i32
      lift.yield %e
    }
    lift.yield %o
  }
  lift.return %r
}
""",
        [{"M": 1, "N": 1}, {"M": 1, "N": 4}, {"M": 4, "N": 1}, {"M": 4, "N": 3}],
    ),
    "windows_of_work_groups": (
        """
lift.def @f<M, N>(%m: !lift.array<N + 1, !lift.array<M, i32>>) -> !lift.array<N - 1, !lift.array<3, !lift.array<M, i32>>> {
  %ws = lift.slide 3 by 1 %m
  %r = ocl.map_wrg<0> (%three) in %ws {
    %u = lift.map (%x) in %three {
      %v = ocl.map_lcl<0> (%y) in %x {
        %d = arith.addi %y, %y : i32
        lift.yield %d
      }
      lift.yield %v
    }
    lift.yield %u
  }
  lift.return %r
}
""",
        [{"M": 1, "N": 1}, {"M": 7, "N": 1}, {"M": 7, "N": 3}],
    ),
    "iterations_until_nothing_is_left": (
        f"""
lift.def @f<N, K>(%ys: !lift.array<N + 2 * K - 1, i32>) -> !lift.array<N - 1, i32> {{
  %r = lift.iterate K (%xs)[n] in %ys {{
    {STENCIL}
    lift.yield %u
  }}
  lift.return %r
}}
""",
        [{"N": 1, "K": 1}, {"N": 1, "K": 3}, {"N": 5, "K": 2}],
    ),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_it_agrees_with_the_interpreter(name: str) -> None:
    assert_agrees(*PROGRAMS[name])
