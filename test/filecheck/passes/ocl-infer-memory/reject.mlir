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

lift.def @hidden<N>(%xs: !lift.array<N, f32>, %zero: f32) -> !lift.exists<X upto N, !lift.array<X, f32>> {
  // expected-error@+1 {{'lift.filter' has a hidden length, which is not compiled to OpenCL yet}}
  %r = lift.filter (%x) in %xs {
    %keep = arith.cmpf ogt, %x, %zero : f32
    lift.yield %keep
  }
  lift.return %r
}
