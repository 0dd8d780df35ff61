"""The benchmarks: the runner."""

from pathlib import Path

import bench
import pytest


def test_the_runner_knows_the_benchmarks_that_are_there():
    assert all((bench.HERE / f"{name}.py").exists() for name in bench.BENCHMARKS)


@pytest.mark.parametrize("words", ["table_calls --quick --longest 3", "--quick table_calls --longest 3"])
def test_the_runner_passes_arguments_on(words: str):
    ((path, *passed),) = bench.commands(words.split())
    assert (Path(path).name, passed) == ("table_calls.py", ["--runs=5", "--longest", "3"])
