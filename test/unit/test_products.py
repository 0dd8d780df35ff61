"""Products of many kinds by the strategy for CPUs: other types, operators and layouts, and sizes that fill no block."""

from __future__ import annotations

from itertools import product as all_of
from typing import Any

import numpy as np
import pytest

import lift


def arrays(*dims: str, of: str) -> str:
    for dim in reversed(dims):
        of = f"!lift.array<{dim}, {of}>"
    return of


def matmul(
    type_: str, zero: str, times: str, plus: str, *, a: str = "rows", b: str = "columns", after: str = ""
) -> str:
    """The product of an N x K and a K x M matrix, each stored by rows or by columns."""
    stored_a = arrays("N", "K", of=type_) if a == "rows" else arrays("K", "N", of=type_)
    stored_b = arrays("K", "M", of=type_) if b == "columns" else arrays("M", "K", of=type_)
    return f"""lift.def @product<N, K, M>(%a: {stored_a}, %b: {stored_b}) -> {arrays("N", "M", of=type_)} {{
  %zero = arith.constant {zero} : {type_}
  {"%rows = lift.transpose %a" if a == "columns" else ""}
  {"%columns = lift.transpose %b" if b == "columns" else ""}
  %r = lift.map (%row) in {"%rows" if a == "columns" else "%a"} {{
    %line = lift.map (%column) in {"%columns" if b == "columns" else "%b"} {{
      %both = lift.zip %row, %column
      %dot = lift.reduce (%acc, %p) in %both from %zero {{
        %u = lift.get %p[0]
        %v = lift.get %p[1]
        %uv = {times} %u, %v : {type_}
        %s = {plus} %acc, %uv : {type_}
        lift.yield %s
      }}
      {after}
      lift.yield %{"y" if after else "dot"}
    }}
    lift.yield %line
  }}
  lift.return %r
}}"""


FLOATS = ("f32", "0.0", "arith.mulf", "arith.addf")
RELU = "%y = arith.maximumf %dot, %zero : f32"


def numbers(rng: np.random.Generator, shape: tuple[int, ...], kind: Any) -> Any:
    return rng.integers(-4, 5, shape).astype(kind)


def rectified(a: Any, b: Any) -> Any:
    return np.maximum(a @ b, 0)


def least_sums(a: Any, b: Any) -> Any:
    return np.minimum((a[:, :, None] + b[None, :, :]).min(axis=1, initial=1e9), np.float32(1e9))


PRODUCTS: dict[str, tuple[str, Any, bool, bool, Any]] = {
    "f32": (matmul(*FLOATS), np.float32, False, False, np.matmul),
    "f64": (matmul("f64", *FLOATS[1:]), np.float64, False, False, np.matmul),
    "i32": (matmul("i32", "0", "arith.muli", "arith.addi"), np.int32, False, False, np.matmul),
    "shortest paths": (matmul("f32", "1.0e9", "arith.addf", "arith.minimumf"), np.float32, False, False, least_sums),
    "a by columns": (matmul(*FLOATS, a="columns"), np.float32, True, False, np.matmul),
    "b by rows": (matmul(*FLOATS, b="rows"), np.float32, False, True, np.matmul),
    "relu": (matmul(*FLOATS, after=RELU), np.float32, False, False, rectified),
}
"""The program, its scalars, whether a and b are stored the other way round, and what NumPy computes for it."""

SHAPES = [(1, 1, 1), (1, 33, 17), (7, 5, 1), (6, 32, 16), (13, 37, 41), (4, 64, 3), (100, 3, 35), (0, 3, 4), (3, 4, 0)]
"""Less than a block and a panel, one of each, more than that, and rows of all blocks."""


@pytest.mark.parametrize("name", PRODUCTS)
def test_products_of_any_shape(name: str) -> None:
    text, kind, turned_a, turned_b, compute = PRODUCTS[name]
    program, rng = lift.compile(text), np.random.default_rng(1)
    for n, k, m in SHAPES:
        a, b = numbers(rng, (n, k), kind), numbers(rng, (k, m), kind)
        given = (np.ascontiguousarray(a.T) if turned_a else a, np.ascontiguousarray(b.T) if turned_b else b)
        np.testing.assert_array_equal(program(*given), compute(a, b), err_msg=f"{n} x {k} x {m}")


COMPLEX = """lift.def @product<N, K, M>(%a: !lift.array<N, !lift.array<K, tuple<f32, f32>>>,
    %b: !lift.array<K, !lift.array<M, tuple<f32, f32>>>) -> !lift.array<N, !lift.array<M, tuple<f32, f32>>> {
  %zero = arith.constant 0.0 : f32
  %start = lift.tuple %zero, %zero
  %columns = lift.transpose %b
  %r = lift.map (%row) in %a {
    %line = lift.map (%column) in %columns {
      %both = lift.zip %row, %column
      %dot = lift.reduce (%acc, %p) in %both from %start {
        %u = lift.get %p[0]
        %v = lift.get %p[1]
        %ur = lift.get %u[0]
        %ui = lift.get %u[1]
        %vr = lift.get %v[0]
        %vi = lift.get %v[1]
        %rr = arith.mulf %ur, %vr : f32
        %ii = arith.mulf %ui, %vi : f32
        %ri = arith.mulf %ur, %vi : f32
        %ir = arith.mulf %ui, %vr : f32
        %re = arith.subf %rr, %ii : f32
        %im = arith.addf %ri, %ir : f32
        %accr = lift.get %acc[0]
        %acci = lift.get %acc[1]
        %sr = arith.addf %accr, %re : f32
        %si = arith.addf %acci, %im : f32
        %s = lift.tuple %sr, %si
        lift.yield %s
      }
      lift.yield %dot
    }
    lift.yield %line
  }
  lift.return %r
}"""


def test_products_of_complex_numbers() -> None:
    program, rng = lift.compile(COMPLEX), np.random.default_rng(2)
    for n, k, m in ((1, 1, 1), (5, 33, 9), (13, 7, 20)):
        parts = [numbers(rng, shape, np.float32) for shape in ((n, k), (n, k), (k, m), (k, m))]
        got = program((parts[0], parts[1]), (parts[2], parts[3]))
        want = (parts[0] + 1j * parts[1]) @ (parts[2] + 1j * parts[3])
        np.testing.assert_array_equal(got["f0"], want.real)
        np.testing.assert_array_equal(got["f1"], want.imag)


TRIANGLE = """lift.def @product<N, M>(%a: !lift.array<i : N, !lift.array<i + 1, f32>>, %b: !lift.array<N, !lift.array<M, f32>>)
    -> !lift.array<N, !lift.array<M, f32>> {
  %zero = arith.constant 0.0 : f32
  %columns = lift.transpose %b
  %r = lift.map (%row)[k] in %a {
    %line = lift.map (%column) in %columns {
      %part = lift.slice %column from 0 size k + 1
      %both = lift.zip %row, %part
      %dot = lift.reduce (%acc, %p) in %both from %zero {
        %u = lift.get %p[0]
        %v = lift.get %p[1]
        %uv = arith.mulf %u, %v : f32
        %s = arith.addf %acc, %uv : f32
        lift.yield %s
      }
      lift.yield %dot
    }
    lift.yield %line
  }
  lift.return %r
}"""


def test_a_triangle_times_a_matrix() -> None:
    program, rng = lift.compile(TRIANGLE), np.random.default_rng(3)
    for n, m in ((1, 1), (9, 17), (40, 5)):
        whole, b = np.tril(numbers(rng, (n, n), np.float32)), numbers(rng, (n, m), np.float32)
        np.testing.assert_array_equal(program(whole[np.tril_indices(n)], b), whole @ b)


def columns(zero: str, type_: str, times: str, plus: str, word: str = "") -> str:
    """What each column of a matrix gives, folded with a vector, and something after that."""
    return f"""lift.def @columns<N, M>(%a: {arrays("N", "M", of=type_)}, %x: {arrays("N", of=type_)}, %y: {arrays("M", of=type_)})
    -> {arrays("M", of=type_)} {{
  %zero = arith.constant {zero} : {type_}
  %t = lift.transpose %a
  %all = lift.zip %t, %y
  %r = lift.map (%q) in %all {{
    %column = lift.get %q[0]
    %own = lift.get %q[1]
    %both = lift.zip %column, %x
    %dot = lift.reduce {word} (%acc, %p) in %both from %zero {{
      %u = lift.get %p[0]
      %v = lift.get %p[1]
      %uv = {times} %u, %v : {type_}
      %s = {plus} %acc, %uv : {type_}
      lift.yield %s
    }}
    %sum = {plus} %dot, %own : {type_}
    lift.yield %sum
  }}
  lift.return %r
}}"""


def added(a: Any, x: Any, y: Any) -> Any:
    return a.T @ x + y


def least(a: Any, x: Any, y: Any) -> Any:
    return np.minimum((a + x[:, None]).min(axis=0, initial=1e9), y)


COLUMNS: dict[str, tuple[str, Any, Any]] = {
    "f32": (columns("0.0", "f32", "arith.mulf", "arith.addf"), np.float32, added),
    "f64": (columns("0.0", "f64", "arith.mulf", "arith.addf"), np.float64, added),
    "i32": (columns("0", "i32", "arith.muli", "arith.addi"), np.int32, added),
    "least": (columns("1.0e9", "f32", "arith.addf", "arith.minimumf"), np.float32, least),
    "in order": (columns("0.0", "f32", "arith.mulf", "arith.addf", "ordered"), np.float32, added),
}


@pytest.mark.parametrize("name", COLUMNS)
def test_columns_of_any_number_and_length(name: str) -> None:
    text, kind, compute = COLUMNS[name]
    program, rng = lift.compile(text), np.random.default_rng(4)
    for n, m in all_of((0, 1, 7, 8, 9, 257, 523), (1, 8, 67)):
        a, x, y = numbers(rng, (n, m), kind), numbers(rng, (n,), kind), numbers(rng, (m,), kind)
        np.testing.assert_array_equal(program(a, x, y), compute(a, x, y), err_msg=f"{n} x {m}")
