"""Folds that keep the better of two tuples, in parts: bit by bit what the interpreter gives, for any numbers."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from pass_programs import bits

import lift

ARGUMENT = """
lift.def @best<N>(%x: !lift.array<N, {type}>, %key: {type}, %where: i32) -> tuple<i32, {type}> {{
  %start = lift.tuple %where, %key
  %r = lift.reduce (%best, %v)[i] in %x from %start {{
    %place = lift.get %best[0]
    %least = lift.get %best[1]
    %i = lift.nat i : i32
    %better = {compare} : {type}
    %p = arith.select %better, %i, %place : i32
    %k = arith.select %better, %v, %least : {type}
    %next = lift.tuple %p, %k
    lift.yield %next
  }}
  lift.return %r
}}
"""
NUMBERS = np.array([3, -0.0, 0.0, 2, -np.inf, np.inf, np.nan, -1, -1, 5], np.float32)
LENGTHS = (0, 1, 2, 31, 32, 33, 127, 128, 129, 1000, 4097)
LONG = (16384, 16415, 40_001)
"""As long as a block, in which candidates are in lanes, and longer."""


@cache
def compiled(text: str) -> tuple[Any, Any]:
    """A program on the device, and what it means."""
    return lift.compile(text, profile="pocl"), lift.compile(text, target="interpreter")


@pytest.mark.parametrize("compare", ["olt, %v, %least", "ogt, %least, %v", "ogt, %v, %least", "olt, %least, %v"])
@pytest.mark.parametrize("begin", [np.inf, -np.inf, 0.0, -0.0, 2.0, np.nan])
def test_ties_and_what_is_no_number(compare: str, begin: float) -> None:
    text = ARGUMENT.format(type="f32", compare=f"arith.cmpf {compare}")
    program, meaning = compiled(text)
    assert "best_in_lanes" in str(program.script)
    rng = np.random.default_rng(7)
    for length in LENGTHS:
        for few in (2, 5, 10):
            xs = rng.choice(rng.permutation(NUMBERS)[:few], length)
            assert bits(program(xs, begin, -1)) == bits(meaning(xs, begin, -1))


@pytest.mark.parametrize("length", LONG)
def test_several_blocks(length: int) -> None:
    program, meaning = compiled(ARGUMENT.format(type="f32", compare="arith.cmpf olt, %v, %least"))
    rng = np.random.default_rng(length)
    for least in (0, 5):  # what is least is there often, or once in each of a few blocks
        xs = rng.integers(least, 6, length).astype(np.float32)
        xs[rng.integers(0, length, 5)] -= least + 1
        assert bits(program(xs, np.inf, -1)) == bits(meaning(xs, np.inf, -1))


@pytest.mark.parametrize("compare", ["slt, %v, %least", "ugt, %v, %least"])
def test_integers(compare: str) -> None:
    text = ARGUMENT.format(type="i32", compare=f"arith.cmpi {compare}")
    program, meaning = compiled(text)
    assert "best_in_lanes" in str(program.script)
    rng = np.random.default_rng(8)
    for length in LENGTHS:
        xs = rng.integers(-3, 3, length).astype(np.int32)
        assert bits(program(xs, 1, -1)) == bits(meaning(xs, 1, -1))


@pytest.mark.parametrize(
    ("type_", "kind"), [("f64", np.float64), ("i64", np.int64), ("i16", np.int16), ("i8", np.int8)]
)
def test_other_types(type_: str, kind: type[np.generic]) -> None:
    compare = f"arith.cmp{'f ogt' if type_[0] == 'f' else 'i sgt'}, %v, %least"
    program, meaning = compiled(ARGUMENT.format(type=type_, compare=compare))
    assert "best_in_lanes" in str(program.script)
    rng = np.random.default_rng(10)
    for length in LENGTHS:
        xs = rng.integers(-3, 3, length).astype(kind)
        assert bits(program(xs, -2, -1)) == bits(meaning(xs, -2, -1))


def test_a_position_that_wraps_around_is_not_compared() -> None:
    """Of i8, 128 positions can be told apart, and a block has more of them; so they are kept beside it."""
    text = ARGUMENT.format(type="f32", compare="arith.cmpf olt, %v, %least").replace("i32", "i8")
    program, meaning = compiled(text)
    assert "best_with_position" in str(program.script)
    assert "best_in_lanes" in str(program.script)
    rng = np.random.default_rng(11)
    for length in LENGTHS:
        xs = rng.integers(-3, 3, length).astype(np.float32)
        assert bits(program(xs, np.inf, -1)) == bits(meaning(xs, np.inf, -1))


POINTS = """
lift.def @nearest<N>(%points: !lift.array<N, tuple<f32, f32, f32>>, %far: f32) -> tuple<f32, f32, f32, f32> {
  %start = lift.tuple %far, %far, %far, %far
  %r = lift.reduce (%best, %point) in %points from %start {
    %x = lift.get %point[0]
    %y = lift.get %point[1]
    %z = lift.get %point[2]
    %xx = arith.mulf %x, %x : f32
    %yy = arith.mulf %y, %y : f32
    %zz = arith.mulf %z, %z : f32
    %xy = arith.addf %xx, %yy : f32
    %d = arith.addf %xy, %zz : f32
    %d0 = lift.get %best[0]
    %x0 = lift.get %best[1]
    %y0 = lift.get %best[2]
    %z0 = lift.get %best[3]
    %nearer = arith.cmpf olt, %d, %d0 : f32
    %d1 = arith.select %nearer, %d, %d0 : f32
    %x1 = arith.select %nearer, %x, %x0 : f32
    %y1 = arith.select %nearer, %y, %y0 : f32
    %z1 = arith.select %nearer, %z, %z0 : f32
    %next = lift.tuple %d1, %x1, %y1, %z1
    lift.yield %next
  }
  lift.return %r
}
"""


def test_the_point_and_not_where_it_is() -> None:
    program, meaning = compiled(POINTS)
    assert "best_with_position" in str(program.script)
    assert "best_in_lanes" in str(program.script)
    rng = np.random.default_rng(12)
    for length in LENGTHS:
        points = tuple(rng.integers(-3, 3, length).astype(np.float32) for _ in range(3))
        assert bits(program(points, 20)) == bits(meaning(points, 20))


ROWS = """
lift.def @rows<N, M>(%a: !lift.array<N, !lift.array<M, f64>>) -> !lift.array<N, i32> {
  %least = arith.constant 0xFFF0000000000000 : f64
  %nowhere = arith.constant -1 : i32
  %start = lift.tuple %least, %nowhere
  %numbers = lift.generate [i : M] {
    %i = lift.nat i : i32
    lift.yield %i
  }
  %r = lift.map (%row) in %a {
    %numbered = lift.zip %row, %numbers
    %best = lift.reduce (%most, %p) in %numbered from %start {
      %v = lift.get %p[0]
      %i = lift.get %p[1]
      %old = lift.get %most[0]
      %place = lift.get %most[1]
      %more = arith.cmpf ogt, %v, %old : f64
      %k = arith.select %more, %v, %old : f64
      %w = arith.select %more, %i, %place : i32
      %next = lift.tuple %k, %w
      lift.yield %next
    }
    %where = lift.get %best[1]
    lift.yield %where
  }
  lift.return %r
}
"""


@pytest.mark.parametrize("shape", [(1, 1), (3, 7), (5, 16), (2, 129), (40, 33), (2, 16391)])
def test_rows(shape: tuple[int, int]) -> None:
    program, meaning = compiled(ROWS)
    assert "best_in_lanes" in str(program.script)
    a = np.random.default_rng(13).integers(-9, 9, shape).astype(np.float64)
    assert bits(program(a)) == bits(meaning(a))


@pytest.mark.parametrize(
    "compare", ["ole, %v, %least", "oge, %least, %v", "ult, %v, %least", "une, %v, %least", "olt, %v, %v"]
)
def test_what_is_not_strict_is_done_in_order(compare: str) -> None:
    """What is equal to the initial value would be replaced by that of a later part."""
    text = ARGUMENT.format(type="f32", compare=f"arith.cmpf {compare}")
    assert "reduce_in_parts" not in str(lift.compile(text, profile="pocl").script)


def test_two_at_once() -> None:
    """The least and the greatest, each with its place, and a sum."""
    text = """
lift.def @f<N>(%x: !lift.array<N, f32>, %c: f32, %w: i32) -> tuple<tuple<f32, i32>, f32, tuple<f32, i32>> {
  %one = lift.tuple %c, %w
  %start = lift.tuple %one, %c, %one
  %r = lift.reduce (%all, %v)[i] in %x from %start {
    %i = lift.nat i : i32
    %a = lift.get %all[0]
    %a0 = lift.get %a[0]
    %a1 = lift.get %a[1]
    %less = arith.cmpf olt, %v, %a0 : f32
    %b0 = arith.select %less, %v, %a0 : f32
    %b1 = arith.select %less, %i, %a1 : i32
    %b = lift.tuple %b0, %b1
    %s = lift.get %all[1]
    %t = arith.addf %s, %v : f32
    %d = lift.get %all[2]
    %d0 = lift.get %d[0]
    %d1 = lift.get %d[1]
    %more = arith.cmpf ogt, %v, %d0 : f32
    %e0 = arith.select %more, %v, %d0 : f32
    %e1 = arith.select %more, %i, %d1 : i32
    %e = lift.tuple %e0, %e1
    %next = lift.tuple %b, %t, %e
    lift.yield %next
  }
  lift.return %r
}"""
    program, meaning = compiled(text)
    assert "reduce_in_parts" in str(program.script)
    assert "reduce_lanes" not in str(program.script), "what is equal is kept in order"
    rng = np.random.default_rng(9)
    for length in LENGTHS:
        xs = rng.integers(-4, 4, length).astype(np.float32)
        assert bits(program(xs, 0.0, -1)) == bits(meaning(xs, 0.0, -1))
