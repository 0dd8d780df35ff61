// The matrix product of A and B transposed as Lift's paper on ARM's Mali GPUs has it: a work item computes a block of 2 x 2, and
// loads a float4 of two rows of A and of two of B in each step. The products of vectors are added up one by one.
//
// RUN: lift-opt %s -p 'lift-derive,lift-to-opencl' -t opencl | filecheck %s

// CHECK:      int [[ROWS:[a-z0-9]+]] = 2 * g * K;
// CHECK:      int [[COLUMNS:[a-z0-9]+]] = 2 * g1 * K;
// CHECK:      float sum_n3 = 0.0f;
// CHECK-NEXT: for (int i = 0; i < K / 4; i++) {
// CHECK-NEXT: float4 [[A:[a-z_0-9]+]] = vload4(0, a + [[ROWS]] + 4 * i);
// CHECK-NEXT: float4 [[A1:[a-z_0-9]+]] = vload4(0, a + [[ROWS]] + 4 * i + K);
// CHECK-NEXT: float4 [[B:[a-z_0-9]+]] = vload4(0, b + [[COLUMNS]] + 4 * i);
// CHECK-NEXT: float4 [[B1:[a-z_0-9]+]] = vload4(0, b + [[COLUMNS]] + 4 * i + K);
// CHECK:      [[A]].s0 * [[B]].s0 + [[A]].s1 * [[B]].s1
// CHECK:      sum_n3 = {{.*}} + [[A1]].s3 * [[B1]].s3;
lift.def @matmul<M, K, N>(%a: !lift.array<M, !lift.array<K, f32>>, %b: !lift.array<N, !lift.array<K, f32>>)
    -> !lift.array<M, !lift.array<N, f32>> where [M mod 2 eq 0, N mod 2 eq 0, K mod 4 eq 0] {
  %zero = arith.constant 0.0 : f32
  %c = lift.map (%row) in %a {
    %line = lift.map (%column) in %b {
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

rewrite.script @mali of @matmul {
  rewrite.apply split_join at "%c" (n = 2)
  rewrite.apply split_join at "%line" (n = 2)
  rewrite.apply interchange_maps at "%c"
  rewrite.apply tile_k at "%sum" (n = 4)
  rewrite.apply interchange_map_reduce at "%line"
  rewrite.apply interchange_map_reduce at "%c"
  rewrite.apply stage_vectors at "%row_rows_k" (space = private, w = 4)
  rewrite.apply stage_vectors at "%column_rows_k" (space = private, w = 4)
  rewrite.apply accumulate_apart at "%sum_n"
  rewrite.apply reduce_to_seq at "%sum"
  rewrite.apply unroll at "%sum"
  rewrite.apply map_to_glb at "%c_n" (d = 1)
  rewrite.apply map_to_glb at "%line_n" (d = 0)
}
