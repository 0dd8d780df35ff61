// The products of the papers for AMD and NVIDIA: tiles in local memory that are copied by vectors, where a row of a tile has one for
// each item along a side of the group; and, where tiles are left to caches, blocks in registers whose columns are vectors.
//
// RUN: lift-opt %s --profile amd -p 'lift-to-opencl{strategy=gpu}' -o %t
// RUN: lift-opt %t -t opencl | filecheck %s
// RUN: lift-opt %t -t report | filecheck %s --check-prefix=REPORT
// RUN: lift-opt %s --profile nvidia -p 'lift-to-opencl{strategy=gpu}' -t opencl | filecheck %s
// RUN: lift-opt %s --profile gpu -p 'lift-to-opencl{strategy=gpu}' -t opencl | filecheck %s --check-prefix=SCALARS
// RUN: lift-opt %s --profile amd,tiles=caches -p 'lift-to-opencl{strategy=gpu}' -t opencl | filecheck %s --check-prefix=BLOCKS

// Both matrices lie along their tiles, as in the paper on matrix multiplication.
// CHECK-LABEL: void turned_1(
// CHECK-DAG:  local float row_part_rows_k_t_flat_t_copy[1024];
// CHECK-DAG:  local float column_part_rows_t_k_t_flat_t_copy[1024];
// CHECK:      float sum_n15 = 0.0f;
// CHECK-NEXT: for (int i = 0; i < K / 16; i++) {
// CHECK-NEXT: vstore4(vload4(0, a + l_id * M + 16 * i * M + 4 * l_id1 + 64 * wg), 0, row_part_rows_k_t_flat_t_copy + 64 * l_id + 4 * l_id1);
// CHECK-NEXT: vstore4(vload4(0, b + l_id * N + 16 * i * N + 4 * l_id1 + 64 * wg1), 0, column_part_rows_t_k_t_flat_t_copy + 64 * l_id + 4 * l_id1);
// CHECK-NEXT: barrier(CLK_LOCAL_MEM_FENCE);
// CHECK-NEXT: for (int i1 = 0; i1 < 16; i1++) {
// CHECK-NEXT: float [[U:[a-z0-9_]+]] = row_part_rows_k_t_flat_t_copy[l_id + 64 * i1];
// CHECK-NEXT: float [[V:[a-z0-9_]+]] = column_part_rows_t_k_t_flat_t_copy[l_id1 + 64 * i1];
// CHECK:      sum_n = sum_n + [[U]] * [[V]];
// CHECK:      sum_n15 = sum_n15 +
// CHECK-NEXT: }
// CHECK-NEXT: barrier(CLK_LOCAL_MEM_FENCE);
// CHECK:      = sum_n15;
// REPORT:     @turned_1         local = [16, 16]
// REPORT:       load   global  f32  coalesced
// REPORT:       store  local   f32  coalesced
// REPORT:       load   global  f32  coalesced
// REPORT:       store  local   f32  coalesced
// REPORT-NOT: global  f32  strided
// SCALARS-LABEL: void turned_1(
// SCALARS-NOT: vload4
// BLOCKS-LABEL: void turned_1(
// BLOCKS-NOT: local float
// BLOCKS:     float4 [[S:[a-z0-9_]+]] = (float4)(0.0f);
// BLOCKS:     for (int i = 0; i < K; i++) {
// BLOCKS:     [[S]] = [[S]] + (float4)(a[{{.*}}]) * vload4(0, b +
// BLOCKS:     vstore4([[S]], 0, result +
lift.def @turned<M, K, N>(%a: !lift.array<K, !lift.array<M, f32>>, %b: !lift.array<K, !lift.array<N, f32>>)
    -> !lift.array<M, !lift.array<N, f32>> {
  %zero = arith.constant 0.0 : f32
  %rows = lift.transpose %a
  %columns = lift.transpose %b
  %c = lift.map (%row) in %rows {
    %line = lift.map (%column) in %columns {
      %xy = lift.zip %row, %column
      %sum = lift.reduce (%acc, %p) in %xy from %zero {
        %u = lift.get %p[0]
        %v = lift.get %p[1]
        %uv = arith.mulf %u, %v : f32
        %s = arith.addf %acc, %uv : f32
        lift.yield %s
      }
      lift.yield %sum
    }
    lift.yield %line
  }
  lift.return %c
}

// Rows of 16 have a vector for four items, and the others would have none: those are copied scalar by scalar.
// CHECK-LABEL: void plain_1(
// CHECK:      row_part_rows_k_t_flat_copy[l_id1 + 16 * l] = a[
// CHECK:      vstore4(vload4(0, b + {{.*}}), 0, column_part_rows_t_k_t_flat_t_copy + 64 * l_id + 4 * l_id1);
// BLOCKS-LABEL: void plain_1(
// BLOCKS:     (float4)(a[{{.*}}]) * vload4(0, b +
lift.def @plain<M, K, N>(%a: !lift.array<M, !lift.array<K, f32>>, %b: !lift.array<K, !lift.array<N, f32>>)
    -> !lift.array<M, !lift.array<N, f32>> {
  %zero = arith.constant 0.0 : f32
  %columns = lift.transpose %b
  %c = lift.map (%row) in %a {
    %line = lift.map (%column) in %columns {
      %xy = lift.zip %row, %column
      %sum = lift.reduce (%acc, %p) in %xy from %zero {
        %u = lift.get %p[0]
        %v = lift.get %p[1]
        %uv = arith.mulf %u, %v : f32
        %s = arith.addf %acc, %uv : f32
        lift.yield %s
      }
      lift.yield %sum
    }
    lift.yield %line
  }
  lift.return %c
}
