// RUN: lift-opt %s -p 'lift-apply{step="search_to_reduce at %%r" function=below},lift-apply{step="search_to_reduce at %%n" function=opened}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="search_to_reduce at %%r" function=hidden}' 2>&1 | filecheck %s --check-prefix=HIDDEN

// CHECK-LABEL: lift.def @below
// CHECK-NEXT: %steps = lift.generate [k : log2(2 * N + 1)]
// CHECK-NEXT:   %step = lift.nat pow(2, log2(2 * N + 1) - k - 1)
// CHECK-NEXT:   lift.yield %step
// CHECK-NEXT: }
// CHECK-NEXT: %n = lift.nat N
// CHECK-NEXT: [[ZERO:%[a-z0-9_.]+]] = arith.constant 0 : i32
// CHECK-NEXT: %r = lift.reduce (%found, %step.2) in %steps from [[ZERO]]
// CHECK-NEXT:   [[ONE:%[a-z0-9_.]+]] = arith.constant 1 : i32
// CHECK-NEXT:   %after = arith.addi %found, %step.2
// CHECK-NEXT:   [[LEAST:%[a-z0-9_.]+]] = arith.minsi %after, %n
// CHECK-NEXT:   [[INDEX:%[a-z0-9_.]+]] = arith.subi [[LEAST]], [[ONE]]
// CHECK-NEXT:   %x = lift.at_unchecked %xs[[[INDEX]]]
// CHECK-NEXT:   %less = arith.cmpf olt, %x, %key
// CHECK-NEXT:   [[INSIDE:%[a-z0-9_.]+]] = arith.cmpi sle, %after, %n
// CHECK-NEXT:   [[BOTH:%[a-z0-9_.]+]] = arith.andi [[INSIDE]], %less
// CHECK-NEXT:   [[NEXT:%[a-z0-9_.]+]] = arith.select [[BOTH]], %after, %found
// CHECK-NEXT:   lift.yield [[NEXT]]
lift.def @below<N>(%xs: !lift.array<N, f32>, %key: f32) -> i32 {
  %r = lift.search (%x) in %xs {
    %less = arith.cmpf olt, %x, %key : f32
    lift.yield %less
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @opened
// CHECK: lift.generate [k : log2(2 * X + 1)]
lift.def @opened<N>(%e: !lift.exists<X upto N, !lift.array<X, i32>>, %key: i32) -> i32 {
  %r = lift.unpack (%xs)[X] in %e {
    %n = lift.search (%x) in %xs {
      %less = arith.cmpi slt, %x, %key : i32
      lift.yield %less
    }
    lift.yield %n
  }
  lift.return %r
}

// HIDDEN: error[LIFT0366]: `search_to_reduce at %r` does not hold: the length is hidden
lift.def @hidden<N>(%e: !lift.exists<X upto N, !lift.array<X, i32>>, %key: i32) -> i32 {
  %r = lift.search (%x) in %e {
    %less = arith.cmpi slt, %x, %key : i32
    lift.yield %less
  }
  lift.return %r
}
