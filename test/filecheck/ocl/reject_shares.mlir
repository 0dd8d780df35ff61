// RUN: lift-opt %s --split-input-file --verify-diagnostics

lift.def @no_rows<N>(%xs: !lift.array<N, i32>) -> !lift.array<N, i32> {
  // expected-error@+1 {{'ocl.map_shares' shares out rows}}
  %r = ocl.map_shares<0> into 4 (%x) in %xs {
    lift.yield %x
  }
  lift.return %r
}

// -----

lift.def @no_shares<N>(%xss: !lift.array<i : N, !lift.array<i + 1, i32>>) -> !lift.array<N, i32> {
  // expected-error@+1 {{'ocl.map_shares' has no such number of shares}}
  %r = ocl.map_shares<0> into 0 (%row) in %xss {
    %s = lift.length %row : i32
    lift.yield %s
  }
  lift.return %r
}

// -----

lift.def @around<N, M>(%xsss: !lift.array<M, !lift.array<i : N, !lift.array<i + 1, i32>>>) -> !lift.array<M, !lift.array<N, i32>> {
  %r = ocl.map_wrg<1> (%xss) in %xsss {
    // expected-error@+1 {{'ocl.map_shares' shares its kernel with 'ocl.map_wrg', which is distributed in another way}}
    %s = ocl.map_shares<0> into 4 (%row) in %xss {
      %t = lift.length %row : i32
      lift.yield %t
    }
    lift.yield %s
  }
  lift.return %r
}

// -----

lift.def @beside<N>(%xss: !lift.array<i : N, !lift.array<i + 1, i32>>) -> !lift.array<N, i32> {
  %r = ocl.kernel @both {
    // expected-error@+1 {{'ocl.map_shares' shares its kernel with 'ocl.map_wrg', which is distributed in another way}}
    %s = ocl.map_shares<0> into 4 (%row) in %xss {
      %t = lift.length %row : i32
      lift.yield %t
    }
    %t = ocl.map_wrg<0> (%x) in %s {
      %y = arith.addi %x, %x : i32
      lift.yield %y
    }
    lift.yield %t
  }
  lift.return %r
}
