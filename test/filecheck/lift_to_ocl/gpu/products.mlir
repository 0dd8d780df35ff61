// A matrix product for work groups: tiles of 64 x 16 in local memory, 4 x 4 results in the registers of each of 16 x 16 items. What
// fills no tile is for kernels in which neighbours have neighbouring columns.
//
// RUN: lift-opt %s --profile gpu -p 'lift-to-opencl{strategy=gpu}' -o %t
// RUN: lift-opt %t -t opencl | filecheck %s
// RUN: lift-opt %t -t report | filecheck %s --check-prefix=REPORT
// RUN: lift-opt %s --profile gpu,local_bytes=4096 -p 'lift-to-opencl{strategy=gpu}' -t opencl | filecheck %s --check-prefix=SIMPLE
// RUN: lift-opt %s --profile gpu,blocks=off -p 'lift-to-opencl{strategy=gpu}' -t opencl | filecheck %s --check-prefix=SIMPLE

// CHECK-LABEL: void matmul_1(
// CHECK:      local float {{.*}}[1024];
// CHECK-NEXT: local float {{.*}}[1024];
// CHECK:      float sum_n15 = 0.0f;
// CHECK-NEXT: for (int i = 0; i < K / 16; i++) {
// CHECK-NEXT:   for (int l = l_id; l < 64; l += 16) {
// CHECK-NEXT:     row_part_rows_k_t_flat_copy[l_id1 + 16 * l] = a[
// CHECK:        for (int l = l_id1; l < 64; l += 16) {
// CHECK-NEXT:     column_part_rows_t_k_t_flat_t_copy[64 * l_id + l] = b[
// CHECK:        barrier(CLK_LOCAL_MEM_FENCE);
// CHECK-NEXT:   for (int i1 = 0; i1 < 16; i1++) {
// CHECK:          float row_part_rows_k_k = row_part_rows_k_t_flat_copy[16 * l_id + i1];
// CHECK-NEXT:     float v = column_part_rows_t_k_t_flat_t_copy[l_id1 + 64 * i1];
// CHECK:          sum_n15 = sum_n15 +
// CHECK-NEXT:   }
// CHECK-NEXT:   barrier(CLK_LOCAL_MEM_FENCE);
// CHECK:      = sum_n15;
// CHECK-LABEL: kernel void matmul_2(
// CHECK:      for (int i = 16 * (K / 16); i < K; i++)
// SIMPLE-NOT: local float
// REPORT:     @matmul_1         local = [16, 16]
// REPORT:       read            8192 * (K floordiv 16) * (M floordiv 64) * (N floordiv 64) bytes
// REPORT:       local memory    8192 bytes
// REPORT-NOT: global  f32  strided
lift.def @matmul<M, K, N>(%a: !lift.array<M, !lift.array<K, f32>>, %b: !lift.array<K, !lift.array<N, f32>>)
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

// Each of two products has tiles of its own.
// CHECK:      reqd_work_group_size(16, 16, 1)
// CHECK-NEXT: void twice_1(
// CHECK:      reqd_work_group_size(16, 16, 1)
// CHECK-NEXT: void twice_
lift.def @twice<N>(%a: !lift.array<N, !lift.array<N, f32>>) -> !lift.array<N, !lift.array<N, f32>> {
  %b = lift.call @matmul(%a, %a)
  %c = lift.call @matmul(%b, %a)
  lift.return %c
}
