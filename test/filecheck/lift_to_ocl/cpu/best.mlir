// RUN: lift-opt %s --profile pocl,compute_units=2 -p lift-to-opencl -t opencl | filecheck %s

// A candidate in each lane, with its place; a block is short enough for places to be told apart by their difference.
// CHECK-LABEL: // launched with local = [1], groups = [(N + 16352) floordiv 16384]
// CHECK-NEXT: kernel void least_1(
// CHECK: int least = N / 32 - 512 * [[I:i[0-9]*]] < 512 ? N / 32 - 512 * [[I]] : 512;
// CHECK: float8 part_lanes = (float8)(INFINITY);
// CHECK-NEXT: int8 part_lanes1 = (int8)(0);
// CHECK: for (int j = 0; j < least; j++) {
// CHECK-NEXT: float8 p = *(global const unaligned_float8 *)(x + 16384 * [[I]] + 32 * j);
// CHECK-NEXT: int8 v = (int8)(16384 * [[I]] + 32 * j, 16384 * [[I]] + 32 * j + 1,
// CHECK: part_lanes = p < part_lanes ? p : part_lanes;
// CHECK: part_lanes3 = {{.*}} ? v1 : part_lanes3;
// CHECK: int8 apart1 = as_int8(as_uint8(part_lanes3) - as_uint8(place1));
// CHECK-NEXT: int8 wins = (part_lanes2 < value1) | ((part_lanes2 == value1) & (apart1 < (int8)(0)));
// CHECK-NEXT: float8 value2 = wins ? part_lanes2 : value1;
// The lanes of the last vector are put together one by one; blocks are so, in order, and what is left after them.
// CHECK: bool wins7 = v4 < value5 || (v4 == value5 && (int)((uint)v5 - (uint)place5) < 0);
// CHECK-LABEL: kernel void least_2(
// CHECK: float v = parts0[i];
// CHECK-NEXT: bool less = v < best0;
// CHECK: for (int k1 = 32 * (N / 32); k1 < N; k1++) {
lift.def @least<N>(%x: !lift.array<N, f32>) -> tuple<f32, i32> {
  %most = arith.constant 0x7F800000 : f32
  %first = arith.constant 0 : i32
  %start = lift.tuple %most, %first
  %places = lift.generate [i : N] {
    %i = lift.nat i : i32
    lift.yield %i
  }
  %numbered = lift.zip %x, %places
  %r = lift.reduce (%best, %p) in %numbered from %start {
    %least = lift.get %best[0]
    %where = lift.get %best[1]
    %v = lift.get %p[0]
    %i = lift.get %p[1]
    %less = arith.cmpf olt, %v, %least : f32
    %value = arith.select %less, %v, %least : f32
    %place = arith.select %less, %i, %where : i32
    %next = lift.tuple %value, %place
    lift.yield %next
  }
  lift.return %r
}

// Where no part says which came first, the place is kept beside the others: six scalars have two vectors each.
// CHECK-LABEL: kernel void nearest_1(
// CHECK: float8 init = (float8)(far);
// CHECK: int8 part_lanes5 = (int8)(0);
// CHECK-NOT: part_lanes12
// CHECK: for (int j = 0; j < 2 * least; j++) {
// CHECK: part_lanes5_next = d < part_lanes ? here : part_lanes5;
lift.def @nearest<N>(%points: !lift.array<N, tuple<f32, f32>>, %far: f32) -> tuple<f32, f32, f32, i32, i32> {
  %zero = arith.constant 0 : i32
  %start = lift.tuple %far, %far, %far, %zero, %zero
  %r = lift.reduce (%best, %point) in %points from %start {
    %x = lift.get %point[0]
    %y = lift.get %point[1]
    %xx = arith.mulf %x, %x : f32
    %yy = arith.mulf %y, %y : f32
    %d = arith.addf %xx, %yy : f32
    %d0 = lift.get %best[0]
    %x0 = lift.get %best[1]
    %y0 = lift.get %best[2]
    %m0 = lift.get %best[3]
    %n0 = lift.get %best[4]
    %nearer = arith.cmpf olt, %d, %d0 : f32
    %d1 = arith.select %nearer, %d, %d0 : f32
    %x1 = arith.select %nearer, %x, %x0 : f32
    %y1 = arith.select %nearer, %y, %y0 : f32
    %m = arith.fptosi %x : f32 to i32
    %n = arith.fptosi %y : f32 to i32
    %m1 = arith.select %nearer, %m, %m0 : i32
    %n1 = arith.select %nearer, %n, %n0 : i32
    %next = lift.tuple %d1, %x1, %y1, %m1, %n1
    lift.yield %next
  }
  lift.return %r
}

// Inside of a loop blocks come one after the other, each from the best so far. What is not strict is done in order.
// CHECK-LABEL: kernel void rows_1(
// CHECK: for (int [[I:i1_1]] = 0; [[I]] < (M + 16368) / 16384; [[I]]++) {
// CHECK-NEXT: double4 init = (double4)(most0);
// CHECK: long4 more = *(global const unaligned_double4 *)(a + {{.*}}) > best_lanes;
// CHECK: best_lanes1 = convert_int4(more) ? v1 : best_lanes1;
// CHECK-LABEL: kernel void not_strict_1(
// CHECK-NOT: {{(float|int)8}}
lift.def @rows<N, M>(%a: !lift.array<N, !lift.array<M, f64>>) -> !lift.array<N, i32> {
  %least = arith.constant 0xFFF0000000000000 : f64
  %nowhere = arith.constant -1 : i32
  %start = lift.tuple %least, %nowhere
  %r = lift.map (%row) in %a {
    %best = lift.reduce (%most, %v)[k] in %row from %start {
      %i = lift.nat k : i32
      %old = lift.get %most[0]
      %place = lift.get %most[1]
      %more = arith.cmpf ogt, %v, %old : f64
      %k = arith.select %more, %v, %old : f64
      %w = arith.select %more, %i, %place : i32
      %next = lift.tuple %k, %w
      lift.yield %next
    }
    %where = lift.get %best[1]
    lift.yield %where
  }
  lift.return %r
}

lift.def @not_strict<N>(%x: !lift.array<N, f32>, %start: tuple<f32, i32>) -> tuple<f32, i32> {
  %r = lift.reduce (%best, %v)[k] in %x from %start {
    %least = lift.get %best[0]
    %where = lift.get %best[1]
    %i = lift.nat k : i32
    %less = arith.cmpf ole, %v, %least : f32
    %value = arith.select %less, %v, %least : f32
    %place = arith.select %less, %i, %where : i32
    %next = lift.tuple %value, %place
    lift.yield %next
  }
  lift.return %r
}
