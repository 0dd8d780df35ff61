// RUN: lift-opt %s -p 'lift-apply{step="transpose_of_transpose at %%r" function=matrix},lift-apply{step="transpose_of_transpose at %%b" function=inside}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="transpose_of_transpose at %%r" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED

// CHECK-LABEL: lift.def @matrix
// CHECK-NEXT: lift.return %m
lift.def @matrix<N, M>(%m: !lift.array<N, !lift.array<M, i32>>) -> !lift.array<N, !lift.array<M, i32>> {
  %t = lift.transpose %m
  %r = lift.transpose %t
  lift.return %r
}

// CHECK-LABEL: lift.def @inside
// CHECK-NEXT: %r = lift.map (%m) in %ms
// CHECK-NEXT: %t = lift.transpose %m
// CHECK-NEXT: %both = lift.tuple %m, %t
// CHECK-NEXT: lift.yield %both
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @inside<N, M>(%ms: !lift.array<N, !lift.array<M, !lift.array<3, f32>>>) -> !lift.array<N, tuple<!lift.array<M, !lift.array<3, f32>>, !lift.array<3, !lift.array<M, f32>>>> {
  %r = lift.map (%m) in %ms {
    %t = lift.transpose %m
    %b = lift.transpose %t
    %both = lift.tuple %b, %t
    lift.yield %both
  }
  lift.return %r
}

// REFUSED: error[LIFT0366]: `transpose_of_transpose at %r` does not hold: `%r = lift.transpose` is no instance of the left side of `transpose(transpose(xs)) = xs`
lift.def @refused<N>(%xs: !lift.array<4 * N, i32>) -> !lift.array<4, !lift.array<N, i32>> {
  %s = lift.split 4 %xs
  %r = lift.transpose %s
  lift.return %r
}
