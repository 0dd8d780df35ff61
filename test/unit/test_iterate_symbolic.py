"""A symbolic number of iterations: what holds in each is shown by induction, and the device does what the interpreter does."""

from __future__ import annotations

import pytest
from program_checks import assert_agrees

STENCIL = """
      %w = lift.slide 3 by 1 %t
      %u = lift.map (%x) in %w {
        %a = lift.at %x[0]
        %b = lift.at %x[2]
        %d = arith.subi %a, %b : i32
        lift.yield %d
      }
      lift.yield %u
"""

HALVES = """
      %two = lift.split 2 %t
      %u = lift.map (%x) in %two {
        %a = lift.at %x[0]
        %b = lift.at %x[1]
        %d = arith.subi %a, %b : i32
        lift.yield %d
      }
      lift.yield %u
"""


def digits_of(number: int) -> str:
    """What a window or a chunk of so many elements becomes: its elements are the digits of a number."""
    lines = ["%v0 = lift.at %x[0]"]
    for i in range(1, number):
        lines += [f"%e{i} = lift.at %x[{i}]", f"%m{i} = arith.muli %v{i - 1}, %three : i32"]
        lines += [f"%v{i} = arith.subi %m{i}, %e{i} : i32"]
    return "\n".join([*lines, f"lift.yield %v{number - 1}"])


def each_of(parts: str, number: int) -> str:
    """The body of an iteration that puts a number in place of each part."""
    return f"""
      %three = arith.constant 3 : i32
      %p = {parts} %t
      %u = lift.map (%x) in %p {{
        {digits_of(number)}
      }}
      lift.yield %u
"""


def tree(number: int) -> str:
    return each_of(f"lift.split {number}", number)


def stencil(number: int) -> str:
    return each_of(f"lift.slide {number} by 1", number)


PROGRAMS: dict[str, tuple[str, list[dict[str, int]]]] = {
    "tree": (
        f"""
lift.def @f<D>(%xs: !lift.array<pow(2, D), i32>) -> !lift.array<1, i32> {{
  %r = lift.iterate D (%t)[n] in %xs {{ {HALVES} }}
  lift.return %r
}}
""",
        [{"D": d} for d in (1, 2, 6)],
    ),
    "stencil": (
        f"""
lift.def @f<N, K>(%xs: !lift.array<N + 2 * K, i32>) -> !lift.array<N, i32> {{
  %r = lift.iterate K (%t)[n] in %xs {{ {STENCIL} }}
  lift.return %r
}}
""",
        [{"N": n, "K": k} for n, k in ((1, 1), (7, 2), (64, 5))],
    ),
    # The fact is what makes every division exact.
    "tree_over_a_multiple": (
        f"""
lift.def @f<N, K>(%xs: !lift.array<N, i32>) -> !lift.array<N floordiv pow(2, K), i32> where [N mod pow(2, K) eq 0] {{
  %r = lift.iterate K (%t)[n] in %xs {{ {HALVES} }}
  lift.return %r
}}
""",
        [{"N": n, "K": k} for n, k in ((2, 1), (12, 2), (96, 5))],
    ),
    # The result is small, the first iteration need not be.
    "tree_of_each_row": (
        f"""
lift.def @f<N, D>(%m: !lift.array<N, !lift.array<pow(2, D), i32>>) -> !lift.array<N, !lift.array<1, i32>> {{
  %q = lift.map (%row) in %m {{
    %r = lift.iterate D (%t)[n] in %row {{ {HALVES} }}
    lift.yield %r
  }}
  lift.return %q
}}
""",
        [{"N": n, "D": d} for n, d in ((1, 1), (33, 3))],
    ),
    "iterations_by_position": (
        f"""
lift.def @f<N, M>(%m: !lift.array<M, !lift.array<N + 2 * M, i32>>)
    -> !lift.array<i : M, !lift.array<N + 2 * M - 2 * i, i32>> {{
  %q = lift.map (%row)[i] in %m {{
    %r = lift.iterate i (%t)[n] in %row {{ {STENCIL} }}
    lift.yield %r
  }}
  lift.return %q
}}
""",
        [{"N": n, "M": m} for n, m in ((1, 1), (7, 4))],
    ),
    "iterations_in_iterations": (
        f"""
lift.def @f<N, K, L>(%m: !lift.array<3, !lift.array<N + 2 * K * L, i32>>) -> !lift.array<3, !lift.array<N, i32>> {{
  %q = lift.map (%row) in %m {{
    %r = lift.iterate L (%s)[m] in %row {{
      %o = lift.iterate K (%t)[n] in %s {{ {STENCIL} }}
      lift.yield %o
    }}
    lift.yield %r
  }}
  lift.return %q
}}
""",
        [{"N": n, "K": k, "L": m} for n, k, m in ((1, 1, 1), (7, 2, 3))],
    ),
    # Half of what is left, and one less: (N + 1) * pow(2, K - r) - 1 in iteration r.
    "strides": (
        f"""
lift.def @f<N, K>(%xs: !lift.array<(N + 1) * pow(2, K) - 1, i32>) -> !lift.array<N, i32> {{
  %r = lift.iterate K (%t)[n] in %xs {{ {STENCIL.replace("by 1", "by 2")} }}
  lift.return %r
}}
""",
        [{"N": n, "K": k} for n, k in ((1, 1), (7, 5))],
    ),
    # An iteration makes 2 * (n floordiv 4) of n, which is half of it as long as 4 divides it.
    "halves_of_fours": (
        """
lift.def @f<N, K>(%xs: !lift.array<N * pow(2, K + 1), i32>) -> !lift.array<2 * N, i32> {
  %r = lift.iterate K (%t)[n] in %xs {
    %fours = lift.split 4 %t
    %twos = lift.map (%four) in %fours {
      %two = lift.slice %four from 1 size 2
      %o = lift.map (%y) in %two {
        %d = arith.addi %y, %y : i32
        lift.yield %d
      }
      lift.yield %o
    }
    %j = lift.join %twos
    lift.yield %j
  }
  lift.return %r
}
""",
        [{"N": n, "K": k} for n, k in ((1, 1), (7, 3))],
    ),
    # The first iteration is the only one with another length.
    "one_length_from_the_second_iteration_on": (
        """
lift.def @f<N, K>(%xs: !lift.array<N, i32>) -> !lift.array<5, i32> where [N ge 2] {
  %r = lift.iterate K (%t)[n] in %xs {
    %g = lift.gather %t size 5 by (i) -> (i mod 2)
    %o = lift.map (%p)[i] in %g {
      %j = lift.nat i : i32
      %d = arith.subi %j, %p : i32
      lift.yield %d
    }
    lift.yield %o
  }
  lift.return %r
}
""",
        [{"N": n, "K": k} for n, k in ((2, 1), (7, 1), (7, 4))],
    ),
    "tree_in_local_memory": (
        f"""
lift.def @f<N, D>(%m: !lift.array<N, !lift.array<pow(2, D), i32>>) -> !lift.array<N, !lift.array<1, i32>> {{
  %q = ocl.map_wrg<0> (%row) in %m {{
    %r = lift.iterate D (%t)[n] in %row {{
      {HALVES.replace("lift.map", "ocl.map_lcl<0>").replace("lift.yield %d", "%k = ocl.to_local %d lift.yield %k")}
    }}
    %o = ocl.map_lcl<0> (%e) in %r {{ lift.yield %e }}
    lift.yield %o
  }}
  lift.return %q
}}
""",
        [{"N": n, "D": d} for n, d in ((1, 1), (5, 4))],
    ),
    # A size is at least 1, so this is from no iterations on.
    "tree_from_no_iterations_on": (
        f"""
lift.def @f<D>(%xs: !lift.array<pow(2, D - 1), i32>) -> !lift.array<1, i32> {{
  %r = lift.iterate D - 1 (%t)[n] in %xs {{ {tree(2)} }}
  lift.return %r
}}
""",
        [{"D": d} for d in range(1, 8)],
    ),
    "stencil_from_no_iterations_on": (
        f"""
lift.def @f<N, K>(%xs: !lift.array<N + 2 * K - 2, i32>) -> !lift.array<N, i32> {{
  %r = lift.iterate K - 1 (%t)[n] in %xs {{ {stencil(3)} }}
  lift.return %r
}}
""",
        [{"N": n, "K": k} for n in range(1, 8) for k in range(1, 7)],
    ),
    "tree_of_threes": (
        f"""
lift.def @f<D>(%xs: !lift.array<pow(3, D), i32>) -> !lift.array<1, i32> {{
  %r = lift.iterate D (%t)[n] in %xs {{ {tree(3)} }}
  lift.return %r
}}
""",
        [{"D": d} for d in range(1, 5)],
    ),
    "trees_of_fours": (
        f"""
lift.def @f<D, N>(%xs: !lift.array<N * pow(4, D), i32>) -> !lift.array<N, i32> {{
  %r = lift.iterate D (%t)[n] in %xs {{ {tree(4)} }}
  lift.return %r
}}
""",
        [{"D": d, "N": n} for d in range(1, 4) for n in (1, 5)],
    ),
    "stencil_of_five_in_each_row": (
        f"""
lift.def @f<N, K, M>(%m: !lift.array<M, !lift.array<N + 4 * K, i32>>) -> !lift.array<M, !lift.array<N, i32>> {{
  %q = lift.map (%row) in %m {{
    %r = lift.iterate K (%t)[n] in %row {{ {stencil(5)} }}
    lift.yield %r
  }}
  lift.return %q
}}
""",
        [{"N": n, "K": k, "M": m} for n in (1, 3) for k in (1, 3) for m in (1, 4)],
    ),
    "twice_as_long": (
        """
lift.def @f<N, K>(%xs: !lift.array<N, i32>) -> !lift.array<N * pow(2, K), i32> {
  %r = lift.iterate K (%t)[n] in %xs {
    %u = lift.map (%x) in %t {
      %d = arith.addi %x, %x : i32
      lift.yield %d
    }
    %c = lift.concat %t, %u
    lift.yield %c
  }
  lift.return %r
}
""",
        [{"N": n, "K": k} for n in (1, 3) for k in (1, 2, 4)],
    ),
    "one_part_longer": (
        """
lift.def @f<N, M, K>(%xs: !lift.array<N, i32>, %ys: !lift.array<M, i32>) -> !lift.array<N + M * K, i32> {
  %r = lift.iterate K (%t)[n] in %xs {
    %u = lift.map (%x) in %t {
      %d = arith.addi %x, %x : i32
      lift.yield %d
    }
    %c = lift.concat %u, %ys
    lift.yield %c
  }
  lift.return %r
}
""",
        [{"N": n, "M": m, "K": k} for n in (1, 3) for m in (1, 2) for k in (1, 4)],
    ),
    "stencils_after_stencils": (
        f"""
lift.def @f<N, K, L>(%xs: !lift.array<N + 2 * K + 4 * L, i32>) -> !lift.array<N, i32> {{
  %r = lift.iterate K (%t)[n] in %xs {{ {stencil(3)} }}
  %s = lift.iterate L (%t)[n] in %r {{ {stencil(5)} }}
  lift.return %s
}}
""",
        [{"N": n, "K": k, "L": m} for n in (1, 4) for k in (1, 3) for m in (1, 2)],
    ),
    "tree_after_stencils": (
        f"""
lift.def @f<N, K, D>(%xs: !lift.array<N * pow(2, D) + 2 * K, i32>) -> !lift.array<N, i32> {{
  %r = lift.iterate K (%t)[n] in %xs {{ {stencil(3)} }}
  %s = lift.iterate D (%t)[n] in %r {{ {tree(2)} }}
  lift.return %s
}}
""",
        [{"N": n, "K": k, "D": d} for n in (1, 4) for k in (1, 3) for d in (1, 2)],
    ),
    "tree_after_a_tree": (
        f"""
lift.def @f<K, D>(%xs: !lift.array<pow(4, D) * pow(3, K), i32>) -> !lift.array<1, i32> {{
  %r = lift.iterate K (%t)[n] in %xs {{ {tree(3)} }}
  %s = lift.iterate D (%t)[n] in %r {{ {tree(4)} }}
  lift.return %s
}}
""",
        [{"K": k, "D": d} for k in (1, 2) for d in (1, 2)],
    ),
    # Iterations that a call or an unrolled map leaves without any.
    "no_iterations": (
        """
lift.def @f<N>(%m: !lift.array<3, !lift.array<N + 6, i32>>) -> !lift.array<i : 3, !lift.array<N + 6 - 2 * i, i32>> {
  %o = ocl.map_seq unroll (%row)[i] in %m {
    %r = lift.iterate i (%t)[n] in %row {
      %w = lift.slide 3 by 1 %t
      %u = ocl.map_seq (%x) in %w {
        %a = lift.at %x[0]
        %b = lift.at %x[2]
        %d = arith.subi %a, %b : i32
        lift.yield %d
      }
      lift.yield %u
    }
    lift.yield %r
  }
  lift.return %o
}
""",
        [{"N": 3}],
    ),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_it_agrees_with_the_interpreter(name: str) -> None:
    assert_agrees(*PROGRAMS[name])
