// RUN: lift-opt %s -p 'lift-apply{step="at_of_at_of_transpose at %%r" function=number},lift-apply{step="at_of_at_of_transpose at %%x" function=position}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="at_of_at_of_transpose at %%c" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED

// CHECK-LABEL: lift.def @number
// CHECK-NEXT: %at = lift.at %m[3]
// CHECK-NEXT: %r = lift.at %at[M - 1]
// CHECK-NEXT: lift.return %r
lift.def @number<M>(%m: !lift.array<8, !lift.array<M, f32>>) -> f32 {
  %t = lift.transpose %m
  %c = lift.at %t[M - 1]
  %r = lift.at %c[3]
  lift.return %r
}

// CHECK-LABEL: lift.def @position
// CHECK-NEXT: %r = lift.generate [i : M]
// CHECK-NEXT: %rows = lift.generate [j : N]
// CHECK-NEXT: %at = lift.at %m[N - j - 1]
// CHECK-NEXT: %x = lift.at %at[i]
// CHECK-NEXT: lift.yield %x
// CHECK-NEXT: }
// CHECK-NEXT: lift.yield %rows
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @position<N, M>(%m: !lift.array<N, !lift.array<M, tuple<i32, f32>>>) -> !lift.array<M, !lift.array<N, tuple<i32, f32>>> {
  %t = lift.transpose %m
  %r = lift.generate [i : M] {
    %column = lift.at %t[i]
    %rows = lift.generate [j : N] {
      %x = lift.at %column[N - 1 - j]
      lift.yield %x
    }
    lift.yield %rows
  }
  lift.return %r
}

// REFUSED: error[LIFT0366]: `at_of_at_of_transpose at %c` does not hold: `%c = lift.at` is no instance of the left side of `at(at(transpose(xs), i), j) = at(at(xs, j), i)`
lift.def @refused<N, M>(%m: !lift.array<N, !lift.array<M, f32>>) -> !lift.array<N, f32> {
  %t = lift.transpose %m
  %c = lift.at %t[0]
  lift.return %c
}
