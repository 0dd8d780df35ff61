"""Who is measured, and how: programs of ours and kernels written by hand, on one device, in turn, and the tables of it.

An `Algorithm` says in a few lines which kernels of `kernels/` are launched, with what memory, and what they give;
`HandWritten` runs one, on memory that is kept to time the kernels, and on new memory for a whole call, as `Ours` does.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
import warnings
from collections.abc import Callable, Generator, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from statistics import median
from typing import Any, Protocol, TypeAlias, TypeVar

import numpy as np
import pyopencl as cl
from pyopencl.array import empty, to_device
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

import lift
from lift.runtime.device.devices import find_device
from lift.runtime.device.program import OpenCLProgram

HERE = Path(__file__).parent
PROGRAMS, KERNELS = HERE / "programs", HERE / "kernels"

DeviceArray: TypeAlias = Any
"""A `pyopencl.array.Array`."""
Room: TypeAlias = Mapping[str, DeviceArray]
"""Memory for results and for what is between kernels, by name."""
Shapes: TypeAlias = Mapping[str, tuple[int | tuple[int, ...], type[np.generic]]]
Key = TypeVar("Key", bound=Hashable)

Ready: TypeAlias = Callable[[], Callable[[], float]]
"""Makes a contender ready, in memory of its own, and gives what measures it once."""

SITTINGS = 3
"""So often everybody gets new memory."""
SLOW = 0.5
"""Who takes more seconds than that is measured once in a sitting."""


class Site:
    """A device, with random numbers for the arrays there, which all contenders share."""

    def __init__(self) -> None:
        self.context = cl.Context([find_device(None)])
        self.queue = cl.CommandQueue(self.context)
        self.random = np.random.default_rng(0)

    def array(self, numbers: np.ndarray[Any, Any]) -> DeviceArray:
        return to_device(self.queue, numbers)


class Kernels:
    """The kernels of a file in `kernels/`, built, with a queue that measures them."""

    def __init__(self, context: cl.Context, file: str, *options: str):
        self.queue = cl.CommandQueue(context, properties=cl.command_queue_properties.PROFILING_ENABLE)
        text = (KERNELS / "cpu.h").read_text() + (KERNELS / f"{file}.cl").read_text()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", cl.CompilerWarning)
            built = cl.Program(context, text).build([f"-I{KERNELS}", *options])
        self._kernels = {kernel.function_name: kernel for kernel in built.all_kernels()}

    def __contains__(self, name: str) -> bool:
        """Whether there is such a kernel: some need instructions that not every device has."""
        return name in self._kernels

    def launch(self, name: str, groups: int, *arguments: Any) -> cl.Event:
        kernel = self._kernels[name]
        kernel.set_args(*(_passed(argument) for argument in arguments))
        return cl.enqueue_nd_range_kernel(self.queue, kernel, (groups,), (1,))


def _passed(argument: Any) -> Any:
    match argument:
        case int():
            return np.int32(argument)
        case float():
            return np.float32(argument)
        case cl.LocalMemory():
            return argument
        case _:
            return argument.data


@dataclass(frozen=True)
class Algorithm:
    """What is launched for a result: the memory it takes, the launches, and what of the memory is the result."""

    name: str
    kernels: Kernels
    shapes: Shapes
    launches: Callable[[Room], Sequence[cl.Event]]
    result: Callable[[Room], tuple[DeviceArray, ...]]


def single(
    name: str,
    kernels: Kernels,
    shape: int | tuple[int, ...],
    launch: Callable[[DeviceArray], cl.Event],
    kind: type[np.generic] = np.float32,
) -> Algorithm:
    """One kernel with one result."""
    return Algorithm(
        name, kernels, {"out": (shape, kind)}, lambda room: [launch(room["out"])], lambda room: (room["out"],)
    )


class Contender(Protocol):
    """Whoever computes a workload on the device."""

    name: str

    def kernel_seconds(self) -> float: ...

    def call(self) -> Any: ...


class HandWritten:
    """An algorithm, ready to run."""

    def __init__(self, algorithm: Algorithm):
        self.name = algorithm.name
        self._algorithm = algorithm
        self._queue = algorithm.kernels.queue
        self._kept = self._room()

    def _room(self) -> Room:
        shapes = self._algorithm.shapes.items()
        return {name: empty(self._queue, shape, np.dtype(kind)) for name, (shape, kind) in shapes}

    def kernel_seconds(self) -> float:
        """What the kernels of one run take, by the clock of the device."""
        events = self._algorithm.launches(self._kept)
        self._queue.finish()
        return sum(event.profile.end - event.profile.start for event in events) * 1e-9

    def call(self) -> tuple[DeviceArray, ...]:
        """A whole call: new memory, launches, the length read back where there is one."""
        room = self._room()
        self._algorithm.launches(room)
        result = self._algorithm.result(room)
        self._queue.finish()
        return result


@cache
def compiled(program: str) -> OpenCLProgram:
    found = lift.compile(PROGRAMS / f"{program}.mlir")
    assert isinstance(found, OpenCLProgram)
    return found


class Ours:
    """A compiled program, and a launch of it that is prepared."""

    name = "ours"

    def __init__(self, program: OpenCLProgram, arguments: Sequence[Any], named: Mapping[str, Any] | None = None):
        self._program = program
        self._arguments = arguments
        self._named = named or {}
        self._launch = self._program.prepare(*arguments, **self._named)

    def kernel_seconds(self) -> float:
        return self._launch.time(repeats=1, warm_up=0).total

    def call(self) -> Any:
        return self._program(*self._arguments, **self._named)


# Measuring


@dataclass(frozen=True)
class Taken:
    """Medians in seconds: by the clock that a contender reads, and of processor time in all threads of this process."""

    seconds: float
    processor: float


def seconds_of(call: Callable[[], Any]) -> float:
    begin = time.perf_counter()
    call()
    return time.perf_counter() - begin


def in_turn(contenders: Mapping[Key, Ready], rounds: int) -> dict[Key, Taken]:
    """Measure everybody once in each round, in sittings that begin with new memory and a run that warms up.

    Where arrays happen to lie makes some kernels a third slower, and how the caches are left to a contender depends on the one
    before. So memory is taken in another order in each sitting, and turns in another order in each round.
    """
    shuffled, sittings = random.Random(0), min(SITTINGS, rounds)
    taken: dict[Key, list[tuple[float, float]]] = {key: [] for key in contenders}
    for sitting in range(sittings):
        for key, measured in _sitting(contenders, (rounds + sitting) // sittings, shuffled):
            taken[key].append(measured)
    return {key: Taken(*map(median, zip(*times, strict=True))) for key, times in taken.items()}


def _sitting(
    contenders: Mapping[Key, Ready], rounds: int, shuffled: random.Random
) -> Iterator[tuple[Key, tuple[float, float]]]:
    order = shuffled.sample(list(contenders), len(contenders))
    ready = {key: contenders[key]() for key in order}
    most = {key: 1 if measure() > SLOW else rounds for key, measure in ready.items()}
    for number in range(rounds):
        shuffled.shuffle(order)
        for key in order:
            if number < most[key]:
                begin = time.process_time()
                seconds = ready[key]()
                yield key, (seconds, time.process_time() - begin)


# Tables


def shown(seconds: float) -> str:
    """Milliseconds with three digits, or four places."""
    return f"{seconds * 1e3:.3g}" if seconds >= 1e-4 else f"{seconds * 1e3:.4f}"


def ratio(ours: float, theirs: float) -> str:
    return f"{ours / theirs:.2f}"


def table_of(columns: Sequence[str], left: Sequence[str], title: str | None = None) -> Table:
    """A table without lines, with numbers to the right."""
    table = Table(
        box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="bold", title=title, title_justify="left"
    )
    for name in columns:
        table.add_column(name, justify="left" if name in left else "right", no_wrap=True)
    return table


# The command line


@dataclass(frozen=True)
class Asked:
    """What a run is asked for."""

    names: Sequence[str]
    rounds: int
    quick: bool
    write: bool


def asked(
    words: Sequence[str] | None, about: str | None, names: Sequence[str], *, quick: str, write: str | None = None
) -> Asked:
    """What the words of a command line say; with a help for it, `--write` is an option."""
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"{', '.join(names)} (default: all)")
    parser.add_argument("--rounds", type=int, help="how often each is measured (default: 15, or 5)")
    parser.add_argument("--quick", action="store_true", help=quick)
    parser.set_defaults(write=False)
    if write is not None:
        parser.add_argument("--write", action="store_true", help=write)
    options = parser.parse_args(words)
    for name in options.names:
        if name not in names:
            parser.error(f"there is no {name}; there are {', '.join(names)}")
    return Asked(options.names or names, options.rounds or (5 if options.quick else 15), options.quick, options.write)


def load() -> str:
    """How busy the machine is, and that times do not count where there is more to do than it has processors for."""
    waiting, processors = os.getloadavg()[0], os.cpu_count() or 1
    busy = ": busy, times depend on who is interrupted" if waiting > processors else ""
    return f"load {waiting:.1f} on {processors} processors{busy}"


def console() -> Console:
    return Console(highlight=False, width=None if sys.stdout.isatty() else 140)


@contextmanager
def progress(total: int) -> Generator[tuple[Console, Callable[[str], None]]]:
    """A bar, the console that it is on, for errors, and how to say what comes next."""
    errors = Console(stderr=True, soft_wrap=True)
    with Progress(*Progress.get_default_columns(), console=errors, transient=True) as bar:
        task = bar.add_task("", total=total)
        begun = False

        def next_(what: str) -> None:
            nonlocal begun
            bar.update(task, description=what, advance=int(begun))
            begun = True

        yield errors, next_
