"""Workloads over neighbourhoods: the kernels of `kernels/stencil.cl`, and their programs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import mapped_kernels
import numpy as np
import pyopencl as cl
from contenders import Algorithm, DeviceArray, Kernels, Room, Shapes, single
from mapped_kernels import IMAGE_ROWS
from numba_versions import by_numba
from workloads import HAS_SCIPY, Array, Inputs, Workload, scipy_module

BORDERS = {
    "clamp": ("edge", "nearest"),
    "constant": ("constant", "constant"),
    "mirror": ("symmetric", "reflect"),
    "wrap": ("wrap", "wrap"),
}
"""What is outside: as NumPy calls it, and as SciPy does."""


def boxed(a: Array, side: int, border: str) -> Array:
    """The sum of neighbours, first of columns and then of rows."""
    found = a
    for axis in range(a.ndim):
        widths = [(side // 2, side // 2) if axis == k else (0, 0) for k in range(a.ndim)]
        mode: Any = BORDERS[border][0]
        wide: Array = np.pad(found, widths, mode)
        views = np.lib.stride_tricks.sliding_window_view(wide, side, axis)
        found = views[..., 0].copy()
        for k in range(1, side):
            found += views[..., k]
    return found


def stencils(k: Kernels, a: DeviceArray) -> list[Algorithm]:
    """Vectors in the middle of a row, stored past the caches where rows are aligned."""
    zeros = mapped_kernels.zeros(k, a.shape[1], a.dtype)
    n, m = a.shape

    def algorithm(name: str, kernel: str) -> Algorithm:
        return single(
            name, k, (n, m), lambda out: k.launch(kernel, -(-n // IMAGE_ROWS), a, zeros, out, IMAGE_ROWS, n, m),
            a.dtype.type,
        )  # fmt: skip

    kernels = {"vectors": "stencil", "4 rows": "stencil_rows"} if "stencil_rows" in k else {"vectors": "stencil"}
    past = {f"{name} past": f"{kernel}_past" for name, kernel in kernels.items()} if m % 16 == 0 else {}
    return [algorithm(name, kernel) for name, kernel in (kernels | past).items()]


def box(inputs: Inputs, n: int, m: int, side: int, border: str = "clamp") -> Iterator[Workload]:
    a, held = inputs.whole(n, m)
    options = [f"-DSIDE={side}", *([] if border == "clamp" else [f"-D{border.upper()}"])]
    program = f"box{side}" if border == "clamp" else f"box{side}_{border}"
    right = boxed(a, side, border)

    def by_scipy() -> Any:
        ones = np.ones(side, np.float32)
        along, mode = scipy_module("ndimage").correlate1d, BORDERS[border][1]
        return along(along(a, ones, 0, mode=mode), ones, 1, mode=mode)

    library: tuple[str, Callable[[], Any]] = (
        ("SciPy", by_scipy) if HAS_SCIPY else ("NumPy", lambda: boxed(a, side, border))
    )
    yield Workload(
        program, f"{n:,} x {m:,}", (held,), stencils(inputs.kernels("stencil", *options), held), *library, [right],
        others=by_numba("box", a, side) if border == "clamp" else {}, operations=float(n * m * side * side),
    )  # fmt: skip


def ranges(inputs: Inputs, n: int, m: int) -> Iterator[Workload]:
    """The largest minus the smallest of neighbours, of integers."""
    a, held = inputs.whole(n, m, kind=np.int32)
    wide = np.pad(a, 1, "edge")

    def extreme(take: np.ufunc) -> Array:
        down = take(take(wide[:-2], wide[1:-1]), wide[2:])
        return take(take(down[:, :-2], down[:, 1:-1]), down[:, 2:])

    def by_numpy() -> Array:
        return extreme(np.maximum) - extreme(np.minimum)

    kernels = inputs.kernels("stencil", "-DRANGE", "-DT=int")
    yield Workload("range3_i32", f"{n:,} x {m:,}", (held,), stencils(kernels, held), "NumPy", by_numpy, [by_numpy()])


def seven_point(inputs: Inputs, n: int) -> Iterator[Workload]:
    a, held = inputs.whole(n, n, n)
    k, rows = inputs.kernels("stencil"), 2 * IMAGE_ROWS

    def by_numpy() -> Array:
        wide = np.pad(a, 1, "edge")
        middle = slice(1, -1)
        found = np.float32(-6) * a
        for axis in range(3):
            for side in (slice(None, -2), slice(2, None)):
                found += wide[tuple(side if axis == one else middle for one in range(3))]
        return found

    def algorithm(name: str, kernel: str) -> Algorithm:
        return single(
            name, k, (n, n, n), lambda out: k.launch(kernel, -(-n * n // rows), held, -6.0, out, rows, n, n, n)
        )

    algorithms = [
        algorithm("vectors", "seven_point"),
        *([algorithm("past", "seven_point_past")] if n % 16 == 0 else []),
    ]
    yield Workload(
        "seven_point", f"{n} x {n} x {n}", (held, -6.0), algorithms, "NumPy", by_numpy, [by_numpy()],
        others=by_numba("seven_point", a, -6.0),
    )  # fmt: skip


def jacobi(inputs: Inputs, n: int, m: int, sweeps: int) -> Iterator[Workload]:
    a, held = inputs.whole(n, m)
    k = inputs.kernels("stencil")
    zeros = mapped_kernels.zeros(k, m, np.dtype(np.float32))

    def by_numpy() -> Array:
        now = a
        for _ in range(sweeps):
            wide = np.pad(now, 1)
            now = np.float32(0.25) * (wide[:-2, 1:-1] + wide[1:-1, :-2] + wide[1:-1, 2:] + wide[2:, 1:-1])
        return now

    def algorithm(name: str, kernel: str) -> Algorithm:
        def launches(room: Room) -> Sequence[cl.Event]:
            grids = [held, *(room["even"] if step % 2 else room["odd"] for step in range(sweeps))]
            return [
                k.launch(kernel, -(-n // IMAGE_ROWS), grids[step], zeros, grids[step + 1], IMAGE_ROWS, n, m)
                for step in range(sweeps)
            ]

        shapes: Shapes = {"odd": ((n, m), np.float32), "even": ((n, m), np.float32)}
        return Algorithm(name, k, shapes, launches, lambda room: (room["odd" if sweeps % 2 else "even"],))

    algorithms = [algorithm("vectors", "jacobi"), *([algorithm("past", "jacobi_past")] if m % 16 == 0 else [])]
    yield Workload(
        "jacobi", f"{n:,} x {m:,}, {sweeps}", (held,), algorithms, "NumPy", by_numpy, [by_numpy()], rounding=1e-6,
        named={"K": sweeps}, others=by_numba("jacobi", a, sweeps), passes=sweeps,
    )  # fmt: skip
