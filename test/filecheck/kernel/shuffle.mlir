// RUN: LIFT_ROUNDTRIP

// CHECK-LABEL: kernel.func @lanes
kernel.func @lanes(%v: vector<4xf32>, %w: vector<4xf32>, %b: vector<3xi1>) {
  // CHECK-NEXT: %r = kernel.shuffle %v[3, 2, 1, 0] : vector<4xf32>
  %r = kernel.shuffle %v[3, 2, 1, 0]
  // CHECK-NEXT: %s = kernel.shuffle %v, %w[0, 4, 1, 5, 2, 6, 3, 7] attributes {n = 1 : i64} : vector<8xf32>
  %s = kernel.shuffle %v, %w[0, 4, 1, 5, 2, 6, 3, 7] attributes {n = 1}
  // CHECK-NEXT: %t = kernel.shuffle %b[2, 2] : vector<2xi1>
  %t = kernel.shuffle %b[2, 2] : vector<2xi1>
}
