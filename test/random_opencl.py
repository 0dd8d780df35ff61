"""Random programs on the device, compared with the interpreter exactly; a mismatch is shrunk and printed to paste.

`python test/random_opencl.py --count 2000 --seed 1` tries that many. Half of the programs say nothing of who runs what,
half are mapped by hand. Each is compiled with both strategies, with small chunks, and run at several sizes.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parent / "unit"))

from random_opencl_runs import STYLES, Report, drawn, run_one
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

BATCH = 100
"""Programs for which one pool of processes is used."""

SLOW = 2.0
"""Taking a program down should not take longer, in seconds."""


@dataclass
class Total:
    """What was found so far."""

    programs: int = 0
    compared: int = 0
    skipped: int = 0
    covered: Counter[str] = field(default_factory=Counter[str])
    refused: Counter[str] = field(default_factory=Counter[str])
    examples: dict[str, str] = field(default_factory=dict[str, str])
    depths: list[int] = field(default_factory=list[int])
    slowest: list[tuple[float, int]] = field(default_factory=list[tuple[float, int]])
    failed: list[int] = field(default_factory=list[int])

    def add(self, report: Report) -> None:
        self.programs += 1
        self.compared += report.compared
        self.skipped += report.skipped
        self.covered += report.covered
        self.depths.append(report.depth)
        self.slowest = sorted([*self.slowest, (report.seconds, report.seed)], reverse=True)[:5]
        for code, message in report.refused:
            self.refused[code] += 1
            self.examples.setdefault(code, f"seed {report.seed}: {message}")
        if report.failures:
            self.failed.append(report.seed)


def reports(seeds: Sequence[int], ways: Sequence[str], workers: int, shrink: bool) -> Iterator[Report]:
    """What became of the programs, as they are done."""
    one = partial(run_one, ways=tuple(ways), shrink=shrink)
    for begin in range(0, len(seeds), BATCH):
        batch, done = seeds[begin : begin + BATCH], 0
        with ProcessPoolExecutor(workers) as pool:
            try:
                for report in pool.map(one, batch):
                    done += 1
                    yield report
            except BrokenProcessPool:
                pass
            finally:
                pool.shutdown(wait=False, cancel_futures=True)
        yield from (alone(one, seed) for seed in batch[done:])


def alone(one: Callable[[int], Report], seed: int) -> Report:
    """A program in a process of its own, which may crash."""
    with ProcessPoolExecutor(1) as pool:
        try:
            return pool.submit(one, seed).result()
        except BrokenProcessPool:
            how = "oclgrind shows where: oclgrind python test/random_opencl.py --count 1 --workers 1"
            return Report(seed, failures=[f"// seed {seed}: the process crashed; {how} --seed {seed}\n{drawn(seed)}"])


def show(total: Total, console: Console, seconds: float) -> None:
    console.print(
        f"{total.programs} programs, {total.compared} results compared, {total.skipped} sizes left out as too large; "
        f"nesting depth {median(total.depths):g} in the middle, {max(total.depths)} at most; {seconds:.0f} s"
    )
    covered = Table("op", "programs' ops", "op", "programs' ops", title="covered")
    rows = total.covered.most_common()
    half = (len(rows) + 1) // 2
    for k in range(half):
        left, right = rows[k], rows[half + k] if half + k < len(rows) else ("", "")
        covered.add_row(left[0], str(left[1]), right[0], str(right[1]))
    console.print(covered)
    for code, number in total.refused.most_common():
        console.print(f"refused {number} times: {code}, for example {total.examples[code]}", highlight=False)
    slow = ", ".join(f"{taken:.2f} s (seed {seed})" for taken, seed in total.slowest)
    console.print(f"the longest times of taking a program down: {slow}")
    if total.slowest and total.slowest[0][0] > SLOW:
        console.print(f"[yellow]some programs take more than {SLOW:g} s[/yellow]")


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=200, help="how many programs (200)")
    parser.add_argument("--seed", type=int, default=1, help="the seed of the first program; the next has the next (1)")
    parser.add_argument("--strategy", choices=("cpu", "gpu", "both"), default="both")
    parser.add_argument(
        "--style", choices=(*STYLES, "both"), default="both", help="lift: unmapped; ocl: mapped by hand"
    )
    parser.add_argument("--keep-going", action="store_true", help="go on after a failure")
    parser.add_argument("--no-shrink", action="store_true", help="print failing programs as they are")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="how many processes")
    given = parser.parse_args(arguments)
    os.environ.setdefault("POCL_KERNEL_CACHE", "0")  # no kernel is built twice
    console, total, begin = Console(), Total(), time.monotonic()
    ways = ("cpu", "gpu") if given.strategy == "both" else (given.strategy,)
    if given.style == "both":
        seeds = list(range(given.seed, given.seed + given.count))
    else:  # the style of a program follows from whether its seed is even
        first = given.seed + (given.seed % 2 != STYLES.index(given.style))
        seeds = list(range(first, first + 2 * given.count, 2))
    bar = (TextColumn("random programs"), BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[failed]} failed"))
    with Progress(*bar, TimeRemainingColumn(), console=console, disable=not console.is_terminal) as progress:
        task = progress.add_task("", total=len(seeds), failed=0)
        for report in reports(seeds, ways, given.workers, not given.no_shrink):
            total.add(report)
            progress.update(task, advance=1, failed=len(total.failed))
            for failure in report.failures:
                console.print(failure, markup=False, highlight=False, soft_wrap=True)
            if not console.is_terminal and total.programs % 50 == 0:
                console.print(f"{total.programs} of {len(seeds)}, {len(total.failed)} failed")
            if report.failures and not given.keep_going:
                break
    show(total, console, time.monotonic() - begin)
    if total.failed:
        console.print(f"[red]{len(total.failed)} failed: seeds {', '.join(map(str, total.failed))}[/red]")
    return 1 if total.failed else 0


if __name__ == "__main__":
    sys.exit(main())
