"""Rows whose lengths are a table, taken in chunks: on a device, each begins at one look-up in the running sums."""

from __future__ import annotations

import numpy as np
import pytest

import lift

ROWS = "!lift.array<i : N, !lift.array<rows[i], i32>>"
CHUNKED = "!lift.array<c : N, !lift.array<k : M, !lift.array<rows[M * c + k], i32>>>"
SUM = "%s = ocl.reduce_seq (%a, %e) in %row from %zero { %t = arith.addi %a, %e : i32 lift.yield %t }"


def sums(of: str, outer: str = "ocl.map_glb<0>") -> str:
    """The sum of each row of each chunk."""
    return f"""%r = {outer} (%chunk) in {of} {{
    %one = ocl.map_seq (%row) in %chunk {{ {SUM} lift.yield %s }}
    lift.yield %one
  }}"""


def program(head: str, *body: str) -> str:
    return "\n  ".join((f"lift.def @f<{head} {{", "%zero = arith.constant 0 : i32", *body)) + "\n}"


FLAT = "lift.return %flat"
PROGRAMS = {
    "split": program(
        f"N, rows[N]>(%m: {ROWS}) -> !lift.array<N, i32> where [N mod 4 eq 0] launch(local = [1], groups = [N floordiv 4])",
        "%chunks = lift.split 4 %m",
        sums("%chunks"),
        "%flat = lift.join %r",
        FLAT,
    ),
    "split, reversed": program(
        f"N, rows[N]>(%m: {ROWS}) -> !lift.array<N, i32> where [N mod 4 eq 0]",
        "%back = lift.gather %m by (i) -> (N - 1 - i)",
        "%chunks = lift.split 4 %back",
        sums("%chunks", "ocl.map_wrg<0>"),
        "%flat = lift.join %r",
        FLAT,
    ),
    "the last is shorter": program(
        f"N, rows[N]>(%m: {ROWS}) -> !lift.array<N, i32> launch(local = [1], groups = [N ceildiv 5])",
        "%chunks = lift.partition %m into N ceildiv 5 by (i) -> (min(5, N - 5 * i))",
        sums("%chunks"),
        "%flat = lift.join %r",
        FLAT,
    ),
    "joined chunks": program(
        f"N, rows[N]>(%m: {ROWS}) -> !lift.array<N floordiv 4, i32> where [N mod 4 eq 0]",
        "%chunks = lift.split 4 %m",
        f"%r = ocl.map_glb<0> (%chunk) in %chunks {{ %row = lift.join %chunk {SUM} lift.yield %s }}",
        "lift.return %r",
    ),
    "a part, joined": program(
        f"N, rows[N]>(%m: {ROWS}) -> i32",
        "%part = lift.slice %m from N floordiv 2 size N - N floordiv 2",
        f"%row = lift.join %part {SUM} lift.return %s",
    ),
    "kept as chunks": program(
        f"N, M, rows[N * M]>(%m: {CHUNKED}) -> !lift.array<M * N, i32>",
        sums("%m"),
        "%flat = lift.join %r",
        FLAT,
    ),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_rows_in_chunks_are_found_on_the_device(name: str) -> None:
    on_device = lift.compile(PROGRAMS[name])
    meaning = lift.compile(PROGRAMS[name], target="interpreter")
    draw = np.random.default_rng(len(name))
    for count in (1, 3, 5, 11, 17) if "split" not in name and "joined chunks" not in name else (4, 8, 20):
        sizes = {"N": count, "M": 3} if name == "kept as chunks" else {}
        rows = draw.integers(0, 4, count * sizes.get("M", 1)).astype(np.int32)
        entries = draw.integers(-9, 9, rows.sum()).astype(np.int32)
        expected = meaning(entries, rows=rows, **sizes)
        np.testing.assert_array_equal(on_device(entries, rows=rows, **sizes), expected)


SPARSE = """lift.def @f<N, M, rows[N]>(%m: !lift.array<i : N, !lift.array<rows[i], tuple<i32, f32>>>, %v: !lift.array<M, f32>)
    -> !lift.array<N, f32> where [N mod 64 eq 0] launch(local = [1], groups = [N floordiv 64]) {
  %zero = arith.constant 0.0 : f32
  %chunks = lift.split 64 %m
  %r = ocl.map_glb<0> (%chunk) in %chunks {
    %one = ocl.map_seq (%row) in %chunk {
      %s = ocl.reduce_seq (%acc, %p) in %row from %zero {
        %j = lift.get %p[0]
        %a = lift.get %p[1]
        %x = lift.at_unchecked %v[%j]
        %ax = arith.mulf %a, %x : f32
        %t = arith.addf %acc, %ax : f32
        lift.yield %t
      }
      lift.yield %s
    }
    lift.yield %one
  }
  %flat = lift.join %r
  lift.return %flat
}"""


@pytest.mark.parametrize("count", [64, 320])
def test_a_sparse_product_takes_neighbouring_rows_a_work_item(count: int) -> None:
    product = lift.compile(SPARSE)
    assert "offsets[64 * g_id + k1]" in product.opencl
    draw = np.random.default_rng(count)
    dense = draw.integers(-4, 5, (count, 7)) * (draw.random((count, 7)) < 0.4)
    vector = draw.integers(-4, 5, 7).astype(np.float32)
    columns, entries = np.nonzero(dense)[1].astype(np.int32), dense[dense != 0].astype(np.float32)
    rows = (dense != 0).sum(axis=1).astype(np.int32)
    np.testing.assert_array_equal(product((columns, entries), vector, rows=rows), dense @ vector)
