"""From views written by hand to kernels that run: indices, sums, tables, padding, vectors and tuples, against NumPy."""

from typing import Any

import numpy as np
import opencl_device
import pytest
from xdsl.context import Context

from lift.dialects.lift.profile import set_profile
from lift.dialects.loader import load_module, verify
from lift.dialects.profiles import profile_named
from lift.lowering.kernel_to_opencl.program import Options
from lift.lowering.kernel_to_opencl.target import to_opencl
from lift.lowering.view_to_kernel import ViewToKernelPass

OPTIONS = [Options(), Options(long=True)]
F32 = "!kernel.buffer<global, f32>"


def lowered(text: str, options: Options | None = None, profile: str = "generic") -> str:
    """Kernels with views as OpenCL C, which clang accepts without a word."""
    module = load_module(text)
    set_profile(module, profile_named(profile))
    ViewToKernelPass().apply(Context(), module)
    verify(module)
    source = to_opencl(module, options)
    opencl_device.check_strictly(source)
    return source


def numbers(*shape: int) -> Any:
    return np.arange(int(np.prod(shape)), dtype=np.float32).reshape(shape)


@pytest.mark.parametrize("options", OPTIONS, ids=["int", "long"])
@pytest.mark.parametrize("n", [128, 384])
def test_partial_dot_product_with_a_tree_in_local_memory(n: int, options: Options) -> None:
    text = f"""
lift.user_fun @mult_and_sum_up(acc: f32, l: f32, r: f32) -> f32 = "return acc + (l * r);"
kernel.func @partial_dot<N>(%x: {F32}, %y: {F32}, %out: {F32}) where [N mod 128 eq 0]
    launch(local = [64], groups = [N floordiv 128]) {{
  %tmp = kernel.alloc local f32[64]
  %wg = kernel.group_id 0
  %l = kernel.local_id 0
  %zero = arith.constant 0.0 : f32
  %vx = view.memory %x : !view.view<!lift.array<N, f32>>
  %vy = view.memory %y : !view.view<!lift.array<N, f32>>
  %vt = view.memory %tmp : !view.view<!lift.array<64, f32>>
  %vo = view.memory %out : !view.view<!lift.array<N floordiv 128, f32>>
  %v1 = view.zip %vx, %vy
  %v2 = view.split 128 %v1
  %v3 = view.access %v2[%wg]
  %v4 = view.split 2 %v3
  %v5 = view.access %v4[%l]
  %s = kernel.for %i = 0 to 2 step 1 with (%acc = %zero) {{
    %v6 = view.access %v5[%i]
    %v7 = view.get %v6[0]
    %v8 = view.get %v6[1]
    %a = view.load %v7
    %b = view.load %v8
    %r = lift.call @mult_and_sum_up(%acc, %a, %b)
    kernel.yield %r
  }}
  %mine = view.access %vt[%l]
  view.store %s, %mine
  kernel.for %iteration = 0 to 6 step 1 {{
    kernel.barrier local
    kernel.if %l lt pow(2, 5 - %iteration) {{
      %other = view.access %vt[%l + pow(2, 5 - %iteration)]
      %a = view.load %mine
      %b = view.load %other
      %r = arith.addf %a, %b : f32
      view.store %r, %mine
    }}
  }}
  kernel.if %l lt 1 {{
    %d = view.access %vo[%wg]
    %a = view.load %mine
    view.store %a, %d
  }}
}}"""
    source = lowered(text, options)
    x, y, out = numbers(n) % 7, numbers(n) % 5, np.zeros(n // 128, np.float32)
    size = np.int64(n) if options.long else np.int32(n)
    opencl_device.run(source, "partial_dot", x, y, out, size, items=n // 2, group=64)
    np.testing.assert_array_equal(out, (x * y).reshape(-1, 128).sum(axis=1))


def test_transposition_has_no_division() -> None:
    text = f"""
kernel.func @transposed<M, N>(%x: {F32}, %y: {F32}) {{
  %m = view.memory %x : !view.view<!lift.array<M, !lift.array<N, f32>>>
  %j = view.join %m
  %g = view.gather %j by (i) -> ((i floordiv M) + N * (i mod M))
  %s = view.split M %g
  %d = view.memory %y : !view.view<!lift.array<N, !lift.array<M, f32>>>
  kernel.for %a = 0 to N step 1 {{
    %row = view.access %s[%a]
    %drow = view.access %d[%a]
    kernel.for %b = 0 to M step 1 {{
      %e = view.access %row[%b]
      %v = view.load %e
      %de = view.access %drow[%b]
      view.store %v, %de
    }}
  }}
}}"""
    source = lowered(text)
    assert "%" not in source
    assert " / " not in source
    x, y = numbers(3, 5), np.zeros((5, 3), np.float32)
    opencl_device.run(source, "transposed", x, y, np.int32(3), np.int32(5))
    np.testing.assert_array_equal(y, x.T)


PADS: dict[str, Any] = {"clamp": "edge", "mirror": "symmetric", "wrap": "wrap", "constant %c": "constant"}


@pytest.mark.parametrize("mode", PADS)
def test_windows_over_a_padded_array(mode: str) -> None:
    text = f"""
kernel.func @stencil<N>(%x: {F32}, %y: {F32}, %c: f32) where [N ge 2] {{
  %m = view.memory %x : !view.view<!lift.array<N, f32>>
  %p = view.pad {mode} 2, 1 %m
  %w = view.slide 4 by 1 %p
  %d = view.memory %y : !view.view<!lift.array<N, f32>>
  %zero = arith.constant 0.0 : f32
  kernel.for %i = 0 to N step 1 {{
    %window = view.access %w[%i]
    %s = kernel.for %j = 0 to 4 step 1 with (%acc = %zero) {{
      %e = view.access %window[%j]
      %v = view.load %e
      %r = arith.addf %acc, %v : f32
      kernel.yield %r
    }}
    %de = view.access %d[%i]
    view.store %s, %de
  }}
}}"""
    source = lowered(text)
    for n in (2, 3, 7):
        x, y = numbers(n) + 1, np.zeros(n, np.float32)
        opencl_device.run(source, "stencil", x, y, np.float32(10), np.int32(n))
        values: dict[str, Any] = {"constant_values": 10} if mode.startswith("constant") else {}
        padded = np.pad(x, (2, 1), mode=PADS[mode], **values)
        np.testing.assert_array_equal(y, [padded[i : i + 4].sum() for i in range(n)])


def test_triangular_rows_have_closed_offsets() -> None:
    text = f"""
kernel.func @row_sums<N>(%x: {F32}, %y: {F32}) {{
  %m = view.memory %x : !view.view<!lift.array<i : N, !lift.array<i + 1, f32>>>
  %d = view.memory %y : !view.view<!lift.array<N, f32>>
  %zero = arith.constant 0.0 : f32
  kernel.for %i[k] = 0 to N step 1 {{
    %row = view.access %m[k]
    %s = kernel.for %j = 0 to k + 1 step 1 with (%acc = %zero) {{
      %e = view.access %row[%j]
      %v = view.load %e
      %r = arith.addf %acc, %v : f32
      kernel.yield %r
    }}
    %de = view.access %d[%i]
    view.store %s, %de
  }}
}}"""
    x, y = numbers(15), np.zeros(5, np.float32)
    opencl_device.run(lowered(text), "row_sums", x, y, np.int32(5))
    np.testing.assert_array_equal(y, [row.sum() for row in np.split(x, [1, 3, 6, 10])])


def test_sparse_rows_read_a_table_of_offsets() -> None:
    text = f"""
kernel.func @spmv<N, rows[N]>(%values: {F32}, %columns: !kernel.buffer<global, i32>, %v: {F32}, %y: {F32}) {{
  %m = view.memory %values, %columns : !view.view<!lift.array<i : N, !lift.array<rows[i], tuple<f32, i32>>>>
  %vector = view.memory %v : !view.view<!lift.array<N, f32>>
  %d = view.memory %y : !view.view<!lift.array<N, f32>>
  %zero = arith.constant 0.0 : f32
  kernel.for %i[k] = 0 to N step 1 {{
    %row = view.access %m[k]
    %s = kernel.for %j = 0 to rows[k] step 1 with (%acc = %zero) {{
      %entry = view.access %row[%j]
      %pair = view.load %entry
      %a = lift.get %pair[0]
      %c = lift.get %pair[1]
      %element = view.access %vector[%c]
      %b = view.load %element
      %ab = arith.mulf %a, %b : f32
      %r = arith.addf %acc, %ab : f32
      kernel.yield %r
    }}
    %de = view.access %d[%i]
    view.store %s, %de
  }}
}}"""
    source = lowered(text)
    dense = np.array([[1, 0, 2], [0, 0, 0], [3, 4, 5]], np.float32)
    rows = (dense != 0).sum(axis=1).astype(np.int32)
    offsets = np.concatenate([[0], np.cumsum(rows)[:-1]]).astype(np.int32)
    values, columns = dense[dense != 0], np.nonzero(dense)[1].astype(np.int32)
    v, y = np.array([1, 10, 100], np.float32), np.zeros(3, np.float32)
    opencl_device.run(source, "spmv", values, columns, v, y, np.int32(3), rows, offsets)
    np.testing.assert_array_equal(y, dense @ v)


@pytest.mark.parametrize("profile", ["generic", "pocl"])
@pytest.mark.parametrize("width", [2, 3, 4, 8, 16])
def test_vectors_from_rows_and_from_columns(width: int, profile: str) -> None:
    text = f"""
kernel.func @vectors<N>(%x: {F32}, %y: {F32}) where [N mod {width} eq 0] {{
  %m = view.memory %x : !view.view<!lift.array<{width}, !lift.array<N, f32>>>
  %t = view.transpose %m
  %j = view.join %t
  %columns = view.as_vector {width} %j
  %first = view.access %m[0]
  %rows = view.as_vector {width} %first
  %d = view.memory %y : !view.view<!lift.array<N, vector<{width}xf32>>>
  kernel.for %i = 0 to N step 1 {{
    %a = view.access %columns[%i]
    %b = view.access %rows[%i floordiv {width}]
    %u = view.load %a
    %v = view.load %b
    %w = arith.addf %u, %v : vector<{width}xf32>
    %de = view.access %d[%i]
    view.store %w, %de
  }}
}}"""
    n = 2 * width
    x, y = numbers(width, n), np.zeros((n, width), np.float32)
    opencl_device.run(lowered(text, profile=profile), "vectors", x, y, np.int32(n))
    rows = x[0].reshape(-1, width)
    np.testing.assert_array_equal(y, x.T + rows[np.arange(n) // width])


def test_concatenation_generation_and_constants() -> None:
    text = f"""
kernel.func @parts<N>(%x: {F32}, %y: {F32}, %c: f32) {{
  %m = view.memory %x : !view.view<!lift.array<N, f32>>
  %positions = view.generate [i : N] {{
    %n = kernel.apply [i * i] : i32
    %f = arith.sitofp %n : i32 to f32
    kernel.yield %f
  }}
  %k = view.constant %c : !view.view<!lift.array<2, f32>>
  %all = view.concat %m, %positions, %k
  %d = view.memory %y : !view.view<!lift.array<2 * N + 2, f32>>
  kernel.for %i = 0 to 2 * N + 2 step 1 {{
    %a = view.access %all[%i]
    %v = view.load %a
    %b = view.access %d[%i]
    view.store %v, %b
  }}
}}"""
    x, y = numbers(3) + 1, np.zeros(8, np.float32)
    opencl_device.run(lowered(text), "parts", x, y, np.float32(9), np.int32(3))
    np.testing.assert_array_equal(y, [1, 2, 3, 0, 1, 4, 9, 9])


def test_a_local_buffer_is_a_parameter_of_any_size() -> None:
    text = f"""
kernel.func @reversed<N>(%x: {F32}, %t: !kernel.buffer<local, f32>) {{
  %l = kernel.local_id 0
  %m = view.memory %x : !view.view<!lift.array<N, f32>>
  %k = view.memory %t : !view.view<!lift.array<N, f32>>
  %a = view.access %m[%l]
  %b = view.access %k[%l]
  %v = view.load %a
  view.store %v, %b
  kernel.barrier local
  %g = view.gather %k by (i) -> (N - 1 - i)
  %c = view.access %g[%l]
  %w = view.load %c
  view.store %w, %a
}}"""
    x = numbers(6)
    opencl_device.run(lowered(text), "reversed", x, 4 * 6, np.int32(6), items=6, group=6)
    np.testing.assert_array_equal(x, numbers(6)[::-1])


def test_tuples_are_structs_in_functions() -> None:
    text = f"""
lift.user_fun @swap(t: tuple<f32, i32>) -> tuple<i32, f32> = "tuple_int_float r = {{t._1, t._0}}; return r;"
kernel.func @swapped<N>(%x: {F32}, %y: !kernel.buffer<global, i32>, %u: !kernel.buffer<global, i32>, %v: {F32}) {{
  %m = view.memory %x, %y : !view.view<!lift.array<N, tuple<f32, i32>>>
  %d = view.memory %u, %v : !view.view<!lift.array<N, tuple<i32, f32>>>
  %i = kernel.global_id 0
  %a = view.access %m[%i]
  %b = view.access %d[%i]
  %t = view.load %a
  %s = lift.call @swap(%t)
  view.store %s, %b
}}"""
    x, y = numbers(4), np.arange(10, 14, dtype=np.int32)
    u, v = np.zeros(4, np.int32), np.zeros(4, np.float32)
    opencl_device.run(lowered(text), "swapped", x, y, u, v, np.int32(4), items=4)
    np.testing.assert_array_equal(u, y)
    np.testing.assert_array_equal(v, x)


def test_tiles_are_maps_of_views() -> None:
    """A transposition by tiles: each is read row by row, and written through the transposition of the whole."""

    def tiled(name: str, matrix: str) -> str:
        return f"""
  %{name}rows = view.split 2 %{matrix}
  %{name} = view.map (%{name}some) in %{name}rows {{
    %{name}t = view.transpose %{name}some
    %{name}s = view.split 2 %{name}t
    %{name}u = view.map (%{name}tile) in %{name}s {{
      %{name}b = view.transpose %{name}tile
      lift.yield %{name}b
    }}
    lift.yield %{name}u
  }}"""

    text = f"""
kernel.func @tiles<N, M>(%x: {F32}, %y: {F32}) where [N mod 2 eq 0, M mod 2 eq 0] {{
  %m = view.memory %x : !view.view<!lift.array<N, !lift.array<M, f32>>>
  %d = view.memory %y : !view.view<!lift.array<M, !lift.array<N, f32>>>
  %dt = view.transpose %d
  {tiled("from", "m")}
  {tiled("to", "dt")}
  kernel.for %a = 0 to N floordiv 2 step 1 {{
    %fa = view.access %from[%a]
    %ta = view.access %to[%a]
    kernel.for %b = 0 to M floordiv 2 step 1 {{
      %fb = view.access %fa[%b]
      %tb = view.access %ta[%b]
      kernel.for %i = 0 to 2 step 1 {{
        %fi = view.access %fb[%i]
        %ti = view.access %tb[%i]
        kernel.for %j = 0 to 2 step 1 {{
          %fj = view.access %fi[%j]
          %tj = view.access %ti[%j]
          %v = view.load %fj
          view.store %v, %tj
        }}
      }}
    }}
  }}
}}"""
    source = lowered(text)
    assert "%" not in source
    x, y = numbers(4, 6), np.zeros((6, 4), np.float32)
    opencl_device.run(source, "tiles", x, y, np.int32(4), np.int32(6))
    np.testing.assert_array_equal(y, x.T)
