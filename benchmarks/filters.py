"""How fast programs with hidden lengths are, beside kernels written by hand for the same, and beside NumPy.

Contenders take turns in one process, on arrays that they share on the device; medians over rounds count, and ratios of
medians. "Kernels" is what the clock of the device says, all kernels of a run together. "Call" is all of a call: checks, memory,
launches, and reading back how many were kept; its result stays on the device. NumPy knows calls only. "By hand" is the
algorithm that the compiler knows, and "best" the fastest there is. Each result is held against NumPy's before it is timed;
the exit code is 1 where one is wrong, never because of time.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import Any
from unittest.mock import patch

import numpy as np
import pyopencl as cl
from contenders import (
    Contender,
    HandWritten,
    Ours,
    Ready,
    asked,
    compiled,
    console,
    in_turn,
    load,
    progress,
    ratio,
    seconds_of,
    shown,
    table_of,
)
from filter_workloads import FULL, KINDS, QUICK, Inputs, Workload
from rich.console import Console

SMALL, MORE = 10**5, 10
"""Up to so many elements there are so many times as many rounds."""


@contextmanager
def read_backs() -> Generator[list[int]]:
    """Counts how often the host reads from the device: the bytes of each time."""
    found: list[int] = []
    copy: Any = cl.enqueue_copy

    def counting(queue: Any, dest: Any, src: Any, **options: Any) -> Any:
        if not isinstance(dest, cl.MemoryObjectHolder):
            found.append(np.asarray(dest).nbytes)
        return copy(queue, dest, src, **options)

    with patch.object(cl, "enqueue_copy", counting):
        yield found


@dataclass(frozen=True)
class Measured:
    """Medians in seconds of one workload."""

    workload: Workload
    kernels: Mapping[str, float]
    calls: Mapping[str, float]
    reads: int

    @property
    def best(self) -> str:
        """Whose kernels by hand are the fastest."""
        return min((one.name for one in self.workload.algorithms), key=self.kernels.__getitem__)

    @property
    def best_call(self) -> float:
        return min(self.calls[one.name] for one in self.workload.algorithms)


def contenders_of(workload: Workload) -> list[Contender]:
    found: list[Contender] = [Ours(compiled(workload.program), workload.arguments)]
    found += [HandWritten(algorithm) for algorithm in workload.algorithms]
    return found


def check(workload: Workload, contenders: Iterable[Contender]) -> None:
    for one in contenders:
        workload.check(one.name, one.call())


def measured(workload: Workload, rounds: int) -> Measured:
    """Check everybody, and then measure everybody in turn."""
    contenders = contenders_of(workload)
    check(workload, contenders)
    with read_backs() as reads:
        contenders[0].call()
    kernels: dict[str, Ready] = {"ours": lambda: Ours(compiled(workload.program), workload.arguments).kernel_seconds}
    for one in workload.algorithms:
        kernels[one.name] = lambda one=one: HandWritten(one).kernel_seconds
    if workload.beside is not None:
        kernels["beside"] = lambda beside=workload.beside: Ours(compiled(beside), workload.arguments[:1]).kernel_seconds
    calls: dict[str, Callable[[], Any]] = {one.name: one.call for one in contenders}
    calls["NumPy"] = workload.numpy
    ready: dict[tuple[str, str], Ready] = {("kernels", name): one for name, one in kernels.items()}
    for name, call in calls.items():
        ready["calls", name] = lambda call=call: partial(seconds_of, call)
    taken = in_turn(ready, rounds * (MORE if workload.elements <= SMALL else 1))
    return Measured(
        workload,
        {name: taken["kernels", name].seconds for name in kernels},
        {name: taken["calls", name].seconds for name in calls},
        len(reads),
    )


COLUMNS = (
    *("elements", "condition", "kept", "kernels\nms", "by hand\nms", "ours /\nhand", "best\nms", "", "ours /\nbest"),
    *("call\nms", "by hand\nms", "ours /\nhand", "NumPy\nms", "kernels\n/ NumPy", "call /\nNumPy", "reads"),
)
LEFT = ("condition", "")


def report(console: Console, found: Sequence[Measured]) -> None:
    title, beside = found[0].workload.title, found[0].workload.beside
    table = table_of((*COLUMNS, *([f"ours /\n{beside}"] if beside is not None else [])), LEFT, title)
    for one in found:
        table.add_row(*cells(one))
    console.print()
    console.print(table)


def cells(one: Measured) -> Iterator[str]:
    workload, kernels, call, numpy = one.workload, one.kernels["ours"], one.calls["ours"], one.calls["NumPy"]
    hand, best, hand_call = one.kernels[workload.algorithms[0].name], one.kernels[one.best], one.best_call
    yield from (workload.size, workload.condition, f"{workload.share:g}")
    yield from (shown(kernels), shown(hand), ratio(kernels, hand), shown(best), one.best, ratio(kernels, best))
    yield from (shown(call), shown(hand_call), ratio(call, hand_call))
    yield from (shown(numpy), ratio(kernels, numpy), ratio(call, numpy), str(one.reads))
    if workload.beside is not None:
        yield ratio(kernels, one.kernels["beside"])


def main(words: Sequence[str] | None = None) -> int:
    options = asked(words, __doc__, tuple(KINDS), quick="fewer shares, and 5 rounds")
    out, inputs = console(), Inputs()
    out.print(f"{inputs.queue.device.name}, {options.rounds} rounds (of few elements {MORE} times that), {load()}")
    sizes = QUICK if options.quick else FULL
    chosen = [one for kind in options.names for one in KINDS[kind](inputs, sizes)]
    with progress(len(chosen)) as (errors, next_):
        for title, group in groupby(chosen, lambda one: one.title):
            found: list[Measured] = []
            for one in group:
                next_(f"{title}, {one.size}, {one.condition}, {one.share:g} kept")
                try:
                    found.append(measured(one, options.rounds))
                except ValueError as error:
                    errors.print(f"error: {error}")
                    return 1
            report(out, found)
    out.print(f"\nreads: how often the host reads from the device in a call; {load()}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
