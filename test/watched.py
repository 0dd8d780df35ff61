"""Run programs on a device that watches every access: oclgrind, which finds races, accesses out of bounds and what is read
before it is written.

`python test/watched.py --count 100` runs every example and a hundred random programs, with both strategies, at the
smallest sizes. Many programs run in one process, and the log is read after each, so it is known whose it is: the exit
status says nothing. Results are compared with the interpreter's as well.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from program_checks import Way
    from random_programs import RandomProgram

    from lift.runtime.device.execution import PreparedLaunch
    from lift.runtime.device.program import OpenCLProgram

Run: TypeAlias = "tuple[str, Callable[[], int]]"
"""A name, and what runs a program and tells how many results agreed."""

ROOT = Path(__file__).parent.parent
sys.path.append(str(ROOT / "test" / "unit"))

from how_many import how_many  # noqa: E402
from lane_by_lane import lane_by_lane  # noqa: E402
from optional_tools import TOOLS  # noqa: E402

OCLGRIND = next(tool.path for tool in TOOLS if tool.name == "oclgrind")

LOOKED_FOR = ("--data-races", "--uniform-writes", "--uninitialized")
"""Besides accesses out of bounds; work items may not even write the same to one place."""

UNOPTIMISED = ("-cl-std=CL1.2", "-cl-opt-disable")
"""So every access of the text is one of the kernel, and oclgrind knows every instruction."""

SECONDS = 60.0
"""A program that takes longer has failed."""

LARGEST = 6
"""The larger ones of the sizes of a random program are left out."""

DEFAULT_CHUNKS = how_many(0, usual=1) > 0
"""Whether examples also have chunks of their usual lengths, of which there are only rests at such sizes."""

TRIES = 4
"""So many programs are drawn for each that is to run, since some are refused."""


@dataclass(frozen=True)
class Watched:
    """What became of a program: how many results agreed, and what is wrong with it."""

    name: str
    compared: int
    refused: str = ""
    wrong: str = ""
    """A result that differs, or an exception."""
    log: str = ""
    """What oclgrind says; nothing, where all is well."""

    @property
    def fine(self) -> bool:
        return not self.wrong and not self.log


# Outside: oclgrind is started, and its answers are collected


def watch(jobs: Sequence[str], seconds: float = 3600) -> list[Watched]:
    """Run jobs in one process that is watched.

    `example dot`, `example matmul@matmul`, `paper nn`, `function nn`, `shared plane`, `random SEED COUNT`, `planted race`.
    """
    assert OCLGRIND is not None
    with tempfile.TemporaryDirectory(prefix="lift-watched-") as folder:
        log, report = Path(folder, "log"), Path(folder, "report")
        inner = [sys.executable, str(Path(__file__)), "--inside", str(log), str(report), *jobs]
        command = [OCLGRIND, *LOOKED_FOR, "--max-errors", "1000000", "--log", str(log), *inner]
        environment = {name: value for name, value in os.environ.items() if name != "PYOPENCL_CTX"}
        done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=seconds, env=environment)
        lines = report.read_text().splitlines() if report.exists() else []
        found = [Watched(**json.loads(line)) for line in lines]
        rest = log.read_text()[sum(len(one.log) for one in found) :] if log.exists() else ""
    if done.returncode != 0 or rest:
        said = "\n".join(done.stderr.splitlines()[-15:])
        wrong = f"exit status {done.returncode} after {len(found)} programs\n{said}"
        found.append(Watched("the end", 0, wrong=wrong, log=rest))
    return found


def example_jobs() -> list[str]:
    from example_calls import EXAMPLES

    return [f"example {example.title}" for example in EXAMPLES]


# Inside: programs run on the only device there is, and the log grows or it does not


def inside(log: Path, report: Path, jobs: Sequence[str]) -> None:
    """Run jobs, and write a line about each program."""
    from lift.runtime.device import build
    from lift.runtime.device.devices import find_device

    os.environ["LIFT_CACHE_DIR"] = "off"
    assert "Oclgrind" in find_device().name
    setattr(build, "BUILD_OPTIONS", UNOPTIMISED)  # noqa: B010  # it is final for everybody else
    built = build._built
    build._built = lambda context, device, text, functions: built(context, device, lane_by_lane(text), functions)
    read = 0
    with report.open("w") as lines:
        for job in jobs:
            kind, *words = job.split()
            for outcome in KINDS[kind](*words):
                text = log.read_text() if log.exists() else ""
                print(json.dumps(asdict(replace(outcome, log=text[read:]))), file=lines, flush=True)
                read = len(text)


def attempt(name: str, run: Callable[[], int]) -> Watched:
    """Run a program; an error that a person could have made is a refusal."""
    from lift.dialects.diagnostics import LiftError
    from lift.dialects.errors import INTERNAL
    from lift.runtime.errors import BUILD_FAILED, DEVICE_FAILED

    def too_long(*_: object) -> None:
        raise TimeoutError(f"it takes more than {SECONDS:g} s")

    signal.signal(signal.SIGALRM, too_long)
    signal.setitimer(signal.ITIMER_REAL, SECONDS)
    try:
        return Watched(name, run())
    except LiftError as error:
        if error.kind in (INTERNAL, BUILD_FAILED, DEVICE_FAILED):
            return Watched(name, 0, wrong=str(error))
        return Watched(name, 0, refused=str(error))
    except Exception as error:  # whatever it is, it is to be told
        return Watched(name, 0, wrong=f"{type(error).__name__}: {error}")
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


LAUNCHES: list[PreparedLaunch] = []
"""Every launch there was. Where a buffer takes the place of one that is gone, oclgrind takes it for uninitialised."""


def result_of(program: OpenCLProgram, arguments: Iterable[Any], named: Mapping[str, Any]) -> Any:
    """What a call gives. Data is copied to the device, since oclgrind does not see what is shared with it."""
    LAUNCHES.append(program.prepare(*arguments, **named))
    return LAUNCHES[-1].result()


def way_of(strategy: str) -> Way:
    """The way to compile of other tests, but for a device that has OpenCL's functions only."""
    from program_checks import WAYS

    way = WAYS[strategy]
    return replace(way, profile=way.profile.replace("pocl", "oclgrind"))


def examples(title: str) -> Iterator[Watched]:
    """An example with every strategy, with small chunks, so that there are several, or also as it is compiled."""
    from example_calls import EXAMPLES, example_arguments
    from program_checks import WAYS, compiled_for, differ

    import lift
    from lift.dialects.lift.functions import DefOp
    from lift.runtime.entries import entry_of
    from lift.runtime.program import InterpretedProgram

    example = next(one for one in EXAMPLES if one.title == title)

    def run(strategy: str, chunks: str) -> int:
        program = lift.compile(example.path, example.entry, strategy=strategy)
        function = entry_of(program.module, program.name)
        assert isinstance(function, DefOp)
        if chunks == "small":
            program = compiled_for(program.module, function, way_of(strategy))
        for sizes in example.watched:
            arguments, named = example_arguments(example, function, sizes)
            want = InterpretedProgram(program.module, function)(*arguments, **named)
            difference = differ(result_of(program, arguments, named), want, f"result at {dict(sizes)}")
            assert difference is None or not example.exact, difference
        return len(example.watched)

    for strategy in WAYS:
        for chunks in ("small",) if strategy == "plain" or not DEFAULT_CHUNKS else ("default", "small"):
            yield attempt(f"{title}, {strategy}, {chunks} chunks", lambda s=strategy, c=chunks: run(s, c))


def papers(name: str) -> Iterator[Watched]:
    """A program of a paper, as it is mapped, at its smaller sizes."""
    from paper_programs import PAPERS

    import lift

    paper = next(one for one in PAPERS if one.name == name)

    def run() -> int:
        program = lift.compile(paper.path, paper.entry)
        for sizes in paper.sizes[:2]:
            paper.check(lambda *arguments: result_of(program, arguments, {}), sizes)
        return len(paper.sizes[:2])

    yield attempt(name, run)


def functions(name: str) -> Iterator[Watched]:
    """A program of a paper in high-level form, by the strategy `gpu` with small tiles, at its smaller sizes."""
    from paper_programs import FUNCTIONS, HIGH_LEVEL
    from program_checks import compiled_for

    import lift
    from lift.dialects.lift.functions import DefOp
    from lift.runtime.entries import entry_of

    paper = next(one for one in FUNCTIONS if one.name == name)

    def run() -> int:
        program = lift.compile(HIGH_LEVEL, paper.entry, strategy="gpu")
        function = entry_of(program.module, program.name)
        assert isinstance(function, DefOp)
        small = compiled_for(program.module, function, way_of("gpu"))
        for sizes in paper.sizes[:2]:
            paper.check(lambda *arguments: result_of(small, arguments, {}), sizes)
        return len(paper.sizes[:2])

    yield attempt(name, run)


def shared(name: str) -> Iterator[Watched]:
    """Programs whose work items share local memory by the strategy `gpu`, with small groups."""
    import numpy as np
    import test_gpu_products as products
    import test_gpu_rows as rows
    import test_gpu_stencils as stencils
    import test_gpu_updates as updates

    import lift

    def numbers(*lengths: int) -> Any:
        return np.random.default_rng(sum(lengths)).integers(-9, 9, lengths).astype(np.int32)

    start, table = np.int32(3), np.array([3, 0, 17, 1, 4, 8, 2], np.int32)
    calls: Mapping[str, tuple[str, str, Sequence[Any], Mapping[str, Any]]] = {
        **{
            f"line_{mode}": (stencils.line(mode, 1, 5, 2), stencils.PROFILE, [numbers(21)], {})
            for mode in stencils.MODES
        },
        **{
            f"plane_{mode}": (stencils.plane(mode, 2, 1), stencils.PROFILE, [numbers(9, 13)], {})
            for mode in stencils.MODES
        },
        **{
            f"space_{mode}": (stencils.space(mode), stencils.PROFILE, [numbers(2, 5, 9)], {}) for mode in stencils.MODES
        },
        "updates": (updates.text("sum"), updates.PROFILE, updates.drawn(200, 5), {}),
        "table": (rows.table("position"), rows.PROFILE, [numbers(35), start], {"rows": table}),
        "triangle": (rows.triangle("sum"), rows.PROFILE, [numbers(81), start], {"N": 9}),
        "matrix": (rows.matrix("largest"), rows.PROFILE, [numbers(7, 9), start], {}),
        **{
            profile: (
                products.text(True, False, "i32"),
                f"{profile},{products.SMALL}",
                [numbers(33, 17), numbers(33, 35)],
                {},
            )
            for profile in products.PROFILES
        },
    }

    def run(program: str, profile: str, arguments: Sequence[Any], named: Mapping[str, Any]) -> int:
        got = result_of(lift.compile(program, strategy="gpu", profile=profile), arguments, named)
        np.testing.assert_array_equal(got, lift.compile(program, target="interpreter")(*arguments, **named))
        return 1

    for one, call in calls.items():
        if one.startswith(name):
            yield attempt(one, lambda c=call: run(*c))


def random_one(seed: str) -> RandomProgram:
    """A random program of any style, with its smallest sizes."""
    from nat_strategies import Plain
    from random_opencl_runs import STYLES
    from random_programs import random_program

    rng = Random(seed)
    program = random_program(Plain(rng), style=rng.choice(STYLES))
    return replace(program, sizes=[sizes for sizes in program.sizes if sizes["N"] <= LARGEST])


def randoms(seed: str, count: str) -> Iterator[Watched]:
    """Random programs with every strategy, until so many have run."""
    from program_checks import WAYS, compiled_for, differ, meanings

    from lift.dialects.loader import verify

    def run(program: RandomProgram, strategy: str) -> int:
        verify(program.module)
        compiled = compiled_for(program.module, program.function, way_of(strategy))
        calls = list(meanings(program, 0)) if compiled.opencl else []
        for call in calls:
            difference = differ(
                result_of(compiled, call.arguments, call.sizes), call.result, f"at {call.sizes}: result"
            )
            assert difference is None, difference
        return len(calls)

    ran = 0
    for k in range(TRIES * int(count)):
        program = random_one(f"{seed}.{k}")
        outcomes = [attempt(f"random {seed}.{k}, {way}", lambda p=program, w=way: run(p, w)) for way in WAYS]
        yield from outcomes
        ran += all(outcome.compared for outcome in outcomes)
        if ran == int(count):
            return


def planted(bug: str) -> Iterator[Watched]:
    """A program that is wrong on purpose: a barrier is missing, an index is out of bounds, a kernel never ran; or is not."""
    import numpy as np
    from device_programs import DOT, LANES
    from example_calls import FOLDER

    import lift
    from lift.dialects.loader import lift_context, load_module
    from lift.lowering.lift_to_opencl import LiftToOpenCLPass
    from lift.passes.place_barriers import PlaceBarriersPass

    def without_barriers() -> OpenCLProgram:
        module = load_module(FOLDER / "mapped_sum.mlir")
        for step in LiftToOpenCLPass(strategy="gpu").passes():
            if not isinstance(step, PlaceBarriersPass):
                step.apply(lift_context(), module)
        return lift.compile(module)

    def changed(before: str, after: str) -> OpenCLProgram:
        assert before in DOT
        return lift.compile(DOT.replace(before, after))

    def run() -> int:
        x = np.arange(256, dtype=np.float32)
        match bug:
            case "race":
                result_of(without_barriers(), [x], {})
            case "outside":
                result_of(changed("to N step", "to N + 1 step"), [x[:7], x[:7]], {})
            case "unwritten":
                result_of(
                    changed("  host.launch @dot_1(%x, %y, %parts) local = [2] groups = [min(N, 4)]\n", ""),
                    [x[:7], x[:7]],
                    {},
                )
            case "lanes":
                result_of(lift.compile(LANES), [x[:3]], {})
            case _:
                result_of(lift.compile(DOT), [x[:7], x[:7]], {})
        return 1

    yield attempt(bug, run)


KINDS: Mapping[str, Callable[..., Iterator[Watched]]] = {
    "example": examples,
    "paper": papers,
    "function": functions,
    "shared": shared,
    "random": randoms,
    "planted": planted,
}


# From the command line


def main(words: Sequence[str] | None = None) -> int:
    words = sys.argv[1:] if words is None else words
    if words[:1] == ["--inside"]:
        inside(Path(words[1]), Path(words[2]), words[3:])
        return 0
    parser = argparse.ArgumentParser(description="Run examples and random programs on a device that watches them.")
    parser.add_argument("--count", type=int, default=20, help="how many random programs (default: 20)")
    parser.add_argument("--seed", default="0", help="another seed draws others (default: 0)")
    parser.add_argument("--show", metavar="SEED.K", help="print a random program, and do nothing else")
    options = parser.parse_args(words)
    if options.show is not None:
        print(repr(random_one(options.show)))
        return 0
    if OCLGRIND is None:
        print("error: oclgrind is not installed", file=sys.stderr)
        return 1
    jobs = [*example_jobs(), f"random {options.seed} {options.count}"]
    return 0 if told(watch(jobs), options.count) else 1


def told(found: Sequence[Watched], count: int) -> bool:
    """Print what a run came to; whether all is well, and so many random programs ran with each strategy."""
    for one in found:
        if not one.fine:
            print(f"FAIL {one.name}: {one.wrong or one.log}"[:2000])
    bad = sum(not one.fine for one in found)
    ran = [one for one in found if one.compared]
    refused = sum(bool(one.refused) for one in found)
    print(
        f"{len(ran)} programs ran, {sum(one.compared for one in ran)} results agreed, {refused} were refused, {bad} failed"
    )
    return not bad and sum(one.name.startswith("random") for one in ran) >= 2 * count


if __name__ == "__main__":
    sys.exit(main())
