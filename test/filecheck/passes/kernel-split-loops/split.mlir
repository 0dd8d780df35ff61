// RUN: lift-opt %s -p kernel-split-loops | filecheck %s

// The row and the place in it have loops of their own; the fold goes through both in the same order.
// CHECK-LABEL: kernel.func @window
// CHECK-NEXT: %r = kernel.for %i = 0 to 3 step 1 with (%acc = %zero) : f32 {
// CHECK-NEXT:   [[S:%.*]] = kernel.for [[J:%.*]] = 0 to 3 step 1 with ([[A:%.*]] = %acc) : f32 {
// CHECK-NEXT:     %e = kernel.load %x[%i * M + [[J]]] : f32
// CHECK-NEXT:     %s = arith.addf [[A]], %e : f32
// CHECK-NEXT:     kernel.yield %s : f32
// CHECK-NEXT:   }
// CHECK-NEXT:   kernel.yield [[S]] : f32
kernel.func @window<M>(%x: !kernel.buffer<global, f32>, %zero: f32) {
  %r = kernel.for %i = 0 to 9 step 1 with (%acc = %zero) : f32 {
    %e = kernel.load %x[M * (%i floordiv 3) + %i mod 3]
    %s = arith.addf %acc, %e : f32
    kernel.yield %s : f32
  }
  kernel.store %r, %x[0]
}

// Sizes divide, too; the variable itself is computed where something else needs it.
// CHECK-LABEL: kernel.func @joined
// CHECK:      kernel.for %i = 0 to N step 1 {
// CHECK-NEXT:   kernel.for [[J:%.*]] = 0 to M step 1 {
// CHECK-NEXT:     [[K:%.*]] = kernel.apply [%i * M + [[J]]] : index
// CHECK-NEXT:     %e = kernel.load %x[[[J]] * N + %i] : i32
// CHECK-NEXT:     %k = arith.index_cast [[K]] : index to i32
// CHECK-NEXT:     %s = arith.addi %e, %k : i32
// CHECK-NEXT:     kernel.store %s, %y[%i * M + [[J]]] : i32
kernel.func @joined<N, M>(%x: !kernel.buffer<global, i32>, %y: !kernel.buffer<global, i32>) {
  kernel.for %i = 0 to N * M step 1 {
    %e = kernel.load %x[N * (%i mod M) + %i floordiv M]
    %k = arith.index_cast %i : index to i32
    %s = arith.addi %e, %k : i32
    kernel.store %s, %y[%i]
  }
}

// The name of the variable stands for both.
// CHECK-LABEL: kernel.func @named
// CHECK:      kernel.for %i = 0 to N step 1 {
// CHECK-NEXT:   kernel.for [[J:%.*]] = 0 to 4 step 1 {
// CHECK-NEXT:     kernel.store %a, %x[4 * %i * N + [[J]] * N + %i] : f32
kernel.func @named<N>(%x: !kernel.buffer<global, f32>, %a: f32) {
  kernel.for %i[k] = 0 to 4 * N step 1 {
    kernel.store %a, %x[N * k + %i floordiv 4]
  }
}

// Three dimensions are three loops.
// CHECK-LABEL: kernel.func @three
// CHECK:      kernel.for %i = 0 to N step 1 {
// CHECK-NEXT:   kernel.for [[J:%.*]] = 0 to 4 step 1 {
// CHECK-NEXT:     kernel.for [[K:%.*]] = 0 to 5 step 1 {
// CHECK-NEXT:       kernel.store %a, %x[[[J]] * N + 4 * [[K]] * N + %i] : f32
kernel.func @three<N>(%x: !kernel.buffer<global, f32>, %a: f32) {
  kernel.for %i = 0 to 20 * N step 1 {
    kernel.store %a, %x[%i floordiv 20 + N * ((%i mod 20) floordiv 5) + 4 * N * (%i mod 5)]
  }
}

// What leaves a rest stays, and so do loops in strides, those that are to be unrolled, and those with a barrier.
// CHECK-LABEL: kernel.func @stay
// CHECK:      kernel.for %i = 0 to N step 1 {
// CHECK-NEXT:   kernel.store %a, %x[%i mod 3] : f32
// CHECK:      kernel.for {{.*}} = %g to 9 step 4 {
// CHECK-NEXT:   kernel.store %a, %x[{{.*}} mod 3] : f32
// CHECK:      kernel.for unroll {{.*}} = 0 to 9 step 1 {
// CHECK-NEXT:   kernel.store %a, %x[{{.*}} mod 3] : f32
// CHECK:      kernel.for {{.*}} = 0 to 9 step 1 {
// CHECK-NEXT:   kernel.barrier local
// CHECK:      kernel.for {{.*}} = 0 to 9 step 1 {
// CHECK-NEXT:   [[N:%.*]] = kernel.load %y
// CHECK-NEXT:   kernel.store %a, %x[{{.*}} mod [[N]]] : f32
kernel.func @stay<N>(%x: !kernel.buffer<global, f32>, %y: !kernel.buffer<global, i32>, %a: f32) {
  %g = kernel.global_id 0
  kernel.for %i = 0 to N step 1 {
    kernel.store %a, %x[%i mod 3]
  }
  kernel.for %i = %g to 9 step 4 {
    kernel.store %a, %x[%i mod 3]
  }
  kernel.for unroll %i = 0 to 9 step 1 {
    kernel.store %a, %x[%i mod 3]
  }
  kernel.for %i = 0 to 9 step 1 {
    kernel.barrier local
    kernel.store %a, %x[%i mod 3]
  }
  kernel.for %i = 0 to 9 step 1 {
    %n = kernel.load %y[0]
    kernel.store %a, %x[%i mod %n]
  }
}
