// RUN: lift-opt %s -p 'lift-apply{step="length_of_filter at %%n" function=count},lift-apply{step="length_of_filter at %%n" function=beside}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="length_of_filter at %%n" function=other_use}' 2>&1 | filecheck %s --check-prefix=OTHER-USE
// RUN: not lift-opt %s -p 'lift-apply{step="length_of_filter at %%n" function=narrow}' 2>&1 | filecheck %s --check-prefix=NARROW

// CHECK-LABEL: lift.def @count
// CHECK-NEXT: %kept = lift.filter (%x) in %xs
// CHECK-NEXT: %k = arith.cmpf ogt, %x, %c
// CHECK-NEXT: lift.yield %k
// CHECK-NEXT: }
// CHECK-NEXT: %zero = arith.constant 0
// CHECK-NEXT: %one = arith.constant 1
// CHECK-NEXT: %n = lift.reduce (%n.2, %x.2) in %kept from %zero
// CHECK-NEXT: %n.3 = arith.addi %n.2, %one
// CHECK-NEXT: lift.yield %n.3
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %n
lift.def @count<N>(%xs: !lift.array<N, f32>, %c: f32) -> i32 {
  %kept = lift.filter (%x) in %xs {
    %k = arith.cmpf ogt, %x, %c : f32
    lift.yield %k
  }
  %n = lift.length %kept
  lift.return %n
}

// Another fold of the same filter.
// CHECK-LABEL: lift.def @beside
// CHECK-NEXT: %kept = lift.filter (%x)[k] in %xs
// CHECK-NEXT: %i = lift.nat k
// CHECK-NEXT: %p = arith.cmpi sgt, %x, %i
// CHECK-NEXT: lift.yield %p
// CHECK-NEXT: }
// CHECK-NEXT: %s = lift.reduce (%acc, %x.2) in %kept from %c
// CHECK-NEXT: %t = arith.addi %acc, %x.2
// CHECK-NEXT: lift.yield %t
// CHECK-NEXT: }
// CHECK-NEXT: %zero = arith.constant 0
// CHECK-NEXT: %one = arith.constant 1
// CHECK-NEXT: %n = lift.reduce (%n.2, %x.3) in %kept from %zero
// CHECK-NEXT: %n.3 = arith.addi %n.2, %one
// CHECK-NEXT: lift.yield %n.3
// CHECK-NEXT: }
// CHECK-NEXT: %r = lift.tuple %n, %s
// CHECK-NEXT: lift.return %r
lift.def @beside<N>(%xs: !lift.array<N, i32>, %c: i32) -> tuple<i64, i32> {
  %kept = lift.filter (%x)[k] in %xs {
    %i = lift.nat k
    %p = arith.cmpi sgt, %x, %i : i32
    lift.yield %p
  }
  %s = lift.reduce (%acc, %x) in %kept from %c {
    %t = arith.addi %acc, %x : i32
    lift.yield %t
  }
  %n = lift.length %kept : i64
  %r = lift.tuple %n, %s
  lift.return %r
}

// OTHER-USE: error[LIFT0366]: `length_of_filter at %n` does not hold: the filter has another use than folds that can be done together
lift.def @other_use<N>(%xs: !lift.array<N, f32>, %c: f32) -> tuple<i32, !lift.exists<X upto N, !lift.array<X, f32>>> {
  %kept = lift.filter (%x) in %xs {
    %k = arith.cmpf ogt, %x, %c : f32
    lift.yield %k
  }
  %n = lift.length %kept
  %r = lift.tuple %n, %kept
  lift.return %r
}

// A count of all elements needs the bits for it.
// NARROW: error[LIFT0366]: `length_of_filter at %n` does not hold: i16 may not hold the number of all elements
lift.def @narrow<N>(%xs: !lift.array<N, f32>, %c: f32) -> i16 {
  %kept = lift.filter (%x) in %xs {
    %k = arith.cmpf ogt, %x, %c : f32
    lift.yield %k
  }
  %n = lift.length %kept : i16
  lift.return %n
}
