"""A few lines that stand for very much: what is shared is gone through once, and what is too much is refused early."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pass_programs import run_passes
from xdsl.dialects.builtin import TupleType, i32
from xdsl.ir import Attribute

import lift
from lift.dialects.diagnostics import LiftError
from lift.dialects.errors import BAD_LIMIT, OVER_LIMIT
from lift.dialects.lift import types
from lift.dialects.limits import LIMITS, TYPE_LEAVES, raised
from lift.dialects.loader import load_module
from lift.lowering.kernel_to_opencl.names import Names

BIN = Path(sys.executable).parent


def doubling(line: str, lines: int, parameter: str = "i32") -> str:
    """A function with so many lines, each of which uses the value of the one before twice."""
    body = "\n".join(f"  %x{k + 1} = {line} %x{k}, %x{k}" for k in range(lines))
    return f"lift.def @f(%x0: {parameter}) -> {parameter} {{\n{body}\n  lift.return %x0\n}}\n"


CONCATS = """lift.def @f(%x0: !lift.array<1, i32>) -> i32 {{
{}
  %z = lift.at %x{}[0]
  lift.return %z
}}
"""


def concats(lines: int) -> str:
    return CONCATS.format("\n".join(f"  %x{k + 1} = lift.concat %x{k}, %x{k}" for k in range(lines)), lines)


def refused_in(text: str, **options: Any) -> LiftError:
    with pytest.raises(LiftError) as caught:
        lift.compile(text, target="interpreter", **options)
    return caught.value


def test_leaves_are_counted_by_one_visit_to_what_is_shared(monkeypatch: pytest.MonkeyPatch) -> None:
    visited: list[Attribute] = []
    parts = types._parts

    def watched(attribute: Attribute) -> Iterable[Attribute]:
        visited.append(attribute)
        return parts(attribute)

    monkeypatch.setattr(types, "_parts", watched)
    type_: Attribute = i32
    for _ in range(200):
        type_ = TupleType((type_, type_))
    with raised({TYPE_LEAVES.name: 2**200}):
        types.bounded(type_)
    assert len(visited) <= 3 * 201
    with raised({TYPE_LEAVES.name: 2**200 - 1}), pytest.raises(LiftError):
        types.bounded(type_)


@pytest.mark.parametrize(
    "text",
    [doubling("lift.tuple", 500), doubling("lift.zip", 500, "!lift.array<4, i32>")],
    ids=["tuples", "zips"],
)
def test_a_type_of_too_many_leaves_is_refused_at_the_line_that_makes_it(text: str) -> None:
    error = refused_in(text)
    assert error.kind is OVER_LIMIT
    assert error.location is not None
    assert error.location.line == 12
    assert error.expected == "at most 1024 leaves in a type, which is the limit 'type-leaves'"


def test_a_limit_is_raised_for_one_program() -> None:
    text = doubling("lift.tuple", 11)
    assert lift.compile(text, target="interpreter", limits={"type-leaves": 2048})(7) == 7
    assert refused_in(text).kind is OVER_LIMIT


@pytest.mark.parametrize("limits", [{"leaves": 7}, {"type-leaves": 0}, {"type-leaves": True}, {"type-leaves": "9"}])
def test_a_limit_that_makes_no_sense_is_refused(limits: dict[str, Any]) -> None:
    assert refused_in(doubling("lift.tuple", 1), limits=limits).kind is BAD_LIMIT


def test_the_interpreter_refuses_arrays_that_it_cannot_hold() -> None:
    assert lift.compile(concats(20), target="interpreter")(np.array([7], np.int32)) == 7
    with pytest.raises(LiftError, match="the interpreter cannot hold all elements") as caught:
        lift.compile(concats(40), target="interpreter")(np.array([7], np.int32))
    assert caught.value.location is not None
    assert caught.value.location.line == 29
    few = lift.compile(concats(4), target="interpreter", limits={"interpreted-elements": 15})
    with pytest.raises(LiftError, match="at most 15 elements"):
        few(np.array([7], np.int32))


def test_a_concat_that_is_used_twice_is_not_written_out() -> None:
    text = """
    lift.def @f(%x: !lift.array<1, i32>) -> !lift.array<4, i32> {
      %y = lift.concat %x, %x
      %z = lift.concat %y, %y
      lift.return %z
    }"""
    module = load_module(text)
    before = str(module)
    run_passes(module, "canonicalize")
    assert str(module) == before


def test_a_new_name_is_found_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def watched(name: str) -> bool:
        asked.append(name)
        return False

    monkeypatch.setattr("lift.lowering.kernel_to_opencl.names.is_taken", watched)
    names = Names()
    found = [names.fresh("e") for _ in range(1000)]
    assert len(set(found)) == 1000
    assert len(asked) <= 5 * 1000


def test_the_documentation_has_every_limit() -> None:
    page = (Path(__file__).parents[2] / "docs" / "lift-opt.md").read_text()
    page = page.partition("## Limits")[2].partition("```")[0]
    shown = [line for line in page.splitlines() if line.startswith("| `")]
    assert shown == [f"| `{limit.name}` | {limit.default} | {limit.what} |" for limit in LIMITS.values()]


@pytest.mark.parametrize("passes", [[], ["-p", "lift-to-opencl", "-t", "opencl"]], ids=["check", "opencl"])
@pytest.mark.parametrize("text", [doubling("lift.tuple", 64), concats(40)], ids=["tuples", "concats"])
def test_64_lines_come_to_an_end(text: str, passes: list[str], tmp_path: Path) -> None:
    (tmp_path / "f.mlir").write_text(text)
    subprocess.run([BIN / "lift-opt", "f.mlir", *passes], cwd=tmp_path, capture_output=True, timeout=60, check=False)
