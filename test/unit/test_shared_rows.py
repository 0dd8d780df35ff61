"""Rows of different length, shared out by how many elements they have: with every strategy as the interpreter says."""

from __future__ import annotations

import re

import numpy as np
import pytest
from agreement import STRATEGIES, Call, agrees

import lift

SUM = """lift.reduce (%acc, %e) in %row from %zero {
      %t = arith.addi %acc, %e : i32
      lift.yield %t
    }"""
ROWS = "!lift.array<i : N, !lift.array<rows[i], i32>>"


def program(head: str, *body: str) -> str:
    return "\n  ".join((f"lift.def @f<{head} {{", "%zero = arith.constant 0 : i32", *body, "lift.return %r")) + "\n}"


def sums(of: str) -> str:
    return f"%r = lift.map (%row) in {of} {{\n    %s = {SUM}\n    lift.yield %s\n  }}"


ONE_TABLE = {
    "sums": program(f"N, rows[N]>(%m: {ROWS}) -> !lift.array<N, i32>", sums("%m")),
    "reversed": program(
        f"N, rows[N]>(%m: {ROWS}) -> !lift.array<N, i32>", "%g = lift.gather %m by (i) -> (N - 1 - i)", sums("%g")
    ),
    "part of the rows": program(
        f"N, rows[N]>(%m: {ROWS}) -> !lift.array<N floordiv 2, i32>",
        "%g = lift.slice %m from N - N floordiv 2 size N floordiv 2",
        sums("%g"),
    ),
    "scans": program(
        f"N, rows[N]>(%m: {ROWS}) -> {ROWS}",
        "%r = lift.map (%row) in %m {",
        "  %s = lift.scan (%acc, %e) in %row from %zero { %t = arith.addi %acc, %e : i32 lift.yield %t }",
        "  lift.yield %s",
        "}",
    ),
    "position": program(
        f"N, rows[N]>(%m: {ROWS}) -> !lift.array<N, i32>",
        "%r = lift.map (%row)[k] in %m {",
        "  %n = lift.nat 3 * k + 1 : i32",
        "  %s = lift.reduce (%acc, %e)[j] in %row from %n {",
        "    %i = lift.nat j + 2 * k : i32",
        "    %y = arith.muli %i, %e : i32",
        "    %t = arith.addi %acc, %y : i32",
        "    lift.yield %t",
        "  }",
        "  lift.yield %s",
        "}",
    ),
    "mean": program(
        f"N, rows[N]>(%m: {ROWS}) -> !lift.array<N, i32>",
        "%one = arith.constant 1 : i32",
        "%r = lift.map (%row)[k] in %m {",
        f"  %s = {SUM}",
        "  %n = lift.nat rows[k] : i32",
        "  %most = arith.maxsi %n, %one : i32",
        "  %d = arith.divsi %s, %most : i32",
        "  lift.yield %d",
        "}",
    ),
    "added to": program(
        f"N, rows[N]>(%m: {ROWS}, %ys: !lift.array<N, i32>) -> !lift.array<N, i32>",
        "%both = lift.zip %m, %ys",
        "%r = lift.map (%p)[k] in %both {",
        "  %row = lift.get %p[0]",
        f"  %s = {SUM}",
        "  %y = lift.get %p[1]",
        "  %n = lift.nat k : i32",
        "  %a = arith.muli %y, %n : i32",
        "  %t = arith.addi %s, %a : i32",
        "  lift.yield %t",
        "}",
    ),
    "times a number of the row": program(
        f"N, rows[N]>(%m: {ROWS}, %ys: !lift.array<N, i32>) -> !lift.array<N, i32>",
        "%both = lift.zip %m, %ys",
        "%r = lift.map (%p) in %both {",
        "  %row = lift.get %p[0]",
        "  %y = lift.get %p[1]",
        "  %s = lift.reduce (%acc, %e) in %row from %zero {",
        "    %a = arith.muli %y, %e : i32",
        "    %t = arith.addi %acc, %a : i32",
        "    lift.yield %t",
        "  }",
        "  lift.yield %s",
        "}",
    ),
    "first as large as the rest": program(
        f"N, rows[N]>(%m: {ROWS}) -> !lift.array<N, tuple<i32, i32>>",
        "%r = lift.map (%row) in %m {",
        f"  %s = {SUM}",
        "  %a = lift.at %row[%zero] else %zero",
        "  %d = arith.subi %s, %a : i32",
        "  %p = lift.tuple %a, %d",
        "  lift.yield %p",
        "}",
    ),
    "computed twice": program(
        f"N, rows[N]>(%m: {ROWS}) -> {ROWS}",
        "%r = lift.map (%row) in %m {",
        "  %s = lift.scan (%acc, %e) in %row from %zero { %t = arith.addi %acc, %e : i32 lift.yield %t }",
        "  %n = lift.length %row : i32",
        "  %g = lift.map (%x)[j] in %row {",
        "    %k = lift.nat j : i32",
        "    %q = arith.subi %n, %k : i32",
        "    %a = lift.at %s[%q] else %zero",
        "    %y = arith.addi %a, %x : i32",
        "    lift.yield %y",
        "  }",
        "  lift.yield %g",
        "}",
    ),
    "sorted": program(
        f"N, rows[N]>(%m: {ROWS}) -> {ROWS}",
        "%r = lift.map (%row) in %m { %s = lift.sort (%x) in %row { lift.yield %x } lift.yield %s }",
    ),
    "folded below a condition": program(
        f"N, rows[N]>(%m: {ROWS}) -> !lift.array<N, i32>",
        "%r = lift.map (%row) in %m {",
        "  %first = lift.at %row[%zero] else %zero",
        "  %b = arith.cmpi sgt, %first, %zero : i32",
        f"  %x = lift.if %b {{ %s = {SUM} lift.yield %s }} else {{ lift.yield %first }}",
        "  lift.yield %x",
        "}",
    ),
    "greatest": program(
        f"N, rows[N]>(%m: {ROWS}, %a: i32) -> !lift.array<N, i32>",
        "%r = lift.map (%row) in %m {",
        "  %s = lift.reduce (%acc, %e) in %row from %a { %t = arith.maxsi %acc, %e : i32 lift.yield %t }",
        "  lift.yield %s",
        "}",
    ),
    "joined slice": program(
        f"N, rows[N]>(%m: {ROWS}) -> !lift.array<sum(i : N floordiv 2, rows[i + 1]), i32> where [N ge 1]",
        "%s = lift.slice %m from 1 size N floordiv 2",
        "%j = lift.join %s",
        "%r = lift.map (%x) in %j { %y = arith.addi %x, %x : i32 lift.yield %y }",
    ).replace("where [N ge 1]", "where [N ge 2]"),
}
SMALL = "pocl,chunk=16"
"""Rows are cut where there are as many elements."""
LENGTHS = {
    "none": np.zeros(0, int),
    "one": np.array([3]),
    "nothing": np.zeros(7, int),
    "ones": np.ones(130, int),
    "one long": np.array([1, 0, 900, 2, 0, 1, 5]),
    "two long": np.array([700, 800]),
    "at the end": np.r_[np.zeros(200, int), 40, 41, 0],
    "any": np.random.default_rng(1).integers(0, 9, 301),
}


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("name", ONE_TABLE)
def test_rows_of_a_table(name: str, strategy: str) -> None:
    draw = np.random.default_rng(0)
    calls: list[Call] = []
    for lengths in LENGTHS.values():
        if name == "joined slice" and len(lengths) < 2:
            continue
        values = draw.integers(-99, 99, int(lengths.sum()), np.int32)
        numbers = draw.integers(-9, 9, len(lengths), np.int32)
        more = {"greatest": [np.int32(-50)], "added to": [numbers], "times a number of the row": [numbers]}.get(
            name, []
        )
        calls.append(([values, *more], {"rows": lengths}))
    agrees(ONE_TABLE[name], "f", strategy, *calls, profile=SMALL)


def test_folds_below_conditions_are_shared_out() -> None:
    assert "map_to_shares" in str(lift.compile(ONE_TABLE["folded below a condition"], strategy="cpu").script)


def test_rows_are_cut_where_there_are_enough_elements() -> None:
    program = lift.compile(ONE_TABLE["sums"], strategy="cpu")
    for lengths in (np.array([4095]), np.array([4096]), np.array([3, 9000, 0, 2]), np.array([0, 0])):
        values = np.ones(int(lengths.sum()), np.int32)
        np.testing.assert_array_equal(program(values, rows=lengths), lengths)


PARTS = """%r = lift.map (%row_n) in %x {
    %one = lift.map (%row) in %row_n {
      %s = lift.reduce (%acc, %e) in %row from %zero { %t = arith.addi %acc, %e : i32 lift.yield %t }
      lift.yield %s
    }
    lift.yield %one
  }"""
TWO_TABLES = {
    "inner lengths by outer ones": program(
        "N, M, outer[N], inner[M]>(%x: !lift.array<i : N, !lift.array<inner[outer[i]], i32>>) -> !lift.array<N, i32>"
        " where [outer[_] lt M]",
        sums("%x"),
    ),
    "tables of parts": program(
        "N, M, outer[N], inner[M]>(%x: !lift.array<i : N, !lift.array<j : outer[i], !lift.array<inner[j], i32>>>)"
        " -> !lift.array<i : N, !lift.array<outer[i], i32>> where [outer[_] le M]",
        PARTS,
    ),
}


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("name", TWO_TABLES)
def test_rows_of_two_tables(name: str, strategy: str) -> None:
    draw = np.random.default_rng(0)
    calls: list[Call] = []
    for n, m in ((0, 1), (1, 1), (5, 4), (150, 7)):
        outer, inner = draw.integers(0, m, n), draw.integers(0, 6, m)
        total = inner[outer].sum() if name.startswith("inner") else sum(int(inner[:k].sum()) for k in outer)
        values = draw.integers(-99, 99, int(total), np.int32)
        calls.append(([values], {"outer": outer, "inner": inner}))
    agrees(TWO_TABLES[name], "f", strategy, *calls, profile=SMALL)


@pytest.mark.parametrize("name", ["sums", "mean", "added to", "greatest", "inner lengths by outer ones"])
def test_a_fold_of_a_row_is_done_in_pieces(name: str) -> None:
    assert "reduce_in_segments" in str(lift.compile({**ONE_TABLE, **TWO_TABLES}[name]).script)


@pytest.mark.parametrize(
    ("name", "begin"),
    [
        ("tables of parts", r"// (\w+)\[.*\] are the running sums of sum\(j : [\s\S]* row \+ \1\[row\] <"),
        ("parts of a table", r" row \+ \w+\[\w+\[row\]\] <"),
    ],
)
def test_parts_are_shared_out_by_what_is_in_their_rows(name: str, begin: str) -> None:
    assert re.search(begin, lift.compile({**TWO_TABLES, **JOINED}[name], strategy="cpu").opencl)


JOINED_SUM = """%r = lift.map (%chunk) in %c {
    %row = lift.join %chunk
    %s = lift.reduce (%acc, %e) in %row from %zero { %t = arith.addi %acc, %e : i32 lift.yield %t }
    lift.yield %s
  }"""
JOINED_SCANS = """%scans = lift.map (%chunk) in %c {
    %row = lift.join %chunk
    %s = lift.scan (%acc, %e) in %row from %zero { %t = arith.addi %acc, %e : i32 lift.yield %t }
    lift.yield %s
  }
  %r = lift.join %scans"""
PARTS_OF_ROWS = "!lift.array<c : P, !lift.array<k : parts[c], !lift.array<rows[sum(d : c, parts[d]) + k], i32>>>"
JOINED = {
    "chunks, the last of which is shorter": program(
        f"N, rows[N]>(%m: {ROWS}) -> !lift.array<N ceildiv 5, i32>",
        "%c = lift.partition %m into N ceildiv 5 by (c) -> (min(5, N - 5 * c))",
        JOINED_SUM,
    ),
    "chunks, the last one first": program(
        f"N, rows[N]>(%m: {ROWS}) -> !lift.array<N ceildiv 5, i32>",
        "%p = lift.partition %m into N ceildiv 5 by (c) -> (min(5, N - 5 * c))",
        "%c = lift.gather %p by (i) -> (N ceildiv 5 - 1 - i)",
        JOINED_SUM,
    ),
    "chunks of computed rows": program(
        f"N, rows[N]>(%m: {ROWS}) -> !lift.array<N ceildiv 5, i32>",
        "%scans = lift.map (%row) in %m {",
        "  %s = lift.scan (%acc, %e) in %row from %zero { %t = arith.addi %acc, %e : i32 lift.yield %t }",
        "  lift.yield %s",
        "}",
        "%c = lift.partition %scans into N ceildiv 5 by (c) -> (min(5, N - 5 * c))",
        JOINED_SUM,
    ),
    "parts by a table": program(
        f"N, P, rows[N], parts[P]>(%m: {ROWS}) -> !lift.array<P, i32> where [sum(c : P, parts[c]) eq N]",
        "%c = lift.partition %m into P by (c) -> (parts[c])",
        JOINED_SUM,
    ),
    "chunks, together again": program(
        f"N, rows[N]>(%m: {ROWS}) -> !lift.array<sum(i : N, rows[i]), i32>",
        "%c = lift.partition %m into N ceildiv 5 by (c) -> (min(5, N - 5 * c))",
        JOINED_SCANS,
    ),
    "parts by a table, together again": program(
        f"N, P, rows[N], parts[P]>(%m: {ROWS}) -> !lift.array<sum(i : N, rows[i]), i32> where [sum(c : P, parts[c]) eq N]",
        "%c = lift.partition %m into P by (c) -> (parts[c])",
        JOINED_SCANS,
    ),
    "parts of a table, joined": program(
        f"P, N, parts[P], rows[N]>(%c: {PARTS_OF_ROWS}) -> !lift.array<P, i32> where [sum(c : P, parts[c]) eq N]",
        JOINED_SUM,
    ),
    "parts of a table": program(
        f"P, N, parts[P], rows[N]>(%x: {PARTS_OF_ROWS}) -> !lift.array<c : P, !lift.array<parts[c], i32>>"
        " where [sum(c : P, parts[c]) eq N]",
        PARTS,
    ),
}


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("name", JOINED)
def test_rows_that_stand_together_are_one_array(name: str, strategy: str) -> None:
    draw = np.random.default_rng(0)
    calls: list[Call] = []
    for n in (0, 1, 5, 11, 130):
        rows, ends = draw.integers(0, 5, n), np.sort(draw.integers(0, n + 1, 3))
        tables = {"rows": rows, "parts": np.diff(ends, prepend=0, append=n)} if "part" in name else {"rows": rows}
        calls.append(([draw.integers(-99, 99, int(rows.sum()), np.int32)], tables))
    agrees(JOINED[name], "f", strategy, *calls)


CLOSED = {
    "triangle": program("N>(%m: !lift.array<i : N, !lift.array<i + 1, i32>>) -> !lift.array<N, i32>", sums("%m")),
    "last part shorter": program(
        "N>(%m: !lift.array<N, i32>) -> !lift.array<N ceildiv 4, i32>",
        "%p = lift.partition %m into N ceildiv 4 by (i) -> (min(4, N - 4 * i))",
        sums("%p"),
    ),
    "band": program("N>(%m: !lift.array<i : N, !lift.array<min(i + 1, 3), i32>>) -> !lift.array<N, i32>", sums("%m")),
}


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("name", CLOSED)
def test_rows_of_known_lengths(name: str, strategy: str) -> None:
    draw = np.random.default_rng(0)
    calls: list[Call] = []
    for n in (0, 1, 2, 5, 131, 300):
        totals = {"triangle": n * (n + 1) // 2, "last part shorter": n, "band": sum(min(i + 1, 3) for i in range(n))}
        values = draw.integers(-99, 99, totals[name], np.int32)
        calls.append(([values], {"N": n}))
    agrees(CLOSED[name], "f", strategy, *calls)
