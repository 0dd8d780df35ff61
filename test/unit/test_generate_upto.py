"""`lift.generate [i : %n upto M]`: as many elements as a number says, at the top level, in maps, and joined."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from agreement import STRATEGIES, Call, agrees, interpreted, printed, prints_the_same
from program_checks import assert_agrees

import lift

PROGRAMS = """
lift.def @evens<M>(%n: i32) -> !lift.exists<X upto M, !lift.array<X, i32>> {
  %r = lift.generate [i : %n upto M] {
    %v = lift.nat 2 * i
    lift.yield %v
  }
  lift.return %r
}

lift.def @used_twice<M>(%n: i64) -> tuple<i32, !lift.exists<X upto M, !lift.array<X, i32>>, i32> {
  %zero = arith.constant 0 : i32
  %g = lift.generate [i : %n upto M] {
    %v = lift.nat i + 1
    lift.yield %v
  }
  %sum = lift.reduce (%acc, %x) in %g from %zero {
    %s = arith.addi %acc, %x : i32
    lift.yield %s
  }
  %length = lift.length %g
  %r = lift.tuple %sum, %g, %length
  lift.return %r
}

lift.def @computed<N, M>(%xs: !lift.array<N, i32>) -> !lift.exists<X upto M, !lift.array<X, i32>> {
  %zero = arith.constant 0 : i32
  %n = lift.reduce (%acc, %x) in %xs from %zero {
    %m = arith.maxsi %acc, %x : i32
    lift.yield %m
  }
  %g = lift.generate [i : %n upto M] {
    %i = lift.nat i
    %x = lift.at %xs[%i] else %n
    lift.yield %x
  }
  %kept = lift.filter (%x) in %g {
    %k = arith.cmpi ne, %x, %zero : i32
    lift.yield %k
  }
  lift.return %kept
}

lift.def @sums<N, M>(%ns: !lift.array<N, i8>) -> !lift.array<N, i32> {
  %zero = arith.constant 0 : i32
  %r = lift.map (%n)[k] in %ns {
    %g = lift.generate [i : %n upto M] {
      %v = lift.nat i + k
      lift.yield %v
    }
    %sum = lift.reduce (%acc, %x) in %g from %zero {
      %s = arith.addi %acc, %x : i32
      lift.yield %s
    }
    lift.yield %sum
  }
  lift.return %r
}

lift.def @rows<N, M>(%ns: !lift.array<N, i32>) -> !lift.array<N, !lift.exists<X upto M, !lift.array<X, i32>>> {
  %r = lift.map (%n) in %ns {
    %g = lift.generate [i : %n upto M] {
      %v = lift.nat 2 * i
      %s = arith.subi %n, %v : i32
      lift.yield %s
    }
    lift.yield %g
  }
  lift.return %r
}

lift.def @expand<N, M, B>(%ns: !lift.array<N, i32>) -> !lift.exists<X upto B, !lift.array<X, tuple<i32, i32>>> {
  %rows = lift.map (%n)[k] in %ns {
    %twice = arith.addi %n, %n : i32
    %g = lift.generate [i : %twice upto M] {
      %i = lift.nat i
      %k = lift.nat k
      %v = lift.tuple %k, %i
      lift.yield %v
    }
    lift.yield %g
  }
  %r = lift.join %rows upto B
  lift.return %r
}

lift.def @arrays<M>(%n: i32) -> !lift.exists<X upto M, !lift.array<X, !lift.array<3, i32>>> {
  %r = lift.generate [i : %n upto M] {
    %row = lift.generate [j : 3] {
      %v = lift.nat 10 * i + j
      lift.yield %v
    }
    lift.yield %row
  }
  lift.return %r
}
"""


def numbers(n: int, most: int) -> Any:
    return np.random.default_rng(n).integers(-3, most + 1, n).astype(np.int32)


COUNTS = (-3, 0, 1, 2, 7, 13, 64, 1009)
SIZES = (1, 2, 7, 13, 131, 4099)
CALLS: dict[str, list[Call]] = {
    "evens": [((np.int32(n),), {"M": 1009}) for n in COUNTS],
    "used_twice": [((np.int64(n),), {"M": 1009}) for n in (*COUNTS, -(1 << 40))],
    "computed": [((numbers(n, 9),), {"M": 9}) for n in SIZES],
    "sums": [((numbers(n, 9).astype(np.int8),), {"M": 9}) for n in SIZES],
    "rows": [((numbers(n, 9),), {"M": 9}) for n in SIZES],
    "expand": [((numbers(n, 4),), {"M": 8, "B": 8 * n}) for n in SIZES],
    "arrays": [((np.int32(n),), {"M": 64}) for n in COUNTS[:-1]],
}


def test_there_are_as_many_as_the_number_says() -> None:
    evens = interpreted(PROGRAMS, "evens")
    assert [list(evens(np.int32(n), M=4)) for n in (-1, 0, 3, 4)] == [[], [], [0, 2, 4], [0, 2, 4, 6]]


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("entry", CALLS)
def test_the_device_agrees(entry: str, strategy: str) -> None:
    agrees(PROGRAMS, entry, strategy, *CALLS[entry])


@pytest.mark.parametrize("entry", CALLS)
def test_the_printed_program_agrees(entry: str) -> None:
    prints_the_same(PROGRAMS, entry, *CALLS[entry][:4])


REFUSED: list[tuple[str, Any, dict[str, int], int]] = [
    ("evens", np.int32(8), {"M": 7}, 8),
    ("used_twice", np.int64(1 << 20), {"M": 7}, 1 << 20),
    ("sums", np.array([1, 8, 2], np.int8), {"M": 7}, 8),
    ("expand", np.array([1, 4, 2], np.int32), {"M": 7, "B": 100}, 8),
]


@pytest.mark.parametrize("target", ["interpreter", *STRATEGIES])
@pytest.mark.parametrize(("entry", "argument", "sizes", "found"), REFUSED)
def test_a_number_above_the_bound_is_an_error_of_the_call(
    entry: str, argument: Any, sizes: dict[str, int], found: int, target: str
) -> None:
    options: dict[str, Any] = {"target": target} if target == "interpreter" else {"strategy": target}
    program = lift.compile(PROGRAMS, entry=entry, **options)
    message = (
        r"LIFT0216.*'lift.generate' gives more elements than its bound\n(.*\n)*"
        rf"  expected: at most M, which is 7\n  found:    {found}\n  fix:      make the bound larger$"
    )
    with pytest.raises(lift.LiftError, match=message):
        program(argument, **sizes)


def test_the_printed_program_refuses_it_too() -> None:
    with pytest.raises(ValueError, match=r"lift.generate gives 8 elements, and its bound is 7"):
        printed(PROGRAMS, "evens")(np.int32(8), M=7)


def test_the_bound_of_a_join_is_its_own() -> None:
    expand = lift.compile(PROGRAMS, entry="expand")
    with pytest.raises(lift.LiftError, match=r"'lift.join' gives more.*\n(.*\n)*  expected: at most B, which is 5\n"):
        expand(np.array([1, 2], np.int32), M=8, B=5)


def test_a_fold_needs_no_memory_for_the_bound() -> None:
    """What is generated is computed where it is read."""
    assert "[M" not in lift.compile(PROGRAMS, entry="sums").opencl


def test_joined_rows_are_written_once() -> None:
    """No row has room for its bound: the work is that of the rows and of what there is in them."""
    text = lift.compile(PROGRAMS, entry="expand").opencl
    assert "* M" not in text
    assert "M *" not in text


TUPLES = (
    "tuple<!lift.array<M, f64>, !lift.exists<X upto i + 1, !lift.array<X, f32>>,"
    " !lift.exists<G upto 0, !lift.array<G, !lift.exists<X upto 0, !lift.array<X, i32>>>>>"
)
NONE_OF_LONG_ONES = f"""
lift.def @f<M>(%x: !lift.array<M, f64>, %rows: !lift.array<i : M, !lift.exists<X upto i + 1, !lift.array<X, f32>>>,
               %nothing: !lift.exists<G upto 0, !lift.array<G, !lift.exists<X upto 0, !lift.array<X, i32>>>>)
    -> !lift.array<i : M, !lift.exists<X upto 0, !lift.array<0, {TUPLES}>>> {{
  %r = lift.map (%row) in %rows {{
    %none = arith.constant 0 : i32
    %g = lift.generate [i : %none upto 0] {{ %t = lift.tuple %x, %row, %nothing lift.yield %t }}
    lift.yield %g
  }}
  lift.return %r
}}"""


def test_at_most_none_of_what_has_a_length() -> None:
    """The type does not show the hidden length any more, and the one that it shows is another."""
    assert_agrees(NONE_OF_LONG_ONES, [{"M": m} for m in (1, 2, 5)])
