"""How fast high-level programs are by default, beside the best kernels written by hand, and beside libraries.

Programs come from `programs/default/`, say nothing about how they run, and go through plain `lift.compile`; kernels are in
`kernels/`. Contenders take turns in one process, on arrays that they share on the device; medians over rounds count, and
ratios of medians. Ours and the kernels are timed by the clock of the device, all kernels of a run together; a library by that
of the host. "Best" is the fastest of the kernels written by hand, "CPU" the ratio of processor time, which other work on the
machine shifts less, and "limit" the part that ours reaches of what memory or the processor can do, whichever is closer. Each
result is held against NumPy's before it is timed; the exit code is 1 where one is wrong, never because of time. A program that
the compiler refuses is shown with the code of the error.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

import default_report as report
import limits
from contenders import asked, console, load, progress, table_of
from default_workloads import FULL, KINDS, QUICK, Site
from mapped import Measured, blas, measured
from numba_versions import HAS_NUMBA
from workloads import HAS_SCIPY


def libraries() -> str:
    """What is installed, and how to get what is not."""
    found = [f"NumPy with {blas()}", *(["SciPy"] if HAS_SCIPY else []), *(["numba"] if HAS_NUMBA else [])]
    return ", ".join(found) + ("" if HAS_SCIPY and HAS_NUMBA else " (pip install -e '.[bench]' for SciPy and numba)")


def main(words: Sequence[str] | None = None) -> int:
    options = asked(
        words, __doc__, tuple(KINDS), quick="smaller arrays, and 5 rounds",
        write="put the table and a picture into docs/performance.md",
    )  # fmt: skip
    out, inputs, sizes = console(), Site(), QUICK if options.quick else FULL
    device = inputs.queue.device.name
    out.print(f"{device}, {options.rounds} rounds, {libraries()}, {load()}")
    reachable, found, wrong = limits.measured(inputs, sizes.vector), list[Measured](), False
    with progress(len(options.names)) as (errors, next_):
        for name in options.names:
            next_(name)
            for one in KINDS[name](inputs, sizes):
                try:
                    found.append(measured(one, options.rounds))
                except ValueError as error:
                    errors.print(f"error: {error}")
                    wrong = True
    reachable = reachable.or_better(limits.measured(inputs, sizes.vector))
    table = table_of(report.COLUMNS, report.LEFT)
    for one in found:
        table.add_row(*report.cells(one, reachable))
    out.print()
    out.print(table)
    out.print(
        f"\n! marks more than {report.MOST:.2f} of the best; a triad at {reachable.memory / 1e9:.3g} GB/s, "
        f"{reachable.operations / 1e9:.3g} GFLOP/s; {load()}"
    )
    if options.write and found:
        report.write(found, reachable, device, options.rounds)
    return int(wrong)


if __name__ == "__main__":
    sys.exit(main())
