"""Garbage is looked for seldom while something is compiled, and as often as before afterwards."""

from __future__ import annotations

import gc
from collections.abc import Generator
from pathlib import Path

import pytest

import lift
from lift.dialects.garbage import SELDOM, seldom_collected
from lift.tools.lift_opt.main import main

MATMUL = Path(__file__).parents[2] / "examples" / "matmul.mlir"
USUAL = (700, 10, 10)


@pytest.fixture(autouse=True)
def usual() -> Generator[None]:
    before = gc.get_threshold()
    gc.set_threshold(*USUAL)
    yield
    gc.set_threshold(*before)


@pytest.fixture
def collections() -> Generator[list[str]]:
    """One entry for each time that garbage is looked for."""
    seen: list[str] = []

    def look(phase: str, _: dict[str, int]) -> None:
        seen.append(phase)

    gc.callbacks.append(look)
    yield seen
    gc.callbacks.remove(look)


def test_a_compilation_looks_for_garbage_seldom(collections: list[str]) -> None:
    lift.compile(MATMUL)  # to import looks for garbage, too
    collections.clear()
    lift.compile(MATMUL)
    assert len(collections) < 10  # at the usual threshold it is dozens of times
    assert gc.get_threshold() == USUAL


def test_lift_opt_looks_for_garbage_seldom(
    collections: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["lift-opt", str(MATMUL), "-p", "lift-to-opencl", "-t", "opencl"])
    for _ in range(2):
        collections.clear()
        assert not main()
    assert "kernel void" in capsys.readouterr().out
    assert len(collections) < 10
    assert gc.get_threshold() == USUAL


def test_the_last_of_several_goes_back() -> None:
    one, other = seldom_collected(), seldom_collected()
    one.__enter__()
    other.__enter__()
    one.__exit__(None, None, None)
    assert gc.get_threshold() == SELDOM
    other.__exit__(None, None, None)
    assert gc.get_threshold() == USUAL


def test_an_error_goes_back() -> None:
    with pytest.raises(lift.LiftError):
        lift.compile("lift.def @f() -> f32 {}")
    assert gc.get_threshold() == USUAL


@pytest.mark.parametrize("chosen", [(0, 10, 10), (200_000, 10, 10)], ids=["off", "higher"])
def test_what_somebody_else_chose_stays(chosen: tuple[int, int, int]) -> None:
    gc.set_threshold(*chosen)
    with seldom_collected():
        assert gc.get_threshold() == chosen
    assert gc.get_threshold() == chosen


def test_what_somebody_else_chooses_meanwhile_stays() -> None:
    with seldom_collected():
        gc.set_threshold(5_000, 10, 10)
    assert gc.get_threshold() == (5_000, 10, 10)
