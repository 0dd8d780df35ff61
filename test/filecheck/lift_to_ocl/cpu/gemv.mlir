// RUN: lift-opt %s --profile pocl,compute_units=2 -p lift-to-opencl -t opencl | filecheck %s

// Eight rows at once, with two vectors of accumulators each: they share what is loaded of the vector.
// CHECK-LABEL: // launched with local = [1], groups = [(N - 1) floordiv (8 * (N floordiv 256) + 8) + 1]
// CHECK-NEXT: kernel void gemv_1(
// CHECK: int count = least / 8;
// CHECK: for (int i1 = 0; i1 < count; i1++) {
// CHECK: float8 sum_lanes15 = (float8)(0.0f);
// CHECK-NEXT: for (int i2 = 0; i2 < M / 16; i2++) {
// CHECK-NEXT: float8 a = *(global const unaligned_float8 *)(m + offset2 + 16 * i2);
// CHECK-NEXT: float8 b = *(global const unaligned_float8 *)(v + 16 * i2);
// CHECK-NEXT: float8 s = sum_lanes + a * b;
// CHECK-NEXT: float8 a1 = *(global const unaligned_float8 *)(m + offset2 + 16 * i2 + 8);
// CHECK: float8 a15 = *(global const unaligned_float8 *)(m + offset2 + 16 * i2 + 7 * M + 8);
// CHECK: sum_lanes15 = sum_lanes15 + a15 * b1;
// What is left of a row is folded after its vectors.
// CHECK: for (int i2 = 16 * (M / 16); i2 < M; i2++) {
// CHECK-NEXT: acc = acc + m[offset2 + i2] * v[i2];
// CHECK-NEXT: }
// CHECK-NEXT: result[8 * i + offset1 + 8 * i1] = acc;
// CHECK: result[8 * i + offset1 + 8 * i1 + 7] = acc7;
// Rows that fill no block are folded one by one, with four vectors.
// CHECK: for (int i1 = 8 * count; i1 < least; i1++) {
// CHECK: for (int i2 = 0; i2 < M / 32; i2++) {
// CHECK: sum_lanes3 = sum_lanes3 + a3 * b3;
// CHECK: for (int i2 = 32 * (M / 32); i2 < M; i2++) {
// CHECK: result[8 * i + offset1 + i1] = acc;
lift.def @gemv<N, M>(%m: !lift.array<N, !lift.array<M, f32>>, %v: !lift.array<M, f32>) -> !lift.array<N, f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%row) in %m {
    %both = lift.zip %row, %v
    %sum = lift.reduce (%acc, %p) in %both from %zero {
      %a = lift.get %p[0]
      %b = lift.get %p[1]
      %ab = arith.mulf %a, %b : f32
      %s = arith.addf %acc, %ab : f32
      lift.yield %s
    }
    lift.yield %sum
  }
  lift.return %r
}
