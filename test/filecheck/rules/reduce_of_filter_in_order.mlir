// RUN: lift-opt %s -p 'lift-apply{step="reduce_of_filter_in_order at %%r" function=horner},lift-apply{step="reduce_of_filter_in_order at %%s" function=last}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="reduce_of_filter_in_order at %%r" function=associative}' 2>&1 | filecheck %s --check-prefix=ASSOCIATIVE
// RUN: not lift-opt %s -p 'lift-apply{step="reduce_of_filter_in_order at %%r" function=array}' 2>&1 | filecheck %s --check-prefix=ARRAY

// CHECK-LABEL: lift.def @horner
// CHECK-NEXT: %r = lift.reduce (%acc, %x) in %xs from %init
// CHECK-NEXT: %k = arith.cmpf one, %x, %c
// CHECK-NEXT: %a = lift.get %acc[0]
// CHECK-NEXT: %b = lift.get %acc[1]
// CHECK-NEXT: %y = arith.mulf %a, %c
// CHECK-NEXT: %z = arith.addf %y, %x
// CHECK-NEXT: %one = arith.constant 1
// CHECK-NEXT: %d = arith.addi %b, %one
// CHECK-NEXT: %t = lift.tuple %z, %d
// CHECK-NEXT: %get = lift.get %t[0]
// CHECK-NEXT: %get.2 = lift.get %acc[0]
// CHECK-NEXT: %select = arith.select %k, %get, %get.2
// CHECK-NEXT: %get.3 = lift.get %t[1]
// CHECK-NEXT: %get.4 = lift.get %acc[1]
// CHECK-NEXT: %select.2 = arith.select %k, %get.3, %get.4
// CHECK-NEXT: %tuple = lift.tuple %select, %select.2
// CHECK-NEXT: lift.yield %tuple
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @horner<N>(%xs: !lift.array<N, f32>, %init: tuple<f32, i32>, %c: f32) -> tuple<f32, i32> {
  %kept = lift.filter (%x) in %xs {
    %k = arith.cmpf one, %x, %c : f32
    lift.yield %k
  }
  %r = lift.reduce (%acc, %x) in %kept from %init {
    %a = lift.get %acc[0]
    %b = lift.get %acc[1]
    %y = arith.mulf %a, %c : f32
    %z = arith.addf %y, %x : f32
    %one = arith.constant 1 : i32
    %d = arith.addi %b, %one : i32
    %t = lift.tuple %z, %d
    lift.yield %t
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @last
// CHECK-NEXT: %r = lift.map (%row)[k] in %xss
// CHECK-NEXT: %s = lift.reduce (%acc, %x)[j] in %row from %c
// CHECK-NEXT: %i = lift.nat k - j
// CHECK-NEXT: %p = arith.cmpi sgt, %x, %i
// CHECK-NEXT: %select = arith.select %p, %x, %acc
// CHECK-NEXT: lift.yield %select
// CHECK-NEXT: }
// CHECK-NEXT: lift.yield %s
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @last<N>(%xss: !lift.array<i : N, !lift.array<i + 1, i32>>, %c: i32) -> !lift.array<N, i32> {
  %r = lift.map (%row)[k] in %xss {
    %kept = lift.filter (%x)[j] in %row {
      %i = lift.nat k - j
      %p = arith.cmpi sgt, %x, %i : i32
      lift.yield %p
    }
    %s = lift.reduce (%acc, %x) in %kept from %c {
      lift.yield %x
    }
    lift.yield %s
  }
  lift.return %r
}

// With `keep ? y : b` it would not be what it is said to be.
// ASSOCIATIVE: error[LIFT0366]: `reduce_of_filter_in_order at %r` does not hold: the fold is said to be associative, and would be no more
lift.def @associative<N>(%xs: !lift.array<N, i32>, %c: i32) -> i32 {
  %kept = lift.filter (%x) in %xs {
    %k = arith.cmpi sgt, %x, %c : i32
    lift.yield %k
  }
  %r = lift.reduce associative (%acc, %x) in %kept from %c {
    lift.yield %x
  }
  lift.return %r
}

// ARRAY: error[LIFT0366]: `reduce_of_filter_in_order at %r` does not hold: the accumulator holds an array
lift.def @array<N>(%xs: !lift.array<N, i32>, %init: !lift.array<2, i32>, %c: i32) -> !lift.array<2, i32> {
  %kept = lift.filter (%x) in %xs {
    %k = arith.cmpi sgt, %x, %c : i32
    lift.yield %k
  }
  %r = lift.reduce (%acc, %x) in %kept from %init {
    %s = lift.map (%a) in %acc {
      %t = arith.subi %x, %a : i32
      lift.yield %t
    }
    lift.yield %s
  }
  lift.return %r
}
