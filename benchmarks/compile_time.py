"""How long programs take to compile, from the text to OpenCL C, and how that grows with their length.

Programs of 10, 100 and 1,000 ops show the growth: what 1,000 take over what 100 take, in one process in which everything is loaded; and
what 16 and 32 lines take over 8 and 16, where each line uses the one before twice. Of several runs the least counts. An example is a
process of its own, `lift-opt FILE --profile .. -p lift-to-opencl -t opencl`, and what counts is its processor time.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import itertools
import math
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import page
from compile_families import DOUBLING, FAMILIES
from rich.console import Console
from rich.table import Table

from lift.tools.lift_opt.main import main as lift_opt

ROOT = Path(__file__).parent.parent
LIFT_OPT = Path(sys.executable).parent / "lift-opt"
SIZES = (10, 100, 1000)
"""Ops of a program. The growth is from the second last to the last."""
MOST_GROWTH = 12.0
PROFILES = {"cpu": "pocl", "gpu": "gpu"}
"""A profile with which a strategy does what it does for a device that it is for."""
MOST_SECONDS = 1.0
LINES = (8, 16, 32)
MOST_DOUBLED = 2.5


def _lowered(strategy: str) -> list[str]:
    return ["--profile", PROFILES[strategy], "-p", f"lift-to-opencl{{strategy={strategy}}}"]


def seconds(path: Path, strategy: str, runs: int) -> float | None:
    """The processor time of compiling a file; None where it is refused."""
    command = [str(LIFT_OPT), str(path), *_lowered(strategy)]
    if path.name != "empty.mlir":
        command += ["-t", "opencl"]
    taken: list[float] = []
    for _ in range(runs):
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            return None
        taken.append(usage.ru_utime + usage.ru_stime)
    return min(taken)


def report_examples(console: Console, folder: Path, runs: int) -> None:
    table = Table("program", "cpu", "gpu", box=None, header_style="bold")
    for path in [folder / "empty.mlir", *sorted((ROOT / "examples").glob("*.mlir"))]:
        found = [seconds(path, strategy, runs) for strategy in ("cpu", "gpu")]
        shown = ["refused" if one is None else f"{one:.2f} s{' !' if one > MOST_SECONDS else ''}" for one in found]
        table.add_row("nothing: the start" if path.name == "empty.mlir" else path.name, *shown)
    console.print(table)


def measured(words: Sequence[str]) -> tuple[float, int]:
    """The processor time of `lift-opt` in this process, and its exit code."""
    begin = time.process_time()
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        status = lift_opt(words)
    return time.process_time() - begin, status


def seconds_inside(path: Path, strategy: str) -> float:
    """The processor time of the same in this process; infinite where it is refused."""
    taken, status = measured([str(path), *_lowered(strategy), "-t", "opencl"])
    return taken if status == 0 else math.inf


def growth(folder: Path, strategy: str, runs: int) -> Iterator[list[str]]:
    """A row for each family: its name, what it is, the seconds that each size takes, and the growth."""
    for name, family in FAMILIES.items():
        paths = [folder / f"{name}_{size}.mlir" for size in SIZES]
        for path, size in zip(paths, SIZES, strict=True):
            path.write_text(family.of_size(size))
        seconds_inside(paths[0], strategy)
        rounds = [[seconds_inside(path, strategy) for path in paths] for _ in range(runs)]
        least = [min(one) for one in zip(*rounds, strict=True)]
        *_, small, large = least
        mark = " !" if large > MOST_GROWTH * small else ""
        yield [name, family.what, *(f"{one:.2f} s" for one in least), f"{large / small:.1f}{mark}"]


GROWTH_COLUMNS = ("family", "", *(f"{size:,} ops" for size in SIZES), "growth")


def report_growth(console: Console, rows: Sequence[Sequence[str]], strategy: str) -> None:
    console.print(f"\nThe strategy {strategy}, without the start of the process:\n")
    table = Table(*GROWTH_COLUMNS, box=None, header_style="bold")
    for row in rows:
        table.add_row(*row)
    console.print(table)


def report_doubling(console: Console, folder: Path, strategy: str, runs: int) -> None:
    """Programs that stand for twice as much with each line; what is refused at a limit takes time, too."""
    console.print("\nEach line uses the one before twice:\n")
    table = Table("family", "", *(f"{lines} lines" for lines in LINES), "growth", box=None, header_style="bold")
    for name, text in DOUBLING.items():
        paths = [folder / f"doubling_{name}_{lines}.mlir" for lines in LINES]
        for path, lines in zip(paths, LINES, strict=True):
            path.write_text(text(lines))
        for what, options in (
            ("check", []),
            ("OpenCL", [*_lowered(strategy), "-t", "opencl"]),
        ):
            found = [[measured([str(path), *options]) for path in paths] for _ in range(runs + 1)][1:]
            least = [min(taken for taken, _ in one) for one in zip(*found, strict=True)]
            shown = [
                f"{taken:.2f} s{' refused' if status else ''}"
                for taken, (_, status) in zip(least, found[0], strict=True)
            ]
            growth = max(after / before for before, after in itertools.pairwise(least))
            table.add_row(name, what, *shown, f"{growth:.1f}{' !' if growth > MOST_DOUBLED else ''}")
    console.print(table)


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--runs",
        type=int,
        default=3,
        help="how often each is measured (default: 3); once where examples are shown only beside what is written",
    )
    parser.add_argument("--strategy", default="cpu", help="for the growth: cpu or gpu (default: cpu)")
    parser.add_argument("--write", action="store_true", help="put the growth into docs/performance.md")
    options = parser.parse_args(words)
    console = Console(highlight=False, width=None if sys.stdout.isatty() else 120)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "empty.mlir").write_text("builtin.module {}\n")
        rows = list(growth(folder, options.strategy, options.runs))
        report_growth(console, rows, options.strategy)
        if options.write:
            page.write("compile_time", page.markdown(GROWTH_COLUMNS, 2, rows))
        report_doubling(console, folder, options.strategy, options.runs)
        console.print()
        report_examples(console, folder, 1 if options.write else options.runs)
    console.print(f"\n! marks more than {MOST_SECONDS:g} s for an example, and a growth of more than {MOST_GROWTH:g}")
    console.print(f"  or, for twice the lines, of more than {MOST_DOUBLED:g}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
