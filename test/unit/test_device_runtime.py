"""Programs on a device: what comes back, from NumPy and PyOpenCL arrays, on which device, and from several threads."""

import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import device_programs as programs
import numpy as np
import pyopencl as cl
import pytest
from device_programs import DOT_FUNCTION, X, refused
from pyopencl.array import Array, to_device

import lift
from lift.runtime import compiling
from lift.runtime.device import calling, execution
from lift.runtime.device.devices import all_devices, context_of, find_device, kind_of
from lift.runtime.device.profiles import list_devices
from lift.runtime.device.program import OpenCLProgram


@pytest.fixture(scope="module")
def queue() -> cl.CommandQueue:
    """A queue in a context that is not ours."""
    return cl.CommandQueue(cl.Context([find_device()]))


@pytest.fixture(scope="module")
def dot() -> OpenCLProgram:
    return lift.compile(programs.DOT)


@pytest.fixture
def lowering(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    return programs.only_lower_dot(monkeypatch, tmp_path)


# Results


def test_numbers_come_back(dot: OpenCLProgram) -> None:
    result = dot(X, X)
    assert type(result) is np.float32
    assert result == X @ X
    assert dot(x=X, y=X, N=10) == X @ X


@pytest.mark.parametrize("iterations", [1, 2, 3, 5])
def test_iterations_are_counted_from_one(iterations: int) -> None:
    program = lift.compile(programs.ITERATIONS)
    x = np.arange(9, dtype=np.int32)
    assert (program(x, M=iterations) == x + sum(range(iterations))).all()


def test_tuples_bits_and_vectors() -> None:
    program = lift.compile(programs.LEAVES)
    bits, numbers = np.array([True, False, True]), np.arange(3, dtype=np.int32)
    cells, last = program((bits, numbers), True, np.array([1, 2, 3], np.float32))
    assert cells["f0"].tolist() == [False, True, False]
    assert cells["f0"].dtype == np.bool_
    assert cells["f1"].tolist() == [0, 1, 2]
    assert last == 3
    structured = np.zeros(3, [("a", "?"), ("b", "i4")])
    assert program(structured, False, np.zeros(3, np.float32))[1] == 0


def test_every_byte_but_0_is_true() -> None:
    odd = np.array([2, 0, 255], np.uint8).view(np.bool_)
    cells, _ = lift.compile(programs.LEAVES)((odd, np.arange(3, dtype=np.int32)), True, np.zeros(3, np.float32))
    assert cells["f0"].view(np.uint8).tolist() == [0, 1, 0]


def test_tables_and_their_sums() -> None:
    program = lift.compile(programs.TABLES)
    assert program(np.arange(6, dtype=np.int32), rows=[1, 2, 0, 3]).tolist() == [0, 3, 0, 12]


@pytest.mark.parametrize("strategy", ["cpu", "gpu"])
@pytest.mark.parametrize("rows", [[1, 2, 0, 3], [5000, 0, 4000]])
def test_a_sum_of_a_table_may_bound_a_loop(rows: list[int], strategy: str) -> None:
    program = lift.compile(programs.JOINED_ROWS, strategy=strategy)
    cells = np.arange(sum(rows), dtype=np.int32)
    total, negated = program(cells, rows=rows)
    assert total == cells.sum()
    assert (negated == -cells).all()


@pytest.mark.parametrize("strategy", ["cpu", "gpu"])
def test_sums_are_as_long_as_the_kernels_need_them(strategy: str) -> None:
    """One kernel reads where rows begin, one where all of them end, and one both."""
    program = lift.compile(programs.ROWS_AND_ALL, strategy=strategy)
    sums, total, both = program(np.arange(6, dtype=np.int32), rows=[1, 2, 0, 3])
    assert (sums.tolist(), total, both.tolist()) == ([0, 3, 0, 12], 15, [15, 18, 15, 27])


def test_a_result_is_never_a_parameter() -> None:
    program = lift.compile(programs.IDENTITY)
    x = np.ones((2, 3), np.float32)
    result = program(x)
    x[...] = 0
    assert result.tolist() == [[1, 1, 1], [1, 1, 1]]


def test_a_launch_is_prepared_run_and_read(dot: OpenCLProgram) -> None:
    launch = dot.prepare(X, X)
    assert launch.run().result() == X @ X
    assert launch.run() is launch
    assert launch.result() == X @ X


def test_a_prepared_launch_is_a_snapshot() -> None:
    x = np.arange(4, dtype=np.int32)
    launch = lift.compile(programs.ITERATIONS).prepare(x, M=2)
    x[...] = 0
    assert launch.result().tolist() == [1, 2, 3, 4]


def test_each_result_is_fresh() -> None:
    launch = lift.compile(programs.ITERATIONS).prepare(np.arange(4, dtype=np.int32), M=2)
    launch.result()[...] = 77
    assert launch.result().tolist() == [1, 2, 3, 4]


def test_times_are_those_of_the_kernels() -> None:
    times = lift.compile(programs.ITERATIONS).prepare(np.arange(4, dtype=np.int32), M=4).time(repeats=3)
    assert list(times.kernels) == ["start", "step"]
    assert times["step"].launches == 3
    assert times.repeats == 3
    assert 0 < times["step"].least <= times["step"].median < times.total < 1
    assert [line.split()[0] for line in str(times).splitlines()] == ["kernel", "start", "step", "total", "of"]


@pytest.mark.parametrize("strategy", ["cpu", "gpu"])
def test_the_text_is_what_lift_opt_prints(strategy: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIFT_CACHE_DIR", "off")
    path = tmp_path / "dot.mlir"
    path.write_text(DOT_FUNCTION)
    words = [str(path), "-p", f"lift-to-opencl{{strategy={strategy}}}", "-t", "opencl", "--profile", "pocl"]
    command = [sys.executable, "-c", "from lift.tools.lift_opt.main import main; main()", *words]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert lift.compile(path, strategy=strategy, profile="pocl").opencl == done.stdout


def test_several_functions_do_not_get_in_each_others_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIFT_CACHE_DIR", "off")
    caller = """
lift.def @square<N>(%x: !lift.array<N, f32>) -> f32 {
  %r = lift.call @dot(%x, %x)
  lift.return %r
}
"""
    program = lift.compile(DOT_FUNCTION + caller, entry="square")
    assert program(X) == X @ X
    assert "dot" not in program.opencl


def test_every_buffer_is_listed(dot: OpenCLProgram) -> None:
    listed = [(one.name, one.role, one.space, str(one.size), str(one.element)) for one in dot.memory]
    assert listed == [
        ("x", "parameter", "global", "N", "f32"),
        ("y", "parameter", "global", "N", "f32"),
        ("parts", "temporary", "global", "2 * min(N, 4)", "f32"),
        ("result", "result", "global", "1", "f32"),
    ]
    assert [one.name for one in dot.memory.temporaries] == ["parts"]
    tile = lift.compile(programs.ITERATIONS).memory[-1]
    assert (tile.name, tile.space, tile.kernel) == ("tile", "local", "step")
    assert "parts   temporary  global  2 * min(N, 4)  f32" in str(dot.memory)


# PyOpenCL arrays


def test_device_arrays_come_back_without_a_copy(queue: cl.CommandQueue) -> None:
    program = lift.compile(programs.ITERATIONS)
    result = program(to_device(queue, np.arange(9, dtype=np.int32)), M=3)
    assert isinstance(result, Array)
    assert result.queue == queue
    assert (result.get() == np.arange(9) + 3).all()


def test_a_device_array_is_read_where_it_is(queue: cl.CommandQueue) -> None:
    x = to_device(queue, np.arange(9, dtype=np.int32))
    launch = lift.compile(programs.ITERATIONS).prepare(x, M=1)
    x.fill(7)
    queue.finish()
    assert launch.run().result().get().tolist() == [7] * 9


def test_results_on_the_device_are_not_written_again(queue: cl.CommandQueue) -> None:
    x = to_device(queue, np.arange(4, dtype=np.int32))
    launch = lift.compile(programs.ITERATIONS).prepare(x, M=2)
    first = launch.run().result()
    x.fill(0)
    second = launch.run().result()
    assert first.get().tolist() == [1, 2, 3, 4]
    assert second.get().tolist() == [1, 1, 1, 1]


def test_each_result_on_the_device_is_fresh(queue: cl.CommandQueue) -> None:
    launch = lift.compile(programs.ITERATIONS).prepare(to_device(queue, np.arange(4, dtype=np.int32)), M=2)
    launch.result().fill(77)
    assert launch.result().get().tolist() == [1, 2, 3, 4]


def test_numpy_arrays_may_stand_beside_device_arrays(dot: OpenCLProgram, queue: cl.CommandQueue) -> None:
    result = dot(X, to_device(queue, X))
    assert isinstance(result, Array)
    assert result.shape == ()
    assert result.get() == X @ X


def test_tuples_on_the_device_are_separate_arrays(queue: cl.CommandQueue) -> None:
    program = lift.compile(programs.LEAVES)
    ab = (to_device(queue, np.array([True, False])), to_device(queue, np.arange(2, dtype=np.int32)))
    (bits, numbers), last = program(ab, False, np.zeros(3, np.float32))
    assert bits.get().tolist() == [True, False]
    assert numbers.get().tolist() == [0, 1]
    assert last.shape == ()


def test_a_returned_parameter_is_copied_on_the_device(queue: cl.CommandQueue) -> None:
    x = to_device(queue, np.ones((2, 3), np.float32))
    result = lift.compile(programs.IDENTITY)(x)
    x.fill(0)
    assert result.shape == (2, 3)
    assert result.get().min() == 1


@pytest.mark.parametrize("begin", [1, 256])
def test_a_part_of_a_device_array(begin: int, queue: cl.CommandQueue) -> None:
    whole = to_device(queue, np.arange(512, dtype=np.int32))
    assert lift.compile(programs.ITERATIONS)(whole[begin:], M=2).get().tolist() == list(range(begin + 1, 513))


def test_device_arrays_that_cannot_be_used(dot: OpenCLProgram, queue: cl.CommandQueue) -> None:
    x = to_device(queue, X)
    other = to_device(cl.CommandQueue(cl.Context([find_device()])), X)
    with refused("LIFT0235", "%x and %y are in two OpenCL contexts"):
        dot(x, other)
    with refused("LIFT0235", "%x is not contiguous"):
        dot(x[::2], x[:5])
    with refused("LIFT0204", "%y", "float32", "float64"):
        dot(x, to_device(queue, X.astype(np.float64)))
    with refused("LIFT0204", "%y", "float32", ">f4", "get"):
        dot(x, to_device(queue, X.astype(">f4")))
    with refused("LIFT0205", "%y", "10", "9"):
        dot(x, x[:9])
    structured = to_device(queue, np.zeros(3, [("a", "i1"), ("b", "i4")]))
    with refused("LIFT0235", "a tuple of 2 arrays"):
        lift.compile(programs.LEAVES)(structured, True, np.zeros(3, np.float32))


# Devices


def test_a_device_is_found_by_kind_name_and_number() -> None:
    first = all_devices()[0]
    for wanted in (None, first.device, kind_of(first.device), first.device.name[2:9].upper(), "0", "0:0", ":0", 0):
        assert find_device(wanted) == first.device
    assert first.device.name in list_devices()


@pytest.mark.parametrize("wanted", ["no such", "7:0", "0:77", "99", "", "-1", 99, -1, 0.0, cl.get_platforms()[0]])
def test_an_unknown_device_is_refused_with_a_list(wanted: Any) -> None:
    with refused("LIFT0230", "0:0 "):
        lift.compile(programs.DOT, device=wanted)


def test_pyopencl_ctx_chooses_the_device(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYOPENCL_CTX", "0:0")
    assert lift.compile(programs.DOT)(X, X) == X @ X
    monkeypatch.setenv("PYOPENCL_CTX", "no such")
    with refused("LIFT0230", "PYOPENCL_CTX='no such'"):
        lift.compile(programs.DOT)(X, X)


def test_the_text_needs_no_device() -> None:
    code = (
        "import sys, lift\n"
        f"program = lift.compile({programs.DOT!r}, profile='gpu')\n"
        "assert 'kernel void dot_1' in program.opencl and 'parts' in str(program.memory)\n"
        "assert not any(name.startswith('pyopencl') for name in sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_targets_strategies_and_devices_that_do_not_fit() -> None:
    with refused("LIFT0231", "cpu or gpu", "fpga"):
        lift.compile(DOT_FUNCTION, strategy="fpga")
    with refused("LIFT0201", "device='cpu'"):
        compiling.compile_program(DOT_FUNCTION, None, "interpreter", None, "cpu")
    with refused("LIFT0201", "strategy='cpu'"):
        compiling.compile_program(DOT_FUNCTION, None, "interpreter", "cpu")
    with refused("LIFT0201", "host program"):
        lift.compile(programs.DOT, target="interpreter")


# Empty arrays


@pytest.mark.usefixtures("lowering")
def test_an_empty_array_is_answered_by_the_interpreter(queue: cl.CommandQueue) -> None:
    program = lift.compile(DOT_FUNCTION)
    assert program(X[:0], X[:0]) == 0
    on_device = program(to_device(queue, X)[:0], X[:0])
    assert isinstance(on_device, Array)
    assert on_device.get() == 0
    with refused("LIFT0210", "N ge 1"):
        program.prepare(X[:0], X[:0])


def test_a_host_program_has_no_interpreter(dot: OpenCLProgram) -> None:
    with refused("LIFT0210", "N ge 1", "N = 0"):
        dot(X[:0], X[:0])


# Threads


def in_threads(work: Callable[[int], object]) -> None:
    """Do the work with 0, 1, 2 and 3 at once; an error in it is an error here."""
    with ThreadPoolExecutor(4) as threads:
        list(threads.map(work, range(4)))


def test_several_threads_call_one_program() -> None:
    program = lift.compile(programs.ITERATIONS)

    def work(seed: int) -> None:
        for k in range(20):
            x = np.random.default_rng(seed).integers(0, 100, 50 + seed + k).astype(np.int32)
            assert (program(x, M=4) == x + 6).all()

    in_threads(work)
    assert len(program.caller._builds) == 1


def test_several_threads_get_one_context(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[object] = []

    def slow(devices: list[object]) -> object:
        time.sleep(0.05)
        made.append(devices)
        return devices

    monkeypatch.setattr(cl, "Context", slow)
    device: Any = object()
    in_threads(lambda _: context_of(device))
    assert len(made) == 1


def test_several_threads_use_one_launch(dot: OpenCLProgram) -> None:
    launch = dot.prepare(X, X)

    def work(_number: int) -> None:
        for _ in range(200):
            assert launch.run().result() == X @ X

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        in_threads(work)
    finally:
        sys.setswitchinterval(interval)


def test_sizes_are_remembered_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calling, "MOST_SCHEDULES", 3)
    program = lift.compile(programs.DOT)
    for n in range(1, 9):
        assert program(X[:n], X[:n]) == X[:n] @ X[:n]
        assert len(program.caller._schedules) <= 3


def test_a_call_ends_when_its_kernels_have(dot: OpenCLProgram, monkeypatch: pytest.MonkeyPatch) -> None:
    """Kernels read the caller's arrays where they are, so nothing may run on, whatever happens while a result is read."""
    finished: list[bool] = []

    class Queue(cl.CommandQueue):
        def finish(self) -> None:
            super().finish()
            finished.append(True)

    def broken(*_: object) -> object:
        raise KeyboardInterrupt

    monkeypatch.setattr(execution.cl, "CommandQueue", Queue)
    monkeypatch.setattr(execution.PreparedLaunch, "_on_host", broken)
    with pytest.raises(KeyboardInterrupt):
        dot(X, X)
    assert finished
