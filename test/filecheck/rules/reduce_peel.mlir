// RUN: lift-opt %s -p 'lift-apply{step="reduce_peel n=4 at %%sum" function=positions}' | filecheck %s
// RUN: lift-opt %s -p 'lift-apply{step="reduce_peel n=4 at %%sum" function=said}' | filecheck %s --check-prefix=SAID
// RUN: lift-opt %s -p 'lift-apply{step="reduce_peel n=4 at %%y" function=triangle}' | filecheck %s --check-prefix=TRIANGLE
// RUN: not lift-opt %s -p 'lift-apply{step="reduce_peel n=4 at %%sum" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED

// The order stays: the rest begins with what the main part has come to.
// CHECK-LABEL: lift.def @positions
// CHECK:      %main = lift.slice %xs from 0 size 4 * (N floordiv 4)
// CHECK-NEXT: %sum = lift.reduce (%acc, %x)[k] in %main from %zero
// CHECK-NEXT: lift.nat k
// CHECK:      %rest = lift.slice %xs from 4 * (N floordiv 4) size N mod 4
// CHECK-NEXT: %sum_rest = lift.reduce (%acc.2, %x.2)[k1] in %rest from %sum
// CHECK-NEXT: lift.nat k1 + 4 * (N floordiv 4)
// CHECK:      lift.return %sum_rest
lift.def @positions<N>(%xs: !lift.array<N, i32>) -> i32 {
  %zero = arith.constant 7 : i32
  %sum = lift.reduce (%acc, %x)[k] in %xs from %zero {
    %n = lift.nat k : i32
    %y = arith.muli %x, %n : i32
    %s = arith.subi %y, %acc : i32
    lift.yield %s
  }
  lift.return %sum
}

// SAID-LABEL: lift.def @said
// SAID: %sum = lift.reduce associative
// SAID: %sum_rest = lift.reduce associative
lift.def @said<N>(%xs: !lift.array<N, i32>, %a: i32) -> i32 {
  %sum = lift.reduce associative (%acc, %x) in %xs from %a {
    %p = arith.muli %acc, %x : i32
    %q = arith.addi %acc, %x : i32
    %s = arith.addi %p, %q : i32
    lift.yield %s
  }
  lift.return %sum
}

lift.def @pairs<N>(%xs: !lift.array<N, tuple<f32, i32>>) -> tuple<f32, i32> {
  %none = arith.constant 0.0 : f32
  %zero = arith.constant 0 : i32
  %start = lift.tuple %none, %zero
  %sum = lift.reduce ordered (%acc, %p) in %xs from %start {
    %a = lift.get %acc[0]
    %b = lift.get %acc[1]
    %x = lift.get %p[0]
    %y = lift.get %p[1]
    %ax = arith.addf %a, %x : f32
    %by = arith.xori %b, %y : i32
    %next = lift.tuple %ax, %by
    lift.yield %next
  }
  lift.return %sum
}

lift.def @columns<N, M>(%m: !lift.array<N, !lift.array<M, i32>>) -> !lift.array<M, i32> {
  %zero = arith.constant 0 : i32
  %start = lift.generate [i : M] {
    lift.yield %zero
  }
  %sum = lift.reduce (%acc, %row) in %m from %start {
    %both = lift.zip %acc, %row
    %next = lift.map (%p)[j] in %both {
      %a = lift.get %p[0]
      %b = lift.get %p[1]
      %s = arith.addi %a, %b : i32
      lift.yield %s
    }
    lift.yield %next
  }
  lift.return %sum
}

// TRIANGLE-LABEL: lift.def @triangle
// TRIANGLE: %main = lift.slice %both from 0 size 4 * ((k + 1) floordiv 4)
// TRIANGLE: %y_rest = lift.reduce
lift.def @triangle<N>(%m: !lift.array<i : N, !lift.array<i + 1, f32>>, %v: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %zero = arith.constant 0.0 : f32
  %ys = lift.map (%row)[k] in %m {
    %part = lift.slice %v from 0 size k + 1
    %both = lift.zip %row, %part
    %y = lift.reduce (%acc, %p)[j] in %both from %zero {
      %a = lift.get %p[0]
      %b = lift.get %p[1]
      %ab = arith.mulf %a, %b : f32
      %s = arith.addf %acc, %ab : f32
      lift.yield %s
    }
    lift.yield %y
  }
  lift.return %ys
}

// REFUSED: error[LIFT0366]: `reduce_peel n=4 at %sum` does not hold: the length is hidden
lift.def @refused<N>(%xs: !lift.array<N, i32>) -> i32 {
  %zero = arith.constant 0 : i32
  %kept = lift.filter (%x) in %xs {
    %c = arith.cmpi slt, %zero, %x : i32
    lift.yield %c
  }
  %sum = lift.reduce (%acc, %x) in %kept from %zero {
    %s = arith.addi %acc, %x : i32
    lift.yield %s
  }
  lift.return %sum
}
