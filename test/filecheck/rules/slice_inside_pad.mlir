// RUN: lift-opt %s -p 'lift-apply{step="slice_inside_pad at %%part" function=perhaps_none}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="slice_inside_pad at %%part" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED

// Of one element, the slice would begin after it, and be empty: but not so a gather of none.
// CHECK-LABEL: lift.def @perhaps_none
// CHECK: %gather = lift.gather %xs size max(0, N - 2) by (i) -> (i + 2)
lift.def @perhaps_none<N>(%xs: !lift.array<N, f32>) -> !lift.array<max(N - 2, 0), f32> {
  %p = lift.pad clamp 1, 1 %xs
  %part = lift.slice %p from 3 size max(N - 2, 0)
  lift.return %part
}

lift.def @wrap<N>(%xs: !lift.array<N, i32>) -> !lift.array<max(N - 3, 0), i32> {
  %p = lift.pad wrap 1, 1 %xs
  %part = lift.slice %p from min(N, 3) size max(N - 3, 0)
  lift.return %part
}

lift.def @rows<N, M>(%m: !lift.array<N, !lift.array<M, i32>>, %edge: !lift.array<M, i32>) -> !lift.array<N, !lift.array<M, i32>> {
  %p = lift.pad constant %edge 2, 1 %m
  %part = lift.slice %p from 2 size N
  lift.return %part
}

// REFUSED: error[LIFT0366]: `slice_inside_pad at %part` does not hold: {{.*}} is not proved
lift.def @refused<N>(%xs: !lift.array<N, i32>) -> !lift.array<N, i32> {
  %p = lift.pad clamp 1, 1 %xs
  %part = lift.slice %p from 2 size N
  lift.return %part
}
