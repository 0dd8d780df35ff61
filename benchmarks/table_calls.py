"""How long a call with a table takes: a sparse matrix times a vector, beside what SciPy takes for the same.

A call is `program((columns, values), vector, rows=lengths)` on NumPy arrays, with all that belongs to it: checks, sums,
upload, kernel and reading back. Both sides take the same arrays, in turn; the medians count, and what is shown last is the
ratio. Without SciPy (`pip install scipy`) only our own times are shown.
"""

from __future__ import annotations

import argparse
import importlib
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from statistics import median
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table

import lift

PROGRAM = """
lift.def @csr<N, M, rows[N]>(%m: !lift.array<i : N, !lift.array<rows[i], tuple<i32, f32>>>, %v: !lift.array<M, f32>)
    -> !lift.array<N, f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%row) in %m {
    %s = lift.reduce (%sum, %p) in %row from %zero {
      %j = lift.get %p[0]
      %a = lift.get %p[1]
      %x = lift.at %v[%j] else %zero
      %ax = arith.mulf %a, %x : f32
      %t = arith.addf %sum, %ax : f32
      lift.yield %t
    }
    lift.yield %s
  }
  lift.return %r
}
"""
SIZES = (1_000, 10_000, 100_000, 1_000_000)
MOST_RATIO = 3.0
AT = 100_000
"""So many rows the ratio is asked of."""


@dataclass(frozen=True)
class Matrix:
    """A sparse matrix of random entries, and a vector."""

    rows: NDArray[np.int64]
    columns: NDArray[np.int32]
    values: NDArray[np.float32]
    vector: NDArray[np.float32]


def matrix_of(count: int, longest: int) -> Matrix:
    rng = np.random.default_rng(count)
    rows = rng.integers(0, longest + 1, count)
    entries = int(rows.sum())
    columns, values = rng.integers(0, count, entries, np.int32), rng.random(entries, np.float32)
    return Matrix(rows, columns, values, rng.random(count, np.float32))


def by_scipy(matrix: Matrix) -> Callable[[], Any]:
    ends = np.concatenate([[0], np.cumsum(matrix.rows)]).astype(np.int32)
    count = len(matrix.rows)
    sparse: Any = importlib.import_module("scipy.sparse")
    made = sparse.csr_matrix((matrix.values, matrix.columns, ends), shape=(count, count))
    return lambda: made @ matrix.vector


def seconds(functions: Sequence[Callable[[], Any]], runs: int) -> list[float]:
    """The median of each, where they take turns."""
    taken: list[list[float]] = [[] for _ in functions]
    for _ in range(runs):
        for times, function in zip(taken, functions, strict=True):
            begin = time.perf_counter()
            function()
            times.append(time.perf_counter() - begin)
    return [median(times) for times in taken]


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=101, help="how often each is measured (default: 101)")
    parser.add_argument("--longest", type=int, default=16, help="entries in the longest row (default: 16)")
    options = parser.parse_args(words)
    console = Console(highlight=False, width=None if sys.stdout.isatty() else 120)
    program, has_scipy = lift.compile(PROGRAM), find_spec("scipy") is not None
    table = Table("rows", "entries", "call", "SciPy", "ratio", box=None, header_style="bold")
    for count in SIZES:
        matrix = matrix_of(count, options.longest)

        def call(matrix: Matrix = matrix) -> Any:
            return program((matrix.columns, matrix.values), matrix.vector, rows=matrix.rows)

        functions = [call, by_scipy(matrix)] if has_scipy else [call]
        first, *others = [function() for function in functions]
        assert all(np.allclose(first, other, rtol=1e-4) for other in others)
        ours, *theirs = seconds(functions, options.runs)
        ratio = (
            f"{ours / theirs[0]:.2f}{' !' if count == AT and ours > MOST_RATIO * theirs[0] else ''}" if theirs else ""
        )
        shown = f"{theirs[0] * 1e3:.2f} ms" if theirs else "not installed"
        table.add_row(f"{count:,}", f"{len(matrix.values):,}", f"{ours * 1e3:.2f} ms", shown, ratio)
    console.print(table)
    console.print(f"\n! marks more than {MOST_RATIO:g} times SciPy at {AT:,} rows")
    return 0


if __name__ == "__main__":
    sys.exit(main())
