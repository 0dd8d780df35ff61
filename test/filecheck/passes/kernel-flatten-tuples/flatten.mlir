// RUN: lift-opt %s -p kernel-flatten-tuples | filecheck %s
// RUN: lift-opt %s -p kernel-flatten-tuples -t opencl | filecheck %s --check-prefix=C

lift.user_fun @swap(t: tuple<f32, i32>) -> tuple<i32, f32> = "return (tuple_int_float){t._1, t._0};" {
  %a = lift.get %t[0]
  %b = lift.get %t[1]
  %r = lift.tuple %b, %a
  lift.return %r
}

// A loop carries the leaves. In C all are assigned at once: what another one overwrites is kept before.
// CHECK-LABEL: kernel.func @carried
// C-LABEL: void carried(
kernel.func @carried<N>(%x: !kernel.buffer<global, f32>, %a: f32, %b: f32) {
  %init = lift.tuple %a, %b
  // CHECK-NEXT: %r0, %r1 = kernel.for %i = 0 to N step 1 with (%acc0 = %a, %acc1 = %b) : f32, f32 {
  // CHECK-NEXT:   %e = kernel.load %x[%i] : f32
  // CHECK-NEXT:   %s = arith.addf %acc1, %e : f32
  // CHECK-NEXT:   kernel.yield %s, %acc0 : f32, f32
  // CHECK-NEXT: }
  // C-NEXT: float acc0 = a;
  // C-NEXT: float acc1 = b;
  // C-NEXT: for (int i = 0; i < N; i++) {
  // C-NEXT:   float acc1_next = acc0;
  // C-NEXT:   acc0 = acc1 + x[i];
  // C-NEXT:   acc1 = acc1_next;
  // C-NEXT: }
  %r = kernel.for %i = 0 to N step 1 with (%acc = %init) {
    %p = lift.get %acc[0]
    %q = lift.get %acc[1]
    %e = kernel.load %x[%i]
    %s = arith.addf %q, %e : f32
    %next = lift.tuple %s, %p
    kernel.yield %next
  }
  // CHECK-NEXT: kernel.store %r1, %x[0] : f32
  // C-NEXT: x[0] = acc1;
  %y = lift.get %r[1]
  kernel.store %y, %x[0]
}

// Tuples in tuples have their leaves in order; other values stay where they are, and a leaf that nothing needs goes.
// CHECK-LABEL: kernel.func @nested
kernel.func @nested<N>(%x: !kernel.buffer<global, f32>, %a: f32, %k: i32, %v: vector<4xf32>) {
  %inner = lift.tuple %v, %k
  %init = lift.tuple %a, %inner
  // CHECK-NEXT: %s, %r0, %r1 = kernel.for %i = 0 to N step 1 with (%b = %a, %t0 = %a, %t1 = %v) : f32, f32, vector<4xf32> {
  %s, %r = kernel.for %i = 0 to N step 1 with (%b = %a, %t = %init) {
    %p = lift.get %t[0]
    %q = lift.get %t[1]
    %w = lift.get %q[0]
    // CHECK-NEXT: %sum = arith.addf %t0, %b : f32
    %sum = arith.addf %p, %b : f32
    // CHECK-NEXT: %twice = arith.addf %t1, %t1 : vector<4xf32>
    %twice = arith.addf %w, %w : vector<4xf32>
    %other = lift.get %q[1]
    %again = lift.tuple %twice, %other
    %next = lift.tuple %sum, %again
    // CHECK-NEXT: kernel.yield %t0, %sum, %twice : f32, f32, vector<4xf32>
    kernel.yield %p, %next
  }
  %u = lift.get %r[1]
  %last = lift.get %u[0]
  kernel.vstore %last, %x[0]
  kernel.store %s, %x[4]
}

// CHECK-LABEL: kernel.func @chosen
// C-LABEL: void chosen(
kernel.func @chosen<N>(%x: !kernel.buffer<global, f32>, %c: i1, %a: f32, %b: f32) {
  %t = lift.tuple %a, %b
  %u = lift.tuple %b, %a
  // CHECK-NEXT: %s0 = arith.select %c, %a, %b : f32
  // CHECK-NEXT: %s1 = arith.select %c, %b, %a : f32
  // C: float s0 = c ? a : b;
  // C-NEXT: float s1 = c ? b : a;
  %s = arith.select %c, %t, %u : tuple<f32, f32>
  // CHECK-NEXT: %r0, %r1 = kernel.if N lt 3 : f32, f32 {
  // CHECK-NEXT:   kernel.yield %s0, %s1 : f32, f32
  // CHECK-NEXT: } else {
  // CHECK-NEXT:   kernel.yield %b, %a : f32, f32
  // CHECK-NEXT: }
  %r = kernel.if N lt 3 : tuple<f32, f32> {
    kernel.yield %s
  } else {
    kernel.yield %u
  }
  %p = lift.get %r[0]
  %q = lift.get %r[1]
  kernel.store %p, %x[0]
  kernel.store %q, %x[1]
}

// What a C function takes is a tuple, and what it gives is taken apart; a parameter of the kernel, too.
// CHECK-LABEL: kernel.func @called
// C-LABEL: void called(
kernel.func @called<N>(%x: !kernel.buffer<global, i32>, %y: !kernel.buffer<global, f32>, %t: tuple<f32, i32>) {
  // CHECK-DAG: %[[A:.*]] = lift.get %t[0] : f32
  // CHECK-DAG: %[[B:.*]] = lift.get %t[1] : i32
  // CHECK:     %r0, %r1 = kernel.for %i = 0 to N step 1 with (%acc0 = %[[A]], %acc1 = %[[B]]) : f32, i32 {
  %r = kernel.for %i = 0 to N step 1 with (%acc = %t) {
    // CHECK-NEXT: %[[T:.*]] = lift.tuple %acc0, %acc1 : tuple<f32, i32>
    // CHECK-NEXT: %s = lift.call @swap(%[[T]]) : tuple<i32, f32>
    // CHECK-NEXT: %p = lift.get %s[1] : f32
    // CHECK-NEXT: %q = lift.get %s[0] : i32
    // CHECK-NEXT: kernel.yield %p, %q : f32, i32
    // C:      tuple_int_float s = swap((tuple_float_int){acc0, acc1});
    // C-NEXT: acc0 = s._1;
    // C-NEXT: acc1 = s._0;
    %s = lift.call @swap(%acc)
    %p = lift.get %s[1]
    %q = lift.get %s[0]
    %next = lift.tuple %p, %q
    kernel.yield %next
  }
  %u = lift.get %r[0]
  %v = lift.get %r[1]
  kernel.store %u, %y[0]
  kernel.store %v, %x[0]
}
