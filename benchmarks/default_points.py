"""Workloads with much to compute for each point or row: the kernels of `kernels/points.cl` and `rows.cl`, and their programs."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pyopencl as cl
from contenders import Algorithm, Kernels, Room, Shapes, single
from numba_versions import by_numba
from workloads import HAS_SCIPY, Array, Inputs, Workload, scipy_module

KMEANS_POINTS, OPTIONS, ROWS, CHUNK = 1 << 12, 1 << 14, 16, 1 << 14
"""So many points, options and rows a work item has."""


def kmeans(inputs: Inputs, n: int, count: int, width: int) -> Iterator[Workload]:
    (features, features_held), (centres, centres_held) = inputs.whole(width, n), inputs.whole(count, width)
    k = inputs.kernels("points")

    def by_numpy() -> Array:
        # Squares of distances without the square of the point: one product of matrices does the most of it.
        return ((centres * centres).sum(1)[:, None] - 2 * (centres @ features)).argmin(0)

    algorithm = single(
        "vectors", k, n,
        lambda out: k.launch(
            "kmeans", -(-n // KMEANS_POINTS), features_held, centres_held, out, KMEANS_POINTS, n, count, width
        ),
        np.int32,
    )  # fmt: skip
    yield Workload(
        "kmeans", f"{n:,}, {count} of {width}", (features_held, centres_held), [algorithm], "NumPy", by_numpy,
        [by_numpy()], others=by_numba("kmeans", features, centres), operations=3.0 * n * count * width,
    )  # fmt: skip


def mriq(inputs: Inputs, n: int, count: int) -> Iterator[Workload]:
    pixels, samples = ([inputs.between(-1, 1, size) for _ in range(many)] for size, many in ((n, 3), (count, 4)))
    held = tuple(tuple(one for _, one in columns) for columns in (pixels, samples))
    (x, y, z), (kx, ky, kz, magnitude) = ([numbers for numbers, _ in columns] for columns in (pixels, samples))
    k = inputs.kernels("points")

    def summed(block: int, kind: type[np.floating]) -> tuple[Array, ...]:
        found: list[tuple[Array, Array]] = []
        for i in range(0, n, block):
            part = slice(i, i + block)
            angle = kind(2 * np.pi) * sum(
                np.multiply.outer(one[part].astype(kind), other.astype(kind))
                for one, other in ((x, kx), (y, ky), (z, kz))
            )
            found.append((np.cos(angle) @ magnitude.astype(kind), np.sin(angle) @ magnitude.astype(kind)))
        return tuple(np.concatenate(part) for part in zip(*found, strict=True))

    def launches(room: Room) -> list[cl.Event]:
        return [k.launch("mriq", -(-n // 16), *held[0], *held[1], room["re"], room["im"], n, count)]

    shapes: Shapes = {"re": (n, np.float32), "im": (n, np.float32)}
    algorithm = Algorithm("polynomials", k, shapes, launches, lambda room: (room["re"], room["im"]))
    yield Workload(
        "mriq", f"{n:,} x {count:,}", held, [algorithm], "NumPy", lambda: summed(64, np.float32),
        summed(64, np.float64), rounding=1e-4, others=by_numba("mriq", x, y, z, kx, ky, kz, magnitude),
        operations=40.0 * n * count,
    )  # fmt: skip


def normal(d: Array) -> Array:
    """The cumulative normal distribution, as the program has it."""
    k: Array = 1 / (1 + d.dtype.type(0.2316419) * np.abs(d))
    p: Array = d.dtype.type(1.330274429)
    for term in (-1.821255978, 1.781477937, -0.356563782, 0.31938153):
        p = d.dtype.type(term) + k * p
    tail: Array = d.dtype.type(0.3989422804) * np.exp(-d * d / 2) * k * p
    return np.where(d > 0, 1 - tail, tail)


def black_scholes(inputs: Inputs, n: int) -> Iterator[Workload]:
    columns = [inputs.between(5, 30, n), inputs.between(1, 100, n), inputs.between(0.25, 10, n)]
    held, k = tuple(one for _, one in columns), inputs.kernels("points")
    rate, volatility = 0.02, 0.3

    def priced(price: Array, strike: Array, years: Array) -> tuple[Array, Array]:
        kind = price.dtype.type
        spread = kind(volatility) * np.sqrt(years)
        d1 = (np.log(price / strike) + kind(rate + volatility * volatility / 2) * years) / spread
        n1, n2, paid = normal(d1), normal(d1 - spread), strike * np.exp(kind(-rate) * years)
        return price * n1 - paid * n2, paid * (1 - n2) - price * (1 - n1)

    def algorithm(name: str, kernel: str) -> Algorithm:
        def launches(room: Room) -> list[cl.Event]:
            out = (room["calls"], room["puts"])
            return [k.launch(kernel, -(-n // OPTIONS), *held, rate, volatility, *out, OPTIONS, n)]

        shapes: Shapes = {"calls": (n, np.float32), "puts": (n, np.float32)}
        return Algorithm(name, k, shapes, launches, lambda room: (room["calls"], room["puts"]))

    algorithms = [algorithm("polynomials", "black_scholes")]
    algorithms += [algorithm("past", "black_scholes_past")] if n % 8 == 0 else []
    yield Workload(
        "black_scholes", f"{n:,}", (held, rate, volatility), algorithms, "NumPy",
        lambda: priced(*(numbers for numbers, _ in columns)),
        priced(*(numbers.astype(np.float64) for numbers, _ in columns)), rounding=1e-4,
    )  # fmt: skip


def mandelbrot(inputs: Inputs, n: int, m: int, steps: int) -> Iterator[Workload]:
    ys, xs = np.linspace(-1.25, 1.25, n, dtype=np.float32), np.linspace(-2, 0.5, m, dtype=np.float32)
    held, k = (inputs.array(ys), inputs.array(xs)), inputs.kernels("points")

    def by_numpy() -> Array:
        re, im, count = np.zeros((n, m), np.float32), np.zeros((n, m), np.float32), np.zeros((n, m), np.int32)
        inside = np.ones((n, m), np.bool_)
        with np.errstate(over="ignore", invalid="ignore"):
            for _ in range(steps):
                re2, im2, product = re * re, im * im, re * im
                inside &= re2 + im2 <= 4
                count += inside
                re, im = re2 - im2 + xs, product + product + ys[:, None]
        return count

    algorithm = single("early end", k, (n, m), lambda out: k.launch("mandelbrot", n, *held, out, steps, m), np.int32)
    yield Workload(
        "mandelbrot", f"{n:,} x {m:,}, {steps}", held, [algorithm], "NumPy", by_numpy, [by_numpy()],
        named={"K": steps}, others=by_numba("mandelbrot", ys, xs, steps), outliers=0.01,
    )  # fmt: skip


def by_rows(k: Kernels, n: int, m: int, kernel: str, *arguments: object, local: int = 0) -> list[Algorithm]:
    """A kernel that has some rows a work item, and so many numbers of local memory; also past the caches, where that is aligned."""

    def algorithm(name: str, called: str) -> Algorithm:
        own = [cl.LocalMemory(4 * local)] if local else []
        return single(name, k, (n, m), lambda out: k.launch(called, -(-n // ROWS), *arguments, out, *own, ROWS, n, m))

    return [algorithm("vectors", kernel), *([algorithm("past", f"{kernel}_past")] if m % 16 == 0 else [])]


def softmax(inputs: Inputs, n: int, m: int) -> Iterator[Workload]:
    a, held = inputs.between(-5, 5, n, m)

    def shares(a: Array) -> Array:
        powers = np.exp(a - a.max(1, keepdims=True))
        return powers / powers.sum(1, keepdims=True)

    yield Workload(
        "softmax", f"{n:,} x {m:,}", (held,), by_rows(inputs.kernels("rows"), n, m, "softmax", held, local=m),
        *(("SciPy", lambda: scipy_module("special").softmax(a, 1)) if HAS_SCIPY else ("NumPy", lambda: shares(a))),
        [shares(a.astype(np.float64))], rounding=1e-5, others=by_numba("softmax", a),
    )  # fmt: skip


def softmax_rows(inputs: Inputs, n: int, m: int) -> Iterator[Workload]:
    """Sequences of up to m scores, most of them short; NumPy has them padded to the longest one."""
    lengths = (m * inputs.random.random(n) ** 3).astype(np.int32) + 1
    a, held = inputs.between(-5, 5, int(lengths.sum()))
    begins = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int32)
    longest, there = int(lengths.max()), np.arange(int(lengths.max())) < lengths[:, None]
    padded = np.full((n, longest), -np.inf, np.float32)
    padded[there] = a

    def shares(a: Array) -> Array:
        powers = np.exp(a - a.max(1, keepdims=True))
        return powers / powers.sum(1, keepdims=True)

    k, begins_held, count = inputs.kernels("rows"), inputs.array(begins), -(-a.size // CHUNK)
    by_hand = single(
        "vectors", k, a.size,
        lambda out: k.launch("softmax_rows", count, begins_held, held, out, cl.LocalMemory(4 * longest), CHUNK, n),
    )  # fmt: skip
    yield Workload(
        "softmax_rows", f"{n:,} x {a.size / n:.0f} to {longest:,}", (held,), [by_hand], "NumPy, padded", lambda: shares(padded)[there],
        [shares(padded.astype(np.float64))[there]], rounding=1e-5, named={"rows": lengths},
    )  # fmt: skip


def layer_norm(inputs: Inputs, n: int, m: int) -> Iterator[Workload]:
    arrays = [inputs.between(-5, 5, n, m), inputs.between(0, 1, m), inputs.between(0, 1, m)]
    (a, scale, shift), held = zip(*arrays, strict=True)

    def normed(a: Array) -> Array:
        apart = a - a.mean(1, keepdims=True)
        return apart / np.sqrt((apart * apart).mean(1, keepdims=True) + a.dtype.type(1e-5)) * scale + shift

    yield Workload(
        "layer_norm", f"{n:,} x {m:,}", held, by_rows(inputs.kernels("rows"), n, m, "layer_norm", *held), "NumPy",
        lambda: normed(a), [normed(a.astype(np.float64))], rounding=1e-5, others=by_numba("layer_norm", a, scale, shift),
    )  # fmt: skip
