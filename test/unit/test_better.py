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
LENGTHS = (0, 1, 2, 127, 128, 129, 1000, 4097)


@cache
def compiled(text: str) -> tuple[Any, Any]:
    """A program on the device, and what it means."""
    return lift.compile(text, profile="pocl"), lift.compile(text, target="interpreter")


@pytest.mark.parametrize("compare", ["olt, %v, %least", "ogt, %least, %v", "ogt, %v, %least", "olt, %least, %v"])
@pytest.mark.parametrize("begin", [np.inf, -np.inf, 0.0, -0.0, 2.0, np.nan])
def test_ties_and_what_is_no_number(compare: str, begin: float) -> None:
    text = ARGUMENT.format(type="f32", compare=f"arith.cmpf {compare}")
    program, meaning = compiled(text)
    assert "reduce_in_parts" in str(program.script)
    rng = np.random.default_rng(7)
    for length in LENGTHS:
        for few in (2, 5, 10):
            xs = rng.choice(rng.permutation(NUMBERS)[:few], length)
            assert bits(program(xs, begin, -1)) == bits(meaning(xs, begin, -1))


@pytest.mark.parametrize("compare", ["slt, %v, %least", "ugt, %v, %least"])
def test_integers(compare: str) -> None:
    text = ARGUMENT.format(type="i32", compare=f"arith.cmpi {compare}")
    program, meaning = compiled(text)
    assert "reduce_in_parts" in str(program.script)
    rng = np.random.default_rng(8)
    for length in LENGTHS:
        xs = rng.integers(-3, 3, length).astype(np.int32)
        assert bits(program(xs, 1, -1)) == bits(meaning(xs, 1, -1))


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
