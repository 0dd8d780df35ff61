// RUN: lift-opt %s --split-input-file --verify-diagnostics

lift.def @wide<M>(%n: i64) -> i64 {
  // expected-error@+1 {{how many places there are of 'ocl.places' has the wrong type}}
  %p = ocl.places %n upto M
  lift.return %n
}

// -----

lift.def @negative<M>(%n: i32) -> i32 {
  // expected-error@+1 {{a length of the result of 'ocl.places' may be negative: 'M - 2'}}
  %p = ocl.places %n upto M - 2
  lift.return %n
}
