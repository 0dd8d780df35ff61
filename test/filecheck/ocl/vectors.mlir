// RUN: LIFT_ROUNDTRIP

// CHECK-LABEL: lift.def @vectors
lift.def @vectors<N>(%x: !lift.array<N, f32>, %alpha: f32) -> !lift.array<N, f32> where [N mod 4 eq 0] {
  // CHECK-NEXT: ocl.as_vector 4 %x : !lift.array<N floordiv 4, vector<4xf32>>
  %v = ocl.as_vector 4 %x
  %s = ocl.map_glb<0> (%e) in %v {
    // CHECK: ocl.map_vec (%c) in %e : vector<4xf32> {
    %m = ocl.map_vec (%c) in %e {
      %p = arith.mulf %alpha, %c : f32
      lift.yield %p
    }
    lift.yield %m
  }
  // CHECK: ocl.as_scalar %s : !lift.array<N, f32>
  %out = ocl.as_scalar %s
  lift.return %out
}
