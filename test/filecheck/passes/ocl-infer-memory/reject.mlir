// RUN: lift-opt %s -p ocl-infer-memory --split-input-file --verify-diagnostics

lift.def @private_of_symbolic_size<N, M>(%m: !lift.array<N, !lift.array<M, f32>>) -> !lift.array<N, f32> {
  %r = ocl.map_glb<0> (%row) in %m {
    // expected-error@+1 {{the result of 'ocl.map_seq' cannot be in private memory: private memory has a size that is a number}}
    %a = ocl.map_seq (%x) in %row {
      %p = ocl.to_private %x
      lift.yield %p
    }
    %y = lift.at %a[0]
    lift.yield %y
  }
  lift.return %r
}

// -----

lift.def @local_outside_of_a_group<N>(%m: !lift.array<N, !lift.array<4, f32>>) -> !lift.array<N, f32> {
  %r = ocl.map_glb<0> (%row) in %m {
    // expected-error@+1 {{cannot be in local memory: local memory belongs to a work group}}
    %a = ocl.map_seq (%x) in %row {
      %p = ocl.to_local %x
      lift.yield %p
    }
    %y = lift.at %a[0]
    lift.yield %y
  }
  lift.return %r
}

// -----

// How many elements a work item has of its own depends on how many work items there are.
lift.def @private_of_several_work_items<N, M>(%m: !lift.array<N, !lift.array<M, f32>>) -> !lift.array<N, !lift.array<M, f32>> {
  %r = ocl.map_wrg<0> (%row) in %m {
    // expected-error@+1 {{the result of 'ocl.map_lcl' cannot be in private memory: private memory has a size that is a number}}
    %a = ocl.map_lcl<0> (%x) in %row {
      %p = ocl.to_private %x
      lift.yield %p
    }
    %o = ocl.map_lcl<0> (%x) in %a {
      lift.yield %x
    }
    lift.yield %o
  }
  lift.return %r
}

// -----

// What passes between kernels is in global memory.
lift.def @private_between_kernels<N>(%m: !lift.array<8, f32>) -> !lift.array<8, f32> {
  // expected-error@+1 {{the result of 'ocl.map_glb' cannot be in private memory: what passes between kernels is in global memory}}
  %a = ocl.map_glb<0> (%x) in %m {
    %p = ocl.to_private %x
    lift.yield %p
  }
  %o = ocl.map_glb<0> (%x) in %a {
    lift.yield %x
  }
  lift.return %o
}

// -----

lift.def @hidden<N>(%xs: !lift.exists<X upto N, !lift.array<X, f32>>) -> !lift.exists<X upto N, !lift.array<X, f32>> {
  // expected-error@+1 {{'ocl.map_glb' is given %xs as it is, whose length is hidden}}
  %r = ocl.map_glb<0> (%x) in %xs {
    %y = arith.negf %x : f32
    lift.yield %y
  }
  lift.return %r
}

// -----

lift.def @private_of_symbolic_size_outside_of_a_group<N, M>(%m: !lift.array<N, !lift.array<M, f32>>) -> !lift.array<N, f32> {
  %r = ocl.map_glb<0> (%row) in %m {
    // expected-error@+1 {{use ocl.to_global instead}}
    %a = ocl.map_seq (%x) in %row {
      %p = ocl.to_private %x
      lift.yield %p
    }
    %y = lift.at %a[0]
    lift.yield %y
  }
  lift.return %r
}

// -----

lift.def @private_of_symbolic_size_in_a_group<N, M>(%m: !lift.array<N, !lift.array<M, f32>>) -> !lift.array<N, f32> {
  %r = ocl.map_wrg<0> (%row) in %m {
    // expected-error@+1 {{use ocl.to_local instead}}
    %a = ocl.map_seq (%x) in %row {
      %p = ocl.to_private %x
      lift.yield %p
    }
    %y = lift.at %a[0]
    lift.yield %y
  }
  lift.return %r
}

// -----

lift.def @written_by_hand<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  // expected-error@+1 {{the result of 'ocl.map_glb' cannot be in local memory: other work groups cannot write to it}}
  %r = ocl.map_glb<0> (%x) in %xs to local {
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

// -----

lift.def @two_memories<N>(%m: !lift.array<N, !lift.array<4, f32>>) -> !lift.array<N, f32> {
  %r = ocl.map_wrg<0> (%row) in %m {
    // expected-error@+1 {{the result of 'ocl.map_lcl' is to be in global memory, and in local memory}}
    %a = ocl.map_lcl<0> (%x) in %row to global {
      %y = arith.negf %x : f32
      lift.yield %y
    }
    %l = ocl.to_local %a
    %y = lift.at %l[0]
    lift.yield %y
  }
  lift.return %r
}

// -----

lift.def @element_elsewhere<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  // expected-error@+1 {{the result of 'ocl.map_glb' cannot be in local memory: other work groups cannot write to it}}
  %r = ocl.map_glb<0> (%x) in %xs {
    %l = ocl.to_local %x
    lift.yield %l
  }
  lift.return %r
}

// -----

lift.def @element_and_array<N>(%xs: !lift.array<N, !lift.array<8, f32>>) -> !lift.array<N, !lift.array<8, f32>> {
  %r = ocl.map_wrg<0> (%row) in %xs {
    // expected-error@+1 {{the result of 'ocl.map_lcl' is to be in global memory, and in local memory}}
    %s = ocl.map_lcl<0> (%x) in %row {
      %l = ocl.to_local %x
      lift.yield %l
    }
    %g = ocl.to_global %s
    %o = ocl.map_lcl<0> (%x) in %g {
      %n = arith.negf %x : f32
      lift.yield %n
    }
    lift.yield %o
  }
  lift.return %r
}

// -----

lift.def @past_caches_of_local_memory<N>(%m: !lift.array<N, !lift.array<4, f32>>) -> !lift.array<N, f32> {
  %r = ocl.map_wrg<0> (%row) in %m {
    %a = ocl.map_lcl<0> (%x) in %row to local {
      // expected-error@+1 {{'ocl.to_global past_caches' is given %x, which is not stored to global memory}}
      %g = ocl.to_global past_caches %x
      lift.yield %g
    }
    %y = lift.at %a[0]
    lift.yield %y
  }
  lift.return %r
}

// -----

lift.def @past_caches_of_what_is_not_stored<N>(%m: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %r = ocl.map_glb<0> (%x) in %m {
    // expected-error@+1 {{'ocl.to_global past_caches' is given %x, which is not stored to global memory}}
    %g = ocl.to_global past_caches %x
    %y = arith.negf %g : f32
    lift.yield %y
  }
  lift.return %r
}

// -----

lift.def @past_caches_of_an_accumulator<N, M>(%m: !lift.array<N, !lift.array<M, f32>>, %z: f32) -> !lift.array<N, f32> {
  %r = ocl.map_glb<0> (%row) in %m {
    %s = ocl.reduce_seq (%a, %x) in %row from %z {
      %y = arith.addf %a, %x : f32
      // expected-error@+1 {{'ocl.to_global past_caches' is given %y, which is not stored to global memory}}
      %g = ocl.to_global past_caches %y
      lift.yield %g
    }
    lift.yield %s
  }
  lift.return %r
}
