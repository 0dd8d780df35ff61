// RUN: lift-opt %s -p 'lift-apply{step="get_of_tuple at %%r" function=scalars},lift-apply{step="get_of_tuple at %%left" function=inside}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="get_of_tuple at %%r" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED

// CHECK-LABEL: lift.def @scalars
// CHECK-NEXT: lift.return %b
lift.def @scalars(%a: f32, %b: i32) -> i32 {
  %t = lift.tuple %a, %b
  %r = lift.get %t[1]
  lift.return %r
}

// A tuple of tuples, of an element and a captured value; the tuple has another use.
// CHECK-LABEL: lift.def @inside
// CHECK-NEXT: %r = lift.map (%x)[k] in %xs
// CHECK-NEXT: %i = lift.nat k
// CHECK-NEXT: %y = arith.addi %x, %i
// CHECK-NEXT: %t = lift.tuple %c, %y
// CHECK-NEXT: %both = lift.tuple %c, %t
// CHECK-NEXT: lift.yield %both
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @inside<N>(%xs: !lift.array<N, i32>, %c: tuple<f32, i32>) -> !lift.array<N, tuple<tuple<f32, i32>, tuple<tuple<f32, i32>, i32>>> {
  %r = lift.map (%x)[k] in %xs {
    %i = lift.nat k
    %y = arith.addi %x, %i : i32
    %t = lift.tuple %c, %y
    %left = lift.get %t[0]
    %both = lift.tuple %left, %t
    lift.yield %both
  }
  lift.return %r
}

// REFUSED: error[LIFT0366]: `get_of_tuple at %r` does not hold: `%r = lift.get` is no instance of the left side of `get(i, tuple(a0, a1, ..)) = ai`
lift.def @refused(%t: tuple<f32, i32>) -> i32 {
  %r = lift.get %t[1]
  lift.return %r
}
