"""Folds and scans of the parts of a vector, on the device and in the interpreter, with every width and scalar."""

import re
from typing import Final

import numpy as np
import pytest
from program_checks import assert_agrees

import lift

WIDTHS: Final = (2, 3, 4, 8, 16)


def program(width: int, scalar: str, *regions: str, words: str = "") -> str:
    """The folds and the scans of each vector of an array, with each region."""
    folds: list[str] = []
    for k, region in enumerate(regions):
        fold = f"{words} (%a, %x) in %v from %c {{ {region} }}"
        folds += [f"%total{k} = ocl.reduce_vec {fold}", f"%running{k} = ocl.scan_vec {fold}"]
    names = ", ".join(f"%total{k}, %running{k}" for k in range(len(regions)))
    types = ", ".join(f"{scalar}, vector<{width}x{scalar}>" for _ in regions)
    lines = "\n    ".join(folds)
    return f"""
lift.def @f<N>(%xs: !lift.array<{width} * N, {scalar}>, %c: {scalar}, %d: {scalar}) -> !lift.array<N, tuple<{types}>> {{
  %vs = ocl.as_vector {width} %xs
  %r = ocl.map_glb<0> (%v)[n] in %vs {{
    {lines}
    %all = lift.tuple {names}
    lift.yield %all
  }}
  lift.return %r
}}
"""


def by(op: str, scalar: str, left: str = "%a", right: str = "%x") -> str:
    return f"%r = arith.{op} {left}, {right} : {scalar} lift.yield %r"


INTEGERS: Final = ("addi", "muli", "xori", "andi", "ori", "minsi", "minui", "maxsi", "maxui")
FLOATS: Final = ("addf", "minimumf", "maximumf", "minnumf", "maxnumf")


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("scalar", ["i8", "i32", "i64", "i1"])
def test_integers(width: int, scalar: str) -> None:
    assert_agrees(program(width, scalar, *(by(op, scalar) for op in INTEGERS)), [{"N": 3}])


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("words", ["", "associative commutative"])
def test_floats(width: int, words: str) -> None:
    """Whole numbers are small, so that their sums are exact in any order."""
    assert_agrees(program(width, "f32", *(by(op, "f32") for op in FLOATS), words=words), [{"N": 3}])


@pytest.mark.parametrize("words", ["associative", "ordered"])
def test_doubles(words: str) -> None:
    assert_agrees(program(8, "f64", *(by(op, "f64") for op in FLOATS), words=words), [{"N": 3}])


@pytest.mark.parametrize("width", WIDTHS)
def test_what_is_not_associative_goes_from_part_to_part(width: int) -> None:
    regions = (by("subi", "i32"), by("divsi", "i32", "%x", "%a"), *(f"lift.yield %{name}" for name in "xad"))
    assert_agrees(program(width, "i32", *regions), [{"N": 1}, {"N": 5}])


@pytest.mark.parametrize("width", WIDTHS)
def test_a_function_of_each_part_is_on_lanes(width: int) -> None:
    squares = "%n = lift.nat n + 2 : i32 %p = arith.muli %x, %n : i32 %q = arith.addi %p, %d : i32 "
    regions = (squares + by("addi", "i32", "%q", "%a"), by("addi", "i32", "%a", "%d"))
    assert_agrees(program(width, "i32", *regions), [{"N": 1}, {"N": 5}])


BOTH = "%p = arith.muli %a, %x : i32 %s = arith.addi %a, %x : i32 %r = arith.addi %s, %p : i32 lift.yield %r"
"""`a ⊕ x = a + x + a * x`, which is associative and commutative."""
LAST = """%zero = arith.constant 0 : i32 %none = arith.cmpi eq, %x, %zero : i32
        %r = arith.select %none, %a, %x : i32 lift.yield %r"""
"""`a ⊕ x` is the last of both that is not 0, which is associative and not commutative."""


@pytest.mark.parametrize("width", WIDTHS)
def test_a_region_that_is_said_to_be_associative(width: int) -> None:
    assert_agrees(program(width, "i32", BOTH, LAST, words="associative"), [{"N": 1}, {"N": 31}])


def test_a_region_that_is_said_to_be_commutative() -> None:
    assert_agrees(program(16, "i32", BOTH, words="associative commutative"), [{"N": 5}])


TWO_TYPES = """
lift.def @f<N>(%xs: !lift.array<8 * N, i8>, %c: i64) -> !lift.array<N, tuple<i64, vector<8xi64>>> {
  %vs = ocl.as_vector 8 %xs
  %r = ocl.map_glb<0> (%v) in %vs {
    %total = ocl.reduce_vec (%a, %x) in %v from %c {
      %w = arith.extsi %x : i8 to i64
      %s = arith.addi %a, %w : i64
      lift.yield %s
    }
    %running = ocl.scan_vec (%a, %x) in %v from %total {
      %w = arith.extsi %x : i8 to i64
      %s = arith.muli %w, %a : i64
      lift.yield %s
    }
    %both = lift.tuple %total, %running
    lift.yield %both
  }
  lift.return %r
}
"""


def test_accumulators_of_another_type() -> None:
    assert_agrees(TWO_TYPES, [{"N": 1}, {"N": 9}])


CALLS = """
lift.user_fun @mixed(a: i32, b: i32) -> i32 = "return a ^ (b & 7);" {
  %seven = arith.constant 7 : i32
  %low = arith.andi %b, %seven : i32
  %r = arith.xori %a, %low : i32
  lift.return %r : i32
}
lift.def @more(%a: i32, %b: i32) -> i32 {
  %s = arith.addi %a, %b : i32
  lift.return %s
}
lift.def @f<N>(%xs: !lift.array<4 * N, i32>, %c: !lift.array<N, i32>) -> !lift.array<N, tuple<i32, vector<4xi32>>> {
  %vs = ocl.as_vector 4 %xs
  %both = lift.zip %vs, %c
  %r = ocl.map_glb<0> (%p) in %both {
    %v = lift.get %p[0]
    %e = lift.get %p[1]
    %total = ocl.reduce_vec (%a, %x) in %v from %e {
      %m = lift.call @mixed(%a, %x)
      %s = lift.call @more(%m, %e)
      lift.yield %s
    }
    %running = ocl.scan_vec (%a, %x) in %v from %e {
      %s = lift.call @more(%a, %x)
      lift.yield %s
    }
    %t = lift.tuple %total, %running
    lift.yield %t
  }
  lift.return %r
}
"""


def test_calls() -> None:
    assert_agrees(CALLS, [{"N": 1}, {"N": 7}])


AT_THE_TOP = """
lift.def @f(%v: vector<8xi32>, %c: i32) -> tuple<i32, vector<8xi32>> {
  %s = ocl.reduce_vec (%a, %x) in %v from %c { %r = arith.addi %a, %x : i32 lift.yield %r }
  %t = ocl.scan_vec (%a, %x) in %v from %s { %r = arith.maxsi %a, %x : i32 lift.yield %r }
  %both = lift.tuple %s, %t
  lift.return %both
}
"""


def test_at_the_top_level() -> None:
    assert_agrees(AT_THE_TOP, [{}])


LONG_SCAN = """
lift.def @f<N>(%xs: !lift.array<16 * N, i32>, %c: i32) -> !lift.array<16 * N, i32> {
  %vs = ocl.as_vector 16 %xs
  %none = arith.constant dense<0> : vector<16xi32>
  %first = ocl.scan_vec (%a, %x) in %none from %c { %r = arith.addi %a, %x : i32 lift.yield %r }
  %running = ocl.scan_seq (%acc, %v) in %vs from %first {
    %last = ocl.reduce_vec (%a, %x) in %acc from %c { lift.yield %x }
    %next = ocl.scan_vec (%a, %x) in %v from %last { %r = arith.addi %a, %x : i32 lift.yield %r }
    lift.yield %next
  }
  %r = ocl.as_scalar %running
  lift.return %r
}
"""


def test_a_scan_goes_on_from_the_last_part() -> None:
    assert_agrees(LONG_SCAN, [{"N": 1}, {"N": 9}])


def test_floats_are_added_in_order() -> None:
    source = lift.compile(program(4, "f32", by("addf", "f32"))).opencl
    assert re.search(r"c \+ v\.s0 \+ v\.s1 \+ v\.s2 \+ v\.s3;", source)


def test_order_counts_for_floats() -> None:
    """1e8 and -1e8 between small numbers: what is lost depends on the order."""
    numbers = np.array([1e8, 1.5, -1e8, 2.5, 1.25, 1e8, 3.0, -1e8], np.float32)
    right = np.float32(0.5)
    for number in numbers:
        right += number
    for words in ("", "ordered"):
        result = lift.compile(program(8, "f32", by("addf", "f32"), words=words))(numbers, 0.5, 0.0)
        assert result["f0"][0] == right
        assert result["f1"][0][-1] == right


def test_what_is_regrouped_is_on_vectors() -> None:
    for scalar, op in (("i32", "addi"), ("f32", "addf")):
        halves = ".s01234567" in lift.compile(program(16, scalar, by(op, scalar))).opencl
        assert halves == (scalar == "i32")
        assert ".s01234567" in lift.compile(program(16, scalar, by(op, scalar), words="associative")).opencl


DOT = """
lift.def @f<N>(%xs: !lift.array<{width} * N, {scalar}>, %ys: !lift.array<{width} * N, {scalar}>, %c: vector<{width}x{scalar}>)
    -> !lift.array<N, tuple<{scalar}, {scalar}>> {{
  %vs = ocl.as_vector {width} %xs
  %ws = ocl.as_vector {width} %ys
  %both = lift.zip %vs, %ws
  %r = ocl.map_glb<0> (%p) in %both {{
    %v = lift.get %p[0]
    %w = lift.get %p[1]
    %s = ocl.dot %v, %w
    %t = ocl.dot %c, %w
    %u = lift.tuple %s, %t
    lift.yield %u
  }}
  lift.return %r
}}
"""


@pytest.mark.parametrize("width", [2, 3, 4])
@pytest.mark.parametrize("scalar", ["f32", "f64"])
def test_dot(width: int, scalar: str) -> None:
    text = DOT.format(width=width, scalar=scalar)
    assert_agrees(text, [{"N": 1}, {"N": 7}])
    assert "dot(" in lift.compile(text).opencl
