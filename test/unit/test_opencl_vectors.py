"""Vectors on a device, of every size that OpenCL has: as elements, as parameters, in C functions and in each memory."""

from __future__ import annotations

import numpy as np
import pytest

import lift

SIZES = [("f32", 8), ("f32", 16), ("f64", 3), ("f64", 8), ("f64", 16), ("i8", 16), ("i32", 16), ("i64", 8), ("i64", 16)]
DTYPES = {"f32": np.float32, "f64": np.float64, "i8": np.int8, "i32": np.int32, "i64": np.int64}
each_size = pytest.mark.parametrize(("scalar", "width"), SIZES)


def multiplied(scalar: str) -> str:
    return "arith.mulf" if scalar[0] == "f" else "arith.muli"


def numbers(scalar: str, *shape: int) -> np.ndarray:
    return np.random.default_rng(0).integers(-9, 9, shape).astype(DTYPES[scalar])


@each_size
def test_elements_and_parameters(scalar: str, width: int) -> None:
    vector = f"vector<{width}x{scalar}>"
    text = f"""
lift.def @f<N>(%x: !lift.array<N, {vector}>, %k: {vector}) -> !lift.array<N, {vector}> {{
  %r = lift.map (%e) in %x {{
    %y = {multiplied(scalar)} %e, %k : {vector}
    lift.yield %y
  }}
  lift.return %r
}}"""
    x, k = numbers(scalar, 65, width), numbers(scalar, width)
    np.testing.assert_array_equal(lift.compile(text)(x, k), x * k)


@each_size
def test_parts_through_local_memory(scalar: str, width: int) -> None:
    text = f"""
lift.def @f<N>(%x: !lift.array<N, {scalar}>, %k: {scalar}) -> !lift.array<N, {scalar}> where [N mod {4 * width} eq 0] {{
  %v = ocl.as_vector {width} %x
  %chunks = lift.split 4 %v
  %out = ocl.map_wrg<0> (%chunk) in %chunks {{
    %kept = ocl.map_lcl<0> (%e) in %chunk {{
      %m = ocl.map_vec (%s) in %e {{
        %p = {multiplied(scalar)} %s, %k : {scalar}
        lift.yield %p
      }}
      %l = ocl.to_local %m
      lift.yield %l
    }}
    %turned = lift.gather %kept by (i) -> (3 - i)
    %copied = ocl.map_lcl<0> (%e) in %turned {{
      %g = ocl.to_global %e
      lift.yield %g
    }}
    lift.yield %copied
  }}
  %vs = lift.join %out
  %r = ocl.as_scalar %vs
  lift.return %r
}}"""
    x, k = numbers(scalar, 5 * 4 * width), DTYPES[scalar](3)
    expected = (x * k).reshape(5, 4, width)[:, ::-1].reshape(-1)
    np.testing.assert_array_equal(lift.compile(text)(x, k), expected)


@each_size
def test_c_functions_take_and_give_them(scalar: str, width: int) -> None:
    vector = f"vector<{width}x{scalar}>"
    text = f"""
lift.user_fun @product(a: {vector}, b: {vector}) -> {vector} = "return a * b;"
lift.def @f<N>(%x: !lift.array<N, {vector}>) -> !lift.array<N, {vector}> {{
  %r = lift.map (%e) in %x {{
    %y = lift.call @product(%e, %e)
    lift.yield %y
  }}
  lift.return %r
}}"""
    x = numbers(scalar, 7, width)
    np.testing.assert_array_equal(lift.compile(text)(x), x * x)


@pytest.mark.parametrize(("scalar", "width"), [size for size in SIZES if size[0][0] == "f"])
def test_functions_of_opencl(scalar: str, width: int) -> None:
    vector = f"vector<{width}x{scalar}>"
    text = f"""
lift.def @f<N>(%x: !lift.array<N, {vector}>) -> !lift.array<N, {vector}> {{
  %r = lift.map (%e) in %x {{
    %a = math.absf %e : {vector}
    %y = math.sqrt %a : {vector}
    lift.yield %y
  }}
  lift.return %r
}}"""
    x = numbers(scalar, 7, width)
    np.testing.assert_allclose(lift.compile(text)(x), np.sqrt(np.abs(x)), rtol=1e-6)
