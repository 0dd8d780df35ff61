// RUN: lift-opt %s -p kernel-unroll | filecheck %s
// RUN: lift-opt %s -p kernel-unroll --limit unrolled-ops=30 --verify-diagnostics

// The copies of a loop have copies of the loops inside.
// CHECK-COUNT-16: kernel.store
// CHECK-NOT: kernel.store
kernel.func @nested(%x: !kernel.buffer<global, f32>, %a: f32) {
  kernel.for unroll %i[k] = 0 to 4 step 1 {
    // expected-error@+1 {{'kernel.for' is unrolled into too many ops}}
    kernel.for unroll %j[l] = 0 to 4 step 1 {
      kernel.store %a, %x[4 * k + l]
    }
  }
}
