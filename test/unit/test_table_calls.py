"""Calls with tables: what is checked and computed from a table is done for all of it at once, and exactly."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import device_programs as programs
import numpy as np
import pytest
from device_programs import refused

import lift
from lift.dialects.lift.functions import DefOp
from lift.dialects.loader import load_module
from lift.runtime.boundary import check_call
from lift.runtime.device.schedule import Limits, schedule
from lift.runtime.sizes import Sizes

SUMS = """lift.def @f<N, M, rows[N], more[N]>(%m: !lift.array<i : N, !lift.array<{length}, tuple<i32, vector<2xi32>>>>)
    -> !lift.array<N, i32> where [rows[_] le M, more[_] mod 2 eq 0] {{
  %zero = arith.constant 0 : i32
  %r = lift.map (%row) in %m {{
    %s = lift.reduce (%sum, %p) in %row from %zero {{
      %a = lift.get %p[0]
      %t = arith.addi %sum, %a : i32
      lift.yield %t
    }}
    lift.yield %s
  }}
  lift.return %r
}}
"""

LENGTHS: dict[str, Callable[[Any, Any], Any]] = {
    "rows[i]": lambda rows, _: rows,
    "rows[i] + more[i]": lambda rows, more: rows + more,
    "min(rows[i], 2)": lambda rows, _: np.minimum(rows, 2),
    "if(rows[i] lt 2, 1, rows[i] floordiv 2)": lambda rows, _: np.where(rows < 2, 1, rows // 2),
    "i mod 3 + rows[i]": lambda rows, _: np.arange(len(rows)) % 3 + rows,
}


def tables_of(count: int) -> tuple[Any, Any]:
    rng = np.random.default_rng(count)
    return rng.integers(0, 5, count), 2 * rng.integers(0, 2, count)


def python_calls(run: Callable[[], object]) -> int:
    """How many functions of Python are called."""
    called = 0

    def note(_frame: FrameType, event: str, _arg: object) -> None:
        nonlocal called
        called += event == "call"

    sys.setprofile(note)
    try:
        run()
    finally:
        sys.setprofile(None)
    return called


@pytest.mark.slow
@pytest.mark.parametrize("length", LENGTHS)
def test_no_work_of_python_grows_with_the_rows(length: str) -> None:
    program = lift.compile(SUMS.format(length=length))
    counts: list[int] = []
    for n in (40, 4000):
        rows, more = tables_of(n)
        lengths = LENGTHS[length](rows, more)
        cells = (np.arange(lengths.sum(), dtype=np.int32), np.ones(2 * lengths.sum(), np.int32))

        def call(cells: Any = cells, rows: Any = rows, more: Any = more) -> Any:
            return program(cells, M=9, rows=rows, more=more)

        ends = np.cumsum(lengths)
        right = [int(cells[0][end - size : end].sum()) for size, end in zip(lengths, ends, strict=True)]
        assert call().tolist() == right
        counts.append(python_calls(call))
    assert counts[1] < counts[0] + 100


def checked(type_: str, value: Any, **named: Any) -> None:
    module = load_module(f"lift.def @f<N, rows[N]>(%x: {type_}) -> {type_} {{\nlift.return %x\n}}")
    (function,) = module.ops
    assert isinstance(function, DefOp)
    check_call(function, (value,), named)


ROWS = [2, 3, 0, 3]
INNER: dict[str, Callable[[int], int]] = {
    "!lift.array<j : rows[i], !lift.array<rows[i] + i * j, i32>>": lambda i: sum(
        ROWS[i] + i * j for j in range(ROWS[i])
    ),
    "!lift.array<sum(j : i, rows[j]), i32>": lambda i: sum(ROWS[:i]),
    "!lift.array<max(rows[i] mod 2, 1), !lift.array<pow(2, i), i32>>": lambda i: max(ROWS[i] % 2, 1) * 2**i,
}


@pytest.mark.parametrize("inner", INNER)
def test_rows_of_rows(inner: str) -> None:
    size = sum(INNER[inner](i) for i in range(4))
    checked(f"!lift.array<i : N, {inner}>", np.zeros(size, np.int32), rows=ROWS)
    with refused("LIFT0205", "%x", str(size), str(size + 1)):
        checked(f"!lift.array<i : N, {inner}>", np.zeros(size + 1, np.int32), rows=ROWS)


@pytest.mark.parametrize(
    "rows",
    [
        [1, 0, 2],
        np.array([1, 0, 2], np.int8),
        np.array([1, 0, 2], np.uint64),
        np.array([1, 0, 2], ">i4"),
        np.array([1, 9, 0, 9, 2, 9])[::2],
    ],
)
def test_a_table_may_be_of_any_integers(rows: Any) -> None:
    assert lift.compile(programs.TABLES)(np.arange(3, dtype=np.int32), rows=rows).tolist() == [0, 0, 3]


def test_an_entry_that_has_more_than_63_bits() -> None:
    with refused("LIFT0208", "'rows' has an entry that is too large", r"rows\[1\] = 9223372036854775808"):
        checked("!lift.array<N, i32>", np.zeros(2, np.int32), rows=np.array([1, 2**63], np.uint64))


def test_the_sizes_of_all_rows_may_pass_64_bits() -> None:
    with refused("LIFT0205", "18446744073709551614 elements in all"):
        checked("!lift.array<i : N, !lift.array<rows[i], i32>>", np.zeros(2, np.int32), rows=[2**63 - 1] * 2)


def test_a_running_sum_that_no_device_can_compute_with_is_refused() -> None:
    plan, vast = lift.compile(programs.TABLES, strategy="cpu").lowered.plan, 1 << 80
    for_all = Limits("a vast device", 64, (64, 64, 64), vast, vast, vast)
    with refused("LIFT0244", "2\\^63 - 1", "18446744073709551614"):
        schedule(plan, Sizes({"N": 2}, {"rows": [2**63 - 1] * 2}), for_all)


def test_a_table_stays_as_it_was_prepared() -> None:
    program = lift.compile(programs.TABLES)
    rows = np.array([1, 2, 0, 3])
    launch = program.prepare(np.arange(6, dtype=np.int32), rows=rows)
    rows[:] = 7
    assert launch.result().tolist() == [0, 3, 0, 12]


def test_a_fact_that_has_no_value_at_an_entry() -> None:
    module = load_module(
        "lift.def @f<N, rows[N]>(%x: !lift.array<N, i32>) -> !lift.array<N, i32> where [6 mod rows[_] eq 0] {\n"
        "lift.return %x\n}"
    )
    (function,) = module.ops
    assert isinstance(function, DefOp)
    check_call(function, (np.zeros(2, np.int32),), {"rows": [1, 3]})
    with refused("LIFT0209", r"rows\[1\] = 4"):
        check_call(function, (np.zeros(3, np.int32),), {"rows": [2, 4, 0]})
    with refused("LIFT0209", "the divisor", r"rows\[1\] = 0"):
        check_call(function, (np.zeros(3, np.int32),), {"rows": [2, 0, 4]})
