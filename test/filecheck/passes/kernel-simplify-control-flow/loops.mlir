// RUN: lift-opt %s -p kernel-simplify-control-flow | filecheck %s

// Fewer iterations than work items: a condition. The variable is the id, and below 1 it is 0.
// CHECK-LABEL: kernel.func @at_most_once
kernel.func @at_most_once<N>(%x: !kernel.buffer<global, f32>, %a: f32) launch(local = [64], groups = [N]) {
  %l = kernel.local_id 0
  %size = kernel.local_size 0
  // CHECK-NEXT: %l = kernel.local_id 0 : index
  // CHECK-NEXT: kernel.if %l lt 32 {
  // CHECK-NEXT:   kernel.store %a, %x[2 * %l] : f32
  // CHECK-NEXT: }
  kernel.for %i = %l to 32 step %size {
    kernel.store %a, %x[2 * %i]
  }
  // CHECK-NEXT: kernel.if %l lt 1 {
  // CHECK-NEXT:   kernel.store %a, %x[0] : f32
  // CHECK-NEXT: }
  kernel.for %i = %l to 1 step %size {
    kernel.store %a, %x[%i floordiv 2]
  }
}

// As many rounds as work items: just the body, with the name of the loop written as the id.
// CHECK-LABEL: kernel.func @exactly_once
kernel.func @exactly_once<N>(%x: !kernel.buffer<global, f32>, %a: f32) where [N mod 64 eq 0]
    launch(local = [64], groups = [N floordiv 64]) {
  // CHECK-NEXT: %wg = kernel.group_id 0 : index
  // CHECK-NEXT: %l = kernel.local_id 0 : index
  // CHECK-NEXT: kernel.store %a, %x[64 * %wg + %l] : f32
  // CHECK-NEXT: %n = kernel.apply [%wg + %l] : i32
  // CHECK-NEXT: kernel.for %q = 0 to %wg + 1 step 1 {
  // CHECK-NEXT:   kernel.store %a, %x[%q] : f32
  // CHECK-NEXT: }
  // CHECK-NEXT: %f = arith.sitofp %n
  %wg = kernel.group_id 0
  %groups = kernel.num_groups 0
  %l = kernel.local_id 0
  %size = kernel.local_size 0
  kernel.for %i[k] = %wg to N floordiv 64 step %groups {
    kernel.for %j[m] = %l to 64 step %size {
      kernel.store %a, %x[64 * k + m]
      %n = kernel.apply [k + m] : i32
      kernel.for %q[o] = 0 to k + 1 step 1 {
        kernel.store %a, %x[o]
      }
      %f = arith.sitofp %n : i32 to f32
      kernel.store %f, %x[0]
    }
  }
}

// Nothing is known of the launch: the loop stays, unless there is one element.
// CHECK-LABEL: kernel.func @any_launch
kernel.func @any_launch<N>(%x: !kernel.buffer<global, f32>, %a: f32) {
  %g = kernel.global_id 0
  %size = kernel.global_size 0
  // CHECK: kernel.for %i = %g to N step %size {
  // CHECK-NEXT: kernel.store %a, %x[%i] : f32
  kernel.for %i[k] = %g to N step %size {
    kernel.store %a, %x[k]
  }
  // CHECK: kernel.if %g lt 1 {
  kernel.for %i = %g to 1 step %size {
    kernel.store %a, %x[%i]
  }
}

// One group for every 64 elements, and a rest.
// CHECK-LABEL: kernel.func @rounded_up
kernel.func @rounded_up<N>(%x: !kernel.buffer<global, f32>, %a: f32)
    launch(local = [64], groups = [(N + 63) floordiv 64]) {
  %g = kernel.global_id 0
  %size = kernel.global_size 0
  // CHECK: kernel.if %g lt N {
  // CHECK-NEXT: kernel.store %a, %x[%g] : f32
  kernel.for %i = %g to N step %size {
    kernel.store %a, %x[%i]
  }
}

// Too many elements for the launch.
// CHECK-LABEL: kernel.func @too_many
kernel.func @too_many<N>(%x: !kernel.buffer<global, f32>, %a: f32) launch(local = [64], groups = [N]) {
  %l = kernel.local_id 0
  %size = kernel.local_size 0
  // CHECK: kernel.for %i = %l to 65 step 64 {
  kernel.for %i = %l to 65 step %size {
    kernel.store %a, %x[%i]
  }
}

// Work items of a dimension that the launch does not have are number 0.
// CHECK-LABEL: kernel.func @missing_dimension
kernel.func @missing_dimension<N>(%x: !kernel.buffer<global, f32>, %a: f32) launch(local = [1], groups = [N]) {
  %l = kernel.local_id 0
  %k = kernel.local_id 1
  %size = kernel.local_size 1
  // CHECK-NEXT: kernel.for %i = 0 to N step 1 {
  // CHECK-NEXT:   kernel.store %a, %x[%i] : f32
  kernel.for %i = %k to N step %size {
    kernel.for %j = %l to 1 step 1 {
      kernel.store %a, %x[%i + %j]
    }
  }
}

// What a loop of one iteration carries: its first value, where it does not run.
// CHECK-LABEL: kernel.func @carried
kernel.func @carried<N>(%x: !kernel.buffer<global, f32>, %a: f32) launch(local = [64], groups = [N]) {
  %l = kernel.local_id 0
  %size = kernel.local_size 0
  // CHECK:      %r = kernel.if %l lt 32 : f32 {
  // CHECK-NEXT:   %e = kernel.load %x[%l] : f32
  // CHECK-NEXT:   %s = arith.addf %a, %e : f32
  // CHECK-NEXT:   kernel.yield %s : f32
  // CHECK-NEXT: } else {
  // CHECK-NEXT:   kernel.yield %a : f32
  // CHECK-NEXT: }
  %r = kernel.for %i = %l to 32 step %size with (%acc = %a) {
    %e = kernel.load %x[%i]
    %s = arith.addf %acc, %e : f32
    kernel.yield %s
  }
  // CHECK-NEXT: %e_1 = kernel.load %x[7] : f32
  // CHECK-NEXT: %s_1 = arith.addf %r, %e_1 : f32
  %t = kernel.for %i = 7 to 8 step 1 with (%acc = %r) {
    %e = kernel.load %x[%i]
    %s = arith.addf %acc, %e : f32
    kernel.yield %s
  }
  // CHECK-NEXT: kernel.store %s_1, %x[0] : f32
  kernel.store %t, %x[0]
  %u = kernel.for %i = %l to %l step 1 with (%acc = %a) {
    %e = kernel.load %x[%i]
    kernel.yield %e
  }
  // CHECK-NEXT: kernel.store %a, %x[1] : f32
  kernel.store %u, %x[1]
  // CHECK-NEXT: }
}

// A variable that is no index of memory is computed.
// CHECK-LABEL: kernel.func @as_value
kernel.func @as_value<N>(%x: !kernel.buffer<global, f32>) {
  %wg = kernel.group_id 0
  // CHECK: %i = kernel.apply [2 * %wg + 1] : index
  // CHECK-NEXT: %n = arith.index_cast %i : index to i32
  // CHECK-NEXT: %f = arith.sitofp %n : i32 to f32
  // CHECK-NEXT: kernel.store %f, %x[2 * %wg + 1] : f32
  kernel.for %i = 2 * %wg + 1 to 2 * %wg + 2 step 1 {
    %n = arith.index_cast %i : index to i32
    %f = arith.sitofp %n : i32 to f32
    kernel.store %f, %x[%i]
  }
}

// What does nothing goes, also inside of what then does nothing.
// CHECK-LABEL: kernel.func @idle
// CHECK-NEXT: }
kernel.func @idle<N>(%x: !kernel.buffer<global, f32>) {
  kernel.for %i = 0 to N step 1 {
    kernel.for %j = 0 to N step 1 {
      %e = kernel.load %x[%j]
      %f = arith.addf %e, %e : f32
    }
  }
}

// A kernel with views is left for later.
// CHECK-LABEL: kernel.func @views
kernel.func @views<N>(%x: !kernel.buffer<global, f32>, %a: f32) {
  %m = view.memory %x : !view.view<!lift.array<N, f32>>
  // CHECK: kernel.for %i[k] = 0 to 1 step 1 {
  kernel.for %i[k] = 0 to 1 step 1 {
    %e = view.access %m[k]
    view.store %a, %e
  }
}

// A loop with a barrier in it is no condition, even if it has one iteration at most.
// CHECK-LABEL: kernel.func @barrier_inside
kernel.func @barrier_inside<N>(%x: !kernel.buffer<global, f32>) {
  %g = kernel.group_id 0
  %groups = kernel.num_groups 0
  %l = kernel.local_id 0
  // CHECK: kernel.for %w = %g to 1 step %groups {
  kernel.for %w = %g to 1 step %groups {
    %v = kernel.load %x[%l] : f32
    // CHECK: kernel.barrier global
    kernel.barrier global
    kernel.store %v, %x[%l + 1] : f32
  }
}

// What is known of a size in a loop is not known where the loop ends: with N = 1 neither has an iteration.
// CHECK-LABEL: kernel.func @ends_of_parts
// CHECK: kernel.for %i = 0 to N - 2 step 1 {
// CHECK: kernel.for %j = 0 to max(0, N - 2) mod 4 step 1 {
kernel.func @ends_of_parts<N>(%x: !kernel.buffer<global, f32>, %a: f32) {
  kernel.for %i = 0 to max(0, N - 2) step 1 {
    kernel.store %a, %x[%i]
  }
  kernel.for %j = 0 to max(0, N - 2) mod 4 step 1 {
    kernel.store %a, %x[%j]
  }
}
