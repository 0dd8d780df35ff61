"""Scalar code for the lanes of vectors, on the device and in the interpreter: ops on every mix of scalars, and positions."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import pytest
from pass_programs import bits

import lift

WIDTHS: Final = (2, 3, 4, 8, 16)


def assert_same(text: str, width: int, *arguments: Any) -> None:
    """The map `%c` over vectors, on the device, gives what the program means."""
    steps = [f"vectorise_map w={width} at %c", "map_to_glb d=0 at %c"]
    program = lift.compile(text, script=steps)
    with np.errstate(all="ignore"):
        assert bits(program(*arguments)) == bits(lift.compile(text, target="interpreter")(*arguments))


def mapped(parts: str, result: str, body: str, further: str = "%k: f32, %l: f64, %m: i32, %n: i64") -> str:
    return f"""
lift.def @f<N>(%xs: !lift.array<48 * N, tuple<{parts}>>, {further}) -> !lift.array<48 * N, {result}> {{
  %c = lift.map (%p)[i] in %xs {{
    %x = lift.get %p[0]
    %y = lift.get %p[1]
    {body}
    lift.yield %r
  }}
  lift.return %c
}}
"""


def arguments(first: str, second: str, count: int = 48) -> list[Any]:
    """Pairs of small numbers, and a number of each type."""
    rng = np.random.default_rng(3)
    xs = np.zeros(count, np.dtype([("f0", first), ("f1", second)]))
    for name in ("f0", "f1"):
        whole = xs[name].dtype.kind != "f"
        xs[name] = (rng.integers(-9, 10, count) if whole else rng.integers(-36, 40, count) / 4).astype(xs[name].dtype)
    return [xs, np.float32(2.5), 0.75, np.int32(3), np.int64(-4)]


MIXES: Final = {
    "f32 and f64": (
        ("f32", "f64", "f4", "f8", "tuple<f64, f32>"),
        """%a = arith.extf %x : f32 to f64
        %b = arith.mulf %a, %y : f64
        %c1 = arith.addf %b, %l : f64
        %d = arith.truncf %c1 : f64 to f32
        %e = arith.maximumf %d, %k : f32
        %r = lift.tuple %c1, %e""",
    ),
    "f32 and i32": (
        ("f32", "i32", "f4", "i4", "tuple<f32, i32, i32>"),
        """%a = arith.sitofp %y : i32 to f32
        %b = arith.subf %x, %a : f32
        %t = arith.fptosi %b : f32 to i32
        %less = arith.cmpf olt, %x, %k : f32
        %more = arith.cmpi sgt, %y, %m : i32
        %both = arith.andi %less, %more : i1
        %s = arith.select %both, %t, %m : i32
        %w = arith.extui %less : i1 to i32
        %r = lift.tuple %b, %s, %w""",
    ),
    "f64 and i64": (
        ("f64", "i64", "f8", "i8", "tuple<f64, i64, i1>"),
        """%a = arith.sitofp %y : i64 to f64
        %b = arith.divf %a, %l : f64
        %abs = math.absf %b : f64
        %root = math.sqrt %abs : f64
        %t = arith.fptosi %x : f64 to i64
        %q = arith.muli %t, %n : i64
        %least = arith.minsi %q, %y : i64
        %bit = arith.cmpi ne, %least, %n : i64
        %s = arith.select %bit, %root, %x : f64
        %r = lift.tuple %s, %least, %bit""",
    ),
    "i32 and i64": (
        ("i32", "i64", "i4", "i8", "tuple<i64, i32, i32>"),
        """%a = arith.extsi %x : i32 to i64
        %u = arith.extui %m : i32 to i64
        %b = arith.xori %a, %y : i64
        %c1 = arith.addi %b, %u : i64
        %t = arith.trunci %c1 : i64 to i32
        %two = arith.constant 2 : i32
        %sh = arith.shrsi %x, %two : i32
        %d = arith.remsi %t, %m : i32
        %r = lift.tuple %c1, %d, %sh""",
    ),
    "f32 and i64": (
        ("f32", "i64", "f4", "i8", "tuple<f32, i64>"),
        """%a = arith.sitofp %y : i64 to f32
        %f = math.floor %x : f32
        %fma = math.fma %f, %a, %k : f32
        %neg = arith.negf %fma : f32
        %less = arith.cmpf ult, %neg, %x : f32
        %s = arith.select %less, %y, %n : i64
        %r = lift.tuple %neg, %s""",
    ),
    "f64 and i32": (
        ("f64", "i32", "f8", "i4", "tuple<f64, i32>"),
        """%zero = arith.constant 0 : i32
        %positive = arith.cmpi sge, %y, %zero : i32
        %a = arith.sitofp %m : i32 to f64
        %b = arith.select %positive, %a, %x : f64
        %t = arith.fptosi %b : f64 to i32
        %v = arith.trunci %t : i32 to i8
        %u = arith.extsi %v : i8 to i32
        %r = lift.tuple %b, %u""",
    ),
    "ui8 and f32": (
        ("ui8", "f32", "u1", "f4", "tuple<f32, ui8>"),
        """%a = lift.convert %x : ui8 to i32
        %b = arith.uitofp %a : i32 to f32
        %s = arith.mulf %b, %y : f32
        %d = arith.addi %a, %m : i32
        %u = lift.convert %d : i32 to ui8
        %less = arith.cmpf olt, %s, %k : f32
        %w = arith.select %less, %u, %x : ui8
        %r = lift.tuple %s, %w""",
    ),
    "i8 and i16": (
        ("i8", "i16", "i1", "i2", "tuple<i8, i16>"),
        """%a = arith.extsi %x : i8 to i16
        %b = arith.muli %a, %y : i16
        %t = arith.trunci %b : i16 to i8
        %o = arith.ori %t, %x : i8
        %r = lift.tuple %o, %b""",
    ),
}


@pytest.mark.many(5)
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("mix", MIXES)
def test_scalars_of_two_types(mix: str, width: int) -> None:
    (first, second, dtype, other, result), body = MIXES[mix]
    assert_same(mapped(f"{first}, {second}", result, body), width, *arguments(dtype, other))


POSITIONS: Final = """
lift.def @f<N>(%xs: !lift.array<48 * N, i32>, %ys: !lift.array<48 * N + 1, f32>) -> !lift.array<48 * N, tuple<i32, f32, i64>> {
  %c = lift.map (%x)[i] in %xs {
    %n = lift.nat 2 * i + 1 : i32
    %s = arith.addi %x, %n : i32
    %next = lift.at %ys[i + 1]
    %back = lift.at %ys[48 * N - i]
    %d = arith.subf %next, %back : f32
    %m = lift.nat i * i mod 7 : i64
    %r = lift.tuple %s, %d, %m
    lift.yield %r
  }
  lift.return %c
}
"""


@pytest.mark.parametrize("width", WIDTHS)
def test_positions(width: int) -> None:
    rng = np.random.default_rng(1)
    xs, ys = rng.integers(-9, 9, 96).astype(np.int32), rng.integers(-9, 9, 97).astype(np.float32)
    assert_same(POSITIONS, width, xs, ys)


def test_a_number_beyond_its_type_wraps_around() -> None:
    text = """
lift.def @f<N>(%xs: !lift.array<16 * N, i8>) -> !lift.array<16 * N, i8> {
  %c = lift.map (%x)[i] in %xs {
    %n = lift.nat 3 * i + 120 : i8
    %s = arith.addi %x, %n : i8
    lift.yield %s
  }
  lift.return %c
}
"""
    assert_same(text, 16, np.arange(64, dtype=np.int8))
