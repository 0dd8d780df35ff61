// RUN: lift-opt %s -t opencl | filecheck %s

// In a loop, a barrier that a condition on the work item comes after stands twice.
// CHECK-LABEL: kernel void condition(
// CHECK:      for (int i = 0; i < N; i++) {
// CHECK-NEXT:   barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
// CHECK-NEXT:   barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
// CHECK-NEXT:   float e = x[i];
// CHECK-NEXT:   if (l < N) {
kernel.func @condition<N>(%x: !kernel.buffer<global, f32>) {
  %l = kernel.local_id 0
  kernel.for %i = 0 to N step 1 {
    kernel.barrier local, global
    %e = kernel.load %x[%i]
    kernel.if %l lt N {
      kernel.store %e, %x[%l]
    }
  }
}

// So does one before a loop over the elements of a work item, also where that is in a loop of all of them.
// CHECK-LABEL: kernel void elements(
// CHECK:      for (int i = 0; i < N; i++) {
// CHECK-NEXT:   barrier(CLK_GLOBAL_MEM_FENCE);
// CHECK-NEXT:   barrier(CLK_GLOBAL_MEM_FENCE);
// CHECK-NEXT:   for (int j = 0; j < 2; j++) {
// CHECK-NEXT:     for (int k = l; k < N; k += size) {
kernel.func @elements<N>(%x: !kernel.buffer<global, f32>, %a: f32) {
  %l = kernel.local_id 0
  %size = kernel.local_size 0
  kernel.for %i = 0 to N step 1 {
    kernel.barrier global
    kernel.for %j = 0 to 2 step 1 {
      kernel.for %k = %l to N step %size {
        kernel.store %a, %x[%k]
      }
    }
  }
}

// Data may differ between work items, whatever it is.
// CHECK-LABEL: kernel void data(
// CHECK:      bool c = flags[0];
// CHECK-NEXT: for (int i = 0; i < N; i++) {
// CHECK-NEXT:   barrier(CLK_GLOBAL_MEM_FENCE);
// CHECK-NEXT:   barrier(CLK_GLOBAL_MEM_FENCE);
// CHECK-NEXT:   if (c) {
kernel.func @data<N>(%x: !kernel.buffer<global, f32>, %flags: !kernel.buffer<global, i1>, %a: f32) {
  %l = kernel.local_id 0
  %c = kernel.load %flags[0]
  kernel.for %i = 0 to N step 1 {
    kernel.barrier global
    kernel.if %c {
      kernel.store %a, %x[%l]
    }
  }
}

// One is enough where it is reached whatever the sizes are: outside of loops, and in one with a number of iterations.
// CHECK-LABEL: kernel void surely(
// CHECK:      barrier(CLK_GLOBAL_MEM_FENCE);
// CHECK-NEXT: if (l < N) {
// CHECK:      for (int i = 0; i < 3; i++) {
// CHECK-NEXT:   barrier(CLK_GLOBAL_MEM_FENCE);
// CHECK-NEXT:   if (l < N) {
kernel.func @surely<N>(%x: !kernel.buffer<global, f32>, %a: f32) {
  %l = kernel.local_id 0
  kernel.barrier global
  kernel.if %l lt N {
    kernel.store %a, %x[%l]
  }
  kernel.for %i = 0 to 3 step 1 {
    kernel.barrier global
    kernel.if %l lt N {
      kernel.store %a, %x[%l]
    }
  }
}

// It is also enough where all work items of a group do the same, and where the next barrier comes first.
// CHECK-LABEL: kernel void together(
// CHECK:      for (int i = wg; i < N; i += groups) {
// CHECK-NEXT:   for (int j = 0; j < i; j++) {
// CHECK-NEXT:     barrier(CLK_LOCAL_MEM_FENCE);
// CHECK-NEXT:     int end = i * N;
// CHECK-NEXT:     for (int k = j; k < end; k++) {
// CHECK-NEXT:       x[l] = a;
// CHECK-NEXT:     }
// CHECK-NEXT:     barrier(CLK_GLOBAL_MEM_FENCE);
// CHECK-NEXT:     x[l] = a;
// CHECK-NEXT:   }
// CHECK-NEXT:   if (l < N) {
kernel.func @together<N>(%x: !kernel.buffer<global, f32>, %a: f32) {
  %l = kernel.local_id 0
  %wg = kernel.group_id 0
  %groups = kernel.num_groups 0
  kernel.for %i = %wg to N step %groups {
    kernel.for %j = 0 to %i step 1 {
      kernel.barrier local
      %end = kernel.apply [N * %i]
      kernel.for %k = %j to %end step 1 {
        kernel.store %a, %x[%l]
      }
      kernel.barrier global
      kernel.store %a, %x[%l]
    }
    kernel.if %l lt N {
      kernel.store %a, %x[%l]
    }
  }
}
