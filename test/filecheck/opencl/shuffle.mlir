// RUN: lift-opt %s -t opencl | filecheck %s

// Lanes of one vector are named at once.
// CHECK-LABEL: kernel void one(
kernel.func @one(%x: !kernel.buffer<global, f32>) {
  %v = kernel.vload 8 %x[0]
  // CHECK: vstore8(v.s00112233, 0, x);
  %r = kernel.shuffle %v[0, 0, 1, 1, 2, 2, 3, 3]
  kernel.vstore %r, %x[0]
  // CHECK-NEXT: vstore3(v.s765, 0, x);
  %s = kernel.shuffle %v[7, 6, 5]
  kernel.vstore %s, %x[0]
}

// Of two, in pieces that C has vectors of, and that are not kept like longer ones.
// CHECK-LABEL: kernel void two(
kernel.func @two(%x: !kernel.buffer<global, f32>, %a: f32) {
  %v = kernel.vload 8 %x[0]
  %w = kernel.vector %a : vector<8xf32>
  // CHECK: float8 w = (float8)(a);
  // CHECK-NEXT: vstore8((float8)(w.s0, v.s0123, v.s45, v.s6), 0, x);
  %r = kernel.shuffle %w, %v[0, 8, 9, 10, 11, 12, 13, 14]
  kernel.vstore %r, %x[0]
  // CHECK-NEXT: vstore2(v.s01, 0, x);
  %s = kernel.shuffle %w, %v[8, 9]
  kernel.vstore %s, %x[0]
  // CHECK-NEXT: vstore4((float4)(w.s7, v.s7, w.s0, v.s0), 0, x);
  %t = kernel.shuffle %w, %v[7, 15, 0, 8]
  kernel.vstore %t, %x[0]
}
