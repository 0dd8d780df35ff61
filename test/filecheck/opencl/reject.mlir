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
