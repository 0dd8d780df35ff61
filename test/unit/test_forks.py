"""A process that is forked: OpenCL is refused where the parent has used it, and works where it has not."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="nothing is forked here")

PRELUDE = """
import gc, multiprocessing, os, signal, sys, time
import lift, numpy as np
TEXT = ("lift.def @f<N>(%x: !lift.array<N, i32>) -> !lift.array<N, i32> { %r = lift.map (%e) in %x { "
        "%y = arith.addi %e, %e : i32 lift.yield %y } lift.return %r }")
x = np.arange(3, dtype=np.int32)

def refused(call):
    try:
        call()
    except lift.LiftError as error:
        assert error.kind.code == "LIFT0245" and "forkserver" in str(error), error
        print("refused", end=" ")
    else:
        print("answered", end=" ")

def in_child(run):
    '''What a child does, and how it ends.'''
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        signal.alarm(60)
        run()
        sys.stdout.flush()
        sys.exit(7)
    print("exit", os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""


def printed(script: str) -> list[str]:
    """The words that a fresh process prints."""
    command = [sys.executable, "-c", PRELUDE + script]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout.split()


AFTER_USE = """
import pyopencl as cl
from pyopencl.array import to_device
program, interpreted = lift.compile(TEXT), lift.compile(TEXT, target="interpreter")
program(x)
launch, ready = program.prepare(x), program.prepare(x).run()
held = to_device(cl.CommandQueue(cl.create_some_context(interactive=False)), x)

def everything():
    global program, launch, ready, held
    refused(lambda: program(x))
    refused(lambda: program(x[:0]))
    refused(lambda: program(held))
    refused(lambda: interpreted(held))
    refused(lambda: program.prepare(x))
    refused(launch.run)
    refused(launch.time)
    refused(ready.result)
    refused(lambda: lift.compile(TEXT))
    print(*interpreted(x))
    program = launch = ready = held = None
    gc.collect()

in_child(everything)
child = multiprocessing.get_context("fork").Process(target=lambda: (refused(lambda: program(x)), sys.stdout.flush()))
child.start()
child.join(60)
print("exit", child.exitcode)
print(*program(x))
"""


def test_after_use_everything_that_would_wait_is_refused() -> None:
    assert printed(AFTER_USE) == [*["refused"] * 9, "0", "2", "4", "exit", "7", "refused", "exit", "0", "0", "2", "4"]


BEFORE_USE = """
def call(program):
    print(*program(x), end=" ")

in_child(lambda: call(lift.compile(TEXT)))
program = lift.compile(TEXT, profile="pocl")
lift.compile(TEXT, target="interpreter")(x)
in_child(lambda: call(program))
lift.compile(TEXT)
in_child(lambda: refused(lambda: program(x)))
call(program)
"""


def test_before_use_a_child_works_and_looking_for_a_device_is_use() -> None:
    works = ["0", "2", "4"]
    assert printed(BEFORE_USE) == [*works, "exit", "7", *works, "exit", "7", "refused", "exit", "7", *works]
