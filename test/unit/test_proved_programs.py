"""Programs whose lengths and indices take a proof about remainders, chunks or squares: the device does what the
interpreter does."""

from __future__ import annotations

import pytest
from program_checks import assert_agrees

DOUBLED = """
  %r = lift.map (%e) in %g {
    %d = arith.addi %e, %e : i32
    lift.yield %d
  }
  lift.return %r
}
"""

SUMS = """
  %zero = arith.constant 0 : i32
  %r = lift.map (%row) in %p {
    %s = lift.reduce (%acc, %e) in %row from %zero {
      %t = arith.addi %acc, %e : i32
      lift.yield %t
    }
    lift.yield %s
  }
  lift.return %r
}
"""

PARTNERS = {
    "four": ("if(i mod 4 lt 2, i + 2, i - 2)", "4 * N"),
    "two": ("if(i mod 2 eq 1, i - 1, i + 1)", "2 * N"),
    "two_without_choice": ("i + 1 - 2 * (i mod 2)", "2 * N"),
    "two_by_digits": ("2 * (i floordiv 2) + 1 - i mod 2", "2 * N"),
    "sixteen": ("if(i mod 16 lt 8, i + 8, i - 8)", "16 * N"),
}

LENGTHS = (1, 2, 3, 4, 5, 7, 8, 13, 100)


@pytest.mark.parametrize("op", ["gather", "scatter"])
@pytest.mark.parametrize("name", PARTNERS)
def test_partners(op: str, name: str) -> None:
    function, length = PARTNERS[name]
    text = f"""
lift.def @f<N>(%x: !lift.array<{length}, i32>) -> !lift.array<{length}, i32> {{
  %g = lift.{op} %x by (i) -> ({function})
  {DOUBLED}"""
    assert_agrees(text, [{"N": n} for n in (1, 3, 8)])


def test_partners_in_blocks_of_any_size() -> None:
    text = f"""
lift.def @f<N, B>(%x: !lift.array<2 * B * N, i32>, %b: !lift.array<B, i32>) -> !lift.array<2 * B * N, i32> {{
  %g = lift.gather %x by (i) -> (if(i mod (2 * B) lt B, i + B, i - B))
  {DOUBLED}"""
    assert_agrees(text, [{"N": n, "B": b} for n in (1, 3) for b in (1, 3, 4)])


def test_the_first_of_two_in_every_iteration() -> None:
    text = """
lift.def @f<N>(%x: !lift.array<N, i32>) -> !lift.array<N, i32> {
  %r = lift.iterate 2 (%t) in %x {
    %g = lift.gather %t by (i) -> (if(i mod 2 eq 0, i, i - 1))
    %u = lift.map (%e)[i] in %g {
      %j = lift.nat i : i32
      %d = arith.addi %e, %j : i32
      lift.yield %d
    }
    lift.yield %u
  }
  lift.return %r
}
"""
    assert_agrees(text, [{"N": n} for n in (1, 2, 7, 8)])


def test_chunks_of_four() -> None:
    text = f"""
lift.def @f<N>(%x: !lift.array<N, i32>) -> !lift.array<N ceildiv 4, i32> {{
  %p = lift.partition %x into N ceildiv 4 by (i) -> (min(4, N - 4 * i))
  {SUMS}"""
    assert_agrees(text, [{"N": n} for n in LENGTHS])


def test_chunks_of_any_size() -> None:
    text = f"""
lift.def @f<N, B>(%x: !lift.array<N, i32>, %b: !lift.array<B, i32>) -> !lift.array<N ceildiv B, i32> {{
  %p = lift.partition %x into N ceildiv B by (i) -> (min(B, N - B * i))
  {SUMS}"""
    assert_agrees(text, [{"N": n, "B": b} for n in LENGTHS for b in (1, 4, 7)])


def test_chunks_some_of_which_may_be_empty() -> None:
    text = f"""
lift.def @f<N, M>(%x: !lift.array<N, i32>, %y: !lift.array<M, i32>) -> !lift.array<M, i32> where [4 * M ge N] {{
  %p = lift.partition %x into M by (i) -> (max(min(4, N - 4 * i), 0))
  {SUMS}"""
    assert_agrees(text, [{"N": n, "M": (n + 3) // 4 + more} for n in LENGTHS for more in (0, 3)])


def test_chunks_in_memory() -> None:
    text = """
lift.def @f<N>(%x: !lift.array<N, i32>) -> !lift.array<i : N ceildiv 4, !lift.array<min(4, N - 4 * i), i32>> {
  %p = lift.partition %x into N ceildiv 4 by (i) -> (min(4, N - 4 * i))
  %r = lift.map (%row) in %p {
    %u = lift.map (%e) in %row {
      %d = arith.addi %e, %e : i32
      lift.yield %d
    }
    lift.yield %u
  }
  lift.return %r
}
"""
    assert_agrees(text, [{"N": n} for n in LENGTHS])


def test_windows_of_a_square() -> None:
    text = """
lift.def @f<N>(%x: !lift.array<N * N, i32>) -> !lift.array<N * N - 1, !lift.array<2, i32>> where [N * N ge 2] {
  %w = lift.slide 2 by 1 %x
  %r = lift.map (%e) in %w { lift.yield %e }
  lift.return %r
}
"""
    assert_agrees(text, [{"N": n} for n in (2, 3, 5)])
