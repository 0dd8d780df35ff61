// RUN: lift-opt %s --profile generic,control_flow=off -p kernel-simplify-control-flow | filecheck %s

// Loops and conditions stay, with variables in place of names, and what is known of them is used in indices.
// CHECK-LABEL: kernel.func @stay
// CHECK:      kernel.for %i = %l to 32 step 64 {
// CHECK-NEXT:   kernel.store %a, %x[2 * %i] : f32
// CHECK-NEXT: }
// CHECK-NEXT: kernel.if %l lt 64 {
// CHECK-NEXT:   kernel.store %a, %x[%l] : f32
kernel.func @stay<N>(%x: !kernel.buffer<global, f32>, %a: f32) launch(local = [64], groups = [N]) {
  %l = kernel.local_id 0
  %size = kernel.local_size 0
  kernel.for %i[k] = %l to 32 step %size {
    kernel.store %a, %x[k + %i mod 64]
  }
  kernel.if %l lt 64 {
    kernel.store %a, %x[%l]
  }
}
