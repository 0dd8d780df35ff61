// RUN: lift-opt %s -p test-print-index-ranges | filecheck %s

// The step of a loop is added to its last value, and the number of work items is what a launch says.
// CHECK-LABEL: @strided:
// CHECK-NEXT: at most N + 31 in kernel.for
// CHECK-NEXT: at most 2 * N - 1 in %{{.*}} = kernel.load %x[2 * %i + 1]
// CHECK-NOT: at most

// Every part counts, not only the index: with the divisor, which is added to what may be negative.
// CHECK-LABEL: @parts:
// CHECK-NEXT: at most N * N * N + 6 * N - 3 * N * N - 1 in %e = kernel.load %x[(%i * %i * %i - N) mod N]
// CHECK-NOT: at most

// Data may be anything that its type has, unless a comparison says otherwise.
// CHECK-LABEL: @data:
// CHECK: at most 1000 * 2147483648 - 1 in %e = kernel.load %x[1000 * %d]
// CHECK-NEXT: at most 1000 * N - 999 in %f = kernel.load %x[1000 * %d + 1]

// What was a natural is no less than 0, and no more than its bits allow.
// CHECK-LABEL: @naturals:
// CHECK: at most 255 * 16777216 in %f = kernel.load %x[16777216 * %j]
// CHECK-NOT: at most

// The iterations of the host are those from 1 to their number.
// CHECK-LABEL: @iterations:
// CHECK-NEXT: at most M * N in

// A loop may begin anywhere.
// CHECK-LABEL: @shifted:
// CHECK-NEXT: at most 128 * N in kernel.for
// CHECK-NEXT: at most N * N - N in %e = kernel.load
// CHECK-NOT: at most

// CHECK: builtin.module

kernel.func @strided<N>(%x: !kernel.buffer<global, f32>, %y: !kernel.buffer<global, f32>) {
  %g = kernel.global_id 0
  %n = kernel.global_size 0
  kernel.for %i = %g to N step %n {
    %e = kernel.load %x[2 * %i + 1]
    kernel.store %e, %y[%i]
  }
}
kernel.func @parts<N>(%x: !kernel.buffer<global, f32>, %y: !kernel.buffer<global, f32>) {
  kernel.for %i = 0 to N step 1 {
    %e = kernel.load %x[(%i * %i * %i - N) mod N]
    kernel.store %e, %y[%i]
  }
}
kernel.func @data<N>(%x: !kernel.buffer<global, i32>, %y: !kernel.buffer<global, i32>) {
  %d = kernel.load %x[0]
  %e = kernel.load %x[1000 * %d]
  kernel.if %d lt N {
    kernel.if %d ge 0 {
      %f = kernel.load %x[1000 * %d + 1]
      kernel.store %f, %y[0]
    }
  }
}
kernel.func @naturals(%x: !kernel.buffer<global, i32>, %u: ui8, %y: !kernel.buffer<global, i32>) {
  %j = lift.convert %u : ui8 to i32
  %f = kernel.load %x[16777216 * %j]
  kernel.store %f, %y[0]
}
kernel.func @iterations<N, iteration>(%x: !kernel.buffer<global, f32>, %y: !kernel.buffer<global, f32>) {
  %e = kernel.load %x[N * iteration]
  kernel.store %e, %y[0]
}
kernel.func @shifted<N>(%x: !kernel.buffer<global, f32>, %y: !kernel.buffer<global, f32>) {
  %i = kernel.group_id 0
  kernel.for %k = %i * N floordiv 128 to (%i * N + N) floordiv 128 step 1 {
    %e = kernel.load %x[%k * (%k + 1) floordiv 2]
    kernel.store %e, %y[%k]
  }
}
host.program @f<N, M>(%x: !kernel.buffer<global, f32>, %d: !kernel.buffer<global, i32>, %u: ui8)
    of (%x: !lift.array<N, f32>, %d: !lift.array<M, i32>, %u: ui8) -> !lift.array<N, f32> {
  %y = host.alloc f32[N]
  %z = host.alloc i32[1]
  host.launch @strided(%x, %y) local = [4] groups = [8]
  host.launch @parts(%x, %y) local = [1] groups = [1]
  host.launch @data(%d, %z) local = [1] groups = [1]
  host.launch @naturals(%d, %u, %z) local = [1] groups = [1]
  host.for [iteration : M] {
    host.launch @iterations(%x, %y) local = [1] groups = [1]
  }
  host.launch @shifted(%x, %y) local = [1] groups = [128]
  host.return %y
}
