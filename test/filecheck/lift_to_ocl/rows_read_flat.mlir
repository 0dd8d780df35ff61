// RUN: lift-opt %s -p 'lift-to-ocl{strategy=plain}' | filecheck %s
// RUN: lift-opt %s -p 'lift-to-ocl{strategy=gpu}' | filecheck %s

// Which row a flat index is in has no expression, so rows that are laid out anew are stored before they are read flat.
// CHECK-LABEL: lift.def @reversed
// CHECK:      %rev = lift.gather %x
// CHECK-NEXT: %rev_copy = {{.*}} in %rev
// CHECK:        ocl.to_global
// CHECK:      %j = lift.join %rev_copy
lift.def @reversed<N>(%x: !lift.array<i : N, !lift.array<i + 1, i32>>) -> !lift.array<sum(q : N, q + 1), i32> {
  %rev = lift.gather %x by (i) -> (N - 1 - i)
  %j = lift.join %rev
  %r = lift.map (%e) in %j {
    %y = arith.addi %e, %e : i32
    lift.yield %y
  }
  lift.return %r
}

// Some of the rows are one stretch of memory.
// CHECK-LABEL: lift.def @some
// CHECK-NOT:  ocl.to_global
// CHECK:      lift.return
lift.def @some<N>(%x: !lift.array<i : N + 2, !lift.array<i + 1, i32>>) -> !lift.array<sum(q : N, q + 2), i32> {
  %s = lift.slice %x from 1 size N
  %j = lift.join %s
  %r = lift.map (%e) in %j {
    %y = arith.addi %e, %e : i32
    lift.yield %y
  }
  lift.return %r
}
