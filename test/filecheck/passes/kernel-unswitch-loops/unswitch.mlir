// RUN: lift-opt %s -p kernel-unswitch-loops | filecheck %s
// RUN: lift-opt %s --profile generic,control_flow=off -p kernel-unswitch-loops | filecheck %s --check-prefix=OFF

// Whether a row is there is asked before the loop over its elements, and what follows from that is not asked again.
// CHECK-LABEL: kernel.func @rows
// CHECK:      kernel.if %g ge 2 {
// CHECK-NEXT:   kernel.for %i = 0 to N step 1 {
// CHECK-NEXT:     %e = kernel.load %x[%g * N + %i - 2 * N] : f32
// CHECK-NEXT:     %f = kernel.load %x[%g * N + %i - N] : f32
// CHECK-NEXT:     %s = arith.addf %e, %f : f32
// CHECK-NEXT:     kernel.store %s, %y[%g * N + %i] : f32
// CHECK-NEXT:   }
// CHECK-NEXT: } else {
// CHECK-NEXT:   kernel.for %i_1 = 0 to N step 1 {
// CHECK-NEXT:     kernel.if %g ge 1
// OFF-LABEL: kernel.func @rows
// OFF:       kernel.for
// OFF-NEXT:    kernel.if %g ge 2
kernel.func @rows<N>(%x: !kernel.buffer<global, f32>, %y: !kernel.buffer<global, f32>, %zero: f32) {
  %g = kernel.global_id 0
  kernel.for %i = 0 to N step 1 {
    %v = kernel.if %g ge 2 : f32 {
      %e = kernel.load %x[%g * N + %i - 2 * N]
      kernel.yield %e : f32
    } else {
      kernel.yield %zero : f32
    }
    %w = kernel.if %g ge 1 : f32 {
      %f = kernel.load %x[%g * N + %i - N]
      kernel.yield %f : f32
    } else {
      kernel.yield %zero : f32
    }
    %s = arith.addf %v, %w : f32
    kernel.store %s, %y[%g * N + %i]
  }
}

// A fold has a value in both cases.
// CHECK-LABEL: kernel.func @fold
// CHECK:      %r = kernel.if %g ge 1 : f32 {
// CHECK-NEXT:   %{{.*}} = kernel.for
// CHECK:        kernel.yield
// CHECK:      } else {
// CHECK:        %{{.*}} = kernel.for
// CHECK:      kernel.store %r, %y[%g] : f32
kernel.func @fold<N>(%x: !kernel.buffer<global, f32>, %y: !kernel.buffer<global, f32>, %zero: f32) {
  %g = kernel.global_id 0
  %r = kernel.for %i = 0 to N step 1 with (%acc = %zero) : f32 {
    %v = kernel.if %g ge 1 : f32 {
      %e = kernel.load %x[%g * N + %i - N]
      kernel.yield %e : f32
    } else {
      kernel.yield %zero : f32
    }
    %s = arith.addf %acc, %v : f32
    kernel.yield %s : f32
  }
  kernel.store %r, %y[%g]
}

// What changes in the loop is asked there, and a short loop stays as it is.
// CHECK-LABEL: kernel.func @stays
// CHECK:      kernel.for %i = 0 to N step 1 {
// CHECK-NEXT:   kernel.if %i ge 1
// CHECK:      kernel.for %j = 0 to 4 step 1 {
// CHECK-NEXT:   kernel.if %g ge 1
kernel.func @stays<N>(%x: !kernel.buffer<global, f32>, %y: !kernel.buffer<global, f32>, %zero: f32) {
  %g = kernel.global_id 0
  kernel.for %i = 0 to N step 1 {
    %v = kernel.if %i ge 1 : f32 {
      %e = kernel.load %x[%i - 1]
      kernel.yield %e : f32
    } else {
      kernel.yield %zero : f32
    }
    kernel.store %v, %y[%i]
  }
  kernel.for %j = 0 to 4 step 1 {
    %v = kernel.if %g ge 1 : f32 {
      %e = kernel.load %x[%g + %j - 1]
      kernel.yield %e : f32
    } else {
      kernel.yield %zero : f32
    }
    kernel.store %v, %y[4 * %g + %j]
  }
}
