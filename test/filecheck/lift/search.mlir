// RUN: lift-opt %s | lift-opt | filecheck %s
// RUN: lift-opt %s --print-op-generic | lift-opt | filecheck %s

// CHECK-LABEL: lift.def @below
lift.def @below<N>(%xs: !lift.array<N, f32>, %key: f32) -> i32 {
  // CHECK-NEXT: %r = lift.search (%x) in %xs : i32 {
  %r = lift.search (%x) in %xs {
    %less = arith.cmpf olt, %x, %key : f32
    lift.yield %less
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @hidden
lift.def @hidden<N, M>(%e: !lift.exists<X upto N, !lift.array<X, i32>>, %keys: !lift.array<M, i32>) -> !lift.array<M, i32> {
  %r = lift.map (%key) in %keys {
    // CHECK: lift.search (%x) in %e : i32 {
    %n = lift.search (%x) in %e {
      %less = arith.cmpi slt, %x, %key : i32
      lift.yield %less
    }
    lift.yield %n
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @rows
lift.def @rows<N, M>(%xss: !lift.array<N, !lift.array<M, i32>>, %key: i32) -> i32 {
  // CHECK-NEXT: lift.search (%xs) in %xss : i32 {
  %r = lift.search (%xs) in %xss {
    %x = lift.at %xs[0]
    %less = arith.cmpi slt, %x, %key : i32
    lift.yield %less
  }
  lift.return %r
}
