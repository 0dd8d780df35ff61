"""`lift-run` from end to end: arrays from files, random inputs, results, and errors without a traceback."""

import re
import subprocess
import sys
import time
from pathlib import Path
from typing import IO

import device_programs as programs
import numpy as np
import pytest

from lift.runtime.device.execution import PreparedLaunch
from lift.tools import lift_run
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
NESTED = """lift.def @nested<N>(%x: !lift.array<N, i32>, %k: i32) -> tuple<tuple<!lift.array<N, i32>, i32>, i32> {
  %t = lift.tuple %x, %k
  %r = lift.tuple %t, %k
  lift.return %r
}
"""
FEWER = """lift.def @fewer<N>(%x: !lift.array<N - 3, f32>) -> !lift.array<N - 3, f32> where [N ge 3] {
  lift.return %x
}
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with programs and arrays, and the current one."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LIFT_CACHE_DIR", str(tmp_path / "cache"))
    texts = {"dot": DOT, "both": BOTH, "rows": ROWS, "bad": "lift.def @f(", "host": programs.DOT}
    texts["nested"] = NESTED
    texts |= {"fewer": FEWER, "one_fewer": FEWER.replace("N - 3", "N - 1").replace(" where [N ge 3]", "")}
    for name, text in texts.items():
        (tmp_path / f"{name}.mlir").write_text(text)
    np.save(tmp_path / "x.npy", np.arange(4, dtype=np.float32))
    np.save(tmp_path / "wide.npy", np.arange(4.0))
    np.save(tmp_path / "lengths.npy", [2, 0, 1])
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
    words = ["rows.mlir", "--interpret", "--in", "[1, 2, 3]", "-s", "M=1"]
    assert main([*words, "--table", "rows=[2]", "--out", "r.npz"]) == 1
    for table in ("rows=lengths.npy", "rows=[2, 0,1]"):
        assert main([*words, "--table", table, "--out", "r.npz"]) == 0
        assert [row.tolist() for row in np.load(folder / "r.npz").values()] == [[1, 2], [], [3]]


def test_tuples_in_tuples_go_to_a_file_for_each_part(folder: Path) -> None:
    words = ["nested.mlir", "--interpret", "--in", "[1, 2, 3]", "--in", "7"]
    assert main([*words, "--out", "a.npy", "--out", "b.npy", "--out", "c.npy"]) == 0
    assert [np.load(folder / f"{name}.npy").tolist() for name in "abc"] == [[1, 2, 3], 7, 7]


def test_results_go_to_all_files_or_to_none(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "k.npy").write_bytes(b"old")

    def fail_later(part: object, file: IO[bytes]) -> None:
        file.write(b"something")
        if isinstance(part, np.generic):
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(lift_run, "save", fail_later)
    assert main(["both.mlir", "--interpret", "--in", "[1]", "--in", "7", "--out", "a.npy", "--out", "k.npy"]) == 1
    assert not (folder / "a.npy").exists()
    assert (folder / "k.npy").read_bytes() == b"old"
    assert not list(folder.glob(".lift-*"))


def test_a_link_a_mode_and_a_device_stay_what_they_are(folder: Path) -> None:
    (folder / "real.npy").write_bytes(b"")
    (folder / "real.npy").chmod(0o640)
    (folder / "link.npy").symlink_to("real.npy")
    words = ["both.mlir", "--interpret", "--in", "[1]", "--in", "7"]
    assert main([*words, "--out", "link.npy", "--out", "/dev/null"]) == 0
    assert (folder / "link.npy").is_symlink()
    assert (folder / "real.npy").stat().st_mode & 0o777 == 0o640
    assert np.load(folder / "real.npy").tolist() == [1]
    assert main([*words, "--out", "/dev/null", "--out", "/dev/null"]) == 0
    assert Path("/dev/null").is_char_device()


@pytest.mark.usefixtures("folder")
def test_files_are_looked_at_before_anything_runs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def never(*_arguments: object) -> None:
        raise AssertionError("it runs")

    monkeypatch.setattr(lift_run, "inputs", never)
    Path("folder").mkdir()
    for outputs in (["a.npy"], ["a.npy", "no/where.npy"], ["a.npy", "./a.npy"], ["a.npy", "folder"]):
        words = [word for path in outputs for word in ("--out", path)]
        assert main(["both.mlir", "--interpret", *words]) == 1
    assert main(["rows.mlir", "--interpret", "--out", "a.npy"]) == 1
    assert "it runs" not in capsys.readouterr().err


def piped(folder: Path, command: str) -> subprocess.CompletedProcess[str]:
    """What a shell makes of a command, in which `RUN` is `lift-run`."""
    command = command.replace("RUN", f"{sys.executable} -m lift.tools.lift_run")
    return subprocess.run(["bash", "-c", command], cwd=folder, capture_output=True, text=True, check=False)


def test_a_program_comes_from_stdin(folder: Path) -> None:
    assert piped(folder, "cat dot.mlir | RUN - --interpret --in x.npy --in x.npy").stdout == "14.0\n"
    assert "<stdin>:1:" in piped(folder, "cat bad.mlir | RUN - --interpret").stderr


def test_a_pipe_that_is_closed_is_a_quiet_end(folder: Path) -> None:
    assert not piped(folder, "RUN dot.mlir --interpret --random N=9 | true").stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
def test_a_full_disk_behind_stdout_is_a_message(folder: Path) -> None:
    done = piped(folder, "RUN dot.mlir --interpret --random N=9 > /dev/full")
    assert done.returncode == 1
    assert done.stderr == "error[LIFT0220]: the result cannot be written to stdout: No space left on device\n"


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
        (["nowhere.mlir", "--interpret"], "LIFT0003"),
        (["dot.mlir", "--interpret", "--in", "x.npy"], "LIFT0202"),
        (["dot.mlir", "--interpret", "--in", "x.npy", "--in", "nowhere.npy"], "nowhere.npy"),
        (["dot.mlir", "--interpret", "--in", "x.npy", "--in", "dot.mlir"], "not a .npy file"),
        (["dot.mlir", "--interpret", "--in", "x.npy", "--in", "wide.npy"], "LIFT0204"),
        (["dot.mlir", "--interpret", "--random", "N=four"], "'N' is not an integer"),
        (["dot.mlir", "--interpret", "--random", "N"], "a name and a value"),
        (["dot.mlir", "--interpret", "--random", "M=4"], "@dot has no size 'M'\n  expected: N\n"),
        (["dot.mlir", "--interpret", "--random", "N=3,M=4"], "@dot has no size 'M'\n  expected: N\n"),
        (["dot.mlir", "--interpret", "--random", "N=3", "--table", "rows=x.npy"], "@dot has no table 'rows'"),
        (["dot.mlir", "--interpret", "--random", "N=-3"], "LIFT0207"),
        (["dot.mlir", "--interpret", "--random", "N=99999999999999"], "%x"),
        (["dot.mlir", "--interpret", "--random", "N=99999999999999999999"], "LIFT0207"),
        (["dot.mlir", "--interpret", "--random", "N=1152921504606846976"], "LIFT0215"),
        (["rows.mlir", "--interpret", "--random", "N=1152921504606846976,M=1"], "LIFT0215"),
        (["rows.mlir", "--interpret", "--random", "N=5,M=1", "--table", "rows=x.npy"], "LIFT0208"),
        (["rows.mlir", "--interpret", "--random", "N=5,M=1", "--table", "rows=lengths.npy"], "N = 5 entries"),
        (["fewer.mlir", "--interpret", "--random", "N=2"], "LIFT0209"),
        (["fewer.mlir", "--interpret", "--random", "N=0"], "LIFT0209"),
        (["one_fewer.mlir", "--interpret", "--random", "N=0"], "LIFT0207"),
        (["dot.mlir", "--interpret", "--random", "N=4,N=5"], "twice"),
        (["dot.mlir", "--interpret", "--random", "N=4", "--in", "x.npy"], "--random"),
        (["dot.mlir", "--interpret", "--random", "N=4", "--seed", "-1"], "--seed"),
        (["dot.mlir", "--interpret", "--random", "N=4", "--entry", "f"], "@f"),
        (["dot.mlir", "--interpret", "--random", "N=4", "--out", "a.npy", "--out", "b.npy"], "--out"),
        (["dot.mlir", "--interpret", "--random", "N=4", "--out", "no/where.npy"], "cannot be written"),
        (["both.mlir", "--interpret", "--random", "N=4", "--out", "a.npy", "--out", "a.npy"], "twice"),
        (["dot.mlir", "--interpret", "--random", "N=4", "--random", "N=5"], "twice"),
        (["dot.mlir", "--interpret", "--random", "N=4", "-s", "N=5"], "twice"),
        (["dot.mlir", "--interpret", "--in", "[1,2"], "this list cannot be read"),
        ([], "no program to run"),
        (["dot.mlir", "--interpret", "--random", "N=4", "--time"], "--time"),
        (["dot.mlir", "--interpret", "--random", "N=4", "--check"], "--check"),
        (["dot.mlir", "--interpret", "--random", "N=4", "--device", "cpu"], "--device"),
        (["dot.mlir", "--random", "N=4", "--time", "0"], "at least 1"),
        (["dot.mlir", "--random", "N=4", "--device", "no such"], "LIFT0230"),
        (["dot.mlir", "--random", "N=4", "--strategy", "fpga"], "LIFT0231"),
        (["host.mlir", "--random", "N=4", "--check"], "lift.def"),
        (["dot.mlir", "--in", "x.npy", "--in", "wide.npy"], "LIFT0204"),
    ],
)
def test_bad_input_is_a_message(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 1
    said = capsys.readouterr().err
    assert message in said
    assert "Traceback" not in said
    assert "internal" not in said


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("strategy", [[], ["--strategy", "cpu"], ["--strategy", "gpu"]])
def test_a_program_runs_on_the_device(strategy: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["dot.mlir", "--in", "x.npy", "--in", "x.npy", *strategy]) == 0
    assert capsys.readouterr().out == "14.0\n"


@pytest.mark.usefixtures("folder")
def test_a_host_program_runs_as_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["host.mlir", "--in", "x.npy", "--in", "x.npy"]) == 0
    assert capsys.readouterr().out == "14.0\n"


@pytest.mark.usefixtures("folder")
def test_the_interpreter_agrees(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["dot.mlir", "--random", "N=1000", "--check"]) == 0
    assert "the interpreter agrees: 1 value" in capsys.readouterr().out
    assert main(["both.mlir", "--random", "N=10", "--check"]) == 0
    assert "the interpreter agrees: 11 values, all the same" in capsys.readouterr().out


@pytest.mark.usefixtures("folder")
def test_a_wrong_result_is_found(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(_launch: PreparedLaunch) -> object:
        return np.array([1, 5, 3], np.int32), np.int32(7)

    monkeypatch.setattr(PreparedLaunch, "answer", wrong)
    assert main(["both.mlir", "--in", "[1, 2, 3]", "--in", "7", "--check"]) == 1
    said = capsys.readouterr().err
    assert "LIFT0238" in said
    assert "1 of 3 values of result[0]" in said
    assert "result[0][1] is 5, the interpreter has 2" in said


@pytest.mark.usefixtures("folder")
def test_kernels_are_timed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["host.mlir", "--random", "N=100", "--time", "3", "--device", "0:0"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines[1:]] == ["kernel", "dot_1", "dot_2", "total", "of"]
    assert lines[-1] == "of 3 runs"


def test_devices_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--list-devices"]) == 0
    assert capsys.readouterr().out.startswith("0:0  ")


def test_what_takes_long_says_so(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lift_run, "SLOW", 0.01)
    with lift_run.announced("counting"):
        time.sleep(0.2)
    assert re.fullmatch(r"counting \.\.\ncounting: 0\.\d s\n", capsys.readouterr().err)
    monkeypatch.setattr(lift_run, "SLOW", 60)
    with lift_run.announced("counting"):
        pass
    assert not capsys.readouterr().err


def test_a_bad_command_line_exits_with_1(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as exit_:
        main(["--nonsense"])
    assert exit_.value.code == 1
    assert "LIFT0220" in capsys.readouterr().err


def test_help_shows_examples(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    assert "lift-run dot.mlir --in x.npy --in y.npy" in capsys.readouterr().out
