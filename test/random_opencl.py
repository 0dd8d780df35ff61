"""Random programs on the device, compared with the interpreter exactly; a mismatch is shrunk and printed to paste.

`python test/random_opencl.py --count 2000 --seed 1` tries that many. Half of the programs say nothing of execution levels,
half are mapped by hand. Each is compiled with every strategy, with small chunks and vectors, and run at several sizes.
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
from itertools import product
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parent / "unit"))

from program_checks import RANDOM_WAYS
from random_opencl_runs import STYLES, Report, drawn, run_one
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

BATCH = 100
"""Programs for which one pool of processes is used."""

MOST_REFUSED = {
    "lift": 0.1,
    "ocl": 0.8,
    "ragged lift": 0.1,
    "ragged ocl": 0.8,
    "hidden lift": 0.1,
    "hidden ocl": 0.8,
}
"""A larger share of programs must not be refused; who maps by hand may ask for memory that is not there."""

LEAST_COMPARED = 2.0
"""So many results are compared of each other program, at least on average."""

SLOW = 2.0
"""Taking a program down should not take longer, in seconds."""


@dataclass
class Total:
    """What was found so far."""

    programs: Counter[str] = field(default_factory=Counter[str])
    """How many there are of each style."""
    compared: Counter[tuple[str, str]] = field(default_factory=Counter[tuple[str, str]])
    """Results that agree, for each style and way to compile."""
    refusals: Counter[tuple[str, str]] = field(default_factory=Counter[tuple[str, str]])
    skipped: int = 0
    covered: Counter[str] = field(default_factory=Counter[str])
    refused: Counter[str] = field(default_factory=Counter[str])
    examples: dict[str, str] = field(default_factory=dict[str, str])
    depths: list[int] = field(default_factory=list[int])
    slowest: list[tuple[float, int]] = field(default_factory=list[tuple[float, int]])
    failed: list[int] = field(default_factory=list[int])

    def add(self, report: Report) -> None:
        self.programs[report.style] += 1
        for way, number in report.compared.items():
            self.compared[report.style, way] += number
        self.skipped += report.skipped
        self.covered += report.covered
        self.depths.append(report.depth)
        self.slowest = sorted([*self.slowest, (report.seconds, report.seed)], reverse=True)[:5]
        for way, code, message in report.refused:
            self.refusals[report.style, way] += 1
            self.refused[code] += 1
            self.examples.setdefault(code, f"seed {report.seed}: {message}")
        if report.failures:
            self.failed.append(report.seed)

    def empty(self, ways: Sequence[str]) -> Iterator[str]:
        """Where too few programs were compiled, or too few results compared, for the run to say anything."""
        for style, way in product(self.programs, ways):
            programs, refused = self.programs[style], self.refusals[style, way]
            if refused > max(1, MOST_REFUSED[style] * programs):
                yield f"{style}, {way}: {refused} of {programs} programs were refused"
            elif self.compared[style, way] < LEAST_COMPARED * (programs - refused):
                yield f"{style}, {way}: only {self.compared[style, way]} results of {programs} programs were compared"


def reports(
    seeds: Sequence[int], ways: Sequence[str], workers: int, shrink: bool, profile: str | None
) -> Iterator[Report]:
    """What became of the programs, as they are done."""
    one = partial(run_one, ways=tuple(ways), shrink=shrink, profile=profile)
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
        f"{total.programs.total()} programs, {total.compared.total()} results compared, {total.skipped} sizes left out as too large; "
        f"nesting depth {median(total.depths):g} in the middle, {max(total.depths)} at most; {seconds:.0f} s"
    )
    kinds = Table("style", "strategy", "programs", "refused", "results compared")
    for style, way in sorted({*total.compared, *total.refusals}):
        refused = total.refusals[style, way] / total.programs[style]
        kinds.add_row(style, way, str(total.programs[style]), f"{refused:.0%}", str(total.compared[style, way]))
    console.print(kinds)
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
    parser.add_argument(
        "--strategy",
        help="one way to compile only; lanes: the strategy cpu with larger chunks",
        choices=(*RANDOM_WAYS, "all"),
        default="all",
    )
    parser.add_argument(
        "--style",
        choices=(*STYLES, "all"),
        default="all",
        help="lift: unmapped; ocl: mapped by hand; or with ragged rows, or with hidden lengths",
    )
    parser.add_argument("--profile", help="another profile for the strategy cpu, such as pocl,vectors=off")
    parser.add_argument("--keep-going", action="store_true", help="go on after a failure")
    parser.add_argument("--no-shrink", action="store_true", help="print failing programs as they are")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="how many processes")
    given = parser.parse_args(arguments)
    os.environ.setdefault("POCL_KERNEL_CACHE", "0")  # no kernel is built twice
    console, total, begin = Console(), Total(), time.monotonic()
    ways = tuple(RANDOM_WAYS) if given.strategy == "all" else (given.strategy,)
    if given.style == "all":
        seeds = list(range(given.seed, given.seed + given.count))
    else:  # the style of a program follows from the rest of its seed
        first = given.seed + (STYLES.index(given.style) - given.seed) % len(STYLES)
        seeds = list(range(first, first + len(STYLES) * given.count, len(STYLES)))
    bar = (TextColumn("random programs"), BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[failed]} failed"))
    with Progress(*bar, TimeRemainingColumn(), console=console, disable=not console.is_terminal) as progress:
        task = progress.add_task("", total=len(seeds), failed=0)
        for report in reports(seeds, ways, given.workers, not given.no_shrink, given.profile):
            total.add(report)
            progress.update(task, advance=1, failed=len(total.failed))
            for failure in report.failures:
                console.print(failure, markup=False, highlight=False, soft_wrap=True)
            if not console.is_terminal and total.programs.total() % 50 == 0:
                console.print(f"{total.programs.total()} of {len(seeds)}, {len(total.failed)} failed")
            if report.failures and not given.keep_going:
                break
    show(total, console, time.monotonic() - begin)
    if total.failed:
        console.print(f"[red]{len(total.failed)} failed: seeds {', '.join(map(str, total.failed))}[/red]")
    empty = list(total.empty(ways))
    for what in empty:
        console.print(f"[red]{what}[/red]")
    return 1 if total.failed or empty else 0


if __name__ == "__main__":
    sys.exit(main())
