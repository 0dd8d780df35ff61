// A matrix product in blocks of 4 x 16, with eight vectors of accumulators in registers.
//
// RUN: lift-opt %s -p 'lift-apply{step="split_join n=4 at %%c"},lift-apply{step="split_join n=16 at %%line"},lift-apply{step="interchange_maps at %%c"},lift-apply{step="interchange_map_reduce at %%line"},lift-apply{step="vectorise_map w=8 at %%line"},lift-apply{step="vector_accumulator at %%sum"},lift-apply{step="interchange_map_reduce at %%c"},lift-apply{step="accumulate_apart at %%sum"},lift-apply{step="map_to_wrg d=0 at %%c_n"},lift-to-opencl' -t opencl | filecheck %s
// STEP: split_join n=4 at %c
// STEP: split_join n=16 at %line
// STEP: interchange_maps at %c
// STEP: interchange_map_reduce at %line
// STEP: vectorise_map w=8 at %line
// STEP: vector_accumulator at %sum
// STEP: interchange_map_reduce at %c
// STEP: accumulate_apart at %sum
// STEP: map_to_wrg d=0 at %c_n

// CHECK: kernel void matmul_1
// CHECK: float8 sum = (float8)(0.0f);
// CHECK: float8 sum7 = (float8)(0.0f);
// CHECK: for (int {{.*}} < 4 * K
// CHECK: sum7 = sum7 + 
// CHECK: vstore8(sum7,
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
