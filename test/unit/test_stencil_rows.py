"""Stencils by default, several rows at a time: right for every length, element, operator, border and number of dimensions."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest

import lift

PADS: dict[str, dict[str, Any]] = {
    "clamp": {"mode": "edge"},
    "mirror": {"mode": "symmetric"},
    "wrap": {"mode": "wrap"},
    "constant": {"mode": "constant"},
}
"""What NumPy calls the modes."""
INSIDE = ("mirror", "wrap")
"""What reads as many elements as it adds."""
SIZES = ((1, 1), (1, 37), (2, 3), (3, 2), (4, 18), (5, 19), (7, 67), (13, 34), (135, 23))
FOLDS = {
    "f32": ("0.0 : f32", "arith.addf %acc, %v : f32"),
    "f64": ("0.0 : f64", "arith.addf %acc, %v : f64"),
    "i32": ("-1000 : i32", "arith.maxsi %acc, %v : i32"),
}
DTYPES = {"f32": np.float32, "f64": np.float64, "i32": np.int32}


def grid(type_: str, mode: str, rows: tuple[int, int], columns: tuple[int, int]) -> str:
    """A fold of the neighbours of each point, so many before and after it."""
    start, fold = FOLDS[type_]
    high, wide = sum(rows) + 1, sum(columns) + 1
    edge = "%edge = lift.generate [e : M] { lift.yield %start }" if mode == "constant" else ""
    outer, inner = ("constant %edge", "constant %start") if mode == "constant" else (mode, mode)
    where = f" where [N ge {max(rows)}, M ge {max(columns)}]" if mode in INSIDE else ""
    array = f"!lift.array<N, !lift.array<M, {type_}>>"
    return f"""
lift.def @f<N, M>(%a: {array}) -> {array}{where} {{
  %start = arith.constant {start}
  {edge}
  %taller = lift.pad {outer} {rows[0]}, {rows[1]} %a
  %padded = lift.map (%row) in %taller {{
    %wider = lift.pad {inner} {columns[0]}, {columns[1]} %row
    lift.yield %wider
  }}
  %bands = lift.slide {high} by 1 %padded
  %r = lift.map (%band) in %bands {{
    %windows = lift.map (%row) in %band {{
      %own = lift.slide {wide} by 1 %row
      lift.yield %own
    }}
    %points = lift.transpose %windows
    %line = lift.map (%window) in %points {{
      %around = lift.join %window
      %sum = lift.reduce (%acc, %v) in %around from %start {{
        %s = {fold}
        lift.yield %s
      }}
      lift.yield %sum
    }}
    lift.yield %line
  }}
  lift.return %r
}}
"""


def expected(a: Any, type_: str, mode: str, rows: tuple[int, int], columns: tuple[int, int]) -> Any:
    outside: dict[str, Any] = {"constant_values": -1000 if type_ == "i32" else 0} if mode == "constant" else {}
    wide = np.pad(a, (rows, columns), **PADS[mode], **outside)
    shape = (sum(rows) + 1, sum(columns) + 1)
    windows = np.lib.stride_tricks.sliding_window_view(wide, shape)
    return windows.max((2, 3)) if type_ == "i32" else windows.sum((2, 3))


@pytest.mark.parametrize(
    ("type_", "mode", "rows", "columns"),
    [
        *(("f32", mode, (1, 1), (1, 1)) for mode in PADS),
        ("f32", "constant", (2, 2), (2, 2)),
        ("f64", "clamp", (1, 1), (1, 1)),
        ("i32", "constant", (1, 1), (1, 1)),
        ("i32", "wrap", (0, 2), (1, 0)),
        ("f32", "mirror", (2, 1), (0, 3)),
        ("f32", "clamp", (5, 5), (5, 5)),
        ("i32", "wrap", (4, 6), (6, 5)),
        ("f64", "constant", (8, 8), (7, 7)),
    ],
)
def test_a_grid(type_: str, mode: str, rows: tuple[int, int], columns: tuple[int, int]) -> None:
    program = lift.compile(grid(type_, mode, rows, columns))
    for n, m in SIZES:
        if mode not in INSIDE or (n >= max(rows) and m >= max(columns)):
            a = np.random.default_rng(n).integers(0, 9, (n, m)).astype(DTYPES[type_])
            assert np.array_equal(program(a), expected(a, type_, mode, rows, columns)), (n, m)


@pytest.mark.parametrize("side", [3, 11])
def test_weights_that_are_an_argument(side: int) -> None:
    """Rows are computed together also where a window is zipped with something."""
    r = side // 2
    text = grid("f32", "clamp", (r, r), (r, r)).replace("M>(", f"M>(%w: !lift.array<{side**2}, f32>, ")
    text = text.replace("in %around from", "in %both from").replace("%around = lift.join %window", """
      %around = lift.join %window
      %both = lift.zip %around, %w""").replace("%s = arith.addf %acc, %v : f32", """
        %x = lift.get %v[0]
        %y = lift.get %v[1]
        %xy = arith.mulf %x, %y : f32
        %s = arith.addf %acc, %xy : f32""")  # fmt: skip
    program = lift.compile(text)
    assert "float16" in program.opencl
    w = np.arange(side**2, dtype=np.float32) % 9
    for n, m in SIZES:
        a = np.random.default_rng(n).integers(0, 9, (n, m)).astype(np.float32)
        windows = np.lib.stride_tricks.sliding_window_view(np.pad(a, r, "edge"), (side, side))
        assert np.array_equal(program(w, a), (windows * w.reshape(side, side)).sum((2, 3))), (n, m)


@pytest.mark.parametrize(
    ("fold", "after"),
    [("subf %v, %acc", "addf %sum, %sum"), ("addf %acc, %v", "mulf %sum, %sum"), ("maximumf %acc, %v", "addf %sum, %start")],
    ids=["in order", "sum", "largest"],
)  # fmt: skip
def test_a_large_window_of_which_more_is_computed(fold: str, after: str) -> None:
    """What is folded in order is so row by row, and what is computed of a fold is computed after all of it."""
    text = grid("f32", "clamp", (5, 5), (5, 5)).replace("addf %acc, %v", fold)
    text = text.replace("lift.yield %sum", f"%t = arith.{after} : f32\n      lift.yield %t")
    program, meaning = lift.compile(text), lift.compile(text, target="interpreter")
    assert "float16" in program.opencl
    for n, m in ((1, 1), (2, 3), (5, 37)):
        a = np.random.default_rng(n).integers(0, 5, (n, m)).astype(np.float32)
        assert np.array_equal(program(a), meaning(a)), (n, m)


CUBE = """
lift.def @f<N, M, L>(%a: !lift.array<N, !lift.array<M, !lift.array<L, f32>>>)
    -> !lift.array<N, !lift.array<M, !lift.array<L, f32>>> {
  %zero = arith.constant 0.0 : f32
  %deeper = lift.pad clamp 1, 1 %a
  %padded = lift.map (%plane) in %deeper {
    %taller = lift.pad clamp 1, 1 %plane
    %rows = lift.map (%row) in %taller {
      %wider = lift.pad clamp 1, 1 %row
      lift.yield %wider
    }
    lift.yield %rows
  }
  %slabs = lift.slide 3 by 1 %padded
  %r = lift.map (%slab) in %slabs {
    %windows = lift.map (%plane) in %slab {
      %bands = lift.slide 3 by 1 %plane
      lift.yield %bands
    }
    %beams = lift.transpose %windows
    %own = lift.map (%beam) in %beams {
      %cut = lift.map (%band) in %beam {
        %threes = lift.map (%row) in %band {
          %three = lift.slide 3 by 1 %row
          lift.yield %three
        }
        %columns = lift.transpose %threes
        lift.yield %columns
      }
      %cubes = lift.transpose %cut
      %line = lift.map (%cube) in %cubes {
        %rows = lift.join %cube
        %around = lift.join %rows
        %sum = lift.reduce (%acc, %v) in %around from %zero {
          %s = arith.addf %acc, %v : f32
          lift.yield %s
        }
        lift.yield %sum
      }
      lift.yield %line
    }
    lift.yield %own
  }
  lift.return %r
}
"""


@pytest.mark.slow
def test_a_cube() -> None:
    program = lift.compile(CUBE)
    assert "float16" in program.opencl
    for shape in product((1, 5), (1, 2, 11), (1, 3, 41)):
        a = np.random.default_rng(sum(shape)).integers(0, 9, shape).astype(np.float32)
        windows = np.lib.stride_tricks.sliding_window_view(np.pad(a, 1, "edge"), (3, 3, 3))
        assert np.array_equal(program(a), windows.sum((3, 4, 5))), shape
