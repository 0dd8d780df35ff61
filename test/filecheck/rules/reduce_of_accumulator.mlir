// RUN: lift-opt %s -p 'lift-apply{step="reduce_of_accumulator at %%r" function=plain},lift-apply{step="reduce_of_accumulator at %%r" function=hidden}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="reduce_of_accumulator at %%r" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED

// CHECK-LABEL: lift.def @plain
// CHECK-NEXT: lift.return %a
lift.def @plain<N>(%xs: !lift.array<N, f32>, %a: tuple<f32, i32>) -> tuple<f32, i32> {
  %r = lift.reduce (%acc, %x) in %xs from %a {
    lift.yield %acc
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @hidden
// CHECK-NEXT: lift.return %a
lift.def @hidden<N>(%e: !lift.exists<X upto N, !lift.array<X, i32>>, %a: i32) -> i32 {
  %r = lift.reduce (%acc, %x) in %e from %a {
    lift.yield %acc
  }
  lift.return %r
}

// REFUSED: error[LIFT0366]: `reduce_of_accumulator at %r` does not hold: `%r = lift.reduce` is no instance of the left side of `reduce((a, x) -> a, a, xs) = a`
lift.def @refused<N>(%xs: !lift.array<N, i32>, %a: i32) -> i32 {
  %r = lift.reduce (%acc, %x) in %xs from %a {
    lift.yield %x
  }
  lift.return %r
}
