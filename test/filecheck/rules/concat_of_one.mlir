// RUN: lift-opt %s -p 'lift-apply{step="concat_of_one at %%r" function=plain},lift-apply{step="concat_of_one at %%c" function=inside}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="concat_of_one at %%r" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED

// CHECK-LABEL: lift.def @plain
// CHECK-NEXT: lift.return %xs
lift.def @plain<N>(%xs: !lift.array<i : N, !lift.array<i + 1, f32>>) -> !lift.array<i : N, !lift.array<i + 1, f32>> {
  %r = lift.concat %xs
  lift.return %r
}

// CHECK-LABEL: lift.def @inside
// CHECK-NEXT: %r = lift.map (%row) in %m
// CHECK-NEXT: lift.yield %row
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @inside<N, M>(%m: !lift.array<N, !lift.array<M, i32>>) -> !lift.array<N, !lift.array<M, i32>> {
  %r = lift.map (%row) in %m {
    %c = lift.concat %row
    lift.yield %c
  }
  lift.return %r
}

// REFUSED: error[LIFT0366]: `concat_of_one at %r` does not hold: `%r = lift.concat` is no instance of the left side of `concat(xs) = xs`
lift.def @refused<N>(%xs: !lift.array<N, f32>) -> !lift.array<2 * N, f32> {
  %r = lift.concat %xs, %xs
  lift.return %r
}
