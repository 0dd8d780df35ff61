"""Arrays of one row whose length is written with the position: every element has the same type, and needs no position."""

from __future__ import annotations

import numpy as np
import pytest

import lift

ROWS = "!lift.array<i : 1, !lift.array<i + 2, i32>>"
DOUBLED = "!lift.array<k : 1, !lift.array<2 * k + 4, i32>>"
PLAIN = "!lift.array<1, !lift.array<2, i32>>"

PROGRAMS = {
    "a_view_that_is_copied": f"""
lift.def @f(%x: {ROWS}) -> {DOUBLED} {{
  %r = lift.map (%row)[k] in %x {{
    %two = lift.concat %row, %row
    lift.yield %two
  }}
  lift.return %r
}}
""",
    "proved_to_be_one": """
lift.def @f<N>(%x: !lift.array<i : N, !lift.array<i + 2, i32>>) -> !lift.array<k : N, !lift.array<k + 2, i32>> where [N eq 1] {
  %r = lift.map (%row)[k] in %x {
    %y = lift.map (%e) in %row { %d = arith.addi %e, %e : i32 lift.yield %d }
    lift.yield %y
  }
  lift.return %r
}
""",
    "a_slice": """
lift.def @f<N>(%x: !lift.array<i : N, !lift.array<i + 2, i32>>) -> !lift.array<k : 1, !lift.array<k + 2, i32>> {
  %s = lift.slice %x from 0 size 1
  %r = lift.map (%row)[k] in %s {
    %y = lift.map (%e) in %row { %d = arith.addi %e, %e : i32 lift.yield %d }
    lift.yield %y
  }
  lift.return %r
}
""",
    "iterations": f"""
lift.def @f(%x: {PLAIN}) -> {ROWS} {{
  %r = lift.iterate 3 (%t) in %x {{
    %n = lift.map (%row) in %t {{
      %y = lift.map (%e) in %row {{ %d = arith.addi %e, %e : i32 lift.yield %d }}
      lift.yield %y
    }}
    lift.yield %n
  }}
  lift.return %r
}}
""",
    "sums_of_rows": f"""
lift.def @f(%x: {ROWS}) -> i32 {{
  %z = arith.constant 0 : i32
  %s = lift.reduce (%acc, %row)[k] in %x from %z {{
    %n = lift.reduce (%a, %e) in %row from %acc {{ %d = arith.addi %a, %e : i32 lift.yield %d }}
    lift.yield %n
  }}
  lift.return %s
}}
""",
    "inside_another_array": """
lift.def @f<N>(%x: !lift.array<N, !lift.array<i : 1, !lift.array<i + 2, i32>>>) -> !lift.array<N, !lift.array<i : 1, !lift.array<i + 4, i32>>> {
  %r = lift.map (%one) in %x {
    %s = lift.map (%row)[k] in %one {
      %two = lift.concat %row, %row
      lift.yield %two
    }
    lift.yield %s
  }
  lift.return %r
}
""",
    "called_without_a_position": f"""
lift.def @g(%x: {PLAIN}) -> !lift.array<1, !lift.array<4, i32>> {{
  %r = lift.map (%row) in %x {{
    %two = lift.concat %row, %row
    lift.yield %two
  }}
  lift.return %r
}}
lift.def @f(%x: {ROWS}) -> {DOUBLED} {{
  %r = lift.call @g(%x)
  lift.return %r
}}
""",
    "given_by_a_call": f"""
lift.def @g(%x: {ROWS}) -> {PLAIN} {{
  lift.return %x
}}
lift.def @f(%x: {ROWS}) -> {DOUBLED} {{
  %a = lift.call @g(%x)
  %r = lift.map (%row) in %a {{
    %two = lift.concat %row, %row
    lift.yield %two
  }}
  lift.return %r
}}
""",
}

LENGTHS = {"a_slice": 2 + 3 + 4, "inside_another_array": 3 * 2}


@pytest.mark.parametrize("strategy", ["cpu", "gpu"])
@pytest.mark.parametrize("name", PROGRAMS)
def test_it_agrees_with_the_interpreter(name: str, strategy: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIFT_CACHE_DIR", "off")
    x = np.arange(5, 5 + LENGTHS.get(name, 2), dtype=np.int32)
    expected = lift.compile(PROGRAMS[name], entry="f", target="interpreter")(x)
    found = lift.compile(PROGRAMS[name], entry="f", strategy=strategy)(x)
    assert np.asarray(found).tolist() == np.asarray(expected).tolist()
