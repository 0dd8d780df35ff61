// RUN: lift-opt %s -p 'lift-apply{step="gather_in_a_row at %%r" function=part},lift-apply{step="gather_in_a_row at %%g" function=inside}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="gather_in_a_row at %%r" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED

// CHECK-LABEL: lift.def @part
// CHECK-NEXT: %r = lift.slice %xs from 2 size N
// CHECK-NEXT: lift.return %r
lift.def @part<N>(%xs: !lift.array<N + 4, f32>) -> !lift.array<N, f32> {
  %r = lift.gather %xs size N by (i) -> (i + 2)
  lift.return %r
}

// CHECK-LABEL: lift.def @inside
// CHECK-NEXT: %r = lift.map (%y)[k] in %ys
// CHECK-NEXT: %g = lift.slice %xs from k size N
// CHECK-NEXT: %t = lift.tuple %y, %g
// CHECK-NEXT: lift.yield %t
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @inside<N>(%xs: !lift.array<2 * N, i32>, %ys: !lift.array<N, f32>) -> !lift.array<N, tuple<f32, !lift.array<N, i32>>> {
  %r = lift.map (%y)[k] in %ys {
    %g = lift.gather %xs size N by (i) -> (i + k)
    %t = lift.tuple %y, %g
    lift.yield %t
  }
  lift.return %r
}

// REFUSED: error[LIFT0366]: `gather_in_a_row at %r` does not hold: `%r = lift.gather` is no instance of the left side of `gather(i -> a + i, xs) = slice(a, m, xs)`, of m elements.
lift.def @refused<N>(%xs: !lift.array<2 * N, f32>) -> !lift.array<N, f32> {
  %r = lift.gather %xs size N by (i) -> (2 * i)
  lift.return %r
}
