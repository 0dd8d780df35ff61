"""Random programs agree with the interpreter on the device; and mistakes that are planted in the compiler are found."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing import get_context
from statistics import median

import numpy as np
import program_checks
import pytest
from how_many import how_many
from planted_mistakes import ENOUGH, KNOWN, PLANTED, finds, no_tail
from program_checks import RANDOM_WAYS, check, exact_numbers
from random_opencl import Total
from random_opencl_runs import STYLES, Report, drawn, run_one
from random_programs import RULES
from random_types import TABLE
from xdsl.dialects.builtin import TupleType
from xdsl.ir import Attribute

from lift.analysis.errors import NOT_COMPILED
from lift.dialects.diagnostics import LiftError
from lift.dialects.lift.types import ArrayType, free_tables

FIRST, EACH = 6_000, how_many(8, usual=10)
"""The seed of the first program, which has the first style, and how many there are of each style for each strategy: one of
three is built with all optimisations."""

DRAWN = range(FIRST, FIRST + 180)
"""Programs of which only the kinds of ops and types are looked at."""


def seeds(style: str, way: str) -> range:
    """The programs of a style are for one strategy and the other, in turn."""
    first = FIRST + STYLES.index(style) + len(STYLES) * list(RANDOM_WAYS).index(way)
    step = len(STYLES) * len(RANDOM_WAYS)
    return range(first, first + EACH * step, step)


@pytest.mark.parametrize(
    "way", ["cpu", *(pytest.param(way, marks=pytest.mark.slow) for way in RANDOM_WAYS if way != "cpu")]
)
@pytest.mark.parametrize("style", STYLES)
def test_random_programs_agree_with_the_interpreter(style: str, way: str) -> None:
    total, failures = Total(), list[str]()
    for seed in seeds(style, way):
        report = run_one(seed, (way,), shrink=True)
        total.add(report)
        failures += report.failures
    assert not failures, "\n".join(failures)
    assert list(total.empty((way,))) == []
    assert total.programs == {style: EACH}


@pytest.mark.slow
def test_programs_are_deep_and_have_every_op() -> None:
    programs = [drawn(seed) for seed in DRAWN]
    covered = sum((program.covered for program in programs), Counter[str]())
    seldom = {op.name: covered[op.name] for op in RULES if covered[op.name] < 2}
    assert seldom == {}
    assert median(program.depth for program in programs) >= 3


@pytest.mark.parametrize("style", [style for style in STYLES if style.startswith("ragged")])
def test_rows_of_different_length_are_used(style: str) -> None:
    programs = [drawn(seed) for seed in DRAWN if STYLES[seed % len(STYLES)] == style]
    values = [[value.type for op in program.function.walk() for value in op.operands] for program in programs]
    assert sum(any(map(ragged, types)) for types in values) >= len(programs) // 3
    assert sum(any(TABLE in free_tables(type_) for type_ in types) for types in values) >= len(programs) // 10


def ragged(type_: Attribute) -> bool:
    match type_:
        case ArrayType():
            return type_.dependent or ragged(type_.element)
        case TupleType():
            return any(map(ragged, type_.types))
        case _:
            return False


@pytest.mark.slow
def test_a_compiler_that_refuses_everything_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> object:
        raise LiftError(NOT_COMPILED, "planted")

    monkeypatch.setattr(program_checks, "mapped_for", refuse)
    total = Total()
    for seed in range(2 * len(STYLES), 4 * len(STYLES)):  # all of which verify
        total.add(run_one(seed))
    assert list(total.empty(tuple(RANDOM_WAYS))) == [
        f"{style}, {way}: 2 of 2 programs were refused" for style in STYLES for way in RANDOM_WAYS
    ]


def test_results_without_a_number_do_not_count() -> None:
    total = Total()
    for seed in range(0, 10 * len(STYLES), len(STYLES)):
        total.add(Report(seed, compared=Counter(cpu=1)))
    assert list(total.empty(("cpu",))) == ["lift, cpu: only 10 results of 10 programs were compared"]
    assert exact_numbers((np.zeros(0), np.float32(1e30), [np.array([np.inf, np.nan])])) == 0
    assert exact_numbers((np.zeros(3), np.int64(1 << 40))) == 4


# Mistakes that are planted


@pytest.mark.slow
@pytest.mark.many(3)
@pytest.mark.parametrize("mistake", PLANTED)
def test_a_planted_mistake_is_found(mistake: str) -> None:
    # A process that ends has written where it should not have: that is found, too.
    with ProcessPoolExecutor(1, get_context("spawn")) as pool, suppress(BrokenProcessPool):
        assert pool.submit(finds, mistake).result() is not None, f"not found by {ENOUGH} programs"


def test_a_mistake_of_the_interpreter_is_a_failure_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> object:
        raise KeyError("0'")

    monkeypatch.setattr(program_checks, "store", broken)
    (failure,) = check(drawn(0), [RANDOM_WAYS["cpu"]]).failures
    assert failure.kind.startswith("KeyError")


@pytest.mark.slow
def test_a_failure_is_made_small_and_can_be_pasted(monkeypatch: pytest.MonkeyPatch) -> None:
    no_tail(monkeypatch)
    report: Report | None = None
    for seed in (KNOWN["no_tail"], *range(0, len(STYLES) * ENOUGH, len(STYLES))):
        report = run_one(seed, ("plain",))
        if report.failures:
            break
    assert report is not None
    (failure,) = report.failures
    assert "lift.def @f" in failure
    assert "sizes [{'N'" in failure
    assert len(failure.splitlines()) < 25, failure
