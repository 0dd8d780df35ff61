"""The benchmarks on small arrays: everybody computes what NumPy computes, and the tables can be printed."""

from io import StringIO
from pathlib import Path

import bench
import calls
import filters
import pytest
from filter_workloads import KINDS, Inputs, Sizes, Workload
from rich.console import Console

import lift

SMALL = Sizes((999, 70_001), (5, 37), (0.0, 0.1, 1.0))


@pytest.fixture(scope="module")
def inputs() -> Inputs:
    return Inputs()


def workloads(inputs: Inputs, kind: str) -> list[Workload]:
    return list(KINDS[kind](inputs, SMALL))


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_filters_give_what_numpy_gives(inputs: Inputs, kind: str):
    for workload in workloads(inputs, kind):
        filters.check(workload, filters.contenders_of(workload))


@pytest.mark.parametrize("kind", KINDS)
def test_a_call_reads_at_most_once_from_the_device(inputs: Inputs, kind: str):
    ours, *_ = filters.contenders_of(workloads(inputs, kind)[0])
    with filters.read_backs() as reads:
        ours.call()
    assert len(reads) <= 1


def test_a_wrong_result_is_noticed(inputs: Inputs):
    nothing, tenth, *_ = (one for one in workloads(inputs, "double") if one.condition == "cheap")
    with pytest.raises(ValueError, match="ours does not give what NumPy gives"):
        nothing.check("ours", filters.contenders_of(tenth)[0].call())


@pytest.mark.parametrize("kind", KINDS)
def test_the_table_has_a_row_for_each_workload(inputs: Inputs, kind: str):
    out = StringIO()
    one = filters.measured(workloads(inputs, kind)[-1], rounds=1)
    filters.report(Console(file=out, width=140), [one, one])
    lines = out.getvalue().splitlines()
    assert sum(line.lstrip().startswith(one.workload.size) for line in lines) == 2


def test_the_runner_knows_the_benchmarks_that_are_there():
    assert all((bench.HERE / f"{name}.py").exists() for name in bench.BENCHMARKS)


@pytest.mark.parametrize("words", ["filters --quick sum", "--quick filters sum"])
def test_the_runner_passes_arguments_on(words: str):
    ((path, *passed),) = bench.commands(words.split())
    assert (Path(path).name, passed) == ("filters.py", ["--quick", "sum"])


@pytest.mark.parametrize("workload", calls.WORKLOADS, ids=lambda one: one.name)
def test_calls_give_what_kernels_by_hand_give(workload: calls.Workload):
    program = lift.compile(workload.text)
    calls.check(workload, program, 16)
    contenders = calls.contenders(workload, program, 16)
    assert calls.microseconds(contenders, 1).keys() == contenders.keys()


def test_a_call_that_gives_something_else_is_noticed():
    scale, *_ = calls.WORKLOADS
    doubled = lift.compile(scale.text.replace("mulf", "addf"))
    with pytest.raises(ValueError, match="@scale does not give what it should"):
        calls.check(scale, doubled, 16)
