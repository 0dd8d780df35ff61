// RUN: lift-opt %s --split-input-file --verify-diagnostics

lift.def @no_vector(%x: f32) -> f32 {
  // expected-error@+1 {{'ocl.reduce_vec' needs vectors}}
  %s = ocl.reduce_vec (%a, %e) in %x from %x { lift.yield %a }
  lift.return %s
}

// -----

lift.def @of_an_array<N>(%xs: !lift.array<N, f32>, %x: f32) -> f32 {
  // expected-error@+1 {{'ocl.scan_vec' needs vectors}}
  %s = ocl.scan_vec (%a, %e) in %xs from %x { lift.yield %a }
  lift.return %x
}

// -----

lift.def @accumulator(%v: vector<4xf32>) -> vector<4xf32> {
  // expected-error@+1 {{the accumulator of 'ocl.reduce_vec' is a scalar}}
  %s = ocl.reduce_vec (%a, %e) in %v from %v { lift.yield %a }
  lift.return %s
}

// -----

lift.def @next(%v: vector<4xf32>, %c: f64) -> f64 {
  // expected-error@+1 {{what the region yields, the next accumulator of 'ocl.reduce_vec' has the wrong type}}
  %s = ocl.reduce_vec (%a, %e) in %v from %c { lift.yield %e }
  lift.return %s
}

// -----

lift.def @two_types(%v: vector<4xf32>, %c: f64) -> vector<4xf64> {
  // expected-error@+1 {{an associative 'ocl.scan_vec' needs one type for the accumulator and the elements}}
  %s = ocl.scan_vec associative (%a, %e) in %v from %c { lift.yield %a }
  lift.return %s
}

// -----

lift.def @words(%v: vector<4xf32>, %c: f32) -> f32 {
  // expected-error@+1 {{'ocl.reduce_vec' is ordered, so it is neither regrouped nor reordered}}
  %s = ocl.reduce_vec ordered associative (%a, %e) in %v from %c { lift.yield %a }
  lift.return %s
}

// -----

lift.def @position(%v: vector<4xf32>, %c: f32) -> f32 {
  // expected-error@+1 {{'ocl.reduce_vec' has no position: all parts of a vector are treated alike}}
  %s = ocl.reduce_vec (%a, %e)[k] in %v from %c { lift.yield %a }
  lift.return %s
}

// -----

lift.def @reads<N>(%xs: !lift.array<N, f32>, %v: vector<4xf32>, %c: f32) -> f32 {
  %s = ocl.reduce_vec (%a, %e) in %v from %c {
    // expected-error@+1 {{'ocl.reduce_vec' computes with scalars, and its region has 'lift.at'}}
    %x = lift.at %xs[0]
    lift.yield %x
  }
  lift.return %s
}
