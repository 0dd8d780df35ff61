// A matrix product of any size: blocks of 4 x 16 in registers, and the rows and columns that fill no block by kernels of
// their own.
//
// RUN: lift-opt %s -p 'lift-derive,lift-to-opencl' -t opencl | filecheck %s

// CHECK-LABEL: kernel void matmul_1(
// CHECK:       for (int wg = wg_id; wg < M / 4; wg += groups)
// CHECK:       for (int i = 0; i < N / 16; i++)
// CHECK-NEXT:  float8 sum = (float8)(0.0f);
// CHECK:       float8 sum7 = (float8)(0.0f);
// CHECK-NEXT:  for (int i1 = 0; i1 < K; i1++)
// CHECK:       sum7 = sum7 +
// CHECK-LABEL: kernel void matmul_2(
// CHECK:       for (int i = 16 * (N / 16); i < N; i++)
// CHECK-LABEL: kernel void matmul_3(
// CHECK:       for (int g = g_id; g < M % 4; g += global_size)
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

rewrite.script @any of @matmul {
  %mr = rewrite.knob "mr" of [2, 4, 6] = 4
  %nr = rewrite.knob "nr" of [8, 16, 32] = 16
  rewrite.apply peel at "%c" (n = %mr)
  rewrite.apply peel at "%line" (n = %nr)
  rewrite.apply map_of_concat at "%c"
  rewrite.apply tidy
  rewrite.apply register_block_2d at "%c_line" (mr = %mr, nr = %nr, w = 8)
  rewrite.apply map_to_wrg at "%c_line_n" (d = 0)
  rewrite.apply map_to_glb at "%c_line_rest" (d = 0)
  rewrite.apply map_to_glb at "%c_rest" (d = 0)
}
