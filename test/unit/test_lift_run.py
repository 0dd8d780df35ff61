"""`lift-run` from end to end: arrays from files, random inputs, results, and errors without a traceback."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from lift.tools.lift_run import main

DOT = """lift.def @dot<N>(%x: !lift.array<N, f32>, %y: !lift.array<N, f32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %xy = lift.zip %x, %y
  %r = lift.reduce (%acc, %p) in %xy from %zero {
    %a = lift.get %p[0]
    %b = lift.get %p[1]
    %ab = arith.mulf %a, %b : f32
    %s = arith.addf %acc, %ab : f32
    lift.yield %s
  }
  lift.return %r
}
"""
BOTH = """lift.def @both<N>(%x: !lift.array<N, i32>, %k: i32) -> tuple<!lift.array<N, i32>, i32> {
  %r = lift.tuple %x, %k
  lift.return %r
}
"""
ROWS = """lift.def @rows<N, M, rows[N]>(%x: !lift.array<i : N, !lift.array<rows[i], f32>>) -> !lift.array<N, !lift.exists<X upto 9, !lift.array<X, f32>>> where [rows[_] le 9] {
  %r = lift.map (%row)[k] in %x {
    %e = lift.pack %row as !lift.exists<X upto 9, !lift.array<X, f32>>
    lift.yield %e
  }
  lift.return %r
}
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with programs and arrays, and the current one."""
    monkeypatch.chdir(tmp_path)
    for name, text in {"dot": DOT, "both": BOTH, "rows": ROWS, "bad": "lift.def @f("}.items():
        (tmp_path / f"{name}.mlir").write_text(text)
    np.save(tmp_path / "x.npy", np.arange(4, dtype=np.float32))
    np.save(tmp_path / "wide.npy", np.arange(4.0))
    return tmp_path


def test_a_process_prints_the_result(folder: Path) -> None:
    command = [sys.executable, "-m", "lift.tools.lift_run", "dot.mlir", "--interpret", "--in", "x.npy", "--in", "x.npy"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    assert done.stdout == "14.0\n"


def test_a_process_fails_with_a_message(folder: Path) -> None:
    command = [sys.executable, "-m", "lift.tools.lift_run", "bad.mlir", "--interpret"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "bad.mlir:1:" in done.stderr
    assert "Traceback" not in done.stderr


def test_results_go_to_files(folder: Path) -> None:
    assert main(["both.mlir", "--interpret", "--in", "[1, 2, 3]", "--in", "7", "--out", "a.npy", "--out", "k.npy"]) == 0
    assert np.load(folder / "a.npy").tolist() == [1, 2, 3]
    assert np.load(folder / "k.npy") == 7


def test_a_list_goes_to_one_file(folder: Path) -> None:
    assert (
        main(["rows.mlir", "--interpret", "--in", "[1, 2, 3]", "-s", "M=1", "--table", "rows=[2]", "--out", "r.npz"])
        == 1
    )
    np.save(folder / "lengths.npy", [2, 0, 1])
    words = [
        "rows.mlir",
        "--interpret",
        "--in",
        "[1, 2, 3]",
        "-s",
        "M=1",
        "--table",
        "rows=lengths.npy",
        "--out",
        "r.npz",
    ]
    assert main(words) == 0
    assert [row.tolist() for row in np.load(folder / "r.npz").values()] == [[1, 2], [], [3]]


@pytest.mark.usefixtures("folder")
def test_random_inputs_depend_on_the_seed(capsys: pytest.CaptureFixture[str]) -> None:
    def printed(*words: str) -> str:
        assert main(["dot.mlir", "--interpret", "--random", "N=100", *words]) == 0
        return capsys.readouterr().out

    assert printed() == printed("--seed", "0") != printed("--seed", "1")
    assert main(["rows.mlir", "--interpret", "--random", "N=5,M=2"]) == 0


@pytest.mark.usefixtures("folder")
def test_large_arrays_are_summarised(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["both.mlir", "--interpret", "--random", "N=5000"]) == 0
    assert "..." in capsys.readouterr().out


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["dot.mlir", "--in", "x.npy", "--in", "x.npy"], "--interpret"),
        (["nowhere.mlir", "--interpret"], "LIFT0003"),
        (["dot.mlir", "--interpret", "--in", "x.npy"], "LIFT0202"),
        (["dot.mlir", "--interpret", "--in", "x.npy", "--in", "nowhere.npy"], "nowhere.npy"),
        (["dot.mlir", "--interpret", "--in", "x.npy", "--in", "dot.mlir"], "not a .npy file"),
        (["dot.mlir", "--interpret", "--in", "x.npy", "--in", "wide.npy"], "LIFT0204"),
        (["dot.mlir", "--interpret", "--random", "N=four"], "'N' is not an integer"),
        (["dot.mlir", "--interpret", "--random", "N"], "a name and a value"),
        (["dot.mlir", "--interpret", "--random", "M=4"], "'N'"),
        (["dot.mlir", "--interpret", "--random", "N=4,N=5"], "twice"),
        (["dot.mlir", "--interpret", "--random", "N=4", "--in", "x.npy"], "--random"),
        (["dot.mlir", "--interpret", "--random", "N=4", "--seed", "-1"], "--seed"),
        (["dot.mlir", "--interpret", "--random", "N=4", "--entry", "f"], "@f"),
        (["dot.mlir", "--interpret", "--random", "N=4", "--out", "a.npy", "--out", "b.npy"], "--out"),
        (["dot.mlir", "--interpret", "--random", "N=4", "--out", "no/where.npy"], "cannot be written"),
    ],
)
def test_bad_input_is_a_message(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 1
    said = capsys.readouterr().err
    assert message in said
    assert "Traceback" not in said
    assert "internal" not in said


def test_a_bad_command_line_exits_with_1(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as exit_:
        main(["--nonsense"])
    assert exit_.value.code == 1
    assert "LIFT0220" in capsys.readouterr().err


def test_help_shows_examples(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    assert "lift-run dot.mlir --interpret --in x.npy --in y.npy" in capsys.readouterr().out
