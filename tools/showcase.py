"""What `make run` shows: a program, the OpenCL kernel that comes of it, how long the examples take beside NumPy, and how an
index is simplified.

`python -m lift.tools.showcase examples` ends with an error where a result is not the one that NumPy gives. It is made for 80
columns; on a terminal there are colours, and a line on stderr says what is being done.
"""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from textwrap import wrap
from typing import Any, cast

import numpy as np
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn
from rich.syntax import Syntax
from rich.table import Table
from rich.text import Text

from ..dialects.diagnostics import LiftError
from ..runtime.compiling import compile_program
from ..runtime.device.program import OpenCLProgram
from .nat_steps import Question, answer
from .showcase_cases import Case, cases

WIDTH = 80
SHOWN = "dot.mlir"
RUNS = 9
FAST, SLOW = 1.1, 2.0
"""Up to so many times NumPy's time a ratio is green, and from so many on it is red."""
KERNEL = re.compile(r"^kernel void .*?^}$", re.DOTALL | re.MULTILINE)
NO_BREAK = re.compile(r"(?<![,+?:=]) ")
"""A space at which no line of C is broken."""
INDEX = Question("(r*M + c) floordiv M", sizes=("M",), indices=("c:M",))
"""Which row element `r*M + c` of a matrix is in."""


# The program and its kernel


def show_program(folder: Path, console: Console) -> None:
    """Print a program as it is written, and the first kernel that it becomes here."""
    path = folder / SHOWN
    text = re.sub(r"\A(//.*\n)*\n*", "", path.read_text())
    heading(console, "A program", f"{path}, which says what to compute, and nothing about how")
    marked = Text(text)
    marked.highlight_regex(r"\b(lift|arith)\.\w+", "cyan")
    console.print(marked, end="")
    kernels = KERNEL.findall(compiled(folder, SHOWN, None).opencl)
    others = "" if len(kernels) == 1 else f", the first of {len(kernels)}"
    heading(console, "What it becomes", f"an OpenCL kernel for this device{others}")
    code = "\n".join(line for long in kernels[0].splitlines() for line in folded(long))
    console.print(
        Syntax("", "c", theme="ansi_dark", background_color="default").highlight(code), end="", soft_wrap=True
    )


def folded(line: str) -> list[str]:
    """A line of C in lines that are not too long, broken after commas and some operators; what goes on is further in."""
    code = line.lstrip()
    indent = " " * (len(line) - len(code))
    kept = NO_BREAK.sub("\0", code)
    lines = wrap(
        kept, WIDTH, initial_indent=indent, subsequent_indent=f"{indent}    ", break_long_words=False,
        break_on_hyphens=False,
    )  # fmt: skip
    return [one.replace("\0", " ") for one in lines]


def heading(console: Console, what: str, more: str) -> None:
    console.print(f"\n[bold]{what}:[/bold] [dim]{more}[/dim]\n", soft_wrap=True)


def compiled(folder: Path, file: str, entry: str | None) -> OpenCLProgram:
    program = compile_program(folder / file, entry, None)
    assert isinstance(program, OpenCLProgram)
    return program


# The examples


@dataclass(frozen=True)
class Outcome:
    """What came of an example: seconds of ours and of NumPy's, and whether they agree."""

    case: Case
    ours: float
    numpy: float
    same: bool


def outcome(folder: Path, case: Case) -> Outcome:
    """Run an example, compare, and measure both."""
    launch = compiled(folder, case.file, case.entry).prepare(*case.arguments, **case.named)
    same = agrees(launch.run().result(), case.expected(*case.arguments), exact=case.exact)
    # The best counts, which other work on the machine shifts least.
    ours = min(launch.time(1, warm_up=0).total for _ in range(RUNS))
    return Outcome(case, ours, min(numpy_seconds(case) for _ in range(RUNS)), same)


def numpy_seconds(case: Case) -> float:
    begin = time.perf_counter()
    case.expected(*case.arguments)
    return time.perf_counter() - begin


def show_results(folder: Path, console: Console) -> bool:
    """Run the examples, and print a table."""
    from ..runtime.device.devices import find_device

    device = find_device()
    found: list[Outcome] = []
    columns = (TextColumn("{task.description}"), BarColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        everything = cases()
        task = progress.add_task("", total=len(everything))
        for case in everything:
            progress.update(task, description=f"compiling and running {case.file}")
            found.append(outcome(folder, case))
            progress.advance(task)
    heading(console, "The examples", f"on {device.name} ({device.platform.name.strip()})")
    console.print(table_of(found))
    console.print(
        f"\n[dim]ours: the kernels, with the data on the device; NumPy: a call; the best of {RUNS}."
        "\nA ratio of 1 is as fast as NumPy, and less is faster.[/dim]"
    )
    if os.getloadavg()[0] > (os.cpu_count() or 1):
        console.print("[yellow]The machine is busy with other work: times depend on who is interrupted.[/yellow]")
    return all(one.same for one in found)


def table_of(found: Sequence[Outcome]) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for name in ("program", "", "ours\nms", "NumPy\nms", "ours /\nNumPy", "result"):
        table.add_column(name, justify="right" if "\n" in name else "left", no_wrap=True)
    for one in found:
        ratio = one.ours / one.numpy
        style = "green" if ratio <= FAST else "red" if ratio >= SLOW else "yellow"
        table.add_row(
            Path(one.case.file).stem, one.case.what, f"{1e3 * one.ours:.2f}", f"{1e3 * one.numpy:.2f}",
            Text(f"{ratio:.2f}", style), Text("agrees", "green") if one.same else Text("DIFFERS", "bold red"),
        )  # fmt: skip
    return table


def parts(result: Any) -> list[Any]:
    """The arrays of a result."""
    if isinstance(result, tuple):
        return [array for part in cast("tuple[Any, ...]", result) for array in parts(part)]
    array = np.asarray(result)
    return [array] if array.dtype.names is None else [np.column_stack([array[name] for name in array.dtype.names])]


def agrees(result: Any, expected: Any, *, exact: bool) -> bool:
    relative, absolute = (0, 0) if exact else (1e-4, 1e-5)
    pairs = zip(parts(result), parts(expected), strict=True)
    return all(ours.shape == theirs.shape and np.allclose(ours, theirs, relative, absolute) for ours, theirs in pairs)


# All of it


def show_index(console: Console) -> None:
    heading(console, "An index, simplified", "which row is element r*M + c of a matrix in?")
    answer(INDEX, console)
    console.print("[dim]Next: README.md, docs/language.md; .venv/bin/lift-run --help[/dim]", soft_wrap=True)


def main(words: Sequence[str] | None = None) -> int:
    folder = Path(*(sys.argv[1:] if words is None else words))
    console = Console(highlight=False, width=None if sys.stdout.isatty() else WIDTH)
    try:
        show_program(folder, console)
        agreed = show_results(folder, console)
    except LiftError as error:
        print(error, file=sys.stderr)
        return 1
    show_index(console)
    return 0 if agreed else 1


if __name__ == "__main__":
    sys.exit(main())
