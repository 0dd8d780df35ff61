// RUN: lift-opt %s --split-input-file --verify-diagnostics

lift.def @no_pair<N, M>(%xss: !lift.array<N, !lift.array<M, i32>>, %starts: !lift.array<N, !lift.array<2, i32>>) -> !lift.array<N * M, i32> {
  // expected-error@+1 {{the region of 'ocl.scatter_glb' gives the number of a counter, and what is stored}}
  %r = ocl.scatter_glb<0> size M * N (%x) in %xss at %starts {
    lift.yield %x
  }
  lift.return %r
}

// -----

lift.def @no_rows<N>(%xs: !lift.array<N, i32>, %starts: !lift.array<N, !lift.array<2, i32>>) -> !lift.array<N, i32> {
  // expected-error@+1 {{'ocl.scatter_glb' needs an array as a row}}
  %r = ocl.scatter_glb<0> size N (%x) in %xs at %starts {
    %t = lift.tuple %x, %x
    lift.yield %t
  }
  lift.return %r
}

// -----

lift.def @starts<N, M>(%xss: !lift.array<N, !lift.array<M, i32>>, %starts: !lift.array<N + 1, !lift.array<2, i32>>) -> !lift.array<N * M, i32> {
  // expected-error@+1 {{where counters begin of 'ocl.scatter_wrg' has the wrong type}}
  %r = ocl.scatter_wrg<0> size M * N (%x) in %xss at %starts {
    %t = lift.tuple %x, %x
    lift.yield %t
  }
  lift.return %r
}

// -----

lift.def @nested<N, M>(%xsss: !lift.array<N, !lift.array<N, !lift.array<M, i32>>>, %starts: !lift.array<N, !lift.array<2, i32>>)
    -> !lift.array<N, !lift.array<N * M, i32>> {
  %r = ocl.map_glb<0> (%xss) in %xsss {
    // expected-error@+1 {{'ocl.scatter_glb' stands inside another one in dimension 0}}
    %s = ocl.scatter_glb<0> size M * N (%x) in %xss at %starts {
      %t = lift.tuple %x, %x
      lift.yield %t
    }
    lift.yield %s
  }
  lift.return %r
}

// -----

lift.def @negative<N, M>(%xss: !lift.array<N, !lift.array<M, i32>>, %starts: !lift.array<N, !lift.array<2, i32>>) -> i32 {
  // expected-error@+1 {{LIFT}}
  %r = ocl.scatter_wrg<0> size M - N (%x) in %xss at %starts {
    %t = lift.tuple %x, %x
    lift.yield %t
  }
  %z = arith.constant 0 : i32
  lift.return %z
}
