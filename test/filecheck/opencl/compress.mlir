// RUN: lift-opt %s -t opencl | filecheck %s
// RUN: lift-opt %s --profile pocl -t opencl | filecheck %s --check-prefix PERMUTED

// Each lane is stored over what is not kept.
// CHECK-LABEL: kernel void keep(global float *restrict x
// CHECK:      int2 more = v > (float2)(0.0f);
// CHECK-NEXT: int n = 0;
// CHECK-NEXT: (x + 2)[n] = v.s0;
// CHECK-NEXT: n -= more.s0;
// CHECK-NEXT: (x + 2)[n] = v.s1;
// CHECK-NEXT: n -= more.s1;
// CHECK-NEXT: x[0] = (float)n;
kernel.func @keep(%x: !kernel.buffer<global, f32>) {
  %v = kernel.vload 2 %x[0]
  %keep = kernel.map_vec (%s = %v) {
    %zero = arith.constant 0.0 : f32
    %more = arith.cmpf ogt, %s, %zero : f32
    kernel.yield %more
  }
  %n = kernel.compress %v, %keep into %x[2]
  %count = arith.sitofp %n : i32 to f32
  kernel.store %count, %x[0]
}

// Eight at once, where the profile says so; a vector of bits becomes a mask.
// PERMUTED: constant uint fronts[256] = {
// PERMUTED: uint lanes_kept(int8 mask) {
// PERMUTED: int8 to_front_int8(int8 v, uint kept) {
// PERMUTED-LABEL: kernel void eight(
// PERMUTED:      uint kept = lanes_kept(convert_int8({{.*}} != (uchar8)(0)));
// PERMUTED-NEXT: *(global unaligned_int8 *)(x) = to_front_int8(*(global const unaligned_int8 *)(x), kept);
// PERMUTED-NEXT: int n = popcount(kept);
// CHECK-LABEL: kernel void eight(
// CHECK:      x[n] = v.s7;
kernel.func @eight(%x: !kernel.buffer<global, i32>, %bits: !kernel.buffer<global, i1>) {
  %v = kernel.vload 8 %x[0]
  %keep = kernel.vload 8 %bits[0]
  %n = kernel.compress %v, %keep into %x[0]
  kernel.store %n, %x[0]
}
