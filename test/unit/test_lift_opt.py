"""What `lift-opt` does that no FileCheck test can see: what it imports, how it ends, what it leaves behind."""

import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

import pytest
from xdsl.passes import ModulePass
from xdsl.universe import Universe
from xdsl.utils.target import Target

from lift.tools.lift_opt.main import INTERNAL_ERROR, LiftOpt, main
from lift.tools.lift_opt.pipeline import parse_passes

ROOT = Path(__file__).parents[2]
PROGRAM = "lift.def @f(%x: i32) -> i32 {\n  lift.return %x\n}\n"
HEAVY = ("numpy", "pyopencl", "z3", "rich", "hypothesis", "matplotlib")
IMPORTED = f"""
import sys
from lift.tools.lift_opt.main import main
try:
    main(sys.argv[1:])
except SystemExit:
    pass
print(*sorted(set({HEAVY!r}) & sys.modules.keys()), file=sys.stderr)
print(*sorted(name for name in sys.modules if name.startswith(("xdsl.transforms.", "lift.passes.rules"))), file=sys.stderr)
"""


@pytest.fixture
def program(tmp_path: Path) -> Path:
    path = tmp_path / "program.mlir"
    path.write_text(PROGRAM)
    return path


def imported(*words: str) -> tuple[list[str], list[str]]:
    """Which heavy packages, and which passes, a run imports."""
    command = [sys.executable, "-c", IMPORTED, *words]
    result = subprocess.run(command, check=True, capture_output=True, text=True, cwd=ROOT)
    heavy, passes = result.stderr.splitlines()[-2:]
    return heavy.split(), passes.split()


@pytest.mark.parametrize("words", [("--help",), ("--version",), ("--list-targets",), ("-p", "nothing")])
def test_start_up_imports_nothing_heavy(words: tuple[str, ...]) -> None:
    assert imported(*words) == ([], [])


def test_reading_and_printing_imports_nothing_heavy(program: Path) -> None:
    heavy, _ = imported(str(program), "-p", "cse")
    assert heavy == []


def test_help_does_not_import_the_parser() -> None:
    command = [sys.executable, "-c", IMPORTED.replace("xdsl.transforms.", "lift.dialects.lift"), "--help"]
    result = subprocess.run(command, check=True, capture_output=True, text=True)
    assert result.stderr.split() == []


def test_every_registered_pass_and_target_of_ours_can_be_loaded() -> None:
    for name, factory in Universe.get_multiverse().all_passes.items():
        if factory.__module__.startswith("lift."):
            assert issubclass(factory(), ModulePass)
            assert factory().name == name
    for name, target in Universe.get_multiverse().all_targets.items():
        if target.__module__.startswith("lift."):
            assert issubclass(target(), Target)
            assert target().name == name


def test_plain_xdsl_opt_finds_our_dialects() -> None:
    assert {"lift", "lift-passes", "lift-lowering"} <= {plugin.name for plugin in entry_points(group="xdsl.universe")}
    assert {"lift", "ocl"} <= Universe.get_multiverse().all_dialects.keys()


def run(*words: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    command = [str(Path(sys.executable).parent / "lift-opt"), *words]
    return subprocess.run(command, input=stdin, capture_output=True, check=False, timeout=120)


@pytest.mark.parametrize(
    "garbage",
    [b"", b"\xff\xfe\x00", b"\x00" * 100, b"\xc3", bytes(range(256)), b"(" * 100_000, b'"' + b"a" * 100_000],
    ids=["empty", "utf-16", "zeros", "half a character", "every byte", "brackets", "endless string"],
)
def test_garbage_is_refused_in_few_words(garbage: bytes) -> None:
    result = run(stdin=garbage)
    assert result.returncode == 1
    assert b"error[LIFT" in result.stderr
    assert b"Traceback" not in result.stderr


def test_a_reader_that_stops_early_is_no_error_of_ours(program: Path) -> None:
    tool = Path(sys.executable).parent / "lift-opt"
    result = subprocess.run(["sh", "-c", f"{tool} {program} | true"], capture_output=True, check=False)
    assert result.stderr == b""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
def test_a_full_disk_behind_stdout_is_a_diagnostic(program: Path) -> None:
    tool = Path(sys.executable).parent / "lift-opt"
    result = subprocess.run(["sh", "-c", f"{tool} {program} > /dev/full"], capture_output=True, check=False)
    assert result.returncode == 1
    assert result.stderr == b"lift-opt: error: cannot write to stdout: No space left on device\n"


def test_an_output_file_is_not_touched_when_writing_fails(program: Path, tmp_path: Path) -> None:
    output = tmp_path / "out.mlir"
    output.write_text("old")
    tool = Path(sys.executable).parent / "lift-opt"
    command = f"ulimit -f 0; {tool} {program} -o {output}"
    result = subprocess.run(["bash", "-c", command], capture_output=True, check=False)
    assert result.stderr == f"lift-opt: error: cannot write '{output}': File too large\n".encode()
    assert output.read_text() == "old"


def test_an_unreadable_output_folder_is_a_diagnostic(program: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(program), "--dump-phases", f"{program}/phases"]) == 1
    assert capsys.readouterr().err.startswith("lift-opt: error: --dump-phases cannot write")


class Exploding(ModulePass):
    name = "explode"

    def apply(self, ctx: object, op: object) -> None:
        raise ZeroDivisionError("planted")


class WithExplosion(LiftOpt):
    def register_all_passes(self) -> None:
        super().register_all_passes()
        self.register_pass("explode", lambda: Exploding)


def test_a_reproducer_reproduces(program: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first, second = tmp_path / "first.mlir", tmp_path / "second.mlir"
    assert main([str(program), "-p", "cse,explode", "--reproducer", str(first)], WithExplosion) == INTERNAL_ERROR
    said = capsys.readouterr().err.splitlines()[0]
    words = ["--run-reproducer", str(first), "--reproducer", str(second)]
    assert main(words, WithExplosion) == INTERNAL_ERROR
    assert capsys.readouterr().err.splitlines()[0] == said
    assert first.read_text().splitlines()[:4] == second.read_text().splitlines()[:4]


def reproducer(folder: Path, options: str, versions: str = "some") -> Path:
    path = folder / "reproducer.mlir"
    header = ("// A reproducer of an internal error of lift-opt.", f"// versions: {versions}", f"// options: {options}")
    path.write_text("\n".join([*header, "// input: a.mlir", PROGRAM]))
    return path


@pytest.mark.parametrize(
    ("options", "word"),
    [
        ("-o {there} --passes cse", "-o"),
        ("--passes cse --output-file {there}", "--output-file"),
        ("--output-file={there}", "--output-file={there}"),
        ("--passes=cse", "--passes=cse"),
        ("--dump-phases {there}", "--dump-phases"),
        ("--reproducer {there}", "--reproducer"),
        ("--run-reproducer {there}", "--run-reproducer"),
        ("--passes cse -- {there}", "--"),
        ("{there}", "{there}"),
        ("--passes", "--passes"),
    ],
)
def test_a_reproducer_names_no_file(
    options: str, word: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    there = tmp_path / "precious"
    there.write_text("kept")
    path = reproducer(tmp_path, options.format(there=there))
    assert main(["--run-reproducer", str(path)]) == 1
    assert f"asks for '{word.format(there=there)}'" in capsys.readouterr().err
    assert there.read_text() == "kept"
    assert sorted(file.name for file in tmp_path.iterdir()) == ["precious", "reproducer.mlir"]


@pytest.mark.parametrize("name", ["mlir-opt", "apply-pdl", "transform-interpreter"])
def test_a_reproducer_runs_no_program(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    there = tmp_path / "made"
    options = f'{{executable="touch" arguments="{there}"}}' if name == "mlir-opt" else ""
    path = reproducer(tmp_path, f"--passes 'cse,{name}{options}'")
    assert main(["--run-reproducer", str(path)]) == 1
    assert f"asks for the pass '{name}'" in capsys.readouterr().err
    assert not there.exists()


def test_a_reproducer_does_nothing_to_the_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["--run-reproducer", str(reproducer(tmp_path, "'\x1b[2J'", versions="\x1b[2J"))])
    assert "\x1b" not in capsys.readouterr().err


def test_what_the_command_line_says_replaces_what_a_reproducer_asks_for(tmp_path: Path) -> None:
    path = reproducer(tmp_path, "--passes mlir-opt --print-op-generic")
    assert main(["--run-reproducer", str(path), "-p", "cse", "-o", str(tmp_path / "out.mlir")]) == 0
    assert (tmp_path / "out.mlir").read_text().startswith('"builtin.module"')


def test_statistics_leave_the_rewriter_as_it_was(program: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from xdsl import pattern_rewriter

    before = pattern_rewriter.PatternRewriter
    main([str(program), "-p", "canonicalize", "--statistics"])
    assert pattern_rewriter.PatternRewriter is before
    assert "canonicalize" in capsys.readouterr().err


def test_a_pass_takes_its_options() -> None:
    available = Universe.get_multiverse().all_passes
    (step,) = parse_passes('mlir-opt{arguments="--cse"}', available)
    assert str(step) == 'mlir-opt{arguments="--cse"}'
