// RUN: lift-opt %s -p 'lift-apply{step="partition_by m=3 a=2 d=3 at %%ys" function=positions}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="partition_by m=3 a=2 d=2 at %%ys" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED

// CHECK-LABEL: lift.def @positions
// CHECK:      %partition = lift.partition %xs into 3 by (i) -> (3 * i + 2)
// CHECK-NEXT: %ys_n = lift.map (%x_n)[i] in %partition
// CHECK-NEXT: %ys = lift.map (%x)[k] in %x_n
// CHECK:      %join = lift.join %ys_n : !lift.array<15, i32>
lift.def @positions(%xs: !lift.array<15, i32>) -> !lift.array<15, i32> {
  %ys = lift.map (%x)[k] in %xs {
    %n = lift.nat k : i32
    %y = arith.addi %x, %n : i32
    lift.yield %y : i32
  }
  lift.return %ys
}

lift.def @rows<N>(%m: !lift.array<10, !lift.array<N, f32>>, %c: f32) -> !lift.array<10, !lift.array<N, f32>> {
  %ys = lift.map (%row) in %m {
    %line = lift.map (%x) in %row {
      %y = arith.mulf %x, %c : f32
      lift.yield %y
    }
    lift.yield %line
  }
  lift.return %ys
}

// REFUSED: error[LIFT0366]: `partition_by m=3 a=2 d=2 at %ys` does not hold: `N eq 12` is not proved; what is known: N ge 1
lift.def @refused<N>(%xs: !lift.array<N, i32>) -> !lift.array<N, i32> {
  %ys = lift.map (%x)[k] in %xs {
    %n = lift.nat k : i32
    %y = arith.addi %x, %n : i32
    lift.yield %y : i32
  }
  lift.return %ys
}
