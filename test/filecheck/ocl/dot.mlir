// RUN: LIFT_ROUNDTRIP

// CHECK-LABEL: lift.def @dot
lift.def @dot(%v: vector<4xf32>, %w: vector<4xf32>, %x: vector<3xf64>) -> tuple<f32, f64> {
  // CHECK-NEXT: %s = ocl.dot %v, %w : f32
  %s = ocl.dot %v, %w
  // CHECK-NEXT: %t = ocl.dot %x, %x : f64
  %t = ocl.dot %x, %x : f64
  %both = lift.tuple %s, %t
  lift.return %both
}
