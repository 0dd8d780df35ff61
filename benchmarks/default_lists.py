"""Workloads whose lengths only run time knows: groups of keys, and the frontier of a search in a graph."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pyopencl as cl
from contenders import Algorithm, DeviceArray, Kernels, Room, Shapes
from workloads import Array, Inputs, Workload

PARTS = 32
"""So many work groups share a list."""


def sum_by_key(inputs: Inputs, n: int, each: int) -> Iterator[Workload]:
    """Sorted keys, each of which is there so many times on average."""
    keys = np.sort(inputs.random.integers(0, max(n // each, 1), n)).astype(np.int32)
    values, values_held = inputs.whole(n)

    def by_numpy() -> tuple[Array, Array]:
        begins = np.flatnonzero(np.concatenate([[True], keys[1:] != keys[:-1]]))
        return keys[begins], np.add.reduceat(values, begins)

    held, right = (inputs.array(keys), values_held), by_numpy()
    yield Workload(
        "sum_by_key", f"{n:,}, {each:,} a key", held, summed(inputs.kernels("groups"), *held, len(right[0])), "NumPy",
        by_numpy, right,
    )  # fmt: skip


def summed(k: Kernels, keys: DeviceArray, values: DeviceArray, groups: int) -> list[Algorithm]:
    """Groups are counted, and then summed one by one, or eight elements at a time."""

    def algorithm(name: str) -> Algorithm:
        def launches(room: Room) -> list[cl.Event]:
            n = keys.size
            first = k.launch("count_groups", PARTS, keys, room["counts"], PARTS, n)
            last = k.launch(f"sums_{name}", PARTS, keys, values, room["counts"], room["keys"], room["sums"], PARTS, n)
            return [first, last]

        shapes: Shapes = {"counts": (PARTS, np.int32), "keys": (groups, np.int32), "sums": (groups, np.float32)}
        return Algorithm(name, k, shapes, launches, lambda room: (room["keys"], room["sums"]))

    return [algorithm("one"), algorithm("eight")]


def bfs(inputs: Inputs, nodes: int, degree: int) -> Iterator[Workload]:
    """A graph with a few nodes of very many edges: how many each has, and where they lead, follows a power law."""
    degrees = np.minimum(inputs.random.pareto(1.3, nodes) * degree / 3 + 1, nodes).astype(np.int64)
    begins = np.concatenate([[0], np.cumsum(degrees)]).astype(np.int32)
    edges = (nodes * inputs.random.random(int(begins[-1])) ** 3).astype(np.int32)
    source = int(np.argmax(degrees))

    def by_numpy() -> Array:
        distances, frontier, distance = np.full(nodes, -1, np.int32), np.array([source]), 0
        distances[source] = 0
        while len(frontier):
            distance += 1
            counts: Array = begins[frontier + 1] - begins[frontier]
            ends: Array = np.cumsum(counts)
            followed: Array = np.arange(int(ends[-1])) + np.repeat(begins[frontier] - (ends - counts), counts)
            found = edges[followed]
            frontier = np.unique(found[distances[found] < 0])
            distances[frontier] = distance
        return distances

    held = inputs.array(begins), inputs.array(edges)
    yield Workload(
        "bfs", f"{nodes:,}, {len(edges):,} edges", (*held, source), searched(inputs.kernels("bfs"), *held, source),
        "NumPy", by_numpy, [by_numpy()],
    )  # fmt: skip


def searched(k: Kernels, begins: DeviceArray, edges: DeviceArray, source: int) -> list[Algorithm]:
    """A launch for each distance; how many nodes were found is read after each."""
    nodes = begins.size - 1

    def launches(room: Room) -> list[cl.Event]:
        frontier, other, count = room["frontier"], room["other"], room["count"]
        events = [k.launch("begin", PARTS, room["distances"], frontier, source, PARTS, nodes)]
        found, distance = np.ones(1, np.int32), 0
        while found[0]:
            distance += 1
            cl.enqueue_copy(k.queue, count.data, np.zeros(1, np.int32))
            size = int(found[0])
            parts, lists = min(PARTS, size), (room["distances"], frontier, other, count)
            events.append(k.launch("follow", parts, begins, edges, *lists, distance, parts, size))
            cl.enqueue_copy(k.queue, found, count.data)
            frontier, other = other, frontier
        return events

    shapes: Shapes = dict.fromkeys(("distances", "frontier", "other"), (nodes, np.int32))
    return [Algorithm("compared", k, {**shapes, "count": (1, np.int32)}, launches, lambda room: (room["distances"],))]
