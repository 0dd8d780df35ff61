"""Sorts on the device against the interpreter, and that against NumPy: keys of every type, tuples, rows, hidden lengths."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from program_checks import assert_agrees
from xdsl.context import Context

import lift
from lift.dialects.loader import load_module
from lift.lowering.lift_to_ocl import LiftToOclPass

STRATEGIES = ("cpu", "plain", "gpu")
SIZES = (1, 2, 7, 127, 4099)
"""One, two, primes, more than a work group, and more than a part has at least."""
INTEGERS = {f"{sign}i{bits}": np.dtype(f"{sign}int{bits}") for sign in ("", "u") for bits in (8, 16, 32, 64)}
SPECIAL = (np.nan, -0.0, 0.0, np.inf, -np.inf, 1e-45, -1e-45, 1.5, -2.0)

SORT = """
lift.def @f<N>(%xs: !lift.array<N, {t}>) -> !lift.array<N, {t}> {{
  %r = lift.sort{words} %xs
  lift.return %r
}}"""


@cache
def compiled(text: str, strategy: str | None, entry: str | None = None) -> Any:
    """A program for the device; for the interpreter without a strategy."""
    if strategy is None:
        return lift.compile(text, target="interpreter", entry=entry)
    return lift.compile(text, strategy=strategy, entry=entry)


def same(found: Any, expected: Any) -> None:
    """Whether two results are the same, with the signs of their zeros."""
    if isinstance(expected, list):
        assert len(found) == len(expected)
        for one, other in zip(found, expected, strict=True):
            same(one, other)
        return
    expected = np.asarray(expected)
    if expected.dtype.names:
        for name in expected.dtype.names:
            same(np.asarray(found)[name], expected[name])
        return
    np.testing.assert_array_equal(found, expected)
    if expected.dtype.kind == "f":
        numbers = ~np.isnan(expected)
        np.testing.assert_array_equal(np.signbit(found)[numbers], np.signbit(expected)[numbers])


def compared(text: str, strategy: str, *arguments: Any, **sizes: Any) -> None:
    same(compiled(text, strategy)(*arguments, **sizes), compiled(text, None)(*arguments, **sizes))


def integers(dtype: Any, n: int) -> Any:
    rng, ends = np.random.default_rng(n), np.iinfo(dtype)
    return rng.integers(ends.min, ends.max, n, dtype=dtype, endpoint=True)


def floats(dtype: Any, n: int) -> Any:
    rng = np.random.default_rng(n)
    return rng.choice(np.array([*SPECIAL, *rng.normal(0, 100, 300)]), n).astype(dtype)


@cache
def mapped(text: str) -> Any:
    """A program that is mapped to the device, in the interpreter: keys become digits."""
    module = load_module(text)
    LiftToOclPass().apply(Context(), module)
    assert "lift.sort" not in str(module)
    return lift.compile(module, target="interpreter")


WORDS = pytest.mark.parametrize("words", ["", " descending"])


@WORDS
@pytest.mark.parametrize("name", INTEGERS)
def test_digits_of_integers_of_every_width(name: str, words: str) -> None:
    xs = integers(INTEGERS[name], 67)
    expected = np.sort(xs)[:: -1 if words else 1]
    text = SORT.format(t=name, words=words)
    same(compiled(text, None)(xs), expected)
    same(mapped(text)(xs), expected)


@WORDS
@pytest.mark.parametrize("name", ["f16", "f32", "f64", "bf16", "i1"])
def test_digits_of_floats_with_zeros_and_what_is_no_number(name: str, words: str) -> None:
    wide = floats(np.float64, 99)
    narrow: dict[str, Any] = {"bf16": pytest.importorskip("ml_dtypes").bfloat16, "i1": np.bool_}
    xs = wide > 0 if name == "i1" else wide.astype(narrow.get(name, f"float{name[1:]}"))
    text, keys = SORT.format(t=name, words=words), xs.astype(np.float64)
    order = np.argsort(-keys if words else keys, kind="stable")
    same(compiled(text, None)(xs).astype(np.float64), keys[order])
    same(mapped(text)(xs).astype(np.float64), keys[order])


@pytest.mark.parametrize(("name", "strategy", "words"), [
    *(("f32", strategy, "") for strategy in STRATEGIES), ("f32", "cpu", " descending"), ("f64", "cpu", ""),
])  # fmt: skip
def test_floats(name: str, strategy: str, words: str) -> None:
    text = SORT.format(t=name, words=words)
    for n in SIZES:
        xs = floats(np.dtype(f"float{name[1:]}"), n)
        same(compiled(text, strategy)(xs), xs[np.argsort(-xs if words else xs, kind="stable")])


@pytest.mark.parametrize(("name", "words"), [("i32", ""), ("i16", " descending"), ("ui8", ""), ("ui16", " descending")])
def test_integers(name: str, words: str) -> None:
    for n in SIZES:
        xs = integers(INTEGERS[name], n)
        same(compiled(SORT.format(t=name, words=words), "cpu")(xs), np.sort(xs)[:: -1 if words else 1])


def test_no_elements() -> None:
    assert lift.compile(SORT.format(t="f32", words=""))(np.zeros(0, np.float32)).shape == (0,)


def test_sorted_reversed_and_equal_elements() -> None:
    text = SORT.format(t="i32", words="")
    up = np.arange(5000, dtype=np.int32) - 2500
    for xs in (up, up[::-1].copy(), np.full(5000, 7, np.int32)):
        same(compiled(text, "cpu")(xs), np.sort(xs))


BY_KEY = """
lift.def @f<N>(%xs: !lift.array<N, tuple<f32, i32>>) -> !lift.array<N, tuple<f32, i32>> {
  %r = lift.sort (%x) in %xs {
    %k = lift.get %x[0]
    lift.yield %k
  }
  lift.return %r
}"""


@pytest.mark.slow
@pytest.mark.parametrize("strategy", STRATEGIES)
def test_equal_keys_stay_in_their_order(strategy: str) -> None:
    for n in SIZES:
        keys, places = np.random.default_rng(n).choice(np.array(SPECIAL, np.float32), n), np.arange(n, dtype=np.int32)
        found, order = compiled(BY_KEY, strategy)((keys, places)), np.argsort(keys, kind="stable")
        same(found[found.dtype.names[1]], places[order])
        same(found[found.dtype.names[0]], keys[order])


BY_TWO = """
lift.def @f<N>(%xs: !lift.array<N, tuple<i8, f32>>) -> !lift.array<N, tuple<i8, f32>> {
  %r = lift.sort descending %xs
  lift.return %r
}
lift.def @g<N>(%xs: !lift.array<N, tuple<i8, f32>>) -> !lift.array<N, tuple<i8, f32>> {
  %r = lift.sort (%x) in %xs {
    %a = lift.get %x[0]
    %b = lift.get %x[1]
    %c = math.absf %b : f32
    %k = lift.tuple %c, %a
    lift.yield %k
  }
  lift.return %r
}"""


@pytest.mark.slow
@pytest.mark.parametrize("strategy", STRATEGIES)
def test_tuples_count_from_the_first_part(strategy: str) -> None:
    for n in (1, 7, 127, 4099):
        rng = np.random.default_rng(n)
        a, b = rng.integers(-3, 3, n).astype(np.int8), rng.choice(np.array([-2, 1, 2, 0.5], np.float32), n)
        for entry, order in (("f", np.lexsort((-b, ~a))), ("g", np.lexsort((a, np.abs(b))))):
            found = compiled(BY_TWO, strategy, entry)((a, b))
            same(found[found.dtype.names[0]], a[order])
            same(found[found.dtype.names[1]], b[order])


WIDE = """
lift.user_fun @costly(x: f32) -> f32 = "return x * x;" {
  %y = arith.mulf %x, %x : f32
  lift.return %y
}
lift.def @wide<N>(%xs: !lift.array<N, tuple<f32, i32, i64>>) -> !lift.array<N, tuple<f32, i32, i64>> {
  %r = lift.sort (%x) in %xs {
    %k = lift.get %x[1]
    lift.yield %k
  }
  lift.return %r
}
lift.def @called<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %r = lift.sort (%x) in %xs {
    %k = lift.call @costly(%x)
    lift.yield %k
  }
  lift.return %r
}
lift.def @rows<N, M>(%xs: !lift.array<N, !lift.array<M, i32>>) -> !lift.array<N, !lift.array<M, i32>> {
  %zero = arith.constant 0 : i32
  %r = lift.sort (%x) in %xs {
    %k = lift.reduce (%a, %y) in %x from %zero {
      %s = arith.addi %a, %y : i32
      lift.yield %s
    }
    lift.yield %k
  }
  lift.return %r
}"""


@pytest.mark.slow
@pytest.mark.parametrize("strategy", STRATEGIES)
def test_large_elements_and_costly_keys(strategy: str) -> None:
    for n in (1, 7, 127, 2050):
        rng = np.random.default_rng(n)
        a, b, c = rng.random(n).astype(np.float32), rng.integers(-5, 5, n).astype(np.int32), rng.integers(-9, 9, n)
        found, order = compiled(WIDE, strategy, "wide")((a, b, c)), np.argsort(b, kind="stable")
        for name, part in zip(found.dtype.names, (a, b, c), strict=True):
            same(found[name], part[order])
        signed = rng.integers(-50, 50, n).astype(np.float32)
        same(compiled(WIDE, strategy, "called")(signed), signed[np.argsort(signed**2, kind="stable")])
        rows = rng.integers(-9, 9, (n, 5)).astype(np.int32)
        same(compiled(WIDE, strategy, "rows")(rows), rows[np.argsort(rows.sum(1), kind="stable")])


EACH_ROW = """
lift.def @f<N, M>(%xs: !lift.array<N, !lift.array<M, f32>>) -> !lift.array<N, !lift.array<M, f32>> {
  %r = lift.map (%row) in %xs {
    %s = lift.sort %row
    lift.yield %s
  }
  lift.return %r
}"""


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_each_row(strategy: str) -> None:
    for n, m in ((1, 1), (5, 2), (3, 31), (3, 32), (70, 33), (2, 300)):
        rows = floats(np.float32, n * m).reshape(n, m)
        same(compiled(EACH_ROW, strategy)(rows), np.sort(rows, axis=1, kind="stable"))


EACH_ROW_BY = """
lift.def @f<N, M>(%xs: !lift.array<N, !lift.array<M, tuple<i32, i32, i32>>>, %c: f32)
    -> !lift.array<N, !lift.array<M, tuple<i32, i32, i32>>> {
  %r = lift.map (%row) in %xs {
    %s = lift.sort descending (%x) in %row {
      %a = lift.get %x[0]
      %b = lift.get %x[2]
      %k = lift.tuple %a, %b
      lift.yield %k
    }
    lift.yield %s
  }
  lift.return %r
}
lift.def @median<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %padded = lift.pad clamp 2, 2 %xs
  %windows = lift.slide 5 by 1 %padded
  %r = lift.map (%w) in %windows {
    %s = lift.sort %w
    %m = lift.at %s[2]
    lift.yield %m
  }
  lift.return %r
}
lift.def @triangle<N>(%xs: !lift.array<i : N, !lift.array<i + 1, i32>>) -> !lift.array<i : N, !lift.array<i + 1, i32>> {
  %r = lift.map (%row) in %xs {
    %s = lift.sort %row
    lift.yield %s
  }
  lift.return %r
}"""


@pytest.mark.slow
@pytest.mark.parametrize("strategy", STRATEGIES)
def test_rows_by_keys_and_of_different_lengths(strategy: str) -> None:
    for n, m in ((1, 1), (5, 7), (67, 6)):
        rng = np.random.default_rng([n, m])
        parts = tuple(rng.integers(-2, 3, (n, m)).astype(np.int32) for _ in range(3))
        call = (parts, np.float32(1))
        same(compiled(EACH_ROW_BY, strategy, "f")(*call), compiled(EACH_ROW_BY, None, "f")(*call))
        xs = rng.random(n * m).astype(np.float32)
        same(compiled(EACH_ROW_BY, strategy, "median")(xs), compiled(EACH_ROW_BY, None, "median")(xs))
        packed = rng.integers(-9, 9, n * (n + 1) // 2).astype(np.int32)
        found = compiled(EACH_ROW_BY, strategy, "triangle")(packed, N=n)
        same(found, compiled(EACH_ROW_BY, None, "triangle")(packed, N=n))


HIDDEN = """
lift.def @kept<N>(%xs: !lift.array<N, f32>) -> !lift.exists<X upto N, !lift.array<X, f32>> {
  %zero = arith.constant 0.0 : f32
  %kept = lift.filter (%x) in %xs {
    %k = arith.cmpf ogt, %x, %zero : f32
    lift.yield %k
  }
  %r = lift.sort %kept
  lift.return %r
}
lift.def @rows<N, M>(%xs: !lift.array<N, !lift.array<M, f32>>)
    -> !lift.array<N, !lift.exists<X upto M, !lift.array<X, f32>>> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%row) in %xs {
    %kept = lift.filter (%x) in %row {
      %k = arith.cmpf ogt, %x, %zero : f32
      lift.yield %k
    }
    %s = lift.sort %kept
    lift.yield %s
  }
  lift.return %r
}
lift.def @distinct<N>(%xs: !lift.array<N, i32>) -> !lift.exists<X upto N, !lift.array<X, i32>> {
  %up = lift.sort %xs
  %groups = lift.group (%a, %b) in %up {
    %same = arith.cmpi eq, %a, %b : i32
    lift.yield %same
  }
  %zero = arith.constant 0 : i32
  %r = lift.map (%group) in %groups {
    %first = lift.at %group[%zero] else %zero
    lift.yield %first
  }
  lift.return %r
}"""


@pytest.mark.slow
@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("least", [-50, 1, -200])
def test_hidden_lengths(strategy: str, least: int) -> None:
    """Some elements, all of them, and none."""
    for n in (1, 7, 4099):
        xs = np.random.default_rng(n).integers(least, least + 100, n).astype(np.float32)
        same(compiled(HIDDEN, strategy, "kept")(xs), np.sort(xs[xs > 0]))
    rows = np.random.default_rng(3).integers(least, least + 100, (5, 9)).astype(np.float32)
    expected = [np.sort(row[row > 0]) for row in rows]
    same(list(compiled(HIDDEN, strategy, "rows")(rows)), expected)


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_distinct_elements(strategy: str) -> None:
    for n in (1, 7, 4099):
        xs = np.random.default_rng(n).integers(-50, 50, n).astype(np.int32)
        same(compiled(HIDDEN, strategy, "distinct")(xs), np.unique(xs))


IN_LOOPS = """
lift.def @f<N>(%xs: !lift.array<N, i32>) -> !lift.array<N, i32> {
  %r = lift.iterate 3 (%state) in %xs {
    %s = lift.sort %state
    %t = lift.map (%x)[k] in %s {
      %i = lift.nat k
      %y = arith.xori %x, %i : i32
      lift.yield %y
    }
    lift.yield %t
  }
  lift.return %r
}
lift.def @chosen<N>(%xs: !lift.array<N, i32>, %c: i1) -> !lift.array<N, i32> {
  %r = lift.if %c {
    %s = lift.sort %xs
    lift.yield %s
  } else {
    lift.yield %xs
  }
  lift.return %r
}"""


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("entry", ["f", "chosen"])
def test_in_iterations_and_choices(entry: str, strategy: str) -> None:
    for n in (8, 128, 2056):
        xs = np.random.default_rng(n).integers(-50, 50, n).astype(np.int32)
        for call in [(xs, np.True_), (xs, np.False_)] if entry == "chosen" else [(xs,)]:
            same(compiled(IN_LOOPS, strategy, entry)(*call), compiled(IN_LOOPS, None, entry)(*call))


def test_keys_of_several_parts_bind_names_of_their_own() -> None:
    text = """
lift.def @f<N, M>(%xs: !lift.array<N, !lift.array<M, i32>>) -> !lift.array<N, !lift.array<M, i32>> {
  %zero = arith.constant 0 : i32
  %r = lift.sort (%row) in %xs {
    %weighted = lift.reduce (%acc, %x)[k] in %row from %zero {
      %n = lift.nat k : i32
      %y = arith.muli %x, %n : i32
      %t = arith.addi %acc, %y : i32
      lift.yield %t
    }
    %both = lift.tuple %weighted, %weighted
    lift.yield %both
  }
  lift.return %r
}
"""
    assert_agrees(text, [{"N": 5, "M": 3}])
