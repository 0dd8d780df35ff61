// RUN: lift-opt %s -p ocl-to-view --split-input-file --verify-diagnostics

// What an earlier pass decides is asked for, and nothing is left out in silence.

lift.def @not_in_a_kernel<N>(%xs: !lift.array<N, f32>, %zero: f32) -> f32 {
  // expected-error@+1 {{'ocl.reduce_seq' is not in a kernel}}
  %r = ocl.reduce_seq (%acc, %x) in %xs from %zero {
    %s = arith.addf %acc, %x : f32
    lift.yield %s
  }
  lift.return %r
}

// -----

lift.def @nobody_runs_it<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  // expected-error@+1 {{nothing gives the execution level of 'lift.map'}}
  %r = lift.map (%x) in %xs {
    %y = arith.negf %x : f32
    lift.yield %y
  }
  lift.return %r
}

// -----

lift.def @iterations_not_in_kernels<N>(%xs: !lift.array<4 * N, f32>) -> !lift.array<N, f32> {
  %r = lift.iterate 2 (%t)[n] in %xs {
    %half = lift.slice %t from 0 size n floordiv 2
    // expected-error@+1 {{'ocl.map_glb' is not in a kernel}}
    %y = ocl.map_glb<0> (%x) in %half {
      %z = arith.negf %x : f32
      lift.yield %z
    }
    lift.yield %y
  }
  lift.return %r
}

// -----

lift.def @scalar_that_nobody_stores(%x: f32) -> f32 {
  %y = arith.negf %x : f32
  // expected-error@+1 {{%y is not written to where 'lift.return' needs it}}
  lift.return %y
}

// -----

lift.def @kernel_that_is_returned_twice(%x: f32) -> tuple<f32, f32> {
  %m = ocl.alloc global result : tuple<f32, f32>
  %a, %b = ocl.inverse (%p: f32, %q: f32) to %m {
    %t = lift.tuple %p, %q
    lift.yield %t
  }
  %y = ocl.kernel @negated {
    %z = arith.negf %x : f32
    %s = ocl.store %z into %a
    lift.yield %s
  }
  %two = lift.tuple %y, %y
  // expected-error@+1 {{%two is not written to where 'lift.return' needs it}}
  lift.return %two
}

// -----

lift.def @argument_that_is_not_copied<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %m = ocl.alloc global result : !lift.array<N, f32>
  %r = ocl.kernel @k {
    lift.yield %xs
  }
  // expected-error@+1 {{%r is not written to where 'lift.return' needs it}}
  lift.return %r
}

// -----

lift.def @elements_that_are_not_stored<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %m = ocl.alloc global result : !lift.array<N, f32>
  %r = ocl.kernel @k {
    // expected-error@+1 {{%z is not written to where 'ocl.map_glb' needs it}}
    %y = ocl.map_glb<0> (%x) in %xs into %m as (%d: !ocl.memory<global, f32>) {
      %z = arith.negf %x : f32
      lift.yield %z
    }
    lift.yield %y
  }
  lift.return %r
}

// -----

lift.def @written_elsewhere<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %m = ocl.alloc global result : !lift.array<N, f32>
  %o = ocl.alloc global : !lift.array<N, f32>
  %r = ocl.kernel @k {
    %y = ocl.map_glb<0> (%x) in %xs into %o as (%d: !ocl.memory<global, f32>) {
      %z = arith.negf %x : f32
      %s = ocl.store %z into %d
      lift.yield %s
    }
    lift.yield %y
  }
  // expected-error@+1 {{%r is not written to where 'lift.return' needs it}}
  lift.return %r
}

// -----

lift.def @no_memory<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %r = ocl.kernel @k {
    // expected-error@+1 {{nothing says in which memory the result of 'ocl.map_glb' is}}
    %y = ocl.map_glb<0> (%x) in %xs {
      %z = arith.negf %x : f32
      lift.yield %z
    }
    lift.yield %y
  }
  lift.return %r
}

// -----

lift.def @not_materialised<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %r = ocl.kernel @k {
    // expected-error@+1 {{nothing says where 'ocl.map_glb' writes}}
    %y = ocl.map_glb<0> (%x) in %xs to global {
      %z = arith.negf %x : f32
      lift.yield %z
    }
    lift.yield %y
  }
  lift.return %r
}
