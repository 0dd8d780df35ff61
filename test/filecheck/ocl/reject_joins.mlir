// RUN: lift-opt %s --split-input-file --verify-diagnostics

lift.def @no_rows<N>(%xs: !lift.array<N, f32>, %offsets: !lift.array<N + 1, i32>) -> !lift.exists<X upto N, !lift.array<X, f32>> {
  // expected-error@+1 {{'ocl.join_glb' joins rows of hidden length}}
  %r = ocl.join_glb<0> upto N (%x) in %xs at %offsets {
    lift.yield %x
  }
  lift.return %r
}

// -----

lift.def @offsets<N, M>(%xss: !lift.array<N, !lift.exists<X upto M, !lift.array<X, f32>>>, %offsets: !lift.array<N, i32>) -> !lift.exists<X upto N * M, !lift.array<X, f32>> {
  // expected-error@+1 {{where the rows begin and the last one ends of 'ocl.join_wrg' has the wrong type}}
  %r = ocl.join_wrg<0> upto N * M (%xs) in %xss at %offsets {
    lift.yield %xs
  }
  lift.return %r
}

// -----

lift.def @nested<N, M>(%xsss: !lift.array<N, !lift.array<N, !lift.exists<X upto M, !lift.array<X, f32>>>>, %offsets: !lift.array<N + 1, i32>)
    -> !lift.array<N, !lift.exists<X upto N * M, !lift.array<X, f32>>> {
  %r = ocl.map_glb<0> (%xss) in %xsss {
    // expected-error@+1 {{'ocl.join_glb' stands inside another one in dimension 0}}
    %s = ocl.join_glb<0> upto N * M (%xs) in %xss at %offsets {
      lift.yield %xs
    }
    lift.yield %s
  }
  lift.return %r
}
