"""The kernels of `filters.cl` at work: which are launched for a workload, with what memory, and what they give.

An `Algorithm` says so in a few lines; `HandWritten` runs one, on memory that is kept to time the kernels, and on new memory
for a whole call, as a program of ours does.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import pyopencl as cl
from pyopencl.array import empty, to_device

DeviceArray: TypeAlias = Any
"""A `pyopencl.array.Array`."""
Room: TypeAlias = Mapping[str, DeviceArray]
"""Memory for results and for what is between kernels, by name."""
Shapes: TypeAlias = Mapping[str, tuple[int, type[np.generic]]]

SOURCE = Path(__file__).parent / "filters.cl"
LARGEST_CHUNK, SMALLEST_CHUNK, MOST_CHUNKS = 1 << 16, 1 << 12, 32
FEW = 1 << 16
"""Up to so many elements one work item may be enough."""


class Kernels:
    """The kernels, built for a condition, with queues that measure them."""

    def __init__(self, context: cl.Context, *, costly: bool):
        self.costly = costly
        self.queue = cl.CommandQueue(context, properties=cl.command_queue_properties.PROFILING_ENABLE)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", cl.CompilerWarning)
            built = cl.Program(context, SOURCE.read_text()).build(["-DCOSTLY"] if costly else [])
        self._kernels = {kernel.function_name: kernel for kernel in built.all_kernels()}
        self.permuting = "write_permuted" in self._kernels
        """Whether the device has the instruction that permutes eight lanes."""
        self.orders: DeviceArray = to_device(self.queue, permutations())

    def launch(self, name: str, groups: int, *arguments: Any) -> cl.Event:
        kernel = self._kernels[name]
        kernel.set_args(*(_passed(argument) for argument in arguments))
        return cl.enqueue_nd_range_kernel(self.queue, kernel, (groups,), (1,))


def permutations() -> np.ndarray[Any, np.dtype[np.int32]]:
    """For each mask of eight bits the lanes that are set, in their order, and then the others."""
    return np.array([sorted(range(8), key=lambda lane: not mask >> lane & 1) for mask in range(256)], np.int32)


def _passed(argument: Any) -> Any:
    match argument:
        case int():
            return np.int32(argument)
        case float():
            return np.float32(argument)
        case _:
            return argument.data


@dataclass(frozen=True)
class Algorithm:
    """What is launched for a result: the memory it takes, the launches, and what of the memory is the result."""

    name: str
    shapes: Shapes
    launches: Callable[[Kernels, Room], Sequence[cl.Event]]
    result: Callable[[Room], tuple[DeviceArray, ...]]


class HandWritten:
    """An algorithm, ready to run."""

    def __init__(self, kernels: Kernels, algorithm: Algorithm):
        self.name = algorithm.name
        self._kernels = kernels
        self._algorithm = algorithm
        self._kept = self._room()

    def _room(self) -> Room:
        queue = self._kernels.queue
        return {name: empty(queue, size, np.dtype(kind)) for name, (size, kind) in self._algorithm.shapes.items()}

    def kernel_seconds(self) -> float:
        """What the kernels of one run take, by the clock of the device."""
        events = self._algorithm.launches(self._kernels, self._kept)
        self._kernels.queue.finish()
        return sum(event.profile.end - event.profile.start for event in events) * 1e-9

    def call(self) -> tuple[DeviceArray, ...]:
        """A whole call: new memory, launches, the length read back where there is one."""
        room = self._room()
        self._algorithm.launches(self._kernels, room)
        result = self._algorithm.result(room)
        self._kernels.queue.finish()
        return result


def chunk_of(count: int) -> int:
    """How many elements a work item takes."""
    return min(LARGEST_CHUNK, max(SMALLEST_CHUNK, -(-count // MOST_CHUNKS)))


def doubled(kernels: Kernels, x: DeviceArray, t: float) -> list[Algorithm]:
    """Filter then double, in the ways there are; first as the compiler does it."""
    n, chunk = x.size, chunk_of(x.size)
    chunks = -(-n // chunk)
    shapes: Shapes = {"counts": (chunks, np.int32), "offsets": (chunks + 1, np.int32), "out": (n, np.float32)}

    def counted(k: Kernels, room: Room) -> list[cl.Event]:
        first = k.launch("count_kept", chunks, x, t, room["counts"], chunk, n)
        return [first, k.launch("scan_counts", 1, room["counts"], room["offsets"], chunks)]

    def written(k: Kernels, room: Room, name: str) -> list[cl.Event]:
        return [*counted(k, room), k.launch(name, chunks, x, t, room["offsets"], room["out"], chunk, n)]

    def permuted(k: Kernels, room: Room) -> list[cl.Event]:
        return [
            *counted(k, room),
            k.launch("write_permuted", chunks, x, t, room["offsets"], k.orders, room["out"], chunk),
        ]

    def once(k: Kernels, room: Room) -> list[cl.Event]:
        return [
            k.launch("keep_in_place", chunks, x, t, room["own"], room["counts"], chunk, n),
            k.launch("scan_counts", 1, room["counts"], room["offsets"], chunks),
            k.launch("move_kept", chunks, room["own"], room["offsets"], room["out"], chunk),
        ]

    def alone(k: Kernels, room: Room) -> list[cl.Event]:
        return [k.launch("keep_alone", 1, x, t, room["out"], room["offsets"], n)]

    def result(room: Room, last: int = chunks) -> tuple[DeviceArray, ...]:
        return (room["out"][: int(room["offsets"][last].get())],)

    found = [
        Algorithm("block", shapes, lambda k, room: written(k, room, "write_kept"), result),
        Algorithm("once", {**shapes, "own": (n, np.float32)}, once, result),
        Algorithm("flags", shapes, lambda k, room: written(k, room, "write_flagged"), result),
    ]
    if kernels.costly:
        found[:2] = reversed(found[:2])
    if n <= FEW:
        few: Shapes = {"offsets": (1, np.int32), "out": (n, np.float32)}
        found.append(Algorithm("one item", few, alone, lambda room: result(room, 0)))
    return [*found, Algorithm("permuted", shapes, permuted, result)] if kernels.permuting else found


def summed(x: DeviceArray, t: float) -> list[Algorithm]:
    """Filter then sum, without an array between."""
    n, chunk = x.size, chunk_of(x.size)
    chunks = -(-n // chunk)

    def launches(k: Kernels, room: Room) -> list[cl.Event]:
        first = k.launch("sum_kept", chunks, x, t, room["parts"], chunk, n)
        return [first, k.launch("sum_parts", 1, room["parts"], room["out"], chunks)]

    shapes: Shapes = {"parts": (chunks, np.float32), "out": (1, np.float32)}
    return [Algorithm("lanes", shapes, launches, lambda room: (room["out"],))]


def aggregated(key: DeviceArray, value: DeviceArray, t: float) -> list[Algorithm]:
    """Sum, count and maximum in one pass."""
    n, chunk = key.size, chunk_of(key.size)
    chunks = -(-n // chunk)
    parts = ("sums", "counts", "most")
    results = ("sum", "count", "largest")
    kinds = (np.float32, np.int32, np.float32)
    shapes = {
        **{name: (chunks, kind) for name, kind in zip(parts, kinds, strict=True)},
        **{name: (1, kind) for name, kind in zip(results, kinds, strict=True)},
    }

    def launches(k: Kernels, room: Room) -> list[cl.Event]:
        own = [room[name] for name in parts]
        return [
            k.launch("aggregate_kept", chunks, key, value, t, *own, chunk, n),
            k.launch("aggregate_parts", 1, *own, *(room[name] for name in results), chunks),
        ]

    return [Algorithm("lanes", shapes, launches, lambda room: tuple(room[name] for name in results))]


def rows(kernels: Kernels, x: DeviceArray, t: float) -> list[Algorithm]:
    """A filter in each row: how many it keeps, and what, at the beginning of room for all of it."""
    height, width = x.shape
    chunk = max(1, chunk_of(x.size) // width)
    chunks = -(-height // chunk)
    shapes: Shapes = {"lengths": (height, np.int32), "out": (height * width, np.float32)}

    def branch_free(k: Kernels, room: Room) -> list[cl.Event]:
        return [k.launch("rows_kept", chunks, x, t, room["lengths"], room["out"], chunk, height, width)]

    def permuted(k: Kernels, room: Room) -> list[cl.Event]:
        return [
            k.launch("rows_permuted", chunks, x, t, k.orders, room["lengths"], room["out"], chunk, height, width),
        ]

    def result(room: Room) -> tuple[DeviceArray, ...]:
        return room["lengths"], room["out"]

    found = [Algorithm("in place", shapes, branch_free, result)]
    return [*found, Algorithm("permuted", shapes, permuted, result)] if kernels.permuting else found
