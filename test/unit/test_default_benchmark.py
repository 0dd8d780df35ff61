"""The benchmark of high-level programs on small arrays: everybody computes what NumPy computes, and every program is measured."""

from dataclasses import replace
from pathlib import Path

import boundary
import default
import default_report
import limits
import mapped
import page
import pytest
from contenders import PROGRAMS, Ours, Taken, compiled
from default_workloads import KINDS, Site, Sizes
from limits import Limits
from mapped import Measured
from workloads import Workload

SMALL = Sizes(
    vector=1 << 17, matrix=(64, 64), triangle=256, products=((13, 9, 35), (32, 7, 48)), batch=(3, 26), square=32,
    transposed=((128, 64), (37, 83)), image=(64, 64), cube=32, sweeps=3, rows=4096, entries=3, kept=70_001, bins=(16, 5000), keys=(3, 100),
    graph=(900, 5), bodies=32,
    clusters=(70, 6, 3), scans=(35, 7), options=77, fractal=(9, 37, 20), table=(19, 48),
)  # fmt: skip
ODD = Sizes(
    vector=70_001, matrix=(37, 53), triangle=37, products=((13, 9, 35), (1, 3, 2)), batch=(3, 7), square=11,
    transposed=((5, 3),), image=(11, 11), cube=7, sweeps=4, rows=37, entries=5, kept=999, bins=(7,), keys=(4,), graph=(37, 3),
    bodies=13,
    clusters=(17, 5, 3), scans=(5, 3), options=7, fractal=(3, 5, 9), table=(5, 7),
)  # fmt: skip
"""Sizes that kernels written by hand need not take."""


@pytest.fixture(scope="module")
def inputs() -> Site:
    return Site()


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_everybody_gives_what_numpy_gives(inputs: Site, kind: str):
    for workload in KINDS[kind](inputs, SMALL):
        assert mapped.checked(workload, mapped.readied(workload)) is None


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_programs_take_any_size(inputs: Site, kind: str):
    for workload in KINDS[kind](inputs, ODD):
        ours = compiled(f"{workload.folder}/{workload.program}")
        workload.check("ours", Ours(ours, workload.arguments, workload.named).call())


@pytest.mark.slow
def test_every_program_is_measured_and_says_nothing_about_how_it_runs(inputs: Site):
    workloads: list[Workload] = [one for kind in KINDS.values() for one in kind(inputs, SMALL)]
    measured = {one.program for one in workloads if one.folder == "default"}
    programs = {path.stem: path.read_text() for path in (PROGRAMS / "default").glob("*.mlir")}
    assert measured == set(programs)
    assert not [name for name, text in programs.items() if "ocl." in text or "launch" in text]


@pytest.fixture
def workload(inputs: Site) -> Workload:
    return next(KINDS["axpy"](inputs, SMALL))


LIMITS = Limits(memory=12e9, operations=1e12)


def times(workload: Workload, **seconds: float) -> Measured:
    return Measured(workload, {name: Taken(one, one) for name, one in seconds.items()}, None)


def test_a_limit_is_the_one_that_is_closer(workload: Workload):
    assert workload.traffic == 3 * 4 * SMALL.vector
    seconds = workload.traffic / 6e9
    assert LIMITS.reached(workload, seconds) == (pytest.approx(0.5), "memory")
    busy = replace(workload, operations=0.75 * 1e12 * seconds)
    assert LIMITS.reached(busy, seconds) == (pytest.approx(0.75), "peak")


def test_of_two_limits_the_better_one_counts():
    assert LIMITS.or_better(Limits(memory=1, operations=2e12)) == Limits(memory=12e9, operations=2e12)


def test_limits_are_those_of_a_device(inputs: Site):
    found = limits.measured(inputs, SMALL.vector)
    assert 1e8 < found.memory < 1e13
    assert 1e8 < found.operations < 1e15


def test_rows_have_the_ratios_to_everybody_and_mark_what_is_slow(workload: Workload):
    seconds = workload.traffic / 6e9
    slow = times(workload, ours=seconds, vectors=seconds, past=seconds / 2, library=seconds * 4, numba=seconds * 2)
    *_, by_best, _, _, library, ours_to_library, numba, part, of = default_report.cells(slow, LIMITS)
    assert (by_best, library, ours_to_library, numba, part, of) == ("2.00 !", "NumPy", "0.25", "0.50", "50%", "memory")
    row = default_report.markdown([slow], LIMITS).splitlines()[2]
    assert [cell.strip() for cell in row.strip("|").split("|")][3:] == [
        *("2.00", "0.25", "NumPy", "0.50"), "50% of memory", "100% of memory",
    ]  # fmt: skip
    fast = times(workload, ours=seconds, vectors=seconds, past=seconds, library=seconds)
    assert "1.00  " in list(default_report.cells(fast, LIMITS))


def test_a_program_that_is_refused_has_a_row(workload: Workload):
    refused = Measured(workload, times(workload, vectors=1, past=1, library=1).taken, "LIFT0001")
    assert "refused LIFT0001" in list(default_report.cells(refused, LIMITS))
    assert "refused: LIFT0001" in default_report.markdown([refused], LIMITS)


def test_a_run_goes_into_the_page(workload: Workload, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    copy = tmp_path / "performance.md"
    copy.write_text(page.PAGE.read_text())
    monkeypatch.setattr(page, "PAGE", copy)
    monkeypatch.setattr(page, "IMAGES", tmp_path)
    for seconds in (1.0, 2.0):
        found = [times(workload, ours=seconds, vectors=1, past=1, library=1)]
        default_report.write(found, LIMITS, "a device", rounds=3)
    lines = copy.read_text().splitlines()
    assert len([line for line in lines if line.startswith("| axpy |")]) == 1
    assert any("a device" in line and "3 rounds" in line for line in lines)
    assert (tmp_path / default_report.PICTURE).stat().st_size > 1000


@pytest.mark.parametrize("name", ["default", "switches", "boundary", "compile_time"])
def test_the_page_has_marks_for_what_is_written(name: str):
    before = page.PAGE.read_text()
    after = page.replaced(before, name, "figures")
    assert "\nfigures\n" in after
    assert page.replaced(after, name, "figures") == after


def test_a_page_without_marks_is_left_alone():
    with pytest.raises(ValueError, match="no marks for default"):
        page.replaced("# A page\n", "default", "figures")


@pytest.mark.slow
def test_a_run_prints_a_row_for_each_workload(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(default, "FULL", SMALL)
    assert default.main(["axpy", "transpose", "--rounds", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines if line.startswith(("axpy", "transpose"))] == [
        *("axpy", "transpose", "transpose"),
    ]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("side", [3, 5])
def test_stencils_are_cut_and_right(inputs: Site, side: int):
    found = boundary.measured(inputs, side, 19, rounds=1)
    assert all(isinstance(one, float) for one in found.values())
    whole, cut = (boundary.ways(side)[name]().opencl for name in ("whole", "cut"))
    assert whole.count("kernel void") == 1
    assert cut.count("kernel void") == 3
