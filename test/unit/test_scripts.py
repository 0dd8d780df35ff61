"""Scripts from Python: what was done is printed, and replayed in another process it gives the same program."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from pass_programs import ROOT, functions

import lift
from lift.dialects.diagnostics import LiftError
from lift.dialects.loader import load_module, verify
from lift.passes.strategies.script import run_steps

SCALE = """
lift.def @scale<N>(%xs: !lift.array<8 * N, f32>, %a: f32) -> !lift.array<8 * N, f32> {
  %ys = lift.map (%x) in %xs {
    %y = arith.mulf %x, %a : f32
    lift.yield %y : f32
  }
  lift.return %ys
}
rewrite.script @rows of @scale {
  %n = rewrite.knob "n" of [2, 4, 8] = 4
  rewrite.assume [N mod 3 eq 0]
  rewrite.apply split_join at "%ys" (n = %n)
  rewrite.apply split_join at "%ys_n" (n = 3)
  rewrite.apply map_to_glb at "%ys_n_n" (d = 0)
}
"""
STEPS = ["split_join n=4 at %ys", "map_to_glb d=0 at %ys_n", "map_to_seq at %ys"]


def scaled(n: int) -> tuple[np.ndarray, np.ndarray]:
    xs = np.arange(8 * n, dtype=np.float32)
    return xs, 2 * xs


def test_a_script_of_the_program() -> None:
    program = lift.compile(SCALE, script="@rows", knobs={"n": 8})
    xs, expected = scaled(6)
    np.testing.assert_array_equal(program(xs, 2.0), expected)
    assert "< 8;" in program.opencl


def test_sizes_that_a_script_is_not_for_take_the_default() -> None:
    program = lift.compile(SCALE, script="@rows")
    for n in (1, 3, 4, 6):
        xs, expected = scaled(n)
        np.testing.assert_array_equal(program(xs, 2.0), expected)
        np.testing.assert_array_equal(program.prepare(xs, 2.0).run().result(), expected)


@pytest.mark.parametrize("script", [STEPS, "\n".join([*STEPS, "// a comment"])], ids=["a list", "a text"])
def test_steps(script: list[str] | str) -> None:
    program = lift.compile(SCALE, script=script)
    xs, expected = scaled(5)
    np.testing.assert_array_equal(program(xs, 2.0), expected)
    assert [line.split()[1] for line in program.script.splitlines()[1:-1]] == ["split_join", "map_to_glb", "map_to_seq"]


def test_a_file(tmp_path: Path) -> None:
    path = tmp_path / "fast.mlir"
    path.write_text('rewrite.script @fast of @scale {\n  rewrite.apply split_join at "%ys" (n = 2)\n}\n')
    assert "< 2;" in lift.compile(SCALE, script=path).opencl
    assert "< 2;" in lift.compile(SCALE, script=str(path)).opencl


def test_what_was_assumed_is_in_the_script() -> None:
    program = lift.compile(SCALE, script="@rows")
    assert "rewrite.assume [N mod 3 eq 0]" in program.script
    again = lift.compile(SCALE, script=program.script)
    assert (again.opencl, again.script) == (program.opencl, program.script)


@pytest.mark.parametrize(
    ("script", "knobs", "code"),
    [
        ("@rws", {}, "LIFT0368"),
        ("@rows", {"m": 4}, "LIFT0369"),
        (STEPS, {"n": 4}, "LIFT0368"),
        (["split_join n=3 at %ys"], {}, "LIFT0366"),
        ("rewrite.script @s of @other {\n}\n", {}, "LIFT0368"),
    ],
)
def test_a_script_that_is_not_right(script: str | list[str], knobs: dict[str, int], code: str) -> None:
    with pytest.raises(LiftError) as caught:
        lift.compile(SCALE, script=script, knobs=knobs)
    assert caught.value.code == code


def test_the_interpreter_has_no_script() -> None:
    with pytest.raises(LiftError, match="a script is for programs that are compiled"):
        lift.compile(SCALE, target="interpreter", script="@rows")


@pytest.mark.many(3)
@pytest.mark.parametrize("strategy", ["cpu", "gpu"])
@pytest.mark.parametrize("name", ["dot", "jacobi2d", "filter_map", "prefix_sums", "nbody", "trmv"])
def test_what_a_strategy_did_is_a_script(name: str, strategy: str) -> None:
    path = ROOT / "examples" / f"{name}.mlir"
    program = lift.compile(path, strategy=strategy, profile="pocl")
    again = lift.compile(path, strategy=strategy, profile="pocl", script=program.script)
    assert again.script == program.script
    for part in ("kernel void", "for (", "] ="):  # names of values differ, and with them where lines end
        assert again.opencl.count(part) == program.opencl.count(part)


@pytest.mark.slow
def test_a_script_replays_in_another_process(tmp_path: Path) -> None:
    path = ROOT / "examples" / "matmul.mlir"
    script = tmp_path / "steps.mlir"
    script.write_text(lift.compile(path, "matmul", profile="pocl", strategy="gpu").script)
    command = [Path(sys.executable).parent / "lift-opt", path, "-p", f'lift-derive{{file="{script}"}}']
    texts = [subprocess.run(command, capture_output=True, text=True, check=True).stdout for _ in range(2)]
    module = load_module(path)
    lines = [line for line in script.read_text().splitlines() if "rewrite.apply" in line]
    assert texts[0] == texts[1]
    assert "ocl.map_wrg" in texts[0]
    assert len(lines) == len(run_steps(functions(module)["matmul"], map(_as_step, lines)))
    verify(module)
    assert str(module) in texts[0]


def _as_step(line: str) -> str:
    """`rewrite.apply split_join at "%c" (n = 8)` as `split_join n=8 at %c`."""
    name, _, rest = line.strip().removeprefix("rewrite.apply ").partition(" at ")
    place, _, numbers = rest.partition(" (")
    given = numbers.rstrip(")").replace(" = ", "=").replace(",", "")
    return " ".join(filter(None, [name, given, f"at {place.strip(chr(34))}" if place else ""]))
