// Rows of different length: where a table says how long they are, a part of a work group has each, and the items of that read what
// lies side by side; where they grow with their position, a group does.
//
// RUN: lift-opt %s --profile gpu -p 'lift-to-opencl{strategy=gpu}' -o %t
// RUN: lift-opt %t -t opencl | filecheck %s
// RUN: lift-opt %t -t report | filecheck %s --check-prefix=REPORT
// RUN: lift-opt %s --profile gpu,row_items=16 -p 'lift-to-opencl{strategy=gpu}' -t report | filecheck %s --check-prefix=MORE

// CHECK-LABEL: void table_1(
// CHECK:      int l_id = get_local_id(1);
// CHECK-NEXT: int l_id1 = get_local_id(0);
// CHECK:      int count = (rows[l_id + 8 * i] + 7 - l_id1) / 8;
// CHECK-NEXT: int begin = offsets[l_id + 8 * i];
// CHECK-NEXT: float acc = 0.0f;
// CHECK-NEXT: for (int i1 = 0; i1 < count; i1++) {
// CHECK:        acc = acc + m1[l_id1 + begin + 8 * i1] *
// CHECK:      r_first[8 * l_id + l_id1] = acc;
// CHECK:      barrier(CLK_LOCAL_MEM_FENCE);
// CHECK:      for (int i1 = 0; i1 < 8; i1++) {
// CHECK-NEXT:   acc1 = acc1 + r_first[8 * l_id1 + i1];
// REPORT:     @table_1          local = [8, 8]
// REPORT-NEXT:                  groups = [max(N floordiv 8, 1), 1]
// REPORT:       load   global  i32  coalesced
// REPORT:       load   global  f32  unknown
// REPORT:       load   global  f32  coalesced
// REPORT:       store  global  f32  coalesced
// REPORT:     @table_2          local = [64]
// MORE:       @table_1          local = [16, 16]
lift.def @table<N, M, rows[N]>(%m: !lift.array<i : N, !lift.array<rows[i], tuple<i32, f32>>>, %v: !lift.array<M, f32>)
    -> !lift.array<N, f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%row) in %m {
    %dot = lift.reduce (%acc, %entry) in %row from %zero {
      %column = lift.get %entry[0]
      %a = lift.get %entry[1]
      %b = lift.at %v[%column] else %zero
      %ab = arith.mulf %a, %b : f32
      %s = arith.addf %acc, %ab : f32
      lift.yield %s
    }
    lift.yield %dot
  }
  lift.return %r
}

// CHECK-LABEL: void triangle_1(
// CHECK:      for (int i = 0; i < ((wg_id + 64 - l_id) / 64 - 1) + 1; i++) {
// CHECK-NEXT:   acc = (int)((uint)acc + (uint)m[l_id + offset + 64 * i]);
// CHECK:      if (l_id < 32) {
// REPORT:     @triangle_1       local = [64]
// REPORT:       load   global  i32  coalesced
lift.def @triangle<N>(%m: !lift.array<i : N, !lift.array<i + 1, i32>>) -> !lift.array<N, i32> {
  %zero = arith.constant 0 : i32
  %r = lift.map (%row) in %m {
    %sum = lift.reduce (%acc, %x) in %row from %zero {
      %s = arith.addi %acc, %x : i32
      lift.yield %s
    }
    lift.yield %sum
  }
  lift.return %r
}

// A fold that goes from left to right is one item's for each row.
// REPORT:     @in_order_1       local = [64]
// REPORT:       local memory    0 bytes
lift.def @in_order<N, rows[N]>(%m: !lift.array<i : N, !lift.array<rows[i], f32>>) -> !lift.array<N, f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%row) in %m {
    %sum = lift.reduce ordered (%acc, %x) in %row from %zero {
      %s = arith.addf %acc, %x : f32
      lift.yield %s
    }
    lift.yield %sum
  }
  lift.return %r
}
