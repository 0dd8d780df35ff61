"""Arrays of the caller for results: what `out=` takes, what it refuses, and that arguments may be among them."""

from collections.abc import Callable
from typing import Any, TypeAlias

import device_programs as programs
import numpy as np
import pyopencl as cl
import pytest
from device_programs import DOT_FUNCTION, X, refused
from pyopencl.array import Array, empty, to_device

import lift
from lift.runtime.device import execution
from lift.runtime.device.devices import find_device

SWAPPED = """
lift.def @swapped<N>(%x: !lift.array<N, f32>, %y: !lift.array<N, f32>)
    -> tuple<!lift.array<N, f32>, !lift.array<N, f32>> {
  %both = lift.tuple %y, %x
  lift.return %both
}
"""
RUNNING = """
lift.def @twice<N, M>(%x: !lift.array<N, !lift.array<M, i32>>)
    -> tuple<!lift.array<N, !lift.array<M, i32>>, tuple<i32, !lift.array<N, tuple<i32, i32>>>> {
  %zero = arith.constant 0 : i32
  %doubled = lift.map (%row) in %x {
    %d = lift.map (%a) in %row {
      %s = arith.addi %a, %a : i32
      lift.yield %s
    }
    lift.yield %d
  }
  %sums = lift.map (%row) in %x {
    %s = lift.reduce (%acc, %a) in %row from %zero {
      %t = arith.addi %acc, %a : i32
      lift.yield %t
    }
    lift.yield %s
  }
  %total = lift.reduce (%acc, %a) in %sums from %zero {
    %t = arith.addi %acc, %a : i32
    lift.yield %t
  }
  %pairs = lift.zip %sums, %sums
  %inner = lift.tuple %total, %pairs
  %all = lift.tuple %doubled, %inner
  lift.return %all
}
"""
REVERSED = """
lift.def @reversed<N>(%x: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %r = lift.gather %x by (i) -> (N - 1 - i)
  %copied = lift.map (%a) in %r {
    %b = arith.addf %a, %a : f32
    lift.yield %b
  }
  lift.return %copied
}
"""
POSITIVE = """
lift.def @positive<N>(%xs: !lift.array<N, i32>) -> !lift.exists<X upto N, !lift.array<X, i32>> {
  %zero = arith.constant 0 : i32
  %r = lift.filter (%x) in %xs {
    %keep = arith.cmpi sgt, %x, %zero : i32
    lift.yield %keep
  }
  lift.return %r
}
"""
NAMED = """
lift.def @named<N>(%out: !lift.array<N, f32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %r = lift.reduce (%acc, %a) in %out from %zero {
    %s = arith.addf %acc, %a : f32
    lift.yield %s
  }
  lift.return %r
}
"""

Compile: TypeAlias = Callable[[str], Callable[..., Any]]


@pytest.fixture(params=["opencl", "interpreter"])
def compiled(request: pytest.FixtureRequest) -> Compile:
    """Compiles a program for a device, and for the interpreter."""
    target: str = request.param

    def compile_(text: str) -> Callable[..., Any]:
        return lift.compile(text, target=target)

    return compile_


@pytest.fixture(scope="module")
def queue() -> cl.CommandQueue:
    return cl.CommandQueue(cl.Context([find_device()]))


# NumPy arrays


def test_a_result_goes_to_an_array(compiled: Compile) -> None:
    program, room = compiled(REVERSED), np.zeros(10, np.float32)
    for k in range(3):
        assert program(X + k, out=room) is room
        assert (room == 2 * (X + k)[::-1]).all()
    assert (program(X, out=None) == 2 * X[::-1]).all()


def test_a_number_goes_to_an_array_without_dimensions(compiled: Compile) -> None:
    program, room = compiled(DOT_FUNCTION), np.zeros((), np.float32)
    for _ in range(3):
        assert program(X, X, out=room) is room
        assert room == X @ X


def test_each_part_of_a_result_has_an_array(compiled: Compile) -> None:
    program, x = compiled(RUNNING), np.arange(6, dtype=np.int32).reshape(2, 3)
    doubled, total = np.empty((2, 3), np.int32), np.empty((), np.int32)
    pairs = np.empty(2, [("f0", np.int32), ("f1", np.int32)])
    for out in ((doubled, (total, pairs)), [doubled, total, pairs]):
        doubled[:], pairs[:], total[()] = 0, 0, 0
        assert program(x, out=out) is out
        assert (doubled == 2 * x).all()
        assert (int(total), pairs.tolist()) == (15, [(3, 3), (12, 12)])


def test_nothing_is_copied_where_nothing_needs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    program, room = lift.compile(REVERSED), np.zeros(10, np.float32)

    def refuse(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr(execution.PreparedLaunch, "answer", refuse)
    assert (program(X, out=room) == 2 * X[::-1]).all()


def test_an_argument_may_be_where_the_result_goes(compiled: Compile) -> None:
    program = compiled(REVERSED)
    x = X.copy()
    program(x, out=x)
    assert (x == 2 * X[::-1]).all()
    memory = np.arange(15, dtype=np.float32)
    program(memory[:10], out=memory[5:])
    assert (memory[5:] == 2 * X[::-1]).all()


def test_arguments_may_change_places(compiled: Compile) -> None:
    program = compiled(SWAPPED)
    x, y = X.copy(), X + 100
    program(x, y, out=(x, y))
    assert (x == X + 100).all()
    assert (y == X).all()


def test_empty_arrays_and_their_results() -> None:
    room = np.zeros(0, np.float32)
    assert lift.compile(REVERSED)(X[:0], out=room) is room
    total = np.ones((), np.float32)
    lift.compile(DOT_FUNCTION)(X[:0], X[:0], out=total)
    assert total == 0


def test_a_memory_map_and_a_part_of_an_array_are_arrays() -> None:
    rows = np.zeros((3, 10), np.float32)
    lift.compile(REVERSED)(X, out=rows[1])
    assert (rows == [0 * X, 2 * X[::-1], 0 * X]).all()


@pytest.mark.parametrize(
    ("out", "words"),
    [
        (np.zeros(9, np.float32), ("wrong shape", r"\(10,\)", r"\(9,\)")),
        (np.zeros((2, 5), np.float32), ("wrong shape",)),
        (np.zeros(10, np.float64), ("wrong dtype", "float32", "float64")),
        (np.zeros(10, ">f4"), ("wrong dtype",)),
        (np.zeros(20, np.float32)[::2], ("not contiguous",)),
        (np.broadcast_to(np.float32(1), (10,)), ("read-only",)),
        ((np.zeros(10, np.float32),) * 2, ("each part", "1", "2")),
        ((), ("each part",)),
        (3.0, ("out is not an array", "float")),
    ],
)
def test_arrays_that_do_not_fit(compiled: Compile, out: Any, words: tuple[str, ...]) -> None:
    program = compiled(REVERSED)
    for _ in range(2):
        with refused("LIFT0217", *words):
            program(X, out=out)
        assert (program(X) == 2 * X[::-1]).all()


def test_a_mask_has_no_place(compiled: Compile) -> None:
    with refused("LIFT0203", "out has a mask"):
        compiled(REVERSED)(X, out=np.ma.masked_array(X.copy(), X > 3))


def test_parts_in_the_same_memory_are_refused(compiled: Compile) -> None:
    memory = np.zeros(15, np.float32)
    with refused("LIFT0217", r"out\[0\] and out\[1\]", "memory of its own"):
        compiled(SWAPPED)(X, X, out=(memory[:10], memory[5:]))


def test_a_part_is_named_by_its_number(compiled: Compile) -> None:
    with refused("LIFT0217", r"out\[1\] has the wrong shape"):
        compiled(SWAPPED)(X, X, out=(X.copy(), X[:9].copy()))


def test_a_wrong_argument_comes_first(compiled: Compile) -> None:
    with refused("LIFT0204", "%x"):
        compiled(REVERSED)(X.astype(np.float64), out=np.zeros(9))


def test_a_hidden_length_has_no_array(compiled: Compile) -> None:
    with refused("LIFT0218", "leave out= away"):
        compiled(POSITIVE)(np.arange(5, dtype=np.int32), out=np.zeros(5, np.int32))


def test_a_parameter_may_be_called_out(compiled: Compile) -> None:
    assert compiled(NAMED)(out=X) == X.sum()
    with refused("LIFT0202", "given twice"):
        compiled(NAMED)(X, out=X)


# PyOpenCL arrays


def test_a_result_goes_to_a_device_array(queue: cl.CommandQueue) -> None:
    program, x = lift.compile(REVERSED), to_device(queue, X)
    room = empty(queue, (10,), np.float32)
    for _ in range(3):
        assert program(x, out=room) is room
        assert (room.get() == 2 * X[::-1]).all()
    wide = empty(queue, (40,), np.float32)
    wide.fill(7)
    program(x, out=wide[16:26])
    assert (wide.get()[16:26] == 2 * X[::-1]).all()
    assert (wide.get()[:16] == 7).all()
    assert (wide.get()[26:] == 7).all()


def test_device_arrays_may_be_arguments_too(queue: cl.CommandQueue) -> None:
    x, y = to_device(queue, X), to_device(queue, X + 100)
    lift.compile(SWAPPED)(x, y, out=(x, y))
    assert (x.get() == X + 100).all()
    assert (y.get() == X).all()
    lift.compile(REVERSED)(x, out=x)
    assert (x.get() == 2 * (X + 100)[::-1]).all()


def test_tuples_on_the_device_go_to_an_array_for_each_leaf(queue: cl.CommandQueue) -> None:
    program = lift.compile(programs.LEAVES)
    bits, numbers = to_device(queue, np.array([True, False, True])), to_device(queue, np.arange(3, dtype=np.int32))
    out: list[Array] = [empty(queue, 3, np.bool_), empty(queue, 3, np.int32), empty(queue, (), np.float32)]
    program((bits, numbers), True, np.array([1, 2, 3], np.float32), out=out)
    assert [one.get().tolist() for one in out] == [[False, True, False], [0, 1, 2], 3]


def test_an_empty_device_array(queue: cl.CommandQueue) -> None:
    x, room = empty(queue, (0,), np.float32), empty(queue, (), np.float32)
    room.fill(5)
    lift.compile(DOT_FUNCTION)(x, x, out=room)
    assert room.get() == 0


def test_device_arrays_that_do_not_fit(queue: cl.CommandQueue) -> None:
    program, x = lift.compile(REVERSED), to_device(queue, X)
    other = cl.CommandQueue(cl.Context([find_device()]))
    for out, words in (
        (np.zeros(10, np.float32), ("a PyOpenCL array, as an argument is one", "float32 of shape")),
        (empty(queue, 9, np.float32), ("wrong shape",)),
        (empty(queue, 10, np.int32), ("wrong dtype",)),
        (empty(queue, 20, np.float32)[::2], ("not contiguous",)),
        (empty(other, 10, np.float32), ("another OpenCL context",)),
    ):
        with refused("LIFT0217", *words):
            program(x, out=out)
    with refused("LIFT0217", "a NumPy array, as no argument is a PyOpenCL array"):
        program(X, out=empty(queue, 10, np.float32))
    memory = empty(queue, (60,), np.float32)
    with refused("LIFT0217", r"out\[0\] and out\[1\]"):
        lift.compile(SWAPPED)(x, x, out=(memory[:10], memory[5:15]))
    begin = find_device().mem_base_addr_align // 8 // 4
    halves = cl.Buffer(queue.context, cl.mem_flags.READ_WRITE, 4 * (begin + 60))
    parts = [Array(queue, (10,), np.float32, data=halves[4 * begin : 4 * begin + 40]) for _ in range(2)]
    with refused("LIFT0217", r"out\[0\] and out\[1\]"):
        lift.compile(SWAPPED)(x, x, out=tuple(parts))
    with refused("LIFT0218"):
        lift.compile(POSITIVE)(to_device(queue, np.arange(5, dtype=np.int32)), out=empty(queue, 5, np.int32))
