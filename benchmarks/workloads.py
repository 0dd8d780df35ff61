"""What a benchmark of programs beside kernels and libraries measures: workloads, and the inputs that they share.

Numbers are small and whole where that is possible, so that sums are exact, in whatever order they are computed, and results
are compared to the last bit.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import Any, TypeAlias, cast

import numpy as np
from contenders import Algorithm, DeviceArray, Kernels, Site
from numpy.typing import NDArray

Array: TypeAlias = NDArray[Any]
Floats: TypeAlias = NDArray[np.float32]

LARGEST = 4
"""Numbers are from minus that to that."""
HAS_SCIPY = find_spec("scipy") is not None


@dataclass(frozen=True)
class Workload:
    """One thing to compute: by a program of ours, by kernels written by hand, and by a library."""

    program: str
    size: str
    arguments: tuple[Any, ...]
    algorithms: Sequence[Algorithm]
    """First that of the program."""
    library: str
    by_library: Callable[[], Any]
    right: Sequence[Array]
    """What NumPy computes."""
    rounding: float = 0.0
    """How far a result may be from that, as a part of the largest there is."""
    named: Mapping[str, Any] = field(default_factory=dict[str, Any])
    folder: str = "default"
    """Where the program is, in `programs/`."""
    others: Mapping[str, Callable[[], Any]] = field(default_factory=dict[str, Callable[[], Any]])
    """More libraries that compute the same, where they are installed."""
    outliers: float = 0.0
    """Which part of the numbers may be farther than that: where a limit is met depends on how it is rounded."""
    passes: int = 1
    """So often everything goes in and comes out."""
    operations: float = 0.0
    """How many operations on numbers it takes, where these are more than the processor does while the numbers come."""

    @property
    def traffic(self) -> int:
        """So many bytes go in and come out."""
        return self.passes * sum(one.nbytes for one in _arrays((self.arguments, *self.right)))

    def check(self, name: str, result: Any) -> None:
        """Compare a result, on the device or from a library, with NumPy's."""
        held = cast("Sequence[Any]", result) if isinstance(result, tuple) else (result,)
        for leaf, right in zip(held, self.right, strict=True):
            found = np.ravel(leaf.get() if hasattr(leaf, "get") else leaf)
            limit = self.rounding * float(np.abs(right).max())
            if found.size != right.size or not np.mean(np.abs(found - right.ravel()) <= limit) >= 1 - self.outliers:
                raise ValueError(f"{self.program}, {self.size}: {name} does not give what NumPy gives")


def _arrays(values: Any) -> Iterator[Any]:
    """The arrays among values, in tuples too."""
    for one in values:
        if isinstance(one, tuple):
            yield from _arrays(one)
        elif hasattr(one, "nbytes"):
            yield one


class Inputs(Site):
    """Random arrays on one device, which all contenders share, and kernels there."""

    def whole(self, *shape: int, kind: type[np.generic] = np.float32) -> tuple[Array, DeviceArray]:
        """Whole numbers: what NumPy computes with, and the same on the device."""
        numbers = self.random.integers(-LARGEST, LARGEST + 1, shape, np.int8).astype(kind)
        return numbers, self.array(numbers)

    def between(self, low: float, high: float, *shape: int) -> tuple[Floats, DeviceArray]:
        """Numbers from a range, with fractions."""
        numbers = low + (high - low) * self.random.random(shape, np.float32)
        return numbers, self.array(numbers)

    def kernels(self, file: str, *options: str) -> Kernels:
        return Kernels(self.context, file, *options)


def scipy_module(name: str) -> Any:
    return importlib.import_module(f"scipy.{name}")


def fastest(by_numpy: Callable[[], Any], by_scipy: Callable[[], Callable[[], Any]]) -> tuple[str, Callable[[], Any]]:
    """SciPy where it is installed, for what it does faster than NumPy."""
    return ("SciPy", by_scipy()) if HAS_SCIPY else ("NumPy", by_numpy)
