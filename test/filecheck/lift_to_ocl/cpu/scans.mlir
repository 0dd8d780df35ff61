// RUN: lift-opt %s --profile pocl,compute_units=2 -p lift-to-opencl -t opencl | filecheck %s

// The sums of the parts come first, with vectors of accumulators; then where each begins.
// CHECK-LABEL: // launched with local = [1], groups = [(N floordiv 32 + N floordiv 1024) floordiv (N floordiv 1024 + 1)]
// CHECK-NEXT: kernel void running_1(
// CHECK: int8 part_lanes3 = (int8)(0);
// CHECK: sums[i] =
// CHECK-LABEL: kernel void running_2(
// CHECK: ends[i] = s;
// Each part is scanned in vectors, from what it begins with.
// CHECK-LABEL: // launched with local = [1], groups = [(N floordiv 32 + N floordiv 1024) floordiv (N floordiv 1024 + 1)]
// CHECK-NEXT: kernel void running_3(
// CHECK: int8 acc_n = (int8)(i1 >= 1 ? ends[i1 - 1] : a);
// CHECK-NEXT: for (int i = 0; i < 4 * least; i++) {
// CHECK-NEXT: int8 x_n = *(global const unaligned_int8 *)(xs + 32 * i1 + offset + 8 * i);
// CHECK: as_uint8((int8)(acc_n.s7))
// CHECK: *(global unaligned_int8 *)(result + 32 * i1 + offset + 8 * i) =
// What is left is scanned at the end.
// CHECK-LABEL: kernel void running_4(
// CHECK: for (int i = 32 * (N / 32); i < N; i++) {
lift.def @running<N>(%xs: !lift.array<N, i32>, %a: i32) -> !lift.array<N, i32> {
  %r = lift.scan (%acc, %x) in %xs from %a {
    %s = arith.addi %acc, %x : i32
    lift.yield %s
  }
  lift.return %r
}

// CHECK-LABEL: // launched with local = [1], groups = [1]
// CHECK-NEXT: kernel void ordered_1(
// CHECK-NEXT: float acc = a;
// CHECK-NEXT: for (int i = 0; i < N; i++) {
// CHECK-NEXT: float s = acc + xs[i];
lift.def @ordered<N>(%xs: !lift.array<N, f32>, %a: f32) -> !lift.array<N, f32> {
  %r = lift.scan ordered (%acc, %x) in %xs from %a {
    %s = arith.addf %acc, %x : f32
    lift.yield %s
  }
  lift.return %r
}

// There is a number for each of the chunks of a filter, and these take much longer than all sums of the numbers.
// CHECK-LABEL: kernel void kept_1(
// CHECK-LABEL: kernel void kept_2(
// CHECK:         for (int i = 0; i < (N + 65535) / 65536; i++) {
// CHECK:         ends[i] =
// CHECK-LABEL: kernel void kept_3(
// CHECK:         to_front_float8(
// CHECK-NOT:   kernel void kept_4(
lift.def @kept<N>(%xs: !lift.array<N, f32>) -> !lift.exists<X upto N, !lift.array<X, f32>> {
  %zero = arith.constant 0.0 : f32
  %r = lift.filter (%x) in %xs {
    %c = arith.cmpf ogt, %x, %zero : f32
    lift.yield %c
  }
  lift.return %r
}
