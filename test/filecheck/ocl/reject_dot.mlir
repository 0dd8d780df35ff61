// RUN: lift-opt %s --split-input-file --verify-diagnostics

lift.def @no_vector(%x: f32) -> f32 {
  // expected-error@+1 {{'ocl.dot' needs vectors}}
  %s = ocl.dot %x, %x
  lift.return %s
}

// -----

lift.def @integers(%x: vector<4xi32>) -> i32 {
  // expected-error@+1 {{'ocl.dot' needs vectors of 2, 3 or 4 floats}}
  %s = ocl.dot %x, %x
  lift.return %s
}

// -----

lift.def @wide(%x: vector<8xf32>) -> f32 {
  // expected-error@+1 {{'ocl.dot' needs vectors of 2, 3 or 4 floats}}
  %s = ocl.dot %x, %x
  lift.return %s
}

// -----

lift.def @two_types(%x: vector<4xf32>, %y: vector<2xf32>) -> f32 {
  // expected-error@+1 {{'ocl.dot' needs vectors of 2, 3 or 4 floats}}
  %s = ocl.dot %x, %y
  lift.return %s
}
