"""Values may be called anything that MLIR allows: a name of which nothing is left as a hint is no name for others."""

from __future__ import annotations

import numpy as np
import pytest

import lift
from lift.dialects.lift.identifiers import value_hint
from lift.dialects.loader import load_module
from lift.lowering.host_to_python.target import to_python
from lift.runtime.device.program import OpenCLProgram

NAMES = ["_", "_0", "__1", "a_1_2", "0", "_1_", "_1_2", "$_1", "-_3", ".1_1", "_00", "__"]

PROGRAM = """
lift.def @g<N>(%{0}: !lift.array<N, i32>, %{1}: i32) -> !lift.array<N, i32> {{
  %{2} = lift.map (%{3}) in %{0} {{ %{4} = arith.addi %{3}, %{1} : i32 lift.yield %{4} }}
  lift.return %{2}
}}
lift.def @f<N>(%{0}: !lift.array<N, i32>, %{1}: i32) -> tuple<!lift.array<N, i32>, i32> {{
  %{2} = lift.call @g(%{0}, %{1})
  %{3} = arith.constant 0 : i32
  %{4} = lift.reduce (%{5}, %{6}) in %{2} from %{3} {{ %{7} = arith.addi %{5}, %{6} : i32 lift.yield %{7} }}
  %{8} = lift.iterate 3 (%{5}) in %{2} {{
    %{6} = lift.map (%{9}) in %{5} {{ %{7} = arith.addi %{9}, %{9} : i32 lift.yield %{7} }}
    lift.yield %{6}
  }}
  %{10} = lift.tuple %{8}, %{4}
  lift.return %{10}
}}
"""


@pytest.mark.parametrize(
    ("name", "hint"),
    [("x", "x"), ("x_1", "x"), ("a_1_2", "a"), ("_", "_"), ("_1", None), ("_1_2", None), ("_1_", "_1_"), ("1", None)],
)
def test_the_hint_of_a_name(name: str, hint: str | None) -> None:
    assert value_hint(name) == hint


@pytest.mark.parametrize("shift", range(0, 12, 3))
def test_any_name_goes_all_the_way_down(shift: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIFT_CACHE_DIR", "off")
    text = PROGRAM.format(*NAMES[shift:], *NAMES[:shift])
    x = np.arange(5, dtype=np.int32)
    expected = lift.compile(text, entry="f", target="interpreter")(x, 3)
    program = lift.compile(text, entry="f")
    found = program(x, 3)
    assert found[0].tolist() == expected[0].tolist()
    assert found[1] == expected[1]
    assert isinstance(program, OpenCLProgram)
    compile(to_python(program.lowered.module), "f.py", "exec")


@pytest.mark.parametrize("shift", range(0, 12, 3))
def test_any_name_is_printed_as_it_is_read(shift: int) -> None:
    once = str(load_module(PROGRAM.format(*NAMES[shift:], *NAMES[:shift])))
    assert str(load_module(once)) == once
