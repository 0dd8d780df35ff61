// RUN: lift-opt %s | lift-opt | filecheck %s
// RUN: lift-opt %s --print-op-generic | lift-opt | filecheck %s

// CHECK-LABEL: lift.def @squares
lift.def @squares<M>(%n: i32) -> !lift.exists<X upto M, !lift.array<X, i32>> {
  // CHECK-NEXT: %r = lift.generate [i : %n upto M] : !lift.exists<X upto M, !lift.array<X, i32>> {
  %r = lift.generate [i : %n upto M] {
    %i = lift.nat i
    %s = arith.muli %i, %i : i32
    lift.yield %s
  }
  lift.return %r
}

// The position is below the bound, so it is in bounds.
// CHECK-LABEL: lift.def @first
lift.def @first<N>(%xs: !lift.array<2 * N, f32>, %n: i64) -> !lift.exists<X upto N, !lift.array<X, f32>> {
  // CHECK-NEXT: lift.generate [i : %n upto N] : !lift.exists<X upto N, !lift.array<X, f32>> {
  %r = lift.generate [i : %n upto N] {
    %x = lift.at %xs[2 * i]
    lift.yield %x
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @rows
lift.def @rows<N>(%ns: !lift.array<N, i8>) -> !lift.array<N, !lift.exists<X upto 127, !lift.array<X, i32>>> {
  %r = lift.map (%n) in %ns {
    // CHECK: lift.generate [i : %n upto 127] : !lift.exists<X upto 127, !lift.array<X, i32>> {
    %row = lift.generate [i : %n upto 127] {
      %i = lift.nat i
      lift.yield %i
    }
    lift.yield %row
  }
  lift.return %r
}
