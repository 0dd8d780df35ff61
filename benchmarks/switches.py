"""What each part of the compiler brings: programs with everything on, and with each switch of the profile off.

Programs are some of those of `default.py`, and go through `lift.compile` with the profile of the device. All ways of a program
take turns in one process, on arrays that they share. A number is the time without something over that with everything, by the
clock of the device, and in brackets the same of processor time, which other work on the machine shifts less: 1 is no difference,
2 is twice as slow without it. "=" is where the kernels are the same, letter by letter, and nothing is measured. In the last
column everything is off. Each result is held against NumPy's; the exit code is 1 where one is wrong.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import page
from contenders import PROGRAMS, Ours, Ready, Taken, asked, console, in_turn, load, progress, shown, table_of
from default_workloads import FULL, KINDS, QUICK, Site
from workloads import Workload

import lift
from lift.dialects.profiles import Profile
from lift.runtime.device.profiles import profile_for
from lift.runtime.device.program import OpenCLProgram

SWITCHES: Final = ("indices", "barriers", "control_flow", "fusion", "borders", "vectors", "blocks")
NAMES: Final = (
    *("dot", "nearest", "gemv", "gemv_transposed", "matmul", "box", "seven_point", "jacobi", "scan", "nbody", "kmeans"),
    "softmax",
)
"""Of the workloads that have such a name, the first one is measured."""
ALL: Final = "all"
COLUMNS: Final = ("program", "size", "on, ms", *SWITCHES, ALL)


def ways(profile: Profile) -> dict[str, Profile]:
    """The profile with each switch off, and with all of them off."""
    single = {name: replace(profile, **{name: "off"}) for name in SWITCHES}
    return {**single, ALL: replace(profile, **dict.fromkeys(SWITCHES, "off"))}


@dataclass(frozen=True)
class Measured:
    """What a program takes with everything on, and for each way what it takes, or in a word why that was not measured."""

    workload: Workload
    on: Taken
    off: Mapping[str, Taken | str]


def compiled(workload: Workload, profile: Profile) -> OpenCLProgram:
    program = lift.compile(PROGRAMS / workload.folder / f"{workload.program}.mlir", profile=profile)
    assert isinstance(program, OpenCLProgram)
    return program


def measured(workload: Workload, profile: Profile, rounds: int) -> Measured:
    """Check every way, and measure those in turn that differ from the program with everything on."""
    programs = {"on": compiled(workload, profile)}
    words: dict[str, str] = {}
    for name, other in ways(profile).items():
        try:
            program = compiled(workload, other)
        except lift.LiftError as error:
            words[name] = error.code
            continue
        if program.opencl == programs["on"].opencl:
            words[name] = "="
        else:
            programs[name] = program
    ready: dict[str, Ready] = {}
    for name, program in programs.items():
        workload.check(name, Ours(program, workload.arguments, workload.named).call())
        ready[name] = lambda program=program: Ours(program, workload.arguments, workload.named).kernel_seconds
    taken = in_turn(ready, rounds)
    return Measured(
        workload, taken["on"], {name: words[name] if name in words else taken[name] for name in ways(profile)}
    )


def cells(one: Measured) -> list[str]:
    return [
        one.workload.program,
        one.workload.size,
        shown(one.on.seconds),
        *(_cell(off, one.on) for off in one.off.values()),
    ]


def _cell(off: Taken | str, on: Taken) -> str:
    if isinstance(off, str):
        return off
    return f"{_times(off.seconds / on.seconds)} ({_times(off.processor / on.processor)})"


def _times(ratio: float) -> str:
    return f"{ratio:.2f}" if ratio < 10 else f"{ratio:.0f}"


def main(words: Sequence[str] | None = None) -> int:
    options = asked(
        words, __doc__, NAMES, quick="smaller arrays, and 5 rounds", write="put the table into docs/performance.md"
    )
    out, inputs, sizes = console(), Site(), QUICK if options.quick else FULL
    device = inputs.queue.device
    setting = f"{device.name}, {options.rounds} rounds, {load()}"
    out.print(f"{setting}\n")
    rows: list[list[str]] = []
    wrong = False
    with progress(len(options.names)) as (errors, next_):
        for name in options.names:
            next_(name)
            try:
                rows.append(
                    cells(measured(next(iter(KINDS[name](inputs, sizes))), profile_for(device), options.rounds))
                )
            except ValueError as error:
                errors.print(f"error: {error}")
                wrong = True
    table = table_of(COLUMNS, COLUMNS[:2])
    for row in rows:
        table.add_row(*row)
    out.print(table)
    if options.write and rows:
        page.write("switches", f"{setting}.\n\n{page.markdown(COLUMNS, 2, rows)}")
    return int(wrong)


if __name__ == "__main__":
    sys.exit(main())
