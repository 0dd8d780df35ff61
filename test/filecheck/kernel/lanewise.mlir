// RUN: LIFT_ROUNDTRIP

// CHECK-LABEL: kernel.func @lanes
kernel.func @lanes(%v: vector<4xf32>, %w: vector<4xi1>, %a: f32) {
  // CHECK-NEXT: %r = kernel.map_vec (%s = %v, %c = %w, %y = %a) : vector<4xf64> {
  // CHECK-NEXT:   %p = arith.select %c, %s, %y : f32
  // CHECK-NEXT:   %q = arith.extf %p : f32 to f64
  // CHECK-NEXT:   kernel.yield %q : f64
  // CHECK-NEXT: }
  %r = kernel.map_vec (%s = %v, %c = %w, %y = %a) {
    %p = arith.select %c, %s, %y : f32
    %q = arith.extf %p : f32 to f64
    kernel.yield %q
  }
  // CHECK-NEXT: %t = kernel.map_vec (%s_1 = %v) attributes {n = 1 : i64} : vector<4xf32> {
  // CHECK-NEXT:   kernel.yield %s_1 : f32
  %t = kernel.map_vec (%s = %v) attributes {n = 1} : vector<4xf32> {
    kernel.yield %s
  }
}
