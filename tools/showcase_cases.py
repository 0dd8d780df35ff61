"""What `make run` computes: the examples, arguments for them, and NumPy's way to the same result."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

DRAWN = np.random.default_rng(0)


@dataclass(frozen=True)
class Case:
    """An example, arguments for it, and what NumPy makes of them."""

    file: str
    what: str
    arguments: tuple[Any, ...]
    expected: Callable[..., Any]
    entry: str | None = None
    named: Mapping[str, Any] = field(default_factory=dict[str, Any])
    exact: bool = True
    """Whether rounding plays no part."""


def drawn(*shape: int) -> Any:
    """Small whole numbers: with these, sums of floats do not depend on their order."""
    return DRAWN.integers(-9, 10, shape).astype(np.float32)


def neighbours(grid: Any) -> Any:
    around = np.pad(grid, 1)
    return (around[:-2, 1:-1] + around[2:, 1:-1] + around[1:-1, :-2] + around[1:-1, 2:]) / np.float32(4)


def blurred(image: Any, light: Any) -> Any:
    around = np.pad(image, 1, "edge").astype(np.int32)
    rows = around[:-2] + around[1:-1] + around[2:]
    sums = rows[:, :-2] + rows[:, 1:-1] + rows[:, 2:]
    return np.clip((sums + 4) // 9 + light, 0, 255).astype(np.uint8)


def orders(count: int) -> tuple[Any, Any, Any]:
    """Regions, amounts and prices, as they are passed for an array of tuples."""
    regions, amounts, prices = (DRAWN.integers(0, most, count) for most in (4, 10, 8))
    return regions.astype(np.int32), amounts.astype(np.int32), prices.astype(np.float32)


def selected(table: Any, region: Any, least: Any) -> Any:
    regions, amounts, prices = table
    kept = (regions == region) & (amounts >= least)
    return np.count_nonzero(kept), (amounts[kept] * prices[kept]).sum(), prices[kept].max()


def roots(xs: Any) -> Any:
    return np.sqrt(xs[xs >= 0])


def offsets(lengths: Any) -> Any:
    ends = np.cumsum(lengths, dtype=np.int32)
    return ends - lengths, ends[-1]


def sums_of(size: int) -> Callable[[Any], Any]:
    return lambda xs: xs.reshape(-1, size).sum(axis=1)


def moved(bodies: Any, dt: Any, soft: Any) -> Any:
    """The bodies after a step, as columns."""
    x, y, vx, vy, mass = bodies
    dx, dy = x[None, :] - x[:, None], y[None, :] - y[:, None]
    pull = mass[None, :] / (dx * dx + dy * dy + soft) ** np.float32(1.5)
    vx, vy = vx + dt * (pull * dx).sum(axis=1), vy + dt * (pull * dy).sum(axis=1)
    return np.column_stack([x + dt * vx, y + dt * vy, vx, vy, mass])


def sparse(size: int) -> Case:
    """A matrix in which three of four numbers are 0; NumPy has these, too."""
    dense, v = drawn(size, size) * (DRAWN.random((size, size)) < 0.25), drawn(size)
    _, columns = np.nonzero(dense)
    entries = (columns.astype(np.int32), dense[dense != 0])
    rows = np.count_nonzero(dense, axis=1).astype(np.int32)
    what = f"sparse, {size} x {size} (NumPy: dense)"
    return Case("csr.mlir", what, (entries, v), lambda *_: dense @ v, named={"rows": rows, "N": size})


def bodies(count: int) -> Any:
    found = tuple(drawn(5, count))
    return (*found[:4], abs(found[4]) + 1)


def triangle(size: int) -> Case:
    """A triangular matrix, without the half that is 0; NumPy has all of it."""
    packed, v = drawn(size * (size + 1) // 2), drawn(size)
    dense = np.zeros((size, size), np.float32)
    dense[np.tril_indices(size)] = packed
    return Case("trmv.mlir", f"triangle of {size} (NumPy: dense)", (packed, v), lambda *_: dense @ v)


def counted(xs: Any, first: Any, width: Any) -> Any:
    places = np.floor((xs - first) / width).astype(np.int64)
    return np.bincount(places[(places >= 0) & (places < 64)], minlength=64)


def summed(keys: Any, values: Any) -> Any:
    begins = np.flatnonzero(np.diff(keys, prepend=keys[0] - 1))
    return np.column_stack([keys[begins], np.add.reduceat(values, begins)])


def run_lengths(xs: Any) -> Any:
    begins = np.flatnonzero(np.diff(xs, prepend=xs[0] - 1))
    return np.column_stack([xs[begins], np.diff(begins, append=xs.size)])


def frequencies(xs: Any) -> Any:
    numbers, counts = np.unique(xs, return_counts=True)
    order = np.argsort(-counts, kind="stable")
    return np.column_stack([numbers[order], counts[order]])


def resampled(particles: Any, weights: Any, draws: Any) -> Any:
    return particles[weights.cumsum().searchsorted(draws, side="right").clip(0, particles.size - 1)]


def compressed(dense: Any) -> Any:
    rows, columns = np.nonzero(dense)
    begins = np.concatenate([[0], np.cumsum(np.bincount(rows, minlength=len(dense)))])
    return begins, np.column_stack([columns, dense[rows, columns]])


def lists() -> Sequence[Case]:
    """Those in which a length or an index is data."""
    numbers, keys = DRAWN.integers(0, 100, 10**5).astype(np.int32), np.sort(DRAWN.integers(0, 1000, 10**6))
    dense = drawn(400, 400) * (DRAWN.random((400, 400)) < 0.25)
    weights, draws = abs(drawn(10**5)) + 1, np.sort(DRAWN.random(10**5)).astype(np.float32)
    return (
        Case("histogram.mlir", "histogram of 10^6", (drawn(10**6), np.float32(-32), np.float32(1)), counted, named={"M": 64}),
        Case("sum_by_key.mlir", "sums by key, 10^6", (keys.astype(np.int32), drawn(10**6)), summed),
        Case("run_lengths.mlir", "runs of equal numbers, 10^6", (keys.astype(np.int32),), run_lengths),
        Case("frequencies.mlir", "the most frequent of 10^5", (numbers,), frequencies),
        Case("resample.mlir", "particles by weight, 10^5", (drawn(10**5), weights, draws * weights.sum()), resampled),
        Case("csr_from_dense.mlir", "dense to sparse, 400 x 400", (dense,), compressed),
    )  # fmt: skip


NOT_SHOWN = {
    *("bfs", "collatz", "components", "euler5", "euler9", "euler23", "fibonacci"),
    *("mandelbrot", "quadrature", "queens", "quickselect", "sieve", "words"),
    *("attention", "banded", "level_sums", "pagerank", "softmax_rows", "substitution", "subtree_sums", "symmetric"),
    *("jacobi_parts", "triangular_product"),
}
"""Examples that NumPy has no few calls for, that are much like others, or in which rounding decides."""


def cases() -> Sequence[Case]:
    dt, soft = np.float32(0.25), np.float32(0.5)
    image, light = DRAWN.integers(0, 256, (1000, 1000)).astype(np.uint8), np.int32(40)
    return (
        Case("dot.mlir", "dot product, 10^6", (drawn(10**6), drawn(10**6)), np.dot),
        Case("matmul.mlir", "matrix product, 500 x 500", (drawn(500, 500), drawn(500, 500)), np.dot, "matmul"),
        Case("jacobi2d.mlir", "mean of neighbours, 1000 x 1000", (drawn(1000, 1000),), neighbours),
        Case("blur.mlir", "grey image, 1000 x 1000", (image, light), blurred),
        triangle(1000),
        sparse(400),
        Case("nbody.mlir", "1000 bodies, one step", (bodies(1000), dt, soft), moved, exact=False),
        Case("prefix_sums.mlir", "running sums, 10^6", (DRAWN.integers(0, 10, 10**6).astype(np.int32),), offsets),
        Case("tree_sum.mlir", "sums of 64, by halving", (drawn(64000),), sums_of(64)),
        Case("mapped_sum.mlir", "sums of 256, mapped by hand", (drawn(256000),), sums_of(256)),
        Case("filter_map.mlir", "roots of what has one, 10^6", (drawn(10**6),), roots, exact=False),
        Case("select.mlir", "some of 10^5 orders", (orders(10**5), np.int32(1), np.int32(3)), selected),
        *lists(),
    )
