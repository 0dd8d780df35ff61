// RUN: lift-opt %s -p kernel-erase-dead-values | filecheck %s
// RUN: lift-opt %s -p kernel-erase-dead-values -t opencl | filecheck %s --check-prefix=C

// CHECK-LABEL: kernel.func @unused
// CHECK-NEXT: }
// C-LABEL: void unused(
// C-NEXT: }
kernel.func @unused(%x: !kernel.buffer<global, f32>) {
  %t = kernel.alloc local f32[4]
  %g = kernel.global_id 0
  %a = kernel.load %x[%g]
  %b = arith.addf %a, %a : f32
}

// A value that needs nothing but itself in the next iteration is not carried.
// CHECK-LABEL: kernel.func @carried
// CHECK-NEXT: %s = kernel.for %i = 0 to N step 1 with (%a = %zero) : f32 {
// CHECK-NEXT: kernel.load
// CHECK-NEXT: arith.addf
// CHECK-NEXT: kernel.yield
// CHECK-NEXT: }
// CHECK-NEXT: kernel.store %s
kernel.func @carried<N>(%x: !kernel.buffer<global, f32>, %zero: f32) {
  %s, %t = kernel.for %i = 0 to N step 1 with (%a = %zero, %b = %zero) : f32, f32 {
    %v = kernel.load %x[%i] : f32
    %s_1 = arith.addf %a, %v : f32
    %t_1 = arith.mulf %b, %v : f32
    kernel.yield %s_1, %t_1 : f32, f32
  }
  kernel.store %s, %x[0] : f32
}

// What somebody sees stays: a store and all that it is computed from, and a barrier.
// CHECK-LABEL: kernel.func @seen
// CHECK-NEXT: %g = kernel.global_id 0
// CHECK-NEXT: %a = kernel.load %x[%g]
// CHECK-NEXT: kernel.barrier global
// CHECK-NEXT: kernel.store %a, %x[%g + 1]
// CHECK-NEXT: }
kernel.func @seen(%x: !kernel.buffer<global, f32>) {
  %g = kernel.global_id 0
  %a = kernel.load %x[%g]
  kernel.barrier global
  kernel.store %a, %x[%g + 1]
}

// A loop that nobody needs goes with the condition that ends it.
// CHECK-LABEL: kernel.func @unused_while
// CHECK-NEXT: }
kernel.func @unused_while<N>(%x: !kernel.buffer<global, i32>) {
  %zero = arith.constant 0 : i32
  %r = kernel.for %i = 0 to N step 1 with (%a = %zero) {
    %v = kernel.load %x[%i]
    %c = arith.cmpi slt, %a, %v : i32
    kernel.while %c
    kernel.yield %v
  }
}
