"""Workloads that sort: the kernels of `kernels/sort.cl`, and their programs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pyopencl as cl
from contenders import Algorithm, DeviceArray, Room
from workloads import Inputs, Workload


def numbers(inputs: Inputs, n: int) -> Iterator[Workload]:
    """Floats between -1 and 1, and integers of any size."""
    floats, held = inputs.between(-1, 1, n)
    yield _sorted("sort", inputs, floats, held, "-DFLOATS")
    integers = inputs.random.integers(-(2**31), 2**31, n).astype(np.int32)
    yield _sorted("sort_i32", inputs, integers, inputs.array(integers))


def _sorted(program: str, inputs: Inputs, xs: Any, held: DeviceArray, *options: str) -> Workload:
    algorithms = [
        _by_digits(inputs, (held,), bits, parts, kernel, *options)
        for bits, kernel in ((8, "scatter"), (11, "scatter_lines"))
        for parts in (2, 8)
    ]
    return Workload(program, f"{xs.size:,}", (held,), algorithms, "NumPy", lambda: np.sort(xs), [np.sort(xs)], passes=4)


def pairs(inputs: Inputs, n: int) -> Iterator[Workload]:
    """Floats with integers beside them, of which many floats are equal."""
    keys, values = inputs.between(-1, 1, n)[0].round(5), np.arange(n, dtype=np.int32)
    held = (inputs.array(keys), inputs.array(values))

    def by_numpy() -> tuple[Any, Any]:
        order = np.argsort(keys, kind="stable")
        return keys[order], values[order]

    algorithms = [_by_digits(inputs, held, bits, 8, "scatter", "-DFLOATS", "-DVALUES") for bits in (8, 11)]
    yield Workload("sort_pairs", f"{n:,}", held, algorithms, "NumPy", by_numpy, by_numpy(), passes=4)


def _by_digits(
    inputs: Inputs, given: tuple[DeviceArray, ...], bits: int, parts: int, kernel: str, *options: str
) -> Algorithm:
    """A pass for each digit, with results in two arrays in turn."""
    k, n = inputs.kernels("sort", f"-DBITS={bits}", *options), given[0].size
    share = -(-n // (16 * parts)) * 16
    lows = range(0, 32, bits)

    def launches(room: Room) -> list[cl.Event]:
        events: list[cl.Event] = []
        source = list(given)
        for number, low in enumerate(lows):
            target = [room[f"{part}{number % 2}"] for part in range(len(given))]
            events += [
                k.launch("count", parts, source[0], room["counts"], low, share, n),
                k.launch("starts", 1, room["counts"], parts),
                k.launch(kernel, parts, *source, room["counts"], *target, low, share, n),
            ]
            source = target
        return events

    last = (len(lows) - 1) % 2
    shapes = {f"{part}{turn}": (n, one.dtype.type) for part, one in enumerate(given) for turn in range(2)}
    return Algorithm(
        f"{bits} bits, {parts}",
        k,
        {**shapes, "counts": (parts << bits, np.int32)},
        launches,
        lambda room: tuple(room[f"{part}{last}"] for part in range(len(given))),
    )
