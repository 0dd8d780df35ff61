// RUN: lift-opt %s -p 'lift-set-profile{profile="pocl,vector_bytes=64,sqrt=function"}' | filecheck %s
// RUN: lift-opt %s --profile "pocl, vector_bytes=64, sqrt=function" | filecheck %s
// RUN: lift-opt %s --profile pocl,vector_bytes=64,sqrt=function --print-op-generic | filecheck %s --check-prefix=GENERIC
// RUN: lift-opt %s -p 'lift-set-profile{profile=amd}' | lift-opt -p 'lift-set-profile{profile=gpu}' | filecheck %s --check-prefix=LAST
// RUN: lift-opt %s --profile nvidia -p lift-to-opencl -t opencl | filecheck %s --check-prefix=GPU
// RUN: lift-opt %s --profile pocl -p lift-to-opencl -t opencl | filecheck %s --check-prefix=POCL

// The profile is an attribute of the module: of its fields only those are written that the table has otherwise.
// CHECK: builtin.module attributes {lift.profile = #lift.profile<pocl, vector_bytes = 64, sqrt = function>} {
// CHECK-NEXT: lift.def @roots
// GENERIC: "builtin.module"() ({
// GENERIC: lift.profile = #lift.profile<pocl, vector_bytes = 64, sqrt = function>
// LAST: builtin.module attributes {lift.profile = #lift.profile<gpu>} {

// What follows from it: the strategy and the size of a group, and how a square root and an absolute value are written.
// GPU: // launched with local = [128], groups = [(N + 127) floordiv 128]
// GPU: sqrt(fabs(x[g]))
// POCL: // launched with local = [1], groups = [(N + N floordiv 128) floordiv (N floordiv 128 + 1)]
// POCL: float8 a = as_float8(as_int8({{.*}}) & 2147483647);
// POCL: float a = as_float(as_int(x[{{.*}}]) & 2147483647);
// POCL-NEXT: __builtin_sqrtf(a)
lift.def @roots<N>(%x: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %r = lift.map (%e) in %x {
    %a = math.absf %e : f32
    %s = math.sqrt %a : f32
    lift.yield %s
  }
  lift.return %r
}
