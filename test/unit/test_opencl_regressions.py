"""Programs that were once compiled wrongly, as small as they could be made: each agrees with the interpreter."""

from __future__ import annotations

import pytest
from program_checks import assert_agrees, must_agree

pytestmark = pytest.mark.many(3)

PROGRAMS = {
    # What is written through a rearrangement of every row has a copy of it, whose position has another name.
    "rows_are_split_and_their_position_has_a_name": """
lift.def @f<N, M>(%x: !lift.array<M, !lift.array<2 * N, i32>>) -> !lift.array<M, !lift.array<N, !lift.array<2, i32>>> {
  %r = lift.map (%row)[i] in %x {
    %s = lift.split 2 %row
    lift.yield %s
  }
  lift.return %r
}
""",
    # Of one chunk the position is 0, also where it is said that there are N floordiv N of them.
    "triangle_in_one_chunk": """
lift.def @f<N, M>(%x: !lift.array<i : N, !lift.array<i + 1, i32>>) -> !lift.array<1, !lift.array<p : N, !lift.array<p + 1, i32>>> {
  %one = lift.split N %x
  %r = ocl.map_wrg<0> (%rows) in %one {
    %q = lift.map (%row)[p] in %rows {
      %o = lift.map (%e) in %row {
        %c = arith.addi %e, %e : i32
        lift.yield %c
      }
      lift.yield %o
    }
    lift.yield %q
  }
  lift.return %r
}
""",
    # The length is half of a power times an even number, and the power is 1 in the first iteration.
    "iterations_of_half_a_product": """
lift.def @f<N, M>(%x: !lift.array<N * (N - 1) floordiv 2, i32>) -> !lift.array<8 * N * (N - 1), i32> {
  %r = lift.iterate 4 (%t)[l] in %x {
    %c = lift.concat %t, %t
    lift.yield %c
  }
  lift.return %r
}
""",
    # The length is that of the rows in every iteration, also where the iteration does not say so in terms of its own length.
    "iterations_of_a_stencil_in_a_map": """
lift.def @f<N, M>(%x: !lift.array<M, !lift.array<N, f32>>) -> !lift.array<M, !lift.array<N, f32>> {
  %r = lift.map (%row)[k] in %x {
    %q = lift.iterate k (%t) in %row {
      %p = lift.pad clamp 1, 0 %t
      %w = lift.slide 2 by 1 %p
      %o = lift.map (%e) in %w {
        %a = lift.at %e[0]
        %b = lift.at %e[1]
        %c = arith.maximumf %a, %b : f32
        lift.yield %c
      }
      lift.yield %o
    }
    lift.yield %q
  }
  lift.return %r
}
""",
    "iterations_of_a_scan": """
lift.def @f<N, M>(%x: !lift.array<N, i32>) -> !lift.array<N, i32> {
  %z = arith.constant 0 : i32
  %r = lift.iterate M (%t) in %x {
    %s = lift.scan (%a, %b) in %t from %z {
      %c = arith.addi %a, %b : i32
      lift.yield %c
    }
    lift.yield %s
  }
  lift.return %r
}
""",
    "iterations_of_a_matrix_product": """
lift.def @f<N, M>(%a: !lift.array<N, !lift.array<N, i32>>, %x: !lift.array<N, i32>) -> !lift.array<N, i32> {
  %z = arith.constant 0 : i32
  %r = lift.iterate M (%t) in %x {
    %o = lift.map (%row) in %a {
      %both = lift.zip %row, %t
      %s = lift.reduce (%acc, %p) in %both from %z {
        %u = lift.get %p[0]
        %v = lift.get %p[1]
        %uv = arith.muli %u, %v : i32
        %n = arith.addi %acc, %uv : i32
        lift.yield %n
      }
      lift.yield %s
    }
    lift.yield %o
  }
  lift.return %r
}
""",
    # Each iteration makes 2 * (n floordiv 2) of n, which is n for this one.
    "iterations_of_pairs": """
lift.def @f<N, M>(%x: !lift.array<2 * N, i32>) -> !lift.array<2 * N, i32> {
  %r = lift.iterate 3 (%t) in %x {
    %p = lift.split 2 %t
    %s = lift.map (%e) in %p {
      %g = lift.map (%v)[k] in %e {
        %c = lift.nat k : i32
        %w = arith.addi %v, %c : i32
        lift.yield %w
      }
      lift.yield %g
    }
    %j = lift.join %s
    lift.yield %j
  }
  lift.return %r
}
""",
    "iterations_that_grow_in_a_map": """
lift.def @f<N, M>(%x: !lift.array<N, !lift.array<2, i32>>) -> !lift.array<N, !lift.array<8, i32>> {
  %one = arith.constant 1 : i32
  %r = lift.map (%row) in %x {
    %u = lift.iterate 2 (%t) in %row {
      %o = lift.map (%e) in %t {
        %f = arith.addi %e, %one : i32
        lift.yield %f
      }
      %c = lift.concat %o, %t
      lift.yield %c
    }
    lift.yield %u
  }
  lift.return %r
}
""",
    # The copies of the region are in one kernel, so each has names of its own.
    "position_in_unrolled_copies": """
lift.def @f<N, M>(%c: i32, %x: !lift.array<2, i32>) -> !lift.array<2, !lift.array<2, i32>> {
  %r = ocl.map_seq unroll (%e) in %x {
    %s = lift.scan ordered (%a, %b)[k] in %x from %e {
      %n = lift.nat k : i32
      %d = arith.addi %a, %b : i32
      %dn = arith.addi %d, %n : i32
      lift.yield %dn
    }
    %t = ocl.map_glb<0> (%v) in %s {
      %w = arith.addi %v, %c : i32
      lift.yield %w
    }
    lift.yield %t
  }
  lift.return %r
}
""",
    # Rows of empty rows: nothing is in them, and yet they differ in length.
    "rows_of_empty_rows": """
lift.def @f<N, M>(%m: !lift.array<N, !lift.array<p : M, !lift.array<p, !lift.array<0, i32>>>>)
    -> !lift.array<N, !lift.array<p : M, !lift.array<p, !lift.array<0, i32>>>> {
  %r = lift.gather %m by (i) -> (N - 1 - i)
  lift.return %r
}
""",
    "permutation_in_unrolled_copies": """
lift.def @f<N, M>(%b: !lift.array<N, i32>, %m: !lift.array<2, !lift.array<N, i32>>, %first: !lift.array<N, i32>)
    -> !lift.array<2, !lift.array<N, !lift.array<N, i32>>> {
  %r = ocl.map_seq unroll (%row) in %m {
    %s = ocl.scan_seq (%acc, %x) in %b from %first {
      %g = lift.gather %acc by (i) -> ((i + 1) mod N)
      lift.yield %g
    }
    lift.yield %s
  }
  lift.return %r
}
""",
    "flat_index_into_rows_that_differ": """
lift.def @f<N, M>(%m: !lift.array<2 * N, !lift.array<p : N, !lift.array<p + 1, i32>>>) -> !lift.array<N, i32> {
  %flat = lift.join %m
  %last = lift.at %flat[2 * N * N - 1]
  lift.return %last
}
""",
    # A map whose region is a constant only rearranges nothing, so it is copied, not computed.
    "map_of_a_constant": """
lift.def @f<N, M>(%xs: !lift.array<N, f32>) -> !lift.array<N, i32> {
  %r = lift.map (%x) in %xs {
    %c = lift.nat 7 : i32
    lift.yield %c : i32
  }
  lift.return %r : !lift.array<N, i32>
}
""",
    # A position as a number is computed where it is known, also inside a map that rearranges otherwise.
    "map_of_its_position": """
lift.def @f<N, M>(%xs: !lift.array<N, f32>) -> !lift.array<N, !lift.array<M, i32>> {
  %r = lift.map (%x)[k] in %xs {
    %row = lift.generate [l : M] {
      %v = lift.nat k + l : i32
      lift.yield %v : i32
    }
    lift.yield %row
  }
  lift.return %r
}
""",
    # A tuple of an element that is only seen is a view, too.
    "tuple_in_a_view": """
lift.def @f<N, M>(%a: !lift.array<N, i32>, %b: !lift.array<4, i32>) -> !lift.array<4, !lift.array<N, tuple<i32, i32>>> {
  %r = lift.map (%x) in %b {
    %t = lift.tuple %x, %x : tuple<i32, i32>
    %row = lift.map (%y) in %a {
      lift.yield %t : tuple<i32, i32>
    }
    lift.yield %row
  }
  lift.return %r
}
""",
    # An accumulator that is yielded as it is.
    "scan_that_keeps_its_accumulator": """
lift.def @f<N, M>(%b: !lift.array<N, f32>) -> !lift.array<N, !lift.array<N, f32>> {
  %r = lift.scan (%acc, %x) in %b from %b {
    lift.yield %acc : !lift.array<N, f32>
  }
  lift.return %r
}
""",
    # Iterations that only rearrange, in a kernel.
    "iterate_of_a_concat": """
lift.def @f<N, M>(%xs: !lift.array<N + 1, i32>) -> !lift.array<4 * N + 4, i32> {
  %r = lift.iterate 2 (%t)[n] in %xs {
    %both = lift.concat %t, %t
    lift.yield %both
  }
  lift.return %r
}
""",
    # What is written through a permutation that is not its own inverse is read through the inverse.
    "scatter_that_is_read": """
lift.def @f<N, M>(%a: !lift.array<N, i32>, %c: i32) -> !lift.array<N, i32> {
  %moved = lift.scatter %a by (i) -> ((i + 1) mod N)
  %r = lift.map (%x) in %moved {
    %s = arith.addi %x, %c : i32
    lift.yield %s : i32
  }
  lift.return %r
}
""",
    # The same in iterations, of which copies are made, in a kernel and on the host.
    "permutations_in_iterations": """
lift.def @f<N, M>(%a: !lift.array<N, i32>, %c: i32) -> tuple<!lift.array<N, i32>, !lift.array<2, !lift.array<N, i32>>> {
  %host = lift.iterate 3 (%t)[n] in %a {
    %moved = lift.scatter %t by (i) -> ((i + 1) mod n)
    %sums = lift.map (%x) in %moved {
      %s = arith.addi %x, %c : i32
      lift.yield %s : i32
    }
    %back = lift.scatter %sums by (i) -> ((i + 1) mod n)
    lift.yield %back
  }
  %kernel = lift.generate [k : 2] {
    %row = lift.iterate 3 (%t)[n1] in %a {
      %moved = lift.scatter %t by (i) -> ((i + 1) mod n1)
      %sums = lift.map (%x) in %moved {
        %s = arith.addi %x, %c : i32
        lift.yield %s : i32
      }
      %back = lift.gather %sums by (i) -> ((i + 1) mod n1)
      lift.yield %back
    }
    lift.yield %row
  }
  %r = lift.tuple %host, %kernel
  lift.return %r
}
""",
    # Rows of rows whose lengths depend on both positions: what stands before a row is a sum of sums.
    "windows_of_rows": """
lift.def @f<N, M>(%m: !lift.array<i : N + 3, !lift.array<i, f32>>)
    -> !lift.array<i : N, !lift.array<j : 4, !lift.array<i + j, f32>>> {
  %r = lift.slide 4 by 1 %m
  lift.return %r
}
""",
    # Of arrays without elements nothing is read, so no index divides by their length.
    "places_in_empty_arrays": """
lift.def @f<N, M>(%a: !lift.array<N, i32>, %none: !lift.array<0, i32>) -> !lift.array<N, tuple<i32, i32>> {
  %rows = lift.map (%x) in %a {
    lift.yield %none : !lift.array<0, i32>
  }
  %flat = lift.join %rows
  %around = lift.pad wrap 0, 0 %none
  %r = lift.map (%x) in %a {
    %b = lift.at %flat[%x] else %x : i32
    %c = lift.at %around[%x] else %x : i32
    %t = lift.tuple %b, %c
    lift.yield %t
  }
  lift.return %r
}
""",
    # An accumulator that one work item changes in place is not read by the others.
    "accumulator_of_a_group": """
lift.def @f<N, M>(%a: !lift.array<N, !lift.array<4, i32>>, %c: i32) -> !lift.array<N, !lift.array<4, i32>> {
  %r = ocl.map_wrg<0> (%row) in %a {
    %first = ocl.map_lcl<0> (%x) in %row {
      %y = arith.addi %x, %c : i32
      lift.yield %y : i32
    }
    %sums = ocl.reduce_seq (%acc, %x) in %row from %first {
      %next = ocl.map_seq (%s) in %acc {
        %t = arith.addi %s, %x : i32
        lift.yield %t : i32
      }
      lift.yield %next
    }
    %out = ocl.map_lcl<0> (%x) in %sums {
      %y = arith.muli %x, %c : i32
      lift.yield %y : i32
    }
    lift.yield %out
  }
  lift.return %r
}
""",
    # The map over work items has taken the place of another map, which must not be seen any more.
    "row_of_work_items_from_a_fold": """
lift.def @f<N, M>(%b: !lift.array<N, f32>, %c: !lift.array<N, f32>) -> !lift.array<2, !lift.array<N, f32>> {
  %r = lift.generate [i : 2] {
    %row = lift.reduce (%acc, %x) in %b from %c {
      %next = lift.map (%y) in %acc {
        lift.yield %x : f32
      }
      lift.yield %next
    }
    lift.yield %row
  }
  lift.return %r
}
""",
    # PoCL lets one work item decide for all where a barrier in a loop is alone between two conditions.
    "barrier_before_a_condition_in_a_loop": """
lift.def @f<N, M>(%a: !lift.array<N, i32>, %b: !lift.array<N, tuple<i32, i32>>)
    -> !lift.array<N, !lift.array<N, tuple<!lift.array<N, i32>, !lift.array<N, i32>>>> {
  %r = ocl.map_wrg<0> (%x) in %a {
    %rows = ocl.map_lcl<0> (%y) in %a {
      %u = lift.unzip %b
      lift.yield %u
    }
    %folds = ocl.map_seq (%row) in %rows {
      %fold = lift.reduce (%acc, %y) in %a from %row {
        %q = lift.get %acc[1]
        %o = lift.map (%e) in %a {
          %s = arith.addi %e, %x : i32
          lift.yield %s
        }
        %p = lift.map (%e) in %q {
          %s = arith.addi %e, %y : i32
          lift.yield %s
        }
        %t = lift.tuple %o, %p
        lift.yield %t
      }
      lift.yield %fold
    }
    lift.yield %folds
  }
  lift.return %r
}
""",
}

SIZES = ({"N": 1, "M": 1}, {"N": 3, "M": 2}, {"N": 67, "M": 3})


@pytest.mark.parametrize("name", PROGRAMS)
def test_it_agrees_with_the_interpreter(name: str) -> None:
    must_agree(PROGRAMS[name], SIZES)


def test_what_is_written_beside_an_empty_map_is_written() -> None:
    """A kernel runs although its parallel map has no elements, where it writes something else."""
    text = """
lift.def @f<M>(%c: i32, %xs: !lift.array<M, i32>, %ys: !lift.array<M - 1, i32>) -> !lift.array<M, i32> {
  %r = lift.map (%x) in %xs {
    %y = ocl.map_glb<0> (%e) in %ys {
      %d = arith.addi %e, %e : i32
      lift.yield %d
    }
    %s = ocl.reduce_seq (%acc, %e) in %y from %c {
      lift.yield %acc
    }
    lift.yield %s
  }
  lift.return %r
}"""
    assert_agrees(text, [{"M": 1}, {"M": 2}, {"M": 66}])
