// RUN: LIFT_ROUNDTRIP

// CHECK-LABEL: kernel.func @kept
kernel.func @kept(%v: vector<4xf32>, %keep: vector<4xi1>, %x: !kernel.buffer<global, f32>, %i: index) {
  // CHECK-NEXT: %n = kernel.compress %v, %keep into %x[4 * %i] : i32
  %n = kernel.compress %v, %keep into %x[4 * %i]
  // CHECK-NEXT: %m = kernel.compress %v, %keep into %x[%n] attributes {n = 1 : i64} : i32
  %m = kernel.compress %v, %keep into %x[%n] attributes {n = 1} : i32
}
