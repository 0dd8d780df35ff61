"""Ops of another package: the example is installed beside the project, and all tools know its ops without a flag."""

import os
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from shutil import copytree, ignore_patterns
from typing import Any, Self

import numpy as np
import pytest
from xdsl.context import Context
from xdsl.dialects.arith import AddfOp, ConstantOp
from xdsl.dialects.builtin import FloatAttr, f32
from xdsl.ir import Attribute, Dialect, SSAValue
from xdsl.irdl import irdl_op_definition, operand_def
from xdsl.printer import Printer

import lift
from lift.dialects import loader
from lift.dialects.diagnostics import LiftError
from lift.dialects.kernel.control import YieldOp
from lift.dialects.lift.loops import LoopOp
from lift.dialects.lift.scope import Scope
from lift.dialects.loader import lift_context, load_module
from lift.dialects.parser import LiftParser
from lift.dialects.view.path import length_of
from lift.lowering.ocl_to_view.patterns import Lowering
from lift.runtime import cache

ROOT = Path(__file__).parents[2]
PLUGIN = ROOT / "examples" / "plugin"
PAGE = ROOT / "docs" / "adding-an-op.md"
BIN = Path(sys.executable).parent
PROGRAM = """
lift.def @f<N>(%xs: !lift.array<N, f32>) -> !lift.array<2 * N, f32> {
  %r = extra.interleave %xs, %xs
  lift.return %r
}
"""


def files(folder: Path) -> set[Path]:
    return {path for path in folder.rglob("*") if "__pycache__" not in path.parts}


@pytest.fixture(scope="module")
def plugin(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package, since building leaves files behind, and in `site` what is installed of it."""
    copy, before = tmp_path_factory.mktemp("plugin") / "plugin", files(PLUGIN)
    copytree(PLUGIN, copy, ignore=ignore_patterns("__pycache__", "build", "*.egg-info", "Output"))
    words = ["install", "--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--disable-pip-version-check"]
    subprocess.run([sys.executable, "-m", "pip", *words, f"--target={copy / 'site'}", str(copy)], check=True)
    assert files(PLUGIN) == before
    return copy


def run(plugin: Path, *command: str | Path, **further: str) -> str:
    """What a command prints where the package is installed; a command that fails is a failure."""
    result = run_unchecked(plugin, *command, **further)
    assert result.returncode == 0, f"{result.stdout}\n{result.stderr}"
    return result.stdout


def run_unchecked(plugin: Path, *command: str | Path, **further: str) -> "subprocess.CompletedProcess[str]":
    environment = {**os.environ, "PYTHONPATH": str(plugin / "site"), "LIFT_CACHE_DIR": "off", **further}
    return subprocess.run(command, env=environment, cwd=plugin, capture_output=True, text=True, check=False)


# The package


@pytest.mark.slow
def test_its_programs_give_what_numpy_gives(plugin: Path) -> None:
    assert re.search(r"\d\d passed", run(plugin, BIN / "pytest", "-q", "-p", "no:cacheprovider", "test"))


@pytest.mark.slow
def test_its_filecheck_tests_pass(plugin: Path) -> None:
    assert re.search(r"Passed: 5 \(100", run(plugin, BIN / "lit", "test/filecheck"))


def test_lift_run_knows_it(plugin: Path) -> None:
    options = ("--entry", "each_row", "--random", "N=7,M=3", "--check")
    assert "the interpreter" in run(plugin, BIN / "lift-run", "test/programs.mlir", *options)


def test_xdsl_opt_knows_it(plugin: Path) -> None:
    (plugin / "program.mlir").write_text(PROGRAM)
    assert "extra.interleave %xs, %xs : !lift.array<2 * N, f32>" in run(plugin, BIN / "xdsl-opt", "program.mlir")


def test_its_strategy_maps_programs(plugin: Path) -> None:
    program = f"""
import lift, numpy
program = lift.compile('''{PROGRAM}''', strategy='maps_first')
print(program(numpy.float32([1, 2])).tolist())
print(program.script)
"""
    result, *script = run(plugin, sys.executable, "-c", program).splitlines()
    assert result == "[1.0, 1.0, 2.0, 2.0]"
    assert "  rewrite.apply tidy" in script


def test_a_module_that_was_read_elsewhere_is_compiled(plugin: Path) -> None:
    program = f"""
import lift, numpy
from lift.dialects.loader import load_module
print(lift.compile(load_module('''{PROGRAM}'''))(numpy.float32([1, 2])).tolist())
"""
    assert run(plugin, sys.executable, "-c", program).split("\n")[0] == "[1.0, 1.0, 2.0, 2.0]"


def test_what_is_kept_on_disk_depends_on_its_files(plugin: Path) -> None:
    program = f"""
from lift.dialects.loader import load_module
from lift.runtime import cache
print(cache.covers(load_module('''{PROGRAM}''')))
print(*sorted(path.name for path in cache._files(cache._plugins())))
"""
    covered, names = run(plugin, sys.executable, "-c", program).splitlines()
    assert covered == "True"
    assert set(names.split()) == {path.name for path in (PLUGIN / "src").rglob("*.py")}


def test_no_file_of_the_project_knows_it() -> None:
    folders = ("api", "dialects", "lowering", "passes", "runtime", "tools")
    sources = [path for folder in folders for path in (ROOT / folder).rglob("*.py")]
    known = re.compile(r"lift_extra|extra\.(interleave|unfold)")
    assert [path for path in sources if known.search(path.read_text())] == []


# Without it, or with one that is broken


def test_an_op_of_a_package_that_is_missing_is_an_unknown_op() -> None:
    with pytest.raises(LiftError, match=r"there is no op 'missing.interleave'") as caught:
        load_module(PROGRAM.replace("extra.", "missing."))
    assert caught.value.location is not None
    assert caught.value.location.line == 3


def test_a_misspelled_op_of_a_package_is_told_from_the_right_one(plugin: Path) -> None:
    (plugin / "misspelled.mlir").write_text(PROGRAM.replace("interleave", "interlaeve"))
    for tool in (["lift-opt"], ["lift-run", "--interpret", "--random", "N=2"]):
        result = run_unchecked(plugin, BIN / tool[0], "misspelled.mlir", *tool[1:])
        assert result.returncode == 1
        assert "misspelled.mlir:3:8: error[LIFT0001]: there is no op 'extra.interlaeve'" in result.stderr
        assert "did you mean 'extra.interleave'?" in result.stderr


@pytest.mark.parametrize(
    ("target", "message"),
    [
        ("nowhere.universe:UNIVERSE", "No module named 'nowhere'"),
        ("json:dumps", "json:dumps is not a universe of xDSL"),
    ],
)
def test_a_package_that_cannot_be_loaded_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, target: str, message: str
) -> None:
    information = tmp_path / "broken-0.dist-info"
    information.mkdir()
    (information / "METADATA").write_text("Name: broken\nVersion: 0\n")
    (information / "entry_points.txt").write_text(f"[xdsl.universe]\nbroken = {target}\n")
    monkeypatch.syspath_prepend(tmp_path)
    loader._of_other_packages.cache_clear()
    with pytest.raises(LiftError, match="the extension 'broken' that is installed cannot be loaded") as caught:
        load_module(PROGRAM)
    assert message in caught.value.message
    assert caught.value.location is not None
    load_module("lift.def @f(%x: f32) -> f32 {\n  lift.return %x\n}\n")


@pytest.mark.parametrize(
    "tool", [["lift-opt"], ["lift-run", "--interpret", "--random", "N=2"]], ids=lambda tool: tool[0]
)
@pytest.mark.parametrize(
    ("content", "message"),
    [
        (
            "import xdsl.universe as u\ndef f():\n  raise TypeError('no such op')\nUNIVERSE = u.Universe(all_dialects={'extra': f})",
            "the dialect 'extra' of the package 'broken' cannot be loaded: TypeError: no such op",
        ),
        ("import nowhere", "the extension 'spoilt' that is installed cannot be loaded: No module named 'nowhere'"),
    ],
    ids=["in its dialect", "in its universe"],
)
def test_a_broken_package_is_no_defect_of_a_tool(tmp_path: Path, tool: list[str], content: str, message: str) -> None:
    site = tmp_path / "site"
    information = site / "broken-0.dist-info"
    information.mkdir(parents=True)
    (information / "METADATA").write_text("Name: broken\nVersion: 0\n")
    (information / "entry_points.txt").write_text("[xdsl.universe]\nspoilt = broken:UNIVERSE\n")
    (site / "broken.py").write_text(content)
    (tmp_path / "program.mlir").write_text(PROGRAM)
    result = run_unchecked(tmp_path, BIN / tool[0], "program.mlir", *tool[1:])
    assert result.returncode in (1, 2)
    assert message in result.stderr
    assert "repair or remove the package 'broken'" in result.stderr


def test_packages_are_not_listed_for_programs_that_need_none() -> None:
    program = f"""
import sys
from pathlib import Path
from lift.dialects.loader import load_module
load_module(Path({str(ROOT / "examples" / "dot.mlir")!r}))
print("importlib.metadata" in sys.modules)
"""
    command = [sys.executable, "-c", program]
    assert subprocess.run(command, check=True, capture_output=True, text=True).stdout == "False\n"


def test_a_copy_of_a_context_finds_packages_too() -> None:
    assert type(lift_context().clone()) is type(lift_context())
    assert lift_context(allow_unregistered=True).clone().allow_unregistered


# The page about it


def lines_of(text: str) -> list[str]:
    """The lines without what a formatter decides: indentation and blank lines."""
    return [line.strip() for line in text.splitlines() if line.strip()]


@pytest.mark.parametrize("snippet", re.findall(r"```(?:python|toml|mlir)\n(.*?)```", PAGE.read_text(), re.DOTALL))
def test_what_the_page_shows_is_in_the_package(snippet: str) -> None:
    shown = lines_of(snippet)
    texts = [lines_of(path.read_text()) for path in files(PLUGIN) if path.suffix in (".py", ".toml", ".mlir")]
    assert any(text[k : k + len(shown)] == shown for text in texts for k in range(len(text)))


# An op without a region, whose result is a scalar


@irdl_op_definition
class TotalOp(LoopOp):
    """`total([x0, x1, ..]) = x0 + x1 + ..`."""

    name = "ext.total"

    xs = operand_def()

    def infer(self, types: Sequence[Attribute], scope: Scope) -> Attribute:
        return self.plain_array(types[0], "it has numbers").element

    @classmethod
    def parse_form(cls, parser: LiftParser) -> Self:
        return cls.untyped([parser.parse_value()])

    def print_form(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.xs)

    def lower_to_loops(self, lowering: Lowering, target: SSAValue | None) -> None:
        assert target is None
        kernel = lowering.kernel
        xs = kernel.view(self.xs)
        zero = kernel.add(ConstantOp(FloatAttr(0.0, f32))).results[0]
        with kernel.loop(length_of(self.xs.type), None, [zero]) as (loop, statement):
            one = kernel.load(kernel.access(xs, loop))
            total = kernel.add(AddfOp(statement.carried[0], one)).results[0]
            kernel.add(YieldOp(total))
        lowering.bind(self.result, statement.results[0])


def with_total() -> Context:
    context = lift_context()
    context.load_dialect(Dialect("ext", [TotalOp]))
    return context


SCALED = """
lift.def @f<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %t = ext.total %xs
  %r = lift.map (%x) in %xs {
    %y = arith.mulf %x, %t : f32
    lift.yield %y
  }
  lift.return %r
}
"""
ROWS = """
lift.def @f<N, M>(%rows: !lift.array<M, !lift.array<N, f32>>) -> !lift.array<M, f32> {
  %r = lift.map (%row) in %rows {
    %t = ext.total %row
    lift.yield %t
  }
  lift.return %r
}
"""
WHOLE = "lift.def @f<N>(%xs: !lift.array<N, f32>) -> f32 {\n  %t = ext.total %xs\n  lift.return %t\n}\n"


@pytest.mark.parametrize("strategy", ["cpu", "gpu"])
@pytest.mark.parametrize(
    ("text", "xs", "expected", "kernels"),
    [
        (SCALED, [1, 2, 3], [6, 12, 18], 2),
        (ROWS, [[1, 2, 3], [4, 5, 6]], [6, 15], 1),
        (WHOLE, [1, 2, 3], 6, 1),
    ],
    ids=["beside a map", "in a map", "alone"],
)
def test_a_pattern_whose_result_is_a_scalar(text: str, xs: Any, expected: Any, kernels: int, strategy: Any) -> None:
    program = lift.compile(text, strategy=strategy, context=with_total())
    np.testing.assert_array_equal(np.asarray(program(np.float32(xs))), expected)
    assert program.opencl.count("kernel void") == kernels


def test_programs_with_ops_of_no_package_are_not_kept_on_disk() -> None:
    known: Mapping[bool, str] = {True: WHOLE.replace("ext.total %xs", "lift.at %xs[0]"), False: WHOLE}
    for covered, text in known.items():
        assert cache.covers(load_module(text, context=with_total())) is covered
