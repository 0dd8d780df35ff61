"""What `default.py` measures: programs that say nothing about how they run, and who else computes the same.

A name on the command line stands for the workloads of one function. What `mapped.py` and `filters.py` compute, too, is taken
from there: the same numbers, kernels and libraries, with a program of `programs/default/` in place of the mapped one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TypeAlias

import filter_workloads
import mapped_workloads
from workloads import Inputs, Workload

FOLDER = "default"


class Site(Inputs, filter_workloads.Inputs):
    """One device for all workloads."""


@dataclass(frozen=True)
class Sizes(mapped_workloads.Sizes):
    """How large everything is."""

    kept: int = 10**7
    """Of so many numbers a filter keeps half."""


Make: TypeAlias = Callable[[Site, Sizes], Iterator[Workload]]


def high_level(program: str, workload: Workload) -> Workload:
    """A workload, computed by another program, which says nothing about how it runs."""
    return replace(workload, program=program, folder=FOLDER)


def _first(program: str, make: Callable[[Inputs, mapped_workloads.Sizes], Iterator[Workload]], at: int = 0) -> Make:
    """One of the workloads of `mapped.py`."""

    def made(inputs: Site, sizes: Sizes) -> Iterator[Workload]:
        yield high_level(program, list(make(inputs, sizes))[at])

    return made


def matmul(inputs: Site, sizes: Sizes) -> Iterator[Workload]:
    for one in mapped_workloads.matmul(inputs, sizes):
        if one.program == "mm_full":
            yield high_level("matmul", one)


def kept(make: Callable[[filter_workloads.Inputs, int, list[float]], Iterator[filter_workloads.Workload]]) -> Make:
    """Half of the numbers that a filter sees: one of the workloads of `filters.py`."""

    def made(inputs: Site, sizes: Sizes) -> Iterator[Workload]:
        one = next(make(inputs, sizes.kept, [0.5]))
        right = one.leaves(one.numpy())
        yield Workload(
            one.program, one.size, one.arguments, one.algorithms, "NumPy", one.numpy, right, rounding=1e-4, folder="."
        )

    return made


FULL = Sizes(
    dot=1 << 24, gemv=4096, blocks=1008, products=((1024, 1024, 1024), (1000, 999, 1001), (4096, 64, 512)), bodies=1 << 14,
    scan=1 << 24, image=4096, square=4096, triangle=8192, rows=10**6, entries=20,
)  # fmt: skip
KINDS: dict[str, Make] = {
    "dot": _first("dot", mapped_workloads.dot),
    "gemv": _first("gemv", mapped_workloads.gemv),
    "trmv": _first("trmv", mapped_workloads.trmv),
    "matmul": matmul,
    "transpose": _first("transpose", mapped_workloads.transpose),
    "box": _first("box3", mapped_workloads.stencil),
    "separable": _first("separable", mapped_workloads.separable),
    "scan": _first("scan", mapped_workloads.scan, at=2),
    "csr": _first("csr", mapped_workloads.csr),
    "filter": kept(filter_workloads.doubled),
    "filter_sum": kept(filter_workloads.summed),
    "nbody": _first("nbody", mapped_workloads.nbody),
}
