// RUN: lift-opt %s -p 'lift-apply{step="at_of_generate at %%r" function=number},lift-apply{step="at_of_generate at %%r" function=rows}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="at_of_generate at %%r" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED

// CHECK-LABEL: lift.def @number
// CHECK-NEXT: %v = lift.nat 7
// CHECK-NEXT: %r = arith.muli %v, %c
// CHECK-NEXT: lift.return %r
lift.def @number<N>(%c: i32, %xs: !lift.array<N, i32>) -> i32 where [N ge 4] {
  %g = lift.generate [i : N] {
    %v = lift.nat 2 * i + 1
    %w = arith.muli %v, %c : i32
    lift.yield %w
  }
  %r = lift.at %g[3]
  lift.return %r
}

// CHECK-LABEL: lift.def @rows
// CHECK-NEXT: %r = lift.slice %xs from 0 size N
// CHECK-NEXT: lift.return %r
lift.def @rows<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %g = lift.generate [i : N] {
    %row = lift.slice %xs from 0 size i + 1
    lift.yield %row
  }
  %r = lift.at %g[N - 1]
  lift.return %r
}

// It is not known which element is asked for.
// REFUSED: error[LIFT0366]: `at_of_generate at %r` does not hold: the index is a value, and not a number of the type level
lift.def @refused<N>(%xs: !lift.array<N, i32>, %i: i32, %c: i32) -> i32 {
  %g = lift.generate [i : N] {
    %v = lift.nat 2 * i
    lift.yield %v
  }
  %r = lift.at %g[%i] else %c
  lift.return %r
}
