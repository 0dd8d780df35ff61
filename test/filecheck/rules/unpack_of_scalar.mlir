// RUN: lift-opt %s -p 'lift-apply{step="unpack_of_scalar at %%r" function=total}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="unpack_of_scalar at %%r" function=inside}' 2>&1 | filecheck %s --check-prefix=INSIDE

// CHECK-LABEL: lift.def @total
// CHECK-NEXT:    %count = lift.unpack (%xs)[X] in %e : i32 {
// CHECK-NEXT:      %count.2 = lift.nat X : i32
// CHECK-NEXT:      lift.yield %count.2 : i32
// CHECK-NEXT:    }
// CHECK-NEXT:    %sum = arith.addi %before, %count : i32
// CHECK-NEXT:    lift.return %sum
lift.def @total<N>(%e: !lift.exists<X upto N, !lift.array<X, i32>>, %before: i32) -> i32 {
  %r = lift.unpack (%xs)[X] in %e {
    %count = lift.nat X
    %sum = arith.addi %before, %count : i32
    lift.yield %sum
  }
  lift.return %r
}

// INSIDE: error[LIFT0366]: `unpack_of_scalar at %r` does not hold: `%r = lift.unpack` is no instance
lift.def @inside<N>(%e: !lift.exists<X upto N, !lift.array<X, i32>>) -> i32 {
  %r = lift.unpack (%xs)[X] in %e {
    %count = lift.nat X
    %more = lift.nat X + 1
    %sum = arith.muli %more, %count : i32
    lift.yield %sum
  }
  lift.return %r
}
