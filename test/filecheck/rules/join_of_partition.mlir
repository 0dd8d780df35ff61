// RUN: lift-opt %s -p 'lift-apply{step="join_of_partition at %%r" function=growing},lift-apply{step="join_of_partition at %%r" function=chunks}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="join_of_partition at %%r" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED

// CHECK-LABEL: lift.def @growing
// CHECK-NEXT: lift.return %xs
lift.def @growing<N>(%xs: !lift.array<N * N, tuple<f32, i32>>) -> !lift.array<N * N, tuple<f32, i32>> {
  %p = lift.partition %xs into N by (i) -> (2 * i + 1)
  %r = lift.join %p
  lift.return %r
}

// The last row may be shorter.
// CHECK-LABEL: lift.def @chunks
// CHECK-NEXT: lift.return %xs
lift.def @chunks<N>(%xs: !lift.array<N, i32>) -> !lift.array<N, i32> {
  %p = lift.partition %xs into (N + 3) floordiv 4 by (i) -> (min(N - 4 * i, 4))
  %r = lift.join %p
  lift.return %r
}

// What is done to the rows is done before they are joined.
// REFUSED: error[LIFT0366]: `join_of_partition at %r` does not hold: `%r = lift.join` is no instance of the left side of `join(partition(m, f, xs)) = xs`
lift.def @refused<N>(%xs: !lift.array<N * N, i32>) -> !lift.array<N * N, i32> {
  %p = lift.partition %xs into N by (i) -> (2 * i + 1)
  %back = lift.map (%row)[k] in %p {
    %b = lift.gather %row by (j) -> (2 * k - j)
    lift.yield %b
  }
  %r = lift.join %back
  lift.return %r
}
