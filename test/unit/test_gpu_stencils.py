"""Stencils by `gpu`: tiles with halos in local memory give what the interpreter gives, whatever pads the array, at any size."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

import numpy as np
import pytest

import lift

PROFILE: Final = "gpu,group=8,group_2d=4"
"""Small tiles, so that small arrays have several, and something beside them."""

MODES: Final = ("clamp", "wrap", "mirror", "constant")


def line(mode: str, before: int, size: int, step: int) -> str:
    """A sum of neighbours in one dimension, each times its place in the window."""
    value = "%outside " if mode == "constant" else ""
    return f"""
lift.def @line<N>(%a: !lift.array<N, i32>) -> !lift.array<(N + {2 * before} - {size} + {step}) floordiv {step}, i32>
    where [N ge 1, N ge {max(before, size - 2 * before)}, (N + {2 * before} - {size}) mod {step} eq 0] {{
  %outside = arith.constant 7 : i32
  %padded = lift.pad {mode} {value}{before}, {before} %a
  %windows = lift.slide {size} by {step} %padded
  %r = lift.map (%w) in %windows {{
    %first = lift.at %w[0]
    %s = lift.reduce (%acc, %v) in %w from %first {{
      %three = arith.constant 3 : i32
      %t = arith.muli %acc, %three : i32
      %u = arith.addi %t, %v : i32
      lift.yield %u
    }}
    lift.yield %s
  }}
  lift.return %r
}}"""


def plane(mode: str, rows: int, columns: int) -> str:
    """A sum of neighbours in two dimensions, that are rows apart or columns or both."""
    value, edge = ("%outside ", "%edge ") if mode == "constant" else ("", "")
    return f"""
lift.def @plane<N, M>(%a: !lift.array<N, !lift.array<M, i32>>) -> !lift.array<N, !lift.array<M, i32>>
    where [N ge {max(1, rows)}, M ge {max(1, columns)}] {{
  %outside = arith.constant 7 : i32
  %edge = lift.generate [e : M] {{
    lift.yield %outside
  }}
  %taller = lift.pad {mode} {edge}{rows}, {rows} %a
  %padded = lift.map (%row) in %taller {{
    %wider = lift.pad {mode} {value}{columns}, {columns} %row
    lift.yield %wider
  }}
  %bands = lift.slide {2 * rows + 1} by 1 %padded
  %r = lift.map (%band) in %bands {{
    %windows = lift.map (%row) in %band {{
      %own = lift.slide {2 * columns + 1} by 1 %row
      lift.yield %own
    }}
    %points = lift.transpose %windows
    %line = lift.map (%window) in %points {{
      %around = lift.join %window
      %zero = arith.constant 0 : i32
      %s = lift.reduce (%acc, %v) in %around from %zero {{
        %three = arith.constant 3 : i32
        %t = arith.muli %acc, %three : i32
        %u = arith.addi %t, %v : i32
        lift.yield %u
      }}
      lift.yield %s
    }}
    lift.yield %line
  }}
  lift.return %r
}}"""


def space(mode: str) -> str:
    """Seven points, of which those before and behind are subtracted."""
    pads = [
        f"lift.pad {mode} {value}1, 1" for value in (("%far ", "%edge ", "%out ") if mode == "constant" else [""] * 3)
    ]
    return f"""
lift.def @space<N, M, L>(%a: !lift.array<N, !lift.array<M, !lift.array<L, i32>>>)
    -> !lift.array<N, !lift.array<M, !lift.array<L, i32>>> where [N ge 1, M ge 1, L ge 1] {{
  %out = arith.constant 7 : i32
  %edge = lift.generate [e : L] {{
    lift.yield %out
  }}
  %far = lift.generate [f : M] {{
    %none = lift.generate [e : L] {{
      lift.yield %out
    }}
    lift.yield %none
  }}
  %deeper = {pads[0]} %a
  %padded = lift.map (%plane) in %deeper {{
    %taller = {pads[1]} %plane
    %rows = lift.map (%row) in %taller {{
      %wider = {pads[2]} %row
      lift.yield %wider
    }}
    lift.yield %rows
  }}
  %slabs = lift.slide 3 by 1 %padded
  %r = lift.map (%slab) in %slabs {{
    %windows = lift.map (%plane) in %slab {{
      %bands = lift.slide 3 by 1 %plane
      lift.yield %bands
    }}
    %beams = lift.transpose %windows
    %own = lift.map (%beam) in %beams {{
      %cut = lift.map (%band) in %beam {{
        %threes = lift.map (%row) in %band {{
          %three = lift.slide 3 by 1 %row
          lift.yield %three
        }}
        %columns = lift.transpose %threes
        lift.yield %columns
      }}
      %cubes = lift.transpose %cut
      %line = lift.map (%cube) in %cubes {{
        %front = lift.at %cube[0]
        %here = lift.at %cube[1]
        %back = lift.at %cube[2]
        %front_row = lift.at %front[1]
        %row = lift.at %here[1]
        %below = lift.at %here[2]
        %back_row = lift.at %back[0]
        %p0 = lift.at %front_row[1]
        %p1 = lift.at %row[2]
        %p2 = lift.at %below[0]
        %p3 = lift.at %back_row[1]
        %s1 = arith.subi %p1, %p0 : i32
        %s2 = arith.addi %s1, %p2 : i32
        %s3 = arith.subi %s2, %p3 : i32
        lift.yield %s3
      }}
      lift.yield %line
    }}
    lift.yield %own
  }}
  lift.return %r
}}"""


@cache
def both(text: str) -> tuple[Any, Any]:
    """A program for the device, whose kernels have local memory, and the interpreter."""
    program = lift.compile(text, strategy="gpu", profile=PROFILE)
    assert "local int " in program.opencl
    return program, lift.compile(text, target="interpreter")


def agree(text: str, *lengths: int) -> None:
    xs = np.random.default_rng(sum(lengths)).integers(-99, 99, lengths).astype(np.int32)
    program, interpreted = both(text)
    np.testing.assert_array_equal(program(xs), interpreted(xs))


@pytest.mark.many(5)
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(("before", "size", "step"), [(1, 3, 1), (2, 5, 1), (1, 5, 2), (0, 4, 1), (3, 7, 3)])
def test_one_dimension(mode: str, before: int, size: int, step: int) -> None:
    least = max(1, before, size - 2 * before)
    for length in (n for n in range(least, 80) if (n + 2 * before - size) % step == 0):
        if length < 24 or length in (31, 63, 64, 65, 79):
            agree(line(mode, before, size, step), length)


@pytest.mark.many(5)
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (2, 1), (0, 2), (2, 0), (4, 4)])
def test_two_dimensions(mode: str, rows: int, columns: int) -> None:
    for n, m in ((1, 1), (1, 9), (9, 1), (3, 3), (4, 4), (5, 8), (8, 5), (7, 13), (17, 12)):
        if n >= rows and m >= columns:
            agree(plane(mode, rows, columns), n, m)


@pytest.mark.parametrize("mode", MODES)
def test_three_dimensions(mode: str) -> None:
    for lengths in ((1, 1, 1), (2, 4, 4), (3, 5, 9), (1, 8, 4), (4, 3, 13), (2, 9, 3)):
        agree(space(mode), *lengths)


@pytest.mark.parametrize("lengths", [(0, 5), (5, 0), (0, 0)])
def test_no_elements(lengths: tuple[int, int]) -> None:
    agree(plane("constant", 1, 1).replace("where [N ge 1, M ge 1] ", ""), *lengths)
