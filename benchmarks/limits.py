"""How fast the device can be: bytes that go through its memory in a second, and operations on f32."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from contenders import Algorithm, HandWritten, single
from default_vectors import triad
from workloads import Inputs, Workload

TURNS = 7
ITEMS, STEPS, WIDTH = 64, 200_000, 12 * 8
"""Work items, steps, and numbers that are multiplied and added to in each."""


@dataclass(frozen=True)
class Limits:
    """In a second."""

    memory: float
    operations: float

    def or_better(self, other: Limits) -> Limits:
        """What was reached once can be reached: other work on the machine only makes it less."""
        return Limits(max(self.memory, other.memory), max(self.operations, other.operations))

    def reached(self, workload: Workload, seconds: float) -> tuple[float, str]:
        """Which part of a limit a workload reaches in this time, and of which: of the one that is closer."""
        memory = workload.traffic / seconds / self.memory
        computing = workload.operations / seconds / self.operations
        return max((memory, "memory"), (computing, "peak"))


def measured(inputs: Inputs, elements: int) -> Limits:
    """The best of a few runs of a triad over so many elements, past the caches, and of multiplications and additions."""
    x, y = (inputs.whole(elements)[1] for _ in range(2))
    kernels = inputs.kernels("stream")
    stream = min(_least(one) for one in triad(kernels, x, y))
    peak = single("peak", kernels, 8 * ITEMS, lambda out: kernels.launch("peak", ITEMS, out, STEPS))
    return Limits(3 * elements * np.dtype(np.float32).itemsize / stream, 2.0 * ITEMS * STEPS * WIDTH / _least(peak))


def _least(algorithm: Algorithm) -> float:
    ready = HandWritten(algorithm)
    return min(ready.kernel_seconds() for _ in range(TURNS))
