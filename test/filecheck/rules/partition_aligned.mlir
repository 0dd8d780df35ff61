// RUN: lift-opt %s -p 'lift-apply{step="partition_aligned m=4 n=8 at %%ys" function=positions}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="partition_aligned m=4 n=8 at %%ys" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED

// Parts of a multiple of 8, but for the last.
// CHECK-LABEL: lift.def @positions
// CHECK-NEXT: %partition = lift.partition %xs into (N - 1) floordiv (8 * (N floordiv 32) + 8) + 1 by (i) -> (min(N - 8 * i * (N floordiv 32) - 8 * i, 8 * (N floordiv 32) + 8))
// CHECK-NEXT: %ys_n = lift.map (%x_n)[i] in %partition
// CHECK-NEXT: %ys = lift.map (%x)[k] in %x_n
// CHECK-NEXT: %n = lift.nat 8 * i * (N floordiv 32) + 8 * i + k
// CHECK: %join = lift.join %ys_n
// CHECK-NEXT: lift.return %join
lift.def @positions<N>(%xs: !lift.array<N, i32>) -> !lift.array<N, i32> {
  %ys = lift.map (%x)[k] in %xs {
    %n = lift.nat k : i32
    %y = arith.addi %x, %n : i32
    lift.yield %y : i32
  }
  lift.return %ys
}

// REFUSED: error[LIFT0366]: `partition_aligned m=4 n=8 at %ys` does not hold: the length is hidden
lift.def @refused<N>(%xs: !lift.array<N, i32>) -> !lift.exists<X upto N, !lift.array<X, i32>> {
  %zero = arith.constant 0 : i32
  %kept = lift.filter (%x) in %xs {
    %c = arith.cmpi slt, %zero, %x : i32
    lift.yield %c
  }
  %ys = lift.map (%x) in %kept {
    %y = arith.addi %x, %x : i32
    lift.yield %y : i32
  }
  lift.return %ys
}
