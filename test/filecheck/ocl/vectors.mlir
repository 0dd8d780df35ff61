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

// A tuple of vectors has a tuple of their scalars in each part.
// CHECK-LABEL: lift.def @several
lift.def @several<N>(%x: !lift.array<4 * N, f32>, %y: !lift.array<4 * N, i32>) -> !lift.array<N, vector<4xi1>> {
  %v = ocl.as_vector 4 %x
  %w = ocl.as_vector 4 %y
  %vw = lift.zip %v, %w
  %r = lift.map (%p) in %vw {
    // CHECK: ocl.map_vec (%lane) in %p : vector<4xi1> {
    // CHECK-NEXT: lift.get %lane[0] : f32
    // CHECK-NEXT: lift.get %lane[1] : i32
    %m = ocl.map_vec (%lane) in %p {
      %a = lift.get %lane[0]
      %b = lift.get %lane[1]
      %c = arith.sitofp %b : i32 to f32
      %l = arith.cmpf olt, %a, %c : f32
      lift.yield %l
    }
    lift.yield %m
  }
  lift.return %r
}
