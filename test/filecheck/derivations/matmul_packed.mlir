// A matrix product of any size: panels of 16 columns, each copied to local memory, and 6 x 16 sums in registers. Rows and
// columns that fill no block are computed by kernels of their own. benchmarks/programs/mapped/mm_full.mlir is such a product,
// mapped by hand.
//
// RUN: lift-opt %s -p 'lift-derive,lift-to-opencl' -t opencl | filecheck %s

// CHECK-LABEL: kernel void matmul_1(
// CHECK-SAME:  local float *restrict column_t_copy
// CHECK:       for (int wg = wg_id; wg < N / 16; wg += groups)
// CHECK:       column_t_copy[16 * i + i1] = b[i * N + 16 * wg + i1];
// CHECK:       for (int i = 0; i < M / 6; i++)
// CHECK:       float8 sum11 = (float8)(0.0f);
// CHECK-NEXT:  for (int i1 = 0; i1 < K; i1++)
// CHECK:       column_t_copy
// CHECK:       sum11 = sum11 +
// CHECK-LABEL: kernel void matmul_2(
// CHECK-LABEL: kernel void matmul_3(
lift.def @matmul<M, K, N>(%a: !lift.array<M, !lift.array<K, f32>>, %b: !lift.array<K, !lift.array<N, f32>>)
    -> !lift.array<M, !lift.array<N, f32>> {
  %zero = arith.constant 0.0 : f32
  %columns = lift.transpose %b
  %c = lift.map (%row) in %a {
    %line = lift.map (%column) in %columns {
      %xy = lift.zip %row, %column
      %sum = lift.reduce (%acc, %p) in %xy from %zero {
        %u = lift.get %p[0]
        %v = lift.get %p[1]
        %uv = arith.mulf %u, %v : f32
        %s = arith.addf %acc, %uv : f32
        lift.yield %s
      }
      lift.yield %sum
    }
    lift.yield %line
  }
  lift.return %c
}

rewrite.script @packed of @matmul {
  %mr = rewrite.knob "mr" of [4, 6] = 6
  rewrite.apply peel at "%c" (n = %mr)
  rewrite.apply peel at "%line" (n = 16)
  rewrite.apply map_of_concat at "%c"
  rewrite.apply tidy
  rewrite.apply packed_panel at "%c_line" (mr = %mr, nr = 16, w = 8)
  rewrite.apply map_to_wrg at "%line_n" (d = 0)
  rewrite.apply map_to_glb at "%c_line_rest" (d = 0)
  rewrite.apply map_to_glb at "%c_rest" (d = 0)
}
