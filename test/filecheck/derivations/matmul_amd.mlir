// The matrix product of A transposed and B as Lift's paper on matrix multiplication has it, from the naive program to figure 2,
// the kernel for AMD's GPUs. Each script goes further than the one before.
//
// RUN: lift-opt %s -p 'lift-derive{script=naive},lift-to-opencl' -t opencl | filecheck %s --check-prefix=NAIVE
// RUN: lift-opt %s -p 'lift-derive{script=tiled},lift-to-opencl' -t opencl | filecheck %s --check-prefix=TILED
// RUN: lift-opt %s -p 'lift-derive{script=blocked},lift-to-opencl' -t opencl | filecheck %s --check-prefix=BLOCKED
// RUN: lift-opt %s -p 'lift-derive{script=amd},lift-to-opencl' -t opencl | filecheck %s --check-prefix=AMD

// A work item has an element, as in figure 1.
// NAIVE:      for (int i = 0; i < K; i++) {
// NAIVE-NEXT: acc = acc + a[i * M + g] * b[i * N + g1];
// NAIVE:      result[g * N + g1] = acc;

// A work group has a tile, and what it needs in local memory.
// TILED:      reqd_work_group_size(16, 16, 1)
// TILED:      local float
// TILED:      local float
// TILED:      barrier(CLK_LOCAL_MEM_FENCE);
// TILED:      sum_n = sum_n +
// TILED:      barrier(CLK_LOCAL_MEM_FENCE);

// A work item has a block of 4 x 4 in registers.
// BLOCKED:      reqd_work_group_size(4, 4, 1)
// BLOCKED:      local float column_rows_t_k_flat_copy[64];
// BLOCKED:      float sum_n15 = 0.0f;
// BLOCKED:      for (int i = 0; i < K / 4; i++)
// BLOCKED:      barrier(CLK_LOCAL_MEM_FENCE);
// BLOCKED-NEXT: for (int i1 = 0; i1 < 4; i1++)
// BLOCKED:      sum_n15 = sum_n15 +
// BLOCKED-NEXT: }
// BLOCKED-NEXT: barrier(CLK_LOCAL_MEM_FENCE);
// BLOCKED:      = sum_n15;

// Tiles are copied by vectors, and stand in local memory by their columns, so that neighbours read what is side by side.
// AMD:      reqd_work_group_size(4, 4, 1)
// AMD:      int [[A:[a-z0-9]+]] = 16 * groups * l_id;
// AMD:      int [[B:[a-z0-9]+]] = 16 * groups1 * l_id;
// AMD:      float sum_n15 = 0.0f;
// AMD-NEXT: for (int i = 0; i < K / 4; i++) {
// AMD-NEXT: vstore4(vload4(0, a + 64 * groups * i + 16 * wg_id + 4 * l_id1 + [[A]]), 0, row_rows_k_flat_t_copy + 16 * l_id + 4 * l_id1);
// AMD-NEXT: vstore4(vload4(0, b + 64 * groups1 * i + 16 * wg_id1 + 4 * l_id1 + [[B]]), 0, column_rows_t_k_flat_t_copy + 16 * l_id + 4 * l_id1);
// AMD-NEXT: barrier(CLK_LOCAL_MEM_FENCE);
// AMD-NEXT: for (int i1 = 0; i1 < 4; i1++)
// AMD:      float [[U:[a-z0-9_]+]] = row_rows_k_flat_t_copy[4 * l_id + 16 * i1];
// AMD-NEXT: float [[V:[a-z0-9_]+]] = column_rows_t_k_flat_t_copy[4 * l_id1 + 16 * i1];
// AMD:      sum_n = sum_n + [[U]] * [[V]];
// AMD:      sum_n15 = sum_n15 +
// AMD:      = sum_n15;
lift.def @matmul<M, K, N>(%a: !lift.array<K, !lift.array<M, f32>>, %b: !lift.array<K, !lift.array<N, f32>>)
    -> !lift.array<M, !lift.array<N, f32>> where [M mod 16 eq 0, N mod 16 eq 0, K mod 4 eq 0] {
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

rewrite.script @naive of @matmul {
  rewrite.apply map_to_glb at "%c" (d = 1)
  rewrite.apply map_to_glb at "%line" (d = 0)
}

rewrite.script @tiled of @matmul {
  rewrite.apply local_tile at "%c" (tm = 16, tn = 16, tk = 4)
}

rewrite.script @blocked of @matmul {
  rewrite.apply split_join at "%c" (n = 16)
  rewrite.apply split_join at "%line" (n = 16)
  rewrite.apply interchange_maps at "%c"
  rewrite.apply split_join at "%c" (n = 4)
  rewrite.apply split_join at "%line" (n = 4)
  rewrite.apply interchange_maps at "%c"
  rewrite.apply tile_k at "%sum" (n = 4)
  rewrite.apply interchange_map_reduce at "%line"
  rewrite.apply interchange_map_reduce at "%c"
  rewrite.apply interchange_map_reduce at "%line_n.2"
  rewrite.apply interchange_map_reduce at "%c_n.2"
  rewrite.apply as_one_row at "%row_rows_k"
  rewrite.apply as_one_row at "%column_rows_t_k"
  rewrite.apply stage at "%row_rows_k_flat" (space = local)
  rewrite.apply stage at "%column_rows_t_k_flat" (space = local)
  rewrite.apply interchange_map_reduce at "%line"
  rewrite.apply tidy
  rewrite.apply interchange_map_reduce at "%c"
  rewrite.apply tidy
  rewrite.apply accumulate_here at "%sum"
  rewrite.apply stage at "%sum_n" (space = global)
  rewrite.apply map_to_wrg at "%c_n" (d = 1)
  rewrite.apply map_to_wrg at "%line_n" (d = 0)
  rewrite.apply map_to_lcl at "%row_rows_k_flat_copy" (d = 1)
  rewrite.apply map_to_lcl at "%row_rows_k_flat_copy_row" (d = 0)
  rewrite.apply map_to_lcl at "%column_rows_t_k_flat_copy" (d = 1)
  rewrite.apply map_to_lcl at "%column_rows_t_k_flat_copy_row" (d = 0)
  rewrite.apply map_to_lcl at "%c_n.2" (d = 1)
  rewrite.apply map_to_lcl at "%line_n.2" (d = 0)
  rewrite.apply map_to_lcl at "%sum_n_copy" (d = 1)
  rewrite.apply map_to_lcl at "%sum_n_copy_row" (d = 0)
  rewrite.apply launch at "%c_n" (local = 4)
}

rewrite.script @amd of @matmul {
  rewrite.apply split_join at "%c" (n = 16)
  rewrite.apply split_join at "%line" (n = 16)
  rewrite.apply interchange_maps at "%c"
  rewrite.apply split_join at "%c" (n = 4)
  rewrite.apply split_join at "%line" (n = 4)
  rewrite.apply interchange_maps at "%c"
  rewrite.apply tile_k at "%sum" (n = 4)
  rewrite.apply interchange_map_reduce at "%line"
  rewrite.apply interchange_map_reduce at "%c"
  rewrite.apply interchange_map_reduce at "%line_n.2"
  rewrite.apply interchange_map_reduce at "%c_n.2"
  rewrite.apply as_one_row at "%row_rows_k"
  rewrite.apply as_one_row at "%column_rows_t_k"
  rewrite.apply by_columns at "%row_rows_k_flat"
  rewrite.apply by_columns at "%column_rows_t_k_flat"
  rewrite.apply stage_vectors at "%row_rows_k_flat_t" (space = local, w = 4)
  rewrite.apply stage_vectors at "%column_rows_t_k_flat_t" (space = local, w = 4)
  rewrite.apply interchange_map_reduce at "%line"
  rewrite.apply tidy
  rewrite.apply interchange_map_reduce at "%c"
  rewrite.apply tidy
  rewrite.apply accumulate_here at "%sum"
  rewrite.apply stage at "%sum_n" (space = global)
  rewrite.apply map_to_wrg at "%c_n" (d = 1)
  rewrite.apply map_to_wrg at "%line_n" (d = 0)
  rewrite.apply map_to_lcl at "%row_rows_k_flat_t_copy" (d = 1)
  rewrite.apply map_to_lcl at "%row_rows_k_flat_t_copy_row" (d = 0)
  rewrite.apply map_to_lcl at "%column_rows_t_k_flat_t_copy" (d = 1)
  rewrite.apply map_to_lcl at "%column_rows_t_k_flat_t_copy_row" (d = 0)
  rewrite.apply map_to_lcl at "%c_n.2" (d = 1)
  rewrite.apply map_to_lcl at "%line_n.2" (d = 0)
  rewrite.apply map_to_lcl at "%sum_n_copy" (d = 1)
  rewrite.apply map_to_lcl at "%sum_n_copy_row" (d = 0)
  rewrite.apply launch at "%c_n" (local = 4)
}
