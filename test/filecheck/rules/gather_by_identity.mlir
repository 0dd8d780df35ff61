// RUN: lift-opt %s -p 'lift-apply{step="gather_by_identity at %%r" function=by_facts},lift-apply{step="gather_by_identity at %%g" function=rows}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="gather_by_identity at %%r" function=other_order}' 2>&1 | filecheck %s --check-prefix=OTHER-ORDER
// RUN: not lift-opt %s -p 'lift-apply{step="gather_by_identity at %%r" function=fewer}' 2>&1 | filecheck %s --check-prefix=FEWER

// CHECK-LABEL: lift.def @by_facts
// CHECK-NEXT: lift.return %xs
lift.def @by_facts<N>(%xs: !lift.array<N, tuple<f32, i32>>) -> !lift.array<N, tuple<f32, i32>> {
  %r = lift.gather %xs by (i) -> (i mod N)
  lift.return %r
}

// CHECK-LABEL: lift.def @rows
// CHECK-NEXT: %r = lift.map (%row)[k] in %xss
// CHECK-NEXT: lift.yield %row
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @rows<N>(%xss: !lift.array<i : N, !lift.array<i + 1, i32>>) -> !lift.array<i : N, !lift.array<i + 1, i32>> {
  %r = lift.map (%row)[k] in %xss {
    %g = lift.gather %row by (j) -> (min(j, k))
    lift.yield %g
  }
  lift.return %r
}

// OTHER-ORDER: error[LIFT0366]: `gather_by_identity at %r` does not hold: `%r = lift.gather` is no instance of the left side of `gather(i -> i, xs) = xs`, of all elements.
lift.def @other_order<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %r = lift.gather %xs by (i) -> ((i + 1) mod N)
  lift.return %r
}

// FEWER: error[LIFT0366]: `gather_by_identity at %r` does not hold: `%r = lift.gather` is no instance of the left side of `gather(i -> i, xs) = xs`, of all elements.
lift.def @fewer<N>(%xs: !lift.array<N + 1, f32>) -> !lift.array<N, f32> {
  %r = lift.gather %xs size N by (i) -> (i)
  lift.return %r
}
