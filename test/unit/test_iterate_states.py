"""A state of any type that each iteration keeps: scalars, tuples, arrays, hidden lengths; at the top level and for each element."""

from __future__ import annotations

import pytest
from program_checks import assert_agrees

SIZES = [{"N": n, "M": m} for n, m in ((1, 1), (1, 3), (3, 2), (7, 1), (7, 5), (13, 4))]

PROGRAMS: dict[str, tuple[str, list[dict[str, int]]]] = {
    "scalars": (
        """
lift.def @f(%n: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %init = lift.tuple %zero, %one
  %r = lift.iterate 10 (%s) in %init {
    %a = lift.get %s[0]
    %b = lift.get %s[1]
    %c = arith.addi %a, %b : i32
    %t = lift.tuple %b, %c
    lift.yield %t
  }
  %a = lift.get %r[0]
  %x = arith.addi %a, %n : i32
  lift.return %x
}
""",
        [{}],
    ),
    "a_number_for_each_element": (
        """
lift.def @f<N, M>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %half = arith.constant 0.5 : f32
  %r = lift.map (%x) in %xs {
    %y = lift.iterate M (%s) in %x {
      %q = arith.divf %x, %s : f32
      %t = arith.addf %q, %s : f32
      %u = arith.mulf %t, %half : f32
      lift.yield %u
    }
    lift.yield %y
  }
  lift.return %r
}
""",
        SIZES,
    ),
    "arrays_and_a_scalar": (
        """
lift.def @f<N, M>(%xs: !lift.array<N, i32>, %ys: !lift.array<N, i32>, %k: i32) -> tuple<!lift.array<N, i32>, !lift.array<N, i32>, i32> {
  %zero = arith.constant 0 : i32
  %init = lift.tuple %xs, %ys, %k
  %r = lift.iterate M (%s) in %init {
    %a = lift.get %s[0]
    %b = lift.get %s[1]
    %c = lift.get %s[2]
    %ab = lift.zip %a, %b
    %sum = lift.map (%p) in %ab {
      %x = lift.get %p[0]
      %y = lift.get %p[1]
      %z = arith.addi %x, %y : i32
      %w = arith.addi %z, %c : i32
      lift.yield %w
    }
    %total = lift.reduce (%acc, %x) in %a from %c {
      %t = arith.addi %acc, %x : i32
      lift.yield %t
    }
    %t = lift.tuple %b, %sum, %total
    lift.yield %t
  }
  lift.return %r
}
""",
        SIZES,
    ),
    "a_scalar_and_folds": (
        """
lift.def @f<N, M>(%xs: !lift.array<N, i32>) -> i32 {
  %zero = arith.constant 0 : i32
  %r = lift.iterate M (%s) in %zero {
    %t = lift.reduce (%acc, %x) in %xs from %s {
      %sx = arith.muli %x, %s : i32
      %y = arith.addi %sx, %x : i32
      %t = arith.addi %acc, %y : i32
      lift.yield %t
    }
    lift.yield %t
  }
  lift.return %r
}
""",
        SIZES,
    ),
    "an_array_and_a_scalar_for_each_row": (
        """
lift.def @f<N, M>(%m: !lift.array<N, !lift.array<4, i32>>) -> !lift.array<N, tuple<!lift.array<4, i32>, i32>> {
  %zero = arith.constant 0 : i32
  %r = lift.map (%row) in %m {
    %init = lift.tuple %row, %zero
    %e = lift.iterate M (%s) in %init {
      %a = lift.get %s[0]
      %c = lift.get %s[1]
      %rev = lift.gather %a by (i) -> (3 - i)
      %b = lift.map (%x) in %rev {
        %y = arith.addi %x, %c : i32
        lift.yield %y
      }
      %total = lift.reduce (%acc, %x) in %a from %c {
        %t = arith.addi %acc, %x : i32
        lift.yield %t
      }
      %t = lift.tuple %b, %total
      lift.yield %t
    }
    lift.yield %e
  }
  lift.return %r
}
""",
        SIZES,
    ),
    "a_hidden_length": (
        """
lift.def @f<N, M>(%xs: !lift.array<N, i32>) -> !lift.exists<X upto N, !lift.array<X, i32>> {
  %zero = arith.constant 3 : i32
  %one = arith.constant 1 : i32
  %all = lift.pack %xs as !lift.exists<X upto N, !lift.array<X, i32>>
  %r = lift.iterate M (%s) in %all {
    %kept = lift.filter (%x) in %s {
      %k = arith.cmpi sgt, %x, %zero : i32
      lift.yield %k
    }
    %less = lift.map (%x) in %kept {
      %y = arith.subi %x, %one : i32
      lift.yield %y
    }
    lift.yield %less
  }
  lift.return %r
}
""",
        SIZES,
    ),
    "a_hidden_length_for_each_row": (
        """
lift.def @f<N, M, K>(%m: !lift.array<N, !lift.array<K, i32>>) -> !lift.array<N, !lift.exists<X upto K, !lift.array<X, i32>>> {
  %zero = arith.constant 3 : i32
  %one = arith.constant 1 : i32
  %r = lift.map (%xs) in %m {
    %all = lift.pack %xs as !lift.exists<X upto K, !lift.array<X, i32>>
    %e = lift.iterate M (%s) in %all {
      %kept = lift.filter (%x) in %s {
        %k = arith.cmpi sgt, %x, %zero : i32
        lift.yield %k
      }
      %less = lift.map (%x) in %kept {
        %y = arith.subi %x, %one : i32
        lift.yield %y
      }
      lift.yield %less
    }
    lift.yield %e
  }
  lift.return %r
}
""",
        [{"N": n, "M": m, "K": k} for n, m, k in ((1, 1, 1), (3, 2, 5), (7, 3, 4))],
    ),
    "a_hidden_length_and_a_number": (
        """
lift.def @f<N, M>(%xs: !lift.array<N, i32>) -> tuple<!lift.exists<X upto N, !lift.array<X, i32>>, i32> {
  %forty = arith.constant 3 : i32
  %twenty = arith.constant 1 : i32
  %all = lift.pack %xs as !lift.exists<X upto N, !lift.array<X, i32>>
  %init = lift.tuple %all, %forty
  %r = lift.iterate M (%s) in %init {
    %e = lift.get %s[0]
    %c = lift.get %s[1]
    %kept = lift.filter (%x) in %e {
      %k = arith.cmpi sgt, %x, %c : i32
      lift.yield %k
    }
    %n = lift.length %kept
    %less = lift.map (%x) in %kept {
      %y = arith.subi %x, %n : i32
      lift.yield %y
    }
    %t = lift.tuple %less, %n
    lift.yield %t
  }
  lift.return %r
}
""",
        SIZES,
    ),
    "rows_of_different_length": (
        """
lift.def @f<N, M>(%m: !lift.array<i : N, !lift.array<i + 1, i32>>) -> !lift.array<i : N, !lift.array<i + 1, i32>> {
  %r = lift.iterate M (%s) in %m {
    %next = lift.map (%row)[k] in %s {
      %n = lift.nat k
      %turned = lift.gather %row by (j) -> (k - j)
      %line = lift.map (%x) in %turned {
        %y = arith.addi %x, %n : i32
        lift.yield %y
      }
      lift.yield %line
    }
    lift.yield %next
  }
  lift.return %r
}
""",
        SIZES,
    ),
    "iterations_in_iterations": (
        """
lift.def @f<N, M>(%xs: !lift.array<N, i32>) -> tuple<!lift.array<N, i32>, i32> {
  %zero = arith.constant 0 : i32
  %init = lift.tuple %xs, %zero
  %r = lift.iterate M (%s) in %init {
    %t = lift.iterate 3 (%u) in %s {
      %a = lift.get %u[0]
      %c = lift.get %u[1]
      %b = lift.map (%x) in %a {
        %y = arith.addi %x, %c : i32
        lift.yield %y
      }
      %d = lift.at %b[N - 1]
      %v = lift.tuple %b, %d
      lift.yield %v
    }
    lift.yield %t
  }
  lift.return %r
}
""",
        SIZES,
    ),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_states(name: str) -> None:
    assert_agrees(*PROGRAMS[name])
