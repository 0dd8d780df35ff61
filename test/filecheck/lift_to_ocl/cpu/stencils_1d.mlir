// RUN: lift-opt %s --profile pocl,compute_units=2 -p lift-to-opencl -t opencl | filecheck %s

// The middle, where no window reaches what was added, has no test; each border is a kernel of its own.

// CHECK-LABEL: kernel void clamp_1(
// CHECK: for (int g = g_id; g < N - 2; g += global_size) {
// CHECK-NEXT: result[g + 1] = 0.0f + xs[g] + xs[g + 1] + xs[g + 2];
// CHECK-NEXT: }
// CHECK-LABEL: kernel void clamp_2(
// CHECK: result[0] = 0.0f + xs[0] + xs[0] + xs[N - 1 < 1 ? N - 1 : 1];
// CHECK-LABEL: kernel void clamp_3(
// CHECK: result[g_id + N - 1] = 0.0f + xs[g_id + N - 2] + xs[g_id + N - 1] + xs[N - 1];
lift.def @clamp<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %zero = arith.constant 0.0 : f32
  %padded = lift.pad clamp 1, 1 %xs
  %windows = lift.slide 3 by 1 %padded
  %r = lift.map (%w) in %windows {
    %sum = lift.reduce (%acc, %x) in %w from %zero {
      %s = arith.addf %acc, %x : f32
      lift.yield %s
    }
    lift.yield %sum
  }
  lift.return %r
}

// CHECK-LABEL: kernel void mirror_1(
// CHECK: for (int g = g_id; g < N - 2; g += global_size) {
// CHECK-NEXT: result[g + 1] = 0.0f + xs[g] + xs[g + 1] + xs[g + 2];
// CHECK-NEXT: }
// CHECK-LABEL: kernel void mirror_2(
// CHECK: result[0] = 0.0f + xs[0] + xs[0] + xs[N >= 2 ? 1 : 0];
// CHECK-LABEL: kernel void mirror_3(
// CHECK: result[g_id + N - 1] = 0.0f + xs[g_id + N - 2] + xs[g_id + N - 1] + xs[N - g_id - 1];
lift.def @mirror<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %zero = arith.constant 0.0 : f32
  %padded = lift.pad mirror 1, 1 %xs
  %windows = lift.slide 3 by 1 %padded
  %r = lift.map (%w) in %windows {
    %sum = lift.reduce (%acc, %x) in %w from %zero {
      %s = arith.addf %acc, %x : f32
      lift.yield %s
    }
    lift.yield %sum
  }
  lift.return %r
}

// CHECK-LABEL: kernel void wrap_1(
// CHECK: for (int g = g_id; g < N - 2; g += global_size) {
// CHECK-NEXT: result[g + 1] = 0.0f + xs[g] + xs[g + 1] + xs[g + 2];
// CHECK-NEXT: }
// CHECK-LABEL: kernel void wrap_2(
// CHECK: result[0] = 0.0f + xs[N - 1] + xs[0] + xs[1 % N];
// CHECK-LABEL: kernel void wrap_3(
// CHECK: result[g_id + N - 1] = 0.0f + xs[g_id + N - 2] + xs[g_id + N - 1] + xs[g_id];
lift.def @wrap<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %zero = arith.constant 0.0 : f32
  %padded = lift.pad wrap 1, 1 %xs
  %windows = lift.slide 3 by 1 %padded
  %r = lift.map (%w) in %windows {
    %sum = lift.reduce (%acc, %x) in %w from %zero {
      %s = arith.addf %acc, %x : f32
      lift.yield %s
    }
    lift.yield %sum
  }
  lift.return %r
}

// CHECK-LABEL: kernel void constant_1(
// CHECK: for (int g = g_id; g < N - 2; g += global_size) {
// CHECK-NEXT: result[g + 1] = 0.0f + xs[g] + xs[g + 1] + xs[g + 2];
// CHECK-NEXT: }
// CHECK-LABEL: kernel void constant_2(
// CHECK: result[0] = 0.0f + 0.0f + xs[0] + (N >= 2 ? xs[1] : 0.0f);
// CHECK-LABEL: kernel void constant_3(
// CHECK: result[g_id + N - 1] = 0.0f + xs[g_id + N - 2] + xs[g_id + N - 1] + 0.0f;
lift.def @constant<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %zero = arith.constant 0.0 : f32
  %padded = lift.pad constant %zero 1, 1 %xs
  %windows = lift.slide 3 by 1 %padded
  %r = lift.map (%w) in %windows {
    %sum = lift.reduce (%acc, %x) in %w from %zero {
      %s = arith.addf %acc, %x : f32
      lift.yield %s
    }
    lift.yield %sum
  }
  lift.return %r
}
