// RUN: lift-opt %s -p 'lift-apply{step="split_join n=4 at %%ys" function=holds}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="split_join n=4 at %%ys" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED

// The position in the whole array is counted from the row.
// CHECK-LABEL: lift.def @holds
// CHECK:      %split = lift.split 4 %xs
// CHECK-NEXT: %ys_n = lift.map (%x_n)[i] in %split
// CHECK-NEXT: %ys = lift.map (%x)[k] in %x_n
// CHECK-NEXT: lift.nat 4 * i + k
// CHECK:      %join = lift.join %ys_n
// CHECK-NEXT: lift.return %join
lift.def @holds<N>(%xs: !lift.array<4 * N, i32>) -> !lift.array<4 * N, i32> {
  %ys = lift.map (%x)[k] in %xs {
    %n = lift.nat k : i32
    %y = arith.addi %x, %n : i32
    lift.yield %y : i32
  }
  lift.return %ys
}

// REFUSED: error[LIFT0366]: `split_join n=4 at %ys` does not hold: `N mod 4 eq 0` is not proved; what is known: N ge 1
lift.def @refused<N>(%xs: !lift.array<N, i32>) -> !lift.array<N, i32> {
  %ys = lift.map (%x) in %xs {
    %y = arith.addi %x, %x : i32
    lift.yield %y : i32
  }
  lift.return %ys
}
