// RUN: lift-opt %s -p 'lift-apply{step="slice_around_pad at %%part" function=wrap}' | filecheck %s
// RUN: lift-opt %s -p 'lift-apply{step="slice_around_pad at %%part" function=constant}' | filecheck %s --check-prefix=CONSTANT
// RUN: not lift-opt %s -p 'lift-apply{step="slice_around_pad at %%part" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED

// CHECK-LABEL: lift.def @wrap
// CHECK: %pad = lift.pad wrap 1, 0 %xs
lift.def @wrap<N>(%xs: !lift.array<N, i32>) -> !lift.array<N + 1, i32> where [N ge 2] {
  %p = lift.pad wrap 2, 1 %xs
  %part = lift.slice %p from 1 size N + 1
  lift.return %part
}

lift.def @mirror<N>(%xs: !lift.array<N, i32>) -> !lift.array<N + 2, i32> where [N ge 3] {
  %p = lift.pad mirror 2, 3 %xs
  %part = lift.slice %p from 2 size N + 2
  lift.return %part
}

lift.def @clamp<N>(%xs: !lift.array<N, i32>) -> !lift.array<max(N, 2), i32> {
  %p = lift.pad clamp 1, 1 %xs
  %part = lift.slice %p from 1 size max(N, 2)
  lift.return %part
}

// CONSTANT-LABEL: lift.def @constant
// CONSTANT: %pad = lift.pad constant %c 0, max(N, 2) - N %xs
lift.def @constant<N>(%xs: !lift.array<N, i32>, %c: i32) -> !lift.array<max(N, 2), i32> {
  %p = lift.pad constant %c 1, 1 %xs
  %part = lift.slice %p from 1 size max(N, 2)
  lift.return %part
}

// REFUSED: error[LIFT0366]: `slice_around_pad at %part` does not hold: `0 ge 1` is not proved; what is known: N ge 1
lift.def @refused<N>(%xs: !lift.array<N, i32>) -> !lift.array<N, i32> {
  %p = lift.pad clamp 1, 1 %xs
  %part = lift.slice %p from 2 size N
  lift.return %part
}
