"""`lift.group`: rows of neighbours, folded, scanned and joined, of arrays of known and of hidden length."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from agreement import STRATEGIES, Call, agrees, interpreted, prints_the_same

import lift

GROUPS = """
lift.def @runs<N>(%xs: !lift.array<N, i32>) -> !lift.exists<G upto N, !lift.array<G, tuple<i32, i32>>> {
  %zero = arith.constant 0 : i32
  %groups = lift.group (%a, %b) in %xs {
    %same = arith.cmpi eq, %a, %b : i32
    lift.yield %same
  }
  %r = lift.map (%row) in %groups {
    %n = lift.length %row
    %first = lift.at %row[%zero] else %zero
    %p = lift.tuple %first, %n
    lift.yield %p
  }
  lift.return %r
}

lift.def @sums<N>(%keys: !lift.array<N, i32>, %xs: !lift.array<N, i32>) -> !lift.exists<G upto N, !lift.array<G, i32>> {
  %zero = arith.constant 0 : i32
  %both = lift.zip %keys, %xs
  %groups = lift.group (%a, %b) in %both {
    %one = lift.get %a[0]
    %two = lift.get %b[0]
    %same = arith.cmpi eq, %one, %two : i32
    lift.yield %same
  }
  %r = lift.map (%row) in %groups {
    %sum = lift.reduce (%acc, %p) in %row from %zero {
      %x = lift.get %p[1]
      %s = arith.addi %acc, %x : i32
      lift.yield %s
    }
    lift.yield %sum
  }
  lift.return %r
}

lift.def @rising<N>(%xs: !lift.array<N, i32>) -> !lift.exists<X upto N, !lift.array<X, i32>> {
  %zero = arith.constant 0 : i32
  %groups = lift.group (%a, %b) in %xs {
    %rises = arith.cmpi sle, %a, %b : i32
    lift.yield %rises
  }
  %scans = lift.map (%row) in %groups {
    %s = lift.scan (%acc, %x) in %row from %zero {
      %t = arith.addi %acc, %x : i32
      lift.yield %t
    }
    lift.yield %s
  }
  %r = lift.join %scans upto N
  lift.return %r
}

lift.def @rows<N>(%xs: !lift.array<N, i32>) -> !lift.exists<G upto N, !lift.array<G, !lift.exists<X upto N, !lift.array<X, i32>>>> {
  %r = lift.group (%a, %b) in %xs {
    %same = arith.cmpi eq, %a, %b : i32
    lift.yield %same
  }
  lift.return %r
}

lift.def @again<N>(%xs: !lift.array<N, i32>) -> !lift.exists<X upto N, !lift.array<X, i32>> {
  %groups = lift.group (%a, %b) in %xs {
    %rises = arith.cmpi sle, %a, %b : i32
    lift.yield %rises
  }
  %r = lift.join %groups upto N
  lift.return %r
}

lift.def @hidden<N>(%e: !lift.exists<X upto N, !lift.array<X, i32>>) -> !lift.exists<G upto N, !lift.array<G, i32>> {
  %zero = arith.constant 0 : i32
  %odd = arith.constant 3 : i32
  %kept = lift.filter (%x) in %e {
    %k = arith.cmpi ne, %x, %odd : i32
    lift.yield %k
  }
  %groups = lift.group (%a, %b) in %kept {
    %rises = arith.cmpi sle, %a, %b : i32
    lift.yield %rises
  }
  %r = lift.map (%row) in %groups {
    %sum = lift.reduce (%acc, %x) in %row from %zero {
      %s = arith.addi %acc, %x : i32
      lift.yield %s
    }
    lift.yield %sum
  }
  lift.return %r
}

lift.def @inside<N, M>(%xss: !lift.array<N, !lift.array<M, i32>>) -> !lift.array<N, i32> {
  %zero = arith.constant 0 : i32
  %r = lift.map (%xs) in %xss {
    %groups = lift.group (%a, %b) in %xs {
      %same = arith.cmpi eq, %a, %b : i32
      lift.yield %same
    }
    %lengths = lift.map (%row) in %groups {
      %n = lift.length %row
      lift.yield %n
    }
    %longest = lift.reduce (%acc, %n) in %lengths from %zero {
      %m = arith.maxsi %acc, %n : i32
      lift.yield %m
    }
    lift.yield %longest
  }
  lift.return %r
}
"""
SIZES = (1, 2, 3, 7, 13, 64, 131, 4099)


def numbers(*shape: int) -> Any:
    return np.random.default_rng(sum(shape)).integers(0, 4, shape).astype(np.int32)


FLAT: list[Call] = [((numbers(n),), {}) for n in SIZES]
CALLS: dict[str, list[Call]] = {
    "runs": FLAT,
    "sums": [((np.sort(numbers(n)), numbers(n)[::-1].copy()), {}) for n in SIZES],
    "rising": FLAT,
    "rows": FLAT[:6],
    "again": FLAT,
    "hidden": [((numbers(n),), {"N": 4099}) for n in (0, *SIZES)],
    "inside": [((numbers(n, m),), {}) for n, m in ((1, 1), (7, 3), (13, 64), (67, 5))],
}


def test_neighbours_for_which_it_holds_stay_together() -> None:
    xs = np.array([5, 5, 1, 5, 2, 2, 2], np.int32)
    assert [list(row) for row in interpreted(GROUPS, "rows")(xs)] == [[5, 5], [1], [5], [2, 2, 2]]
    assert list(interpreted(GROUPS, "rising")(xs)) == [5, 10, 1, 6, 2, 4, 6]


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("entry", CALLS)
def test_the_device_agrees(entry: str, strategy: str) -> None:
    agrees(GROUPS, entry, strategy, *CALLS[entry])


@pytest.mark.parametrize("entry", CALLS)
def test_the_printed_program_agrees(entry: str) -> None:
    prints_the_same(GROUPS, entry, *CALLS[entry][:4])


@pytest.mark.parametrize("entry", ["runs", "sums", "rising", "again"])
def test_rows_take_no_memory_of_their_own(entry: str) -> None:
    """A row has room for all elements where it is stored; none is."""
    text = lift.compile(GROUPS, entry=entry, strategy="plain").opencl
    assert "* N" not in text
    assert "N *" not in text
