"""What it gains to cut a stencil at the border: the middle of each row, and the rows of the middle, have no test for it.

The sum of neighbours, 3 to 15 points a side, is computed by the program of `programs/default/box3.mlir` with other numbers: as a
loop over columns in a parallel loop over rows, once as it is and once after `in_parts` has cut both, and by default. They take
turns on one array, and each result is held against NumPy's. A side that is too large for a script is shown with the error.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import page
from contenders import PROGRAMS, Ours, Ready, asked, console, in_turn, load, progress, ratio, shown, table_of
from default_stencils import boxed
from workloads import Inputs, Workload

import lift

SIDES = {str(side): side for side in range(3, 16, 2)}
FULL, QUICK = 2048, 1024
MAPPED = ("map_to_glb d=0 at %r", "map_to_seq at %line", "reduce_to_seq at %sum", "unroll at %sum")
"""The windows of the middle are unrolled in both."""


def text(side: int) -> str:
    """The program for so many points a side."""
    three = (PROGRAMS / "default" / "box3.mlir").read_text()
    r = side // 2
    return three.replace("slide 3", f"slide {side}").replace("clamp 1, 1", f"clamp {r}, {r}").replace("box3", "box")


def cut(side: int) -> tuple[str, ...]:
    """The steps that cut rows and columns."""
    r = side // 2
    return tuple(step for name in ("r", "line") for step in (f"in_parts a={r} b={r} at %{name}", "tidy"))


def ways(side: int) -> dict[str, Callable[[], Any]]:
    """How each program is compiled."""
    program = text(side)
    return {
        "whole": partial(lift.compile, program, script=MAPPED),
        "cut": partial(lift.compile, program, script=(*cut(side), *MAPPED)),
        "default": partial(lift.compile, program),
    }


def workload_of(inputs: Inputs, side: int, n: int) -> Workload:
    a, held = inputs.whole(n, n)
    right = boxed(a, side, "clamp")
    return Workload("box", f"{side} x {side}", (held,), (), "NumPy", lambda: right, [right])


def measured(inputs: Inputs, side: int, n: int, rounds: int) -> dict[str, float | str]:
    """Seconds of each way, or the code of the error."""
    workload = workload_of(inputs, side, n)
    found: dict[str, float | str] = {}
    ready: dict[str, Ready] = {}
    for name, compile_ in ways(side).items():
        try:
            program = compile_()
        except lift.LiftError as error:
            found[name] = error.code
            continue
        workload.check(name, Ours(program, workload.arguments).call())
        ready[name] = lambda program=program: Ours(program, workload.arguments).kernel_seconds
    return {**found, **{name: taken.seconds for name, taken in in_turn(ready, rounds).items()}}


def cells(side: int, found: dict[str, float | str]) -> list[str]:
    whole, parts, default = (found[name] for name in ("whole", "cut", "default"))
    gain = ratio(whole, parts) if isinstance(whole, float) and isinstance(parts, float) else "-"
    return [f"{side} x {side}", *(one if isinstance(one, str) else shown(one) for one in (whole, parts)), gain, (
        default if isinstance(default, str) else shown(default)
    )]  # fmt: skip


COLUMNS = ("points", "whole, ms", "cut, ms", "gain", "default, ms")


def main(words: Sequence[str] | None = None) -> int:
    options = asked(
        words, __doc__, tuple(SIDES), quick=f"{QUICK} x {QUICK} in place of {FULL} x {FULL}, and 5 rounds",
        write="put the table into docs/performance.md",
    )  # fmt: skip
    out, inputs, n = console(), Inputs(), QUICK if options.quick else FULL
    out.print(f"{inputs.queue.device.name}, {n} x {n}, {options.rounds} rounds, {load()}\n")
    rows: list[list[str]] = []
    with progress(len(options.names)) as (errors, next_):
        for name in options.names:
            next_(f"{name} x {name}")
            try:
                rows.append(cells(SIDES[name], measured(inputs, SIDES[name], n, options.rounds)))
            except ValueError as error:
                errors.print(f"error: {error}")
                return 1
    table = table_of(COLUMNS, ("points",))
    for row in rows:
        table.add_row(*row)
    out.print(table)
    if options.write:
        page.write("boundary", f"{n} x {n}.\n\n{page.markdown(COLUMNS, 1, rows)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
