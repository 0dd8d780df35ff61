"""What `mapped.py` measures: programs that are mapped by hand in `ocl`, their arguments, and who else computes the same.

Only the forces between bodies are rounded; all else is exact.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import mapped_kernels
import numpy as np
from mapped_kernels import TAPS
from workloads import Array, Floats, Inputs, Workload, fastest, scipy_module

mapped = partial(Workload, folder="mapped")
PART = 1 << 16
"""So many elements a work item has in `dot_t4`."""


@dataclass(frozen=True)
class Sizes:
    """How large everything is; each must be a multiple of what the programs ask for."""

    dot: int
    gemv: int
    blocks: int
    """Of matrices that are a whole number of all blocks."""
    products: Sequence[tuple[int, int, int]]
    """Rows, depth and columns of other products of matrices."""
    bodies: int
    scan: int
    image: int
    square: int
    triangle: int
    rows: int
    entries: int
    """In each row of a sparse matrix."""


FULL = Sizes(
    dot=1 << 24, gemv=4096, blocks=1008, products=((1000, 999, 1001), (1024, 1024, 1024)), bodies=1 << 14, scan=1 << 24,
    image=4096, square=4096, triangle=8192, rows=1 << 20, entries=20,
)  # fmt: skip


def dot(inputs: Inputs, sizes: Sizes) -> Iterator[Workload]:
    n = sizes.dot
    (x, x_held), (y, y_held) = inputs.whole(n), inputs.whole(n)
    kernels = inputs.kernels("dot")

    def by_numpy() -> Any:
        return np.dot(x, y)

    def parts_by_numpy() -> Floats:
        return np.array([np.dot(x[begin : begin + PART], y[begin : begin + PART]) for begin in range(0, n, PART)])

    yield mapped(
        "dot_full", f"{n:,}", (x_held, y_held), mapped_kernels.dot(kernels, x_held, y_held, (1 << 14, PART)),
        "NumPy", by_numpy, [np.array(by_numpy())],
    )  # fmt: skip
    yield mapped(
        "dot_t4", f"{n:,}", (x_held, y_held), mapped_kernels.dot_parts(kernels, x_held, y_held, PART),
        "NumPy", parts_by_numpy, [parts_by_numpy()],
    )  # fmt: skip


def gemv(inputs: Inputs, sizes: Sizes) -> Iterator[Workload]:
    n = sizes.gemv
    (a, a_held), (x, x_held), (y, y_held) = inputs.whole(n, n), inputs.whole(n), inputs.whole(n)
    alpha, beta = 2.0, 3.0

    def by_numpy() -> Floats:
        return (alpha * (a @ x) + beta * y).astype(np.float32, copy=False)

    yield mapped(
        "gemv_4rows", f"{n:,} x {n:,}", (a_held, x_held, y_held, alpha, beta),
        mapped_kernels.gemv(inputs.kernels("gemv"), a_held, x_held, y_held, alpha, beta),
        "NumPy", by_numpy, [by_numpy()],
    )  # fmt: skip


def matmul(inputs: Inputs, sizes: Sizes) -> Iterator[Workload]:
    tall = ("6x2", 2, inputs.kernels("matmul", "-DROWS=6", "-DVECTORS=2"))
    wide = ("4x3", 3, inputs.kernels("matmul", "-DROWS=4", "-DVECTORS=3"))
    square = (sizes.blocks,) * 3
    products = [("mm8_6x2", square, (tall, wide)), ("mm8_4x3", square, (wide, tall))]
    products += [("mm_full", shape, (tall, wide)) for shape in sizes.products]
    for program, (n, depth, m), blocks in products:
        (a, a_held), (b, b_held) = inputs.whole(n, depth), inputs.whole(depth, m)
        algorithms = mapped_kernels.matmul(blocks, a_held, b_held)

        def by_numpy(a: Floats = a, b: Floats = b) -> Floats:
            return a @ b

        yield mapped(program, f"{n} x {depth} x {m}", (a_held, b_held), algorithms, "NumPy", by_numpy, [by_numpy()])


def nbody(inputs: Inputs, sizes: Sizes) -> Iterator[Workload]:
    n = sizes.bodies
    columns = [inputs.random.random(n, np.float32) for _ in range(4)]
    held = tuple(map(inputs.array, columns))

    def by_numpy() -> tuple[Array, ...]:
        return forces(columns)

    right = forces([column.astype(np.float64) for column in columns])
    yield mapped(
        "nbody_rsqrt", f"{n:,}", held, mapped_kernels.nbody(inputs.kernels("nbody"), held), "NumPy", by_numpy, right,
        rounding=1e-4,
    )  # fmt: skip


def forces(columns: Sequence[Array], block: int = 16) -> tuple[Array, ...]:
    """What all bodies do to each, for a block of them at a time, whose differences are in the caches."""
    *places, mass = columns
    found: list[list[Array]] = [[] for _ in places]
    for begin in range(0, len(mass), block):
        apart = [place - place[begin : begin + block, None] for place in places]
        square = sum(one * one for one in apart) + mass.dtype.type(1e-3)
        weight = mass / (square * np.sqrt(square))
        for sums, one in zip(found, apart, strict=True):
            sums.append((weight * one).sum(1))
    return tuple(np.concatenate(sums) for sums in found)


def scan(inputs: Inputs, sizes: Sizes) -> Iterator[Workload]:
    n = sizes.scan
    x, held = inputs.whole(n)
    kernels = inputs.kernels("scan")
    one, four, vectors, past = (
        *(("one", 1 << 14, 1), ("four", 1 << 12, 4)),
        *(("vectors", 1 << 14, 1), ("vectors_past", 1 << 14, 1)),
    )
    for program, own in (("scan_hm", one), ("scan_hm4", four), ("scan_vec", vectors)):
        algorithms = mapped_kernels.scan(kernels, held, tuple(dict.fromkeys((own, vectors, past))))
        yield mapped(program, f"{n:,}", (held,), algorithms, "NumPy", lambda: np.cumsum(x), [np.cumsum(x)])


def clamped(a: Floats, taps: Sequence[float] | Floats, axis: int) -> Floats:
    """The sum of neighbours along an axis, each times its tap."""
    around = len(taps) // 2
    wide = np.pad(a, [(around, around) if axis == k else (0, 0) for k in range(2)], "edge")
    views = np.lib.stride_tricks.sliding_window_view(wide, len(taps), axis)
    found = views[..., 0] * taps[0]
    for k in range(1, len(taps)):
        found += views[..., k] * taps[k]
    return found


def separable(inputs: Inputs, sizes: Sizes) -> Iterator[Workload]:
    n = sizes.image
    (a, a_held), (taps, taps_held) = inputs.whole(n, n), inputs.whole(TAPS)

    def by_numpy() -> Floats:
        return clamped(clamped(a, taps, 0), taps, 1)

    def by_scipy() -> Callable[[], Any]:
        correlate = scipy_module("ndimage").correlate1d
        return lambda: correlate(correlate(a, taps, 0, mode="nearest"), taps, 1, mode="nearest")

    yield mapped(
        "sep_hm", f"{n:,} x {n:,}", (a_held, taps_held),
        mapped_kernels.separable(inputs.kernels("separable"), a_held, taps_held),
        *fastest(by_numpy, by_scipy), [by_numpy()],
    )  # fmt: skip


def stencil(inputs: Inputs, sizes: Sizes) -> Iterator[Workload]:
    n = sizes.image
    a, held = inputs.whole(n, n)

    def by_numpy() -> Floats:
        return clamped(clamped(a, (1.0, 1.0, 1.0), 0), (1.0, 1.0, 1.0), 1)

    yield mapped(
        "stencil3", f"{n:,} x {n:,}", (held,), mapped_kernels.stencil(inputs.kernels("stencil"), held),
        "NumPy", by_numpy, [by_numpy()],
    )  # fmt: skip


def transpose(inputs: Inputs, sizes: Sizes) -> Iterator[Workload]:
    n = sizes.square
    a, held = inputs.whole(n, n)
    kernels = inputs.kernels("transpose")

    def by_numpy() -> Floats:
        return np.ascontiguousarray(a.T)

    for program in ("tr16p", "tr16pu"):
        algorithms = mapped_kernels.transpose(kernels, held)
        yield mapped(program, f"{n:,} x {n:,}", (held,), algorithms, "NumPy", by_numpy, [by_numpy()])


def trmv(inputs: Inputs, sizes: Sizes) -> Iterator[Workload]:
    n = sizes.triangle
    (packed, packed_held), (x, x_held) = inputs.whole(n * (n + 1) // 2), inputs.whole(n)

    def by_numpy() -> Floats:
        return np.array([np.dot(packed[i * (i + 1) // 2 :][: i + 1], x[: i + 1]) for i in range(n)])

    def by_scipy() -> Callable[[], Any]:
        stpmv = scipy_module("linalg.blas").stpmv  # columns of an upper triangle are the rows of a lower one
        return lambda: stpmv(n, packed, x, trans=1)

    yield mapped(
        "trmv_rowc", f"{n:,}", (packed_held, x_held), mapped_kernels.trmv(inputs.kernels("trmv"), packed_held, x_held),
        *fastest(by_numpy, by_scipy), [by_numpy()],
    )  # fmt: skip


def csr(inputs: Inputs, sizes: Sizes) -> Iterator[Workload]:
    n, entries = sizes.rows, sizes.entries
    columns = inputs.random.integers(0, n, n * entries, np.int32)
    begins = np.arange(n + 1, dtype=np.int32) * entries
    (values, values_held), (x, x_held) = inputs.whole(n * entries), inputs.whole(n)
    columns_held, begins_held = inputs.array(columns), inputs.array(begins)

    def by_numpy() -> Floats:
        return np.add.reduceat(values * x[columns], begins[:-1])

    def by_scipy() -> Callable[[], Any]:
        matrix = scipy_module("sparse").csr_matrix((values, columns, begins), shape=(n, n))
        return lambda: matrix @ x

    yield mapped(
        "csr_hm", f"{n:,} x {entries}", ((columns_held, values_held), x_held),
        mapped_kernels.csr(inputs.kernels("csr"), begins_held, columns_held, values_held, x_held),
        *fastest(by_numpy, by_scipy), [by_numpy()], named={"rows": np.diff(begins)},
    )  # fmt: skip


KINDS: dict[str, Callable[[Inputs, Sizes], Iterator[Workload]]] = {
    "dot": dot,
    "gemv": gemv,
    "matmul": matmul,
    "nbody": nbody,
    "scan": scan,
    "separable": separable,
    "stencil": stencil,
    "transpose": transpose,
    "trmv": trmv,
    "csr": csr,
}
