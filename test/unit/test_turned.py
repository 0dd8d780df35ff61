"""Arrays that are read across memory and written along it, on a device: tiles, and what fills none, for every size and element."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

import lift

SIZES = [(0, 3), (3, 0), (1, 1), (1, 40), (40, 1), (3, 5), (16, 8), (17, 9), (31, 37), (64, 48), (130, 67)]
TYPES = ["f32", "f64", "i16", "tuple<f64, tuple<i32, f32>>"]


def kind(type_: str) -> np.dtype:
    if type_.startswith("tuple"):
        return np.dtype([("a", np.float64), ("b", np.dtype([("c", np.int32), ("d", np.float32)]))])
    return np.dtype({"f": f"float{type_[1:]}", "i": f"int{type_[1:]}"}[type_[0]])


def filled(dtype: np.dtype, shape: Sequence[int]) -> np.ndarray:
    if dtype.names is None:
        return np.random.default_rng(1).integers(-100, 100, shape).astype(dtype)
    whole = np.zeros(shape, dtype)
    for name in dtype.names:
        whole[name] = filled(dtype[name], shape)
    return whole


@pytest.mark.parametrize("type_", TYPES)
def test_a_matrix(type_: str) -> None:
    program = lift.compile(
        f"""
lift.def @f<N, M>(%a: !lift.array<N, !lift.array<M, {type_}>>) -> !lift.array<M, !lift.array<N, {type_}>> {{
  %r = lift.transpose %a
  lift.return %r
}}""",
        profile="pocl,cache_bytes=16384",
    )
    assert "vector7.s" in program.opencl
    for n, m in SIZES:
        a = filled(kind(type_), (n, m))
        assert program(a, N=n, M=m).tolist() == a.T.tolist()


MAPPED = """
lift.def @f<N, M>(%a: !lift.array<N, !lift.array<M, f32>>, %b: !lift.array<M, !lift.array<N, f32>>, %v: !lift.array<M, f32>)
    -> !lift.array<M, !lift.array<N, f32>> {
  %t = lift.transpose %a
  %z = lift.zip %t, %b, %v
  %r = lift.map (%p) in %z {
    %x = lift.get %p[0]
    %y = lift.get %p[1]
    %s = lift.get %p[2]
    %xy = lift.zip %x, %y
    %l = lift.map (%q) in %xy {
      %c = lift.get %q[0]
      %d = lift.get %q[1]
      %e = arith.mulf %c, %s : f32
      %f = arith.subf %e, %d : f32
      lift.yield %f
    }
    lift.yield %l
  }
  lift.return %r
}"""


def test_what_is_computed_from_both_directions() -> None:
    program = lift.compile(MAPPED, profile="pocl,cache_bytes=16384")
    for n, m in SIZES:
        a, b, v = (filled(kind("f32"), shape) for shape in ((n, m), (m, n), (m,)))
        np.testing.assert_array_equal(program(a, b, v, N=n, M=m), a.T * v[:, None] - b)


AXES = {
    "o": "%{0} = lift.transpose %{1}",
    "i": "%{0} = lift.map (%m{0}) in %{1} {{ %t{0} = lift.transpose %m{0} lift.yield %t{0} }}",
}


@pytest.mark.parametrize(("moves", "order"), [("o", (1, 0, 2)), ("i", (0, 2, 1)), ("oio", (2, 1, 0))])
def test_axes(moves: str, order: tuple[int, int, int]) -> None:
    result = "!lift.array<{}, !lift.array<{}, !lift.array<{}, f32>>>".format(*("BNM"[k] for k in order))
    names = ["a", *(f"v{k}" for k in range(len(moves)))]
    ops = "\n".join(AXES[move].format(names[k + 1], names[k]) for k, move in enumerate(moves))
    text = f"lift.def @f<B, N, M>(%a: !lift.array<B, !lift.array<N, !lift.array<M, f32>>>) -> {result} {{ {ops} lift.return %{names[-1]} }}"
    program = lift.compile(text, profile="pocl,cache_bytes=16384")
    for b, n, m in ((1, 1, 1), (3, 17, 9), (2, 33, 40), (19, 2, 35), (40, 16, 3)):
        a = filled(kind("f32"), (b, n, m))
        np.testing.assert_array_equal(program(a), a.transpose(order))


@pytest.mark.parametrize("n", [0, 1, 7, 8, 9, 255, 256, 257, 1023, 5000])
def test_large_results_go_past_the_caches(n: int) -> None:
    program = lift.compile(
        """
lift.def @f<N>(%x: !lift.array<N, f32>, %y: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %xy = lift.zip %x, %y
  %r = lift.map (%p) in %xy {
    %a = lift.get %p[0]
    %b = lift.get %p[1]
    %s = arith.addf %a, %b : f32
    lift.yield %s
  }
  lift.return %r
}""",
        profile="pocl,cache_bytes=16384",
    )
    assert "if (N >= 1024)" in program.opencl
    x = filled(kind("f32"), (n,))
    np.testing.assert_array_equal(program(x, x, N=n), x + x)
