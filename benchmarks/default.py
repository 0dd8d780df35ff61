"""How fast high-level programs are by default, beside the best kernels written by hand, and beside libraries.

Programs come from `programs/default/`, say nothing about how they run, and go through plain `lift.compile`; kernels are in
`kernels/`. Contenders take turns in one process, on arrays that they share on the device; medians over rounds count, and
ratios of medians. Ours and the kernels are timed by the clock of the device, all kernels of a run together; a library by that
of the host. "Best" is the fastest of the kernels written by hand, "CPU" the ratio of processor time, which other work on the
machine shifts less. Each result is held against NumPy's before it is timed; the exit code is 1 where one is wrong, never
because of time. A program that the compiler refuses is shown with the code of the error.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence

from contenders import Taken, asked, console, load, progress, shown, table_of
from default_workloads import FULL, KINDS, Site
from mapped import Measured, blas, measured, ratios
from workloads import HAS_SCIPY

MOST = 1.10
"""More than that of the best is marked."""
COLUMNS = (
    *("program", "size", "ours\nms", "best\nms", "", "ours /\nbest", "CPU", "library\nms", " ", "ours /\nlibrary"),
    "other",
)
LEFT = ("program", "size", "", " ", "other")


def cells(one: Measured) -> Iterator[str]:
    workload, library, own = one.workload, one.taken["library"], one.taken.get("ours")
    best = one.taken[one.best] if workload.algorithms else None
    yield from (workload.program, workload.size, f"refused {one.refused}" if own is None else shown(own.seconds))
    if best is None:
        yield from ("-", "", "-  ", "-")
    else:
        seconds, processor = ratios(own, best)
        mark = " !" if own is None or own.seconds > MOST * best.seconds else "  "
        yield from (shown(best.seconds), one.best, seconds + mark, processor)
    yield from (shown(library.seconds), workload.library, ratios(own, library)[0])
    yield ", ".join(others(one, own))


def others(one: Measured, own: Taken | None) -> Iterator[str]:
    """What other libraries take, and our part of it."""
    for name in one.workload.others:
        yield f"{name} {shown(one.taken[name].seconds)}: {ratios(own, one.taken[name])[0]}"


def main(words: Sequence[str] | None = None) -> int:
    options = asked(words, __doc__, tuple(KINDS), quick="5 rounds")
    out, inputs = console(), Site()
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
    out.print(f"\n! marks more than {MOST:.2f} of the best; {load()}")
    return int(wrong)


if __name__ == "__main__":
    sys.exit(main())
