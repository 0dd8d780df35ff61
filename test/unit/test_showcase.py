"""What `make run` shows: a program, its kernel and the examples beside NumPy, in 80 columns, also where there is no terminal."""

import subprocess
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from lift.tools import showcase
from lift.tools.showcase_cases import NOT_SHOWN, cases

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"


pytestmark = pytest.mark.slow  # it compiles and runs every example


@pytest.fixture(scope="module")
def printed() -> str:
    """All that is printed, with the folder as short as it is in the Makefile."""
    out = StringIO()
    console = Console(file=out, width=showcase.WIDTH, highlight=False)
    showcase.show_program(EXAMPLES, console)
    assert showcase.show_results(EXAMPLES, console)
    showcase.show_index(console)
    return out.getvalue().replace(f"{EXAMPLES}", "examples")


def test_every_example_agrees_with_numpy(printed: str) -> None:
    rows = [line.split() for line in printed.splitlines() if line.rstrip().endswith("agrees")]
    shown = {row[0] for row in rows}
    assert shown.isdisjoint(NOT_SHOWN)
    assert shown | NOT_SHOWN == {path.stem for path in EXAMPLES.glob("*.mlir")}
    for *_, ours, theirs, ratio, _ in rows:
        assert min(map(float, (ours, theirs, ratio))) >= 0


def test_the_program_comes_first_then_the_kernel_the_examples_and_the_algebra(printed: str) -> None:
    shown = ("lift.def @dot<N>", "kernel void dot_1", "ours /", "floordiv-inside")
    places = [printed.index(text) for text in shown]
    assert places == sorted(places)


def test_it_fits_80_columns(printed: str) -> None:
    assert [line for line in printed.splitlines() if len(line) > showcase.WIDTH] == []
    assert "…" not in printed


def test_a_result_that_differs_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    first = cases()[0]
    other = first.expected(*first.arguments) + 1

    def expected(*_: object) -> float:
        return other

    monkeypatch.setattr(showcase, "cases", lambda: [replace(first, expected=expected)])
    out = StringIO()
    assert not showcase.show_results(EXAMPLES, Console(file=out, width=showcase.WIDTH))
    assert "DIFFERS" in out.getvalue()


def test_a_line_of_c_is_broken_where_it_can_be_read() -> None:
    line = "  float x = " + " + ".join(f"a[{i} * n]" for i in range(12)) + ";"
    broken = showcase.folded(line)
    assert " ".join(one.strip() for one in broken) == line.strip()
    assert all(len(one) <= showcase.WIDTH and one.startswith("  ") for one in broken)
    assert all(one.endswith("+") for one in broken[:-1])
    assert showcase.folded("  return;") == ["  return;"]


def test_with_arguments_it_is_lift_nat() -> None:
    asked = subprocess.run(["make", "-n", "run", "ARGS=1+1"], cwd=ROOT, capture_output=True, text=True, check=True)
    assert "lift-nat 1+1" in asked.stdout
    assert "showcase" not in asked.stdout
