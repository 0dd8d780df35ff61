"""Workloads over matrices, beside those of `mapped_workloads.py`: other shapes, other elements, more around the product."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import mapped_kernels
import numpy as np
import pyopencl as cl
from contenders import Algorithm, DeviceArray, Kernels, Room, Shapes, single
from numba_versions import by_numba
from workloads import Array, Inputs, Workload, fastest, scipy_module

Block = tuple[int, int]
"""Rows and vectors that a block of a product has."""
BLOCKS: Sequence[Block] = ((6, 2), (4, 3))
TRANSPOSED_ROWS, ADDED_COLUMNS, PACKED_ROWS, CSR_ENTRIES = 128, 256, 32, 1 << 15
"""So many of them a work item has."""


def gemv_transposed(inputs: Inputs, n: int, m: int) -> Iterator[Workload]:
    (a, a_held), (x, x_held) = inputs.whole(n, m), inputs.whole(n)
    k = inputs.kernels("gemv")
    count = -(-n // TRANSPOSED_ROWS)

    def algorithm(rows: int) -> Algorithm:
        def launches(room: Room) -> list[cl.Event]:
            parts, sums = room["parts"], cl.LocalMemory(4 * m)
            return [
                k.launch(f"gemv_transposed_rows{rows}", count, a_held, x_held, parts, sums, TRANSPOSED_ROWS, n, m),
                k.launch("gemv_add", -(-m // ADDED_COLUMNS), parts, room["out"], count, ADDED_COLUMNS, m),
            ]

        shapes: Shapes = {"parts": ((count, m), np.float32), "out": (m, np.float32)}
        return Algorithm(f"{rows} rows", k, shapes, launches, lambda room: (room["out"],))

    yield Workload(
        "gemv_transposed", f"{n:,} x {m:,}", (a_held, x_held), [algorithm(4), algorithm(8)], "NumPy", lambda: a.T @ x, [a.T @ x],
    )  # fmt: skip


def products(
    inputs: Inputs,
    shape: tuple[int, int, int],
    held: Sequence[DeviceArray],
    *options: str,
    batch: int = 1,
    part: int = 8,
) -> list[Algorithm]:
    """The kernel of `kernels/matmul.cl`, built with options, in blocks that fill the registers, of vectors of `part`."""
    n, depth, m = shape
    kind = held[0].dtype.type

    def algorithm(rows: int, vectors: int) -> Algorithm:
        k, width = inputs.kernels("matmul", f"-DROWS={rows}", f"-DVECTORS={vectors}", *options), part * vectors
        panel, panels = cl.LocalMemory(held[0].dtype.itemsize * width * depth), -(-m // width)
        whole = (n, m) if batch == 1 else (batch, n, m)
        return single(
            f"{rows}x{vectors}", k, whole,
            lambda out: k.launch("matmul_panel", batch * panels, *held, out, panel, panels, n, depth, m), kind,
        )  # fmt: skip

    return [algorithm(*block) for block in BLOCKS]


def product(
    inputs: Inputs,
    program: str,
    shape: tuple[int, int, int],
    arrays: Sequence[tuple[Array, DeviceArray]],
    compute: Callable[..., Array],
    *options: str,
    batch: int = 1,
    part: int = 8,
) -> Workload:
    """A workload around a product, whose shape is rows, depth and columns."""
    numbers, held = zip(*arrays, strict=True)
    algorithms = products(inputs, shape, held, *options, batch=batch, part=part)
    size = " x ".join(map(str, (batch, *shape) if batch > 1 else shape))
    return Workload(
        program, size, held, algorithms, "NumPy", lambda: compute(*numbers), [compute(*numbers)],
        operations=2.0 * batch * np.prod(shape),
    )  # fmt: skip


def matmul(inputs: Inputs, shape: tuple[int, int, int]) -> Iterator[Workload]:
    n, depth, m = shape
    yield product(inputs, "matmul", shape, (inputs.whole(n, depth), inputs.whole(depth, m)), np.matmul)


def batched(inputs: Inputs, batch: int, n: int) -> Iterator[Workload]:
    pair = inputs.whole(batch, n, n), inputs.whole(batch, n, n)
    yield product(inputs, "matmul_batched", (n, n, n), pair, np.matmul, batch=batch)


def matmul_f64(inputs: Inputs, n: int) -> Iterator[Workload]:
    pair = inputs.whole(n, n, kind=np.float64), inputs.whole(n, n, kind=np.float64)
    options = ("-DT=double", "-DLANES=8", "-DREGISTER=4")
    yield product(inputs, "matmul_f64", (n, n, n), pair, np.matmul, *options, part=4)


def _layer(a: Array, b: Array, bias: Array) -> Array:
    return np.maximum(a @ b + bias, np.float32(0))


def correlation(inputs: Inputs, n: int, depth: int) -> Iterator[Workload]:
    (a, a_held), (b, b_held) = inputs.whole(depth, n), inputs.whole(depth, n)

    def algorithm(rows: int, vectors: int) -> Algorithm:
        k = inputs.kernels("matmul", f"-DROWS={rows}", f"-DVECTORS={vectors}", "-DTRANSPOSED")
        width = 8 * vectors
        panel, panels = cl.LocalMemory(4 * width * depth), -(-n // width)

        def launches(room: Room) -> list[cl.Event]:
            packed, out = room["packed"], room["out"]
            return [
                k.launch("matmul_pack", -(-depth // PACKED_ROWS), a_held, packed, PACKED_ROWS, n, depth),
                k.launch("matmul_panel", panels, packed, b_held, out, panel, panels, n, depth, n),
            ]

        shapes: Shapes = {"packed": ((-(-n // rows) * rows, depth), np.float32), "out": ((n, n), np.float32)}
        return Algorithm(f"{rows}x{vectors}", k, shapes, launches, lambda room: (room["out"],))

    yield Workload(
        "correlation", f"{n} x {depth} x {n}", (a_held, b_held), [algorithm(*block) for block in BLOCKS], "NumPy",
        lambda: a.T @ b, [a.T @ b], operations=2.0 * n * depth * n,
    )  # fmt: skip


def matmul_relu(inputs: Inputs, n: int) -> Iterator[Workload]:
    arrays = inputs.whole(n, n), inputs.whole(n, n), inputs.whole(n)
    yield product(inputs, "matmul_relu", (n, n, n), arrays, _layer, "-DRELU")


def transpose(inputs: Inputs, n: int, m: int) -> Iterator[Workload]:
    a, held = inputs.whole(n, m)
    aligned = n % 16 == 0 and m % 16 == 0
    found = mapped_kernels.transpose(inputs.kernels("transpose"), held)
    algorithms = [one for one in found if aligned or one.name in ("blocks", "rows")]

    def by_numpy() -> Array:
        return np.ascontiguousarray(a.T)

    yield Workload(
        "transpose", f"{n:,} x {m:,}", (held,), algorithms, "NumPy", by_numpy, [by_numpy()],
        others=by_numba("transpose", a),
    )  # fmt: skip


def even(k: Kernels, begins: DeviceArray, columns: DeviceArray, values: DeviceArray, x: DeviceArray) -> list[Algorithm]:
    """So many entries a work item has, whatever rows they are in."""
    n = begins.size - 1
    items = max(1, -(-values.size // CSR_ENTRIES))

    def launches(room: Room) -> list[cl.Event]:
        row, part, out = room["row"], room["part"], room["out"]
        return [
            k.launch("csr_even", items, begins, columns, values, x, out, row, part, CSR_ENTRIES, n),
            k.launch("csr_parts", 1, row, part, out, 2 * items),
        ]

    shapes: Shapes = {"row": (2 * items, np.int32), "part": (2 * items, np.float32), "out": (n, np.float32)}
    return [Algorithm("even", k, shapes, launches, lambda room: (room["out"],))]


def csr(inputs: Inputs, lengths: Array, name: str) -> Iterator[Workload]:
    """Rows of these lengths, with columns anywhere."""
    n, entries = lengths.size, int(lengths.sum())
    columns = inputs.random.integers(0, n, entries, np.int32)
    begins = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int32)
    (values, values_held), (x, x_held) = inputs.whole(entries), inputs.whole(n)
    columns_held, begins_held = inputs.array(columns), inputs.array(begins)

    def by_numpy() -> Array:
        return np.bincount(np.repeat(np.arange(n), lengths), values * x[columns], n).astype(np.float32)

    def by_scipy() -> Callable[[], Any]:
        matrix = scipy_module("sparse").csr_matrix((values, columns, begins), shape=(n, n))
        return lambda: matrix @ x

    k, held = inputs.kernels("csr"), (begins_held, columns_held, values_held, x_held)
    workload = Workload(
        "csr", f"{n:,} x {entries / n:.0f} {name}", ((columns_held, values_held), x_held),
        [*mapped_kernels.csr(k, *held), *even(k, *held)], *fastest(by_numpy, by_scipy), [by_numpy()],
        named={"rows": lengths},
    )  # fmt: skip
    yield replace(workload, others=by_numba("csr", begins, columns, values, x))


def skewed(inputs: Inputs, n: int, mean: int) -> Array:
    """Lengths of rows: a few long ones, many short ones, in any order."""
    lengths = inputs.random.zipf(1.6, n).clip(max=max(1, n // 20))
    return np.maximum(0, lengths * (mean * n / lengths.sum())).astype(np.int32)


def enormous(n: int, mean: int) -> Array:
    """Lengths of rows: two of them have nearly all entries, one after the other."""
    lengths = np.ones(n, np.int32)
    lengths[n // 8 : n // 8 + 2] = (mean - 1) * n // 2
    return lengths


def at_the_end(n: int, mean: int) -> Array:
    """Lengths of rows: all entries are in the last hundredth of them."""
    lengths = np.zeros(n, np.int32)
    lengths[n - n // 100 :] = 100 * mean
    return lengths
