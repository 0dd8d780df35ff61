// RUN: lift-opt %s --profile pocl,compute_units=2 -p lift-to-opencl -t opencl | filecheck %s

// A panel of two vectors of columns is for a work group, which packs it first: what is used in turn lies side by side.
// CHECK-LABEL: // launched with local = [1], groups = [N floordiv 16]
// CHECK-NEXT: kernel void product_1(
// CHECK: for (int i = 0; i < K; i++) {
// CHECK-NEXT: for (int i1 = 0; i1 < 2; i1++) {
// CHECK-NEXT: *(global unaligned_float8 *)(column_t_copy + [[P:offset[0-9]*]] + 16 * i + 8 * i1) = *(global const unaligned_float8 *)(b + i * N + 16 * wg + 8 * i1);
// A block of 6 rows has 12 vectors of accumulators.
// CHECK: for (int i = 0; i < M / 6; i++) {
// CHECK: float8 sum11 = (float8)(0.0f);
// CHECK-NEXT: for (int i1 = 0; i1 < K; i1++) {
// CHECK-NEXT: float row_k = a[[[R:offset[0-9]*]] + i1];
// CHECK-NEXT: float8 y = *(global const unaligned_float8 *)(column_t_copy + [[P]] + 16 * i1);
// CHECK-NEXT: float8 y1 = *(global const unaligned_float8 *)(column_t_copy + [[P]] + 16 * i1 + 8);
// CHECK: float row_k5 = a[[[R]] + i1 + 5 * K];
// CHECK: sum11 = sum11 + (float8)(row_k5) * y11;
// CHECK: *(global unaligned_float8 *)(result + 16 * wg + {{offset[0-9]*}} + 5 * N + 8) = sum11;
// Four of the rows that fill no block are one, and what is left is done one by one.
// CHECK: if (quotient >= 1) {
// CHECK: sum7 = sum7 + (float8)(row_k3) * y7;
// CHECK: for (int i = {{.*}}
// CHECK: sum1 = sum1 + (float8)(row_k) * y1;
// Columns that fill no panel are in one that has the last of them several times.
// CHECK-LABEL: kernel void product_2(
// CHECK-NEXT: int wg_id = get_group_id(0);
// CHECK-NEXT: if (wg_id + N / 16 < (N + 15) / 16) {
// CHECK: < N - 1 ?
// CHECK: for (int i = 0; i < M / 6; i++) {
lift.def @product<M, K, N>(%a: !lift.array<M, !lift.array<K, f32>>, %b: !lift.array<K, !lift.array<N, f32>>)
    -> !lift.array<M, !lift.array<N, f32>> {
  %zero = arith.constant 0.0 : f32
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
  lift.return %r
}
