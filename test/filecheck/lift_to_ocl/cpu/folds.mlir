// RUN: lift-opt %s --profile pocl,compute_units=2 -p lift-to-opencl -t opencl | filecheck %s

// Each part has four vectors of accumulators, and its length is a multiple of what these take in an iteration.
// CHECK-LABEL: // launched with local = [1], groups = [(N floordiv 32 + N floordiv 1024) floordiv (N floordiv 1024 + 1)]
// CHECK-NEXT: kernel void sum_f32_1(
// CHECK: float8 part_lanes = (float8)(-0.0f);
// CHECK-NEXT: float8 part_lanes1 = (float8)(-0.0f);
// CHECK-NEXT: float8 part_lanes2 = (float8)(-0.0f);
// CHECK-NEXT: float8 part_lanes3 = (float8)(-0.0f);
// CHECK-NEXT: for (int i1 = 0; i1 < least; i1++) {
// CHECK-NEXT: float8 x = *(global const unaligned_float8 *)(xs + 32 * i + offset + 32 * i1);
// CHECK: float8 x3 = *(global const unaligned_float8 *)(xs + 32 * i + offset + 32 * i1 + 24);
// CHECK-NEXT: part_lanes = part_lanes + x * x;
// CHECK: part_lanes3 = part_lanes3 + x3 * x3;
// CHECK: float8 s = (float8)(-0.0f) + part_lanes + part_lanes1 + part_lanes2 + part_lanes3;
// CHECK-NEXT: float4 v = s.s0123 + s.s4567;
// CHECK-NEXT: float2 v1 = v.s01 + v.s23;
// CHECK-NEXT: parts[i] = -0.0f + (v1.s0 + v1.s1);
// One work item puts the parts together, and what is left after them.
// CHECK-LABEL: kernel void sum_f32_2(
// CHECK: float acc = a;
// CHECK: acc = acc + parts[i];
// CHECK: for (int i = 32 * (N / 32); i < N; i++) {
lift.def @sum_f32<N>(%xs: !lift.array<N, f32>, %a: f32) -> f32 {
  %r = lift.reduce (%acc, %x) in %xs from %a {
    %y = arith.mulf %x, %x : f32
    %s = arith.addf %acc, %y : f32
    lift.yield %s
  }
  lift.return %r
}

// CHECK-LABEL: kernel void sum_i32_1(
// CHECK: int8 part_lanes3 = (int8)(0);
// CHECK-NEXT: for (int i1 = 0; i1 < least; i1++) {
// CHECK-NEXT: int8 s = as_int8(as_uint8(part_lanes) + as_uint8(*(global const unaligned_int8 *)(xs + 32 * i + offset + 32 * i1)));
lift.def @sum_i32<N>(%xs: !lift.array<N, i32>, %a: i32) -> i32 {
  %r = lift.reduce (%acc, %x) in %xs from %a {
    %s = arith.addi %acc, %x : i32
    lift.yield %s
  }
  lift.return %r
}

// A vector has as many lanes as its bytes hold scalars.
// CHECK-LABEL: kernel void sum_f64_1(
// CHECK: double4 part_lanes3 = (double4)(-0.0);
// CHECK-NEXT: for (int i1 = 0; i1 < least; i1++) {
// CHECK-NEXT: part_lanes = part_lanes + *(global const unaligned_double4 *)(xs + 16 * i + offset + 16 * i1);
// CHECK: part_lanes3 = part_lanes3 + *(global const unaligned_double4 *)(xs + 16 * i + offset + 16 * i1 + 12);
lift.def @sum_f64<N>(%xs: !lift.array<N, f64>, %a: f64) -> f64 {
  %r = lift.reduce (%acc, %x) in %xs from %a {
    %s = arith.addf %acc, %x : f64
    lift.yield %s
  }
  lift.return %r
}

// The largest scalars decide.
// CHECK-LABEL: kernel void mixed_1(
// CHECK: double4 part_lanes3 = (double4)(-0.0);
// CHECK: double4 y3 = convert_double4(*(global const unaligned_float4 *)(xs + 16 * i + offset + 16 * i1 + 12));
lift.def @mixed<N>(%xs: !lift.array<N, f32>, %a: f64) -> f64 {
  %r = lift.reduce (%acc, %x) in %xs from %a {
    %y = arith.extf %x : f32 to f64
    %s = arith.addf %acc, %y : f64
    lift.yield %s
  }
  lift.return %r
}

// CHECK-LABEL: kernel void dot_1(
// CHECK: float8 part_lanes3 = (float8)(-0.0f);
// CHECK-NEXT: for (int i1 = 0; i1 < least; i1++) {
// CHECK-NEXT: float8 x = *(global const unaligned_float8 *)(xs + 32 * i + offset + 32 * i1);
// CHECK-NEXT: float8 y = *(global const unaligned_float8 *)(ys + 32 * i + offset + 32 * i1);
// CHECK: part_lanes3 = part_lanes3 + x3 * y3;
lift.def @dot<N>(%xs: !lift.array<N, f32>, %ys: !lift.array<N, f32>, %a: f32) -> f32 {
  %both = lift.zip %xs, %ys
  %r = lift.reduce (%acc, %p) in %both from %a {
    %x = lift.get %p[0]
    %y = lift.get %p[1]
    %xy = arith.mulf %x, %y : f32
    %s = arith.addf %acc, %xy : f32
    lift.yield %s
  }
  lift.return %r
}

// What is idempotent needs nothing neutral: each lane begins with what the fold begins with.
// CHECK-LABEL: kernel void largest_1(
// CHECK: int8 x = *(global const unaligned_int8 *)(xs + 32 * i + offset + 32 * i1{{.*}});
// CHECK: part_lanes = part_lanes > x ? part_lanes : x;
// CHECK-LABEL: kernel void largest_2(
lift.def @largest<N>(%xs: !lift.array<N, i32>, %a: i32) -> i32 {
  %r = lift.reduce (%acc, %x) in %xs from %a {
    %s = arith.maxsi %acc, %x : i32
    lift.yield %s
  }
  lift.return %r
}

// CHECK-LABEL: kernel void smallest_1(
// CHECK: minimum_float8(
// CHECK: float4 v = minimum_float4({{.*}}.s0123, {{.*}}.s4567);
lift.def @smallest<N>(%xs: !lift.array<N, f32>, %a: f32) -> f32 {
  %r = lift.reduce (%acc, %x) in %xs from %a {
    %s = arith.minimumf %acc, %x : f32
    lift.yield %s
  }
  lift.return %r
}
