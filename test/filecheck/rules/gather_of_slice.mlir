// RUN: lift-opt %s -p 'lift-apply{step="gather_of_slice at %%r" function=backwards},lift-apply{step="gather_of_slice at %%g" function=inside}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="gather_of_slice at %%r" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED

// CHECK-LABEL: lift.def @backwards
// CHECK-NEXT: %r = lift.gather %xs size N by (i) -> (N + 1 - i)
// CHECK-NEXT: lift.return %r
lift.def @backwards<N>(%xs: !lift.array<N + 4, f32>) -> !lift.array<N, f32> {
  %s = lift.slice %xs from 2 size N
  %r = lift.gather %s by (i) -> (N - 1 - i)
  lift.return %r
}

// CHECK-LABEL: lift.def @inside
// CHECK-NEXT: %r = lift.map (%row)[k] in %xss
// CHECK-NEXT: %g = lift.gather %row size k + 1 by (j) -> (k + 1 - j)
// CHECK-NEXT: lift.yield %g
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @inside<N>(%xss: !lift.array<i : N, !lift.array<i + 2, i32>>) -> !lift.array<i : N, !lift.array<i + 1, i32>> {
  %r = lift.map (%row)[k] in %xss {
    %s = lift.slice %row from 1 size k + 1
    %g = lift.gather %s by (j) -> (k - j)
    lift.yield %g
  }
  lift.return %r
}

// REFUSED: error[LIFT0366]: `gather_of_slice at %r` does not hold: `%r = lift.gather` is no instance of the left side of `gather(f, slice(a, m, xs)) = gather(i -> a + f(i), xs)`
lift.def @refused<N>(%xs: !lift.array<N, f32>, %c: f32) -> !lift.array<N + 1, f32> {
  %s = lift.pad constant %c 1, 0 %xs
  %r = lift.gather %s by (i) -> (N - i)
  lift.return %r
}
