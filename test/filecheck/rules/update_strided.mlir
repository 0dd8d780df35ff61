// RUN: lift-opt %s -p 'lift-apply{step="update_strided n=4 at %%r" function=sums}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="update_strided n=4 at %%r" function=ordered}' 2>&1 | filecheck %s --check-prefix=ORDERED
// RUN: not lift-opt %s -p 'lift-apply{step="update_strided n=4 at %%r" function=last}' 2>&1 | filecheck %s --check-prefix=LAST

// A copy has every fourth element, and its index; what was there before is added once, with all copies.
// CHECK-LABEL: lift.def @sums
// CHECK:      %r_copies = lift.map ({{.*}})[l] in {{.*}} : !lift.array<4, !lift.array<M, i32>> {
// CHECK:        lift.generate [{{.*}} : M] : !lift.array<M, i32> {
// CHECK:        lift.gather %xs size (N + 3 - l) floordiv 4 by (i) -> (4 * i + l)
// CHECK-NEXT:   lift.gather %is size (N + 3 - l) floordiv 4 by (i) -> (4 * i + l)
// CHECK-NEXT:   %copy = lift.update (%old, %x{{.*}})[i] in
// CHECK:          lift.nat 4 * i + l : i32
// CHECK:      lift.transpose %r_copies
// CHECK-NEXT: lift.zip %zs,
// CHECK-NEXT: %r = lift.map
lift.def @sums<N, M>(%xs: !lift.array<N, i32>, %is: !lift.array<N, i32>, %zs: !lift.array<M, i32>) -> !lift.array<M, i32> {
  %r = lift.update (%old, %x)[k] in %xs at %is into %zs {
    %n = lift.nat k : i32
    %y = arith.muli %x, %n : i32
    %s = arith.addi %old, %y : i32
    lift.yield %s
  }
  lift.return %r
}

// ORDERED: error[LIFT0366]: `update_strided n=4 at %r` does not hold: the update is said to be ordered
lift.def @ordered<N, M>(%xs: !lift.array<N, i32>, %is: !lift.array<N, i32>, %zs: !lift.array<M, i32>) -> !lift.array<M, i32> {
  %r = lift.update ordered (%old, %x) in %xs at %is into %zs {
    %s = arith.addi %old, %x : i32
    lift.yield %s
  }
  lift.return %r
}

// LAST: error[LIFT0366]: `update_strided n=4 at %r` does not hold: the update is not seen to be
lift.def @last<N, M>(%xs: !lift.array<N, i32>, %is: !lift.array<N, i32>, %zs: !lift.array<M, i32>) -> !lift.array<M, i32> {
  %r = lift.update (%old, %x) in %xs at %is into %zs {
    lift.yield %x
  }
  lift.return %r
}
