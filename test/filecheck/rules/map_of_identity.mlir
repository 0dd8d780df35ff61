// RUN: lift-opt %s -p 'lift-apply{step="map_of_identity at %%r" function=rows},lift-apply{step="map_of_identity at %%r" function=hidden}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="map_of_identity at %%r" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED

// CHECK-LABEL: lift.def @rows
// CHECK-NEXT: lift.return %xs
lift.def @rows<N>(%xs: !lift.array<i : N, !lift.array<i + 1, f32>>) -> !lift.array<i : N, !lift.array<i + 1, f32>> {
  %r = lift.map (%x)[k] in %xs {
    lift.yield %x
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @hidden
// CHECK-NEXT: lift.return %e
lift.def @hidden<N>(%e: !lift.exists<X upto N, !lift.array<X, tuple<i32, f32>>>) -> !lift.exists<X upto N, !lift.array<X, tuple<i32, f32>>> {
  %r = lift.map (%x) in %e {
    lift.yield %x
  }
  lift.return %r
}

// REFUSED: error[LIFT0366]: `map_of_identity at %r` does not hold: `%r = lift.map` is no instance of the left side of `map(x -> x, xs) = xs`
lift.def @refused<N>(%xs: !lift.array<N, i32>) -> !lift.array<N, i32> {
  %zero = arith.constant 0 : i32
  %r = lift.map (%x) in %xs {
    %y = arith.addi %x, %zero : i32
    lift.yield %y
  }
  lift.return %r
}
