// RUN: lift-opt %s | lift-opt | filecheck %s
// RUN: lift-opt %s --print-op-generic | lift-opt | filecheck %s

// CHECK-LABEL: lift.def @places
lift.def @places<M>(%n: i32) -> i32 {
  // CHECK-NEXT: %p = ocl.places %n upto 2 * M : !lift.exists<X upto 2 * M, !lift.array<X, !lift.array<0, i32>>>
  %p = ocl.places %n upto 2 * M
  %r = lift.length %p
  lift.return %r
}
