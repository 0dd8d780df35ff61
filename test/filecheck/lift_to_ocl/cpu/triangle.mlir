// RUN: lift-opt %s --profile pocl,compute_units=2 -p lift-to-opencl -t opencl | filecheck %s

// Each share of the rows has as many elements as the others, and no table is needed for that. Rows of different lengths are
// folded one by one, each with four vectors of accumulators, and with one for what does not fill four.
// CHECK-LABEL: // trmv_1<N>
// CHECK-NOT: offsets
// CHECK: // launched with local = [1], groups = [32]
// CHECK-NEXT: kernel void trmv_1(
// CHECK: row * row + 3 * row
// CHECK: for (int k = acc; k < acc1; k++) {
// CHECK: float8 dot_lanes3 = (float8)(0.0f);
// CHECK-NEXT: for (int i = 0; i < (k + 1) / 32; i++) {
// CHECK-NEXT: float8 a = *(global const unaligned_float8 *)(m + offset + 32 * i);
// CHECK-NEXT: float8 b = *(global const unaligned_float8 *)(v + 32 * i);
// CHECK: dot_lanes3 = dot_lanes3 + a3 * b3;
// CHECK: for (int i = 4 * ((k + 1) / 32); i < (k + 1) / 8; i++) {
// CHECK: dot_rest_lanes = dot_rest_lanes + a * b;
// CHECK: for (int i = 8 * ((k + 1) / 8); i < k + 1; i++) {
// CHECK: result[k] =
lift.def @trmv<N>(%m: !lift.array<i : N, !lift.array<i + 1, f32>>, %v: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%row)[k] in %m {
    %part = lift.slice %v from 0 size k + 1
    %both = lift.zip %row, %part
    %dot = lift.reduce (%acc, %p) in %both from %zero {
      %a = lift.get %p[0]
      %b = lift.get %p[1]
      %ab = arith.mulf %a, %b : f32
      %s = arith.addf %acc, %ab : f32
      lift.yield %s
    }
    lift.yield %dot
  }
  lift.return %r
}
