// RUN: lift-opt %s -p 'lift-apply{step="generate_of_at at %%r" function=backwards},lift-apply{step="generate_of_at at %%g" function=inside}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="generate_of_at at %%r" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED

// CHECK-LABEL: lift.def @backwards
// CHECK-NEXT: %r = lift.gather %xs by (i) -> (N - i - 1)
// CHECK-NEXT: lift.return %r
lift.def @backwards<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %r = lift.generate [i : N] {
    %e = lift.at %xs[N - 1 - i]
    lift.yield %e
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @inside
// CHECK-NEXT: %r = lift.map (%row)[k] in %xss
// CHECK-NEXT: %g = lift.gather %row size k + 2 by (j) -> (j floordiv 2)
// CHECK-NEXT: lift.yield %g
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @inside<N>(%xss: !lift.array<i : N, !lift.array<i + 1, i32>>) -> !lift.array<i : N, !lift.array<i + 2, i32>> {
  %r = lift.map (%row)[k] in %xss {
    %g = lift.generate [j : k + 2] {
      %e = lift.at %row[j floordiv 2]
      lift.yield %e
    }
    lift.yield %g
  }
  lift.return %r
}

// The array is another one at each position.
// REFUSED: error[LIFT0366]: `generate_of_at at %r` does not hold: `%r = lift.generate` is no instance of the left side of `generate(n, i -> at(xs, f(i))) = gather(f, xs)`, of n elements.
lift.def @refused<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %r = lift.generate [i : N] {
    %p = lift.pad clamp i, 0 %xs
    %e = lift.at %p[N - 1]
    lift.yield %e
  }
  lift.return %r
}
