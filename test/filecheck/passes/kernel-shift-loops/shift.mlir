// RUN: lift-opt %s -p kernel-shift-loops | filecheck %s

// A loop over the rest begins where the rest does, and ends where the array does.
// CHECK-LABEL: kernel.func @rest
// CHECK:      kernel.for %i = 32 * (N floordiv 32) to N step 1 with (%acc = %zero) : f32 {
// CHECK-NEXT:   %e = kernel.load %x[%i] : f32
// CHECK-NEXT:   %f = kernel.load %y[2 * %i + 1] : f32
kernel.func @rest<N>(%x: !kernel.buffer<global, f32>, %y: !kernel.buffer<global, f32>, %zero: f32) {
  %r = kernel.for %i = 0 to N mod 32 step 1 with (%acc = %zero) : f32 {
    %e = kernel.load %x[%i + 32 * (N floordiv 32)]
    %f = kernel.load %y[2 * %i + 64 * (N floordiv 32) + 1]
    %ef = arith.mulf %e, %f : f32
    %s = arith.addf %acc, %ef : f32
    kernel.yield %s : f32
  }
  kernel.store %r, %x[0]
}

// A part begins where the one before ends, and what is inside, also the ends of loops and conditions, is simpler.
// CHECK-LABEL: kernel.func @parts
// CHECK:      kernel.for %k = %i * N floordiv 128 to (%i * N + N) floordiv 128 step 1 {
// CHECK-NEXT:   kernel.for %j = 0 to %k + 1 step 1 {
// CHECK-NEXT:     kernel.if %k lt M {
// CHECK-NEXT:       kernel.store %a, %x[%k * (%k + 1) floordiv 2 + %j] : f32
kernel.func @parts<N, M>(%x: !kernel.buffer<global, f32>, %a: f32) {
  %i = kernel.group_id 0
  kernel.for %k = 0 to (%i * N + N) floordiv 128 - %i * N floordiv 128 step 1 {
    kernel.for %j = 0 to %k + %i * N floordiv 128 + 1 step 1 {
      kernel.if %k + %i * N floordiv 128 lt M {
        kernel.store %a, %x[(%k + %i * N floordiv 128) * (%k + %i * N floordiv 128 + 1) floordiv 2 + %j]
      }
    }
  }
}

// The rest of a part is shifted by where the part begins, too.
// CHECK-LABEL: kernel.func @rest_of_part
// CHECK:      kernel.for %k = %b + 8 * ((%e - %b) floordiv 8) to %e step 1 {
// CHECK-NEXT:   kernel.store %a, %x[%k] : f32
kernel.func @rest_of_part(%x: !kernel.buffer<global, f32>, %b: index, %e: index, %a: f32) {
  kernel.for %k = 0 to (%e - %b) mod 8 step 1 {
    kernel.store %a, %x[%k + %b + 8 * ((%e - %b) floordiv 8)]
  }
}

// The stride is what it was, and so is where the first iteration is.
// CHECK-LABEL: kernel.func @stride
// CHECK:      kernel.for %i = 32 * (N floordiv 32) + 1 to N step 4 {
// CHECK-NEXT:   kernel.store %a, %x[%i] : f32
kernel.func @stride<N>(%x: !kernel.buffer<global, f32>, %a: f32) {
  kernel.for %i = 1 to N mod 32 step 4 {
    kernel.store %a, %x[%i + 32 * (N floordiv 32)]
  }
}

// Who needs the number of the iteration has it.
// CHECK-LABEL: kernel.func @counted
// CHECK:      kernel.for %i = 32 * (N floordiv 32) to N step 1 {
// CHECK-NEXT:   [[C:%.*]] = kernel.apply [%i - 32 * (N floordiv 32)] : index
// CHECK-NEXT:   arith.index_cast [[C]] : index to i32
// CHECK-NEXT:   kernel.store {{.*}}, %x[%i] : i32
kernel.func @counted<N>(%x: !kernel.buffer<global, i32>) {
  kernel.for %i = 0 to N mod 32 step 1 {
    %k = arith.index_cast %i : index to i32
    kernel.store %k, %x[%i + 32 * (N floordiv 32)]
  }
}

// Nothing is gained where the indices or the end do not become simpler, and half of a difference need not be whole.
// CHECK-LABEL: kernel.func @stay
// CHECK:      kernel.for %i = 0 to N mod 32 step 1 {
// CHECK-NEXT:   kernel.store %a, %x[%i] : f32
// CHECK:      kernel.for {{.*}} = 0 to N step 1 {
// CHECK-NEXT:   kernel.store %a, %x[%g * N + {{.*}}] : f32
// CHECK:      kernel.for {{.*}} = 0 to N * (N - 1) floordiv 2 step 1 {
// CHECK-NEXT:   kernel.store %a, %x[N * (N + 1) floordiv 2 + {{.*}}] : f32
// CHECK:      kernel.for {{.*}} = %g to N mod 32 step 8 {
// CHECK-NEXT:   kernel.store %a, %x[{{.*}} + 32 * (N floordiv 32)] : f32
// CHECK:      kernel.for unroll {{.*}} = 0 to N mod 32 step 1 {
// CHECK-NEXT:   kernel.store %a, %x[{{.*}} + 32 * (N floordiv 32)] : f32
kernel.func @stay<N>(%x: !kernel.buffer<global, f32>, %a: f32) {
  %g = kernel.global_id 0
  kernel.for %i = 0 to N mod 32 step 1 {
    kernel.store %a, %x[%i]
  }
  kernel.for %i = 0 to N step 1 {
    kernel.store %a, %x[%g * N + %i]
  }
  kernel.for %i = 0 to (N * N - N) floordiv 2 step 1 {
    kernel.store %a, %x[%i + (N * N + N) floordiv 2]
  }
  kernel.for %i = %g to N mod 32 step 8 {
    kernel.store %a, %x[%i + 32 * (N floordiv 32)]
  }
  kernel.for unroll %i = 0 to N mod 32 step 1 {
    kernel.store %a, %x[%i + 32 * (N floordiv 32)]
  }
}
