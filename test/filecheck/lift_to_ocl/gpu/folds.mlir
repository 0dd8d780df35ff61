// Folds for work groups: items read what lies side by side, and put their sums together as a tree in local memory.
//
// RUN: lift-opt %s --profile gpu,group=8 -p 'lift-to-opencl{strategy=gpu}' -o %t
// RUN: lift-opt %t -t opencl | filecheck %s
// RUN: lift-opt %t -t report | filecheck %s --check-prefix=REPORT

// CHECK-LABEL: void sum_1(
// CHECK:        for (int i1 = 0; i1 < least; i1++) {
// CHECK-NEXT:     acc_n = acc_n + xs[l_id + 8 * i + offset + 8 * i1];
// CHECK:        part_lanes_columns[l_id] = acc_n;
// CHECK:        if (l_id < 4) {
// CHECK-NEXT:     part_total_lanes_columns[l_id] = 0.0f + part_lanes_columns[l_id] + part_lanes_columns[l_id + 4];
// CHECK:        if (l_id < 2) {
// CHECK:        if (l_id == 0) {
// CHECK-NEXT:     parts[i] =
// CHECK-LABEL: void sum_2(
// REPORT:     @sum_1            local = [8]
// REPORT:       load   global  f32  coalesced
// REPORT-NOT: strided
lift.def @sum<N>(%xs: !lift.array<N, f32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %sum = lift.reduce (%acc, %x) in %xs from %zero {
    %s = arith.addf %acc, %x : f32
    lift.yield %s
  }
  lift.return %sum
}

// A row that is long has a work group, whatever its length: an item has every eighth element.
// CHECK-LABEL: void gemv_1(
// CHECK:        for (int i = 0; i < (N + 7 - l_id) / 8; i++) {
// CHECK-NEXT:     acc = acc + a[wg_id * N + l_id + 8 * i] * x[l_id + 8 * i];
// CHECK:        sum_lanes[l_id] = acc;
// CHECK:        if (l_id < 4) {
// CHECK:        result[wg_id] =
// REPORT:     @gemv_1           local = [8]
// REPORT:                       groups = [M]
// REPORT:       load   global  f32  coalesced
// REPORT-NOT: global  f32  strided
// REPORT:     @columns_1
lift.def @gemv<M, N>(%a: !lift.array<M, !lift.array<N, f32>>, %x: !lift.array<N, f32>) -> !lift.array<M, f32> {
  %zero = arith.constant 0.0 : f32
  %y = lift.map (%row) in %a {
    %xy = lift.zip %row, %x
    %sum = lift.reduce (%acc, %p) in %xy from %zero {
      %u = lift.get %p[0]
      %v = lift.get %p[1]
      %uv = arith.mulf %u, %v : f32
      %s = arith.addf %acc, %uv : f32
      lift.yield %s
    }
    lift.yield %sum
  }
  lift.return %y
}

// A column has an item: neighbours read what lies side by side.
// REPORT:       load   global  f32  coalesced
lift.def @columns<M, N>(%a: !lift.array<M, !lift.array<N, f32>>) -> !lift.array<N, f32> {
  %zero = arith.constant 0.0 : f32
  %t = lift.transpose %a
  %y = lift.map (%column) in %t {
    %sum = lift.reduce (%acc, %x) in %column from %zero {
      %s = arith.addf %acc, %x : f32
      lift.yield %s
    }
    lift.yield %sum
  }
  lift.return %y
}

// A fold that is said to be in order is one item's.
// REPORT:     @ordered_1        local = [1]
lift.def @ordered<N>(%xs: !lift.array<N, f32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %sum = lift.reduce ordered (%acc, %x) in %xs from %zero {
    %s = arith.addf %acc, %x : f32
    lift.yield %s
  }
  lift.return %sum
}
