// RUN: lift-opt %s -p 'lift-apply{step="at_of_slice at %%r" function=number},lift-apply{step="at_of_slice at %%x" function=position}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="at_of_slice at %%r" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED

// CHECK-LABEL: lift.def @number
// CHECK-NEXT: %r = lift.at %xs[5]
// CHECK-NEXT: lift.return %r
lift.def @number<N>(%xs: !lift.array<i : N + 8, !lift.array<i + 1, f32>>) -> !lift.array<6, f32> {
  %s = lift.slice %xs from 3 size N + 4
  %r = lift.at %s[2]
  lift.return %r
}

// CHECK-LABEL: lift.def @position
// CHECK-NEXT: %r = lift.generate [i : N]
// CHECK-NEXT: %x = lift.at %xs[2 * N - i - 1]
// CHECK-NEXT: lift.yield %x
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @position<N>(%xs: !lift.array<2 * N, i32>) -> !lift.array<N, i32> {
  %s = lift.slice %xs from N size N
  %r = lift.generate [i : N] {
    %x = lift.at %s[N - 1 - i]
    lift.yield %x
  }
  lift.return %r
}

// There is an element at another index of the whole that is not in the slice.
// REFUSED: error[LIFT0366]: `at_of_slice at %r` does not hold: the index is a value, and not a number of the type level
lift.def @refused<N>(%xs: !lift.array<N + 8, f32>, %i: i32, %c: f32) -> f32 {
  %s = lift.slice %xs from 3 size N + 4
  %r = lift.at %s[%i] else %c
  lift.return %r
}
