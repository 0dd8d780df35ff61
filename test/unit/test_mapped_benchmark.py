"""The benchmark of programs mapped by hand on small arrays: everybody computes what NumPy computes, and the table says so."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import contenders
import mapped
import numpy as np
import pytest
import workloads as shared
from contenders import PROGRAMS, Taken, in_turn
from mapped_workloads import KINDS, Sizes
from workloads import Inputs, Workload

SMALL = Sizes(
    dot=1 << 17, gemv=64, blocks=48, products=((13, 9, 35), (32, 7, 48)), bodies=32, scan=1 << 15, image=64, square=128,
    triangle=96, rows=4096, entries=3,
)  # fmt: skip


@pytest.fixture(scope="module")
def inputs() -> Inputs:
    return Inputs()


def workloads(inputs: Inputs, kind: str) -> list[Workload]:
    return list(KINDS[kind](inputs, SMALL))


def wrong(workload: Workload) -> Workload:
    """What NumPy gives is taken for something else in one place."""
    right = workload.right[0].copy()
    right.flat[-1] += 1
    return replace(workload, right=[right, *workload.right[1:]])


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_everybody_gives_what_numpy_gives(inputs: Inputs, kind: str):
    for workload in workloads(inputs, kind):
        mapped.checked(workload, mapped.readied(workload))


@pytest.mark.parametrize("kind", ["separable", "trmv", "csr"])
def test_numpy_stands_in_for_scipy(inputs: Inputs, kind: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(shared, "HAS_SCIPY", False)
    (workload,) = workloads(inputs, kind)
    assert workload.library == "NumPy"
    workload.check("NumPy", workload.by_library())


@pytest.mark.parametrize("kind", KINDS)
def test_a_wrong_number_is_noticed(inputs: Inputs, kind: str):
    workload = wrong(workloads(inputs, kind)[0])
    with pytest.raises(ValueError, match="does not give what NumPy gives"):
        mapped.checked(workload, mapped.readied(workload))


def test_a_result_that_is_no_number_is_wrong(inputs: Inputs):
    (workload,) = workloads(inputs, "nbody")
    with pytest.raises(ValueError, match="does not give what NumPy gives"):
        workload.check("ours", tuple(np.full_like(one, np.nan) for one in workload.right))


def test_every_program_is_measured(inputs: Inputs):
    measured = {one.program for kind in KINDS for one in workloads(inputs, kind)}
    assert measured == {path.stem for path in (PROGRAMS / "mapped").glob("*.mlir")}


def test_a_program_that_is_refused_is_shown_with_its_code(
    inputs: Inputs, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    (tmp_path / "mapped").mkdir()
    (tmp_path / "mapped" / "refused.mlir").write_text("lift.def @f(%x: f32) -> i32 {\n  lift.return %x\n}\n")
    monkeypatch.setattr(contenders, "PROGRAMS", tmp_path)
    one = mapped.measured(replace(workloads(inputs, "gemv")[0], program="refused"), rounds=1)
    assert one.refused is not None
    assert one.refused.startswith("LIFT")
    cells = list(mapped.cells(one))
    assert cells[2] == f"refused {one.refused}"
    assert cells.count("-") == 4
    assert one.same.seconds > 0


def test_the_table_marks_what_is_slower_than_the_same_algorithm(inputs: Inputs):
    (workload,) = workloads(inputs, "gemv")
    times = {"ours": 1.2, "4 rows": 1.0, "8 rows": 0.5, "library": 4.0}
    one = mapped.Measured(workload, {name: Taken(time, 2 * time) for name, time in times.items()}, None)
    *_, own, same, slower, processor, best, name, _, _, library, beside, _ = mapped.cells(one)
    assert (own, same, slower, processor) == ("1.2e+03", "1e+03", "1.20 !", "1.20")
    assert (best, name, library, beside) == ("500", "8 rows", "4e+03", "NumPy")


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mapped, "FULL", SMALL)


@pytest.mark.usefixtures("small")
def test_a_run_prints_the_device_and_a_row_for_each_program(capsys: pytest.CaptureFixture[str]):
    assert mapped.main(["scan", "trmv", "--rounds", "1"]) == 0
    printed = capsys.readouterr().out
    assert "1 rounds" in printed.splitlines()[0]
    assert [name for name in ("scan_hm4 ", "scan_vec ", "trmv_rowc ", "dot_full ") if f"\n{name}" in printed] == [
        "scan_hm4 ",
        "scan_vec ",
        "trmv_rowc ",
    ]


@pytest.mark.usefixtures("small")
def test_the_exit_code_says_that_a_result_is_wrong_and_the_others_are_shown(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    def first_wrong(inputs: Inputs, sizes: Sizes) -> Iterator[Workload]:
        first, *others = KINDS["scan"](inputs, sizes)
        yield wrong(first)
        yield from others

    monkeypatch.setattr(mapped, "KINDS", {"scan": first_wrong})
    assert mapped.main(["--rounds", "1"]) == 1
    printed = capsys.readouterr()
    assert "scan_hm, 32,768: ours does not give what NumPy gives" in printed.err
    assert "scan_hm " not in printed.out
    assert "scan_hm4 " in printed.out


def test_contenders_get_new_memory_a_few_times_and_slow_ones_few_turns():
    made, turns = list[str](), list[str]()

    def ready(name: str, seconds: float) -> Callable[[], Callable[[], float]]:
        def make() -> Callable[[], float]:
            made.append(name)
            return measure

        def measure() -> float:
            turns.append(name)
            return seconds

        return make

    taken = in_turn({"quick": ready("quick", 0.25), "slow": ready("slow", 2.0)}, rounds=7)
    assert (taken["quick"].seconds, taken["slow"].seconds) == (0.25, 2.0)
    assert (made.count("quick"), made.count("slow")) == (3, 3)
    assert (turns.count("quick"), turns.count("slow")) == (3 + 7, 3 + 3)
