// RUN: lift-opt %s --split-input-file --verify-diagnostics | filecheck %s

// The errors are those that are expected, so nothing but the last program is printed.
// CHECK-NOT: error
// CHECK: lift.def @fine

lift.def @beside<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  lift.return %nothing // expected-error {{%nothing is not defined}}
}

// -----

lift.def @below<N>(%xs: !lift.array<N, f32>, %ys: !lift.array<N + 1, f32>) -> f32 {
  // expected-error@below {{LIFT0025}}
  %z = lift.zip %xs, %ys
  lift.return %z
}

// -----

lift.def @offsets(%x: f32) -> f32 {
  // expected-error@+1 {{not defined}}
  lift.return %y
}

// -----

lift.def @above(%x: f32) -> f32 {
  lift.return %y
  // expected-error-re@-1 {{%{{[a-z]}} is not defined}}
}

// -----

lift.def @twice(%x: f32) -> f32 { // expected-note {{defined here}}
  lift.return %x
}
lift.def @twice(%x: f32) -> f32 { // expected-error {{@twice is defined twice}}
  lift.return %x
}

// -----

lift.def @fine(%x: f32) -> f32 {
  lift.return %x
}
