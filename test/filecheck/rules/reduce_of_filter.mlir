// RUN: lift-opt %s -p 'lift-apply{step="reduce_of_filter at %%r" function=sum},lift-apply{step="reduce_of_filter at %%r" function=range},lift-apply{step="reduce_of_filter at %%r" function=smallest}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="reduce_of_filter at %%r" function=no_neutral}' 2>&1 | filecheck %s --check-prefix=NO-NEUTRAL
// RUN: not lift-opt %s -p 'lift-apply{step="reduce_of_filter at %%r" function=position}' 2>&1 | filecheck %s --check-prefix=POSITION
// RUN: not lift-opt %s -p 'lift-apply{step="reduce_of_filter at %%r" function=no_filter}' 2>&1 | filecheck %s --check-prefix=NO-FILTER

// CHECK-LABEL: lift.def @sum
// CHECK-NEXT: %neutral = arith.constant -0.000000e+00
// CHECK-NEXT: %r = lift.reduce (%acc, %x)[k] in %xs from %c
// CHECK-NEXT: %i = lift.nat k
// CHECK-NEXT: %f = arith.sitofp %i
// CHECK-NEXT: %k = arith.cmpf olt, %x, %f
// CHECK-NEXT: %y = arith.mulf %x, %x
// CHECK-NEXT: %y.2 = arith.select %k, %y, %neutral
// CHECK-NEXT: %s = arith.addf %acc, %y.2
// CHECK-NEXT: lift.yield %s
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @sum<N>(%xs: !lift.array<N, f32>, %c: f32) -> f32 {
  %kept = lift.filter (%x)[k] in %xs {
    %i = lift.nat k
    %f = arith.sitofp %i : i32 to f32
    %k = arith.cmpf olt, %x, %f : f32
    lift.yield %k
  }
  %r = lift.reduce (%acc, %x) in %kept from %c {
    %y = arith.mulf %x, %x : f32
    %s = arith.addf %acc, %y : f32
    lift.yield %s
  }
  lift.return %r
}

// Each part of the accumulator has its own neutral number.
// CHECK-LABEL: lift.def @range
// CHECK-NEXT: %neutral = arith.constant 2147483647
// CHECK-NEXT: %neutral.2 = arith.constant -2147483648
// CHECK-NEXT: %r = lift.reduce ordered (%acc, %x) in %xs from %init
// CHECK-NEXT: %p = arith.cmpi sgt, %x, %c
// CHECK-NEXT: %y = arith.subi %x, %c
// CHECK-NEXT: %a = lift.get %acc[0]
// CHECK-NEXT: %b = lift.get %acc[1]
// CHECK-NEXT: %y.2 = arith.select %p, %y, %neutral
// CHECK-NEXT: %least = arith.minsi %y.2, %a
// CHECK-NEXT: %y.3 = arith.select %p, %y, %neutral.2
// CHECK-NEXT: %most = arith.maxsi %b, %y.3
// CHECK-NEXT: %t = lift.tuple %least, %most
// CHECK-NEXT: lift.yield %t
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @range<N>(%xs: !lift.array<N, i32>, %init: tuple<i32, i32>, %c: i32) -> tuple<i32, i32> {
  %kept = lift.filter (%x) in %xs {
    %p = arith.cmpi sgt, %x, %c : i32
    %y = arith.subi %x, %c : i32
    %t = lift.tuple %p, %y
    lift.yield %t
  }
  %r = lift.reduce ordered (%acc, %x) in %kept from %init {
    %a = lift.get %acc[0]
    %b = lift.get %acc[1]
    %least = arith.minsi %x, %a : i32
    %most = arith.maxsi %b, %x : i32
    %t = lift.tuple %least, %most
    lift.yield %t
  }
  lift.return %r
}

// The words that spoke of the region are true no more.
// CHECK-LABEL: lift.def @smallest
// CHECK-NEXT: %neutral = arith.constant 2147483647
// CHECK-NEXT: %r = lift.reduce (%acc, %p) in %ps from %c
// CHECK-NEXT: %get = lift.get %p[0]
// CHECK-NEXT: %get.2 = lift.get %p[1]
// CHECK-NEXT: %select = arith.select %get, %get.2, %neutral
// CHECK-NEXT: %s = arith.minsi %acc, %select
// CHECK-NEXT: lift.yield %s
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @smallest<N>(%ps: !lift.array<N, tuple<i1, i32>>, %c: i32) -> i32 {
  %kept = lift.filter (%p) in %ps {
    lift.yield %p
  }
  %r = lift.reduce associative commutative (%acc, %x) in %kept from %c {
    %s = arith.minsi %acc, %x : i32
    lift.yield %s
  }
  lift.return %r
}

// NO-NEUTRAL: error[LIFT0366]: `reduce_of_filter at %r` does not hold: the fold is not seen to be `acc ⊕ g(x)`, with an ⊕ whose neutral number is known
lift.def @no_neutral<N>(%xs: !lift.array<N, i32>, %c: i32) -> i32 {
  %kept = lift.filter (%x) in %xs {
    %k = arith.cmpi sgt, %x, %c : i32
    lift.yield %k
  }
  %r = lift.reduce (%acc, %x) in %kept from %c {
    %s = arith.subi %acc, %x : i32
    lift.yield %s
  }
  lift.return %r
}

// POSITION: error[LIFT0366]: `reduce_of_filter at %r` does not hold: it asks for its position among the elements that are kept
lift.def @position<N>(%xs: !lift.array<N, i32>, %c: i32) -> i32 {
  %kept = lift.filter (%x) in %xs {
    %k = arith.cmpi sgt, %x, %c : i32
    lift.yield %k
  }
  %r = lift.reduce (%acc, %x)[k] in %kept from %c {
    %i = lift.nat k
    %y = arith.muli %x, %i : i32
    %s = arith.addi %acc, %y : i32
    lift.yield %s
  }
  lift.return %r
}

// NO-FILTER: error[LIFT0366]: `reduce_of_filter at %r` does not hold: `%r = lift.reduce` is no instance of the left side of `reduce(f, a, filter(g, xs)) = reduce((b, x) -> b ⊕ (keep ? h(y) : e), a, xs)`, where `f(b, y) = b ⊕ h(y)`.
lift.def @no_filter<N>(%e: !lift.exists<X upto N, !lift.array<X, i32>>, %c: i32) -> i32 {
  %r = lift.reduce (%acc, %x) in %e from %c {
    %s = arith.addi %acc, %x : i32
    lift.yield %s
  }
  lift.return %r
}
