// RUN: lift-opt %s -p 'lift-apply{step="at_of_partition at %%r" function=growing},lift-apply{step="at_of_partition at %%row" function=position}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="at_of_partition at %%r" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED

// CHECK-LABEL: lift.def @growing
// CHECK-NEXT: %r = lift.slice %xs from N * N + 1 - 2 * N size 2 * N - 1
// CHECK-NEXT: lift.return %r
lift.def @growing<N>(%xs: !lift.array<N * N, f32>) -> !lift.array<2 * N - 1, f32> {
  %s = lift.partition %xs into N by (i) -> (2 * i + 1)
  %r = lift.at %s[N - 1]
  lift.return %r
}

// CHECK-LABEL: lift.def @position
// CHECK-NEXT: %r = lift.generate [k : N]
// CHECK-NEXT: %row = lift.slice %xs from k * k size 2 * k + 1
// CHECK-NEXT: lift.yield %row
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @position<N>(%xs: !lift.array<N * N, i32>) -> !lift.array<i : N, !lift.array<2 * i + 1, i32>> {
  %s = lift.partition %xs into N by (i) -> (2 * i + 1)
  %r = lift.generate [k : N] {
    %row = lift.at %s[k]
    lift.yield %row
  }
  lift.return %r
}

// REFUSED: error[LIFT0366]: `at_of_partition at %r` does not hold: `%r = lift.at` is no instance of the left side of `at(partition(m, f, xs), e) = slice(f(0) + .. + f(e - 1), f(e), xs)`
lift.def @refused<N>(%xss: !lift.array<i : N, !lift.array<i + 1, f32>>) -> !lift.array<1, f32> {
  %r = lift.at %xss[0]
  lift.return %r
}
