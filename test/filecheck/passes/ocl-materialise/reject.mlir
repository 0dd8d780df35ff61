// RUN: lift-opt %s -p ocl-materialise --split-input-file --verify-diagnostics

lift.def @no_memory<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  // expected-error@+1 {{nothing says in which memory the result of 'ocl.map_glb' is}}
  %r = ocl.map_glb<0> (%x) in %xs {
    %y = arith.negf %x : f32
    lift.yield %y
  }
  lift.return %r
}

// -----

lift.def @no_such_memory<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  // expected-error@+1 {{expected one of 'global', 'local', 'private'}}
  %r = ocl.map_glb<0> (%x) in %xs to shared {
    %y = arith.negf %x : f32
    lift.yield %y
  }
  lift.return %r
}
