"""The kernels of `kernels/` for the programs of `programs/mapped/`: which are launched, and with what memory.

Each function gives the algorithms for one workload. The first is that of the program, with the chunks that it has; the others
are there to be the best, and store past the caches ("past"), for example.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pyopencl as cl
from contenders import Algorithm, DeviceArray, Kernels, Room, Shapes, single
from pyopencl.array import to_device

TAPS = 17
GEMV_ROWS, IMAGE_ROWS, TRIANGLE_ROWS, CSR_ROWS = 64, 32, 32, 2048
"""So many rows a work item has."""


def zeros(k: Kernels, count: int, kind: np.dtype[Any]) -> DeviceArray:
    return to_device(k.queue, np.zeros(count, kind))


def dot_parts(k: Kernels, x: DeviceArray, y: DeviceArray, chunk: int) -> list[Algorithm]:
    """The sums of chunks."""
    return [single(f"by {chunk}", k, x.size // chunk, lambda out: _dot_chunks(k, x, y, out, chunk))]


def _dot_chunks(k: Kernels, x: DeviceArray, y: DeviceArray, parts: DeviceArray, chunk: int) -> cl.Event:
    return k.launch("dot_chunk", x.size // chunk, x, y, parts, chunk)


def dot(k: Kernels, x: DeviceArray, y: DeviceArray, chunks: Sequence[int]) -> list[Algorithm]:
    """The sums of chunks, and then their sum and the rest."""

    def algorithm(chunk: int) -> Algorithm:
        n, count = x.size, x.size // chunk

        def launches(room: Room) -> list[cl.Event]:
            parts = room["parts"]
            rest = [_dot_chunks(k, x, y, parts, chunk)] if count else []
            return [*rest, k.launch("dot_rest", 1, x, y, parts, room["out"], count, chunk, n)]

        shapes: Shapes = {"parts": (max(1, count), np.float32), "out": ((), np.float32)}
        return Algorithm(f"by {chunk}", k, shapes, launches, lambda room: (room["out"],))

    return [algorithm(chunk) for chunk in chunks]


def gemv(k: Kernels, a: DeviceArray, x: DeviceArray, y: DeviceArray, alpha: float, beta: float) -> list[Algorithm]:
    """Four rows at once, or eight."""
    n, m = a.shape

    def algorithm(rows: int) -> Algorithm:
        kernel = f"gemv_rows{rows}"
        return single(
            f"{rows} rows", k, n,
            lambda out: k.launch(kernel, -(-n // GEMV_ROWS), a, x, y, out, alpha, beta, GEMV_ROWS, n, m),
        )  # fmt: skip

    return [algorithm(4), algorithm(8)]


def matmul(blocks: Sequence[tuple[str, int, Kernels]], a: DeviceArray, b: DeviceArray) -> list[Algorithm]:
    """Panels of so many vectors of eight columns; each block has a name."""
    (n, depth), (_, m) = a.shape, b.shape

    def algorithm(name: str, vectors: int, k: Kernels) -> Algorithm:
        width = 8 * vectors
        panel = cl.LocalMemory(4 * width * depth)
        panels = -(-m // width)
        return single(
            name, k, (n, m), lambda out: k.launch("matmul_panel", panels, a, b, out, panel, panels, n, depth, m)
        )

    return [algorithm(*block) for block in blocks]


def nbody(k: Kernels, columns: Sequence[DeviceArray]) -> list[Algorithm]:
    """Inverse square roots by a division, or by an estimate and a step to better it."""
    n, names = columns[0].size, ("x", "y", "z")
    shapes: Shapes = dict.fromkeys(names, (n, np.float32))

    def algorithm(name: str) -> Algorithm:
        def launches(room: Room) -> list[cl.Event]:
            return [k.launch(f"nbody_{name}", n // 16, *columns, *(room[axis] for axis in names), n)]

        return Algorithm(name, k, shapes, launches, lambda room: tuple(room[axis] for axis in names))

    return [algorithm(name) for name in ("divided", "estimated", "series") if f"nbody_{name}" in k]


def scan(k: Kernels, x: DeviceArray, writers: Sequence[tuple[str, int, int]]) -> list[Algorithm]:
    """Sums of chunks, what is before each, and then a kernel, its chunk, and how many of these it takes at once."""

    def algorithm(name: str, chunk: int, together: int) -> Algorithm:
        count = x.size // chunk

        def launches(room: Room) -> list[cl.Event]:
            sums, out = room["sums"], room["out"]
            return [
                k.launch("scan_reduce", count, x, sums, chunk),
                k.launch("scan_sums", 1, sums, count),
                k.launch(f"scan_{name}", count // together, x, sums, out, chunk),
            ]

        shapes: Shapes = {"sums": (count, np.float32), "out": (x.size, np.float32)}
        return Algorithm(name.replace("_", " "), k, shapes, launches, lambda room: (room["out"],))

    return [algorithm(*writer) for writer in writers]


def separable(k: Kernels, a: DeviceArray, taps: DeviceArray) -> list[Algorithm]:
    """A row of sums of columns at a time."""
    n, m = a.shape
    own = cl.LocalMemory(4 * (m + TAPS - 1))

    def algorithm(name: str, kernel: str) -> Algorithm:
        groups = n // IMAGE_ROWS
        return single(name, k, (n, m), lambda out: k.launch(kernel, groups, a, taps, out, own, IMAGE_ROWS, n, m))

    return [algorithm("fused", "separable"), algorithm("past", "separable_past")]


def stencil(k: Kernels, a: DeviceArray) -> list[Algorithm]:
    """Vectors in the middle of a row."""
    n, m = a.shape

    def algorithm(name: str, kernel: str) -> Algorithm:
        return single(name, k, (n, m), lambda out: k.launch(kernel, -(-n // IMAGE_ROWS), a, a, out, IMAGE_ROWS, n, m))

    return [algorithm("vectors", "stencil"), algorithm("past", "stencil_past")]


def transpose(k: Kernels, a: DeviceArray) -> list[Algorithm]:
    """Tiles in private memory, or in registers: blocks of them, or rows."""
    n, m = a.shape

    def algorithm(name: str, kernel: str, rows: int) -> Algorithm:
        return single(name, k, (m, n), lambda out: k.launch(f"transpose_{kernel}", -(-n // rows), a, out, n, m))

    return [
        algorithm("private", "private", 16),
        algorithm("blocks", "blocks", 64),
        algorithm("past", "blocks_past", 64),
        algorithm("rows", "rows", 16),
        algorithm("rows past", "rows_past", 16),
    ]


def trmv(k: Kernels, packed: DeviceArray, x: DeviceArray) -> list[Algorithm]:
    """A row at a time."""
    n, rows = x.size, TRIANGLE_ROWS
    return [single("vectors", k, n, lambda out: k.launch("trmv", n // rows, packed, x, out, rows))]


def csr(k: Kernels, begins: DeviceArray, columns: DeviceArray, values: DeviceArray, x: DeviceArray) -> list[Algorithm]:
    """A row at a time, with one sum or four."""
    n, rows = begins.size - 1, CSR_ROWS

    def algorithm(name: str, kernel: str) -> Algorithm:
        groups = -(-n // rows)
        return single(name, k, n, lambda out: k.launch(kernel, groups, begins, columns, values, x, out, rows, n))

    return [algorithm("one sum", "csr"), algorithm("four sums", "csr_four")]
