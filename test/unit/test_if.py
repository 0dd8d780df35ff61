"""`lift.if` for numbers, arrays and hidden lengths, in patterns and at the top level: the device does what the interpreter does."""

from __future__ import annotations

import pytest
from program_checks import assert_agrees

SIZES = [{"N": n} for n in (1, 2, 7, 13)]

PROGRAMS: dict[str, tuple[str, list[dict[str, int]]]] = {
    "maps_at_the_top_level": (
        """
lift.def @f<N>(%c: i32, %xs: !lift.array<N, i32>, %ys: !lift.array<N, !lift.array<2, i32>>)
    -> tuple<!lift.array<N, i32>, !lift.array<N, !lift.array<2, i32>>> {
  %zero = arith.constant 0 : i32
  %p = arith.cmpi sgt, %c, %zero : i32
  %r = lift.if %p {
    %more = arith.addi %c, %c : i32
    %one = lift.map (%x)[i] in %xs {
      %i = lift.nat i
      %s = arith.muli %x, %i : i32
      %t = arith.addi %s, %more : i32
      lift.yield %t
    }
    %t = lift.tuple %one, %ys
    lift.yield %t
  } else {
    %back = lift.gather %xs by (i) -> (N - 1 - i)
    %two = lift.map (%row)[k] in %ys {
      %turned = lift.map (%y) in %row {
        %k = lift.nat k
        %s = arith.subi %k, %y : i32
        lift.yield %s
      }
      lift.yield %turned
    }
    %t = lift.tuple %back, %two
    lift.yield %t
  }
  lift.return %r
}
""",
        SIZES,
    ),
    "numbers_for_each_element": (
        """
lift.def @f<N>(%xs: !lift.array<N, i32>) -> !lift.array<N, tuple<i32, i32>> {
  %zero = arith.constant 0 : i32
  %two = arith.constant 2 : i32
  %r = lift.map (%x) in %xs {
    %rest = arith.remsi %x, %two : i32
    %even = arith.cmpi eq, %rest, %zero : i32
    %y = lift.if %even {
      %h = arith.divsi %x, %two : i32
      %t = lift.tuple %h, %zero
      lift.yield %t
    } else {
      %s = lift.reduce (%acc, %e) in %xs from %x {
        %u = arith.addi %acc, %e : i32
        lift.yield %u
      }
      %t = lift.tuple %s, %rest
      lift.yield %t
    }
    lift.yield %y
  }
  lift.return %r
}
""",
        SIZES,
    ),
    "an_array_for_each_row": (
        """
lift.def @f<N, M>(%m: !lift.array<N, !lift.array<M, i32>>) -> !lift.array<N, !lift.array<M, i32>> {
  %zero = arith.constant 0 : i32
  %two = arith.constant 2 : i32
  %r = lift.map (%row)[k] in %m {
    %k = lift.nat k
    %rest = arith.remsi %k, %two : i32
    %even = arith.cmpi eq, %rest, %zero : i32
    %y = lift.if %even {
      %rev = lift.gather %row by (i) -> (M - 1 - i)
      lift.yield %rev
    } else {
      %s = lift.map (%e) in %row {
        %u = arith.addi %e, %k : i32
        lift.yield %u
      }
      lift.yield %s
    }
    lift.yield %y
  }
  lift.return %r
}
""",
        [{"N": n, "M": m} for n, m in ((1, 1), (2, 3), (7, 5))],
    ),
    "anything_at_the_top_level": (
        """
lift.def @f<N>(%xs: !lift.array<N, i32>, %c: i32) -> tuple<!lift.array<N, i32>, i32, !lift.exists<X upto N, !lift.array<X, i32>>> {
  %zero = arith.constant 0 : i32
  %first = lift.at %xs[0]
  %big = arith.cmpi sgt, %first, %c : i32
  %r = lift.if %big {
    %ys = lift.map (%x) in %xs {
      %y = arith.addi %x, %c : i32
      lift.yield %y
    }
    %kept = lift.filter (%x) in %xs {
      %k = arith.cmpi sgt, %x, %c : i32
      lift.yield %k
    }
    %t = lift.tuple %ys, %c, %kept
    lift.yield %t
  } else {
    %sum = lift.reduce (%acc, %x) in %xs from %zero {
      %s = arith.addi %acc, %x : i32
      lift.yield %s
    }
    %all = lift.pack %xs as !lift.exists<X upto N, !lift.array<X, i32>>
    %t = lift.tuple %xs, %sum, %all
    lift.yield %t
  }
  lift.return %r
}
""",
        SIZES,
    ),
    "in_iterations_of_the_host": (
        """
lift.def @f<N>(%xs: !lift.array<N, i32>) -> !lift.array<N, i32> {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r = lift.iterate 3 (%s)[n] in %xs {
    %sum = lift.reduce (%acc, %x) in %s from %zero {
      %t = arith.addi %acc, %x : i32
      lift.yield %t
    }
    %odd = arith.andi %sum, %one : i32
    %is_odd = arith.cmpi eq, %odd, %one : i32
    %next = lift.if %is_odd {
      %turned = lift.gather %s by (i) -> (n - 1 - i)
      lift.yield %turned
    } else {
      %more = lift.map (%x) in %s {
        %y = arith.addi %x, %one : i32
        lift.yield %y
      }
      lift.yield %more
    }
    lift.yield %next
  }
  lift.return %r
}
""",
        SIZES,
    ),
    "lengths_that_divide": (
        """
lift.def @f<N>(%xs: !lift.array<N, f32>) -> !lift.exists<X upto N, !lift.array<X, f32>> {
  %zero = arith.constant 0.0 : f32
  %kept = lift.filter (%x) in %xs { %k = arith.cmpf ogt, %x, %zero : f32 lift.yield %k }
  %r = lift.unpack (%v)[X] in %kept {
    %even = lift.nat if(X mod 2 eq 0, 1, 0) : i1
    %s = lift.if %even {
      %pairs = lift.split 2 %v
      %t = lift.transpose %pairs
      %j = lift.join %t
      lift.yield %j
    } else {
      lift.yield %v
    }
    %p = lift.pack %s as !lift.exists<X upto N, !lift.array<X, f32>>
    lift.yield %p
  }
  lift.return %r
}
""",
        SIZES,
    ),
    "lengths_that_are_equal": (
        """
lift.def @f<N>(%xs: !lift.array<N, f32>, %ys: !lift.array<N, f32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %a = lift.filter (%x) in %xs { %k = arith.cmpf ogt, %x, %zero : f32 lift.yield %k }
  %b = lift.filter (%x) in %ys { %k = arith.cmpf ogt, %x, %zero : f32 lift.yield %k }
  %r = lift.unpack (%v)[X] in %a {
    %s = lift.unpack (%w)[Y] in %b {
      %same = lift.nat if(X eq Y, 1, 0) : i1
      %t = lift.if %same {
        %z = lift.zip %v, %w
        %d = lift.reduce (%acc, %p) in %z from %zero {
          %p0 = lift.get %p[0]
          %p1 = lift.get %p[1]
          %q = arith.mulf %p0, %p1 : f32
          %u = arith.addf %acc, %q : f32
          lift.yield %u
        }
        lift.yield %d
      } else {
        lift.yield %zero
      }
      lift.yield %t
    }
    lift.yield %s
  }
  lift.return %r
}
""",
        SIZES,
    ),
    "rows_that_are_long": (
        """
lift.def @f<N, M>(%m: !lift.array<N, !lift.array<M, i32>>) -> !lift.array<N, i32> {
  %zero = arith.constant 0 : i32
  %r = lift.map (%row)[k] in %m {
    %far = lift.nat if(k + 5 le M, 1, 0) : i1
    %s = lift.if %far {
      %part = lift.slice %row from k + 2 size M - k - 2
      %w = lift.slide 3 by 1 %part
      %sums = lift.map (%win) in %w { %q = lift.reduce (%a, %x) in %win from %zero { %t = arith.addi %a, %x : i32 lift.yield %t } lift.yield %q }
      %rev = lift.gather %sums by (i) -> (M - k - 5 - i)
      %sc = lift.scan (%a, %x) in %rev from %zero { %t = arith.subi %x, %a : i32 lift.yield %t }
      %last = lift.at %sc[M - k - 5]
      lift.yield %last
    } else {
      lift.yield %zero
    }
    lift.yield %s
  }
  lift.return %r
}
""",
        [{"N": n, "M": m} for n in (1, 7, 13) for m in (1, 3, 5, 11)],
    ),
    "an_array_that_is_long": (
        """
lift.def @f<N>(%xs: !lift.array<N, i32>) -> i32 {
  %zero = arith.constant 0 : i32
  %c = lift.nat if(N ge 5, 1, 0) : i1
  %s = lift.if %c {
    %part = lift.slice %xs from 4 size N - 4
    %sc = lift.scan (%a, %x) in %part from %zero { %t = arith.subi %x, %a : i32 lift.yield %t }
    %rev = lift.gather %sc by (i) -> (N - 5 - i)
    %r = lift.reduce ordered (%a, %x) in %rev from %zero { %t = arith.subi %x, %a : i32 lift.yield %t }
    lift.yield %r
  } else {
    lift.yield %zero
  }
  lift.return %s
}
""",
        [{"N": n} for n in (1, 4, 5, 13)],
    ),
    "a_divisor_that_is_none": (
        """
lift.def @f<N, M>(%xs: !lift.array<N, i32>) -> !lift.array<N, i32> {
  %zero = arith.constant 0 : i32
  %r = lift.map (%x)[k] in %xs {
    %c = lift.nat if(M ge 4, 1, 0) : i1
    %s = lift.if %c {
      %q = lift.nat (N + k) floordiv (M - 3) : i32
      %q2 = lift.nat N floordiv (M - 3) : i32
      %t = arith.addi %q, %x : i32
      %t2 = arith.addi %q2, %t : i32
      lift.yield %t2
    } else {
      lift.yield %zero
    }
    lift.yield %s
  }
  lift.return %r
}
""",
        [{"N": n, "M": m} for n in (1, 7) for m in (1, 3, 4, 9)],
    ),
    "of_ifs": (
        """
lift.def @f<N>(%xs: !lift.array<N, i32>, %a: i32) -> !lift.array<N, i32> {
  %zero = arith.constant 0 : i32
  %r = lift.map (%x) in %xs {
    %positive = arith.cmpi sgt, %x, %zero : i32
    %y = lift.if %positive {
      %more = arith.cmpi sgt, %x, %a : i32
      %z = lift.if %more {
        lift.yield %a
      } else {
        lift.yield %x
      }
      lift.yield %z
    } else {
      %z = lift.iterate upto 5 (%s) in %x while {
        %less = arith.cmpi slt, %s, %zero : i32
        lift.yield %less
      } do {
        %t = arith.addi %s, %a : i32
        lift.yield %t
      }
      lift.yield %z
    }
    lift.yield %y
  }
  lift.return %r
}
""",
        SIZES,
    ),
    "of_rows_whose_length_is_hidden_where_it_has_a_name": (
        """
lift.def @f<N, M>(%xs: !lift.array<M, i32>, %a: i32, %c: i32) -> !lift.exists<X upto 2, !lift.array<X, !lift.array<M, i32>>> {
  %two = arith.constant 2 : i32
  %n = arith.minsi %a, %two : i32
  %rows = lift.generate [k : %n upto 2] {
    lift.yield %xs
  }
  %positive = arith.cmpi sgt, %c, %two : i32
  %r = lift.if %positive {
    lift.yield %rows
  } else {
    lift.yield %rows
  }
  lift.return %r
}
""",
        [{"N": 1, "M": m} for m in (1, 3, 9)],
    ),
}


@pytest.mark.many(3)
@pytest.mark.parametrize("name", PROGRAMS)
def test_ifs(name: str) -> None:
    assert_agrees(*PROGRAMS[name])
