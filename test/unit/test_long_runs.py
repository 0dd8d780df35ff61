"""Runs of very many rounds: they take no memory for each, end at once when they are interrupted, and say how far they are."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from device_programs import X

import lift
from lift.runtime.boundary import check_call
from lift.runtime.device import execution
from lift.runtime.device.program import OpenCLProgram, limits_of
from lift.runtime.device.schedule import Loop, Run, Schedule, schedule, walked
from lift.runtime.progress import counted, watching
from lift.tools import lift_run

ROUNDS = 1_000_000_000
BIN = Path(sys.executable).parent

ITERATE = """lift.def @f<N>(%x: !lift.array<N, i32>) -> !lift.array<N, i32> {{
  %r = lift.iterate {} (%t) in %x {{
    %m = lift.map (%e) in %t {{
      %y = arith.addi %e, %e : i32
      lift.yield %y
    }}
    lift.yield %m
  }}
  lift.return %r
}}
"""

SHRINKING = """lift.def @f(%x: !lift.array<64, f32>) -> !lift.array<1, f32> {
  %r = lift.iterate 6 (%t)[n] in %x {
    %s = lift.slice %t from 0 size (n + 1) floordiv 2
    %m = lift.map (%e) in %s {
      %y = arith.addf %e, %e : f32
      lift.yield %y
    }
    lift.yield %m
  }
  lift.return %r
}
"""

ONES = np.ones(4, np.int32)


def interrupting(after: int) -> Any:
    """Ctrl-C after some rounds."""

    def watcher(done: int, rounds: int) -> None:
        assert rounds == ROUNDS
        if done == after:
            raise KeyboardInterrupt

    return watcher


def planned(program: OpenCLProgram, *arguments: object) -> Schedule:
    sizes = check_call(program.function, arguments, {}).sizes
    return schedule(program.lowered.plan, sizes, limits_of(program.device))


def test_a_schedule_has_one_loop_for_all_rounds() -> None:
    found = planned(lift.compile(ITERATE.format(ROUNDS)), ONES)
    (loop,) = (command for command in found.commands if isinstance(command, Loop))
    assert loop.rounds == ROUNDS
    assert loop.alike
    assert len(list(walked(found.commands))) < 20
    first, last = loop.body(1), loop.body(ROUNDS)
    assert [type(command) for command in first] == [type(command) for command in last] == [Run]


@pytest.mark.parametrize("target", ["opencl", "interpreter"])
def test_a_long_run_can_be_interrupted_and_the_next_one_is_right(target: str) -> None:
    program = lift.compile(ITERATE.format(ROUNDS), target=target)
    with pytest.raises(KeyboardInterrupt), watching(interrupting(3000)):
        program(ONES)
    with pytest.raises(KeyboardInterrupt), watching(interrupting(1)):
        program(ONES)
    few = lift.compile(ITERATE.format(5), target=target)
    assert few(ONES).tolist() == [32] * 4


def test_launches_do_not_pile_up(monkeypatch: pytest.MonkeyPatch) -> None:
    program = lift.compile(ITERATE.format(1000))
    launch = program.prepare(ONES)
    waits: list[None] = []

    class Queue:
        def __init__(self, queue: Any):
            self.queue = queue

        def finish(self) -> None:
            waits.append(None)
            self.queue.finish()

    monkeypatch.setattr(execution.cl, "enqueue_nd_range_kernel", lambda queue, *rest: enqueue(queue.queue, *rest))
    monkeypatch.setattr(launch, "_queue", Queue(launch._queue))
    launch.run()
    assert len(waits) == 1002 // execution.MOST_WAITING + 1


enqueue = execution.cl.enqueue_nd_range_kernel


def test_every_launch_of_many_rounds_is_timed() -> None:
    times = lift.compile(ITERATE.format(1000)).prepare(ONES).time(repeats=2, warm_up=0)
    assert sum(kernel.launches for kernel in times.kernels.values()) == 1002
    assert times.repeats == 2


def test_only_the_outermost_rounds_are_watched() -> None:
    told: list[tuple[int, int]] = []
    with watching(lambda done, rounds: told.append((done, rounds))):
        assert [(i, j) for i in counted(2) for j in counted(3)] == [(i, j) for i in (1, 2) for j in (1, 2, 3)]
        assert list(counted(1)) == [1]
    assert told == [(0, 2), (1, 2), (0, 1)]


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_shows_a_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr(lift_run, "SLOW", 0.01)
    with lift_run.announced("running @f"):
        for _ in counted(4):
            time.sleep(0.3)
    assert "running @f" in terminal.getvalue()
    assert "of 4 rounds" in terminal.getvalue()


@pytest.mark.parametrize("options", [[], ["--interpret"]], ids=["device", "interpreter"])
def test_ctrl_c_ends_lift_run(options: list[str], tmp_path: Path) -> None:
    (tmp_path / "f.mlir").write_text(ITERATE.format(ROUNDS))
    command = [BIN / "lift-run", "f.mlir", "--random", "N=4", *options]
    process = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    for line in process.stderr:
        if line == "running @f ..\n":
            break
    os.kill(process.pid, signal.SIGINT)
    assert process.wait(timeout=60) == 130
    process.communicate()


def test_rounds_of_different_lengths_are_checked_each() -> None:
    program = lift.compile(SHRINKING)
    loops = [command for command in planned(program, X[:64]).commands if isinstance(command, Loop)]
    assert all(not loop.alike for loop in loops)
    assert program(X[:64]).shape == (1,)
