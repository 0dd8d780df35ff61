// RUN: lift-opt %s -p lift-to-opencl -t opencl | filecheck %s

// One work item, and a read for each digit of the length.
// CHECK-LABEL: kernel void below_1(
// CHECK-NEXT: int n = N;
// CHECK-NEXT: int levels = int_log2(2 * N + 1);
// CHECK-NEXT: int found = 0;
// CHECK-NEXT: for (int i = 0; i < levels; i++) {
// CHECK-NEXT:   int after = (int)((uint)found + (uint)((1 << (levels - i - 1))));
// CHECK-NEXT:   int at = (int)((uint)(after < n ? after : n) - (uint)1);
// CHECK-NEXT:   found = after <= n && xs[at] < key ? after : found;
// CHECK-NEXT: }
// CHECK-NEXT: result[0] = found;
lift.def @below<N>(%xs: !lift.array<N, f32>, %key: f32) -> i32 {
  %r = lift.search (%x) in %xs {
    %less = arith.cmpf olt, %x, %key : f32
    lift.yield %less
  }
  lift.return %r
}

// A work item for each key; what is looked at is computed where it is read.
// CHECK-LABEL: kernel void roots_1(
// CHECK:      for (int g = g_id; g < M; g += global_size) {
// CHECK:        for (int i = 0; i < levels; i++) {
// CHECK:          found = after <= n && {{.*}} <= y ? after : found;
lift.def @roots<N, M>(%ys: !lift.array<M, i32>) -> !lift.array<M, i32> {
  %numbers = lift.generate [i : N] {
    %n = lift.nat i + 1
    lift.yield %n
  }
  %r = lift.map (%y) in %ys {
    %root = lift.search (%n) in %numbers {
      %square = arith.muli %n, %n : i32
      %fits = arith.cmpi sle, %square, %y : i32
      lift.yield %fits
    }
    lift.yield %root
  }
  lift.return %r
}
