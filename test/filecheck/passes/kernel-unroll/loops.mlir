// RUN: lift-opt %s -p kernel-unroll | filecheck %s

// CHECK-LABEL: kernel.func @marked
kernel.func @marked<N>(%x: !kernel.buffer<global, f32>, %a: f32) {
  // CHECK-NEXT: %wg = kernel.group_id 0 : index
  %wg = kernel.group_id 0
  // CHECK-NEXT: kernel.store %a, %x[0] : f32
  // CHECK-NEXT: kernel.store %a, %x[5] : f32
  // CHECK-NEXT: kernel.store %a, %x[10] : f32
  kernel.for unroll %i[k] = 0 to 11 step 5 {
    kernel.store %a, %x[k]
  }
  // The ends need not be numbers, if their difference is one; nested loops and names of nats are copied too.
  // CHECK-NEXT: kernel.for %j = 0 to %wg + N step 1 {
  // CHECK-NEXT:   kernel.store %a, %x[%wg + %j] : f32
  // CHECK-NEXT: }
  // CHECK-NEXT: kernel.for %j_1 = 0 to %wg + N + 1 step 1 {
  // CHECK-NEXT:   kernel.store %a, %x[%wg + %j_1 + 1] : f32
  // CHECK-NEXT: }
  kernel.for unroll %i = %wg to %wg + 2 step 1 {
    kernel.for %j = 0 to N + %i step 1 {
      kernel.store %a, %x[%i + %j]
    }
  }
  // CHECK-NEXT: kernel.for %j_2 = 0 to N step 1 {
  // CHECK-NEXT:   kernel.store %a, %x[%j_2] : f32
  // CHECK-NEXT: }
  // CHECK-NEXT: kernel.for %j_3 = 0 to N step 1 {
  // CHECK-NEXT:   kernel.store %a, %x[%j_3 + N] : f32
  // CHECK-NEXT: }
  kernel.for unroll %i[m] = 0 to 2 step 1 {
    kernel.for %j[o] = 0 to N step 1 {
      kernel.store %a, %x[m * N + o]
    }
  }
  // What is decided in a copy is decided.
  // CHECK-NEXT: kernel.store %a, %x[7] : f32
  // CHECK-NEXT: kernel.store %a, %x[1] : f32
  kernel.for unroll %i = 0 to 2 step 1 {
    kernel.if %i lt 1 {
      kernel.store %a, %x[7]
    } else {
      kernel.store %a, %x[%i]
    }
  }
  // The number of iterations is not known here.
  // CHECK-NEXT: kernel.for unroll %i = 0 to N step 1 {
  kernel.for unroll %i = 0 to N step 1 {
    kernel.store %a, %x[%i]
  }
}

// CHECK-LABEL: kernel.func @carried
kernel.func @carried(%x: !kernel.buffer<global, f32>, %a: f32) {
  // CHECK-NEXT: %e = kernel.load %x[0] : f32
  // CHECK-NEXT: %s = arith.addf %a, %e : f32
  // CHECK-NEXT: %e_1 = kernel.load %x[1] : f32
  // CHECK-NEXT: %s_1 = arith.addf %s, %e_1 : f32
  %r = kernel.for unroll %i = 0 to 2 step 1 with (%acc = %a) {
    %e = kernel.load %x[%i]
    %s = arith.addf %acc, %e : f32
    kernel.yield %s
  }
  // CHECK-NEXT: kernel.store %s_1, %x[0] : f32
  kernel.store %r, %x[0]
  // Two values change places in every iteration.
  %p, %q = kernel.for unroll %i = 0 to 3 step 1 with (%c = %a, %d = %r) {
    kernel.yield %d, %c
  }
  // CHECK-NEXT: kernel.store %s_1, %x[1] : f32
  kernel.store %p, %x[1]
  // CHECK-NEXT: kernel.store %a, %x[2] : f32
  kernel.store %q, %x[2]
  // The result of a loop inside is what the copies carry.
  // CHECK-NEXT: %t = kernel.for %j = 0 to 100 step 1 with (%acc = %a) : f32 {
  // CHECK:      %t_1 = kernel.for %j_1 = 0 to 100 step 1 with (%acc_1 = %t) : f32 {
  // CHECK:      kernel.store %t_1, %x[3] : f32
  %u = kernel.for unroll %i = 0 to 2 step 1 with (%b = %a) {
    %t = kernel.for %j = 0 to 100 step 1 with (%acc = %b) {
      %e = kernel.load %x[%j + %i]
      %s = arith.addf %acc, %e : f32
      kernel.yield %s
    }
    kernel.yield %t
  }
  kernel.store %u, %x[3]
}

// Without a mark a loop stays, unless a private array needs it.
// CHECK-LABEL: kernel.func @unmarked
kernel.func @unmarked(%x: !kernel.buffer<global, f32>, %a: f32) {
  // CHECK-NEXT: kernel.for %i = 0 to 4 step 1 {
  kernel.for %i = 0 to 4 step 1 {
    kernel.store %a, %x[%i]
  }
}
