"""A symbolic number of rounds: what holds in each is shown by induction, and the device does what the interpreter does."""

from __future__ import annotations

from dataclasses import replace

import pytest
from program_checks import WAYS, check
from random_programs import RandomProgram

from lift.dialects.lift.functions import DefOp
from lift.dialects.loader import load_module
from lift.runtime.program import entry_of

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
    # The result is small, the first round need not be.
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
    "rounds_by_position": (
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
    "rounds_in_rounds": (
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
    # Half of what is left, and one less: (N + 1) * pow(2, K - r) - 1 in round r.
    "strides": (
        f"""
lift.def @f<N, K>(%xs: !lift.array<(N + 1) * pow(2, K) - 1, i32>) -> !lift.array<N, i32> {{
  %r = lift.iterate K (%t)[n] in %xs {{ {STENCIL.replace("by 1", "by 2")} }}
  lift.return %r
}}
""",
        [{"N": n, "K": k} for n, k in ((1, 1), (7, 5))],
    ),
    # A round makes 2 * (n floordiv 4) of n, which is half of it as long as 4 divides it.
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
    # The first round is the only one with another length.
    "one_length_from_the_second_round_on": (
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
    # Rounds that a call or an unrolled map leaves without any.
    "no_rounds": (
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
    text, sizes = PROGRAMS[name]
    module = load_module(text)
    function = entry_of(module, "f")
    assert isinstance(function, DefOp)
    outcome = check(RandomProgram(module, function, sizes), [replace(way, quick=True) for way in WAYS.values()])
    assert [failure.message for failure in outcome.failures] == []
    assert [str(error) for _, error in outcome.refused] == []
    assert outcome.compared == len(WAYS) * len(sizes)
