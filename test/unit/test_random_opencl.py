"""Random programs agree with the interpreter on the device; and mistakes that are planted in the compiler are found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from statistics import median
from typing import Any

import numpy as np
import program_checks
import pytest
from how_many import how_many
from program_checks import WAYS, check, exact_numbers
from random_opencl import Total
from random_opencl_runs import STYLES, Report, drawn, run_one
from random_programs import RULES, RandomProgram
from random_types import TABLE
from xdsl.dialects.builtin import TupleType
from xdsl.ir import Attribute, SSAValue

from lift.analysis import writes
from lift.analysis.errors import NOT_COMPILED
from lift.dialects.diagnostics import LiftError
from lift.dialects.kernel.attributes import IndexAttr
from lift.dialects.kernel.workitems import ApplyOp
from lift.dialects.lift.existential import PackOp
from lift.dialects.lift.storage import LENGTH, scalars_in
from lift.dialects.lift.types import ArrayType, free_tables
from lift.dialects.nat.ring import Nat, const
from lift.dialects.view import existential, layout, sources
from lift.dialects.view.operation import seen_by
from lift.dialects.view.path import Access, Chosen, Leads, Path
from lift.lowering import view_to_kernel
from lift.lowering.ocl_to_view import hidden
from lift.lowering.ocl_to_view.patterns import Lowering
from lift.passes import materialise, place_barriers
from lift.passes.rules import reductions

FIRST, EACH = 6_000, how_many(5, usual=10)
"""The seed of the first program, which has the first style, and how many there are of each style for each strategy: one of
three is built with all optimisations."""

DRAWN = range(FIRST, FIRST + 180)
"""Programs of which only the kinds of ops and types are looked at."""


def seeds(style: str, way: str) -> range:
    """The programs of a style are for one strategy and the other, in turn."""
    first = FIRST + STYLES.index(style) + len(STYLES) * list(WAYS).index(way)
    step = len(STYLES) * len(WAYS)
    return range(first, first + EACH * step, step)


@pytest.mark.parametrize("way", ["cpu", *(pytest.param(way, marks=pytest.mark.slow) for way in WAYS if way != "cpu")])
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


def test_a_compiler_that_refuses_everything_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> object:
        raise LiftError(NOT_COMPILED, "planted")

    monkeypatch.setattr(program_checks, "mapped_for", refuse)
    total = Total()
    for seed in range(2 * len(STYLES), 4 * len(STYLES)):  # all of which verify
        total.add(run_one(seed))
    assert list(total.empty(tuple(WAYS))) == [
        f"{style}, {way}: 2 of 2 programs were refused" for style in STYLES for way in WAYS
    ]


def test_results_without_a_number_do_not_count() -> None:
    total = Total()
    for seed in range(0, 10 * len(STYLES), len(STYLES)):
        total.add(Report(seed, compared=Counter(cpu=1)))
    assert list(total.empty(("cpu",))) == ["lift, cpu: only 10 results of 10 programs were compared"]
    assert exact_numbers((np.zeros(0), np.float32(1e30), [np.array([np.inf, np.nan])])) == 0
    assert exact_numbers((np.zeros(3), np.int64(1 << 40))) == 4


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
    right = sources.MemoryOp.place

    def place(self: sources.MemoryOp, path: Path) -> tuple[SSAValue, Nat]:
        _, index = right(self, path)
        return self.buffers[0], index

    patch.setattr(sources.MemoryOp, "place", place)


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
    patch.setattr(writes, "_elementwise", _always(True))


def _missing_copy(patch: pytest.MonkeyPatch) -> None:
    """An array that is needed in two places is written to the last of them."""

    class Forgetful(set[SSAValue]):
        def __contains__(self, _: object) -> bool:
            return False

    right = materialise._Memory.__init__

    def begin(self: Any, function: Any) -> None:
        right(self, function)
        self.written = Forgetful()

    patch.setattr(materialise._Memory, "__init__", begin)


def _no_tail(patch: pytest.MonkeyPatch) -> None:
    """What does not fill a chunk is forgotten."""
    patch.setattr(reductions.Chunks, "rest", _always(None))


def _one_buffer(patch: pytest.MonkeyPatch) -> None:
    """All iterations of an `iterate` use one buffer."""
    right = Lowering.buffer

    def buffer(self: Lowering, buffers: SSAValue, *_: Any) -> SSAValue:
        return right(self, buffers, const(0))

    patch.setattr(Lowering, "buffer", buffer)


def _rows_alike(patch: pytest.MonkeyPatch) -> None:
    """The rows of an array are looked for as if those before were all as long as the one that is looked for."""

    def before(array: ArrayType, position: Nat) -> Nat:
        return position * scalars_in(array.at(position))

    patch.setattr(sources, "scalars_before", before)


def _wrong_length(patch: pytest.MonkeyPatch) -> None:
    """A length that is hidden is one more than it should be."""

    def packed_length(op: PackOp, lowering: Lowering) -> SSAValue:
        assert op.hidden_length is not None
        return lowering.kernel.add(ApplyOp(IndexAttr.of(op.hidden_length + 1), (), LENGTH)).results[0]

    patch.setattr(hidden, "packed_length", packed_length)


def _wrong_row(patch: pytest.MonkeyPatch) -> None:
    """A row is written one place behind where it begins."""
    right = existential.RowOp.read

    def read(self: existential.RowOp, path: Path) -> Access:
        access = right(self, path)
        assert isinstance(access, Leads)
        i, rest = access.path.index(seen_by(self.value, "row"))
        return Leads(access.to, rest.push(i + 1))

    patch.setattr(existential.RowOp, "read", read)


PLANTED: Sequence[tuple[Plant, str, str]] = (
    (_wrong_length, "hidden lift", "plain"),
    (_wrong_row, "hidden lift", "plain"),
    (_wrong_index, "lift", "plain"),
    (_wrong_leaf, "lift", "plain"),
    (_no_barriers, "ocl", "gpu"),
    (_no_guard, "lift", "plain"),
    (_in_place, "lift", "plain"),
    (_missing_copy, "lift", "plain"),
    (_no_tail, "lift", "plain"),
    (_one_buffer, "lift", "plain"),
    (_rows_alike, "ragged lift", "plain"),
)
"""Mistakes, and the programs that are tried."""

KNOWN = {
    "_wrong_length": 4,
    "_wrong_row": 46,
    "_wrong_index": 24,
    "_wrong_leaf": 54,
    "_no_barriers": 31,
    "_no_guard": 78,
    "_in_place": 384,
    "_missing_copy": 138,
    "_no_tail": 0,
    "_one_buffer": 432,
    "_rows_alike": 14,
}
"""Programs that are tried first, since they show a mistake that many do not."""

ENOUGH = 60
"""After so many programs a mistake must have been found."""


@pytest.mark.parametrize(("plant", "style", "way"), PLANTED, ids=[plant.__name__[1:] for plant, _, _ in PLANTED])
def test_a_planted_mistake_is_found(plant: Plant, style: str, way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch)
    quick = replace(WAYS[way], quick=True)
    first = STYLES.index(style)
    for seed in (KNOWN.get(plant.__name__, first), *range(first, len(STYLES) * ENOUGH, len(STYLES))):
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
    for seed in (KNOWN["_no_tail"], *range(0, len(STYLES) * ENOUGH, len(STYLES))):
        report = run_one(seed, ("plain",))
        if report.failures:
            break
    assert report is not None
    (failure,) = report.failures
    assert "lift.def @f" in failure
    assert "sizes [{'N'" in failure
    assert len(failure.splitlines()) < 25, failure
