// RUN: lift-opt %s -p 'lift-apply{step="scan_to_seq at %%r" function=positions},lift-apply{step="scan_to_seq at %%s" function=rows}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="scan_to_seq at %%r" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED

// CHECK-LABEL: lift.def @positions
// CHECK-NEXT: %r = ocl.scan_seq (%acc, %x)[k] in %xs from %a
// CHECK-NEXT: %i = lift.nat k
// CHECK-NEXT: %y = arith.muli %acc, %i
// CHECK-NEXT: %s = arith.subi %x, %y
// CHECK-NEXT: lift.yield %s
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @positions<N>(%xs: !lift.array<N, i32>, %a: i32) -> !lift.array<N, i32> {
  %r = lift.scan (%acc, %x)[k] in %xs from %a {
    %i = lift.nat k
    %y = arith.muli %acc, %i : i32
    %s = arith.subi %x, %y : i32
    lift.yield %s
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @rows
// CHECK-NEXT: %r = lift.map (%row)[k1] in %xss
// CHECK-NEXT: %s = ocl.scan_seq (%acc, %x) in %row from %c
// CHECK-NEXT: %t = arith.addf %acc, %x
// CHECK-NEXT: lift.yield %t
// CHECK-NEXT: }
// CHECK-NEXT: lift.yield %s
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @rows<N>(%xss: !lift.array<i : N, !lift.array<i + 1, f32>>, %c: f32) -> !lift.array<i : N, !lift.array<i + 1, f32>> {
  %r = lift.map (%row) in %xss {
    %s = lift.scan ordered (%acc, %x) in %row from %c {
      %t = arith.addf %acc, %x : f32
      lift.yield %t
    }
    lift.yield %s
  }
  lift.return %r
}

// REFUSED: error[LIFT0366]: `scan_to_seq at %r` does not hold: `%r = lift.reduce` is not a `lift.scan`
lift.def @refused<N>(%xs: !lift.array<N, f32>, %c: f32) -> f32 {
  %r = lift.reduce (%acc, %x) in %xs from %c {
    %t = arith.addf %acc, %x : f32
    lift.yield %t
  }
  lift.return %r
}
