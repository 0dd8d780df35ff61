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

lift.def @private_of_several_work_items<N>(%m: !lift.array<N, !lift.array<4, f32>>) -> !lift.array<N, f32> {
  %r = ocl.map_wrg<0> (%row) in %m {
    // expected-error@+1 {{cannot be in private memory: other work items cannot write to it}}
    %a = ocl.map_lcl<0> (%x) in %row {
      %p = ocl.to_private %x
      lift.yield %p
    }
    %y = lift.at %a[0]
    lift.yield %y
  }
  lift.return %r
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
