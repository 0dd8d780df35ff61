"""The kernels of `kernels/filters.cl` at work: which are launched for a workload, and with what memory."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyopencl as cl
from contenders import Algorithm, DeviceArray, Kernels, Room, Shapes
from pyopencl.array import to_device

LARGEST_CHUNK, SMALLEST_CHUNK, MOST_CHUNKS = 1 << 16, 1 << 12, 32
FEW = 1 << 16
"""Up to so many elements one work item may be enough."""


class FilterKernels(Kernels):
    """The kernels, built for a condition."""

    def __init__(self, context: cl.Context, *, costly: bool):
        super().__init__(context, "filters", *(["-DCOSTLY"] if costly else []))
        self.costly = costly
        self.permuting = "write_permuted" in self
        """Whether the device has the instruction that permutes eight lanes."""
        self.orders: DeviceArray = to_device(self.queue, permutations())


def permutations() -> np.ndarray[Any, np.dtype[np.int32]]:
    """For each mask of eight bits the lanes that are set, in their order, and then the others."""
    return np.array([sorted(range(8), key=lambda lane: not mask >> lane & 1) for mask in range(256)], np.int32)


def chunk_of(count: int) -> int:
    """How many elements a work item takes."""
    return min(LARGEST_CHUNK, max(SMALLEST_CHUNK, -(-count // MOST_CHUNKS)))


def doubled(k: FilterKernels, x: DeviceArray, t: float) -> list[Algorithm]:
    """Filter then double, in the ways there are; first as the compiler does it."""
    n, chunk = x.size, chunk_of(x.size)
    chunks = -(-n // chunk)
    shapes: Shapes = {"counts": (chunks, np.int32), "offsets": (chunks + 1, np.int32), "out": (n, np.float32)}

    def counted(room: Room) -> list[cl.Event]:
        first = k.launch("count_kept", chunks, x, t, room["counts"], chunk, n)
        return [first, k.launch("scan_counts", 1, room["counts"], room["offsets"], chunks)]

    def written(room: Room, name: str) -> list[cl.Event]:
        return [*counted(room), k.launch(name, chunks, x, t, room["offsets"], room["out"], chunk, n)]

    def permuted(room: Room) -> list[cl.Event]:
        return [
            *counted(room),
            k.launch("write_permuted", chunks, x, t, room["offsets"], k.orders, room["out"], chunk),
        ]

    def once(room: Room) -> list[cl.Event]:
        return [
            k.launch("keep_in_place", chunks, x, t, room["own"], room["counts"], chunk, n),
            k.launch("scan_counts", 1, room["counts"], room["offsets"], chunks),
            k.launch("move_kept", chunks, room["own"], room["offsets"], room["out"], chunk),
        ]

    def alone(room: Room) -> list[cl.Event]:
        return [k.launch("keep_alone", 1, x, t, room["out"], room["offsets"], n)]

    def result(room: Room, last: int = chunks) -> tuple[DeviceArray, ...]:
        return (room["out"][: int(room["offsets"][last].get())],)

    found = [
        Algorithm("block", k, shapes, lambda room: written(room, "write_kept"), result),
        Algorithm("once", k, {**shapes, "own": (n, np.float32)}, once, result),
        Algorithm("flags", k, shapes, lambda room: written(room, "write_flagged"), result),
    ]
    if k.costly:
        found[:2] = reversed(found[:2])
    if n <= FEW:
        few: Shapes = {"offsets": (1, np.int32), "out": (n, np.float32)}
        found.append(Algorithm("one item", k, few, alone, lambda room: result(room, 0)))
    return [*found, Algorithm("permuted", k, shapes, permuted, result)] if k.permuting else found


def summed(k: FilterKernels, x: DeviceArray, t: float) -> list[Algorithm]:
    """Filter then sum, without an array between."""
    n, chunk = x.size, chunk_of(x.size)
    chunks = -(-n // chunk)

    def launches(room: Room) -> list[cl.Event]:
        first = k.launch("sum_kept", chunks, x, t, room["parts"], chunk, n)
        return [first, k.launch("sum_parts", 1, room["parts"], room["out"], chunks)]

    shapes: Shapes = {"parts": (chunks, np.float32), "out": (1, np.float32)}
    return [Algorithm("lanes", k, shapes, launches, lambda room: (room["out"],))]


def aggregated(k: FilterKernels, key: DeviceArray, value: DeviceArray, t: float) -> list[Algorithm]:
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

    def launches(room: Room) -> list[cl.Event]:
        own = [room[name] for name in parts]
        return [
            k.launch("aggregate_kept", chunks, key, value, t, *own, chunk, n),
            k.launch("aggregate_parts", 1, *own, *(room[name] for name in results), chunks),
        ]

    return [Algorithm("lanes", k, shapes, launches, lambda room: tuple(room[name] for name in results))]


def rows(k: FilterKernels, x: DeviceArray, t: float) -> list[Algorithm]:
    """A filter in each row: how many it keeps, and what, at the beginning of room for all of it."""
    height, width = x.shape
    chunk = max(1, chunk_of(x.size) // width)
    chunks = -(-height // chunk)
    shapes: Shapes = {"lengths": (height, np.int32), "out": (height * width, np.float32)}

    def branch_free(room: Room) -> list[cl.Event]:
        return [k.launch("rows_kept", chunks, x, t, room["lengths"], room["out"], chunk, height, width)]

    def permuted(room: Room) -> list[cl.Event]:
        return [
            k.launch("rows_permuted", chunks, x, t, k.orders, room["lengths"], room["out"], chunk, height, width),
        ]

    def result(room: Room) -> tuple[DeviceArray, ...]:
        return room["lengths"], room["out"]

    found = [Algorithm("in place", k, shapes, branch_free, result)]
    return [*found, Algorithm("permuted", k, shapes, permuted, result)] if k.permuting else found
