"""A fold inside of a fold that goes on with its accumulator: both change it in place, whatever memory it is in."""

from __future__ import annotations

import numpy as np
import pytest

import lift

ELEMENT = """%both = lift.zip %b, %row
          %next = {map} (%p) in %both {{
            %x = lift.get %p[0]
            %y = lift.get %p[1]
            %three = arith.constant 3 : i32
            %x3 = arith.muli %x, %three : i32
            %s = arith.addi %x3, %y : i32
            lift.yield %s
          }}
          lift.yield %next"""


def program(outer: str, inner: str, store: str) -> str:
    """`acc = 3 * acc + row`, over all rows of all matrices of an element."""
    matrices = "!lift.array<K, !lift.array<M, !lift.array<6, i32>>>"
    body = ELEMENT.format(map=inner)
    return f"""lift.def @f<N, K, M>(%a: !lift.array<N, {matrices}>, %begin: !lift.array<6, i32>) -> !lift.array<N, !lift.array<6, i32>> {{
  %r = {outer} (%matrices) in %a {{
      %first = {inner} (%x) in %begin {{ %k = {store} %x lift.yield %k }}
      %all = ocl.reduce_seq (%acc, %matrix) in %matrices from %first {{
        %inside = ocl.reduce_seq (%b, %row) in %matrix from %acc {{
          {body}
        }}
        lift.yield %inside
      }}
      %out = {inner} (%x) in %all {{ lift.yield %x }}
      lift.yield %out
  }}
  lift.return %r
}}"""


WAYS = {
    "private": ("ocl.map_glb<0>", "ocl.map_seq", "ocl.to_private"),
    "global": ("ocl.map_glb<0>", "ocl.map_seq", "ocl.to_global"),
    "own": ("ocl.map_wrg<0>", "ocl.map_lcl<0>", "ocl.to_private"),
    "local": ("ocl.map_wrg<0>", "ocl.map_lcl<0>", "ocl.to_local"),
}


@pytest.mark.parametrize("way", WAYS)
def test_a_fold_in_a_fold_goes_on_in_place(way: str) -> None:
    compiled = lift.compile(program(*WAYS[way]))
    assert "% 2" not in compiled.opencl  # which would choose one of two buffers
    for n, k, m in ((1, 1, 1), (3, 2, 4), (2, 5, 1)):
        draw = np.random.default_rng((n, k, m))
        matrices = draw.integers(-9, 9, (n, k, m, 6)).astype(np.int32)
        begin = draw.integers(-9, 9, 6).astype(np.int32)
        want = np.broadcast_to(begin, (n, 6))
        for row in matrices.reshape(n, k * m, 6).swapaxes(0, 1):
            want = 3 * want + row
        np.testing.assert_array_equal(compiled(matrices, begin), want)


def test_two_uses_of_an_accumulator_need_two_buffers() -> None:
    text = program(*WAYS["private"]).replace("lift.zip %b, %row", "lift.zip %acc, %row")
    assert "% 2" in lift.compile(text).opencl
