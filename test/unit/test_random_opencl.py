"""Random programs agree with the interpreter on the device; and mistakes that are planted in the compiler are found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from statistics import median
from typing import Any

import program_checks
import pytest
from program_checks import WAYS, check
from random_opencl_runs import Report, drawn, run_one
from random_programs import RULES, RandomProgram
from xdsl.ir import SSAValue

from lift.dialects.lift.algorithmic import FilterOp
from lift.dialects.lift.existential import PackOp, UnpackOp
from lift.dialects.lift.layout import PartitionOp
from lift.dialects.nat.ring import const
from lift.dialects.ocl.patterns import FilterGlbOp, FilterSeqOp
from lift.dialects.view import layout, sources
from lift.dialects.view.path import Access, Chosen, Path
from lift.lowering import view_to_kernel
from lift.lowering.ocl_to_view.patterns import Lowering
from lift.passes import destinations, materialise, place_barriers
from lift.passes.rules import reductions

FIRST, PROGRAMS, PARTS = 5_000, 160, 8
"""The seed of the first program, how many there are, and in how many tests they are run."""

WITHOUT = {FilterOp, FilterSeqOp, FilterGlbOp, PackOp, UnpackOp, PartitionOp}
"""Ops for lengths that are hidden or depend on positions, which these programs do not have."""


@pytest.mark.parametrize("part", range(PARTS))
def test_random_programs_agree_with_the_interpreter(part: int) -> None:
    """One strategy for each program, in turn."""
    failures: list[str] = []
    for seed in range(FIRST + part, FIRST + PROGRAMS, PARTS):
        failures += run_one(seed, ("cpu",) if seed // 2 % 2 else ("gpu",), shrink=True).failures
    assert not failures, "\n".join(failures)


def test_programs_are_deep_and_have_every_op() -> None:
    programs = [drawn(seed) for seed in range(FIRST, FIRST + PROGRAMS)]
    covered = sum((program.covered for program in programs), Counter[str]())
    seldom = {op.name: covered[op.name] for op in RULES if op not in WITHOUT and covered[op.name] < 2}
    assert seldom == {}
    assert median(program.depth for program in programs) >= 3


# Mistakes that are planted

Plant = Callable[[pytest.MonkeyPatch], None]


def _always(value: object) -> Callable[..., object]:
    def function(*_: object) -> object:
        return value

    return function


def _wrong_index(patch: pytest.MonkeyPatch) -> None:
    """A window begins one element too late."""
    right = layout.SlideOp.read

    def read(self: layout.SlideOp, path: Path) -> Access:
        i, rest = path.index(self.seen)
        j, inner = rest.index(self.seen)
        return right(self, inner.push(j).push(i + 1 if i.constant is None else i))

    patch.setattr(layout.SlideOp, "read", read)


def _wrong_leaf(patch: pytest.MonkeyPatch) -> None:
    """A part of a tuple is looked for in the buffer of the first."""
    patch.setattr(sources, "_leaf_number", _always(0))


def _no_barriers(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(place_barriers, "_insert", _always(None))


def _no_guard(patch: pytest.MonkeyPatch) -> None:
    """Of two places that an element may come from, the first is read whatever the position is."""

    def chosen(*given: Any) -> SSAValue:
        _, access, _, builder, emit = given
        assert isinstance(access, Chosen)
        return emit(access.then, builder)

    patch.setattr(view_to_kernel._Lowering, "chosen", chosen)


def _in_place(patch: pytest.MonkeyPatch) -> None:
    """An accumulator is changed while it is still read."""
    patch.setattr(destinations, "_elementwise", _always(True))


def _missing_copy(patch: pytest.MonkeyPatch) -> None:
    """An array that is needed in two places is written to the last of them."""

    class Forgetful(set[SSAValue]):
        def __contains__(self, _: object) -> bool:
            return False

    right = materialise._Copies.__init__

    def begin(self: Any, function: Any) -> None:
        right(self, function)
        self.claimed = Forgetful()

    patch.setattr(materialise._Copies, "__init__", begin)


def _no_tail(patch: pytest.MonkeyPatch) -> None:
    """What does not fill a chunk is forgotten."""
    patch.setattr(reductions.Chunks, "rest", _always(None))


def _one_buffer(patch: pytest.MonkeyPatch) -> None:
    """All rounds of an `iterate` use one buffer."""
    right = Lowering.buffer

    def buffer(self: Lowering, op: Any, *_: Any) -> SSAValue:
        return right(self, op, const(0))

    patch.setattr(Lowering, "buffer", buffer)


PLANTED: Sequence[tuple[Plant, int, str]] = (
    (_wrong_index, 0, "cpu"),
    (_wrong_leaf, 0, "cpu"),
    (_no_barriers, 1, "gpu"),
    (_no_guard, 0, "cpu"),
    (_in_place, 0, "cpu"),
    (_missing_copy, 0, "cpu"),
    (_no_tail, 0, "cpu"),
    (_one_buffer, 0, "cpu"),
)
"""Mistakes, and the programs that are tried: 0 for those that say nothing of work items, 1 for those mapped by hand."""

ENOUGH = 60
"""After so many programs a mistake must have been found."""


@pytest.mark.parametrize(("plant", "style", "way"), PLANTED, ids=[plant.__name__[1:] for plant, _, _ in PLANTED])
def test_a_planted_mistake_is_found(plant: Plant, style: int, way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch)
    quick = replace(WAYS[way], quick=True)
    for seed in range(style, 2 * ENOUGH, 2):
        program = drawn(seed)
        small = RandomProgram(program.module, program.function, program.sizes[:3])
        if check(small, [quick]).failures:
            return
    pytest.fail(f"not found by {ENOUGH} programs")


def test_a_mistake_of_the_interpreter_is_a_failure_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> object:
        raise KeyError("0'")

    monkeypatch.setattr(program_checks, "store", broken)
    (failure,) = check(drawn(0), [WAYS["cpu"]]).failures
    assert failure.kind.startswith("KeyError")


def test_a_failure_is_made_small_and_can_be_pasted(monkeypatch: pytest.MonkeyPatch) -> None:
    _no_tail(monkeypatch)
    report: Report | None = None
    for seed in range(0, 2 * ENOUGH, 2):
        report = run_one(seed, ("cpu",))
        if report.failures:
            break
    assert report is not None
    (failure,) = report.failures
    assert "lift.def @f" in failure
    assert "sizes [{'N'" in failure
    assert len(failure.splitlines()) < 25, failure
