// A dot product in chunks of 16384, each with four vectors of accumulators.
//
// RUN: lift-opt %s -p 'lift-apply{step="fuse"},lift-apply{step="reduce_in_chunks n=16384 at %%sum"},lift-apply{step="reduce_lanes n=64 at %%part"},lift-apply{step="vectorise_map w=16 at %%part"},lift-apply{step="vector_accumulator at %%part_lanes"},lift-apply{step="accumulate_apart at %%part_lanes"},lift-apply{step="map_to_wrg d=0 at %%parts"},lift-to-opencl' -t opencl | filecheck %s
// STEP: fuse
// STEP: reduce_in_chunks n=16384 at %sum
// STEP: reduce_lanes n=64 at %part
// STEP: vectorise_map w=16 at %part
// STEP: vector_accumulator at %part_lanes
// STEP: accumulate_apart at %part_lanes
// STEP: map_to_wrg d=0 at %parts

// CHECK: kernel void dot_1
// CHECK: float16 part_lanes3 = (float16)(0.0f);
// CHECK: part_lanes3 = part_lanes3 + 
// CHECK: kernel void dot_2
lift.def @dot<N>(%x: !lift.array<16384 * N, f32>, %y: !lift.array<16384 * N, f32>) -> f32 {
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
