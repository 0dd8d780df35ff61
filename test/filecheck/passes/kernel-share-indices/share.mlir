// RUN: lift-opt %s -p kernel-share-indices | filecheck %s
// RUN: lift-opt %s -p kernel-share-indices -t opencl | filecheck %s --check-prefix=C

// CHECK-LABEL: kernel.func @transposed
// C-LABEL: void transposed(
kernel.func @transposed<M, N>(%x: !kernel.buffer<global, f32>, %y: !kernel.buffer<global, f32>) {
  %g = kernel.global_id 0
  // C: if (g < M * N) {
  // C-NEXT: int quotient = g / M;
  // C-NEXT: int rest = g % M;
  // C-NEXT: y[rest * N + quotient + 1] = x[rest * N + quotient];
  kernel.if %g lt M * N {
    // CHECK:      %quotient = kernel.apply [%g floordiv M] : index
    // CHECK-NEXT: %rest = kernel.apply [%g mod M] : index
    // CHECK-NEXT: %e = kernel.load %x[%rest * N + %quotient] : f32
    // CHECK-NEXT: kernel.store %e, %y[%rest * N + %quotient + 1] : f32
    %e = kernel.load %x[%g floordiv M + N * (%g mod M)]
    kernel.store %e, %y[%g floordiv M + N * (%g mod M) + 1]
  }
}

// What stands there once stays, and so does what costs little.
// CHECK-LABEL: kernel.func @cheap
kernel.func @cheap<M>(%x: !kernel.buffer<global, f32>, %a: f32) {
  %g = kernel.global_id 0
  // CHECK-NOT: kernel.apply
  // CHECK: kernel.store %a, %x[%g floordiv M] : f32
  kernel.store %a, %x[%g floordiv M]
  kernel.for %r = 0 to 5 step 1 {
    kernel.store %a, %x[(%g + %r) floordiv 4 + %g floordiv pow(2, %r)]
    kernel.store %a, %x[(%g + %r) floordiv 4 + 5 * (%g floordiv pow(2, %r))]
  }
}

// What does not change in a loop is computed before it, as far out as what it uses is there.
// CHECK-LABEL: kernel.func @invariant
kernel.func @invariant<M, N, K, rows[N]>(%x: !kernel.buffer<global, f32>, %a: f32)
    sums [begins[N + 1] by (i) -> (rows[i])] {
  %g = kernel.global_id 0
  // CHECK:      %quotient = kernel.apply [%g floordiv M] : index
  // CHECK-NEXT: kernel.for %r = 0 to N step 1 {
  // CHECK-NEXT:   %begin = kernel.apply [sum(i : %r, rows[i])] : index
  // CHECK-NEXT:   %most = kernel.apply [max(0, %r - 1)] : index
  // CHECK-NEXT:   %entry = kernel.apply [rows[%r]] : index
  // CHECK-NEXT:   kernel.for %i = 0 to %entry step 1 {
  // CHECK-NEXT:     kernel.store %a, %x[%i + %begin + %quotient + %most] : f32
  kernel.for %r = 0 to N step 1 {
    kernel.for %i = 0 to rows[%r] step 1 {
      kernel.store %a, %x[%i + %g floordiv M + max(0, %r - 1) + sum(j : %r, rows[j])]
    }
  }
}

// A loop that may have no iterations keeps what need not be defined without one; another loop does not.
// CHECK-LABEL: kernel.func @no_iterations
kernel.func @no_iterations<N, rows[N]>(%x: !kernel.buffer<global, f32>, %n: i32, %a: f32)
    sums [begins[N + 1] by (i) -> (rows[i])] {
  // CHECK:      kernel.for %i = 0 to %n step 1 {
  // CHECK-NEXT:   kernel.store %a, %x[100 floordiv %n] : f32
  // CHECK-NEXT:   kernel.store %a, %x[rows[%n]] : f32
  // CHECK-NEXT:   kernel.store %a, %x[sum(i : %n, rows[i])] : f32
  kernel.for %i = 0 to %n step 1 {
    kernel.store %a, %x[100 floordiv %n]
    kernel.store %a, %x[rows[%n]]
    kernel.store %a, %x[sum(j : %n, rows[j])]
  }
}

// CHECK-LABEL: kernel.func @iterations
kernel.func @iterations(%x: !kernel.buffer<global, f32>, %n: i32, %a: f32) {
  // CHECK-NEXT: %quotient = kernel.apply [100 floordiv %n] : index
  // CHECK-NEXT: kernel.for %i = 0 to 3 step 1 {
  // CHECK-NEXT:   kernel.store %a, %x[%i + %quotient] : f32
  kernel.for %i = 0 to 3 step 1 {
    kernel.store %a, %x[%i + 100 floordiv %n]
  }
}

// CHECK-LABEL: kernel.func @proved
kernel.func @proved(%x: !kernel.buffer<global, f32>, %n: i32, %m: i32, %a: f32) {
  // CHECK:      kernel.if %n ge 1 {
  // CHECK-NEXT:   %quotient = kernel.apply [100 floordiv %n] : index
  // CHECK-NEXT:   kernel.for %i = 0 to %m step 1 {
  kernel.if %n ge 1 {
    kernel.for %i = 0 to %m step 1 {
      kernel.store %a, %x[%i + 100 floordiv %n]
    }
  }
}

// A loop around a condition is not left by what the condition guards.
// CHECK-LABEL: kernel.func @condition
kernel.func @condition<N>(%x: !kernel.buffer<global, f32>, %n: i32, %a: f32) {
  // CHECK:      kernel.for %i = 0 to 5 step 1 {
  // CHECK-NEXT:   kernel.if %i le %n {
  // CHECK-NEXT:     kernel.store %a, %x[%i + 100 floordiv %n] : f32
  kernel.for %i = 0 to 5 step 1 {
    kernel.if %i le %n {
      kernel.store %a, %x[%i + 100 floordiv %n]
    }
  }
}

// It is computed where it was computed before: not outside of conditions that guard it.
// CHECK-LABEL: kernel.func @guarded
kernel.func @guarded<M>(%x: !kernel.buffer<global, f32>, %n: i32, %a: f32) {
  // CHECK: kernel.if %n ge 1 {
  kernel.if %n ge 1 {
    // CHECK-NEXT: %count = kernel.apply [100 floordiv %n] : index
    // CHECK-NEXT: kernel.for %i = 0 to %count step 1 {
    kernel.for %i = 0 to 100 floordiv %n step 1 {
      // CHECK-NEXT: kernel.store %a, %x[%i + %count] : f32
      kernel.store %a, %x[%i + 100 floordiv %n]
    }
  }
  // CHECK: kernel.if %n ge 2 {
  kernel.if %n ge 2 {
    // CHECK-NEXT: kernel.store %a, %x[100 floordiv %n] : f32
    kernel.store %a, %x[100 floordiv %n]
  }
  // CHECK: kernel.store %a, %x[if(%n ge 1, 100 floordiv %n, 0)] : f32
  kernel.store %a, %x[if(%n ge 1, 100 floordiv %n, 0)]
  // CHECK-NEXT: kernel.store %a, %x[if(%n ge 1, 100 floordiv %n, 1)] : f32
  kernel.store %a, %x[if(%n ge 1, 100 floordiv %n, 1)]
}

// What is larger comes first, and what is in it may be shared too.
// CHECK-LABEL: kernel.func @nested
kernel.func @nested<M, K>(%x: !kernel.buffer<global, f32>, %a: f32) {
  %g = kernel.global_id 0
  // CHECK:      %quotient = kernel.apply [%g floordiv M] : index
  // CHECK-NEXT: %rest = kernel.apply [%quotient mod K] : index
  // CHECK-NEXT: kernel.store %a, %x[%rest] : f32
  // CHECK-NEXT: kernel.store %a, %x[%rest + %quotient] : f32
  kernel.store %a, %x[(%g floordiv M) mod K]
  kernel.store %a, %x[(%g floordiv M) mod K + %g floordiv M]
}

// The least and the greatest write what they are taken of twice.
// CHECK-LABEL: kernel.func @clamped
// C-LABEL: void clamped(
kernel.func @clamped<N>(%x: !kernel.buffer<global, f32>, %y: !kernel.buffer<global, f32>) {
  %g = kernel.global_id 0
  // CHECK:      %least = kernel.apply [min(%g - 1, N - 1)] : index
  // CHECK-NEXT: %e = kernel.load %x[max(0, %least)] : f32
  // C:      int least = g - 1 < N - 1 ? g - 1 : N - 1;
  // C-NEXT: y[g] = x[least > 0 ? least : 0];
  %e = kernel.load %x[max(0, min(%g - 1, N - 1))]
  kernel.store %e, %y[%g]
}
