// RUN: lift-opt %s --profile pocl -t opencl | filecheck %s
// RUN: lift-opt %s -t opencl | filecheck %s --check-prefix=FUNCTION

// Where the functions of OpenCL are calls that nothing vectorises, exponentials, logarithms, sines and cosines of f32 are
// polynomials: one text for scalars and for vectors, printed once for each type.

// CHECK:      float exp_float(float x) {
// CHECK-NEXT:   float a = x > 89.0f ? (float)(89.0f) : (x < -104.0f ? (float)(-104.0f) : x);
// CHECK:        int e = as_int(rounded) - 0x4B400000, half_e = e >> 1;
// CHECK:      float8 exp_float8(float8 x) {
// CHECK-NEXT:   float8 a = x > 89.0f ? (float8)(89.0f) : (x < -104.0f ? (float8)(-104.0f) : x);
// CHECK:        int8 e = as_int8(rounded) - 0x4B400000, half_e = e >> 1;
// CHECK-NOT:  float8 exp_float8(
// CHECK:      float exp2_float(float x) {
// CHECK:      float log_float(float x) {
// CHECK:      float log2_float(float x) {
// CHECK:      float log10_float(float x) {
// What is far from 0 is asked of the library, in a function that is not inlined.
// CHECK:      __attribute__((noinline)) float sin_far_float(float x, int b, float near) { return b ? (float)(sin(x)) : near; }
// CHECK-NEXT: float sin_float(float x) {
// CHECK:        return __builtin_expect((b) != 0, 0) ? sin_far_float(x, b, result) : result;
// CHECK:      float2 cos_far_float2(float2 x, int2 b, float2 near) { return b ? (float2)(cos(x.s0), cos(x.s1)) : near; }
// CHECK:        return __builtin_expect((b.s0 | b.s1) != 0, 0) ? cos_far_float2(x, b, result) : result;
// CHECK:        int4 b4 = b.lo | b.hi;
// CHECK-NEXT:   int2 b2 = b4.lo | b4.hi;
// CHECK-NEXT:   return __builtin_expect((b2.x | b2.y) != 0, 0) ? sin_far_float8(x, b, result) : result;

// CHECK-LABEL: kernel void exponentials(
// FUNCTION-LABEL: kernel void exponentials(
kernel.func @exponentials(%x: !kernel.buffer<global, f32>, %y: !kernel.buffer<global, f64>) {
  %i = kernel.global_id 0
  %a = kernel.load %x[%i]
  // CHECK:      float b = exp_float(x[i]);
  // FUNCTION:   float b = exp(x[i]);
  %b = math.exp %a : f32
  kernel.store %b, %x[%i]
  %v = kernel.vload 8 %x[8 * %i]
  // CHECK:      = exp_float8(exp_float8(*(global const unaligned_float8 *)(x + 8 * i)));
  // FUNCTION:   vstore8(exp(exp(vload8(0, x + 8 * i))), 0, x + 8 * i);
  %w = math.exp %v : vector<8xf32>
  %u = math.exp %w : vector<8xf32>
  kernel.vstore %u, %x[8 * %i]
  // CHECK:      log10_float(log2_float(log_float(exp2_float(b))))
  // FUNCTION:   log10(log2(log(exp2(b))))
  %c = math.exp2 %b : f32
  %d = math.log %c : f32
  %e = math.log2 %d : f32
  %f = math.log10 %e : f32
  kernel.store %f, %x[%i]
  // Those of other floats are functions everywhere.
  // CHECK:      y[i] = exp(y[i]);
  // FUNCTION:   y[i] = exp(y[i]);
  %g = kernel.load %y[%i]
  %h = math.exp %g : f64
  kernel.store %h, %y[%i]
}

// CHECK-LABEL: kernel void circular(
// FUNCTION-LABEL: kernel void circular(
kernel.func @circular(%x: !kernel.buffer<global, f32>, %y: !kernel.buffer<global, f64>) {
  %i = kernel.global_id 0
  %a = kernel.load %x[%i]
  // CHECK:      x[i] = sin_float(x[i]);
  // FUNCTION:   x[i] = sin(x[i]);
  %b = math.sin %a : f32
  kernel.store %b, %x[%i]
  %v = kernel.vload 2 %x[2 * %i]
  // CHECK:      = cos_float2(*(global const unaligned_float2 *)(x + 2 * i));
  // FUNCTION:   vstore2(cos(vload2(0, x + 2 * i)), 0, x + 2 * i);
  %w = math.cos %v : vector<2xf32>
  kernel.vstore %w, %x[2 * %i]
  %eight = kernel.vload 8 %x[8 * %i]
  // CHECK:      = sin_float8(*(global const unaligned_float8 *)(x + 8 * i));
  // FUNCTION:   vstore8(sin(vload8(0, x + 8 * i)), 0, x + 8 * i);
  %sines = math.sin %eight : vector<8xf32>
  kernel.vstore %sines, %x[8 * %i]
  // CHECK:      y[i] = sin(y[i]);
  // FUNCTION:   y[i] = sin(y[i]);
  %c = kernel.load %y[%i]
  %d = math.sin %c : f64
  kernel.store %d, %y[%i]
}
