"""Passes on kernels keep what a kernel computes: it is run on the device before and after."""

from collections import Counter
from itertools import product
from typing import Any

import numpy as np
import opencl_device
import pytest
from how_many import how_many
from random_kernels import GROUP, INPUT, ITEMS, PART, random_kernel
from xdsl.context import Context
from xdsl.ir import Operation
from xdsl.passes import ModulePass

from lift.dialects.kernel.control import ForOp
from lift.dialects.kernel.memory import AllocOp
from lift.dialects.loader import load_module, verify
from lift.lowering.kernel_to_opencl.target import to_opencl
from lift.passes.flatten_tuples import FlattenTuplesPass
from lift.passes.share_indices import ShareIndicesPass
from lift.passes.share_loads import ShareLoadsPass
from lift.passes.simplify_control_flow import SimplifyControlFlowPass
from lift.passes.unroll import UnrollPass
from lift.passes.unswitch_loops import UnswitchLoopsPass

PASSES: list[tuple[ModulePass, ...]] = [
    (SimplifyControlFlowPass(),),
    (UnrollPass(),),
    (FlattenTuplesPass(), SimplifyControlFlowPass(), UnrollPass()),
    (FlattenTuplesPass(),),
    (SimplifyControlFlowPass(), UnswitchLoopsPass()),
    (FlattenTuplesPass(), SimplifyControlFlowPass(), UnrollPass(), UnswitchLoopsPass(), ShareLoadsPass()),
]
F32 = "!kernel.buffer<global, f32>"


def opencl(text: str, *passes: ModulePass) -> str:
    """The kernels after some passes; they are right at every step, and then clang accepts them without a word."""
    module = load_module(text)
    for one in passes:
        one.apply(Context(), module)
        verify(module)
    source = to_opencl(module)
    if passes:
        opencl_device.check_strictly(source)
    return source


def count(text: str, *passes: ModulePass) -> Counter[type[Operation]]:
    """How many ops there are of each kind after some passes."""
    module = load_module(text)
    for one in passes:
        one.apply(Context(), module)
    return Counter(type(op) for op in module.walk())


KERNELS = how_many(2)
SEEDS = range(4)


@pytest.mark.parametrize("seed", SEEDS)
def test_random_kernels_compute_the_same_before_and_after(seed: int) -> None:
    names = [f"k{n}" for n in range(KERNELS)]
    text = "\n".join(random_kernel(KERNELS * seed + n, name) for n, name in enumerate(names))
    before = opencl(text)
    inputs: Any = np.random.default_rng(seed).integers(-9, 9, INPUT, dtype=np.int32)
    after = opencl(text, *PASSES[seed % len(PASSES)])
    for n, bit, name in product((1, 3), (0, 1), names):
        found: list[Any] = []
        for source in (before, after):
            out = np.zeros(ITEMS * PART, np.int32)
            arguments = (inputs, out, np.uint8(bit), np.int32(7), np.int32(n))
            opencl_device.run(source, name, *arguments, items=ITEMS, group=GROUP)
            found.append(out)
        np.testing.assert_array_equal(*found, err_msg=f"{name} of seed {seed} with N = {n}")


def test_random_kernels_are_simplified() -> None:
    text = "\n".join(random_kernel(seed, f"k{seed}") for seed in range(how_many(14)))
    before, simplified, unrolled = (
        count(text, *passes) for passes in ((), (SimplifyControlFlowPass(),), (UnrollPass(),))
    )
    assert simplified[ForOp] < 0.8 * before[ForOp]
    assert unrolled[ForOp] < 0.8 * before[ForOp]
    assert unrolled[AllocOp] < 0.8 * before[AllocOp]


@pytest.mark.parametrize("passes", [(), (SimplifyControlFlowPass(),)], ids=["loops", "conditions"])
@pytest.mark.parametrize("n", [1, 63, 64, 65, 200])
def test_a_rest_of_elements_is_not_forgotten(n: int, passes: tuple[ModulePass, ...]) -> None:
    source = opencl(
        f"""
kernel.func @scale<N>(%x: {F32}, %y: {F32}, %a: f32) launch(local = [64], groups = [(N + 63) floordiv 64]) {{
  %g = kernel.global_id 0
  %size = kernel.global_size 0
  kernel.for %i = %g to N step %size {{
    %e = kernel.load %x[%i]
    %r = arith.mulf %e, %a : f32
    kernel.store %r, %y[N - 1 - %i]
  }}
}}""",
        *passes,
    )
    assert ("for (" in source) == (not passes)
    x = np.arange(n, dtype=np.float32)
    y = np.zeros_like(x)
    opencl_device.run(source, "scale", x, y, np.float32(3), np.int32(n), items=-(-n // 64) * 64, group=64)
    np.testing.assert_array_equal(y, 3 * x[::-1])


@pytest.mark.parametrize("passes", [(), (UnrollPass(),)], ids=["arrays", "values"])
@pytest.mark.parametrize("n", [1, 5])
def test_a_tile_in_private_memory(n: int, passes: tuple[ModulePass, ...]) -> None:
    text = f"""
kernel.func @tile<N>(%a: {F32}, %b: {F32}, %out: {F32}) {{
  %zero = arith.constant 0.0 : f32
  %acc = kernel.alloc private f32[6]
  %row = kernel.alloc private f32[2]
  kernel.for %i = 0 to 6 step 1 {{
    kernel.store %zero, %acc[%i]
  }}
  kernel.for %k = 0 to N step 1 {{
    kernel.for %i = 0 to 2 step 1 {{
      %e = kernel.load %a[%i * N + %k]
      kernel.store %e, %row[%i]
    }}
    kernel.for %i = 0 to 2 step 1 {{
      kernel.for %j = 0 to 3 step 1 {{
        %l = kernel.load %row[%i]
        %r = kernel.load %b[3 * %k + %j]
        %p = arith.mulf %l, %r : f32
        %old = kernel.load %acc[3 * %i + %j]
        %new = arith.addf %old, %p : f32
        kernel.store %new, %acc[3 * %i + %j]
      }}
    }}
  }}
  kernel.for %i = 0 to 6 step 1 {{
    %e = kernel.load %acc[%i]
    kernel.store %e, %out[%i]
  }}
}}"""
    source = opencl(text, *passes)
    assert ("[6];" in source) == (not passes)
    a = np.arange(2 * n, dtype=np.float32).reshape(2, n)
    b = np.arange(3 * n, dtype=np.float32).reshape(n, 3) - 4
    out = np.zeros((2, 3), np.float32)
    opencl_device.run(source, "tile", a, b, out, np.int32(n))
    np.testing.assert_array_equal(out, a @ b)


@pytest.mark.parametrize("passes", [(), (ShareIndicesPass(),)], ids=["written", "shared"])
@pytest.mark.parametrize(("m", "n"), [(1, 1), (3, 5), (8, 2)])
def test_divisions_that_are_shared(m: int, n: int, passes: tuple[ModulePass, ...]) -> None:
    source = opencl(
        f"""
kernel.func @transposed<M, N>(%x: {F32}, %y: {F32}) {{
  %g = kernel.global_id 0
  kernel.if %g lt M * N {{
    %e = kernel.load %x[%g floordiv M + N * (%g mod M)]
    kernel.store %e, %y[%g floordiv M + N * (%g mod M)]
    kernel.for %i = 0 to %g mod M step 1 {{
      kernel.if %i lt 1 {{
        kernel.store %e, %y[M * N + %g]
      }}
    }}
  }}
}}""",
        *passes,
    )
    assert source.count(" % ") == (1 if passes else 3)
    x = np.arange(m * n, dtype=np.float32)
    y = np.full(2 * m * n, -1, np.float32)
    opencl_device.run(source, "transposed", x, y, np.int32(m), np.int32(n), items=m * n + 3)
    np.testing.assert_array_equal(y[: m * n], x)
    place = np.arange(m * n)
    np.testing.assert_array_equal(y[m * n :], np.where(place % m > 0, place // m + n * (place % m), -1))
