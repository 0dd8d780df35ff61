"""Rows of different length that are laid out anew, and read as one array: they are stored first."""

import pytest
from program_checks import must_agree

SIZES = [{"N": n} for n in (1, 2, 3, 5, 8, 17)]

PROGRAMS = {
    "padded": """
lift.def @f<N>(%a: !lift.array<i : N, !lift.array<i + 1, i32>>) -> !lift.array<sum(i : N, i + 2), i32> {
  %m = lift.map (%row) in %a {
    %o = lift.pad clamp 1, 0 %row
    lift.yield %o
  }
  %f = lift.join %m
  %r = lift.map (%x) in %f {
    %y = arith.addi %x, %x : i32
    lift.yield %y
  }
  lift.return %r
}""",
    "partition": """
lift.def @f<N>(%xs: !lift.array<sum(i : N, i + 1), i32>) -> !lift.array<sum(i : N, i + 1), i32> {
  %p = lift.partition %xs into N by (i) -> (i + 1)
  %m = lift.map (%row)[k] in %p {
    %rev = lift.gather %row by (j) -> (k - j)
    lift.yield %rev
  }
  %r = lift.join %m
  lift.return %r
}""",
    "reversed rows": """
lift.def @f<N>(%x: !lift.array<i : N, !lift.array<i + 1, i32>>) -> !lift.array<sum(q : N, q + 1), i32> {
  %rev = lift.gather %x by (i) -> (N - 1 - i)
  %j = lift.join %rev
  %r = lift.map (%e) in %j {
    %y = arith.addi %e, %e : i32
    lift.yield %y
  }
  lift.return %r
}""",
    "rows of a table": """
lift.def @f<N, rows[N]>(%x: !lift.array<i : N, !lift.array<rows[i], i32>>) -> i32 {
  %zero = arith.constant 0 : i32
  %rev = lift.gather %x by (i) -> (N - 1 - i)
  %j = lift.join %rev
  %r = lift.reduce (%acc, %e) in %j from %zero {
    %y = arith.addi %acc, %e : i32
    lift.yield %y
  }
  lift.return %r
}""",
    "pairs": """
lift.def @f<N>(%x: !lift.array<i : N, !lift.array<i + 1, i32>>, %w: !lift.array<i : N, !lift.array<i + 1, i32>>)
    -> !lift.array<sum(q : N, q + 1), i32> {
  %z = lift.zip %x, %w
  %m = lift.map (%p) in %z {
    %a = lift.get %p[0]
    %b = lift.get %p[1]
    %c = lift.zip %a, %b
    lift.yield %c
  }
  %j = lift.join %m
  %r = lift.map (%e) in %j {
    %a = lift.get %e[0]
    %b = lift.get %e[1]
    %y = arith.addi %a, %b : i32
    lift.yield %y
  }
  lift.return %r
}""",
    "in a map": """
lift.def @f<N, M>(%xs: !lift.array<M, !lift.array<i : N, !lift.array<i + 1, i32>>>) -> !lift.array<M, i32> {
  %zero = arith.constant 0 : i32
  %r = lift.map (%x) in %xs {
    %rev = lift.gather %x by (i) -> (N - 1 - i)
    %j = lift.join %rev
    %s = lift.scan (%acc, %e) in %j from %zero {
      %y = arith.addi %acc, %e : i32
      lift.yield %y
    }
    %t = lift.reduce (%acc, %e) in %s from %zero {
      %y = arith.addi %acc, %e : i32
      lift.yield %y
    }
    lift.yield %t
  }
  lift.return %r
}""",
}


@pytest.mark.parametrize("program", PROGRAMS)
def test_rows_are_stored_first(program: str) -> None:
    source = PROGRAMS[program]
    sizes = [{**size, "M": 3} for size in SIZES] if "<N, M>" in source else SIZES
    must_agree(source, sizes)
