"""Damage programs in many ways and see that each is accepted or refused with a diagnostic, and nothing else.

`make mutate` damages the examples, the FileCheck tests and the conformance programs, where they are, in custom and in
generic form. Every variant goes through the loader, and what is accepted through printing, reading back and a few
passes of `lift-opt`, all in one process and with limited time; a share goes through the program itself. A traceback,
an internal error, a hang or a crash of the process is a failure, and each leaves a file that shows it again.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import io
import multiprocessing as mp
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import overload
from zlib import crc32

from mutators import MUTATORS, Program

from lift.dialects.diagnostics import LiftError
from lift.dialects.errors import INTERNAL, SYNTAX
from lift.dialects.loader import load_module
from lift.tools.lift_opt.main import main as lift_opt

ROOT = Path(__file__).parent.parent
CONFORMANCE = Path(os.environ.get("LIFT_CONFORMANCE", ROOT.parent / "shared" / "conformance"))
SECONDS = 5.0
"""The processor time that one variant may take."""
STUCK = 60.0
"""The time after which a process that does not answer is ended."""
PASSES = "canonicalize,cse,dce"
GENERIC = " (generic)"
"""How the name of a program ends that is in generic form."""


@dataclass(frozen=True)
class Variant:
    """A damaged program: which one, how, and its text."""

    index: int
    source: str
    damage: tuple[str, ...]
    text: str


@dataclass(frozen=True)
class Outcome:
    """What became of a variant: `accepted`, `refused` (read, then refused), `unreadable` or `failed`."""

    kind: str
    detail: str = ""


class OutOfTime(BaseException):
    """Nothing in between may catch it, so it is no `Exception`."""


@cache
def sources() -> Mapping[str, Path]:
    """The programs to damage and their generic forms by name, and where they are."""
    folders = (CONFORMANCE / "programs", ROOT / "test" / "filecheck", ROOT / "examples")
    found: dict[str, Path] = {}
    for path in sorted(path for folder in folders for path in folder.rglob("*.mlir")):
        found[path.stem] = path
        if "expected-error" not in path.read_text():  # what is refused has no other form
            found[f"{path.stem}{GENERIC}"] = path
    return found


@cache
def program(name: str) -> Program:
    """One of them; few are damaged in a short run, so they are printed when they are asked for."""
    text = sources()[name].read_text()
    with contextlib.suppress(LiftError):  # what a package adds that is not installed stays as it is
        return Program(name, printed(text, "--print-op-generic") if name.endswith(GENERIC) else text)
    return Program(name, text)


class Programs(Sequence[Program]):
    """All of them, in the order of their names."""

    def __len__(self) -> int:
        return len(sources())

    @overload
    def __getitem__(self, index: int) -> Program: ...
    @overload
    def __getitem__(self, index: slice) -> list[Program]: ...
    def __getitem__(self, index: int | slice) -> Program | list[Program]:
        names = list(sources())[index]
        return program(names) if isinstance(names, str) else [program(name) for name in names]


def printed(text: str, *options: str) -> str:
    """What `lift-opt` prints for an accepted program."""
    code, output, errors = run_in_process(text, *options)
    if code != 0:
        raise LiftError(SYNTAX, errors)
    return output


def run_in_process(text: str, *options: str) -> tuple[int, str, str]:
    """`lift-opt` as a function: exit code, stdout and stderr."""
    stdin, output, errors = io.TextIOWrapper(io.BytesIO(text.encode())), io.StringIO(), io.StringIO()
    kept, sys.stdin = sys.stdin, stdin
    try:
        with contextlib.redirect_stdout(output), contextlib.redirect_stderr(errors):
            code = lift_opt(options)
    finally:
        sys.stdin = kept
    return code, output.getvalue(), errors.getvalue()


def variant(seed: int, index: int) -> Variant:
    """The variant of that number: the same each time it is asked for, and most stay when a program is added."""
    rng = random.Random(f"{seed}:{index}")
    name = min(sources(), key=lambda name: crc32(f"{seed}:{index}:{name}".encode()))
    text, damage = program(name).text, list[str]()
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        kind = rng.choice(tuple(MUTATORS))
        text = MUTATORS[kind](rng, Program(name, text), Programs())
        damage.append(kind)
    return Variant(index, name, tuple(damage), text)


def check(text: str) -> Outcome:
    """Send a program through the loader and, where it is accepted, further."""
    try:
        with time_limit():
            return _check(text)
    except OutOfTime:
        return Outcome("failed", f"takes more than {SECONDS:.0f} s\n{traceback.format_exc()}")
    except Exception:  # what must not happen, and is reported
        return Outcome("failed", traceback.format_exc())


def _check(text: str) -> Outcome:
    try:
        load_module(text, "variant.mlir")
    except LiftError as error:
        rendered = str(error)
        if error.kind is INTERNAL:
            return Outcome("failed", "".join(traceback.format_exception(error)))
        return Outcome("unreadable" if error.kind is SYNTAX else "refused", rendered)
    for options in ((), ("--print-op-generic",)):
        code, output, errors = run_in_process(text, *options)
        if code != 0:
            return Outcome("failed", f"accepted by the loader, but not by lift-opt {options}: {errors}")
        code, _, errors = run_in_process(output)
        if code != 0:
            return Outcome("failed", f"what lift-opt {options} prints is not read back: {errors}\n{output}")
    code, _, errors = run_in_process(text, "-p", PASSES)
    if code not in {0, 1}:
        return Outcome("failed", f"lift-opt -p {PASSES}: {errors}")
    return check_printed(text)


def check_printed(text: str) -> Outcome:
    """Programs that are printed are whole, and no name of the program becomes part of them."""
    if "host.program" in text:
        code, output, errors = run_in_process(text, "-t", "host-py")
        names = [node.id for node in ast.walk(ast.parse(output)) if isinstance(node, ast.Name)] if code == 0 else []
        if code not in {0, 1} or "injected" in names:
            return Outcome("failed", f"lift-opt -t host-py: {errors}\n{output}")
    if "kernel.func" in text:
        code, output, errors = run_in_process(text, "-t", "opencl")
        if code not in {0, 1} or any("injected(" in line for line in output.splitlines() if not line.startswith("//")):
            return Outcome("failed", f"lift-opt -t opencl: {errors}\n{output}")
    return Outcome("accepted")


@contextlib.contextmanager
def time_limit() -> Generator[None]:
    """Raise `OutOfTime` when the processor time is used up, however busy the machine is."""

    def stop(_signal: int, _frame: object) -> None:
        raise OutOfTime

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def check_with_the_program(text: str) -> Outcome:
    """Send a program through `lift-opt` itself, in a process of its own."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (2 * int(SECONDS), 2 * int(SECONDS)))

    command = [str(Path(sys.executable).parent / "lift-opt"), "-p", PASSES]
    try:
        result = subprocess.run(
            command, input=text.encode(), capture_output=True, check=False, timeout=STUCK, preexec_fn=limit
        )
    except subprocess.TimeoutExpired:
        return Outcome("failed", "lift-opt does not come back")
    errors = result.stderr.decode(errors="replace")
    if result.returncode not in {0, 1} or "Traceback" in errors or (result.returncode == 1) != bool(errors):
        return Outcome("failed", f"lift-opt exits with {result.returncode}\n{errors}")
    return Outcome("accepted" if result.returncode == 0 else "refused")


def work(connection: Connection) -> None:
    """A worker: variants in, outcomes out."""
    while (task := connection.recv()) is not None:
        seed, index, whole = task
        text = variant(seed, index).text
        outcome = check(text)
        if whole and outcome.kind != "failed":
            outside = check_with_the_program(text)
            outcome = outside if outside.kind == "failed" else outcome
        connection.send(outcome)


class Worker:
    """A process that checks variants; one that is stuck or dies is replaced."""

    def __init__(self) -> None:
        ours, theirs = mp.Pipe()
        self.connection = ours
        self.process = mp.Process(target=work, args=(theirs,), daemon=True)
        self.process.start()
        theirs.close()
        self.index = -1
        self.since = 0.0

    def give(self, seed: int, index: int, *, whole: bool) -> None:
        self.index, self.since = index, time.monotonic()
        self.connection.send((seed, index, whole))

    @property
    def stuck(self) -> bool:
        return time.monotonic() - self.since > 2 * STUCK

    def take(self) -> Outcome:
        try:
            return self.connection.recv()
        except EOFError:
            self.process.join()
            return Outcome("failed", f"the process died, with exit code {self.process.exitcode}")

    def end(self) -> None:
        self.process.kill()
        self.process.join()


def outcomes(seed: int, count: int, jobs: int, every: int) -> Iterator[tuple[int, Outcome]]:
    """The outcome of each variant, in no order; each `every`-th also goes through the program itself."""
    tasks = iter(range(count))
    workers = [Worker() for _ in range(jobs)]

    def next_task(worker: Worker) -> bool:
        index = next(tasks, None)
        if index is not None:
            worker.give(seed, index, whole=index % every == 0)
        return index is not None

    busy = [worker for worker in workers if next_task(worker)]
    while busy:
        ready = wait([worker.connection for worker in busy], timeout=1.0)
        for worker in tuple(busy):
            if worker.connection not in ready and not worker.stuck:
                continue
            outcome = Outcome("failed", "the process is stuck") if worker.connection not in ready else worker.take()
            yield worker.index, outcome
            busy.remove(worker)
            if worker.stuck or not worker.process.is_alive():
                worker.end()
                worker = Worker()  # noqa: PLW2901  # it takes the place of the one that is gone
            if next_task(worker):
                busy.append(worker)
            else:
                worker.end()


def save(folder: Path, damaged: Variant, outcome: Outcome) -> Path:
    """A file that holds a variant that failed, and what went wrong, as a comment."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"variant-{damaged.index}.mlir"
    path.write_text(damaged.text, encoding="utf-8")
    said = f"{damaged.source}: {', '.join(damaged.damage)}\n\n{outcome.detail}\n"
    path.with_suffix(".txt").write_text(said, encoding="utf-8")
    return path


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Damage programs; only diagnostics may come of it.")
    parser.add_argument("--count", type=int, default=2000, help="how many variants (default: 2000)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--every", type=int, default=20, help="each so many go through lift-opt itself (default: 20)")
    parser.add_argument("--out", type=Path, help="where failures are written (default: a new temporary folder)")
    options = parser.parse_args(words)
    folder = options.out or Path(tempfile.gettempdir(), f"lift-mutation-{os.getpid()}")

    print(f"{options.count} variants of {len(sources())} programs, by {len(MUTATORS)} kinds of damage", flush=True)
    kinds: Counter[str] = Counter()
    for index, outcome in outcomes(options.seed, options.count, options.jobs, options.every):
        kinds[outcome.kind] += 1
        if outcome.kind == "failed":
            path = save(folder, variant(options.seed, index), outcome)
            last = outcome.detail.strip().splitlines()[-1][:160]
            print(f"FAIL {path}: {last}", flush=True)
    read = kinds["accepted"] + kinds["refused"]
    print(f"still read as programs: {read / max(1, kinds.total()):.0%}, of these accepted: {kinds['accepted']}")
    print(f"{kinds.total() - kinds['failed']} passed, {kinds['failed']} failed")
    return 1 if kinds["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
