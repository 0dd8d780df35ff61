// RUN: lift-opt %s -p 'lift-apply{step="at_of_split at %%r" function=number},lift-apply{step="at_of_split at %%row" function=position}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="at_of_split at %%r" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED

// CHECK-LABEL: lift.def @number
// CHECK-NEXT: %r = lift.slice %xs from 4 * N size 4
// CHECK-NEXT: lift.return %r
lift.def @number<N>(%xs: !lift.array<4 * N + 8, f32>) -> !lift.array<4, f32> {
  %s = lift.split 4 %xs
  %r = lift.at %s[N]
  lift.return %r
}

// CHECK-LABEL: lift.def @position
// CHECK-NEXT: %r = lift.generate [i : N]
// CHECK-NEXT: %row = lift.slice %xs from M * N - M * i - M size M
// CHECK-NEXT: lift.yield %row
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @position<N, M>(%xs: !lift.array<N * M, tuple<i32, f32>>) -> !lift.array<N, !lift.array<M, tuple<i32, f32>>> {
  %s = lift.split M %xs
  %r = lift.generate [i : N] {
    %row = lift.at %s[N - 1 - i]
    lift.yield %row
  }
  lift.return %r
}

// The index is not known before the program runs.
// REFUSED: error[LIFT0366]: `at_of_split at %r` does not hold: the index is a value, and not a number of the type level
lift.def @refused<N>(%xs: !lift.array<4 * N, f32>, %i: i32, %c: !lift.array<4, f32>) -> !lift.array<4, f32> {
  %s = lift.split 4 %xs
  %r = lift.at %s[%i] else %c
  lift.return %r
}
