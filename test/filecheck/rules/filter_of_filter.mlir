// RUN: lift-opt %s -p 'lift-apply{step="filter_of_filter at %%r" function=elements},lift-apply{step="filter_of_filter at %%r" function=values}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="filter_of_filter at %%r" function=position}' 2>&1 | filecheck %s --check-prefix=POSITION
// RUN: not lift-opt %s -p 'lift-apply{step="filter_of_filter at %%r" function=loop}' 2>&1 | filecheck %s --check-prefix=LOOP

// CHECK-LABEL: lift.def @elements
// CHECK-NEXT: %r = lift.filter (%x)[k] in %xs
// CHECK-NEXT: %i = lift.nat k
// CHECK-NEXT: %p = arith.cmpi sgt, %x, %i
// CHECK-NEXT: %q = arith.cmpi slt, %x, %c
// CHECK-NEXT: %q.2 = arith.andi %p, %q
// CHECK-NEXT: lift.yield %q.2
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @elements<N>(%xs: !lift.array<N, i32>, %c: i32) -> !lift.exists<X upto N, !lift.array<X, i32>> {
  %a = lift.filter (%x)[k] in %xs {
    %i = lift.nat k
    %p = arith.cmpi sgt, %x, %i : i32
    lift.yield %p
  }
  %r = lift.filter (%x) in %a {
    %q = arith.cmpi slt, %x, %c : i32
    lift.yield %q
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @values
// CHECK-NEXT: %r = lift.filter (%x) in %xs
// CHECK-NEXT: %p = arith.cmpf olt, %x, %c
// CHECK-NEXT: %y = arith.addf %x, %x
// CHECK-NEXT: %q = arith.cmpf one, %y, %c
// CHECK-NEXT: %z = arith.mulf %y, %c
// CHECK-NEXT: %v = lift.tuple %y, %z
// CHECK-NEXT: %q.2 = arith.andi %p, %q
// CHECK-NEXT: %tuple = lift.tuple %q.2, %v
// CHECK-NEXT: lift.yield %tuple
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @values<N>(%xs: !lift.array<N, f32>, %c: f32) -> !lift.exists<X upto N, !lift.array<X, tuple<f32, f32>>> {
  %a = lift.filter (%x) in %xs {
    %p = arith.cmpf olt, %x, %c : f32
    %y = arith.addf %x, %x : f32
    %t = lift.tuple %p, %y
    lift.yield %t
  }
  %r = lift.filter (%y) in %a {
    %q = arith.cmpf one, %y, %c : f32
    %z = arith.mulf %y, %c : f32
    %v = lift.tuple %y, %z
    %t = lift.tuple %q, %v
    lift.yield %t
  }
  lift.return %r
}

// POSITION: error[LIFT0366]: `filter_of_filter at %r` does not hold: it asks for its position among the elements that are kept
lift.def @position<N>(%xs: !lift.array<N, i32>, %c: i32) -> !lift.exists<X upto N, !lift.array<X, i32>> {
  %a = lift.filter (%x) in %xs {
    %p = arith.cmpi slt, %x, %c : i32
    lift.yield %p
  }
  %r = lift.filter (%x)[k] in %a {
    %i = lift.nat k
    %q = arith.cmpi sgt, %i, %x : i32
    lift.yield %q
  }
  lift.return %r
}

// LOOP: error[LIFT0366]: `filter_of_filter at %r` does not hold: `%s = lift.reduce` is no scalar code that is defined for elements that are not kept, too
lift.def @loop<N>(%xs: !lift.array<N, i32>, %c: i32) -> !lift.exists<X upto N, !lift.array<X, i32>> {
  %a = lift.filter (%x) in %xs {
    %p = arith.cmpi slt, %x, %c : i32
    lift.yield %p
  }
  %r = lift.filter (%x) in %a {
    %s = lift.reduce (%acc, %y) in %xs from %x {
      %t = arith.addi %acc, %y : i32
      lift.yield %t
    }
    %q = arith.cmpi sgt, %s, %c : i32
    lift.yield %q
  }
  lift.return %r
}
