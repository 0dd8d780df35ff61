"""The benchmark of high-level programs on small arrays: everybody computes what NumPy computes, and every program is measured."""

import mapped
import pytest
from contenders import PROGRAMS, Ours
from default_workloads import KINDS, Site, Sizes
from workloads import Workload

SMALL = Sizes(
    vector=1 << 17, matrix=(64, 64), triangle=96, products=((13, 9, 35), (32, 7, 48)), batch=(3, 26), square=32,
    transposed=((128, 64), (37, 83)), image=(64, 64), cube=32, sweeps=3, rows=4096, entries=3, kept=70_001, bodies=32,
    clusters=(70, 6, 3), scans=(35, 7), options=77, fractal=(9, 37, 20), table=(19, 48),
)  # fmt: skip
ODD = Sizes(
    vector=70_001, matrix=(37, 53), triangle=37, products=((13, 9, 35), (1, 3, 2)), batch=(3, 7), square=11,
    transposed=((5, 3),), image=(11, 11), cube=7, sweeps=4, rows=37, entries=5, kept=999, bodies=13,
    clusters=(17, 5, 3), scans=(5, 3), options=7, fractal=(3, 5, 9), table=(5, 7),
)  # fmt: skip
"""Sizes that kernels written by hand need not take."""


@pytest.fixture(scope="module")
def inputs() -> Site:
    return Site()


@pytest.mark.parametrize("kind", KINDS)
def test_everybody_gives_what_numpy_gives(inputs: Site, kind: str):
    for workload in KINDS[kind](inputs, SMALL):
        assert mapped.checked(workload, mapped.readied(workload)) is None


@pytest.mark.parametrize("kind", KINDS)
def test_programs_take_any_size(inputs: Site, kind: str):
    for workload in KINDS[kind](inputs, ODD):
        ours = Ours(f"{workload.folder}/{workload.program}", workload.arguments, workload.named)
        workload.check("ours", ours.call())


def test_every_program_is_measured_and_says_nothing_about_how_it_runs(inputs: Site):
    workloads: list[Workload] = [one for kind in KINDS.values() for one in kind(inputs, SMALL)]
    measured = {one.program for one in workloads if one.folder == "default"}
    programs = {path.stem: path.read_text() for path in (PROGRAMS / "default").glob("*.mlir")}
    assert measured == set(programs)
    assert not [name for name, text in programs.items() if "ocl." in text or "launch" in text]
