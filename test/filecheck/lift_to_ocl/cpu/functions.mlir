// RUN: lift-opt %s --profile pocl,compute_units=2 -p lift-to-opencl -t opencl | filecheck %s

// A function is called with vectors: no compiler does that by itself. What does not fill one is at the end.
// CHECK-LABEL: kernel void exponentials_1(
// CHECK: int count = least / 8;
// CHECK: for (int i1 = 0; i1 < count; i1++) {
// CHECK-NEXT: float8 z = exp_float8(*(global const unaligned_float8 *)(xs + i + offset + 8 * i1)) * (float8)(a);
// CHECK-NEXT: *(global unaligned_float8 *)(result + i + offset + 8 * i1) = z;
// CHECK: for (int i1 = 8 * count; i1 < least; i1++) {
// CHECK-NEXT: result[i + offset + i1] = exp_float(xs[i + offset + i1]) * a;
lift.def @exponentials<N>(%xs: !lift.array<N, f32>, %a: f32) -> !lift.array<N, f32> {
  %r = lift.map (%x) in %xs {
    %y = math.exp %x : f32
    %z = arith.mulf %y, %a : f32
    lift.yield %z
  }
  lift.return %r
}

// Only where what is read lies side by side, and in this order.
// CHECK-LABEL: kernel void reversed_1(
// CHECK-NOT: float8
// CHECK: for (int i1 = 0; i1 < least; i1++) {
// CHECK-NEXT: result[i + offset1 + i1] = exp_float(xs[offset + N - i - i1 - 1]);
lift.def @reversed<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %back = lift.gather %xs by (i) -> (N - 1 - i)
  %r = lift.map (%x) in %back {
    %y = math.exp %x : f32
    lift.yield %y
  }
  lift.return %r
}

// CHECK-LABEL: kernel void by_position_1(
// CHECK-NOT: float8
// CHECK: for (int k = 0; k < least; k++) {
// CHECK: result[i + offset + k] = exp_float(x);
lift.def @by_position<N>(%xs: !lift.array<N, f32>, %rows: !lift.array<i : N, !lift.array<i + 1, f32>>) -> !lift.array<N, f32> {
  %r = lift.map (%row)[k] in %rows {
    %x = lift.at %row[k]
    %y = math.exp %x : f32
    lift.yield %y
  }
  lift.return %r
}
