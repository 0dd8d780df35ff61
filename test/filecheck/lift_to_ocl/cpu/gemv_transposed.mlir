// RUN: lift-opt %s --profile pocl,compute_units=2 -p lift-to-opencl -t opencl | filecheck %s

// Rows are in shares, all of one length. Whoever has one adds eight of its rows at a time to an accumulator for each column, in
// place.
// CHECK-LABEL: // launched with local = [1], groups = [M floordiv (8 * (M floordiv 256) + 8)]
// CHECK-NEXT: kernel void gemv_t_1(
// CHECK: for (int i = 0; i < N; i++) {
// CHECK-NEXT: parts[wg * N + i] = 0.0f;
// CHECK-NEXT: }
// CHECK: for (int i = 0; i < M / 256 + 1; i++) {
// CHECK: for (int i1 = 0; i1 < N; i1++) {
// CHECK-NEXT: float [[S:[a-z0-9]+]] = parts[wg * N + i1] + m[offset2 + i1] * v[8 * wg + offset1 + 8 * i] + m[offset2 + i1 + N] * v[8 * wg + offset1 + 8 * i + 1];
// CHECK: m[offset2 + i1 + 7 * N] * v[8 * wg + offset1 + 8 * i + 7];
// CHECK-NEXT: parts[wg * N + i1] =
// What the shares give is added up for neighbouring columns in lanes, and then the rows that fill no share.
// CHECK-LABEL: // launched with local = [1], groups = [(N + N floordiv 32) floordiv (N floordiv 32 + 1)]
// CHECK-NEXT: kernel void gemv_t_2(
// CHECK: float8 acc = (float8)(0.0f);
// CHECK-NEXT: for (int i2 = 0; i2 < count; i2++) {
// CHECK-NEXT: acc = acc + *(global const unaligned_float8 *)(parts + i2 * N +
// CHECK: for (int i2 = 8 * count * (M / 256) + 8 * count; i2 < M; i2++) {
// CHECK-NEXT: float8 a = *(global const unaligned_float8 *)(m + i2 * N +
// CHECK-NEXT: acc = acc + a * (float8)(v[i2]);
lift.def @gemv_t<N, M>(%m: !lift.array<M, !lift.array<N, f32>>, %v: !lift.array<M, f32>) -> !lift.array<N, f32> {
  %zero = arith.constant 0.0 : f32
  %columns = lift.transpose %m
  %r = lift.map (%column) in %columns {
    %both = lift.zip %column, %v
    %sum = lift.reduce (%acc, %p) in %both from %zero {
      %a = lift.get %p[0]
      %b = lift.get %p[1]
      %ab = arith.mulf %a, %b : f32
      %s = arith.addf %acc, %ab : f32
      lift.yield %s
    }
    lift.yield %sum
  }
  lift.return %r
}

// A fold that is not seen to be associative has no shares: neighbouring columns are lanes, and eight vectors of them are folded at a
// time, so that all that a row has of them is read before the next. What is done with a sum is done with its lane.
// CHECK-LABEL: // launched with local = [1], groups = [(N floordiv 64 + N floordiv 2048) floordiv (N floordiv 2048 + 1)]
// CHECK-NEXT: kernel void in_order_1(
// CHECK: float8 sum7 = (float8)(0.0f);
// CHECK-NEXT: for (int [[I:i[0-9]*]] = 0; [[I]] < M; [[I]]++) {
// CHECK-NEXT: float v_k = v[[[I]]];
// CHECK-NEXT: float8 a = *(global const unaligned_float8 *)(m + [[I]] * N +
// CHECK: sum7 = sum7 + a7 * (float8)(v_k);
// CHECK: *(global unaligned_float8 *)(result + 64 * {{.*}} + 56) = sum7 * (float8)(alpha);
// Columns that fill no block are in parts of their own.
// CHECK-LABEL: kernel void in_order_2(
// CHECK: int offset = 64 * (N / 64);
lift.def @in_order<N, M>(%m: !lift.array<M, !lift.array<N, f32>>, %v: !lift.array<M, f32>, %alpha: f32) -> !lift.array<N, f32> {
  %zero = arith.constant 0.0 : f32
  %columns = lift.transpose %m
  %r = lift.map (%column) in %columns {
    %both = lift.zip %column, %v
    %sum = lift.reduce ordered (%acc, %p) in %both from %zero {
      %a = lift.get %p[0]
      %b = lift.get %p[1]
      %ab = arith.mulf %a, %b : f32
      %s = arith.addf %acc, %ab : f32
      lift.yield %s
    }
    %y = arith.mulf %sum, %alpha : f32
    lift.yield %y
  }
  lift.return %r
}

// Where a share begins with what is there, and not with a constant, that is copied first.
// CHECK-LABEL: kernel void largest_1(
// CHECK: for (int i = 0; i < M; i++) {
// CHECK-NEXT: parts[wg * M + i] = before[i];
// CHECK-NEXT: }
lift.def @largest<N, M>(%m: !lift.array<N, !lift.array<M, i32>>, %before: !lift.array<M, i32>) -> !lift.array<M, i32> {
  %columns = lift.transpose %m
  %both = lift.zip %before, %columns
  %r = lift.map (%p) in %both {
    %first = lift.get %p[0]
    %column = lift.get %p[1]
    %most = lift.reduce (%acc, %x) in %column from %first {
      %y = arith.maxsi %acc, %x : i32
      lift.yield %y
    }
    lift.yield %most
  }
  lift.return %r
}
