// A matrix by a vector, four rows at once, each with a vector of accumulators: the vector is loaded once for all.
//
// RUN: lift-opt %s -p 'lift-apply{step="reduce_lanes n=16 at %%sum"},lift-apply{step="split_of_zip at %%split"},lift-apply{step="reduce_of_map at %%sum_lanes"},lift-apply{step="vectorise_map w=16 at %%sum"},lift-apply{step="vector_accumulator at %%sum_lanes"},lift-apply{step="split_join n=4 at %%r"},lift-apply{step="map_fission at %%as_scalar"},lift-apply{step="interchange_map_reduce at %%r_first"},lift-apply{step="accumulate_apart at %%sum_lanes"},lift-apply{step="map_to_wrg d=0 at %%r_n"},lift-to-opencl' -t opencl | filecheck %s
// STEP: reduce_lanes n=16 at %sum
// STEP: split_of_zip at %split
// STEP: reduce_of_map at %sum_lanes
// STEP: vectorise_map w=16 at %sum
// STEP: vector_accumulator at %sum_lanes
// STEP: split_join n=4 at %r
// STEP: map_fission at %as_scalar
// STEP: interchange_map_reduce at %r_first
// STEP: accumulate_apart at %sum_lanes
// STEP: map_to_wrg d=0 at %r_n

// CHECK: kernel void gemv_1
// CHECK: float16
// CHECK: sum_lanes3 = sum_lanes3 + 
lift.def @gemv<N, M>(%a: !lift.array<4 * N, !lift.array<16 * M, f32>>, %x: !lift.array<16 * M, f32>) -> !lift.array<4 * N, f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%row) in %a {
    %both = lift.zip %row, %x
    %sum = lift.reduce (%acc, %p) in %both from %zero {
      %u = lift.get %p[0]
      %v = lift.get %p[1]
      %uv = arith.mulf %u, %v : f32
      %s = arith.addf %acc, %uv : f32
      lift.yield %s
    }
    lift.yield %sum
  }
  lift.return %r
}
