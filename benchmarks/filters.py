"""How fast programs with hidden lengths are, beside kernels written by hand for the same, and beside NumPy.

Contenders take turns in one process, on arrays that they share on the device; medians over rounds count, and ratios of
medians. "Kernels" is what the clock of the device says, all kernels of a run together. "Call" is all of a call: checks, memory,
launches, and reading back how many were kept; its result stays on the device. NumPy knows calls only. "By hand" is the
algorithm that the compiler knows, and "best" the fastest there is. Each result is held against NumPy's before it is timed;
the exit code is 1 where one is wrong, never because of time.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from statistics import median
from typing import Any, Protocol
from unittest.mock import patch

import numpy as np
import pyopencl as cl
from filter_kernels import HandWritten
from filter_workloads import FULL, KINDS, PROGRAMS, QUICK, Inputs, Workload
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

import lift
from lift.runtime.device.program import OpenCLProgram

SMALL, MORE = 10**5, 10
"""Up to so many elements there are so many times as many rounds."""


class Contender(Protocol):
    """Whoever computes a workload on the device."""

    name: str

    def kernel_seconds(self) -> float: ...

    def call(self) -> Any: ...


@cache
def compiled(program: str) -> OpenCLProgram:
    found = lift.compile(PROGRAMS / f"{program}.mlir")
    assert isinstance(found, OpenCLProgram)
    return found


class Ours:
    """A program, compiled, and a launch of it that is prepared."""

    name = "ours"

    def __init__(self, program: str, arguments: Sequence[Any]):
        self._program = compiled(program)
        self._arguments = arguments
        self._launch = self._program.prepare(*arguments)

    def kernel_seconds(self) -> float:
        return self._launch.time(repeats=1, warm_up=0).total

    def call(self) -> Any:
        return self._program(*self._arguments)


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


def seconds_of(call: Callable[[], Any]) -> float:
    begin = time.perf_counter()
    call()
    return time.perf_counter() - begin


def contenders_of(workload: Workload) -> list[Contender]:
    found: list[Contender] = [Ours(workload.program, workload.arguments)]
    found += [HandWritten(workload.kernels, algorithm) for algorithm in workload.algorithms]
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
    kernels: dict[str, Callable[[], float]] = {one.name: one.kernel_seconds for one in contenders}
    calls: dict[str, Callable[[], Any]] = {one.name: one.call for one in contenders}
    if workload.beside is not None:
        kernels["beside"] = Ours(workload.beside, workload.arguments[:1]).kernel_seconds
    calls["NumPy"] = workload.numpy
    for one in kernels.values():
        one()
    taken: dict[tuple[str, str], list[float]] = {}
    for _ in range(rounds * (MORE if workload.elements <= SMALL else 1)):
        for name, kernel_seconds in kernels.items():
            taken.setdefault(("kernels", name), []).append(kernel_seconds())
        for name, call in calls.items():
            taken.setdefault(("calls", name), []).append(seconds_of(call))
    return Measured(
        workload,
        {name: median(taken["kernels", name]) for name in kernels},
        {name: median(taken["calls", name]) for name in calls},
        len(reads),
    )


COLUMNS = (
    *("elements", "condition", "kept", "kernels\nms", "by hand\nms", "ours /\nhand", "best\nms", "", "ours /\nbest"),
    *("call\nms", "by hand\nms", "ours /\nhand", "NumPy\nms", "kernels\n/ NumPy", "call /\nNumPy", "reads"),
)
LEFT = ("condition", "")


def report(console: Console, found: Sequence[Measured]) -> None:
    title, beside = found[0].workload.title, found[0].workload.beside
    table = Table(
        box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="bold", title=title, title_justify="left"
    )
    for name in (*COLUMNS, *([f"ours /\n{beside}"] if beside is not None else [])):
        table.add_column(name, justify="left" if name in LEFT else "right", no_wrap=True)
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


def shown(seconds: float) -> str:
    """Milliseconds with three digits, or four places."""
    return f"{seconds * 1e3:.3g}" if seconds >= 1e-4 else f"{seconds * 1e3:.4f}"


def ratio(ours: float, theirs: float) -> str:
    return f"{ours / theirs:.2f}"


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=f"{', '.join(KINDS)} (default: all)")
    parser.add_argument(
        "--rounds", type=int, help="how often each is measured (default: 15; small sizes ten times that)"
    )
    parser.add_argument("--quick", action="store_true", help="fewer shares, and 5 rounds")
    return parser


def main(words: Sequence[str] | None = None) -> int:
    parser = arguments()
    options = parser.parse_args(words)
    for kind in options.kinds:
        if kind not in KINDS:
            parser.error(f"there is no kind {kind}; there are {', '.join(KINDS)}")
    rounds = options.rounds or (5 if options.quick else 15)
    console = Console(highlight=False, width=None if sys.stdout.isatty() else 140)
    inputs = Inputs()
    console.print(f"{inputs.queue.device.name}, {rounds} rounds, load {os.getloadavg()[0]:.1f}")
    chosen = [one for kind in options.kinds or KINDS for one in KINDS[kind](inputs, QUICK if options.quick else FULL)]
    errors = Console(stderr=True, soft_wrap=True)
    with Progress(*Progress.get_default_columns(), console=errors, transient=True) as progress:
        bar = progress.add_task("", total=len(chosen))
        for title, group in groupby(chosen, lambda one: one.title):
            found: list[Measured] = []
            for one in group:
                progress.update(bar, description=f"{title}, {one.size}, {one.condition}, {one.share:g} kept")
                try:
                    found.append(measured(one, rounds))
                except ValueError as error:
                    errors.print(f"error: {error}")
                    return 1
                progress.advance(bar)
            report(console, found)
    console.print(f"\nreads: how often the host reads from the device in a call; load {os.getloadavg()[0]:.1f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
