// RUN: lift-opt %s --profile pocl,compute_units=2 -p lift-to-opencl -t opencl | filecheck %s

// Neighbouring columns are lanes, and eight vectors of them are folded at a time: all that a row has of them is read before the next.
// CHECK-LABEL: // launched with local = [1], groups = [(N floordiv 64 + N floordiv 2048) floordiv (N floordiv 2048 + 1)]
// CHECK-NEXT: kernel void gemv_t_1(
// CHECK: float8 sum = (float8)(0.0f);
// CHECK: float8 sum7 = (float8)(0.0f);
// CHECK-NEXT: for (int i1 = 0; i1 < M; i1++) {
// CHECK-NEXT: float v_k = v[i1];
// CHECK-NEXT: float8 a = *(global const unaligned_float8 *)(m + i1 * N + 64 * i2 + offset + 64 * i);
// CHECK: float8 a7 = *(global const unaligned_float8 *)(m + i1 * N + 64 * i2 + offset + 64 * i + 56);
// CHECK-NEXT: sum = sum + a * (float8)(v_k);
// CHECK: *(global unaligned_float8 *)(result + 64 * i2 + offset + 64 * i + 56) = sum7;
// Columns that fill no block are in parts of their own.
// CHECK-LABEL: kernel void gemv_t_2(
// CHECK: int offset = 64 * (N / 64);
lift.def @gemv_t<N, M>(%m: !lift.array<M, !lift.array<N, f32>>, %v: !lift.array<M, f32>) -> !lift.array<N, f32> {
  %zero = arith.constant 0.0 : f32
  %columns = lift.transpose %m
  %r = lift.map (%column) in %columns {
    %both = lift.zip %column, %v
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
