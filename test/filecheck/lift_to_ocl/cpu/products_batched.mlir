// RUN: lift-opt %s --profile pocl,compute_units=2 -p lift-to-opencl -t opencl | filecheck %s

// Products of their own are in parts, and each of them is done in panels and blocks.
// CHECK-LABEL: // launched with local = [1], groups = [(B + B floordiv 32) floordiv (B floordiv 32 + 1)]
// CHECK-NEXT: kernel void batched_1(
// CHECK: for (int i1 = 0; i1 < least; i1++) {
// CHECK: for (int i2 = 0; i2 < N / 16; i2++) {
// CHECK-NEXT: for (int i3 = 0; i3 < K; i3++) {
// CHECK: *(global unaligned_float8 *)(column_t_copy + {{offset[0-9]*}} + 16 * i3 + 8 * i4) = *(global const unaligned_float8 *)(bs +
// CHECK: for (int i3 = 0; i3 < M / 6; i3++) {
// CHECK: float8 sum11 = (float8)(0.0f);
// CHECK-NEXT: for (int i4 = 0; i4 < K; i4++) {
// CHECK: float8 y = *(global const unaligned_float8 *)(column_t_copy + {{offset[0-9]*}} + 16 * i4);
// CHECK: sum11 = sum11 + (float8)(row_k5) * y11;
lift.def @batched<B, M, K, N>(%as: !lift.array<B, !lift.array<M, !lift.array<K, f32>>>,
    %bs: !lift.array<B, !lift.array<K, !lift.array<N, f32>>>) -> !lift.array<B, !lift.array<M, !lift.array<N, f32>>> {
  %zero = arith.constant 0.0 : f32
  %all = lift.zip %as, %bs
  %cs = lift.map (%ab) in %all {
    %a = lift.get %ab[0]
    %b = lift.get %ab[1]
    %columns = lift.transpose %b
    %r = lift.map (%row) in %a {
      %line = lift.map (%column) in %columns {
      %both = lift.zip %row, %column
      %sum = lift.reduce (%acc, %p) in %both from %zero {
        %x = lift.get %p[0]
        %y = lift.get %p[1]
        %xy = arith.mulf %x, %y : f32
        %s = arith.addf %acc, %xy : f32
        lift.yield %s
      }
        lift.yield %sum
      }
      lift.yield %line
    }
    lift.yield %r
  }
  lift.return %cs
}
