"""Workloads over one vector or two: the kernels of `kernels/reduce.cl`, `argmin.cl`, `histogram.cl` and `stream.cl`, and their programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pyopencl as cl
from contenders import Algorithm, DeviceArray, Kernels, Room, Shapes, single
from numba_versions import by_numba
from workloads import Inputs, Workload

CHUNKS = (1 << 14, 1 << 16)
"""So many elements a work item has."""
ROUNDED = 1e-5
"""How far sums of floats may be apart, which are too large to be exact."""


def chunked(
    k: Kernels, kernel: str, inputs: Sequence[Any], n: int, between: Shapes, results: Shapes
) -> list[Algorithm]:
    """A kernel for chunks, whose results, so many of each for a chunk, another takes together with what is left."""

    def algorithm(chunk: int) -> Algorithm:
        count = n // chunk
        room_between = {name: (max(1, count) * int(np.prod(of)), kind) for name, (of, kind) in between.items()}

        def launches(room: Room) -> list[cl.Event]:
            parts, out = [room[name] for name in between], [room[name] for name in results]
            first = [k.launch(f"{kernel}_chunk", count, *inputs, *parts, chunk)] if count else []
            return [*first, k.launch(f"{kernel}_rest", 1, *inputs, *parts, *out, count, chunk, n)]

        return Algorithm(
            f"by {chunk}", k, {**room_between, **results}, launches, lambda room: tuple(room[name] for name in results)
        )

    return [algorithm(chunk) for chunk in CHUNKS]


def folded(k: Kernels, x: DeviceArray, y: DeviceArray) -> list[Algorithm]:
    kind = x.dtype.type
    return chunked(k, "fold", (x, y), x.size, {"parts": (1, kind)}, {"out": ((), kind)})


def asum(inputs: Inputs, n: int) -> Iterator[Workload]:
    x, held = inputs.whole(n)

    def by_numpy() -> Any:
        return np.abs(x).sum()

    right = np.abs(x).sum(dtype=np.float64)
    yield Workload(
        "asum", f"{n:,}", (held,), folded(inputs.kernels("reduce", "-DASUM"), held, held), "NumPy", by_numpy, [right],
        rounding=ROUNDED, others=by_numba("asum", x),
    )  # fmt: skip


def axpy(inputs: Inputs, n: int) -> Iterator[Workload]:
    (x, x_held), (y, y_held) = inputs.whole(n), inputs.whole(n)

    def by_numpy() -> Any:
        return np.float32(3) * x + y

    yield Workload(
        "axpy", f"{n:,}", (3.0, x_held, y_held), triad(inputs.kernels("stream"), x_held, y_held), "NumPy", by_numpy,
        [by_numpy()],
    )  # fmt: skip


def triad(k: Kernels, x: DeviceArray, y: DeviceArray) -> list[Algorithm]:
    """3 x + y, in the caches or past them."""
    chunk, n = 1 << 16, x.size

    def algorithm(name: str, kernel: str) -> Algorithm:
        return single(name, k, n, lambda out: k.launch(kernel, -(-n // chunk), 3.0, x, y, out, chunk, n))

    return [algorithm("vectors", "axpy"), algorithm("past", "axpy_past")]


def dot_f64(inputs: Inputs, n: int) -> Iterator[Workload]:
    (x, x_held), (y, y_held) = inputs.whole(n, kind=np.float64), inputs.whole(n, kind=np.float64)
    kernels = inputs.kernels("reduce", "-DDOT", "-DT=double", "-DLANES=8")
    yield Workload(
        "dot_f64", f"{n:,}", (x_held, y_held), folded(kernels, x_held, y_held), "NumPy", lambda: np.dot(x, y),
        [np.array(np.dot(x, y))],
    )  # fmt: skip


def sum_i32(inputs: Inputs, n: int) -> Iterator[Workload]:
    x, held = inputs.whole(n, kind=np.int32)
    yield Workload(
        "sum_i32", f"{n:,}", (held,), folded(inputs.kernels("reduce", "-DT=int"), held, held), "NumPy",
        lambda: x.sum(dtype=np.int32), [np.array(x.sum())],
    )  # fmt: skip


def largest(inputs: Inputs, n: int) -> Iterator[Workload]:
    x, held = inputs.between(-1, 1, n)
    algorithms = chunked(
        inputs.kernels("reduce"), "largest", (held,), n, {"parts": (1, np.float32)}, {"out": ((), np.float32)}
    )
    yield Workload("largest", f"{n:,}", (held,), algorithms, "NumPy", x.max, [np.array(x.max())])


def argmin(inputs: Inputs, n: int) -> Iterator[Workload]:
    x, held = inputs.between(-1, 1, n)

    def by_numpy() -> tuple[Any, Any]:
        at = x.argmin()
        return x[at], at

    yield Workload(
        "argmin", f"{n:,}", (held,), located(inputs.kernels("argmin"), held, held, (0.0, 0.0)), "NumPy", by_numpy,
        [np.array(one) for one in by_numpy()],
    )  # fmt: skip


def located(k: Kernels, x: DeviceArray, y: DeviceArray, centre: tuple[float, float]) -> list[Algorithm]:
    """The least of values that come from both arrays, and where it is."""
    between: Shapes = {"least": (1, np.float32), "where": (1, np.int32)}
    return chunked(k, "argmin", (x, y, *centre), x.size, between, {"out": ((), np.float32), "place": ((), np.int32)})


def nearest(inputs: Inputs, n: int) -> Iterator[Workload]:
    width = 2048  # so that squares of distances are exact
    x, y = (inputs.random.integers(0, width, n).astype(np.float32) for _ in range(2))
    held, centre = (inputs.array(x), inputs.array(y)), (1023.5, 1023.25)

    def by_numpy() -> tuple[Any, Any]:
        apart = (x - np.float32(centre[0])) ** 2 + (y - np.float32(centre[1])) ** 2
        at = apart.argmin()
        return apart[at], at

    yield Workload(
        "nearest", f"{n:,}", (held, *centre), located(inputs.kernels("argmin", "-DNEAREST"), *held, centre), "NumPy",
        by_numpy, [np.array(one) for one in by_numpy()], others=by_numba("nearest", x, y, *centre),
    )  # fmt: skip


def moments(inputs: Inputs, n: int) -> Iterator[Workload]:
    x, held = inputs.whole(n)

    def by_numpy() -> tuple[Any, Any]:
        return x.sum(), np.dot(x, x)

    algorithms = chunked(
        inputs.kernels("reduce"), "moments", (held,), n, {"parts": (2, np.float32)},
        {"sum": ((), np.float32), "squares": ((), np.float32)},
    )  # fmt: skip
    right = [np.array(x.sum(dtype=np.float64)), np.array(np.square(x, dtype=np.float64).sum())]
    yield Workload("moments", f"{n:,}", (held,), algorithms, "NumPy", by_numpy, right, rounding=ROUNDED)


def histogram(inputs: Inputs, n: int, bins: int) -> Iterator[Workload]:
    x = inputs.random.integers(0, bins, n, dtype=np.int32)
    held = inputs.array(x)

    def by_numpy() -> Any:
        return np.bincount(x, minlength=bins)

    yield Workload(
        "histogram", f"{n:,} in {bins:,}", (held,), counted(inputs.kernels("histogram"), held, bins), "NumPy", by_numpy,
        [by_numpy()], named={"M": bins},
    )  # fmt: skip


def counted(k: Kernels, x: DeviceArray, bins: int) -> list[Algorithm]:
    """So many parts, each with one copy of the counts or four; of many counts, one for each core, or one for all."""

    def algorithm(parts: int, copies: int) -> Algorithm:
        def launches(room: Room) -> list[cl.Event]:
            first = k.launch(f"count_{copies}", parts, x, room["counts"], parts, bins, x.size)
            merging = 2 if bins < 1 << 12 else 32
            return [first, k.launch("merge", merging, room["counts"], room["out"], parts * copies, bins)]

        shapes: Shapes = {"counts": (parts * copies * bins, np.int32), "out": (bins, np.int32)}
        return Algorithm(f"{parts} by {copies}", k, shapes, launches, lambda room: (room["out"],))

    few = bins < 1 << 12
    return [
        algorithm(parts, copies) for parts in ((2, 32) if few else (1, 2, 4)) for copies in ((1, 4) if few else (1,))
    ]
