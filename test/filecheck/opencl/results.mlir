// RUN: lift-opt %s -p lift-to-opencl -t opencl | filecheck %s

// A kernel takes the parts of the result that it writes, and no other ones.

lift.def @two<N>(%x: !lift.array<N, f32>) -> tuple<!lift.array<N, f32>, tuple<!lift.array<N, tuple<f32, f32>>, f32>> {
  %zero = arith.constant 0.0 : f32
  %negated = lift.map (%e) in %x {
    %n = arith.negf %e : f32
    lift.yield %n
  }
  %pairs = lift.map (%e) in %x {
    %s = arith.mulf %e, %e : f32
    %p = lift.tuple %e, %s
    lift.yield %p
  }
  %first = lift.at %x[0]
  %inner = lift.tuple %pairs, %first
  %r = lift.tuple %negated, %inner
  lift.return %r
}

// CHECK: kernel void two_1(global const float *restrict x, global float *restrict result0, const int N) {
// CHECK: kernel void two_2(global const float *restrict x, global float *restrict result1, global float *restrict result2, const int N) {
// CHECK: kernel void two_3(global const float *restrict x, global float *restrict result3, const int N) {
