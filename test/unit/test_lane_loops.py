"""Iterations in the lanes of vectors, which end one by one: the device does what the interpreter does."""

import numpy as np
import pytest
from program_checks import assert_agrees

import lift

SIZES = [{"N": n, "M": m} for n, m in ((1, 3), (7, 1), (16, 5), (33, 12), (67, 9))]

DIVISORS = """
lift.def @f<N, M>(%xs: !lift.array<N, tuple<i32, i32>>) -> !lift.array<N, i32> {
  %zero = arith.constant 0 : i32
  %r = lift.map (%x) in %xs {
    %end = lift.iterate upto M (%s) in %x while {
      %b = lift.get %s[1]
      %more = arith.cmpi ne, %b, %zero : i32
      lift.yield %more
    } do {
      %a = lift.get %s[0]
      %b = lift.get %s[1]
      %rest = arith.remsi %a, %b : i32
      %next = lift.tuple %b, %rest
      lift.yield %next
    }
    %gcd = lift.get %end[0]
    lift.yield %gcd
  }
  lift.return %r
}
"""
"""By Euclid: lanes that have ended would divide by 0."""

ROWS = """
lift.def @f<N, M>(%ys: !lift.array<M, f32>, %xs: !lift.array<N, f32>) -> !lift.array<M, !lift.array<N, tuple<i32, f32>>> {
  %none = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %many = arith.constant 50.0 : f32
  %r = lift.map (%y) in %ys {
    %row = lift.map (%x) in %xs {
      %first = lift.tuple %none, %x
      %end = lift.iterate upto 2 * M (%s) in %first while {
        %z = lift.get %s[1]
        %few = arith.cmpf olt, %z, %many : f32
        lift.yield %few
      } do {
        %k = lift.get %s[0]
        %z = lift.get %s[1]
        %t = arith.addf %z, %y : f32
        %more = arith.addi %k, %one : i32
        %next = lift.tuple %more, %t
        lift.yield %next
      }
      lift.yield %end
    }
    lift.yield %row
  }
  lift.return %r
}
"""

COUNTED = """
lift.def @f<N, M>(%xs: !lift.array<N, i32>) -> !lift.array<N, i32> {
  %r = lift.map (%x) in %xs {
    %end = lift.iterate M - 1 (%s) in %x {
      %t = arith.addi %s, %x : i32
      lift.yield %t
    }
    lift.yield %end
  }
  lift.return %r
}
"""

STEPS = """
lift.def @f<N, M>(%xs: !lift.array<N, i32>, %last: i32) -> !lift.array<N, i32> {
  %none = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %five = arith.constant 5 : i32
  %many = arith.constant 17 : i32
  %r = lift.map (%x) in %xs {
    %start = lift.tuple %x, %one, %none
    %end = lift.iterate upto 3 * M (%s) in %start while {
      %a = lift.get %s[0]
      %b = lift.get %s[1]
      %sum = arith.addi %a, %b : i32
      %more = arith.cmpi ne, %sum, %last : i32
      lift.yield %more
    } do {
      %a = lift.get %s[0]
      %b = lift.get %s[1]
      %k = lift.get %s[2]
      %a5 = arith.muli %a, %five : i32
      %ab = arith.addi %a5, %b : i32
      %next_a = arith.remsi %ab, %many : i32
      %next_k = arith.addi %k, %one : i32
      %next = lift.tuple %next_a, %a, %next_k
      lift.yield %next
    }
    %k = lift.get %end[2]
    lift.yield %k
  }
  lift.return %r
}
"""
"""Only the number of steps is used after, and what the condition is asked of would go on if it was asked again."""

PROGRAMS = {"steps": STEPS, "divisors": DIVISORS, "rows": ROWS, "counted": COUNTED}


@pytest.mark.parametrize("sizes", SIZES, ids=str)
@pytest.mark.parametrize("name", PROGRAMS)
def test_the_device_agrees_with_the_interpreter(name: str, sizes: dict[str, int]) -> None:
    assert_agrees(PROGRAMS[name], [sizes])


@pytest.mark.parametrize("n", [1, 15, 16, 100])
def test_lanes_end_one_by_one(n: int) -> None:
    rng = np.random.default_rng(n)
    a, b = rng.integers(0, 1000, (2, n), np.int32)
    gcd = lift.compile(DIVISORS, profile="pocl,compute_units=1,vector_bytes=64")
    assert np.array_equal(gcd((a, b), M=40), np.gcd(a, b))


@pytest.mark.parametrize(("name", "kind"), [("divisors", "int16"), ("rows", "float16"), ("counted", "int16")])
def test_they_are_vectors(name: str, kind: str) -> None:
    text = lift.compile(PROGRAMS[name], profile="pocl,compute_units=1,vector_bytes=64").opencl
    assert f"{kind} s" in text
    assert ("break;" in text) == (name != "counted")


def test_lanes_that_have_ended_do_not_go_on() -> None:
    """What a lane does not keep may be anything then, and the condition hold for it once more."""
    program = lift.compile(STEPS, profile="pocl,compute_units=1,vector_bytes=64")
    assert "int16 goes_on" in program.opencl
    xs = np.arange(100, dtype=np.int32)
    for last in range(8):
        assert np.array_equal(program(xs, last, M=20), lift.compile(STEPS, target="interpreter")(xs, last, M=20)), last
