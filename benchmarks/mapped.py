"""How fast programs are that are mapped by hand in `ocl`, beside kernels written by hand, and beside NumPy or SciPy.

Programs come from `programs/mapped/` and go through plain `lift.compile`; kernels are in `kernels/`. Contenders take turns in
one process, on arrays that they share on the device; medians over rounds count, and ratios of medians. "Ours" and the kernels
are timed by the clock of the device, all kernels of a run together; a library by that of the host. "Same" is the algorithm of
the program in OpenCL C, "CPU" the same ratio of processor time, which other work on the machine shifts less, and "best" the
fastest that is known. Each result is held against NumPy's before it is timed; the exit code is 1 where one is wrong, never
because of time. A program that the compiler refuses is shown with the code of the error.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from contenders import (
    Contender,
    HandWritten,
    Ours,
    Ready,
    Taken,
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
from mapped_workloads import FULL, KINDS
from workloads import HAS_SCIPY, Inputs, Workload

from lift.dialects.diagnostics import LiftError

MOST = 1.10
"""More than that of the same algorithm is marked."""
WINDOW, WINDOWS = 0.02, 3
"""So many seconds, so often in a row, without work are calm."""


@dataclass(frozen=True)
class Measured:
    """What everybody took, by name; ours is missing where the compiler refused the program."""

    workload: Workload
    taken: Mapping[str, Taken]
    refused: str | None

    @property
    def same(self) -> Taken:
        return self.taken[self.workload.algorithms[0].name]

    @property
    def best(self) -> str:
        return min((one.name for one in self.workload.algorithms), key=lambda name: self.taken[name].seconds)


def readied(workload: Workload) -> dict[str, Callable[[], Contender]]:
    """How to make each contender ready, ours first."""
    return {
        "ours": lambda: Ours(compiled(f"{workload.folder}/{workload.program}"), workload.arguments, workload.named),
        **{one.name: partial(HandWritten, one) for one in workload.algorithms},
    }


def checked(workload: Workload, contenders: Mapping[str, Callable[[], Contender]]) -> str | None:
    """See that everybody gives what NumPy gives; returns the code of the error where ours is refused."""
    refused = None
    for name, make in contenders.items():
        try:
            result = make().call()
        except LiftError as error:
            refused = error.code
        else:
            workload.check(name, result)
    for name, call in libraries(workload).items():
        workload.check(name, call())
    return refused


def libraries(workload: Workload) -> dict[str, Callable[[], Any]]:
    """The call of each library."""
    return {workload.library: workload.by_library, **workload.others}


def library_seconds(call: Callable[[], Any]) -> float:
    """What a call takes. The threads of a BLAS go on looking for work after it, busily, and are waited for."""
    seconds, calm = seconds_of(call), 0
    while calm < WINDOWS:
        begin = time.process_time()
        time.sleep(WINDOW)
        calm = calm + 1 if time.process_time() - begin < WINDOW / 10 else 0
    return seconds


def measured(workload: Workload, rounds: int) -> Measured:
    """Check everybody, and then measure everybody in turn."""
    contenders = readied(workload)
    refused = checked(workload, contenders)

    ready: dict[str, Ready] = {"library": lambda: partial(library_seconds, workload.by_library)}
    for name, call in workload.others.items():
        ready[name] = lambda call=call: partial(library_seconds, call)
    for name, make in contenders.items():
        if name != "ours" or refused is None:
            ready[name] = lambda make=make: make().kernel_seconds
    return Measured(workload, in_turn(ready, rounds), refused)


COLUMNS = (
    *("program", "size", "ours\nms", "same\nms", "ours /\nsame", "CPU", "best\nms", "", "ours /\nbest", "CPU"),
    *("library\nms", " ", "ours /\nlibrary"),
)
LEFT = ("program", "size", "", " ")


def cells(one: Measured) -> Iterator[str]:
    workload, same, best, library = one.workload, one.same, one.taken[one.best], one.taken["library"]
    own = one.taken.get("ours")
    mark = " !" if own is not None and own.seconds > MOST * same.seconds else "  "
    yield from (workload.program, workload.size, f"refused {one.refused}" if own is None else shown(own.seconds))
    seconds, processor = ratios(own, same)
    yield from (shown(same.seconds), seconds + mark, processor)
    yield from (shown(best.seconds), one.best, *ratios(own, best))
    yield from (shown(library.seconds), workload.library, ratios(own, library)[0])


def ratios(own: Taken | None, other: Taken) -> tuple[str, str]:
    """Of seconds, and of processor time."""
    if own is None:
        return "-", "-"
    return ratio(own.seconds, other.seconds), ratio(own.processor, other.processor)


def blas() -> str:
    """What NumPy multiplies matrices with."""
    built: Any = np.show_config(mode="dicts")
    return built["Build Dependencies"]["blas"]["name"]


def main(words: Sequence[str] | None = None) -> int:
    options = asked(words, __doc__, tuple(KINDS), quick="5 rounds")
    out, inputs = console(), Inputs()
    scipy = "SciPy" if HAS_SCIPY else "no SciPy (pip install scipy)"
    out.print(f"{inputs.queue.device.name}, {options.rounds} rounds, NumPy with {blas()}, {scipy}, {load()}")
    table, wrong = table_of(COLUMNS, LEFT), False
    with progress(len(options.names)) as (errors, next_):
        for name in options.names:
            next_(name)
            for one in KINDS[name](inputs, FULL):
                try:
                    table.add_row(*cells(measured(one, options.rounds)))
                except ValueError as error:
                    errors.print(f"error: {error}")
                    wrong = True
    out.print()
    out.print(table)
    out.print(f"\n! marks more than {MOST:.2f} of the same algorithm; {load()}")
    return int(wrong)


if __name__ == "__main__":
    sys.exit(main())
