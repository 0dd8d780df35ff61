// RUN: lift-opt %s -p 'lift-apply{step="reduce_of_map at %%r" function=dot},lift-apply{step="reduce_of_map at %%s" function=rows},lift-apply{step="reduce_of_map at %%s" function=used_twice}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="reduce_of_map at %%r" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED

// CHECK-LABEL: lift.def @dot
// CHECK-NEXT: %xy = lift.zip %x, %y
// CHECK-NEXT: %r = lift.reduce ordered (%acc, %p) in %xy from %zero
// CHECK-NEXT: %a = lift.get %p[0]
// CHECK-NEXT: %b = lift.get %p[1]
// CHECK-NEXT: %ab = arith.mulf %a, %b
// CHECK-NEXT: %s = arith.addf %acc, %ab
// CHECK-NEXT: lift.yield %s
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @dot<N>(%x: !lift.array<N, f32>, %y: !lift.array<N, f32>, %zero: f32) -> f32 {
  %xy = lift.zip %x, %y
  %products = lift.map (%p) in %xy {
    %a = lift.get %p[0]
    %b = lift.get %p[1]
    %ab = arith.mulf %a, %b : f32
    lift.yield %ab
  }
  %r = lift.reduce ordered (%acc, %e) in %products from %zero {
    %s = arith.addf %acc, %e : f32
    lift.yield %s
  }
  lift.return %r
}

// The position of the map is that of the fold.
// CHECK-LABEL: lift.def @rows
// CHECK-NEXT: %r = lift.map (%row)[k] in %xss
// CHECK-NEXT: %s = lift.reduce (%acc, %x)[j] in %row from %c
// CHECK-NEXT: %n = lift.nat k - j
// CHECK-NEXT: %y = arith.muli %x, %n
// CHECK-NEXT: %a = lift.get %acc[0]
// CHECK-NEXT: %b = lift.get %acc[1]
// CHECK-NEXT: %d = arith.subi %y, %a
// CHECK-NEXT: %e = arith.xori %b, %y
// CHECK-NEXT: %t = lift.tuple %d, %e
// CHECK-NEXT: lift.yield %t
// CHECK-NEXT: }
// CHECK-NEXT: lift.yield %s
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @rows<N>(%xss: !lift.array<i : N, !lift.array<i + 1, i32>>, %c: tuple<i32, i32>) -> !lift.array<N, tuple<i32, i32>> {
  %r = lift.map (%row)[k] in %xss {
    %ys = lift.map (%x)[j] in %row {
      %n = lift.nat k - j
      %y = arith.muli %x, %n : i32
      lift.yield %y
    }
    %s = lift.reduce (%acc, %y) in %ys from %c {
      %a = lift.get %acc[0]
      %b = lift.get %acc[1]
      %d = arith.subi %y, %a : i32
      %e = arith.xori %b, %y : i32
      %t = lift.tuple %d, %e
      lift.yield %t
    }
    lift.yield %s
  }
  lift.return %r
}

// The region would no longer be what it is said to be.
// REFUSED: error[LIFT0366]: `reduce_of_map at %r` does not hold: the fold is said to be associative, and would be no more
lift.def @refused<N>(%xs: !lift.array<N, i32>, %a: i32) -> i32 {
  %ys = lift.map (%x) in %xs {
    %y = arith.addi %x, %x : i32
    lift.yield %y
  }
  %r = lift.reduce associative (%acc, %y) in %ys from %a {
    lift.yield %y
  }
  lift.return %r
}

// The map stays for its other use.
// CHECK-LABEL: lift.def @used_twice
// CHECK-NEXT: %ys = lift.map (%x) in %xs
// CHECK:      %s = lift.reduce (%acc, %x.2) in %xs from %a
// CHECK-NEXT: %y.2 = arith.addi %x.2, %x.2
// CHECK-NEXT: %t = arith.subi %acc, %y.2
// CHECK:      %r = lift.tuple %s, %ys
lift.def @used_twice<N>(%xs: !lift.array<N, i32>, %a: i32) -> tuple<i32, !lift.array<N, i32>> {
  %ys = lift.map (%x) in %xs {
    %y = arith.addi %x, %x : i32
    lift.yield %y
  }
  %s = lift.reduce (%acc, %y) in %ys from %a {
    %t = arith.subi %acc, %y : i32
    lift.yield %t
  }
  %r = lift.tuple %s, %ys
  lift.return %r
}
