// RUN: lift-opt %s -p canonicalize | filecheck %s

// CHECK-LABEL: lift.def @as_scalar_of_as_vector
// CHECK-NEXT: lift.return %xs
lift.def @as_scalar_of_as_vector<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> where [N mod 4 eq 0] {
  %v = ocl.as_vector 4 %xs
  %r = ocl.as_scalar %v
  lift.return %r
}

// CHECK-LABEL: lift.def @as_vector_of_as_scalar
// CHECK-NEXT: lift.return %vs
lift.def @as_vector_of_as_scalar<N>(%vs: !lift.array<N, vector<4xf32>>) -> !lift.array<N, vector<4xf32>> {
  %s = ocl.as_scalar %vs
  %r = ocl.as_vector 4 %s
  lift.return %r
}

// CHECK-LABEL: lift.def @as_vector_of_another_width
// CHECK: ocl.as_scalar
// CHECK: ocl.as_vector 2
lift.def @as_vector_of_another_width<N>(%vs: !lift.array<N, vector<4xf32>>) -> !lift.array<2 * N, vector<2xf32>> {
  %s = ocl.as_scalar %vs
  %r = ocl.as_vector 2 %s
  lift.return %r
}

// A map over work items that does nothing is a copy, and stays.
// CHECK-LABEL: lift.def @copy
// CHECK-NEXT: ocl.map_glb<0>
lift.def @copy<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %r = ocl.map_glb<0> (%x) in %xs {
    lift.yield %x : f32
  }
  lift.return %r
}
