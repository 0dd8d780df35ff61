// RUN: lift-opt %s -t opencl --split-input-file --verify-diagnostics

lift.def @f(%a: f32) -> f32 {
  lift.return %a
}
// expected-error@unknown {{there is no kernel to print}}

// -----

lift.def @g(%a: f32) -> f32 {
  lift.return %a
}
kernel.func @calls(%x: !kernel.buffer<global, f32>, %a: f32) {
  // expected-error@+1 {{@g is no C function}}
  %r = lift.call @g(%a)
  kernel.store %r, %x[0]
}

// -----

kernel.func @still_views<N>(%x: !kernel.buffer<global, f32>, %a: f32) {
  // expected-error@+1 {{'view.memory' cannot be printed as OpenCL C}}
  %m = view.memory %x : !view.view<!lift.array<N, f32>>
  %e = view.access %m[0]
  view.store %a, %e
}
