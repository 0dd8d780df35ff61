// RUN: lift-opt %s --split-input-file --verify-diagnostics

lift.def @nested<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %r = ocl.map_glb<0> (%x) in %xs {
    // expected-error@+1 {{'ocl.kernel' stands inside 'ocl.map_glb'}}
    %y = ocl.kernel @inner {
      lift.yield %x
    }
    lift.yield %y
  }
  lift.return %r
}

// -----

lift.def @divergent<N>(%xs: !lift.array<N, !lift.array<8, f32>>) -> !lift.array<N, !lift.array<8, f32>> {
  %r = ocl.map_wrg<0> (%row) in %xs {
    %s = ocl.map_lcl<0> (%x) in %row {
      // expected-error@+1 {{'ocl.barrier' stands inside 'ocl.map_lcl', where not all work items of a group may arrive}}
      ocl.barrier local
      lift.yield %x
    }
    lift.yield %s
  }
  lift.return %r
}

// -----

lift.def @memory<N>(%xs: !lift.array<N, !lift.array<8, f32>>) -> !lift.array<N, !lift.array<8, f32>> {
  %r = ocl.map_wrg<0> (%row) in %xs {
    // expected-error@+1 {{'ocl.barrier' orders no such memory}}
    ocl.barrier private
    lift.yield %row
  }
  lift.return %r
}

// -----

lift.def @name<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  // expected-error@+1 {{expected a name that begins with '@'}}
  %r = ocl.kernel {
    lift.yield %xs
  }
  lift.return %r
}

// -----

lift.def @result<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  // expected-error@+1 {{the type written for 'ocl.kernel' is not the type it has}}
  %r = ocl.kernel @k : f32 {
    lift.yield %xs
  }
  lift.return %r
}

// -----

lift.def @f(%x: f32) -> f32 {
  // expected-error@+1 {{'k */' cannot be the name of a function}}
  %y = ocl.kernel @"k */" {
    lift.yield %x
  }
  lift.return %y
}
