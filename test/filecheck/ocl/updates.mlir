// RUN: LIFT_ROUNDTRIP

// CHECK-LABEL: lift.def @histogram
lift.def @histogram<N, M>(%xs: !lift.array<N, f32>, %is: !lift.array<N, i32>, %before: !lift.array<M, f32>) -> !lift.array<M, f32> {
  // CHECK-NEXT: %r = ocl.update_seq (%old, %x)[k] in %xs at %is into %before to global : !lift.array<M, f32> {
  %r = ocl.update_seq (%old, %x)[k] in %xs at %is into %before to global {
    %s = arith.addf %old, %x : f32
    lift.yield %s
  }
  lift.return %r
}

// Memory stands behind what is updated.
// CHECK-LABEL: lift.def @memory
lift.def @memory<N, M>(%xs: !lift.array<N, i32>, %before: !lift.array<M, i32>) -> !lift.array<M, i32> {
  // CHECK-NEXT: %to = ocl.alloc global result : !lift.array<M, i32>
  %to = ocl.alloc global result : !lift.array<M, i32>
  // CHECK-NEXT: %r = ocl.update_seq (%old, %x) in %xs at %xs into %before into %to single [lcl<0>] : !lift.array<M, i32> {
  %r = ocl.update_seq (%old, %x) in %xs at %xs into %before into %to single [lcl<0>] {
    lift.yield %x
  }
  lift.return %r
}
