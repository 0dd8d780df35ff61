// RUN: lift-opt %s --profile pocl,vector_bytes=8 -p lift-to-opencl -t opencl | filecheck %s
// RUN: lift-opt %s --profile pocl -p lift-to-opencl -t opencl | filecheck %s --check-prefix WIDE

// A vector of one lane is none, so nothing goes past the caches.
// CHECK-LABEL: kernel void f_1(
// CHECK:         result[offset1 + i2] = x + x;
// CHECK-NOT:     __builtin_nontemporal_store
// WIDE-LABEL:  kernel void f_1(
// WIDE:          __builtin_nontemporal_store(
lift.def @f<N>(%xs: !lift.array<N, !lift.array<N, f64>>) -> !lift.array<N, !lift.array<N, f64>> {
  %r = lift.map (%row) in %xs {
    %s = lift.map (%x) in %row {
      %y = arith.addf %x, %x : f64
      lift.yield %y
    }
    lift.yield %s
  }
  lift.return %r
}
