// RUN: lift-opt %s -p 'lift-apply{step="slice_of_gather at %%r" function=backwards},lift-apply{step="slice_of_gather at %%s" function=at_a_position}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="slice_of_gather at %%r" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED

// CHECK-LABEL: lift.def @backwards
// CHECK-NEXT: %r = lift.gather %xs size 4 by (i) -> (N + 2 - i)
// CHECK-NEXT: lift.return %r
lift.def @backwards<N>(%xs: !lift.array<N + 5, f32>) -> !lift.array<4, f32> {
  %g = lift.gather %xs by (i) -> (N + 4 - i)
  %r = lift.slice %g from 2 size 4
  lift.return %r
}

// The position of the gather is its own, also where a slice begins at a position of the same name.
// CHECK-LABEL: lift.def @at_a_position
// CHECK-NEXT: %r = lift.map (%x)[j] in %xs
// CHECK-NEXT: %s = lift.gather %ys size 2 by (j1) -> (N - j - j1)
// CHECK-NEXT: lift.yield %s
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @at_a_position<N>(%xs: !lift.array<N, f32>, %ys: !lift.array<N + 1, i32>) -> !lift.array<N, !lift.array<2, i32>> {
  %g = lift.gather %ys by (j) -> (N - j)
  %r = lift.map (%x)[j] in %xs {
    %s = lift.slice %g from j size 2
    lift.yield %s
  }
  lift.return %r
}

// REFUSED: error[LIFT0366]: `slice_of_gather at %r` does not hold: `%r = lift.slice` is no instance of the left side of `slice(a, m, gather(f, xs)) = gather(i -> f(a + i), xs)`, of m elements.
lift.def @refused<N>(%xs: !lift.array<N + 5, f32>) -> !lift.array<4, f32> {
  %s = lift.scatter %xs by (i) -> (N + 4 - i)
  %r = lift.slice %s from 2 size 4
  lift.return %r
}
