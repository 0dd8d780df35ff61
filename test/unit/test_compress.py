"""Lanes that are kept: `kernel.compress` on the device with every width, and filters of eight elements at a time."""

import re
from itertools import product
from typing import Any, Final

import numpy as np
import opencl_device
import pytest
from numpy.typing import NDArray

import lift
from lift.dialects.loader import load_module
from lift.lowering.kernel_to_opencl.target import to_opencl

SCALARS: Final = {"f32": np.float32, "i32": np.int32, "f64": np.float64, "i8": np.int8}
CASES: Final = (
    *((width, scalar, "generic") for width in (2, 3, 4, 8, 16) for scalar in ("f32", "i8")),
    *((8, scalar, "pocl") for scalar in ("f32", "i32")),
    *((4, "f64", "pocl"), (16, "f32", "pocl")),
)
LANES, PERMUTED = "pocl,compress=lanes", "pocl,compress=permuted"


def kernel(width: int, scalar: str, profile: str) -> str:
    """The lanes of one vector whose bits are set, and how many these are."""
    return to_opencl(
        load_module(f"""
module attributes {{lift.profile = #lift.profile<{profile}>}} {{
  kernel.func @keep(%x: !kernel.buffer<global, {scalar}>, %bits: !kernel.buffer<global, i1>,
      %to: !kernel.buffer<global, {scalar}>, %counts: !kernel.buffer<global, i32>) {{
    %i = kernel.global_id 0
    %v = kernel.vload {width} %x[{width} * %i]
    %keep = kernel.vload {width} %bits[{width} * %i]
    %n = kernel.compress %v, %keep into %to[{width} * %i]
    kernel.store %n, %counts[%i]
  }}
}}""")
    )


def masks(width: int) -> NDArray[np.uint8]:
    """Every mask of few lanes, and many of more."""
    rows = list(product((0, 1), repeat=min(width, 8)))
    found = np.array(rows, np.uint8)
    return found if width <= 8 else np.hstack([found, found[::-1]])


@pytest.mark.parametrize(("width", "scalar", "profile"), CASES)
def test_lanes_that_are_kept(width: int, scalar: str, profile: str) -> None:
    source = kernel(width, scalar, profile)
    opencl_device.check_strictly(source)
    bits = masks(width)
    x = np.arange(bits.size).astype(SCALARS[scalar]).reshape(bits.shape) + 1
    to, counts = np.zeros_like(x), np.zeros(len(bits), np.int32)
    opencl_device.run(source, "keep", x.ravel(), bits.ravel(), to.reshape(-1), counts, items=len(bits))
    for row, mask, stored, count in zip(x, bits, to, counts, strict=True):
        assert count == mask.sum()
        assert np.array_equal(stored[:count], row[mask == 1])


def test_eight_at_once_only_where_the_profile_says_so() -> None:
    assert "to_front_float8" in kernel(8, "f32", "pocl")
    assert "to_front_int8" in kernel(8, "i32", "pocl")
    for width, scalar, profile in ((8, "f32", "generic"), (8, "f64", "pocl"), (4, "f32", "pocl")):
        assert "fronts" not in kernel(width, scalar, profile)


# Filters

SIZES: Final = (1, 7, 8, 9, 63, 64, 511, 512, 513, 520, 1024, 4099)


def filtering(scalar: str, region: str, kept: str | None = None) -> str:
    return f"""
lift.def @f<N>(%xs: !lift.array<N, {scalar}>, %t: {scalar}) -> !lift.exists<X upto N, !lift.array<X, {kept or scalar}>> {{
  %r = lift.filter (%x) in %xs {{ {region} }}
  lift.return %r
}}
"""


MORE = "%keep = arith.cmpf ogt, %x, %t : f32 lift.yield %keep"
TWICE = "%keep = arith.cmpf ole, %x, %t : f32 %y = arith.addf %x, %x : f32 %r = lift.tuple %keep, %y lift.yield %r"
ODD = """%one = arith.constant 1 : i32 %low = arith.andi %x, %one : i32 %odd = arith.cmpi eq, %low, %one : i32
    %big = arith.cmpi sgt, %x, %t : i32 %keep = arith.andi %odd, %big : i1 lift.yield %keep"""
WIDE = """%w = arith.extsi %x : i32 to i64 %k = arith.extsi %t : i32 to i64 %p = arith.muli %w, %w : i64
    %keep = arith.cmpi sgt, %p, %k : i64 %y = arith.sitofp %x : i32 to f32 %r = lift.tuple %keep, %y lift.yield %r"""
ALL = "%keep = arith.constant true lift.yield %keep"
CONTRACTED = """%p = arith.mulf %x, %x : f32 %s = arith.subf %p, %t : f32 %zero = arith.constant 0.0 : f32
    %keep = arith.cmpf ogt, %s, %zero : f32 lift.yield %keep"""
COSTLY = f"%a = math.absf %x : f32 %root = math.sqrt %a : f32 {CONTRACTED.replace('%x, %x', '%x, %root')}"

PLACES = "%keep = arith.cmpf ogt, %x, %t : f32 %n = lift.nat 3 * k + N : i32 %r = lift.tuple %keep, %n lift.yield %r"
BOTH = "%keep = arith.cmpi sge, %x, %t : i32 %n = lift.nat k %p = lift.tuple %n, %x %r = lift.tuple %keep, %p lift.yield %r"
SQUARES = PLACES.replace("3 * k + N", "k * k")


def placed(scalar: str, region: str, kept: str) -> str:
    """A filter whose region knows the position."""
    return filtering(scalar, region, kept).replace("(%x)", "(%x)[k]")


def pairs(parts: str, region: str, kept: str) -> str:
    """A filter of elements with a part that is a tuple itself, and one that nothing reads."""
    return f"""
lift.def @f<N>(%xs: !lift.array<N, f32>, %t: f32) -> !lift.exists<X upto N, !lift.array<X, {kept}>> {{
  %numbers = lift.generate [i : N] {{ %i = lift.nat i : {parts} lift.yield %i }}
  %inner = lift.zip %xs, %numbers
  %all = lift.zip %inner, %xs
  %r = lift.filter (%x) in %all {{
    %p = lift.get %x[0] %a = lift.get %p[0] %b = lift.get %p[1] %keep = arith.cmpf ogt, %a, %t : f32 {region} }}
  lift.return %r
}}
"""


WHOLE = "tuple<tuple<f32, i32>, f32>"
PART = "%r = lift.tuple %keep, %p lift.yield %r"
TURNED = "%q = lift.tuple %b, %a %o = lift.tuple %q, %b %r = lift.tuple %keep, %o lift.yield %r"

GROUPS = """
lift.def @f<N>(%xs: !lift.array<N, f32>, %t: f32) -> !lift.exists<X upto N, !lift.array<X, tuple<f32, i32>>> {
  %zero = arith.constant 0 : i32
  %groups = lift.group (%a, %b) in %xs {
    %one = arith.cmpf olt, %a, %t : f32 %two = arith.cmpf olt, %b, %t : f32 %same = arith.cmpi eq, %one, %two : i1
    lift.yield %same
  }
  %r = lift.map (%group) in %groups {
    %x = lift.at %group[%zero] else %t %n = lift.length %group %both = lift.tuple %x, %n lift.yield %both
  }
  lift.return %r
}
"""

FLAGS = """
lift.def @f<N>(%xs: !lift.array<N, f32>, %t: f32) -> !lift.exists<X upto N, !lift.array<X, i32>> {
  %zero = arith.constant 0 : i32
  %flags = lift.generate [i : N] { %f = arith.constant true lift.yield %f }
  %places = lift.map (%x) in %xs { %n = arith.fptosi %x : f32 to i32 lift.yield %n }
  %open = lift.update (%old, %m) in %places at %places into %flags { %f = arith.constant false lift.yield %f }
  %limit = arith.fptosi %t : f32 to i32
  %r = lift.filter (%flag)[i] in %open {
    %i = lift.nat i %after = arith.cmpi sgt, %i, %limit : i32 %keep = arith.andi %flag, %after : i1
    %both = lift.tuple %keep, %i lift.yield %both
  }
  lift.return %r
}
"""

PROGRAMS: Final = {
    "flags": FLAGS,
    "places": placed("f32", PLACES, "i32"),
    "both": placed("i32", BOTH, "tuple<i32, i32>"),
    "squares": placed("f32", SQUARES, "i32"),
    "whole": pairs("i32", "lift.yield %keep", WHOLE),
    "part": pairs("i32", PART, "tuple<f32, i32>"),
    "turned": pairs("i32", TURNED, "tuple<tuple<i32, f32>, i32>"),
    "long": pairs("i64", TURNED, "tuple<tuple<i64, f32>, i64>"),
    "groups": GROUPS,
    "more": filtering("f32", MORE),
    "twice": filtering("f32", TWICE),
    "odd": filtering("i32", ODD),
    "wide": filtering("i32", WIDE, "f32"),
    "all": filtering("i32", ALL),
    "contracted": filtering("f32", CONTRACTED),
    "costly": filtering("f32", COSTLY),
}


def arguments(text: str, size: int) -> tuple[Any, Any]:
    random = np.random.default_rng(size)
    numbers = random.integers(-9, 10, size)
    return (numbers.astype(np.int32), 2) if "N, i32" in text else (numbers.astype(np.float32), 2.0)


@pytest.mark.parametrize("name", PROGRAMS)
def test_filters(name: str) -> None:
    """Chunks are small, so that the last one, and the last block of one, have any size."""
    text = PROGRAMS[name]
    meaning = lift.compile(text, target="interpreter")
    for profile in (PERMUTED, f"{PERMUTED},filter_chunk=64,filter_block=24", f"{PERMUTED},filter_chunk=37", LANES):
        program = lift.compile(text, profile=profile)
        for size in SIZES:
            given = arguments(text, size)
            assert np.array_equal(program(*given), meaning(*given)), (profile, size)


def stored_at_once(text: str) -> bool:
    return "to_front_" in lift.compile(text, profile=PERMUTED).opencl


def test_filters_are_by_lanes() -> None:
    """All but that of all, which is no filter, one that is counted by a kernel that may round it otherwise, squares of positions
    and what has 64 bits."""
    found = {name for name, text in PROGRAMS.items() if stored_at_once(text)}
    assert found == {
        "more",
        "twice",
        "odd",
        "wide",
        "costly",
        "places",
        "both",
        "whole",
        "part",
        "turned",
        "groups",
        "flags",
    }


def test_what_is_not_filtered_by_lanes() -> None:
    assert not stored_at_once(filtering("f64", MORE.replace("f32", "f64")))
    assert not stored_at_once(placed("f32", PLACES.replace("3 * k", "k floordiv 3"), "i32"))


ROWS = """
lift.def @f<N, M>(%xs: !lift.array<N, !lift.array<M, f32>>, %t: f32)
    -> !lift.array<N, !lift.exists<X upto M, !lift.array<X, f32>>> {
  %r = ocl.map_wrg<0> (%row) in %xs {
    %kept = ocl.filter_seq (%x) in %row { %keep = arith.cmpf ogt, %x, %t : f32 lift.yield %keep }
    lift.yield %kept
  }
  lift.return %r
}
"""

STRIDED = """
lift.def @f<N, M>(%xs: !lift.array<N, !lift.array<M, f32>>, %t: f32)
    -> !lift.array<M, !lift.exists<X upto N, !lift.array<X, f32>>> {
  %columns = lift.transpose %xs
  %r = ocl.map_wrg<0> (%row) in %columns {
    %kept = ocl.filter_seq (%x) in %row { %keep = arith.cmpf ogt, %x, %t : f32 lift.yield %keep }
    lift.yield %kept
  }
  lift.return %r
}
"""


@pytest.mark.parametrize("text", [ROWS, STRIDED], ids=["rows", "columns"])
def test_filters_in_rows(text: str) -> None:
    assert stored_at_once(text)
    program, meaning = lift.compile(text, profile=PERMUTED), lift.compile(text, target="interpreter")
    for shape in ((1, 1), (3, 8), (5, 17), (9, 40)):
        xs = np.random.default_rng(1).integers(-3, 4, shape).astype(np.float32)
        for row, right in zip(program(xs, 0.0), meaning(xs, 0.0), strict=True):
            assert np.array_equal(row, right)


def test_a_mask_stays_one() -> None:
    source = lift.compile(PROGRAMS["more"], profile=PERMUTED).opencl
    assert re.search(r"lanes_kept\(\w+( > \(float8\)\(t\))?\);", source)
    assert "convert_" not in source
