// RUN: lift-opt %s -p kernel-flatten-tuples | filecheck %s

// A kernel that still has views is left alone.
// CHECK-LABEL: kernel.func @unresolved
kernel.func @unresolved<N>(%x: !kernel.buffer<global, f32>, %a: f32) {
  // CHECK: lift.tuple %a, %a : tuple<f32, f32>
  %t = lift.tuple %a, %a
  %b = lift.get %t[0]
  %m = view.memory %x : !view.view<!lift.array<N, f32>>
  %e = view.access %m[0]
  view.store %b, %e
}
