"""What `filters.py` measures: programs with hidden lengths, their arguments, and who else computes the same.

Numbers are multiples of 1/4096, and thresholds lie between two of them: conditions are the same for everybody, whatever is
rounded on the way, and so is how many are kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import factorial
from typing import Any, TypeAlias, cast

import filter_kernels
import numpy as np
from contenders import Algorithm, DeviceArray, Site
from filter_kernels import FilterKernels
from numpy.typing import NDArray

Array: TypeAlias = NDArray[Any]
Floats: TypeAlias = NDArray[np.float32]

STEPS = 4096


@dataclass(frozen=True)
class Workload:
    """One thing to compute: by a program of ours, by kernels written by hand, and by NumPy."""

    title: str
    size: str
    condition: str
    share: float
    program: str
    arguments: tuple[Any, ...]
    algorithms: Sequence[Algorithm]
    numpy: Callable[[], Any]
    leaves: Callable[[Any], list[Array]]
    """What NumPy computed, in the form of `answer`."""
    beside: str | None = None
    """Another program of ours to compare with, of the first argument alone."""

    @property
    def elements(self) -> int:
        return self.arguments[0].size

    def answer(self, result: Any) -> list[Array]:
        """A result on the device as NumPy arrays: of rows, how long they are, and one after the other what is in them."""
        held = cast("tuple[DeviceArray, ...]", result) if isinstance(result, tuple) else (result,)
        leaves: list[Array] = [leaf.get() for leaf in held]
        shape = self.arguments[0].shape
        if len(shape) == 1:
            return leaves
        lengths, room = leaves
        return [lengths, room.reshape(shape)[np.arange(shape[1]) < lengths[:, None]]]

    def check(self, name: str, result: Any) -> None:
        """Compare a result with NumPy's: sums may be rounded, all else is exact."""
        for found, right in zip(self.answer(result), self.leaves(self.numpy()), strict=True):
            exact = found.size != 1 or found.dtype.kind == "i"
            same = np.array_equal(found.ravel(), np.ravel(right)) if exact else np.allclose(found, right, rtol=1e-4)
            if not same:
                raise ValueError(
                    f"{self.title}, {self.size}, {self.share:g} kept: {name} does not give what NumPy gives"
                )


Make: TypeAlias = "Callable[[Inputs, Sizes], Iterator[Workload]]"


def series(x: Any) -> Any:
    """The costly condition's value: ten terms of the series of the exponential function."""
    value = np.float32(1 / factorial(10))
    for k in reversed(range(10)):
        value = value * x + np.float32(1 / factorial(k))
    return value


def threshold(share: float) -> float:
    """What so large a share of random numbers is above, half a step from any of them."""
    return (round(STEPS * (1 - share)) - 0.5) / STEPS


class Inputs(Site):
    """Random arrays on one device, which all contenders share, and the kernels of `kernels/filters.cl` there."""

    @cached_property
    def cheap(self) -> FilterKernels:
        return FilterKernels(self.context, costly=False)

    @cached_property
    def costly(self) -> FilterKernels:
        return FilterKernels(self.context, costly=True)

    def column(self, *shape: int) -> tuple[Floats, DeviceArray]:
        """Numbers from 0 to 1: what NumPy computes with, and the same on the device."""
        numbers = (self.random.integers(0, STEPS, shape) / STEPS).astype(np.float32)
        return numbers, self.array(numbers)


def doubled(inputs: Inputs, count: int, shares: Sequence[float]) -> Iterator[Workload]:
    """Filter then double."""
    x, on_device = inputs.column(count)
    for share in shares:
        t, limit = threshold(share), float(series(threshold(share)))

        def costly(limit: float = limit) -> Floats:
            return x[series(x) > limit] * 2

        def cheap(t: float = t) -> Floats:
            return x[x > t] * 2

        for condition, program, bound, kernels, by_numpy in (
            ("cheap", "double_kept", t, inputs.cheap, cheap),
            ("costly", "double_kept_costly", limit, inputs.costly, costly),
        ):
            algorithms = filter_kernels.doubled(kernels, on_device, bound)
            yield Workload(
                "filter then double", f"{count:,}", condition, share, program, (on_device, bound), algorithms,
                by_numpy, lambda kept: [kept],
            )  # fmt: skip


def summed(inputs: Inputs, count: int, shares: Sequence[float]) -> Iterator[Workload]:
    """Filter then sum, beside the sum of all."""
    x, on_device = inputs.column(count)
    for share in shares:
        t = threshold(share)
        yield Workload(
            "filter then sum", f"{count:,}", "cheap", share, "sum_kept", (on_device, t),
            filter_kernels.summed(inputs.cheap, on_device, t), lambda t=t: x[x > t].sum(), lambda sum_: [sum_],
            beside="sum",
        )  # fmt: skip


def rows(inputs: Inputs, height: int, width: int, shares: Sequence[float]) -> Iterator[Workload]:
    """A map of a filter over rows."""
    x, on_device = inputs.column(height, width)
    for share in shares:
        t = threshold(share)
        yield Workload(
            "filter in each row", f"{height:,} x {width:,}", "cheap", share, "rows_kept", (on_device, t),
            filter_kernels.rows(inputs.cheap, on_device, t), lambda t=t: [row[row > t] for row in x],
            lambda kept: [np.array([len(row) for row in kept]), np.concatenate(kept)],
        )  # fmt: skip


def aggregated(inputs: Inputs, count: int, shares: Sequence[float]) -> Iterator[Workload]:
    """Select and aggregate."""
    key, key_on_device = inputs.column(count)
    value, value_on_device = inputs.column(count)

    def by_numpy(t: float) -> tuple[Any, ...]:
        kept = value[key > t]
        return kept.sum(), len(kept), kept.max(initial=-np.inf)

    for share in shares:
        t = threshold(share)
        yield Workload(
            "select and aggregate", f"{count:,}", "cheap", share, "aggregate", (key_on_device, value_on_device, t),
            filter_kernels.aggregated(inputs.cheap, key_on_device, value_on_device, t),
            lambda t=t: by_numpy(t), list,
        )  # fmt: skip


@dataclass(frozen=True)
class Sizes:
    """How much is measured."""

    counts: Sequence[int]
    rows: tuple[int, int]
    shares: Sequence[float]


def _for_counts(make: Callable[[Inputs, int, Sequence[float]], Iterator[Workload]]) -> Make:
    return lambda inputs, sizes: (one for count in sizes.counts for one in make(inputs, count, sizes.shares))


FULL = Sizes((10**4, 10**7), (4096, 1024), (0.0, 0.01, 0.1, 0.5, 0.9, 1.0))
QUICK = Sizes((10**4, 10**7), (4096, 1024), (0.01, 0.5))
KINDS: dict[str, Make] = {
    "double": _for_counts(doubled),
    "sum": _for_counts(summed),
    "aggregate": _for_counts(aggregated),
    "rows": lambda inputs, sizes: rows(inputs, *sizes.rows, [0.5]),
}
