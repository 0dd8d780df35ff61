// RUN: lift-opt %s --split-input-file --verify-diagnostics

lift.def @begin<N>(%xs: !lift.array<N, f32>, %i: i16, %n: i32) -> i32 {
  // expected-error@+1 {{where a row begins of 'ocl.row' has the wrong type}}
  %r = ocl.row %xs from %i size %n
  lift.return %n
}

// -----

lift.def @size<N>(%xs: !lift.array<N, f32>, %i: i32, %n: f32) -> i32 {
  // expected-error@+1 {{how long a row is of 'ocl.row' has the wrong type}}
  %r = ocl.row %xs from %i size %n
  lift.return %i
}

// -----

lift.def @ragged<N>(%m: !lift.array<i : N, !lift.array<i + 1, f32>>, %i: i32) -> i32 {
  // expected-error@+1 {{'ocl.row' cannot be applied where the type of an element depends on its position}}
  %r = ocl.row %m from %i size %i
  lift.return %i
}
