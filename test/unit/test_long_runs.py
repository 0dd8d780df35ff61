"""Runs of very many iterations: they take no memory for each, end at once when they are interrupted, and say how far they are."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import lift
from lift.dialects.diagnostics import LiftError
from lift.runtime.boundary import check_call
from lift.runtime.device import execution
from lift.runtime.device.calling import limits_of
from lift.runtime.device.program import OpenCLProgram
from lift.runtime.device.schedule import Loop, Run, Schedule, schedule, walked
from lift.runtime.progress import counted, watching
from lift.tools import lift_run

ITERATIONS = 1_000_000_000
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

GROWING = """kernel.func @halves<N, iteration>(%x: !kernel.buffer<global, f32>, %y: !kernel.buffer<global, f32>) {
  %i = kernel.global_id 0
  %e = kernel.load %x[%i]
  kernel.store %e, %y[%i]
}
host.program @f<N>(%x: !kernel.buffer<global, f32>) of (%x: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %y = host.alloc f32[N]
  host.for [iteration : N] {
    %unused = host.alloc f32[100 * iteration]
    host.launch @halves(%x, %y) local = [1] groups = [iteration]
    host.free %unused
  }
  host.return %y
}
"""

ONES = np.ones(4, np.int32)


def interrupting(after: int) -> Any:
    """Ctrl-C after some iterations."""

    def watcher(done: int, iterations: int) -> None:
        assert iterations == ITERATIONS
        if done == after:
            raise KeyboardInterrupt

    return watcher


def planned(program: OpenCLProgram, *arguments: object) -> Schedule:
    sizes = check_call(program.function, arguments, {}).sizes
    return schedule(program.lowered.plan, sizes, limits_of(program.device))


def test_a_schedule_has_one_loop_for_all_iterations() -> None:
    found = planned(lift.compile(ITERATE.format(ITERATIONS)), ONES)
    (loop,) = (command for command in found.commands if isinstance(command, Loop))
    assert loop.iterations == ITERATIONS
    assert loop.alike
    assert len(list(walked(found.commands))) < 20
    first, last = loop.body(1), loop.body(ITERATIONS)
    assert [type(command) for command in first] == [type(command) for command in last] == [Run]


@pytest.mark.parametrize("target", ["opencl", "interpreter"])
def test_a_long_run_can_be_interrupted_and_the_next_one_is_right(target: str) -> None:
    program = lift.compile(ITERATE.format(ITERATIONS), target=target)
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

    def enqueued(queue: Queue, *rest: Any) -> Any:
        return enqueue(queue.queue, *rest)

    enqueue: Any = execution.cl.enqueue_nd_range_kernel
    monkeypatch.setattr(execution.cl, "enqueue_nd_range_kernel", enqueued)
    monkeypatch.setattr(launch, "_queue", Queue(launch._queue))
    launch.run()
    assert len(waits) == 1002 // execution.MOST_WAITING + 1


def test_every_launch_of_many_iterations_is_timed() -> None:
    times = lift.compile(ITERATE.format(1000)).prepare(ONES).time(repeats=2, warm_up=0)
    assert sum(kernel.launches for kernel in times.kernels.values()) == 1002
    assert times.repeats == 2


def test_only_the_outermost_iterations_are_watched() -> None:
    told: list[tuple[int, int]] = []
    with watching(lambda done, iterations: told.append((done, iterations))):
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
    assert "of 4 iterations" in terminal.getvalue()


@pytest.mark.parametrize("options", [[], ["--interpret"]], ids=["device", "interpreter"])
def test_ctrl_c_ends_lift_run(options: list[str], tmp_path: Path) -> None:
    (tmp_path / "f.mlir").write_text(ITERATE.format(ITERATIONS))
    command = [BIN / "lift-run", "f.mlir", "--random", "N=4", *options]
    process = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    for line in process.stderr:
        if line == "running @f ..\n":
            break
    os.kill(process.pid, signal.SIGINT)
    assert process.wait(timeout=60) == 130
    process.communicate()


def test_iterations_that_differ_are_all_checked_before_any_runs() -> None:
    program, x = lift.compile(GROWING), np.arange(4, dtype=np.float32)
    found = planned(program, x)
    (loop,) = (command for command in found.commands if isinstance(command, Loop))
    assert not loop.alike
    assert [command.items for command in walked(found.commands) if isinstance(command, Run)] == [(1,), (2,), (3,), (4,)]
    assert program(x).tolist() == x.tolist()
    sizes = check_call(program.function, [x], {}).sizes
    with pytest.raises(LiftError, match="the buffer unused, of 100 \\* iteration elements"):
        schedule(program.lowered.plan, sizes, replace(limits_of(program.device), buffer=1500))
