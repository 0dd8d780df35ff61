// RUN: lift-opt %s -t opencl | filecheck %s
// RUN: lift-opt %s --profile generic,vector_access=pointers -t 'opencl{long=true}' | filecheck %s --check-prefix=LONG

// LONG: typedef float4 __attribute__((aligned(sizeof(float)))) unaligned_float4;

// CHECK-LABEL: kernel void vectors(global float *restrict x, const int N)
// LONG-LABEL: kernel void vectors(global float *restrict x, const long N)
kernel.func @vectors<N>(%x: !kernel.buffer<global, f32>) {
  // CHECK-NEXT: int g = get_global_id(0);
  // LONG-NEXT: long g = get_global_id(0);
  %g = kernel.global_id 0
  // CHECK-NEXT: float4 v = vload4(0, x + 4 * g);
  // LONG-NEXT: float4 v = *(global const unaligned_float4 *)(x + 4 * g);
  %v = kernel.vload 4 %x[4 * %g]
  %two = arith.constant dense<2.0> : vector<4xf32>
  // CHECK-NEXT: vstore4(v * (float4)(2.0f), 0, x + 4 * g + N);
  // LONG-NEXT: *(global unaligned_float4 *)(x + 4 * g + N) = v * (float4)(2.0f);
  %w = arith.mulf %v, %two : vector<4xf32>
  kernel.vstore %w, %x[4 * %g + N]
  // CHECK:      x[0] = maximum_float2((float2)(a, v.s1), (float2)(a, v.s2)).s1;
  %a = kernel.lane %v[0]
  %b = kernel.lane %v[1]
  %c = kernel.lane %v[2]
  %ab = kernel.vector %a, %b
  %ac = kernel.vector %a, %c
  %m = arith.maximumf %ab, %ac : vector<2xf32>
  %r = kernel.lane %m[1]
  kernel.store %r, %x[0]
}

// A vector of more than 32 bytes is read and written in parts.
// CHECK-LABEL: kernel void large(
// LONG-LABEL: kernel void large(
kernel.func @large(%x: !kernel.buffer<global, f64>) {
  %g = kernel.global_id 0
  // CHECK:      double8 v = (double8)(vload4(0, x + 8 * g), vload4(1, x + 8 * g));
  // LONG:       double8 v = *(global const unaligned_double8 *)(x + 8 * g);
  %v = kernel.vload 8 %x[8 * %g]
  // CHECK-NEXT: double8 w = v * v;
  // CHECK-NEXT: vstore4(w.s0123, 0, x + 8 * g);
  // CHECK-NEXT: vstore4(w.s4567, 1, x + 8 * g);
  // LONG-NEXT:  *(global unaligned_double8 *)(x + 8 * g) = v * v;
  %w = arith.mulf %v, %v : vector<8xf64>
  kernel.vstore %w, %x[8 * %g]
}
