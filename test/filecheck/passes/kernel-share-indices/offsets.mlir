// RUN: lift-opt %s -p kernel-share-indices | filecheck %s

// The products of an index that a loop does not change are added before it, for all loops that follow; what is a sum stays.
// CHECK-LABEL: kernel.func @rows
// CHECK:      kernel.for %i = 0 to N step 1 {
// CHECK-NEXT:   [[O:%.*]] = kernel.apply [6 * %i * M] : index
// CHECK-NEXT:   kernel.for %j = 0 to M step 1 {
// CHECK-NEXT:     kernel.store %a, %x[%j + [[O]]] : f32
// CHECK-NEXT:     kernel.store %a, %x[%j + [[O]] + 2 * M + 1] : f32
// CHECK-NEXT:   }
// CHECK-NEXT:   kernel.for [[J:%.*]] = 0 to M step 1 {
// CHECK-NEXT:     kernel.store %a, %y[[[J]] + [[O]]] : f32
kernel.func @rows<N, M>(%x: !kernel.buffer<global, f32>, %y: !kernel.buffer<global, f32>, %a: f32) {
  kernel.for %i = 0 to N step 1 {
    kernel.for %j = 0 to M step 1 {
      kernel.store %a, %x[6 * %i * M + %j]
      kernel.store %a, %x[6 * %i * M + %j + 2 * M + 1]
    }
    kernel.for %j = 0 to M step 1 {
      kernel.store %a, %y[6 * %i * M + %j]
    }
  }
}

// Each part is added where it changes least.
// CHECK-LABEL: kernel.func @nested
// CHECK:      [[G:%.*]] = kernel.apply [16 * %g * M] : index
// CHECK-NEXT: kernel.for %i = 0 to N step 1 {
// CHECK-NEXT:   [[O:%.*]] = kernel.apply [%i * M * N + [[G]]] : index
// CHECK-NEXT:   kernel.for %j = 0 to M step 1 {
// CHECK-NEXT:     kernel.store %a, %x[%j + [[O]]] : f32
// CHECK-NEXT:     kernel.store %a, %y[%j + [[G]]] : f32
kernel.func @nested<N, M>(%x: !kernel.buffer<global, f32>, %y: !kernel.buffer<global, f32>, %a: f32) {
  %g = kernel.group_id 0
  kernel.for %i = 0 to N step 1 {
    kernel.for %j = 0 to M step 1 {
      kernel.store %a, %x[%i * M * N + 16 * %g * M + %j]
      kernel.store %a, %y[16 * %g * M + %j]
    }
  }
}

// What is left of an index that is divided as a whole is an integer, or it stays.
// CHECK-LABEL: kernel.func @packed
// CHECK:      [[O:%.*]] = kernel.apply [%k * (%k + 1) floordiv 2] : index
// CHECK-NEXT: kernel.for %i = 0 to %k step 1 {
// CHECK-NEXT:   kernel.store %a, %x[%i + [[O]] + 3] : f32
// CHECK:      kernel.for [[J:%.*]] = 0 to 8 step 1 {
// CHECK-NEXT:   kernel.store %a, %x[(%k * %k + [[J]] * [[J]] + %k + [[J]]) floordiv 2 + %k * [[J]]] : f32
kernel.func @packed(%x: !kernel.buffer<global, f32>, %a: f32) {
  %k = kernel.group_id 0
  kernel.for %i = 0 to %k step 1 {
    kernel.store %a, %x[%k * (%k + 1) floordiv 2 + %i + 3]
  }
  kernel.for %j = 0 to 8 step 1 {
    kernel.store %a, %x[(%k + %j) * (%k + %j + 1) floordiv 2]
  }
}

// One product stays where it is, and so does what might have no value before a loop or outside of a condition.
// CHECK-LABEL: kernel.func @stay
// CHECK-NOT:  kernel.apply
// CHECK:      kernel.for %i = 0 to N step 1 {
// CHECK-NEXT:   kernel.store %a, %x[%g * N + %i] : f32
// CHECK-NEXT: }
// CHECK-NOT:  kernel.apply
// CHECK:        kernel.store %a, %x[{{.*}}100 floordiv %n
kernel.func @stay<N>(%x: !kernel.buffer<global, f32>, %n: i32, %a: f32) {
  %g = kernel.group_id 0
  kernel.for %i = 0 to N step 1 {
    kernel.store %a, %x[%g * N + %i]
  }
  kernel.for %i = 0 to N step 1 {
    kernel.if %n ge 1 {
      kernel.store %a, %x[5 * N * (100 floordiv %n) + %i]
    }
  }
}

// What has a value everywhere leaves a condition, too.
// CHECK-LABEL: kernel.func @conditional
// CHECK:      [[O:%.*]] = kernel.apply [2 * %g * N] : index
// CHECK-NEXT: kernel.for %i = 0 to N step 1 {
// CHECK-NEXT:   kernel.if %i ge 1 {
// CHECK-NEXT:     kernel.store %a, %x[%i + [[O]]] : f32
kernel.func @conditional<N>(%x: !kernel.buffer<global, f32>, %a: f32) {
  %g = kernel.group_id 0
  kernel.for %i = 0 to N step 1 {
    kernel.if %i ge 1 {
      kernel.store %a, %x[2 * %g * N + %i]
    }
  }
}

// Several accesses of a block share what they have in common; three are too few.
// CHECK-LABEL: kernel.func @block
// CHECK:      [[O:%.*]] = kernel.apply [3 * %g * M + 2 * %g * N] : index
// CHECK-NEXT: kernel.store %a, %x[[[O]]] : f32
// CHECK-NEXT: kernel.store %a, %x[[[O]] + N] : f32
// CHECK-NEXT: kernel.store %a, %x[%g + [[O]]] : f32
// CHECK-NEXT: kernel.store %a, %y[[[O]] + 1] : f32
// CHECK-NEXT: kernel.store %a, %y[5 * %g * M] : f32
// CHECK-NEXT: kernel.store %a, %y[5 * %g * M + 1] : f32
// CHECK-NEXT: kernel.store %a, %y[5 * %g * M + 2] : f32
kernel.func @block<N, M>(%x: !kernel.buffer<global, f32>, %y: !kernel.buffer<global, f32>, %a: f32) {
  %g = kernel.group_id 0
  kernel.store %a, %x[2 * %g * N + 3 * %g * M]
  kernel.store %a, %x[2 * %g * N + 3 * %g * M + N]
  kernel.store %a, %x[2 * %g * N + 3 * %g * M + %g]
  kernel.store %a, %y[2 * %g * N + 3 * %g * M + 1]
  kernel.store %a, %y[5 * %g * M]
  kernel.store %a, %y[5 * %g * M + 1]
  kernel.store %a, %y[5 * %g * M + 2]
}

// Where a loop begins and ends is called so, if it takes more than to divide a size by a number.
// CHECK-LABEL: kernel.func @bounds
// CHECK:      %end = kernel.apply [(%g * N + N) floordiv 32] : index
// CHECK-NEXT: %begin = kernel.apply [%g * N floordiv 32] : index
// CHECK-NEXT: %count = kernel.apply [(%end - %begin) floordiv 8] : index
// CHECK-NEXT: kernel.for %i = 0 to %count step 1 {
// CHECK-NEXT:   kernel.store %a, %x[8 * %i + %begin] : f32
// CHECK:      kernel.for [[J:%.*]] = 8 * %count + %begin to %end step 1 {
// CHECK:      kernel.for [[K:%.*]] = 0 to N floordiv 32 step 1 {
kernel.func @bounds<N>(%x: !kernel.buffer<global, f32>, %a: f32) {
  %g = kernel.group_id 0
  kernel.for %i = 0 to ((%g * N + N) floordiv 32 - %g * N floordiv 32) floordiv 8 step 1 {
    kernel.store %a, %x[8 * %i + %g * N floordiv 32]
  }
  kernel.for %i = %g * N floordiv 32 + 8 * (((%g * N + N) floordiv 32 - %g * N floordiv 32) floordiv 8)
      to (%g * N + N) floordiv 32 step 1 {
    kernel.store %a, %x[%i]
  }
  kernel.for %i = 0 to N floordiv 32 step 1 {
    kernel.store %a, %x[%i]
  }
}
