// RUN: LIFT_ROUNDTRIP

// CHECK-LABEL: lift.def @folds
lift.def @folds(%v: vector<4xf32>, %b: vector<8xi8>, %c: f32, %d: i64) -> tuple<f32, vector<4xf32>, i64, vector<8xi64>> {
  // CHECK-NEXT: %s = ocl.reduce_vec associative commutative (%a, %x) in %v from %c : f32 {
  %s = ocl.reduce_vec associative commutative (%a, %x) in %v from %c {
    %r = arith.addf %a, %x : f32
    lift.yield %r
  }
  // CHECK: %t = ocl.scan_vec ordered (%a_1, %x_1) in %v from %c : vector<4xf32> {
  %t = ocl.scan_vec ordered (%a, %x) in %v from %c {
    %r = arith.addf %a, %x : f32
    lift.yield %r
  }
  // The accumulator may have another type.
  // CHECK: %p = ocl.reduce_vec (%a_2, %x_2) in %b from %d : i64 {
  %p = ocl.reduce_vec (%a, %x) in %b from %d {
    %w = arith.extsi %x : i8 to i64
    %r = arith.addi %a, %w : i64
    lift.yield %r
  }
  // CHECK: %q = ocl.scan_vec (%a_3, %x_3) in %b from %d : vector<8xi64> {
  %q = ocl.scan_vec (%a, %x) in %b from %d {
    %w = arith.extsi %x : i8 to i64
    %r = arith.addi %a, %w : i64
    lift.yield %r
  }
  %all = lift.tuple %s, %t, %p, %q
  lift.return %all
}
