"""`lift.convert` and the types that are only stored: on the device as in the interpreter, and both as NumPy and bits say.

Of 8 and 16 bits every number is converted; of more, the corners and what lies around them.
"""

import itertools
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import lift
from lift.dialects.lift.conversions import Conversion, conversion
from lift.dialects.scalars import SCALARS, Kind
from lift.runtime.dtypes import dtype_of

TYPES = {scalar.name: type_ for type_, scalar in SCALARS.items() if scalar.name != "f16"}  # PoCL computes with no half
PAIRS = [(a, b) for a, b in itertools.permutations(TYPES, 2) if conversion(TYPES[a], TYPES[b]) is not None]
SOURCES = sorted({source for source, _ in PAIRS})


def targets(source: str) -> list[str]:
    return [target for given, target in PAIRS if given == source]


def numbers(type_: str) -> Any:
    """All numbers of 8 and 16 bits; of wider integers those around powers of 2, of f32 those around each bf16."""
    scalar, dtype = SCALARS[TYPES[type_]], dtype_of(TYPES[type_])
    if scalar.bits <= 16:
        return np.arange(1 << scalar.bits, dtype=f"u{scalar.bytes}").view(dtype)
    if scalar.kind is Kind.FLOAT:
        halves = np.arange(1 << 16, dtype=np.uint32)[:, None] << np.uint32(16)
        return (halves + np.array([0, 1, 0x7FFF, 0x8000, 0x8001, 0xFFFF], np.uint32)).reshape(-1).view(dtype)
    powers = [(1 << k) + d for k in range(scalar.bits) for d in (-1, 0, 1, 3)]
    odd = np.random.default_rng(0).integers(0, 1 << 32, 200).tolist()
    wrapped = [n % (1 << scalar.bits) for n in (*powers, *(-n for n in powers), *odd, *(n << 30 for n in odd))]
    return np.array(wrapped, f"u{scalar.bytes}").view(dtype)


def as_bits(array: Any) -> Any:
    return array.view(f"u{array.dtype.itemsize}")


def rounded(floats: Any) -> Any:
    """To the nearest bf16, in integers of 64 bits."""
    bits = floats.view(np.uint32).astype(np.uint64)
    low, high = bits & np.uint64(0xFFFF), bits >> np.uint64(16)
    up = (low > 0x8000) | ((low == 0x8000) & (high % 2 == 1))
    return np.where(np.isnan(floats), 0x7FC0, high + up).astype(np.uint16).view(ml_dtypes.bfloat16)


def expected(values: Any, source: str, target: str) -> Any:
    dtype = dtype_of(TYPES[target])
    match conversion(TYPES[source], TYPES[target]):
        case Conversion.WIDENED:
            return (values.view(np.uint16).astype(np.uint32) << np.uint32(16)).view(np.float32)
        case Conversion.ROUNDED:
            return rounded(values)
        case _:
            return values.astype(dtype)


def check(found: Any, wanted: Any) -> None:
    """The same bits, but for what is in a NaN."""
    assert found.dtype == wanted.dtype
    nan = np.isnan(wanted) if wanted.dtype.kind in "fV" else np.zeros(wanted.shape, np.bool_)
    if nan.any():
        assert np.isnan(found[nan]).all()
    np.testing.assert_array_equal(as_bits(found)[~nan], as_bits(wanted)[~nan])


def program(source: str, width: int | None, target: str) -> Any:
    """Each number, or each vector of them, as all types that it can become."""

    def kept(scalar: str) -> str:
        return scalar if width is None else f"vector<{width}x{scalar}>"

    results = targets(source)
    lines = "".join(f"%r{k} = lift.convert %x to {kept(result)}\n" for k, result in enumerate(results))
    arrays = ", ".join(f"!lift.array<N, {kept(result)}>" for result in results)
    return lift.compile(
        f"""lift.def @f<N>(%xs: !lift.array<N, {kept(source)}>) -> tuple<{arrays}> {{
          %all = lift.map (%x) in %xs {{
            {lines} %t = lift.tuple {", ".join(f"%r{k}" for k in range(len(results)))}
            lift.yield %t
          }}
          %r = lift.unzip %all
          lift.return %r
        }}""",
        target=target,
    )


@pytest.mark.parametrize("target", ["interpreter", "opencl"])
@pytest.mark.parametrize("source", SOURCES)
def test_every_number_is_converted_as_its_bits_say(source: str, target: str) -> None:
    values = numbers(source)
    scalars = values[:: 7 if source == "f32" and target == "interpreter" else 1]  # the vectors below have all of them
    with np.errstate(all="ignore"):
        for result, found in zip(targets(source), program(source, None, target)(scalars), strict=True):
            check(found, expected(scalars, source, result))


@pytest.mark.parametrize("target", ["interpreter", "opencl"])
@pytest.mark.parametrize(("source", "width"), [("ui8", 4), ("ui16", 16), ("i32", 3), ("f32", 16), ("bf16", 8)])
def test_vectors_are_converted_part_by_part(source: str, width: int, target: str) -> None:
    values = numbers(source)
    vectors = values[: len(values) // width * width].reshape(-1, width)
    with np.errstate(all="ignore"):
        for result, found in zip(targets(source), program(source, width, target)(vectors), strict=True):
            check(found, expected(vectors.reshape(-1), source, result).reshape(vectors.shape))


def test_a_conversion_of_each_kind_is_there() -> None:
    assert {conversion(TYPES[a], TYPES[b]) for a, b in PAIRS} == set(Conversion)


LANES = """
lift.def @f<N>(%xs: !lift.array<N, ui8>, %ws: !lift.array<N, bf16>) -> tuple<!lift.array<N, ui8>, !lift.array<N, bf16>>
    where [N mod WIDTH eq 0] {
  %three = arith.constant 3 : i32
  %v = ocl.as_vector WIDTH %xs
  %m = lift.map (%x) in %v {
    %r = ocl.map_vec (%s) in %x {
      %a = lift.convert %s to i32
      %b = arith.muli %a, %three : i32
      %c = lift.convert %b to ui8
      lift.yield %c
    }
    lift.yield %r
  }
  %o = ocl.as_scalar %m
  %w = ocl.as_vector WIDTH %ws
  %n = lift.map (%x) in %w {
    %r = ocl.map_vec (%s) in %x {
      %a = lift.convert %s to f32
      %b = arith.mulf %a, %a : f32
      %c = math.sqrt %b : f32
      %d = lift.convert %c to bf16
      lift.yield %d
    }
    lift.yield %r
  }
  %p = ocl.as_scalar %n
  %t = lift.tuple %o, %p
  lift.return %t
}
"""


@pytest.mark.parametrize("width", [2, 3, 4, 8, 16])
def test_lanes_are_converted_on_the_device_as_in_the_interpreter(width: int) -> None:
    text = LANES.replace("WIDTH", str(width))
    pixels = np.arange(width * 40, dtype=np.uint8)
    weights = (pixels.astype(np.float32) / 16).astype(ml_dtypes.bfloat16)
    found, wanted = (lift.compile(text, target=target)(pixels, weights) for target in ("opencl", "interpreter"))
    np.testing.assert_array_equal(found[0], pixels * 3)
    for ours, theirs in zip(found, wanted, strict=True):
        check(ours, theirs)


PATTERNS = """
lift.def @f<N>(%xs: !lift.array<N, ui8>, %ws: !lift.array<N, bf16>, %c: ui8, %w: bf16, %v: vector<3xbf16>)
    -> tuple<!lift.array<N, bf16>, ui8, !lift.array<N + 1, ui8>, !lift.exists<X upto N, !lift.array<X, bf16>>, vector<3xbf16>> {
  %one = arith.constant 1.0 : f32
  %sums = lift.scan (%acc, %x) in %ws from %w {
    %a = lift.convert %acc to f32
    %b = lift.convert %x to f32
    %s = arith.addf %a, %b : f32
    %r = lift.convert %s to bf16
    lift.yield %r
  }
  %most = lift.reduce (%acc, %x) in %xs from %c {
    %a = lift.convert %acc to i32
    %b = lift.convert %x to i32
    %m = arith.maxsi %a, %b : i32
    %r = lift.convert %m to ui8
    lift.yield %r
  }
  %padded = lift.pad constant %c 1, 0 %xs
  %large = lift.filter (%x) in %ws {
    %f = lift.convert %x to f32
    %keep = arith.cmpf ogt, %f, %one : f32
    lift.yield %keep
  }
  %t = lift.tuple %sums, %most, %padded, %large, %v
  lift.return %t
}
"""


@pytest.mark.parametrize("n", [1, 7, 131, 5000])
@pytest.mark.parametrize("strategy", ["cpu", "gpu"])
def test_patterns_take_what_is_only_stored(n: int, strategy: Any) -> None:
    rng = np.random.default_rng(n)
    pixels, weights = rng.integers(0, 250, n).astype(np.uint8), rng.uniform(0, 2, n).astype(ml_dtypes.bfloat16)
    arguments = (pixels, weights, np.uint8(9), ml_dtypes.bfloat16(0.5), np.array([1, 2, 3], ml_dtypes.bfloat16))
    found = lift.compile(PATTERNS, strategy=strategy)(*arguments)
    wanted = lift.compile(PATTERNS, target="interpreter")(*arguments)
    assert wanted[1] == max(9, pixels.max())
    for ours, theirs in zip(found, wanted, strict=True):
        check(np.atleast_1d(ours), np.atleast_1d(theirs))
