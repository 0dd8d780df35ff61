// RUN: lift-opt %s -p 'lift-apply{step="scatter_by_identity at %%r" function=plain},lift-apply{step="scatter_by_identity at %%s" function=inside}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="scatter_by_identity at %%r" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED

// CHECK-LABEL: lift.def @plain
// CHECK-NEXT: lift.return %xs
lift.def @plain<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %r = lift.scatter %xs by (i) -> (i)
  lift.return %r
}

// CHECK-LABEL: lift.def @inside
// CHECK-NEXT: %r = lift.map (%row)[k] in %xss
// CHECK-NEXT: lift.yield %row
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @inside<N, M>(%xss: !lift.array<N, !lift.array<M, i32>>) -> !lift.array<N, !lift.array<M, i32>> {
  %r = lift.map (%row)[k] in %xss {
    %s = lift.scatter %row by (j) -> (j mod M)
    lift.yield %s
  }
  lift.return %r
}

// REFUSED: error[LIFT0366]: `scatter_by_identity at %r` does not hold: `%r = lift.scatter` is no instance of the left side of `scatter(i -> i, xs) = xs`
lift.def @refused<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %r = lift.scatter %xs by (i) -> (N - 1 - i)
  lift.return %r
}
