"""The benchmark of switches on small arrays: every way gives what NumPy gives, and the table says what was measured."""

from dataclasses import replace
from pathlib import Path

import page
import pytest
import switches
from contenders import Taken
from default_workloads import KINDS, QUICK, Site

from lift.dialects.profiles import FIELDS
from lift.runtime.device.profiles import profile_for

SMALL = replace(
    QUICK, vector=1 << 17, matrix=(64, 64), products=((13, 9, 35),), batch=(3, 26), image=(64, 64), cube=32, sweeps=3,
    bodies=32, clusters=(70, 6, 3), table=(19, 48), square=32, triangle=96, rows=4096, entries=3,
)  # fmt: skip


@pytest.fixture(scope="module")
def inputs() -> Site:
    return Site()


def test_every_switch_of_profiles_is_measured() -> None:
    found = {name for name, field in FIELDS.items() if set(field.metadata.get("words", ())) == {"on", "off"}}
    assert set(switches.SWITCHES) == found
    assert set(switches.NAMES) <= set(KINDS)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["gemv_transposed", "box", "scan"])
def test_every_way_gives_what_numpy_gives(inputs: Site, name: str) -> None:
    workload = next(iter(KINDS[name](inputs, SMALL)))
    found = switches.measured(workload, profile_for(inputs.queue.device), rounds=1)
    assert len(switches.cells(found)) == len(switches.COLUMNS)
    assert isinstance(found.off[switches.ALL], Taken)
    assert not [one for one in found.off.values() if isinstance(one, str) and one != "="]


def test_cells_are_ratios_of_time_and_of_processor_time(inputs: Site) -> None:
    workload = next(iter(KINDS["axpy"](inputs, SMALL)))
    off = {**dict.fromkeys(switches.SWITCHES, "="), "vectors": Taken(3.0, 5.0), switches.ALL: Taken(4.0, 24.0)}
    *_, vectors, blocks, everything = switches.cells(switches.Measured(workload, Taken(2.0, 2.0), off))
    assert (vectors, blocks, everything) == ("1.50 (2.50)", "=", "2.00 (12)")


@pytest.mark.slow
def test_a_run_goes_into_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = tmp_path / "performance.md"
    copy.write_text(page.PAGE.read_text())
    monkeypatch.setattr(page, "PAGE", copy)
    monkeypatch.setattr(switches, "FULL", SMALL)
    assert switches.main(["dot", "--rounds", "1", "--write"]) == 0
    assert any(line.startswith("dot ") for line in capsys.readouterr().out.splitlines())
    assert len([line for line in copy.read_text().splitlines() if line.startswith("| dot | 131,072")]) == 1
