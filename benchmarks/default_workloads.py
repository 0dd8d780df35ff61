"""What `default.py` measures: programs that say nothing about how they run, and who else computes the same.

A name on the command line stands for the workloads of one function. What `mapped.py` and `filters.py` compute, too, is taken
from there: the same numbers, kernels and libraries, with a program of `programs/default/` in place of the mapped one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TypeAlias

import default_lists as lists
import default_matrices as matrices
import default_points as points
import default_sorts as sorts
import default_stencils as stencils
import default_vectors as vectors
import filter_workloads
import mapped_workloads
import numpy as np
from numba_versions import by_numba
from workloads import Inputs, Workload


class Site(Inputs, filter_workloads.Inputs):
    """One device for all workloads."""


@dataclass(frozen=True)
class Sizes:
    """How large everything is."""

    vector: int
    matrix: tuple[int, int]
    triangle: int
    products: tuple[tuple[int, int, int], ...]
    """Rows, depth and columns."""
    batch: tuple[int, int]
    """So many products, and rows and columns of each."""
    square: int
    """Rows and columns of other products, and how deep a correlation is."""
    transposed: tuple[tuple[int, int], ...]
    image: tuple[int, int]
    cube: int
    sweeps: int
    rows: int
    entries: int
    """In a row of a sparse matrix, on average."""
    kept: int
    """Of so many numbers a filter keeps half, a histogram counts them, and a sort puts them in order."""
    bins: tuple[int, ...]
    """How many different ones a histogram has."""
    keys: tuple[int, ...]
    """How often each key of a list of as many is there, on average."""
    graph: tuple[int, int]
    """Nodes, and edges of each, on average."""
    bodies: int
    clusters: tuple[int, int, int]
    """Points, centres and coordinates."""
    scans: tuple[int, int]
    """Pixels and samples of a reconstruction."""
    options: int
    fractal: tuple[int, int, int]
    """Rows, columns and steps."""
    table: tuple[int, int]
    """Rows and columns of what is normalized row by row."""

    @property
    def mapped(self) -> mapped_workloads.Sizes:
        """What `mapped.py` needs for the workloads that come from there."""
        return mapped_workloads.Sizes(
            dot=self.vector, gemv=self.matrix[0], blocks=self.square, products=(), bodies=self.bodies, scan=self.vector,
            image=self.image[0], square=self.square, triangle=self.triangle, rows=self.rows, entries=self.entries,
        )  # fmt: skip


FULL = Sizes(
    vector=1 << 24, matrix=(4096, 4096), triangle=8192,
    products=((1024, 1024, 1024), (1000, 999, 1001), (4096, 64, 512)), batch=(64, 128), square=1024,
    transposed=((4096, 4096), (4099, 4093)), image=(4096, 4096), cube=256, sweeps=10, rows=10**6, entries=20, kept=10**7,
    bins=(16, 256, 10**6), keys=(2, 10, 1000), graph=(10**6, 16), bodies=1 << 14, clusters=(10**6, 16, 8), scans=(1 << 15, 1 << 10), options=1 << 22, fractal=(1024, 1024, 256),
    table=(4096, 4096),
)  # fmt: skip

QUICK = replace(
    FULL, vector=1 << 23, triangle=4096, matrix=(2048, 2048), products=((512, 512, 512), (500, 499, 501), (1024, 64, 512)),
    batch=(64, 64), square=512, transposed=((2048, 2048), (2051, 2045)), image=(2048, 2048), cube=160, sweeps=4,
    rows=200_000, graph=(200_000, 16), bodies=1 << 12, clusters=(200_000, 16, 8), scans=(1 << 12, 1 << 9), options=1 << 20,
    fractal=(512, 512, 128), table=(2048, 2048),
)  # fmt: skip
"""What memory must bring is still more than the caches hold."""

Make: TypeAlias = Callable[[Site, Sizes], Iterator[Workload]]


def _mapped(program: str, make: Callable[[Inputs, mapped_workloads.Sizes], Iterator[Workload]], at: int = 0) -> Make:
    """One of the workloads of `mapped.py`, by another program."""

    def made(inputs: Site, sizes: Sizes) -> Iterator[Workload]:
        yield replace(list(make(inputs, sizes.mapped))[at], program=program, folder="default")

    return made


def nbody(inputs: Site, sizes: Sizes) -> Iterator[Workload]:
    for one in mapped_workloads.nbody(inputs, sizes.mapped):
        columns = [column.get() for column in one.arguments]
        yield replace(
            one, program="nbody", folder="default", arguments=(one.arguments,), others=by_numba("nbody", *columns),
            operations=20.0 * sizes.bodies**2,
        )  # fmt: skip


def trmv(inputs: Site, sizes: Sizes) -> Iterator[Workload]:
    """Triangles of several sizes, each beside the product with zeros in the other half as well."""
    for n in (sizes.triangle // 8, sizes.triangle // 4, sizes.triangle // 2, sizes.triangle):
        one = next(mapped_workloads.trmv(inputs, replace(sizes.mapped, triangle=n)))
        dense, x = np.zeros((n, n), np.float32), one.arguments[1].get()
        dense[np.tril_indices(n)] = one.arguments[0].get()
        yield replace(one, program="trmv", folder="default", others={"dense": lambda dense=dense, x=x: dense @ x})


def matmul(inputs: Site, sizes: Sizes) -> Iterator[Workload]:
    for shape in sizes.products:
        yield from matrices.matmul(inputs, shape)
    yield from matrices.batched(inputs, *sizes.batch)


def transpose(inputs: Site, sizes: Sizes) -> Iterator[Workload]:
    for shape in sizes.transposed:
        yield from matrices.transpose(inputs, *shape)


def box(inputs: Site, sizes: Sizes) -> Iterator[Workload]:
    for side in (3, 5, 9):
        yield from stencils.box(inputs, *sizes.image, side)
    for border in ("constant", "mirror", "wrap"):
        yield from stencils.box(inputs, *sizes.image, 3, border)


def csr(inputs: Site, sizes: Sizes) -> Iterator[Workload]:
    yield from matrices.csr(inputs, np.full(sizes.rows, sizes.entries, np.int32), "even")
    yield from matrices.csr(inputs, matrices.skewed(inputs, sizes.rows, sizes.entries), "skewed")
    yield from matrices.csr(inputs, matrices.enormous(sizes.rows, sizes.entries), "in two rows")
    yield from matrices.csr(inputs, matrices.at_the_end(sizes.rows, sizes.entries), "at the end")


def histogram(inputs: Site, sizes: Sizes) -> Iterator[Workload]:
    for bins in sizes.bins:
        yield from vectors.histogram(inputs, sizes.kept, bins)


def sum_by_key(inputs: Site, sizes: Sizes) -> Iterator[Workload]:
    for each in sizes.keys:
        yield from lists.sum_by_key(inputs, sizes.kept, each)


def kept(make: Callable[[filter_workloads.Inputs, int, list[float]], Iterator[filter_workloads.Workload]]) -> Make:
    """Half of the numbers that a filter sees: one of the workloads of `filters.py`."""

    def made(inputs: Site, sizes: Sizes) -> Iterator[Workload]:
        one = next(make(inputs, sizes.kept, [0.5]))
        right = [np.asarray(leaf) for leaf in one.leaves(one.numpy())]
        yield Workload(
            one.program, one.size, one.arguments, one.algorithms, "NumPy", one.numpy, right, rounding=1e-4, folder="."
        )

    return made


KINDS: dict[str, Make] = {
    "dot": _mapped("dot", mapped_workloads.dot),
    "asum": lambda inputs, sizes: vectors.asum(inputs, sizes.vector),
    "axpy": lambda inputs, sizes: vectors.axpy(inputs, sizes.vector),
    "gemv": _mapped("gemv", mapped_workloads.gemv),
    "gemv_transposed": lambda inputs, sizes: matrices.gemv_transposed(inputs, *sizes.matrix),
    "trmv": trmv,
    "matmul": matmul,
    "transpose": transpose,
    "box": box,
    "seven_point": lambda inputs, sizes: stencils.seven_point(inputs, sizes.cube),
    "separable": _mapped("separable", mapped_workloads.separable),
    "jacobi": lambda inputs, sizes: stencils.jacobi(inputs, *sizes.image, sizes.sweeps),
    "scan": _mapped("scan", mapped_workloads.scan, at=2),
    "csr": csr,
    "filter": kept(filter_workloads.doubled),
    "filter_sum": kept(filter_workloads.summed),
    "sum_by_key": sum_by_key,
    "bfs": lambda inputs, sizes: lists.bfs(inputs, *sizes.graph),
    "nbody": nbody,
    "kmeans": lambda inputs, sizes: points.kmeans(inputs, *sizes.clusters),
    "nearest": lambda inputs, sizes: vectors.nearest(inputs, sizes.vector),
    "mriq": lambda inputs, sizes: points.mriq(inputs, *sizes.scans),
    "black_scholes": lambda inputs, sizes: points.black_scholes(inputs, sizes.options),
    "mandelbrot": lambda inputs, sizes: points.mandelbrot(inputs, *sizes.fractal),
    "softmax": lambda inputs, sizes: points.softmax(inputs, *sizes.table),
    "softmax_rows": lambda inputs, sizes: points.softmax_rows(inputs, *sizes.table),
    "layer_norm": lambda inputs, sizes: points.layer_norm(inputs, *sizes.table),
    "dot_f64": lambda inputs, sizes: vectors.dot_f64(inputs, sizes.vector),
    "sum_i32": lambda inputs, sizes: vectors.sum_i32(inputs, sizes.vector),
    "largest": lambda inputs, sizes: vectors.largest(inputs, sizes.vector),
    "argmin": lambda inputs, sizes: vectors.argmin(inputs, sizes.vector),
    "histogram": histogram,
    "sort": lambda inputs, sizes: sorts.numbers(inputs, sizes.kept),
    "sort_pairs": lambda inputs, sizes: sorts.pairs(inputs, sizes.kept),
    "moments": lambda inputs, sizes: vectors.moments(inputs, sizes.vector),
    "matmul_f64": lambda inputs, sizes: matrices.matmul_f64(inputs, sizes.square),
    "correlation": lambda inputs, sizes: matrices.correlation(inputs, sizes.square, sizes.square),
    "matmul_relu": lambda inputs, sizes: matrices.matmul_relu(inputs, sizes.square),
    "range3_i32": lambda inputs, sizes: stencils.ranges(inputs, *sizes.image),
}
