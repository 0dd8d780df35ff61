// RUN: lift-opt %s --profile pocl -p lift-to-opencl -t opencl | filecheck %s
// RUN: lift-opt %s -p lift-to-opencl -t opencl | filecheck %s --check-prefix GENERIC

// Eight elements at once into a private block, then what is left of it; the block is copied.
// CHECK-LABEL: kernel void more_3(
// CHECK:      float block[512];
// CHECK:      int count1 = least1 / 8;
// CHECK:      for (int i = 0; i < count1; i++) {
// CHECK:      lanes_kept(
// CHECK-NEXT: *(private unaligned_float8 *)(block + kept) = to_front_float8({{[a-z]+}}, kept1);
// CHECK:      for (int i = 8 * count1; i < least1; i++) {
// CHECK:      for (int i = 0; i < kept; i++) {
// CHECK-NEXT: result[begin + done + i] = block[i];
// GENERIC-LABEL: kernel void more_3(
// GENERIC-NOT: kept1
lift.def @more<N>(%xs: !lift.array<N, f32>, %t: f32) -> !lift.exists<X upto N, !lift.array<X, f32>> {
  %r = lift.filter (%x) in %xs {
    %keep = arith.cmpf ogt, %x, %t : f32
    lift.yield %keep
  }
  lift.return %r
}

// Another kernel counts what is kept, and may contract the product and the sum otherwise: so the condition is evaluated as
// there, for one element at a time.
// CHECK-LABEL: kernel void contracted_3(
// CHECK-NOT: lanes_kept
lift.def @contracted<N>(%xs: !lift.array<N, f32>, %t: f32) -> !lift.exists<X upto N, !lift.array<X, f32>> {
  %r = lift.filter (%x) in %xs {
    %p = arith.mulf %x, %x : f32
    %s = arith.addf %p, %x : f32
    %keep = arith.cmpf ogt, %s, %t : f32
    lift.yield %keep
  }
  lift.return %r
}
