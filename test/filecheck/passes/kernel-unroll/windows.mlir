// RUN: lift-opt %s -p kernel-unroll | filecheck %s

// A short fold that reads through clamps is unrolled with the fold in it: parts of its indices are numbers then.
// CHECK-LABEL: kernel.func @clamped
// CHECK-NOT:  kernel.for
// CHECK:      kernel.load %x[M * max(0, %g - 1)] : f32
// CHECK:      kernel.load %x[M * max(0, %g - 1)] : f32
// CHECK:      kernel.load %x[%g * M] : f32
// CHECK:      kernel.load %x[%g * M] : f32
// CHECK-NOT:  kernel.load
kernel.func @clamped<M>(%x: !kernel.buffer<global, f32>, %y: !kernel.buffer<global, f32>, %zero: f32) {
  %g = kernel.global_id 0
  %r = kernel.for %i = 0 to 2 step 1 with (%acc = %zero) : f32 {
    %s = kernel.for %j = 0 to 2 step 1 with (%a = %acc) : f32 {
      %e = kernel.load %x[M * max(0, %g + %i - 1) + max(0, %j - 1)]
      %t = arith.addf %a, %e : f32
      kernel.yield %t : f32
    }
    kernel.yield %s : f32
  }
  kernel.store %r, %y[%g]
}

// So is one that chooses by its position.
// CHECK-LABEL: kernel.func @chosen
// CHECK-NOT:  kernel.for
// CHECK:      kernel.if %g ge 1 : f32 {
// CHECK-NOT:  kernel.if
kernel.func @chosen<M>(%x: !kernel.buffer<global, f32>, %y: !kernel.buffer<global, f32>, %zero: f32) {
  %g = kernel.global_id 0
  %r = kernel.for %i = 0 to 3 step 1 with (%acc = %zero) : f32 {
    %e = kernel.if %g + %i ge 1 : f32 {
      %v = kernel.load %x[%g + %i - 1]
      kernel.yield %v : f32
    } else {
      kernel.yield %zero : f32
    }
    %t = arith.addf %acc, %e : f32
    kernel.yield %t : f32
  }
  kernel.store %r, %y[%g]
}

// A condition that is open for every position would only be repeated.
// CHECK-LABEL: kernel.func @open
// CHECK:      kernel.for {{.*}} = 0 to 3 step 1 with
// CHECK-NEXT: kernel.if
// CHECK-NOT:  kernel.if
kernel.func @open<M>(%x: !kernel.buffer<global, f32>, %y: !kernel.buffer<global, f32>, %zero: f32) {
  %g = kernel.global_id 0
  %r = kernel.for %i = 0 to 3 step 1 with (%acc = %zero) : f32 {
    %e = kernel.if %g + %i lt M : f32 {
      %v = kernel.load %x[%g + %i]
      kernel.yield %v : f32
    } else {
      kernel.yield %zero : f32
    }
    %t = arith.addf %acc, %e : f32
    kernel.yield %t : f32
  }
  kernel.store %r, %y[%g]
}

// What would be too long stays, but for the fold in it; and so do folds whose indices are in proportion, and maps.
// CHECK-LABEL: kernel.func @stay
// CHECK:      kernel.for %i = 0 to 9 step 1
// CHECK-NOT:  kernel.for
// CHECK:      kernel.load %x[M * max(0, %g + %i - 1)] : f32
// CHECK:      kernel.load %x[M * max(0, %g + %i - 1) + 7] : f32
// CHECK:      kernel.for {{.*}} = 0 to 3 step 1 with
// CHECK:      kernel.for {{.*}} = 0 to 3 step 1 {
kernel.func @stay<M>(%x: !kernel.buffer<global, f32>, %y: !kernel.buffer<global, f32>, %zero: f32) {
  %g = kernel.global_id 0
  %r = kernel.for %i = 0 to 9 step 1 with (%acc = %zero) : f32 {
    %s = kernel.for %j = 0 to 9 step 1 with (%a = %acc) : f32 {
      %e = kernel.load %x[M * max(0, %g + %i - 1) + max(0, %j - 1)]
      %t = arith.addf %a, %e : f32
      kernel.yield %t : f32
    }
    kernel.yield %s : f32
  }
  %q = kernel.for %i = 0 to 3 step 1 with (%acc = %r) : f32 {
    %e = kernel.load %x[M * %i]
    %t = arith.addf %acc, %e : f32
    kernel.yield %t : f32
  }
  kernel.for %i = 0 to 3 step 1 {
    kernel.store %q, %y[max(%i, %g)]
  }
}
