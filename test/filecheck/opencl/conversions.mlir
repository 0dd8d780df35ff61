// RUN: lift-opt %s -t opencl | filecheck %s
// RUN: lift-opt %s --profile generic,vector_access=pointers -t opencl | filecheck %s --check-prefix=POINTERS

// Only what rounds is a function, for scalars and for vectors.
// CHECK-NOT: pragma
// CHECK:      typedef struct { uchar _0; ushort _1; ushort _2; } tuple_uchar_ushort_ushort;
// CHECK:      ushort bf16_float(float a) { uint b = as_uint(a); b = (b & 0x7fffffff) > 0x7f800000 ? (b >> 16) | 64 : (b + 0x7fff + ((b >> 16) & 1)) >> 16; return (ushort)(b); }
// CHECK-NEXT: ushort2 bf16_float2(float2 a) { uint2 b = as_uint2(a); {{.*}} return (ushort2)(b.s0, b.s1); }

// CHECK-LABEL: kernel void naturals(global const uchar *restrict x, global const ulong *restrict y, global uchar *restrict r, global float *restrict f, const ushort c)
kernel.func @naturals(%x: !kernel.buffer<global, ui8>, %y: !kernel.buffer<global, ui64>, %r: !kernel.buffer<global, ui8>,
                      %f: !kernel.buffer<global, f32>, %c: ui16) {
  %a = kernel.load %x[0]
  %b = lift.convert %a to i32
  %d = lift.convert %c to i32
  %s = arith.addi %b, %d : i32
  %t = lift.convert %s to ui8
  // Casts, and nothing goes through a sign where it need not.
  // CHECK-NEXT: r[0] = (uchar)((uint)x[0] + (uint)c);
  kernel.store %t, %r[0]
  %e = kernel.load %y[0]
  %g = lift.convert %e to i64
  %h = arith.muli %g, %g : i64
  %i = lift.convert %h to ui64
  %j = lift.convert %i to ui8
  // CHECK-NEXT: ulong e = y[0];
  // CHECK-NEXT: long g = (long)e;
  // CHECK-NEXT: r[1] = (uchar)(ulong)((ulong)g * (ulong)g);
  kernel.store %j, %r[1]
  %k = lift.convert %e to f32
  // CHECK-NEXT: f[0] = (float)e;
  kernel.store %k, %f[0]
}

// CHECK-LABEL: kernel void halves(global const ushort *restrict x, global ushort *restrict r, const ushort c)
kernel.func @halves(%x: !kernel.buffer<global, bf16>, %r: !kernel.buffer<global, bf16>, %c: bf16) {
  %a = kernel.load %x[0]
  %b = lift.convert %a to f32
  %d = lift.convert %c to f32
  %s = arith.addf %b, %d : f32
  %t = lift.convert %s to bf16
  // CHECK-NEXT: ushort a = x[0];
  // CHECK-NEXT: r[0] = bf16_float(as_float((uint)a << 16) + as_float((uint)c << 16));
  kernel.store %t, %r[0]
  %z = arith.constant 0 : i16
  %u = lift.convert %z to ui16
  %p = lift.convert %u to ui8
  %all = lift.tuple %p, %u, %a
  %part = lift.get %all[2]
  // CHECK: r[1] = {{.*}}_2;
  kernel.store %part, %r[1]
}

// CHECK-LABEL: kernel void vectors(
// POINTERS-LABEL: kernel void vectors(
kernel.func @vectors(%x: !kernel.buffer<global, ui8>, %w: !kernel.buffer<global, bf16>, %i: !kernel.buffer<global, i32>) {
  // CHECK-NEXT: uchar2 a = vload2(0, x);
  // POINTERS-NEXT: uchar2 a = *(global const unaligned_uchar2 *)(x);
  %a = kernel.vload 2 %x[0]
  // CHECK-NEXT: vstore2((int2)((int)a.s0, (int)a.s1), 0, i);
  %b = lift.convert %a to vector<2xi32>
  kernel.vstore %b, %i[0]
  // CHECK-NEXT: ushort2 c = vload2(0, w);
  %c = kernel.vload 2 %w[0]
  // CHECK-NEXT: float2 d = (float2)(as_float((uint)c.s0 << 16), as_float((uint)c.s1 << 16));
  %d = lift.convert %c to vector<2xf32>
  // CHECK-NEXT: vstore2(bf16_float2(d * d), 0, w);
  %e = arith.mulf %d, %d : vector<2xf32>
  %f = lift.convert %e to vector<2xbf16>
  kernel.vstore %f, %w[0]
}
