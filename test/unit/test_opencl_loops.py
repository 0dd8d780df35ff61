"""Loops of sequential patterns: unrolled, in place, split, and with what does not change in them computed before them.

Each program agrees with the interpreter.
"""

from __future__ import annotations

import pytest
from program_checks import must_agree

pytestmark = pytest.mark.many(3)

UNROLLED = {
    "fold": """
lift.def @f<N>(%m: !lift.array<N, !lift.array<5, i32>>, %zero: i32) -> !lift.array<N, i32> {
  %r = lift.map (%row) in %m {
    %s = ocl.reduce_seq unroll (%acc, %x)[k] in %row from %zero {
      %n = lift.nat k : i32
      %p = arith.muli %x, %n : i32
      %t = arith.addi %acc, %p : i32
      lift.yield %t
    }
    lift.yield %s
  }
  lift.return %r
}
""",
    "fold_of_rows_that_differ": """
lift.def @f<N>(%m: !lift.array<N, !lift.array<i : 3, !lift.array<i + 1, i32>>>, %zero: i32) -> !lift.array<N, i32> {
  %r = lift.map (%rows) in %m {
    %s = ocl.reduce_seq unroll (%acc, %row)[k] in %rows from %zero {
      %t = ocl.reduce_seq (%a, %x)[j] in %row from %acc {
        %n = lift.nat 2 * k + j : i32
        %p = arith.muli %x, %n : i32
        %b = arith.addi %a, %p : i32
        lift.yield %b
      }
      lift.yield %t
    }
    lift.yield %s
  }
  lift.return %r
}
""",
    "fold_of_arrays_in_turn": """
lift.def @f<N>(%m: !lift.array<N, !lift.array<4, i32>>, %xs: !lift.array<3, i32>) -> !lift.array<N, !lift.array<4, i32>> {
  %r = lift.map (%row) in %m {
    %s = ocl.reduce_seq unroll (%acc, %x) in %xs from %row {
      %reversed = lift.gather %acc by (i) -> (3 - i)
      %next = ocl.map_seq (%y) in %reversed {
        %t = arith.addi %x, %y : i32
        lift.yield %t
      }
      lift.yield %next
    }
    lift.yield %s
  }
  lift.return %r
}
""",
    "fold_of_nothing": """
lift.def @f<N>(%m: !lift.array<N, !lift.array<0, i32>>, %zero: i32) -> !lift.array<N, i32> {
  %r = lift.map (%row) in %m {
    %s = ocl.reduce_seq unroll (%acc, %x) in %row from %zero {
      lift.yield %x
    }
    lift.yield %s
  }
  lift.return %r
}
""",
    "scan": """
lift.def @f<N>(%m: !lift.array<N, !lift.array<4, i32>>, %zero: i32) -> !lift.array<N, !lift.array<4, i32>> {
  %r = lift.map (%row) in %m {
    %s = ocl.scan_seq unroll (%acc, %x)[k] in %row from %zero {
      %n = lift.nat k : i32
      %p = arith.muli %x, %n : i32
      %t = arith.addi %acc, %p : i32
      lift.yield %t
    }
    lift.yield %s
  }
  lift.return %r
}
""",
    "scan_of_arrays": """
lift.def @f<N>(%m: !lift.array<N, !lift.array<2, i32>>, %xs: !lift.array<3, i32>)
    -> !lift.array<N, !lift.array<3, !lift.array<2, i32>>> {
  %r = lift.map (%row) in %m {
    %s = ocl.scan_seq unroll (%acc, %x) in %xs from %row {
      %reversed = lift.gather %acc by (i) -> (1 - i)
      %next = ocl.map_seq (%y) in %reversed {
        %t = arith.addi %x, %y : i32
        lift.yield %t
      }
      lift.yield %next
    }
    lift.yield %s
  }
  lift.return %r
}
""",
}

HOISTED = {
    "own_element": """
lift.def @f<N>(%xs: !lift.array<N, i32>, %zero: i32) -> !lift.array<N, i32> {
  %r = ocl.map_glb<0> (%x) in %xs {
    %s = ocl.reduce_seq (%acc, %e) in %xs from %zero {
      %d = arith.subi %e, %x : i32
      %t = arith.addi %acc, %d : i32
      lift.yield %t
    }
    lift.yield %s
  }
  lift.return %r
}
""",
    "own_element_in_local_memory": """
lift.def @f<N>(%m: !lift.array<N, !lift.array<7, i32>>, %zero: i32) -> !lift.array<N, !lift.array<7, i32>> {
  %r = ocl.map_wrg<0> (%row) in %m {
    %l = ocl.map_lcl<0> (%x) in %row {
      %y = arith.addi %x, %x : i32
      %p = ocl.to_local %y
      lift.yield %p
    }
    %w = ocl.map_lcl<0> (%x) in %l {
      %own = ocl.to_private %x
      %s = ocl.reduce_seq (%acc, %e) in %l from %zero {
        %d = arith.subi %e, %own : i32
        %t = arith.addi %acc, %d : i32
        lift.yield %t
      }
      lift.yield %s
    }
    lift.yield %w
  }
  lift.return %r
}
""",
    # The accumulator is memory that the kernel writes to: its first element is another one in each iteration.
    "element_of_an_accumulator": """
lift.def @f<N>(%m: !lift.array<N, !lift.array<3, i32>>, %xs: !lift.array<N, i32>) -> !lift.array<N, !lift.array<3, i32>> {
  %r = ocl.map_glb<0> (%row) in %m {
    %s = ocl.reduce_seq (%acc, %x) in %xs from %row {
      %first = lift.at %acc[0]
      %own = ocl.to_private %first
      %next = ocl.map_seq (%y) in %acc {
        %t = arith.addi %own, %y : i32
        %u = arith.subi %t, %x : i32
        lift.yield %u
      }
      lift.yield %next
    }
    lift.yield %s
  }
  lift.return %r
}
""",
}

SHARED = {
    "rows_from_a_table": """
lift.def @f<N, rows[N]>(%m: !lift.array<i : N, !lift.array<rows[i], i32>>, %zero: i32) -> !lift.array<N, i32> {
  %r = lift.map (%row) in %m {
    %s = ocl.reduce_seq (%acc, %x) in %row from %zero {
      %t = arith.addi %acc, %x : i32
      lift.yield %t
    }
    lift.yield %s
  }
  lift.return %r
}
""",
    "rows_before_and_behind": """
lift.def @f<N>(%m: !lift.array<N, !lift.array<N, i32>>) -> !lift.array<N, !lift.array<N, i32>> {
  %padded = lift.pad clamp 2, 1 %m
  %windows = lift.slide 4 by 1 %padded
  %r = lift.map (%w) in %windows {
    %a = lift.at %w[0]
    %b = lift.at %w[3]
    %ab = lift.zip %a, %b
    %s = lift.map (%p) in %ab {
      %x = lift.get %p[0]
      %y = lift.get %p[1]
      %t = arith.subi %x, %y : i32
      lift.yield %t
    }
    lift.yield %s
  }
  lift.return %r
}
""",
    "mirrored_rows": """
lift.def @f<N>(%m: !lift.array<N, !lift.array<N, i32>>) -> !lift.array<N + 1, !lift.array<N, i32>> {
  %padded = lift.pad mirror 1, 0 %m
  %r = lift.map (%row) in %padded {
    %s = lift.map (%x) in %row {
      %t = arith.addi %x, %x : i32
      lift.yield %t
    }
    lift.yield %s
  }
  lift.return %r
}
""",
}

WINDOW = """
lift.def @f<N>(%m: !lift.array<N, !lift.array<N + 1, i32>>, %zero: i32) -> !lift.array<N, !lift.array<N + 1, i32>> {
  %border = lift.generate [j : N + 3] {
    lift.yield %zero
  }
  %rows = lift.map (%row) in %m {
    %p = lift.pad INNER 1, 1 %row
    lift.yield %p
  }
  %padded = lift.pad OUTER 1, 1 %rows
  %bands = lift.slide 3 by 1 %padded
  %r = lift.map (%band) in %bands {
    %columns = lift.transpose %band
    %windows = lift.slide 3 by 1 %columns
    %s = lift.map (%window) in %windows {
      %flat = lift.join %window
      %t = ocl.reduce_seq (%acc, %x)[k] in %flat from %zero {
        %n = lift.nat k + 1 : i32
        %y = arith.muli %x, %n : i32
        %u = arith.addi %acc, %y : i32
        lift.yield %u
      }
      lift.yield %t
    }
    lift.yield %s
  }
  lift.return %r
}
"""
SPLIT = {
    "window_clamp": WINDOW.replace("INNER", "clamp").replace("OUTER", "clamp"),
    "window_wrap": WINDOW.replace("INNER", "wrap").replace("OUTER", "mirror"),
    "window_constant": WINDOW.replace("INNER", "constant %zero").replace("OUTER", "constant %border"),
    "large_window": WINDOW.replace("INNER 1, 1", "clamp 4, 4")
    .replace("OUTER 1, 1", "clamp 4, 4")
    .replace("slide 3", "slide 9")
    .replace("j : N + 3", "j : N + 9"),
    "joined_columns": """
lift.def @f<N>(%m: !lift.array<N, !lift.array<N + 2, i32>>) -> !lift.array<1, !lift.array<N * (N + 2), i32>> {
  %columns = lift.transpose %m
  %flat = lift.join %columns
  %one = lift.generate [o : 1] {
    %z = lift.nat o : i32
    lift.yield %z
  }
  %r = ocl.map_glb<0> (%o) in %one {
    %s = ocl.map_seq (%x)[k] in %flat {
      %n = lift.nat k : i32
      %t = arith.addi %x, %n : i32
      lift.yield %t
    }
    lift.yield %s
  }
  lift.return %r
}
""",
    "joined_twice_and_zipped": """
lift.def @f<N>(%m: !lift.array<N, !lift.array<3, !lift.array<2, i32>>>, %ys: !lift.array<6 * N, i32>, %zero: i32)
    -> !lift.array<1, i32> {
  %turned = lift.map (%a) in %m {
    %t = lift.transpose %a
    lift.yield %t
  }
  %rows = lift.join %turned
  %flat = lift.join %rows
  %both = lift.zip %flat, %ys
  %one = lift.generate [o : 1] {
    lift.yield %zero
  }
  %r = ocl.map_glb<0> (%o) in %one {
    %s = ocl.reduce_seq (%acc, %p) in %both from %o {
      %x = lift.get %p[0]
      %y = lift.get %p[1]
      %xy = arith.muli %x, %y : i32
      %t = arith.addi %acc, %xy : i32
      lift.yield %t
    }
    lift.yield %s
  }
  lift.return %r
}
""",
}

IN_PLACE = {
    "fold_in_a_fold": """
lift.def @f<N>(%m: !lift.array<N, !lift.array<4 * N, i32>>) -> !lift.array<N, !lift.array<2, !lift.array<3, i32>>> {
  %zero = arith.constant 0 : i32
  %zeros = lift.generate [i : 2] {
    %row = lift.generate [j : 3] {
      lift.yield %zero
    }
    lift.yield %row
  }
  %r = ocl.map_glb<0> (%xs) in %m {
    %chunks = lift.split 4 %xs
    %s = ocl.reduce_seq (%acc, %chunk) in %chunks from %zeros {
      %t = ocl.reduce_seq (%a, %x)[k] in %chunk from %acc {
        %next = ocl.map_seq (%row)[i] in %a {
          %new = ocl.map_seq (%y)[j] in %row {
            %n = lift.nat i + 2 * j + k : i32
            %p = arith.muli %x, %n : i32
            %z = arith.addi %p, %y : i32
            %v = ocl.to_private %z
            lift.yield %v
          }
          lift.yield %new
        }
        lift.yield %next
      }
      lift.yield %t
    }
    lift.yield %s
  }
  lift.return %r
}
""",
    "fold_of_rows": """
lift.def @f<N>(%m: !lift.array<N, !lift.array<N, i32>>, %first: !lift.array<N, !lift.array<2, i32>>)
    -> !lift.array<N, !lift.array<2, i32>> {
  %s = ocl.reduce_seq (%acc, %xs) in %m from %first {
    %pairs = lift.zip %acc, %xs
    %rows = ocl.map_seq (%p) in %pairs {
      %row = lift.get %p[0]
      %t = ocl.reduce_seq (%a, %x) in %xs from %row {
        %next = ocl.map_seq (%y) in %a {
          %z = arith.subi %x, %y : i32
          lift.yield %z
        }
        lift.yield %next
      }
      lift.yield %t
    }
    lift.yield %rows
  }
  lift.return %s
}
""",
    # Work items share an accumulator that one of them changes in a fold in a fold.
    "fold_in_a_fold_of_a_group": """
lift.def @f<N>(%m: !lift.array<N, !lift.array<6, i32>>) -> !lift.array<N, !lift.array<6, i32>> {
  %r = ocl.map_wrg<0> (%row) in %m {
    %first = ocl.map_lcl<0> (%x) in %row {
      %y = arith.addi %x, %x : i32
      %l = ocl.to_local %y
      lift.yield %l
    }
    %chunks = lift.split 2 %row
    %s = ocl.reduce_seq (%acc, %chunk) in %chunks from %first {
      %t = ocl.reduce_seq (%a, %x) in %chunk from %acc {
        %next = ocl.map_seq (%y) in %a {
          %z = arith.subi %x, %y : i32
          lift.yield %z
        }
        lift.yield %next
      }
      lift.yield %t
    }
    %out = ocl.map_lcl<0> (%x) in %s {
      %y = arith.addi %x, %x : i32
      lift.yield %y
    }
    lift.yield %out
  }
  lift.return %r
}
""",
}

PROGRAMS = UNROLLED | HOISTED | SHARED | SPLIT | IN_PLACE

SIZES = ({"N": 1}, {"N": 2}, {"N": 13}, {"N": 16})


@pytest.mark.parametrize("name", PROGRAMS)
def test_loops_agree_with_the_interpreter(name: str) -> None:
    must_agree(PROGRAMS[name], SIZES)
