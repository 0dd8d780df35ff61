"""Folds of rows, element by element: each column is folded by itself."""

import numpy as np
import pytest
from program_checks import must_agree

import lift

WEIGHTED = """
lift.def @f<N, M>(%a: !lift.array<N, !lift.array<M, TYPE>>, %w: !lift.array<N, TYPE>, %init: !lift.array<M, TYPE>)
    -> !lift.array<M, TYPE> {
  %rows = lift.zip %a, %w
  %r = lift.reduce (%acc, %e) in %rows from %init {
    %row = lift.get %e[0]
    %s = lift.get %e[1]
    %both = lift.zip %row, %acc
    %next = lift.map (%p) in %both {
      %x = lift.get %p[0]
      %y = lift.get %p[1]
      %t = arith.MUL %x, %s : TYPE
      %u = arith.ADD %y, %t : TYPE
      lift.yield %u
    }
    lift.yield %next
  }
  lift.return %r
}"""


def program(type_: str) -> str:
    kind = "f" if type_.startswith("f") else "i"
    return WEIGHTED.replace("TYPE", type_).replace("MUL", f"mul{kind}").replace("ADD", f"add{kind}")


@pytest.mark.parametrize("type_", ["f32", "i32"])
def test_folds_of_rows_agree(type_: str) -> None:
    must_agree(program(type_), [{"N": n, "M": m} for n in (1, 2, 17, 40) for m in (1, 3, 8, 33)])


def test_rows_are_spread_over_work_items() -> None:
    compiled = lift.compile(program("f32"), profile="pocl")
    assert 'reduce_columns at "%r"' in compiled.script
    rng = np.random.default_rng(0)
    a, w, init = (rng.integers(-9, 9, shape).astype(np.float32) for shape in ((999, 131), 999, 131))
    np.testing.assert_array_equal(compiled(a, w, init), init + w @ a)
