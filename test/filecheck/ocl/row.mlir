// RUN: lift-opt %s | lift-opt | filecheck %s
// RUN: lift-opt %s --print-op-generic | lift-opt | filecheck %s

// CHECK-LABEL: lift.def @row
lift.def @row<N>(%xs: !lift.array<N, f32>, %i: i32, %n: i32) -> !lift.exists<X upto N, !lift.array<X, f32>> {
  // CHECK-NEXT: %r = ocl.row %xs from %i size %n : !lift.exists<X upto N, !lift.array<X, f32>>
  %r = ocl.row %xs from %i size %n
  lift.return %r
}
