"""The programs that `make test` runs FileCheck tests with do what the real ones do."""

from __future__ import annotations

import subprocess
from collections.abc import Generator
from pathlib import Path

import pytest
from forked_tools import serving

PROGRAM = "lift.def @f<N>(%x: !lift.array<N, f32>) -> !lift.array<N, f32> { lift.return %x }\n"


@pytest.fixture(scope="module")
def folder() -> Generator[Path]:
    with serving() as programs:
        yield programs


def run(program: Path, *arguments: str, given: str = "", cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run([program, *arguments], check=False, input=given, capture_output=True, text=True, cwd=cwd)


def test_output_and_status_are_those_of_the_program(folder: Path) -> None:
    done = run(folder / "lift-opt", "-p", "canonicalize", given=PROGRAM)
    assert (done.returncode, done.stderr) == (0, "")
    assert "lift.return %x" in done.stdout


def test_a_refusal_has_its_message_and_status(folder: Path) -> None:
    done = run(folder / "lift-opt", given=PROGRAM.replace("return %x", "return %y"))
    assert (done.returncode, done.stdout) == (1, "")
    assert "%y is not defined here" in done.stderr


def test_it_works_in_the_folder_that_it_is_started_in(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "given.mlir").write_text(PROGRAM)
    done = run(folder / "lift-opt", "given.mlir", "-o", "printed.mlir", cwd=tmp_path)
    assert done.returncode == 0
    assert "lift.def @f" in (tmp_path / "printed.mlir").read_text()


@pytest.mark.parametrize(("found", "status"), [("lift.map", 0), ("lift.join", 1)])
def test_a_check_that_fails_fails(folder: Path, tmp_path: Path, found: str, status: int) -> None:
    (tmp_path / "checks").write_text("// CHECK: lift.map\n")
    assert run(folder / "filecheck", str(tmp_path / "checks"), given=found).returncode == status


def test_runs_do_not_see_each_other(folder: Path) -> None:
    first = run(folder / "lift-opt", "--timing", given=PROGRAM)
    second = run(folder / "lift-opt", given=PROGRAM)
    assert first.stderr
    assert second.stderr == ""
