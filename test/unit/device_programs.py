"""Programs at the lowest level, written by hand, for tests of what runs them."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp

from lift.dialects.diagnostics import LiftError
from lift.dialects.loader import load_module
from lift.runtime import compiling

X = np.arange(10, dtype=np.float32)

DOT_FUNCTION = """lift.def @dot<N>(%x: !lift.array<N, f32>, %y: !lift.array<N, f32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %xy = lift.zip %x, %y
  %r = lift.reduce (%acc, %p) in %xy from %zero {
    %a = lift.get %p[0]
    %b = lift.get %p[1]
    %ab = arith.mulf %a, %b : f32
    %s = arith.addf %acc, %ab : f32
    lift.yield %s
  }
  lift.return %r
}
"""

DOT = """
kernel.func @dot_1<N>(%x: !kernel.buffer<global, f32>, %y: !kernel.buffer<global, f32>, %parts: !kernel.buffer<global, f32>) {
  %zero = arith.constant 0.0 : f32
  %g = kernel.global_id 0
  %n = kernel.global_size 0
  %sum = kernel.for %i = %g to N step %n with (%acc = %zero) {
    %a = kernel.load %x[%i]
    %b = kernel.load %y[%i]
    %ab = arith.mulf %a, %b : f32
    %s = arith.addf %acc, %ab : f32
    kernel.yield %s
  }
  kernel.store %sum, %parts[%g]
}

kernel.func @dot_2<N>(%parts: !kernel.buffer<global, f32>, %r: !kernel.buffer<global, f32>) launch(local = [1], groups = [1]) {
  %zero = arith.constant 0.0 : f32
  %sum = kernel.for %i = 0 to 2 * min(N, 4) step 1 with (%acc = %zero) {
    %a = kernel.load %parts[%i]
    %s = arith.addf %acc, %a : f32
    kernel.yield %s
  }
  kernel.store %sum, %r[0]
}

host.program @dot<N>(%x: !kernel.buffer<global, f32>, %y: !kernel.buffer<global, f32>)
    of (%x: !lift.array<N, f32>, %y: !lift.array<N, f32>) -> f32 {
  %parts = host.alloc f32[2 * min(N, 4)]
  host.launch @dot_1(%x, %y, %parts) local = [2] groups = [min(N, 4)]
  %r = host.alloc f32[1]
  host.launch @dot_2(%parts, %r) local = [1] groups = [1]
  host.free %parts
  host.return %r
}
"""

ITERATIONS = """
kernel.func @start<N>(%x: !kernel.buffer<global, i32>, %y: !kernel.buffer<global, i32>) {
  %g = kernel.global_id 0
  %n = kernel.global_size 0
  kernel.for %i = %g to N step %n {
    %a = kernel.load %x[%i]
    kernel.store %a, %y[%i]
  }
}

kernel.func @step<N, iteration>(%y: !kernel.buffer<global, i32>, %tile: !kernel.buffer<local, i32>) {
  %g = kernel.global_id 0
  %l = kernel.local_id 0
  %n = kernel.global_size 0
  %k = kernel.apply [iteration] : i32
  kernel.for %i = %g to N step %n {
    %a = kernel.load %y[%i]
    %b = arith.addi %a, %k : i32
    kernel.store %b, %tile[%l]
    %c = kernel.load %tile[%l]
    kernel.store %c, %y[%i]
  }
}

host.program @iterations<N, M>(%x: !kernel.buffer<global, i32>) of (%x: !lift.array<N, i32>) -> !lift.array<N, i32> {
  %y = host.alloc i32[N]
  %tile = host.local i32[4]
  host.launch @start(%x, %y) local = [4] groups = [2]
  host.for [iteration : M - 1] {
    %spare = host.alloc i32[iteration]
    host.launch @step(%y, %tile) local = [4] groups = [2]
    host.free %spare
  }
  host.return %y
}
"""

LEAVES = """
kernel.func @leaves_1<N>(%a: !kernel.buffer<global, i1>, %b: !kernel.buffer<global, i32>, %s: i1, %v: vector<3xf32>,
    %c: !kernel.buffer<global, i1>, %d: !kernel.buffer<global, i32>, %e: !kernel.buffer<global, f32>) {
  %g = kernel.global_id 0
  %n = kernel.global_size 0
  kernel.for %i = %g to N step %n {
    %x = kernel.load %a[%i]
    %y = kernel.load %b[%i]
    %z = arith.xori %x, %s : i1
    kernel.store %z, %c[%i]
    kernel.store %y, %d[%i]
  }
  %last = kernel.lane %v[2] : f32
  kernel.store %last, %e[0]
}

host.program @leaves<N>(%a: !kernel.buffer<global, i1>, %b: !kernel.buffer<global, i32>, %s: i1, %v: vector<3xf32>)
    of (%ab: !lift.array<N, tuple<i1, i32>>, %s: i1, %v: vector<3xf32>)
    -> tuple<!lift.array<N, tuple<i1, i32>>, f32> {
  %c = host.alloc i1[N]
  %d = host.alloc i32[N]
  %e = host.alloc f32[1]
  host.launch @leaves_1(%a, %b, %s, %v, %c, %d, %e) local = [1] groups = [2]
  host.return %c, %d, %e
}
"""

JOINED_ROWS = """
lift.def @joined<N, rows[N]>(%m: !lift.array<i : N, !lift.array<rows[i], i32>>)
    -> tuple<i32, !lift.array<sum(i : N, rows[i]), i32>> {
  %zero = arith.constant 0 : i32
  %cells = lift.join %m
  %total = lift.reduce (%acc, %x) in %cells from %zero {
    %s = arith.addi %acc, %x : i32
    lift.yield %s
  }
  %negated = lift.map (%x) in %cells {
    %n = arith.subi %zero, %x : i32
    lift.yield %n
  }
  %both = lift.tuple %total, %negated
  lift.return %both
}
"""

ROWS_AND_ALL = """
lift.def @sums<N, rows[N]>(%m: !lift.array<i : N, !lift.array<rows[i], i32>>)
    -> tuple<!lift.array<N, i32>, i32, !lift.array<N, i32>> {
  %zero = arith.constant 0 : i32
  %cells = lift.join %m
  %sums = lift.map (%row) in %m {
    %s = lift.reduce (%acc, %x) in %row from %zero {
      %t = arith.addi %acc, %x : i32
      lift.yield %t
    }
    lift.yield %s
  }
  %total = lift.reduce (%acc, %x) in %cells from %zero {
    %t = arith.addi %acc, %x : i32
    lift.yield %t
  }
  %both = lift.map (%row) in %m {
    %s = lift.reduce (%acc, %x) in %row from %zero {
      %t = arith.addi %acc, %x : i32
      lift.yield %t
    }
    %a = lift.reduce (%acc, %x) in %cells from %s {
      %t = arith.addi %acc, %x : i32
      lift.yield %t
    }
    lift.yield %a
  }
  %all = lift.tuple %sums, %total, %both
  lift.return %all
}
"""

TABLES = """
kernel.func @rows_1<N, rows[N]>(%x: !kernel.buffer<global, i32>, %y: !kernel.buffer<global, i32>)
    sums [offsets[N + 1] by (i) -> (rows[i])] {
  %zero = arith.constant 0 : i32
  %g = kernel.global_id 0
  %n = kernel.global_size 0
  kernel.for %i[k] = %g to N step %n {
    %sum = kernel.for %j = 0 to rows[k] step 1 with (%acc = %zero) {
      %a = kernel.load %x[sum(i : k, rows[i]) + %j]
      %s = arith.addi %acc, %a : i32
      kernel.yield %s
    }
    kernel.store %sum, %y[%i]
  }
}

host.program @rows<N, rows[N]>(%x: !kernel.buffer<global, i32>)
    of (%x: !lift.array<i : N, !lift.array<rows[i], i32>>) -> !lift.array<N, i32> {
  %y = host.alloc i32[N]
  host.launch @rows_1(%x, %y) local = [1] groups = [2]
  host.return %y
}
"""

IDENTITY = """
host.program @id<N, M>(%x: !kernel.buffer<global, f32>)
    of (%x: !lift.array<N, !lift.array<M, f32>>) -> !lift.array<N, !lift.array<M, f32>> {
  host.return %x
}
"""


def refused(code: str, *words: str) -> Any:
    """An error with this code, and these words in this order."""
    return pytest.raises(LiftError, match=rf"(?s)\[{code}\].*" + ".*".join(words))


def only_lower_dot(monkeypatch: pytest.MonkeyPatch, folder: Path) -> list[str]:
    """A compiler that knows one program, and a list of what it was asked for; nothing is kept from other tests."""
    asked: list[str] = []

    def lower(_module: ModuleOp, entry: str, strategy: str, _context: Context) -> ModuleOp:
        asked.append(f"{entry} for {strategy}")
        return load_module(DOT)

    monkeypatch.setattr(compiling, "lower", lower)
    monkeypatch.setenv("LIFT_CACHE_DIR", str(folder / "cache"))
    return asked


LANES = """
lift.def @lanes<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, vector<16xf32>> {
  %each = lift.gather %xs size 16 * N by (i) -> (i floordiv 16)
  %vectors = ocl.as_vector 16 %each
  %twice = ocl.map_seq (%v) in %vectors {
    %w = ocl.map_vec (%x) in %v {
      %y = arith.addf %x, %x : f32
      lift.yield %y : f32
    }
    lift.yield %w
  }
  %stored = ocl.to_global %twice
  %r = ocl.map_seq (%v) in %stored {
    %w = ocl.map_vec (%x) in %v {
      %y = arith.mulf %x, %x : f32
      lift.yield %y : f32
    }
    lift.yield %w
  }
  lift.return %r
}
"""
"""Vectors of 16 lanes that are stored and loaded in parts."""
