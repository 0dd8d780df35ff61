// RUN: lift-opt %s -p 'lift-apply{step="map_of_filter at %%r" function=called},lift-apply{step="map_of_filter at %%r" function=value}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="map_of_filter at %%r" function=position}' 2>&1 | filecheck %s --check-prefix=POSITION
// RUN: not lift-opt %s -p 'lift-apply{step="map_of_filter at %%r" function=unchecked}' 2>&1 | filecheck %s --check-prefix=UNCHECKED
// RUN: not lift-opt %s -p 'lift-apply{step="map_of_filter at %%r" function=divides}' 2>&1 | filecheck %s --check-prefix=DIVIDES
// RUN: not lift-opt %s -p 'lift-apply{step="map_of_filter at %%m" function=used_twice}' 2>&1 | filecheck %s --check-prefix=USED-TWICE

lift.user_fun @half(x: f32) -> f32 = "return x / 2;" {
  %two = arith.constant 2.0 : f32
  %r = arith.divf %x, %two : f32
  lift.return %r
}

lift.user_fun @inverse(x: i32) -> i32 = "return 100 / x;" {
  %hundred = arith.constant 100 : i32
  %r = arith.divsi %hundred, %x : i32
  lift.return %r
}

// CHECK-LABEL: lift.def @called
// CHECK-NEXT: %r = lift.filter (%x) in %xs
// CHECK-NEXT: %k = arith.cmpf ogt, %x, %c
// CHECK-NEXT: %y = arith.mulf %x, %c
// CHECK-NEXT: %z = lift.call @half(%y)
// CHECK-NEXT: %tuple = lift.tuple %k, %z
// CHECK-NEXT: lift.yield %tuple
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @called<N>(%xs: !lift.array<N, f32>, %c: f32) -> !lift.exists<X upto N, !lift.array<X, f32>> {
  %kept = lift.filter (%x) in %xs {
    %k = arith.cmpf ogt, %x, %c : f32
    lift.yield %k
  }
  %r = lift.map (%x) in %kept {
    %y = arith.mulf %x, %c : f32
    %z = lift.call @half(%y)
    lift.yield %z
  }
  lift.return %r
}

// The filter gives a value, and knows the position.
// CHECK-LABEL: lift.def @value
// CHECK-NEXT: %r = lift.filter (%x)[k] in %xs
// CHECK-NEXT: %i = lift.nat k
// CHECK-NEXT: %p = arith.cmpi sgt, %x, %c
// CHECK-NEXT: %y = arith.addi %x, %i
// CHECK-NEXT: %z = arith.extsi %y
// CHECK-NEXT: %t = lift.tuple %y, %z
// CHECK-NEXT: %tuple = lift.tuple %p, %t
// CHECK-NEXT: lift.yield %tuple
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @value<N>(%xs: !lift.array<N, i32>, %c: i32) -> !lift.exists<X upto N, !lift.array<X, tuple<i32, i64>>> {
  %kept = lift.filter (%x)[k] in %xs {
    %i = lift.nat k
    %p = arith.cmpi sgt, %x, %c : i32
    %y = arith.addi %x, %i : i32
    %t = lift.tuple %p, %y
    lift.yield %t
  }
  %r = lift.map (%y) in %kept {
    %z = arith.extsi %y : i32 to i64
    %t = lift.tuple %y, %z
    lift.yield %t
  }
  lift.return %r
}

// It asks for the position among the elements that are kept.
// POSITION: error[LIFT0366]: `map_of_filter at %r` does not hold: it asks for its position among the elements that are kept
lift.def @position<N>(%xs: !lift.array<N, i32>, %c: i32) -> !lift.exists<X upto N, !lift.array<X, i32>> {
  %kept = lift.filter (%x) in %xs {
    %k = arith.cmpi sgt, %x, %c : i32
    lift.yield %k
  }
  %r = lift.map (%x)[j] in %kept {
    %i = lift.nat j
    %y = arith.addi %x, %i : i32
    lift.yield %y
  }
  lift.return %r
}

// What is not kept may be no index.
// UNCHECKED: error[LIFT0366]: `map_of_filter at %r` does not hold: `%y = lift.at_unchecked` is no scalar code that is defined for elements that are not kept, too
lift.def @unchecked<N>(%xs: !lift.array<N, i32>) -> !lift.exists<X upto N, !lift.array<X, i32>> {
  %one = arith.constant 1 : i32
  %kept = lift.filter (%x) in %xs {
    %k = arith.cmpi slt, %x, %one : i32
    lift.yield %k
  }
  %r = lift.map (%x) in %kept {
    %y = lift.at_unchecked %xs[%x]
    lift.yield %y
  }
  lift.return %r
}

// In C, no number is divided by 0.
// DIVIDES: error[LIFT0366]: `map_of_filter at %r` does not hold: `%y = lift.call` is no scalar code that is defined for elements that are not kept, too
lift.def @divides<N>(%xs: !lift.array<N, i32>) -> !lift.exists<X upto N, !lift.array<X, i32>> {
  %zero = arith.constant 0 : i32
  %kept = lift.filter (%x) in %xs {
    %k = arith.cmpi ne, %x, %zero : i32
    lift.yield %k
  }
  %r = lift.map (%x) in %kept {
    %y = lift.call @inverse(%x)
    lift.yield %y
  }
  lift.return %r
}

// Both results have one length, and it must be seen that it is.
// USED-TWICE: error[LIFT0366]: `map_of_filter at %m` does not hold: a hidden length could not be followed to where it comes from
lift.def @used_twice<N>(%xs: !lift.array<N, i32>, %c: i32) -> tuple<!lift.exists<X upto N, !lift.array<X, i32>>, !lift.exists<X upto N, !lift.array<X, i32>>> {
  %kept = lift.filter (%x) in %xs {
    %k = arith.cmpi sgt, %x, %c : i32
    lift.yield %k
  }
  %m = lift.map (%x) in %kept {
    %y = arith.addi %x, %c : i32
    lift.yield %y
  }
  %r = lift.tuple %kept, %m
  lift.return %r
}
