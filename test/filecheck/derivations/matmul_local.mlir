// A matrix product in tiles of 8 x 8, copied to local memory: the second expression of figure 7 in Lift's paper on it.
//
// RUN: lift-opt %s -p 'lift-apply{step="local_tile tm=8 tn=8 tk=4 at %%c"},lift-to-opencl' -t opencl | filecheck %s
// STEP: local_tile tm=8 tn=8 tk=4 at %c

// CHECK: reqd_work_group_size(8, 8, 1)
// CHECK: local float
// CHECK: local float
// CHECK: float sum_n = 0.0f;
// CHECK: barrier(CLK_LOCAL_MEM_FENCE);
// CHECK: for (int
// CHECK: sum_n = sum_n + 
// CHECK: barrier(CLK_LOCAL_MEM_FENCE);
// CHECK: result[{{.*}}] = sum_n;
lift.def @matmul<M, K, N>(%a: !lift.array<8 * M, !lift.array<4 * K, f32>>, %b: !lift.array<4 * K, !lift.array<16 * N, f32>>)
    -> !lift.array<8 * M, !lift.array<16 * N, f32>> {
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
