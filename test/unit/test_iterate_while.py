"""Iterations that end by a condition, for each element and as loops of the host: the device does what the interpreter does."""

from __future__ import annotations

import numpy as np
import pytest
from program_checks import assert_agrees

import lift
from lift.analysis.plan import is_asked

SIZES = [{"N": n, "M": m} for n, m in ((1, 1), (1, 3), (3, 2), (7, 1), (7, 9), (13, 70))]

PROGRAMS: dict[str, tuple[str, list[dict[str, int]]]] = {
    "steps_of_mandelbrot": (
        """
lift.def @f<N, M>(%xs: !lift.array<N, tuple<f32, f32>>) -> !lift.array<N, i32> {
  %zero = arith.constant 0.0 : f32
  %none = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %four = arith.constant 4.0 : f32
  %r = lift.map (%c) in %xs {
    %cx = lift.get %c[0]
    %cy = lift.get %c[1]
    %init = lift.tuple %zero, %zero, %none
    %end = lift.iterate upto M (%s) in %init while {
      %x = lift.get %s[0]
      %y = lift.get %s[1]
      %xx = arith.mulf %x, %x : f32
      %yy = arith.mulf %y, %y : f32
      %d = arith.addf %xx, %yy : f32
      %near = arith.cmpf ole, %d, %four : f32
      lift.yield %near
    } do {
      %x = lift.get %s[0]
      %y = lift.get %s[1]
      %n = lift.get %s[2]
      %xx = arith.mulf %x, %x : f32
      %yy = arith.mulf %y, %y : f32
      %xy = arith.mulf %x, %y : f32
      %d = arith.subf %xx, %yy : f32
      %u = arith.addf %d, %cx : f32
      %t = arith.addf %xy, %xy : f32
      %v = arith.addf %t, %cy : f32
      %m = arith.addi %n, %one : i32
      %next = lift.tuple %u, %v, %m
      lift.yield %next
    }
    %n = lift.get %end[2]
    lift.yield %n
  }
  lift.return %r
}
""",
        SIZES,
    ),
    "numbers_at_the_top_level": (
        """
lift.def @f(%most: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %init = lift.tuple %one, %two, %zero
  %r = lift.iterate upto 100 (%s) in %init while {
    %a = lift.get %s[0]
    %c = arith.cmpi sle, %a, %most : i32
    lift.yield %c
  } do {
    %a = lift.get %s[0]
    %b = lift.get %s[1]
    %t = lift.get %s[2]
    %n = arith.addi %a, %b : i32
    %odd = arith.remsi %a, %two : i32
    %even = arith.cmpi eq, %odd, %zero : i32
    %x = arith.select %even, %a, %zero : i32
    %u = arith.addi %t, %x : i32
    %next = lift.tuple %b, %n, %u
    lift.yield %next
  }
  %t = lift.get %r[2]
  lift.return %t
}
""",
        [{}],
    ),
    "an_array_for_each_row": (
        """
lift.def @f<N, M>(%m: !lift.array<N, !lift.array<4, i32>>) -> !lift.array<N, !lift.array<4, i32>> {
  %zero = arith.constant 0 : i32
  %most = arith.constant 40 : i32
  %r = lift.map (%row) in %m {
    %e = lift.iterate upto M (%s) in %row while {
      %sum = lift.reduce (%acc, %x) in %s from %zero {
        %t = arith.addi %acc, %x : i32
        lift.yield %t
      }
      %c = arith.cmpi slt, %sum, %most : i32
      lift.yield %c
    } do {
      %rev = lift.gather %s by (i) -> ((i + 1) mod 4)
      %next = lift.map (%x) in %rev {
        %y = arith.addi %x, %x : i32
        lift.yield %y
      }
      lift.yield %next
    }
    lift.yield %e
  }
  lift.return %r
}
""",
        SIZES,
    ),
    "an_index_that_is_only_good_in_an_iteration": (
        """
lift.def @f<N>(%m: !lift.array<N, !lift.array<N, i32>>) -> !lift.array<N, i32> {
  %zero = arith.constant 0 : i32
  %three = arith.constant 3 : i32
  %one = arith.constant 1 : i32
  %r = lift.map (%row) in %m {
    %e = lift.iterate upto N (%i) in %zero while {
      %x = lift.at_unchecked %row[%i]
      %c = arith.cmpi ne, %x, %three : i32
      lift.yield %c
    } do {
      %j = arith.addi %i, %one : i32
      lift.yield %j
    }
    lift.yield %e
  }
  lift.return %r
}
""",
        [{"N": n} for n in (1, 2, 7, 13)],
    ),
    "a_hidden_length_for_each_row": (
        """
lift.def @f<N, M, K>(%m: !lift.array<N, !lift.array<K, i32>>) -> !lift.array<N, !lift.exists<X upto K, !lift.array<X, i32>>> {
  %two = arith.constant 2 : i32
  %one = arith.constant 1 : i32
  %r = lift.map (%xs) in %m {
    %all = lift.pack %xs as !lift.exists<X upto K, !lift.array<X, i32>>
    %e = lift.iterate upto M (%s) in %all while {
      %n = lift.length %s
      %c = arith.cmpi sgt, %n, %two : i32
      lift.yield %c
    } do {
      %kept = lift.filter (%x) in %s {
        %k = arith.cmpi sgt, %x, %one : i32
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
        [{"N": n, "M": m, "K": k} for n, m, k in ((1, 1, 1), (3, 2, 5), (7, 9, 4))],
    ),
    "whiles_in_whiles": (
        """
lift.def @f<N, M>(%xs: !lift.array<N, i32>) -> !lift.array<N, tuple<i32, i32>> {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %three = arith.constant 3 : i32
  %r = lift.map (%x) in %xs {
    %init = lift.tuple %x, %zero
    %e = lift.iterate upto M (%s) in %init while {
      %n = lift.get %s[0]
      %c = arith.cmpi sgt, %n, %one : i32
      lift.yield %c
    } do {
      %n = lift.get %s[0]
      %k = lift.get %s[1]
      %h = lift.iterate upto 20 (%t) in %n while {
        %odd = arith.remsi %t, %two : i32
        %even = arith.cmpi eq, %odd, %zero : i32
        lift.yield %even
      } do {
        %half = arith.divsi %t, %two : i32
        lift.yield %half
      }
      %more = arith.cmpi sgt, %h, %one : i32
      %m = arith.muli %h, %three : i32
      %up = arith.addi %m, %one : i32
      %next = arith.select %more, %up, %h : i32
      %l = arith.addi %k, %one : i32
      %both = lift.tuple %next, %l
      lift.yield %both
    }
    lift.yield %e
  }
  lift.return %r
}
""",
        SIZES,
    ),
    "an_array_until_nothing_changes": (
        """
lift.def @f<N, M>(%xs: !lift.array<N, i32>) -> !lift.array<N, i32> {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %init = lift.tuple %xs, %one
  %r = lift.iterate upto M (%s) in %init while {
    %c = lift.get %s[1]
    %go = arith.cmpi ne, %c, %zero : i32
    lift.yield %go
  } do {
    %t = lift.get %s[0]
    %p = lift.pad clamp 1, 1 %t
    %w = lift.slide 3 by 1 %p
    %next = lift.map (%x) in %w {
      %a = lift.at %x[0]
      %b = lift.at %x[1]
      %c = lift.at %x[2]
      %ab = arith.maxsi %a, %b : i32
      %abc = arith.maxsi %ab, %c : i32
      lift.yield %abc
    }
    %both = lift.zip %t, %next
    %changed = lift.reduce (%acc, %q) in %both from %zero {
      %a = lift.get %q[0]
      %b = lift.get %q[1]
      %ne = arith.cmpi ne, %a, %b : i32
      %n = arith.extui %ne : i1 to i32
      %sum = arith.addi %acc, %n : i32
      lift.yield %sum
    }
    %u = lift.tuple %next, %changed
    lift.yield %u
  }
  %l = lift.get %r[0]
  lift.return %l
}
""",
        SIZES,
    ),
    "a_fold_of_the_state_decides": (
        """
lift.def @f<N, M>(%xs: !lift.array<N, i32>) -> !lift.array<N, i32> {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r = lift.iterate upto M (%s) in %xs while {
    %sum = lift.reduce (%acc, %x) in %s from %zero {
      %t = arith.addi %acc, %x : i32
      lift.yield %t
    }
    %go = arith.cmpi sgt, %sum, %one : i32
    lift.yield %go
  } do {
    %next = lift.map (%x) in %s {
      %y = arith.shrsi %x, %one : i32
      lift.yield %y
    }
    lift.yield %next
  }
  lift.return %r
}
""",
        SIZES,
    ),
    "a_hidden_length_until_it_is_short": (
        """
lift.def @f<N, M>(%xs: !lift.array<N, i32>) -> !lift.exists<X upto N, !lift.array<X, i32>> {
  %two = arith.constant 2 : i32
  %one = arith.constant 1 : i32
  %all = lift.pack %xs as !lift.exists<X upto N, !lift.array<X, i32>>
  %r = lift.iterate upto M (%s) in %all while {
    %n = lift.length %s
    %go = arith.cmpi sgt, %n, %two : i32
    lift.yield %go
  } do {
    %kept = lift.filter (%x) in %s {
      %k = arith.cmpi sgt, %x, %one : i32
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
    "a_part_of_hidden_length_until_it_is_short": (
        """
lift.def @f<N, M>(%xs: !lift.array<N, i32>) -> tuple<!lift.exists<X upto N, !lift.array<X, i32>>, i32> {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %all = lift.pack %xs as !lift.exists<X upto N, !lift.array<X, i32>>
  %init = lift.tuple %all, %zero
  %r = lift.iterate upto M (%s) in %init while {
    %rest = lift.get %s[0]
    %n = lift.length %rest
    %go = arith.cmpi sgt, %n, %one : i32
    lift.yield %go
  } do {
    %rest = lift.get %s[0]
    %least = lift.get %s[1]
    %kept = lift.filter (%x) in %rest {
      %k = arith.cmpi sgt, %x, %least : i32
      lift.yield %k
    }
    %more = arith.addi %least, %one : i32
    %t = lift.tuple %kept, %more
    lift.yield %t
  }
  lift.return %r
}
""",
        SIZES,
    ),
    "whiles_in_whiles_of_the_host": (
        """
lift.def @f<N, M>(%xs: !lift.array<N, i32>) -> tuple<!lift.array<N, i32>, i32> {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %five = arith.constant 5 : i32
  %nine = arith.constant 9 : i32
  %init = lift.tuple %xs, %zero
  %r = lift.iterate upto M (%s) in %init while {
    %c = lift.get %s[1]
    %go = arith.cmpi slt, %c, %nine : i32
    lift.yield %go
  } do {
    %a = lift.get %s[0]
    %c = lift.get %s[1]
    %b = lift.iterate upto 4 (%t) in %a while {
      %sum = lift.reduce (%acc, %x) in %t from %c {
        %u = arith.addi %acc, %x : i32
        lift.yield %u
      }
      %go = arith.cmpi slt, %sum, %five : i32
      lift.yield %go
    } do {
      %next = lift.map (%x) in %t {
        %y = arith.addi %x, %one : i32
        lift.yield %y
      }
      lift.yield %next
    }
    %d = arith.addi %c, %five : i32
    %u = lift.tuple %b, %d
    lift.yield %u
  }
  lift.return %r
}
""",
        SIZES,
    ),
    "turned_until_an_element_is_found": (
        """
lift.def @f<N>(%xs: !lift.array<N, i32>) -> !lift.array<N, i32> {
  %two = arith.constant 2 : i32
  %r = lift.iterate upto N (%s) in %xs while {
    %x = lift.at %s[0]
    %more = arith.cmpi slt, %x, %two : i32
    lift.yield %more
  } do {
    %t = lift.gather %s by (i) -> ((i + 1) mod N)
    lift.yield %t
  }
  lift.return %r
}
""",
        [{"N": n} for n in (1, 2, 3, 5, 7, 8, 13)],
    ),
    "no_iteration_at_all": (
        """
lift.def @f<N>(%xs: !lift.array<N, i32>) -> !lift.array<N, i32> {
  %one = arith.constant 1 : i32
  %r = lift.iterate upto N - 1 (%s) in %xs while {
    %go = arith.constant 1 : i1
    lift.yield %go
  } do {
    %next = lift.map (%x) in %s {
      %y = arith.addi %x, %one : i32
      lift.yield %y
    }
    lift.yield %next
  }
  lift.return %r
}
""",
        [{"N": n} for n in (1, 2, 7)],
    ),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_whiles(name: str) -> None:
    assert_agrees(*PROGRAMS[name])


def test_the_host_asks_after_more_and_more_iterations() -> None:
    assert [n for n in range(1, 300) if is_asked(n)] == [1, 3, 7, 15, 31, 63, 127, 191, 255]


def test_iterations_after_the_last_one_change_nothing() -> None:
    """As many as there may be: whenever the loop ends, a few more are launched than are done."""
    count = lift.compile(
        """
lift.def @f<N, M>(%xs: !lift.array<N, i32>, %most: i32) -> !lift.array<N, i32> {
  %one = arith.constant 1 : i32
  %r = lift.iterate upto M (%s) in %xs while {
    %x = lift.at %s[0]
    %go = arith.cmpi slt, %x, %most : i32
    lift.yield %go
  } do {
    %next = lift.map (%x) in %s {
      %y = arith.addi %x, %one : i32
      lift.yield %y
    }
    lift.yield %next
  }
  lift.return %r
}
"""
    )
    for most in (0, 1, 2, 3, 4, 8, 9, 62, 63, 64, 65, 128, 200):
        for limit in (1, 64, 130, 1000):
            expected = np.full(5, min(most, limit), np.int32)
            np.testing.assert_array_equal(count(np.zeros(5, np.int32), most, M=limit), expected)
