// RUN: lift-opt %s -t opencl | filecheck %s

// C has most ops for vectors. Integers wrap around by being unsigned.
// CHECK-LABEL: kernel void whole(
kernel.func @whole(%x: !kernel.buffer<global, i32>, %k: i32) {
  %v = kernel.vload 4 %x[0]
  %seven = arith.constant 7 : i32
  // CHECK:      vstore4(as_int4(as_uint4(v) + as_uint4((int4)(k)) * as_uint4(v)), 0, x);
  %a = kernel.map_vec (%s = %v, %y = %k) {
    %p = arith.muli %y, %s : i32
    %q = arith.addi %s, %p : i32
    kernel.yield %q
  }
  kernel.vstore %a, %x[0]
  // CHECK-NEXT: vstore4((v / (int4)(7)) << v, 0, x + 4);
  %b = kernel.map_vec (%s = %v) {
    %c = arith.constant 7 : i32
    %p = arith.divsi %s, %c : i32
    %q = arith.shli %p, %s : i32
    kernel.yield %q
  }
  kernel.vstore %b, %x[4]
}

// A division that needs a guard is written lane by lane, and functions are called with as many lanes as the profile says.
// CHECK-LABEL: kernel void parts(
kernel.func @parts(%x: !kernel.buffer<global, i32>, %y: !kernel.buffer<global, f64>, %k: i32) {
  %v = kernel.vload 2 %x[0]
  // CHECK:      vstore2((int2)(div_int(s.s0, k), div_int(s.s1, k)), 0, x);
  %a = kernel.map_vec (%s = %v, %t = %k) {
    %p = arith.divsi %s, %t : i32
    kernel.yield %p
  }
  kernel.vstore %a, %x[0]
  %w = kernel.vload 8 %y[0]
  // CHECK:      double8 b = (double8)(exp(s1.s0123), exp(s1.s4567));
  %b = kernel.map_vec (%s = %w) {
    %p = math.exp %s : f64
    kernel.yield %p
  }
  kernel.vstore %b, %y[0]
}

// A comparison gives a mask, as wide as what is compared: it chooses, and is combined with others. What chooses among wider
// values is made wider, and a vector of bits has bytes.
// CHECK-LABEL: kernel void masks(global float *restrict x, global double *restrict y, global uchar *restrict b, const uchar c)
kernel.func @masks(%x: !kernel.buffer<global, f32>, %y: !kernel.buffer<global, f64>, %b: !kernel.buffer<global, i1>, %c: i1) {
  %v = kernel.vload 4 %x[0]
  %w = kernel.vload 4 %y[0]
  // CHECK:      vstore4(v < (float4)(0.0f) ? -v : v, 0, x);
  %abs = kernel.map_vec (%s = %v) {
    %zero = arith.constant 0.0 : f32
    %less = arith.cmpf olt, %s, %zero : f32
    %minus = arith.negf %s : f32
    %r = arith.select %less, %minus, %s : f32
    kernel.yield %r
  }
  kernel.vstore %abs, %x[0]
  // CHECK:      vstore4(convert_long4((v != v) & (int4)(-c)) ? w : (double4)(1.0), 0, y);
  %wide = kernel.map_vec (%s = %v, %t = %w, %d = %c) {
    %one = arith.constant 1.0 : f64
    %nan = arith.cmpf une, %s, %s : f32
    %both = arith.andi %nan, %d : i1
    %r = arith.select %both, %t, %one : f64
    kernel.yield %r
  }
  kernel.vstore %wide, %y[0]
  %bits = kernel.vload 4 %b[0]
  // CHECK:      char4 r = (vload4(0, b) != (uchar4)(0)) ^ convert_char4(v <= (float4)(0.0f));
  // CHECK-NEXT: vstore4(convert_uchar4(-r), 0, b);
  %new = kernel.map_vec (%was = %bits, %s = %v) {
    %zero = arith.constant 0.0 : f32
    %less = arith.cmpf ole, %s, %zero : f32
    %r = arith.xori %was, %less : i1
    kernel.yield %r
  }
  kernel.vstore %new, %b[0]
}
