// RUN: lift-opt %s -t opencl | filecheck %s

// Functions stand before the kernels, and only those that are used.
// CHECK:     #pragma OPENCL EXTENSION cl_khr_fp64 : enable
// CHECK:     typedef struct { float _0; int _1; } tuple_float_int;
// CHECK-NOT: floor_div
// CHECK:     int floor_mod(int a, int d)
// CHECK:     int div_int(int a, int b)
// CHECK-NOT: rem_int

// CHECK-LABEL: kernel void integers(
kernel.func @integers(%x: !kernel.buffer<global, i32>, %a: i32, %b: i32) {
  %three = arith.constant 3 : i32
  // Signed integers wrap around by being unsigned.
  // CHECK: x[0] = (int)((uint)a + (uint)b);
  %0 = arith.addi %a, %b : i32
  kernel.store %0, %x[0]
  // CHECK-NEXT: x[5] = (int)((uint)a * (uint)b + (uint)a);
  %6 = arith.muli %a, %b : i32
  %7 = arith.addi %6, %a : i32
  kernel.store %7, %x[5]
  // CHECK-NEXT: x[1] = a / 3;
  %1 = arith.divsi %a, %three : i32
  kernel.store %1, %x[1]
  // CHECK-NEXT: x[2] = div_int(a, b);
  %2 = arith.divsi %a, %b : i32
  kernel.store %2, %x[2]
  // CHECK-NEXT: x[3] = (int)((uint)a >> 3);
  %3 = arith.shrui %a, %three : i32
  kernel.store %3, %x[3]
  // CHECK-NEXT: x[4] = (a & b) | a;
  %4 = arith.andi %a, %b : i32
  %5 = arith.ori %4, %a : i32
  kernel.store %5, %x[4]
}

// CHECK-LABEL: kernel void parentheses(
kernel.func @parentheses(%x: !kernel.buffer<global, f32>, %a: f32, %b: f32) {
  // CHECK: x[0] = (a + b) * a - b;
  %0 = arith.addf %a, %b : f32
  %1 = arith.mulf %0, %a : f32
  %2 = arith.subf %1, %b : f32
  kernel.store %2, %x[0]
  // CHECK-NEXT: x[1] = a - (a - b);
  %3 = arith.subf %a, %b : f32
  %4 = arith.subf %a, %3 : f32
  kernel.store %4, %x[1]
  // CHECK-NEXT: x[2] = -(-a);
  %5 = arith.negf %a : f32
  %6 = arith.negf %5 : f32
  kernel.store %6, %x[2]
  // CHECK-NEXT: x[3] = a < b ? a : -0.5f;
  %half = arith.constant -0.5 : f32
  %7 = arith.cmpf olt, %a, %b : f32
  %8 = arith.select %7, %a, %half : f32
  kernel.store %8, %x[3]
}

// CHECK-LABEL: kernel void types(global uchar *restrict flags, const uchar c, const tuple_float_int t, global const double *restrict d)
kernel.func @types(%flags: !kernel.buffer<global, i1>, %c: i1, %t: tuple<f32, i32>, %d: !kernel.buffer<global, f64>) {
  // CHECK: int second = t._1;
  %second = lift.get %t[1]
  // CHECK-NEXT: flags[second] = c || d[0] > 1e-8;
  %tiny = arith.constant 1.0e-8 : f64
  %e = kernel.load %d[0]
  %0 = arith.cmpf ogt, %e, %tiny : f64
  %1 = arith.ori %c, %0 : i1
  kernel.store %1, %flags[%second]
}

// Divisions are plain where the dividend is known not to be negative.
// CHECK-LABEL: kernel void indices(
kernel.func @indices<N>(%x: !kernel.buffer<global, f32>, %at: i32) {
  %g = kernel.global_id 0
  // CHECK: x[g / 4 + g % N] = x[floor_mod(at, 8)];
  %e = kernel.load %x[%at mod 8]
  kernel.store %e, %x[%g floordiv 4 + %g mod N]
}

// Names are those of the program where C allows it.
// CHECK-LABEL: kernel void names(global float *restrict float_1, const float max_1, const int half_1)
kernel.func @names<half>(%float: !kernel.buffer<global, f32>, %max: f32) {
  // CHECK: float_1[half_1] = max_1;
  kernel.store %max, %float[half]
}

// CHECK-LABEL: kernel void tables(global float *restrict x, const int N, global const int *restrict rows, global const int *restrict offsets)
kernel.func @tables<N, rows[N]>(%x: !kernel.buffer<global, f32>) sums [offsets[N + 1] by (i) -> (rows[i])] {
  %g = kernel.global_id 0
  // CHECK: x[offsets[g]] = x[rows[g]];
  %e = kernel.load %x[rows[%g]]
  kernel.store %e, %x[sum(i : %g, rows[i])]
}

// A product is written into the sum that needs it, however long it is, so that compilers contract the two; long factors of it are
// variables.
// CHECK-LABEL: kernel void contracted(
kernel.func @contracted(%x: !kernel.buffer<global, f32>, %some_long_name: !kernel.buffer<global, f32>, %b: f32) {
  // CHECK:      float [[Y:[a-z0-9]+]] = some_long_name[{{.*}}];
  // CHECK-NEXT: float [[Z:[a-z0-9]+]] = some_long_name[{{.*}}];
  // CHECK-NEXT: x[0] = b + [[Y]] * [[Z]];
  %i = kernel.global_id 0
  %j = kernel.global_id 1
  %0 = kernel.load %some_long_name[17 * %i * %j + 12345 * %j]
  %1 = kernel.load %some_long_name[19 * %i * %j + 12345 * %j]
  %2 = arith.mulf %0, %1 : f32
  %3 = arith.addf %b, %2 : f32
  kernel.store %3, %x[0]
  // A product that something else needs is as long as others may be.
  // CHECK:      float [[P:[a-z0-9]+]] = some_long_name[{{.*}}] * some_long_name[{{.*}}];
  // CHECK-NEXT: x[1] = b / [[P]];
  %4 = kernel.load %some_long_name[17 * %i * %j + 12345 * %j]
  %5 = kernel.load %some_long_name[19 * %i * %j + 12345 * %j]
  %6 = arith.mulf %4, %5 : f32
  %7 = arith.divf %b, %6 : f32
  kernel.store %7, %x[1]
}

// CHECK-LABEL: kernel void contracted_lanes(
kernel.func @contracted_lanes(%x: !kernel.buffer<global, f32>, %some_long_name: !kernel.buffer<global, f32>, %b: f32, %v: vector<4xf32>) {
  // CHECK: float4 [[T:[a-z0-9]+]] = vload4(0, some_long_name + {{.*}});
  // CHECK: v - (float4)(b) * [[T]]
  %i = kernel.global_id 0
  %j = kernel.global_id 1
  %0 = kernel.vload 4 %some_long_name[17 * %i * %j + 12345 * %j + 17 * %i + 123456]
  %1 = kernel.map_vec (%s = %b, %t = %0) : vector<4xf32> {
    %p = arith.mulf %s, %t : f32
    kernel.yield %p : f32
  }
  %2 = arith.subf %v, %1 : vector<4xf32>
  kernel.vstore %2, %x[0]
}
