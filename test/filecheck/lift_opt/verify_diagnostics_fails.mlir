// RUN: not lift-opt %s --split-input-file --verify-diagnostics 2>&1 >/dev/null | filecheck %s

// CHECK: this error was not expected:
// CHECK-NEXT: verify_diagnostics_fails.mlir:6:15: error[LIFT0010]: %y is not defined here
lift.def @unexpected(%x: f32) -> f32 {
  lift.return %y
}

// -----

// CHECK: verify_diagnostics_fails.mlir:13:21: error: expected an error on line 13 that says 'anything', and there was none
lift.def @missing(%x: f32) -> f32 {
  lift.return %x // expected-error {{anything}}
}

// -----

// CHECK: this error was not expected
// CHECK: that says 'something else'
lift.def @other_text(%x: f32) -> f32 {
  lift.return %y // expected-error {{something else}}
}

// -----

// CHECK: this error was not expected
// CHECK: on line 30
lift.def @other_line(%x: f32) -> f32 {
  lift.return %y // expected-error@+1 {{not defined}}
}

// -----

// CHECK: there are errors and notes, no warnings
// CHECK: '@nearby' is no place
// CHECK: not as 'expected-error {{[{]+}}text{{[}]+}}'
lift.def @bad_comments(%x: f32) -> f32 { // expected-warning {{a}}
  // expected-error@nearby {{b}}
  // expected-error c
  lift.return %x
}
