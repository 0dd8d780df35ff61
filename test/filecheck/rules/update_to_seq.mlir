// RUN: lift-opt %s -p 'lift-apply{step="update_to_seq at %%r" function=plain}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="update_to_seq at %%r" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED

// CHECK-LABEL: lift.def @plain
// CHECK-NEXT: %r = ocl.update_seq (%old, %x)[k] in %xs at %is into %before
// CHECK-NEXT: %i = lift.nat k
// CHECK-NEXT: %s = arith.addi %x, %i
// CHECK-NEXT: lift.yield %s
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @plain<N, M>(%xs: !lift.array<N, i32>, %is: !lift.array<N, i32>, %before: !lift.array<M, i32>) -> !lift.array<M, i32> {
  %r = lift.update ordered (%old, %x)[k] in %xs at %is into %before {
    %i = lift.nat k
    %s = arith.addi %x, %i : i32
    lift.yield %s
  }
  lift.return %r
}

// REFUSED: error[LIFT0366]: `update_to_seq at %r` does not hold: `%r = ocl.update_seq` is not a `lift.update`
lift.def @refused<N, M>(%xs: !lift.array<N, i32>, %is: !lift.array<N, i32>, %before: !lift.array<M, i32>) -> !lift.array<M, i32> {
  %r = ocl.update_seq (%old, %x) in %xs at %is into %before {
    lift.yield %x
  }
  lift.return %r
}
