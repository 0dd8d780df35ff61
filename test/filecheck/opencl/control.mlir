// RUN: lift-opt %s -t opencl | filecheck %s

// CHECK:      float square(float a) {
// CHECK-NEXT:   return a * a;
// CHECK-NEXT: }
lift.user_fun @square(a: f32) -> f32 = "return a * a;"

// A function that nothing calls is not printed.
// CHECK-NOT: idle
lift.user_fun @idle(a: f32) -> f32 = "return a;"

// CHECK:      // dot<N>(x: global f32, y: global f32, out: global f32)
// CHECK-NEXT: // where [N mod 128 eq 0]
// CHECK-NEXT: // launch(local = [64], groups = [N floordiv 128])
// CHECK-NEXT: kernel __attribute__((reqd_work_group_size(64, 1, 1)))
// CHECK-NEXT: void dot_1(global const float *restrict x, global const float *restrict y, global float *restrict out, const int N) {
kernel.func @dot<N>(%x: !kernel.buffer<global, f32>, %y: !kernel.buffer<global, f32>, %out: !kernel.buffer<global, f32>)
    where [N mod 128 eq 0] launch(local = [64], groups = [N floordiv 128]) {
  // CHECK-NEXT: local float tmp[64];
  %tmp = kernel.alloc local f32[64]
  // CHECK-NEXT: int wg = get_group_id(0);
  %wg = kernel.group_id 0
  // CHECK-NEXT: int lid = get_local_id(0);
  %0 = kernel.local_id 0
  %zero = arith.constant 0.0 : f32
  // CHECK-NEXT: float acc = 0.0f;
  // CHECK-NEXT: for (int i = 0; i < 2; i++) {
  %s = kernel.for %i = 0 to 2 step 1 with (%acc = %zero) {
    %a = kernel.load %x[2 * %0 + 128 * %wg + %i]
    %b = kernel.load %y[2 * %0 + 128 * %wg + %i]
    %ab = arith.mulf %a, %b : f32
    // CHECK-NEXT: acc = acc + x[128 * wg + 2 * lid + i] * y[128 * wg + 2 * lid + i];
    %r = arith.addf %acc, %ab : f32
    kernel.yield %r
  }
  // CHECK-NEXT: }
  // CHECK-NEXT: tmp[lid] = acc;
  kernel.store %s, %tmp[%0]
  // CHECK-NEXT: barrier(CLK_LOCAL_MEM_FENCE);
  kernel.barrier local
  // CHECK-NEXT: if (lid < 1) {
  kernel.if %0 lt 1 {
    // Siblings may use a name again, what is inside may not.
    // CHECK-NEXT: float acc1 = 0.0f;
    // CHECK-NEXT: for (int i = 0; i < 64; i++) {
    %t = kernel.for %i[k] = 0 to 64 step 1 with (%acc = %zero) {
      %a = kernel.load %tmp[k]
      %r = arith.addf %acc, %a : f32
      kernel.yield %r
    }
    // CHECK: out[wg] = square(acc1);
    %q = lift.call @square(%t)
    kernel.store %q, %out[%wg]
  }
}

// A value that another needs is not lost when both change at once.
// CHECK-LABEL: kernel void swap(
kernel.func @swap<N>(%x: !kernel.buffer<global, f32>, %a: f32, %b: f32) {
  // CHECK:      float p = a;
  // CHECK-NEXT: float q = b;
  // CHECK-NEXT: for (int i = 0; i < N; i++) {
  // CHECK-NEXT:   float q_next = p;
  // CHECK-NEXT:   p = q;
  // CHECK-NEXT:   q = q_next;
  %r, %s = kernel.for %i = 0 to N step 1 with (%p = %a, %q = %b) {
    kernel.yield %q, %p
  }
  // CHECK: x[0] = p;
  kernel.store %r, %x[0]
  // CHECK-NEXT: x[1] = q;
  kernel.store %s, %x[1]
}

// One variable serves a value that goes from loop to loop.
// CHECK-LABEL: kernel void nested(
kernel.func @nested<N>(%x: !kernel.buffer<global, f32>, %a: f32) {
  // CHECK:      float acc = a;
  // CHECK-NEXT: for (int i = 0; i < N; i++) {
  // CHECK-NEXT:   for (int j = i; j < N; j += 2) {
  // CHECK-NEXT:     acc = acc + x[j];
  // CHECK-NEXT:   }
  // CHECK-NEXT: }
  %r = kernel.for %i = 0 to N step 1 with (%acc = %a) {
    %s = kernel.for %j = %i to N step 2 with (%inner = %acc) {
      %e = kernel.load %x[%j]
      %t = arith.addf %inner, %e : f32
      kernel.yield %t
    }
    kernel.yield %s
  }
  // CHECK-NEXT: x[0] = acc;
  kernel.store %r, %x[0]
}

// CHECK-LABEL: kernel void conditions(
kernel.func @conditions<N>(%x: !kernel.buffer<global, f32>, %c: i1, %zero: f32) {
  %g = kernel.global_id 0
  // Where both branches are expressions, so is the whole.
  // CHECK: x[g] = g < N ? x[g] : zero;
  %e = kernel.if %g lt N : f32 {
    %1 = kernel.load %x[%g]
    kernel.yield %1
  } else {
    kernel.yield %zero
  }
  kernel.store %e, %x[%g]
  // CHECK-NEXT: float f;
  // CHECK-NEXT: if (c) {
  // CHECK-NEXT:   x[g] = zero;
  // CHECK-NEXT:   f = zero;
  // CHECK-NEXT: } else {
  // CHECK-NEXT:   f = x[g];
  // CHECK-NEXT: }
  %f = kernel.if %c : f32 {
    kernel.store %zero, %x[%g]
    kernel.yield %zero
  } else {
    %2 = kernel.load %x[%g]
    kernel.yield %2
  }
  // CHECK-NEXT: if (N <= g) {
  kernel.if %g lt N {
  } else {
    // CHECK-NEXT: x[g] = f;
    kernel.store %f, %x[%g]
  }
}

// CHECK-LABEL: kernel void order(
kernel.func @order(%x: !kernel.buffer<global, f32>) {
  // What is read before a store stays before it.
  // CHECK:      float a = x[0];
  // CHECK-NEXT: x[0] = x[1];
  // CHECK-NEXT: x[1] = a;
  %a = kernel.load %x[0]
  %b = kernel.load %x[1]
  kernel.store %b, %x[0]
  kernel.store %a, %x[1]
}

// What is there is printed, also what nothing depends on.
// CHECK-LABEL: kernel void unused(
// CHECK-NEXT: local float t[4];
// CHECK-NEXT: int g = get_global_id(0);
// CHECK-NEXT: float a = x[g];
// CHECK-NEXT: float b = a + a;
// CHECK-NEXT: }
kernel.func @unused(%x: !kernel.buffer<global, f32>) {
  %t = kernel.alloc local f32[4]
  %g = kernel.global_id 0
  %a = kernel.load %x[%g]
  %b = arith.addf %a, %a : f32
}
