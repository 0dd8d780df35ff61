"""What is compiled is what a person would write: no memory that is not needed, and no more kernels than there must be."""

from __future__ import annotations

import re

import pytest

import lift

GEMV = """
lift.def @gemv<N, M>(%a: !lift.array<N, !lift.array<M, f32>>, %x: !lift.array<M, f32>, %y: !lift.array<N, f32>,
                     %alpha: f32, %beta: f32) -> !lift.array<N, f32> {
  %zero = arith.constant 0.0 : f32
  %rows = lift.zip %a, %y
  %out = lift.map (%ry) in %rows {
    %row = lift.get %ry[0]
    %yi = lift.get %ry[1]
    %px = lift.zip %row, %x
    %products = lift.map (%p) in %px {
      %l = lift.get %p[0]
      %r = lift.get %p[1]
      %lr = arith.mulf %l, %r : f32
      lift.yield %lr
    }
    %dot = lift.reduce (%acc, %e) in %products from %zero {
      %s = arith.addf %acc, %e : f32
      lift.yield %s
    }
    %ax = arith.mulf %alpha, %dot : f32
    %by = arith.mulf %beta, %yi : f32
    %o = arith.addf %ax, %by : f32
    lift.yield %o
  }
  lift.return %out
}
"""

MATMUL = """
lift.def @matmul<N, K, M>(%a: !lift.array<N, !lift.array<K, f32>>, %b: !lift.array<K, !lift.array<M, f32>>)
    -> !lift.array<N, !lift.array<M, f32>> {
  %zero = arith.constant 0.0 : f32
  %bt = lift.transpose %b
  %c = lift.map (%row) in %a {
    %cells = lift.map (%col) in %bt {
      %rc = lift.zip %row, %col
      %dot = lift.reduce (%acc, %p) in %rc from %zero {
        %l = lift.get %p[0]
        %r = lift.get %p[1]
        %lr = arith.mulf %l, %r : f32
        %s = arith.addf %acc, %lr : f32
        lift.yield %s
      }
      lift.yield %dot
    }
    lift.yield %cells
  }
  lift.return %c
}
"""

JACOBI1D = """
lift.def @jacobi1d<N>(%a: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %zero = arith.constant 0.0 : f32
  %padded = lift.pad clamp 1, 1 %a
  %windows = lift.slide 3 by 1 %padded
  %out = lift.map (%w) in %windows {
    %s = lift.reduce (%acc, %e) in %w from %zero {
      %t = arith.addf %acc, %e : f32
      lift.yield %t
    }
    lift.yield %s
  }
  lift.return %out
}
"""

JACOBI2D = """
lift.def @jacobi2d<N, M>(%a: !lift.array<N, !lift.array<M, f32>>) -> !lift.array<N, !lift.array<M, f32>> {
  %zero = arith.constant 0.0 : f32
  %cols = lift.map (%r) in %a {
    %p = lift.pad clamp 1, 1 %r
    lift.yield %p
  }
  %padded = lift.pad clamp 1, 1 %cols
  %inner = lift.map (%r) in %padded {
    %s = lift.slide 3 by 1 %r
    lift.yield %s
  }
  %strips = lift.slide 3 by 1 %inner
  %tiles = lift.map (%strip) in %strips {
    %t = lift.transpose %strip
    lift.yield %t
  }
  %out = lift.map (%row) in %tiles {
    %cells = lift.map (%tile) in %row {
      %flat = lift.join %tile
      %s = lift.reduce (%acc, %e) in %flat from %zero {
        %t = arith.addf %acc, %e : f32
        lift.yield %t
      }
      lift.yield %s
    }
    lift.yield %cells
  }
  lift.return %out
}
"""

SCAL_VECTOR = """
lift.def @scal_vector<N>(%x: !lift.array<N, f32>, %alpha: f32) -> !lift.array<N, f32> where [N mod 4 eq 0] {
  %v = ocl.as_vector 4 %x
  %s = ocl.map_glb<0> (%e) in %v {
    %m = ocl.map_vec (%c) in %e {
      %p = arith.mulf %alpha, %c : f32
      lift.yield %p
    }
    %g = ocl.to_global %m
    lift.yield %g
  }
  %out = ocl.as_scalar %s
  lift.return %out
}
"""

DOT = """
lift.def @dot<N>(%x: !lift.array<N, f32>, %y: !lift.array<N, f32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %xy = lift.zip %x, %y
  %products = lift.map (%p) in %xy {
    %a = lift.get %p[0]
    %b = lift.get %p[1]
    %ab = arith.mulf %a, %b : f32
    lift.yield %ab
  }
  %sum = lift.reduce (%acc, %e) in %products from %zero {
    %s = arith.addf %acc, %e : f32
    lift.yield %s
  }
  lift.return %sum
}
"""

STRATEGIES = ("cpu", "gpu")
WITHOUT_TEMPORARIES = [GEMV, MATMUL, JACOBI1D, JACOBI2D, SCAL_VECTOR]


@pytest.mark.parametrize("strategy", ["plain", "gpu"])
@pytest.mark.parametrize("program", WITHOUT_TEMPORARIES, ids=["gemv", "matmul", "jacobi1d", "jacobi2d", "scal_vector"])
def test_no_temporary_is_allocated(program: str, strategy: str) -> None:
    compiled = lift.compile(program, strategy=strategy)
    if (program, strategy) == (MATMUL, "gpu"):
        (cells,) = (
            compiled.memory.temporaries
        )  # what the tiles of a product that has no whole number of them begin with
        assert cells.space == "global"
        return
    assert [str(memory) for memory in compiled.memory.temporaries] == []
    tiled = strategy == "gpu" and program in (JACOBI1D, JACOBI2D)  # with a kernel for the elements that fill no tile
    assert len(re.findall(r"\bkernel\b", compiled.opencl)) in ((2, 3) if tiled else (1,))


PARTS = {"plain": "N floordiv 4096", "gpu": "(N floordiv 64 + N floordiv 512) floordiv (N floordiv 512 + 1)"}


@pytest.mark.parametrize("strategy", PARTS)
def test_the_only_temporaries_of_a_dot_product_are_the_partial_results(strategy: str) -> None:
    compiled = lift.compile(DOT, strategy=strategy)
    (parts,) = [memory for memory in compiled.memory.temporaries if memory.space == "global"]
    assert str(parts.size) == PARTS[strategy]
    assert len(re.findall(r"\bkernel\b", compiled.opencl)) == 2


def test_every_buffer_is_listed() -> None:
    listed = {memory.name: memory for memory in lift.compile(DOT, strategy="gpu").memory}
    assert {"x", "y"} <= set(listed)
    assert str(listed["x"].size) == "N"
    assert {memory.space for memory in listed.values()} == {"global", "local"}


SUMS_AND_LENGTH = """
lift.def @sums<N, M>(%x: !lift.array<N, f32>, %y: !lift.array<N, f32>, %m: !lift.array<N, !lift.array<M, f32>>)
    -> tuple<f32, f32, !lift.array<N, f32>> {
  %zero = arith.constant 0.0 : f32
  %sx = lift.reduce (%acc, %e) in %x from %zero {
    %s = arith.addf %acc, %e : f32
    lift.yield %s
  }
  %sy = lift.reduce (%acc, %e) in %y from %zero {
    %s = arith.addf %acc, %e : f32
    lift.yield %s
  }
  %lengths = lift.map (%row) in %m {
    %l = lift.length %row : i32
    %f = arith.sitofp %l : i32 to f32
    lift.yield %f
  }
  %all = lift.tuple %sx, %sy, %lengths
  lift.return %all
}
"""


@pytest.mark.parametrize("strategy", ["plain", "gpu"])
def test_kernels_take_what_they_use(strategy: str) -> None:
    text = lift.compile(SUMS_AND_LENGTH, strategy=strategy).opencl
    for head, body in re.findall(r"void sums_\d+\(([^)]*)\) \{(.*?)\n\}", text, re.DOTALL):
        for name in re.findall(r"\*restrict (\w+)", head):
            assert re.search(rf"\b{name}\[", body), f"{name} is not used:\n{text}"


def test_the_text_says_how_each_kernel_is_launched() -> None:
    text = lift.compile(DOT, strategy="cpu", profile="generic").opencl
    launches = re.findall(r"^// launched with (.*)$", text, re.MULTILINE)
    assert launches == [
        "local = [64], groups = [(N + 258048) floordiv 262144]",
        "local = [1], groups = [1]",
    ]
