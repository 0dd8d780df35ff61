"""What a call costs on a few elements: scale, axpy and dot, beside the same by PyOpenCL alone.

By PyOpenCL alone means: make buffers, set the arguments of a kernel, enqueue it, read back, and wait. Both sides take the same
NumPy arrays and give NumPy arrays, in turn and in one process. What counts is processor time, of which the median is shown in
microseconds, and the ratio; on a machine that does other things, too, it says more than the clock. `prepared` is `run()` of a
launch whose data is on the device, `into` a call with `out=`, and `new sizes` calls that none before looks like.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle
from statistics import median
from typing import Any, TypeAlias

import numpy as np
import pyopencl as cl
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table

import lift
from lift.runtime.device.devices import context_of, find_device
from lift.runtime.device.program import OpenCLProgram

Array: TypeAlias = NDArray[Any]
MOST_RATIO = 3.0
BATCH = 20
"""So many calls are measured at once: a clock of the processor has its own steps."""
_FLAGS = cl.mem_flags

SCALE = """
lift.def @scale<N>(%a: f32, %xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %r = lift.map (%x) in %xs {
    %ax = arith.mulf %a, %x : f32
    lift.yield %ax
  }
  lift.return %r
}
"""
AXPY = """
lift.def @axpy<N>(%a: f32, %xs: !lift.array<N, f32>, %ys: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %pairs = lift.zip %xs, %ys
  %r = lift.map (%p) in %pairs {
    %x = lift.get %p[0]
    %y = lift.get %p[1]
    %ax = arith.mulf %a, %x : f32
    %s = arith.addf %ax, %y : f32
    lift.yield %s
  }
  lift.return %r
}
"""
DOT = """
lift.def @dot<N>(%xs: !lift.array<N, f32>, %ys: !lift.array<N, f32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %pairs = lift.zip %xs, %ys
  %r = lift.reduce (%sum, %p) in %pairs from %zero {
    %x = lift.get %p[0]
    %y = lift.get %p[1]
    %xy = arith.mulf %x, %y : f32
    %s = arith.addf %sum, %xy : f32
    lift.yield %s
  }
  lift.return %r
}
"""
KERNELS = """
kernel void scale_by_hand(float a, global const float *x, global float *r, int n) {
  for (int i = get_global_id(0); i < n; i += get_global_size(0)) r[i] = a * x[i];
}
kernel void axpy_by_hand(float a, global const float *x, global const float *y, global float *r, int n) {
  for (int i = get_global_id(0); i < n; i += get_global_size(0)) r[i] = a * x[i] + y[i];
}
kernel void dot_by_hand(global const float *x, global const float *y, global float *r, int n) {
  float sum = 0;
  for (int i = 0; i < n; i++) sum += x[i] * y[i];
  r[0] = sum;
}
"""


@dataclass(frozen=True)
class Workload:
    """A program, its numbers, how many arrays it takes, and how many elements it gives of n (or one number)."""

    name: str
    text: str
    numbers: tuple[np.float32, ...]
    arrays: int
    gives_one: bool = False

    def arguments(self, count: int) -> list[Any]:
        rng = np.random.default_rng(count)
        return [*self.numbers, *(rng.random(count, np.float32) for _ in range(self.arrays))]


WORKLOADS = (
    Workload("scale", SCALE, (np.float32(2),), 1),
    Workload("axpy", AXPY, (np.float32(2),), 2),
    Workload("dot", DOT, (), 2, gives_one=True),
)


class ByHand:
    """A workload by PyOpenCL alone."""

    def __init__(self, workload: Workload, device: cl.Device):
        self.workload = workload
        self.context = context_of(device)
        self.queue = cl.CommandQueue(self.context, device)
        self.kernel = cl.Kernel(cl.Program(self.context, KERNELS).build(), f"{workload.name}_by_hand")

    def __call__(self, *arguments: Any) -> Array:
        numbers, arrays = arguments[: len(self.workload.numbers)], arguments[len(self.workload.numbers) :]
        flags, count = _FLAGS.READ_ONLY | _FLAGS.COPY_HOST_PTR, len(arrays[0])
        given = [cl.Buffer(self.context, flags, hostbuf=array) for array in arrays]
        result = np.empty(1 if self.workload.gives_one else count, np.float32)
        buffer = cl.Buffer(self.context, _FLAGS.WRITE_ONLY, result.nbytes)
        self.kernel.set_args(*numbers, *given, buffer, np.int32(count))
        cl.enqueue_nd_range_kernel(self.queue, self.kernel, (1,), (1,))
        cl.enqueue_copy(self.queue, result, buffer)
        self.queue.finish()
        return result


def contenders(workload: Workload, program: OpenCLProgram, count: int) -> dict[str, Callable[[], Any]]:
    """Who is measured, by name."""
    arguments = workload.arguments(count)
    by_hand = ByHand(workload, program.device)
    launch = program.prepare(*arguments)
    room = np.empty(() if workload.gives_one else count, np.float32)
    others = cycle(workload.arguments(count + k) for k in range(1, 201))
    return {
        "by hand": lambda: by_hand(*arguments),
        "call": lambda: program(*arguments),
        "into": lambda: program(*arguments, out=room),
        "prepared": launch.run,
        "new sizes": lambda: program(*next(others)),
    }


def check(workload: Workload, program: OpenCLProgram, count: int) -> None:
    """Everybody computes the same."""
    arguments = workload.arguments(count)
    expected = ByHand(workload, program.device)(*arguments)
    room = np.empty(() if workload.gives_one else count, np.float32)
    program(*arguments, out=room)
    for found in (program(*arguments), program(*arguments), room):
        if not np.allclose(found, expected if expected.size > 1 else expected[0], rtol=1e-5):
            raise ValueError(f"@{workload.name} does not give what it should")


def microseconds(functions: Mapping[str, Callable[[], Any]], rounds: int) -> dict[str, float]:
    """The median of what a call takes of the processor, where all take turns."""
    taken: dict[str, list[float]] = {name: [] for name in functions}
    for number in range(rounds + 1):
        for name, function in functions.items():
            begin = time.process_time()
            for _ in range(BATCH):
                function()
            if number:  # the first round warms up
                taken[name].append((time.process_time() - begin) / BATCH * 1e6)
    return {name: median(times) for name, times in taken.items()}


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=100, help=f"of {BATCH} calls each (default: 100)")
    parser.add_argument("--count", type=int, default=16, help="elements in an array (default: 16)")
    options = parser.parse_args(words)
    console = Console(highlight=False, width=None if sys.stdout.isatty() else 120)
    table = Table("", "by hand", "call", "ratio", "into", "prepared", "new sizes", box=None, header_style="bold")
    for workload in WORKLOADS:
        program = lift.compile(workload.text, device=find_device())
        check(workload, program, options.count)
        times = microseconds(contenders(workload, program, options.count), options.rounds)
        ratio = times["call"] / times["by hand"]
        shown = [f"{times[name]:.1f}" for name in ("by hand", "call", "into", "prepared", "new sizes")]
        table.add_row(workload.name, *shown[:2], f"{ratio:.2f}{' !' if ratio > MOST_RATIO else ''}", *shown[2:])
    console.print(table)
    console.print(f"\nµs of {options.count} elements; ! marks more than {MOST_RATIO:g} times what it takes by hand")
    return 0


if __name__ == "__main__":
    sys.exit(main())
