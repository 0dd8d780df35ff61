"""`lift.search`: the same bisection everywhere, of sorted arrays and of any others."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest
from agreement import STRATEGIES, Call, agrees, interpreted, prints_the_same

SEARCHES = """
lift.def @below<N>(%xs: !lift.array<N, i32>, %key: i32) -> i32 {
  %r = lift.search (%x) in %xs {
    %less = arith.cmpi slt, %x, %key : i32
    lift.yield %less
  }
  lift.return %r
}

lift.def @hidden<N, M>(%e: !lift.exists<X upto N, !lift.array<X, i32>>, %keys: !lift.array<M, i32>) -> !lift.array<M, i32> {
  %r = lift.map (%key) in %keys {
    %n = lift.search (%x) in %e {
      %less = arith.cmpi slt, %x, %key : i32
      lift.yield %less
    }
    lift.yield %n
  }
  lift.return %r
}

lift.def @rows<N, M>(%xss: !lift.array<N, !lift.array<M, i32>>, %keys: !lift.array<N, i32>) -> !lift.array<N, i32> {
  %both = lift.zip %xss, %keys
  %r = lift.map (%p) in %both {
    %xs = lift.get %p[0]
    %key = lift.get %p[1]
    %sums = lift.scan (%acc, %x) in %xs from %key {
      %s = arith.addi %acc, %x : i32
      lift.yield %s
    }
    %n = lift.search (%x) in %sums {
      %less = arith.cmpi slt, %x, %key : i32
      lift.yield %less
    }
    lift.yield %n
  }
  lift.return %r
}

lift.def @whole_rows<N, M>(%xss: !lift.array<N, !lift.array<M, i32>>, %key: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %r = lift.search (%xs) in %xss {
    %sum = lift.reduce (%acc, %x) in %xs from %zero {
      %s = arith.addi %acc, %x : i32
      lift.yield %s
    }
    %less = arith.cmpi slt, %sum, %key : i32
    lift.yield %less
  }
  lift.return %r
}
"""
SIZES = (1, 2, 3, 7, 8, 13, 64, 127, 1009)


def numbers(*shape: int) -> Any:
    return np.random.default_rng(sum(shape)).integers(-9, 9, shape).astype(np.int32)


def flat() -> list[Call]:
    calls: list[Call] = []
    for n in SIZES:
        for key in (-20, 0, 3, 20):
            calls += [((np.sort(numbers(n)), np.int32(key)), {}), ((numbers(n), np.int32(key)), {})]
    return calls


ROWS = ((1, 1), (7, 3), (13, 64), (67, 5))
CALLS: dict[str, list[Call]] = {
    "below": flat(),
    "hidden": [((np.sort(numbers(n)), numbers(m)), {"N": 1009}) for n, m in product((0, *SIZES), (1, 17))],
    "rows": [((numbers(n, m), numbers(n)), {}) for n, m in ROWS],
    "whole_rows": [((np.sort(numbers(n, m), axis=0), np.int32(2)), {}) for n, m in ROWS],
}


def test_what_holds_before_what_does_not_is_counted() -> None:
    for (xs, key), sizes in flat()[::2]:
        assert interpreted(SEARCHES, "below")(xs, key, **sizes) == np.searchsorted(xs, key)


def test_the_bisection_is_fixed_where_nothing_is_sorted() -> None:
    """Of seven elements the fourth is looked at first, then the sixth, then the last."""
    xs = np.array([9, 9, 9, 0, 9, 0, 9], np.int32)
    assert interpreted(SEARCHES, "below")(xs, np.int32(5)) == 6


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("entry", CALLS)
def test_the_device_agrees(entry: str, strategy: str) -> None:
    agrees(SEARCHES, entry, strategy, *CALLS[entry])


@pytest.mark.parametrize("entry", CALLS)
def test_the_printed_program_agrees(entry: str) -> None:
    prints_the_same(SEARCHES, entry, *CALLS[entry][:3])


def test_no_elements_are_searched_by_nobody() -> None:
    keys = numbers(5)
    assert not any(interpreted(SEARCHES, "hidden")(numbers(0), keys, N=4))
