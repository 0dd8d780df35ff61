// RUN: lift-opt %s --profile pocl,compute_units=2 -p lift-to-opencl -t opencl | filecheck %s

// There are at most 32 parts, 16 for each compute unit, of one length but for the last; each goes through its own in order.
// CHECK-LABEL: // launched with local = [1], groups = [(N + N floordiv 32) floordiv (N floordiv 32 + 1)]
// CHECK-NEXT: kernel void scaled_1(
// CHECK: for (int i = wg_id; i < end; i += groups) {
// CHECK-NEXT: int least = N - i * (N / 32) - i < N / 32 + 1 ? N - i * (N / 32) - i : N / 32 + 1;
// CHECK-NEXT: int offset = i * (N / 32);
// CHECK-NEXT: for (int i1 = 0; i1 < least; i1++) {
// CHECK-NEXT: result[i + offset + i1] = xs[i + offset + i1] * a;
lift.def @scaled<N>(%xs: !lift.array<N, f32>, %a: f32) -> !lift.array<N, f32> {
  %r = lift.map (%x) in %xs {
    %y = arith.mulf %x, %a : f32
    lift.yield %y
  }
  lift.return %r
}
