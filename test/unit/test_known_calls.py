"""Calls that look like earlier ones: what they give, that nothing wrong gets through, and what is kept for how long."""

import gc
import sys
import weakref
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import device_programs as programs
import numpy as np
import pyopencl as cl
import pytest
from device_programs import DOT_FUNCTION, X, refused
from pyopencl.array import to_device

import lift
from lift.runtime.device import calling, execution, known_calls
from lift.runtime.device.devices import find_device
from lift.runtime.device.program import OpenCLProgram

AXPY = """
lift.def @axpy<N>(%a: f32, %xs: !lift.array<N, f32>, %ys: !lift.array<N, f32>) -> !lift.array<N, f32> where [N le 100] {
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
NEGATED = """
lift.def @negated<N>(%s: ui8, %bits: !lift.array<N, i1>) -> tuple<!lift.array<N, i1>, ui8> {
  %true = arith.constant true
  %r = lift.map (%b) in %bits {
    %n = arith.xori %b, %true : i1
    lift.yield %n
  }
  %both = lift.tuple %r, %s
  lift.return %both
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
ROWS = """
lift.def @sums<N, rows[N]>(%m: !lift.array<i : N, !lift.array<rows[i], i32>>) -> !lift.array<N, i32>
    where [rows[_] le 4] {
  %zero = arith.constant 0 : i32
  %r = lift.map (%row) in %m {
    %s = lift.reduce (%acc, %x) in %row from %zero {
      %t = arith.addi %acc, %x : i32
      lift.yield %t
    }
    lift.yield %s
  }
  lift.return %r
}
"""


@pytest.fixture
def checks(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """A list that grows by one whenever a call is checked."""
    made: list[object] = []
    original = calling.check_call

    def check(*words: Any) -> Any:
        made.append(words)
        return original(*words)

    monkeypatch.setattr(calling, "check_call", check)
    return made


@pytest.fixture(scope="module")
def axpy() -> OpenCLProgram:
    return lift.compile(AXPY)


def kept(program: OpenCLProgram) -> int:
    return sum(len(known.launches) for known in program.caller._known._known.values())


# What is not checked again


def test_a_call_is_checked_once_for_what_it_looks_like(checks: list[object]) -> None:
    program = lift.compile(AXPY)
    for k in range(5):
        x, y = np.full(7, k, np.float32), np.arange(7, dtype=np.float32)
        assert (program(np.float32(k), x, y) == k * x + y).all()
        assert (program(k, ys=y, xs=x) == k * x + y).all()
    assert len(checks) == 1
    program(1.0, X, X)
    program(1.0, X, X, N=10)
    assert len(checks) == 3


def test_a_view_is_read_as_it_lies(axpy: OpenCLProgram) -> None:
    grid = np.arange(30, dtype=np.float32).reshape(10, 3)
    for x in (X, grid[:, 1], X[::-1], grid.T[0]):
        assert (axpy(2.0, x, X) == 2 * x + X).all()


def test_lists_are_checked_each_time(checks: list[object]) -> None:
    program = lift.compile(AXPY)
    for _ in range(3):
        assert program(1.0, [1, 2, 3], [4.0, 5, 6]).tolist() == [5, 7, 9]
    assert len(checks) == 3


def test_tuples_are_remembered(checks: list[object]) -> None:
    program = lift.compile(programs.LEAVES)
    for k in range(3):
        bits, numbers = np.array([True, False, k == 1]), np.arange(3, dtype=np.int32) + k
        cells, last = program((bits, numbers), True, np.array([1, 2, k], np.float32))
        assert cells["f0"].tolist() == (~bits).tolist()
        assert (cells["f1"].tolist(), last) == (numbers.tolist(), k)
    assert len(checks) == 1


def test_hidden_lengths_are_those_of_each_call(checks: list[object]) -> None:
    program = lift.compile(POSITIVE)
    for xs in ([1, -2, 3], [-1, -2, -3], [1, 2, 3], [0, 0, 5]):
        assert program(np.array(xs, np.int32)).tolist() == [x for x in xs if x > 0]
    assert len(checks) == 1


def test_device_arrays_are_remembered_by_their_shape(checks: list[object]) -> None:
    program = lift.compile(AXPY)
    results: list[Any] = []
    for _ in range(3):
        queue = cl.CommandQueue(cl.Context([find_device()]))
        results.append(program(2.0, to_device(queue, X), to_device(queue, X)))
    assert all((one.get() == 3 * X).all() for one in results)
    assert len(checks) == 1
    assert kept(program) == 0


# What must be noticed all the same


def test_what_is_wrong_is_found_after_a_call_that_was_right(axpy: OpenCLProgram) -> None:
    for _ in range(3):
        assert (axpy(2.0, X, X) == 3 * X).all()
    fresh = lift.compile(AXPY)
    wrong: list[tuple[Any, ...]] = [
        (2.0, X, X[:9]),
        (2.0, X, X.astype(np.float64)),
        (2.0, X, X.astype(">f4"), X),
        (2.0, X, X.reshape(2, 5)),
        (np.float64(2), X, X),
        (np.array([2], np.float32), X, X),
        (2j, X, X),
        (True, X, X),
        (np.bool_(1), X, X),
        (10**400, X, X),
        (2.0, np.ma.masked_array(X, X > 3), X),
        (2.0, np.zeros(101, np.float32), np.zeros(101, np.float32)),
        (2.0, X),
        (2.0, X, None),
        (2.0, (X,), X),
    ]
    for arguments in wrong:
        with pytest.raises(lift.LiftError) as expected:
            fresh(*arguments)
        with pytest.raises(lift.LiftError) as found:
            axpy(*arguments)
        assert str(found.value) == str(expected.value)
    for named in ({"N": 9}, {"N": True}, {"M": 10}, {"a": 1.0}):
        with pytest.raises(lift.LiftError) as expected:
            fresh(2.0, X, X, **named)
        with pytest.raises(lift.LiftError) as found:
            axpy(2.0, X, X, **named)
        assert str(found.value) == str(expected.value)


def test_another_order_of_bytes_is_read_as_such(axpy: OpenCLProgram) -> None:
    for x in (X, X.astype(">f4"), X, X.astype(">f4")):
        assert (axpy(2.0, x, X) == 3 * X).all()


def test_numbers_are_looked_at_each_time() -> None:
    program = lift.compile(NEGATED)
    bits = np.array([True, False])
    for number in (1, 255, np.uint8(7)):
        assert program(number, bits)[1] == number
    for number in (-1, 256, np.int64(1), 1.5):
        with refused("LIFT0204", "%s"):
            program(number, bits)


def test_every_byte_but_0_is_true_in_each_call() -> None:
    program = lift.compile(NEGATED)
    for data in ([1, 0, 1], [2, 0, 255], [0, 0, 1], [7, 7, 0]):
        bits, _ = program(0, np.array(data, np.uint8).view(np.bool_))
        assert bits.view(np.uint8).tolist() == [int(not byte) for byte in data]


def test_a_table_is_known_by_its_entries(checks: list[object]) -> None:
    program = lift.compile(ROWS)
    cells, rows = np.arange(6, dtype=np.int32), np.array([1, 2, 3])
    for _ in range(3):
        assert program(cells, rows=rows).tolist() == [0, 3, 12]
    assert len(checks) == 1
    rows[:] = [3, 2, 1]  # the same array
    assert program(cells, rows=rows).tolist() == [3, 7, 5]
    rows[:] = [0, 1, 5]
    with refused("LIFT0209", "rows"):
        program(cells, rows=rows)
    rows[:] = [-1, 4, 3]
    with refused("LIFT0208", "rows"):
        program(cells, rows=rows)
    rows[:] = [1, 2, 2]
    with refused("LIFT0205"):
        program(cells, rows=rows)


def test_a_large_table_is_known_by_its_entries_too(monkeypatch: pytest.MonkeyPatch, checks: list[object]) -> None:
    monkeypatch.setattr(known_calls, "MOST_ENTRIES", 2)
    monkeypatch.setattr(known_calls, "SHOWN", 1)
    program = lift.compile(ROWS)
    cells, rows = np.arange(6, dtype=np.int32), np.array([1, 2, 3])
    for _ in range(3):
        assert program(cells, rows=rows).tolist() == [0, 3, 12]
    assert len(checks) == 1
    rows[:] = [1, 3, 2]  # the same array, which shows its first entry
    assert program(cells, rows=rows).tolist() == [0, 6, 9]
    assert program(cells, rows=np.array([1, 2, 3])).tolist() == [0, 3, 12]
    rows[:] = [1, 4, 3]
    with refused("LIFT0205"):
        program(cells, rows=rows)
    assert len(program.caller._known) == 1


def test_large_tables_that_are_too_large_together_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(known_calls, "MOST_ENTRIES", 2)
    for most, kept in ((100, 3), (60, 2), (24, 1), (23, 0)):
        monkeypatch.setattr(known_calls, "MOST_BYTES", most)
        program = lift.compile(ROWS)
        for rows in ([1, 2, 3], [2, 1, 3], [3, 2, 1]):
            assert len(program(np.arange(6, dtype=np.int32), rows=np.array(rows))) == 3
        assert len(program.caller._known) == kept


# What is kept


def test_the_call_that_was_not_made_for_the_longest_time_is_forgotten(
    monkeypatch: pytest.MonkeyPatch, checks: list[object]
) -> None:
    monkeypatch.setattr(known_calls, "MOST_KNOWN", 3)
    program = lift.compile(DOT_FUNCTION)
    for n in (1, 2, 3, 1, 4, 1):
        assert program(X[:n], X[:n]) == X[:n] @ X[:n]
        assert len(program.caller._known) <= 3
    assert len(checks) == 4
    program(X[:2], X[:2])
    assert len(checks) == 5


def test_results_are_fresh(axpy: OpenCLProgram) -> None:
    results = [axpy(float(k), X, X) for k in range(5)]
    assert all((result == k * X + X).all() for k, result in enumerate(results))


@pytest.mark.slow
def test_arguments_are_let_go(axpy: OpenCLProgram) -> None:
    for _ in range(3):
        x = X + 1
        gone = weakref.ref(x)
        axpy(2.0, x, X)
        del x
        gc.collect()
        assert gone() is None


def test_large_buffers_are_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    program = lift.compile(DOT_FUNCTION)
    for most in (1 << 20, 0):
        monkeypatch.setattr(execution, "MOST_KEPT", most)
        for _ in range(3):
            assert program(X, X) == X @ X
        (launch,) = next(iter(program.caller._known._known.values())).launches
        assert (launch._pool.bytes > 0) == (most > 0)


def test_a_call_that_fails_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    program = lift.compile(DOT_FUNCTION)
    for _ in range(3):
        program(X, X)
    assert kept(program) == 1

    def broken(*_: object) -> object:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(execution.PreparedLaunch, "_on_host", broken)
        with pytest.raises(KeyboardInterrupt):
            program(X, X)
    assert kept(program) == 0
    assert program(X, X) == X @ X


def test_threads_that_make_the_same_call_do_not_meet() -> None:
    axpy, positive = lift.compile(AXPY), lift.compile(POSITIVE)

    def work(seed: int) -> None:
        rng = np.random.default_rng(seed)
        for _ in range(100):
            x, y = rng.random((2, 33), np.float32)
            assert (axpy(2.0, x, y) == 2 * x + y).all()
            xs = rng.integers(-5, 6, 33).astype(np.int32)
            assert (positive(xs) == xs[xs > 0]).all()

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        with ThreadPoolExecutor(6) as threads:
            list(threads.map(work, range(6)))
    finally:
        sys.setswitchinterval(interval)
    assert 0 < kept(axpy) <= known_calls.MOST_LAUNCHES
