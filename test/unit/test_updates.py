"""Updates on the device against the interpreter: every ⊕, any region, tuples, rows, hidden lengths, at sizes of every kind."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

import lift
from lift.passes.rules.combining import NEUTRAL

FLOATS = sorted(kind.name for kind in NEUTRAL if kind.name.endswith("f"))
INTEGERS = sorted(kind.name for kind in NEUTRAL if kind.name not in FLOATS)
SIZES = ((1, 1), (7, 3), (127, 16), (4099, 7))
"""Elements, and what is updated: one, primes, more than a work group, more than a part has at least."""
STRATEGIES = ("cpu", "plain", "gpu")
SPECIAL = np.array([np.nan, -0.0, 0.0, np.inf, -np.inf, 1.5, -2.0, 3.0], np.float32)

ORDERED = """
lift.def @f<N, M>(%xs: !lift.array<N, {t}>, %is: !lift.array<N, {i}>, %before: !lift.array<M, {t}>) -> !lift.array<M, {t}> {{
  %r = lift.update{words} (%old, %x)[k] in %xs at %is into %before {{
    {body}
  }}
  lift.return %r
}}"""


@cache
def compiled(text: str, strategy: str | None) -> Any:
    """A program for the device; for the interpreter without a strategy."""
    return lift.compile(text, strategy=strategy) if strategy else lift.compile(text, target="interpreter")


def compared(text: str, strategy: str, *arguments: Any, **sizes: Any) -> None:
    """Whether a device gives what the interpreter gives, signed zeros too."""
    expected = compiled(text, None)(*arguments, **sizes)
    found = compiled(text, strategy)(*arguments, **sizes)
    np.testing.assert_array_equal(found, expected)
    if np.asarray(expected).dtype.kind == "f":
        numbers = ~np.isnan(expected)  # the sign of a NaN says nothing
        np.testing.assert_array_equal(np.signbit(found[numbers]), np.signbit(expected[numbers]))


def indices(rng: np.random.Generator, n: int, m: int, dtype: type = np.int32) -> Any:
    """Indices of which some are out of bounds, on both sides."""
    least, most = (-3, m + 3) if dtype is not np.int8 else (-3, min(m + 3, 127))
    return rng.integers(least, most, n).astype(dtype)


@pytest.mark.parametrize("strategy", ["cpu"])
@pytest.mark.parametrize("op", INTEGERS)
def test_every_known_op_of_integers(op: str, strategy: str) -> None:
    text = ORDERED.format(t="i32", i="i32", words="", body=f"%s = {op} %old, %x : i32\n lift.yield %s")
    for n, m in SIZES:
        rng = np.random.default_rng([n, m])
        xs, before = (rng.integers(-(2**31), 2**31, size).astype(np.int32) for size in (n, m))
        compared(text, strategy, xs, indices(rng, n, m), before)


@pytest.mark.parametrize("strategy", ["cpu"])
@pytest.mark.parametrize("op", FLOATS)
def test_every_known_op_of_floats(op: str, strategy: str) -> None:
    """Whole numbers, of which sums and products of few are exact; of the others special ones, too."""
    text = ORDERED.format(t="f32", i="i32", words="", body=f"%s = {op} %old, %x : f32\n lift.yield %s")
    for n, m in SIZES:
        rng = np.random.default_rng([n, m])
        if op == "arith.mulf":
            xs, before = (rng.choice(np.array([1, -1, 1, 1], np.float32), size) for size in (n, m))
        elif op == "arith.addf":
            xs, before = (rng.choice(np.array([-0.0, 1, -2, 5], np.float32), size) for size in (n, m))
        else:
            xs, before = (rng.choice(SPECIAL, size) for size in (n, m))
        compared(text, strategy, xs, indices(rng, n, m), before)


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("words", ["", " ordered"])
def test_any_region_goes_in_order(words: str, strategy: str) -> None:
    body = """%p = lift.nat k
    %twice = arith.addi %old, %old : i32
    %both = arith.addi %x, %p : i32
    %s = arith.subi %twice, %both : i32
    lift.yield %s"""
    text = ORDERED.format(t="i32", i="i64", words=words, body=body)
    for n, m in SIZES:
        rng = np.random.default_rng([n, m])
        xs, before = (rng.integers(-9, 9, size).astype(np.int32) for size in (n, m))
        compared(text, strategy, xs, indices(rng, n, m, np.int64), before)


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_the_last_of_those_with_one_index_stays(strategy: str) -> None:
    text = ORDERED.format(t="f64", i="i8", words="", body="lift.yield %x")
    rng = np.random.default_rng(1)
    xs, before = rng.random(301), rng.random(37)
    compared(text, strategy, xs, indices(rng, 301, 37, np.int8), before)


def test_all_indices_out_of_bounds_change_nothing() -> None:
    text = ORDERED.format(t="i32", i="i64", words="", body="%s = arith.addi %old, %x : i32\n lift.yield %s")
    before = np.array([3, 1, 4], np.int32)
    far = np.array([-1, 3, 2**40, -(2**40), 2**32, 2**63 - 1, -(2**63)], np.int64)
    found = lift.compile(text)(np.ones(7, np.int32), far, before)
    np.testing.assert_array_equal(found, before)


TUPLES = """
lift.def @f<N, M>(%xs: !lift.array<N, i32>, %is: !lift.array<N, i32>, %before: !lift.array<M, tuple<i32, i64>>)
    -> !lift.array<M, tuple<i32, i64>> {
  %one = arith.constant 1 : i64
  %r = lift.update (%old, %x) in %xs at %is into %before {
    %most = lift.get %old[0]
    %count = lift.get %old[1]
    %m = arith.maxsi %most, %x : i32
    %c = arith.addi %count, %one : i64
    %t = lift.tuple %m, %c
    lift.yield %t
  }
  lift.return %r
}"""


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_tuples(strategy: str) -> None:
    for n, m in SIZES:
        rng = np.random.default_rng([n, m])
        xs, before = rng.integers(-99, 99, n).astype(np.int32), rng.integers(-50, 50, m)
        arguments = (xs, indices(rng, n, m), (before.astype(np.int32), before))
        expected, found = compiled(TUPLES, None)(*arguments), compiled(TUPLES, strategy)(*arguments)
        for name in expected.dtype.names:
            np.testing.assert_array_equal(found[name], expected[name])


ROWS = """
lift.def @f<N, M>(%rows: !lift.array<i : N, !lift.array<i + 1, i32>>, %is: !lift.array<N, i32>) -> !lift.array<M, i32> {
  %zero = arith.constant 0 : i32
  %zeros = lift.generate [i : M] { lift.yield %zero }
  %r = lift.update (%old, %row)[k] in %rows at %is into %zeros {
    %sum = lift.reduce (%a, %x) in %row from %old {
      %s = arith.addi %a, %x : i32
      lift.yield %s
    }
    %last = lift.at %row[k]
    %t = arith.addi %sum, %last : i32
    lift.yield %t
  }
  lift.return %r
}"""


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_elements_that_are_rows(strategy: str) -> None:
    for n, m in ((1, 1), (7, 3), (67, 5)):
        rng = np.random.default_rng([n, m])
        rows = rng.integers(-9, 9, n * (n + 1) // 2).astype(np.int32)
        compared(ROWS, strategy, rows, indices(rng, n, m), N=n, M=m)


HIDDEN = """
lift.def @f<N, M>(%xs: !lift.array<N, i32>, %before: !lift.array<M, i32>) -> !lift.array<M, i32> {
  %zero = arith.constant 0 : i32
  %kept = lift.filter (%x) in %xs {
    %k = arith.cmpi sgt, %x, %zero : i32
    lift.yield %k
  }
  %r = lift.update (%old, %x) in %kept at %kept into %before {
    %s = arith.addi %old, %x : i32
    lift.yield %s
  }
  lift.return %r
}"""


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("least", [-50, 1, -200])
def test_a_hidden_length(strategy: str, least: int) -> None:
    """Some elements, all of them, and none."""
    for n, m in SIZES:
        rng = np.random.default_rng([n, m])
        xs = rng.integers(least, min(least + 100, 2 * m + 9) if least > -200 else 0, n).astype(np.int32)
        compared(HIDDEN, strategy, xs, rng.integers(-9, 9, m).astype(np.int32))


IN_ROWS = """
lift.def @f<N, M>(%m: !lift.array<N, !lift.array<M, f32>>, %scale: f32) -> !lift.array<N, !lift.array<8, i32>> {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %zeros = lift.generate [i : 8] { lift.yield %zero }
  %r = lift.map (%row) in %m {
    %bins = lift.map (%x) in %row {
      %y = arith.mulf %x, %scale : f32
      %b = arith.fptosi %y : f32 to i32
      lift.yield %b
    }
    %h = lift.update (%old, %x) in %row at %bins into %zeros {
      %s = arith.addi %old, %one : i32
      lift.yield %s
    }
    lift.yield %h
  }
  lift.return %r
}"""


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_a_histogram_of_each_row(strategy: str) -> None:
    for n, m in ((1, 1), (5, 67), (131, 3)):
        rng = np.random.default_rng([n, m])
        compared(IN_ROWS, strategy, rng.random((n, m)).astype(np.float32), np.float32(9))


IN_PLACE = """
lift.def @f<N, M>(%m: !lift.array<N, !lift.array<4, i32>>, %before: !lift.array<M, i32>) -> !lift.array<M, i32> {
  %r = lift.reduce (%acc, %row) in %m from %before {
    %s = lift.update (%old, %x) in %row at %row into %acc {
      %t = arith.muli %old, %x : i32
      lift.yield %t
    }
    lift.yield %s
  }
  lift.return %r
}"""


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_a_fold_of_updates(strategy: str) -> None:
    for n, m in ((1, 1), (5, 3), (67, 5)):
        rng = np.random.default_rng([n, m])
        rows = rng.integers(-2, m + 2, (n, 4)).astype(np.int32)
        compared(IN_PLACE, strategy, rows, rng.integers(1, 9, m).astype(np.int32))


OWN = """
lift.def @f<N, M>(%xs: !lift.array<N, i32>) -> !lift.array<N, i32> {
  %zero = arith.constant 0 : i32
  %next = lift.map (%x)[k] in %xs {
    %i = lift.nat k
    %y = arith.xori %x, %i : i32
    lift.yield %y
  }
  %r = lift.update (%old, %x)[k] in %next at %next into %xs {
    %other = lift.at %xs[k]
    %s = arith.addi %old, %other : i32
    %t = arith.addi %s, %x : i32
    lift.yield %t
  }
  lift.return %r
}"""


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_what_is_updated_is_read_as_it_was(strategy: str) -> None:
    for n in (1, 7, 130):
        compared(OWN, strategy, np.random.default_rng(n).integers(0, n, n).astype(np.int32), M=1)
