// RUN: lift-opt %s -p 'lift-apply{step="reduce_to_seq at %%r" function=tuples},lift-apply{step="reduce_to_seq at %%s" function=rows}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="reduce_to_seq at %%r" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED

// CHECK-LABEL: lift.def @tuples
// CHECK-NEXT: %r = ocl.reduce_seq (%acc, %x)[k] in %xs from %ab
// CHECK-NEXT: %c = lift.get %acc[0]
// CHECK-NEXT: %d = lift.get %acc[1]
// CHECK-NEXT: %i = lift.nat k
// CHECK-NEXT: %s = arith.subi %x, %c
// CHECK-NEXT: %m = arith.muli %d, %i
// CHECK-NEXT: %t = lift.tuple %s, %m
// CHECK-NEXT: lift.yield %t
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @tuples<N>(%xs: !lift.array<N, i32>, %ab: tuple<i32, i32>) -> tuple<i32, i32> {
  %r = lift.reduce (%acc, %x)[k] in %xs from %ab {
    %c = lift.get %acc[0]
    %d = lift.get %acc[1]
    %i = lift.nat k
    %s = arith.subi %x, %c : i32
    %m = arith.muli %d, %i : i32
    %t = lift.tuple %s, %m
    lift.yield %t
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @rows
// CHECK-NEXT: %r = lift.map (%row)[k1] in %xss
// CHECK-NEXT: %s = ocl.reduce_seq (%acc, %x) in %row from %c
// CHECK-NEXT: %t = arith.addf %acc, %x
// CHECK-NEXT: lift.yield %t
// CHECK-NEXT: }
// CHECK-NEXT: lift.yield %s
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @rows<N>(%xss: !lift.array<i : N, !lift.array<i + 1, f32>>, %c: f32) -> !lift.array<N, f32> {
  %r = lift.map (%row) in %xss {
    %s = lift.reduce ordered (%acc, %x) in %row from %c {
      %t = arith.addf %acc, %x : f32
      lift.yield %t
    }
    lift.yield %s
  }
  lift.return %r
}

// REFUSED: error[LIFT0366]: `reduce_to_seq at %r` does not hold: `%r = lift.scan` is not a `lift.reduce`
lift.def @refused<N>(%xs: !lift.array<N, f32>, %c: f32) -> !lift.array<N, f32> {
  %r = lift.scan (%acc, %x) in %xs from %c {
    %t = arith.addf %acc, %x : f32
    lift.yield %t
  }
  lift.return %r
}
