// RUN: lift-opt %s -p 'lift-apply{step="scan_of_map at %%r" function=running},lift-apply{step="scan_of_map at %%s" function=rows}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="scan_of_map at %%r" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED

// CHECK-LABEL: lift.def @running
// CHECK-NEXT: %r = lift.scan (%acc, %x)[k] in %xs from %c
// CHECK-NEXT: %i = lift.nat N - k
// CHECK-NEXT: %y = arith.subi %x, %i
// CHECK-NEXT: %i.2 = lift.nat k
// CHECK-NEXT: %z = arith.muli %acc, %i.2
// CHECK-NEXT: %s = arith.addi %z, %y
// CHECK-NEXT: lift.yield %s
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @running<N>(%xs: !lift.array<N, i32>, %c: i32) -> !lift.array<N, i32> {
  %ys = lift.map (%x)[j] in %xs {
    %i = lift.nat N - j
    %y = arith.subi %x, %i : i32
    lift.yield %y
  }
  %r = lift.scan (%acc, %y)[k] in %ys from %c {
    %i = lift.nat k
    %z = arith.muli %acc, %i : i32
    %s = arith.addi %z, %y : i32
    lift.yield %s
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @rows
// CHECK-NEXT: %r = lift.map (%row)[k] in %xss
// CHECK-NEXT: %s = lift.scan ordered (%acc, %x) in %row from %c
// CHECK-NEXT: %y = arith.mulf %x, %c
// CHECK-NEXT: %t = arith.addf %acc, %y
// CHECK-NEXT: lift.yield %t
// CHECK-NEXT: }
// CHECK-NEXT: lift.yield %s
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @rows<N>(%xss: !lift.array<i : N, !lift.array<i + 1, f32>>, %c: f32) -> !lift.array<i : N, !lift.array<i + 1, f32>> {
  %r = lift.map (%row)[k] in %xss {
    %ys = lift.map (%x) in %row {
      %y = arith.mulf %x, %c : f32
      lift.yield %y
    }
    %s = lift.scan ordered (%acc, %y) in %ys from %c {
      %t = arith.addf %acc, %y : f32
      lift.yield %t
    }
    lift.yield %s
  }
  lift.return %r
}

// REFUSED: error[LIFT0366]: `scan_of_map at %r` does not hold: the fold is said to be associative, and would be no more
lift.def @refused<N>(%xs: !lift.array<N, i32>, %a: i32) -> !lift.array<N, i32> {
  %ys = lift.map (%x) in %xs {
    %y = arith.addi %x, %x : i32
    lift.yield %y
  }
  %r = lift.scan associative (%acc, %y) in %ys from %a {
    lift.yield %y
  }
  lift.return %r
}
