"""Exclusive scans, with and without their total: of known and hidden lengths, inside of maps, and of arrays."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from agreement import STRATEGIES, Call, agrees, prints_the_same

import lift

SCANS = """
lift.def @before<N>(%xs: !lift.array<N, i32>, %a: i32) -> !lift.array<N, i32> {
  %r = lift.scan exclusive (%acc, %x)[k] in %xs from %a {
    %i = lift.nat k
    %y = arith.muli %x, %i : i32
    %s = arith.addi %acc, %y : i32
    lift.yield %s
  }
  lift.return %r
}

lift.def @with_total<N>(%xs: !lift.array<N, i32>, %a: i32) -> !lift.array<N + 1, i32> {
  %r = lift.scan exclusive with total (%acc, %x) in %xs from %a {
    %s = arith.addi %acc, %x : i32
    lift.yield %s
  }
  lift.return %r
}

lift.def @ordered<N>(%xs: !lift.array<N, i32>, %a: i32) -> !lift.array<N, i32> {
  %r = lift.scan ordered exclusive (%acc, %x) in %xs from %a {
    %s = arith.subi %x, %acc : i32
    lift.yield %s
  }
  lift.return %r
}

lift.def @hidden<N>(%e: !lift.exists<X upto N, !lift.array<X, i32>>, %a: i32)
    -> tuple<!lift.exists<X upto N, !lift.array<X, i32>>, !lift.exists<X upto N, !lift.array<X + 1, i32>>> {
  %doubled = lift.map (%x) in %e {
    %y = arith.addi %x, %x : i32
    lift.yield %y
  }
  %before = lift.scan exclusive (%acc, %x) in %doubled from %a {
    %s = arith.addi %acc, %x : i32
    lift.yield %s
  }
  %all = lift.scan exclusive with total (%acc, %x) in %doubled from %a {
    %s = arith.maxsi %acc, %x : i32
    lift.yield %s
  }
  %r = lift.tuple %before, %all
  lift.return %r
}

lift.def @rows<N, M>(%xss: !lift.array<N, !lift.array<M, i32>>, %a: i32)
    -> !lift.array<N, tuple<!lift.array<M, i32>, !lift.array<M + 1, i32>>> {
  %r = lift.map (%xs) in %xss {
    %before = lift.scan exclusive (%acc, %x) in %xs from %a {
      %s = arith.addi %acc, %x : i32
      lift.yield %s
    }
    %all = lift.scan exclusive with total (%acc, %x) in %xs from %a {
      %s = arith.muli %acc, %x : i32
      lift.yield %s
    }
    %both = lift.tuple %before, %all
    lift.yield %both
  }
  lift.return %r
}

lift.def @arrays<N, M>(%xss: !lift.array<N, !lift.array<M, i32>>, %a: !lift.array<M, i32>)
    -> !lift.array<N + 1, !lift.array<M, i32>> {
  %r = lift.scan exclusive with total (%acc, %xs) in %xss from %a {
    %both = lift.zip %acc, %xs
    %sums = lift.map (%p) in %both {
      %x = lift.get %p[0]
      %y = lift.get %p[1]
      %s = arith.addi %x, %y : i32
      lift.yield %s
    }
    lift.yield %sums
  }
  lift.return %r
}
"""
A = np.int32(3)


def numbers(*shape: int) -> Any:
    return np.random.default_rng(sum(shape)).integers(-9, 9, shape).astype(np.int32)


FLAT: list[Call] = [((numbers(n), A), {}) for n in (1, 2, 7, 13, 64, 1025, 4097, 10007)]
ROWS: list[Call] = [((numbers(n, m), A), {}) for n, m in ((1, 1), (7, 3), (13, 64), (67, 5))]
CALLS: dict[str, list[Call]] = {
    "before": FLAT,
    "with_total": FLAT,
    "ordered": FLAT,
    "hidden": [((numbers(n), A), {"N": 10007}) for n in (0, 1, 2, 7, 13, 4097, 10007)],
    "rows": ROWS,
    "arrays": [((xss, numbers(xss.shape[1])), {}) for (xss, _), _ in ROWS],
}


def test_a_scan_begins_with_its_first_value() -> None:
    xs = np.array([5, 7, 9], np.int32)
    assert list(lift.compile(SCANS, entry="with_total", target="interpreter")(xs, A)) == [3, 8, 15, 24]
    assert list(lift.compile(SCANS, entry="ordered", target="interpreter")(xs, A)) == [3, 2, 5]


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("entry", CALLS)
def test_the_device_agrees(entry: str, strategy: str) -> None:
    agrees(SCANS, entry, strategy, *CALLS[entry])


@pytest.mark.parametrize("entry", CALLS)
def test_the_printed_program_agrees(entry: str) -> None:
    prints_the_same(SCANS, entry, *CALLS[entry][:3])


def test_no_array_is_copied_to_make_room_for_the_first_value() -> None:
    """What the scan computes is written behind the first value at once."""
    assert "result[i + 1] = s" in lift.compile(SCANS, entry="ordered").opencl
