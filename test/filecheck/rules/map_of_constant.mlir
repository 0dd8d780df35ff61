// RUN: lift-opt %s -p 'lift-apply{step="map_of_constant at %%r" function=computed},lift-apply{step="map_of_constant at %%s" function=inside}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="map_of_constant at %%r" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED

// CHECK-LABEL: lift.def @computed
// CHECK-NEXT: %s = lift.reduce (%acc, %x) in %xs from %c
// CHECK-NEXT: %t = arith.subi %x, %acc
// CHECK-NEXT: lift.yield %t
// CHECK-NEXT: }
// CHECK-NEXT: %p = lift.tuple %s, %c
// CHECK-NEXT: %r = lift.map (%u)[k] in %xs
// CHECK-NEXT: lift.yield %p
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @computed<N>(%xs: !lift.array<N, i32>, %c: i32) -> !lift.array<N, tuple<i32, i32>> {
  %r = lift.map (%u)[k] in %xs {
    %s = lift.reduce (%acc, %x) in %xs from %c {
      %t = arith.subi %x, %acc : i32
      lift.yield %t
    }
    %p = lift.tuple %s, %c
    lift.yield %p
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @inside
// CHECK-NEXT: %r = lift.map (%row)[k] in %xss
// CHECK-NEXT: %last = lift.at %row[k]
// CHECK-NEXT: %y = arith.mulf %last, %c
// CHECK-NEXT: %s = lift.map (%x) in %row
// CHECK-NEXT: lift.yield %y
// CHECK-NEXT: }
// CHECK-NEXT: lift.yield %s
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @inside<N>(%xss: !lift.array<i : N, !lift.array<i + 1, f32>>, %c: f32) -> !lift.array<i : N, !lift.array<i + 1, f32>> {
  %r = lift.map (%row)[k] in %xss {
    %s = lift.map (%x) in %row {
      %last = lift.at %row[k]
      %y = arith.mulf %last, %c : f32
      lift.yield %y
    }
    lift.yield %s
  }
  lift.return %r
}

// REFUSED: error[LIFT0366]: `map_of_constant at %r` does not hold: `%r = lift.map` is no instance of the left side of `map(u -> x, xs) = map(u -> y, xs)` with y = x before it, where x does not depend on u or its position.
lift.def @refused<N>(%xs: !lift.array<N, i32>, %c: i32) -> !lift.array<N, i32> {
  %r = lift.map (%u)[k] in %xs {
    %i = lift.nat k
    %y = arith.addi %i, %c : i32
    lift.yield %y
  }
  lift.return %r
}
