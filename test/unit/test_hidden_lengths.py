"""Hidden lengths at the boundary: results at their real length, parameters, rows, bounds, and one read-back a call."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pyopencl as cl
import pyopencl.array as cl_array
import pytest

import lift
from lift.dialects.loader import lift_context, load_module
from lift.lowering.host_to_python.target import to_python
from lift.lowering.lift_to_opencl import LiftToOpenCLPass
from lift.runtime.device import calling
from lift.runtime.device.calling import limits_of
from lift.runtime.device.schedule import Limits

STRATEGIES = ("cpu", "gpu")

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
TWO = """
lift.def @two<N>(%xs: !lift.array<N, i32>) -> tuple<!lift.exists<X upto N, !lift.array<X, i32>>, i32, !lift.exists<X upto N, !lift.array<X, i32>>> {
  %zero = arith.constant 0 : i32
  %p = lift.filter (%x) in %xs {
    %keep = arith.cmpi sgt, %x, %zero : i32
    lift.yield %keep
  }
  %n = lift.filter (%x) in %xs {
    %keep = arith.cmpi slt, %x, %zero : i32
    lift.yield %keep
  }
  %l = lift.length %p
  %t = lift.tuple %p, %l, %n
  lift.return %t
}
"""
DOUBLED = """
lift.def @doubled<N>(%e: !lift.exists<X upto N, !lift.array<X, i32>>) -> !lift.exists<X upto N, !lift.array<X, i32>> {
  %r = lift.map (%x) in %e {
    %y = arith.addi %x, %x : i32
    lift.yield %y
  }
  lift.return %r
}
"""
OPENED_TWICE = """
lift.def @twice<N>(%e: !lift.exists<X upto N, !lift.array<X, i32>>) -> !lift.exists<X upto N + 2, !lift.array<X, i32>> {
  %zero = arith.constant 0 : i32
  %a = lift.unpack (%xs)[X] in %e {
    %m = lift.map (%x) in %xs {
      %y = arith.addi %x, %x : i32
      lift.yield %y
    }
    %p = lift.pack %m as !lift.exists<X upto N, !lift.array<X, i32>>
    lift.yield %p
  }
  %b = lift.unpack (%ys)[Y] in %a {
    %padded = lift.pad constant %zero 1, 1 %ys
    %sums = lift.scan (%acc, %y) in %padded from %zero {
      %s = arith.addi %acc, %y : i32
      lift.yield %s
    }
    %q = lift.pack %sums as !lift.exists<X upto N + 2, !lift.array<X, i32>>
    lift.yield %q
  }
  lift.return %b
}
"""
ROWS = """
lift.def @rows<N, M>(%a: !lift.array<N, !lift.array<M, i32>>) -> !lift.array<N, !lift.exists<X upto M, !lift.array<X, i32>>> {
  %zero = arith.constant 0 : i32
  %r = lift.map (%row) in %a {
    %s = lift.filter (%x) in %row {
      %keep = arith.cmpi sgt, %x, %zero : i32
      lift.yield %keep
    }
    lift.yield %s
  }
  lift.return %r
}
"""
JOINED = """
lift.def @joined<N, M, B>(%rows: !lift.array<N, !lift.exists<X upto M, !lift.array<X, i32>>>) -> !lift.exists<X upto B, !lift.array<X, i32>> {
  %r = lift.join %rows upto B
  lift.return %r
}
"""
SIZES = (1, 2, 7, 512, 513, 65536, 65537, 131101)


def numbers(count: int, *, kind: str = "some") -> Any:
    drawn = np.random.default_rng(count).integers(-9, 9, count).astype(np.int32)
    return {"some": drawn, "all": np.abs(drawn) + 1, "none": -np.abs(drawn)}[kind]


@pytest.mark.parametrize("kind", ["some", "all", "none"])
@pytest.mark.parametrize("strategy", STRATEGIES)
def test_what_is_kept_comes_back_at_its_length(strategy: str, kind: str) -> None:
    program = lift.compile(POSITIVE, strategy=strategy)
    for count in SIZES:
        xs = numbers(count, kind=kind)
        np.testing.assert_array_equal(program(xs), xs[xs > 0], strict=True)


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_two_hidden_lengths_are_read_back_at_once(strategy: str, monkeypatch: pytest.MonkeyPatch) -> None:
    program = lift.compile(TWO, strategy=strategy)
    xs = numbers(1000)
    program(xs)
    copied: list[int] = []
    right = cl.enqueue_copy

    def counted(queue: cl.CommandQueue, to: Any, *rest: Any, **named: Any) -> Any:
        if isinstance(to, np.ndarray):
            copied.append(to.nbytes)
        return right(queue, to, *rest, **named)

    monkeypatch.setattr(cl, "enqueue_copy", counted)
    positive, length, negative = program(xs)
    np.testing.assert_array_equal(positive, xs[xs > 0], strict=True)
    np.testing.assert_array_equal(negative, xs[xs < 0], strict=True)
    assert length == len(positive)
    # All lengths together, then only what there is.
    assert copied[1:] == [positive.nbytes, length.nbytes, negative.nbytes]


def test_a_prepared_call_runs_again() -> None:
    launch = lift.compile(POSITIVE).prepare(numbers(700))
    for _ in range(3):
        np.testing.assert_array_equal(launch.run().result(), numbers(700)[numbers(700) > 0], strict=True)


def test_arrays_on_the_device_stay_there() -> None:
    context = cl.create_some_context(interactive=False)
    queue = cl.CommandQueue(context)
    xs = numbers(3000)
    result = lift.compile(POSITIVE)(cl_array.to_device(queue, xs))
    assert isinstance(result, cl_array.Array)
    np.testing.assert_array_equal(result.get(), xs[xs > 0], strict=True)


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("count", [0, 1, 5, 100])
def test_a_parameter_has_any_length_up_to_its_bound(count: int, strategy: str) -> None:
    program = lift.compile(DOUBLED, strategy=strategy)
    np.testing.assert_array_equal(program(numbers(count), N=100), 2 * numbers(count), strict=True)
    with pytest.raises(lift.LiftError, match=r"longer than its type allows"):
        program(numbers(101), N=100)


IN_A_TUPLE = """
lift.def @f(%c: i32, %pair: tuple<i32, i32>, %n: i32)
    -> tuple<!lift.exists<X upto 3, !lift.array<X, tuple<i32>>>, tuple<i32, i32>, tuple<i32, i32>> {
  %xs = lift.generate [i : %n upto 3] {
    lift.yield %c
  }
  %ys = lift.map (%x) in %xs {
    %one = lift.tuple %c
    lift.yield %one
  }
  %r = lift.tuple %ys, %pair, %pair
  lift.return %r
}"""


@pytest.mark.parametrize("strategy", ["cpu", "plain", "gpu"])
def test_a_part_of_a_tuple_is_copied_with_its_length(strategy: str) -> None:
    program = lift.compile(IN_A_TUPLE, strategy=strategy)
    for n in range(4):
        found, *pairs = program(7, (4, 5), n)
        assert found["f0"].tolist() == [7] * n
        assert pairs == [(4, 5), (4, 5)]


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("count", [0, 1, 100])
def test_what_is_hidden_again_may_be_opened_again(count: int, strategy: str) -> None:
    """No kernel stores a length that the host computes, so none may be read from where it would be."""
    want = np.cumsum(np.pad(2 * numbers(count), 1), dtype=np.int32)
    np.testing.assert_array_equal(
        lift.compile(OPENED_TWICE, strategy=strategy)(numbers(count), N=100), want, strict=True
    )


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize(("n", "m"), [(1, 1), (7, 3), (67, 131)])
def test_rows_come_back_as_a_list_of_arrays_of_their_own(n: int, m: int, strategy: str) -> None:
    a = numbers(n * m).reshape(n, m)
    got = lift.compile(ROWS, strategy=strategy)(a)
    assert len(got) == n
    for ours, row in zip(got, a, strict=True):
        np.testing.assert_array_equal(ours, row[row > 0], strict=True)
        assert ours.flags.owndata


@pytest.mark.parametrize("target", ["interpreter", *STRATEGIES])
def test_a_bound_that_is_passed_is_an_error_of_the_call(target: str) -> None:
    options: dict[str, Any] = {"target": target} if target == "interpreter" else {"strategy": target}
    program = lift.compile(JOINED, **options)
    rows = [numbers(k) for k in (3, 0, 4)]
    np.testing.assert_array_equal(program(rows, M=4, B=7), np.concatenate(rows), strict=True)
    with pytest.raises(
        lift.LiftError, match=r"LIFT0216.*'lift.join' gives more.*\n(.*\n)*  expected: at most B, which is 6\n"
    ):
        program(rows, M=4, B=6)


def test_no_row_is_written_where_a_bound_is_passed() -> None:
    assert re.search(r"  if \(total <= B\) \{\n(    int .*\n)?    for \(", lift.compile(JOINED).opencl)


def test_the_lengths_of_a_call_fit_32_bits(monkeypatch: pytest.MonkeyPatch) -> None:
    def roomy(device: cl.Device) -> Limits:  # PoCL has what the machine has
        return replace(limits_of(device), buffer=1 << 40, memory=1 << 40)

    monkeypatch.setattr(calling, "limits_of", roomy)
    program = lift.compile(DOUBLED.replace("i32", "i8"))
    with pytest.raises(lift.LiftError, match=r"LIFT0244.*32 bits\n(.*\n)*.*N = 2147483648, length\(%e\) = 3"):
        program(np.arange(3, dtype=np.int8), N=1 << 31)


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_indices_of_a_filter_have_32_bits(strategy: str) -> None:
    assert "long" not in lift.compile(POSITIVE, strategy=strategy).opencl


@pytest.mark.parametrize(
    ("text", "arguments", "named"),
    [
        (POSITIVE, (numbers(700),), {}),
        (TWO, (numbers(700),), {}),
        (DOUBLED, (numbers(5),), {"N": 9}),
        (ROWS, (numbers(12).reshape(3, 4),), {}),
    ],
    ids=["positive", "two", "doubled", "rows"],
)
def test_the_printed_program_gives_the_same(
    text: str, arguments: tuple[Any, ...], named: dict[str, int], tmp_path: Path
) -> None:
    module = load_module(text)
    LiftToOpenCLPass().apply(lift_context(), module)
    namespace: dict[str, Any] = {"__name__": "printed"}
    exec(compile(to_python(module), str(tmp_path / "printed.py"), "exec"), namespace)
    name = text[text.index("@") + 1 : text.index("<")]
    got, want = namespace[name](*arguments, **named), lift.compile(text, target="interpreter")(*arguments, **named)
    assert_same(got, want)


def assert_same(got: Any, want: Any) -> None:
    if isinstance(want, tuple | list):
        assert len(got) == len(want)
        for ours, theirs in zip(got, want, strict=True):
            assert_same(ours, theirs)
    else:
        np.testing.assert_array_equal(got, want)
