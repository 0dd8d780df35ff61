// RUN: lift-opt %s --profile pocl,compute_units=2 -p lift-to-opencl -t opencl | filecheck %s

// Panels of two vectors of columns are in parts. Whoever has one packs each panel first: what is used in turn lies side by side,
// in memory that all panels of a part share.
// CHECK-LABEL: // launched with local = [1], groups = [(N floordiv 16 + N floordiv 2048) floordiv (N floordiv 2048 + 1)]
// CHECK-NEXT: kernel void product_1(
// CHECK: int [[P:offset[0-9]*]] = 16 * {{i[0-9]*}} * K;
// CHECK: for (int [[J:i[0-9]*]] = 0; [[J]] < K; [[J]]++) {
// CHECK: for (int [[V:i[0-9]*]] = 0; [[V]] < 2; [[V]]++) {
// CHECK: *(global unaligned_float8 *)(column_t_copy + [[P]] + 16 * [[J]] + 8 * [[V]]) =
// A block of 6 rows has 12 vectors of accumulators.
// CHECK: for (int {{i[0-9]*}} = 0; {{i[0-9]*}} < M / 6; {{i[0-9]*}}++) {
// CHECK: float8 sum11 = (float8)(0.0f);
// CHECK-NEXT: for (int [[K:i[0-9]*]] = 0; [[K]] < K; [[K]]++) {
// CHECK-NEXT: float row_k = a[[[R:offset[0-9]*]] + [[K]]];
// CHECK-NEXT: float8 y = *(global const unaligned_float8 *)(column_t_copy + [[P]] + 16 * [[K]]);
// CHECK-NEXT: float8 y1 = *(global const unaligned_float8 *)(column_t_copy + [[P]] + 16 * [[K]] + 8);
// CHECK: float row_k5 = a[[[R]] + [[K]] + 5 * K];
// CHECK: sum11 = sum11 + (float8)(row_k5) * y11;
// CHECK: *(global unaligned_float8 *)(result + {{.*}} + 5 * N + 8) = sum11;
// Four of the rows that fill no block are one, and what is left is done one by one.
// CHECK: if (quotient >= 1) {
// CHECK: sum7 = sum7 + (float8)(row_k3) * y7;
// CHECK: for (int {{i[0-9]*}} = 4 * quotient + 6 * (M / 6); {{i[0-9]*}} < M; {{i[0-9]*}}++) {
// CHECK: sum1 = sum1 + (float8)(row_k) * y1;
// Columns that fill no panel are in one that has the last of them several times, of which the rows are in parts.
// CHECK-LABEL: // launched with local = [1, 1], groups = [(N + 15) floordiv 16 - N floordiv 16, (M - 1) floordiv (6 * (M floordiv 24) + 6) + 1]
// CHECK-NEXT: kernel void product_2(
// CHECK: if (wg_id + N / 16 < (N + 15) / 16) {
// CHECK: < N - 1 ?
// CHECK: int count = least / 6;
// CHECK: for (int i = 0; i < count; i++) {
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
