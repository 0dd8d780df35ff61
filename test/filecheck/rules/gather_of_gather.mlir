// RUN: lift-opt %s -p 'lift-apply{step="gather_of_gather at %%r" function=twice},lift-apply{step="gather_of_gather at %%h" function=inside}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="gather_of_gather at %%r" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED

// CHECK-LABEL: lift.def @twice
// CHECK-NEXT: %r = lift.gather %xs by (j) -> (j)
// CHECK-NEXT: lift.return %r
lift.def @twice<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %g = lift.gather %xs by (i) -> (N - 1 - i)
  %r = lift.gather %g by (j) -> (N - 1 - j)
  lift.return %r
}

// CHECK-LABEL: lift.def @inside
// CHECK-NEXT: %r = lift.map (%y)[k] in %ys
// CHECK-NEXT: %h = lift.gather %xs size N by (j) -> (j + k + 1)
// CHECK-NEXT: %t = lift.tuple %y, %h
// CHECK-NEXT: lift.yield %t
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @inside<N>(%xs: !lift.array<2 * N, i32>, %ys: !lift.array<N, f32>) -> !lift.array<N, tuple<f32, !lift.array<N, i32>>> {
  %g = lift.gather %xs by (i) -> ((i + 1) mod (2 * N))
  %r = lift.map (%y)[k] in %ys {
    %h = lift.gather %g size N by (j) -> (j + k)
    %t = lift.tuple %y, %h
    lift.yield %t
  }
  lift.return %r
}

// REFUSED: error[LIFT0366]: `gather_of_gather at %r` does not hold: `%r = lift.gather` is no instance of the left side of `gather(f, gather(g, xs)) = gather(i -> g(f(i)), xs)`
lift.def @refused<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %s = lift.scatter %xs by (i) -> (N - 1 - i)
  %r = lift.gather %s by (i) -> (N - 1 - i)
  lift.return %r
}
