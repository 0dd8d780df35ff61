// RUN: lift-opt %s -p 'lift-apply{step="slice_of_transpose at %%part" function=holds}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="slice_of_transpose at %%part" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED

// CHECK-LABEL: lift.def @holds
// CHECK:      %rows = lift.map (%row) in %m : !lift.array<N, !lift.array<max(0, M - 2), f32>>
// CHECK-NEXT: lift.slice %row from 1 size max(0, M - 2)
// CHECK:      %part = lift.transpose %rows
lift.def @holds<N, M>(%m: !lift.array<N, !lift.array<M, f32>>) -> !lift.array<max(M - 2, 0), !lift.array<N, f32>> {
  %t = lift.transpose %m
  %part = lift.slice %t from 1 size max(M - 2, 0)
  lift.return %part
}

// REFUSED: error[LIFT0366]: `slice_of_transpose at %part` does not hold: `%part = lift.slice` is no instance of the left side
lift.def @refused<N>(%m: !lift.array<N + 1, f32>) -> !lift.array<N, f32> {
  %part = lift.slice %m from 1 size N
  lift.return %part
}
