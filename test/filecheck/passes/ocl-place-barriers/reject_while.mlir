// RUN: lift-opt %s -p ocl-infer-memory,ocl-materialise,ocl-split-kernels,ocl-place-barriers --verify-diagnostics

// Work items that share a state would have to wait for each other in a loop that they may leave at different times.
lift.def @shared<N, M>(%m: !lift.array<N, !lift.array<64, i32>>) -> !lift.array<N, !lift.array<64, i32>> {
  %most = arith.constant 40 : i32
  %r = ocl.map_wrg<0> (%row) in %m {
    %e = lift.iterate upto M (%s) in %row while {
      %a = lift.at %s[0]
      // expected-error@+1 {{a barrier between the two would not be reached by all work items of the group}}
      %c = arith.cmpi slt, %a, %most : i32
      lift.yield %c
    } do {
      %rev = lift.gather %s by (i) -> ((i + 1) mod 64)
      %next = ocl.map_lcl<0> (%x) in %rev {
        %y = arith.addi %x, %x : i32
        lift.yield %y
      }
      lift.yield %next
    }
    %o = ocl.map_lcl<0> (%x) in %e {
      lift.yield %x
    }
    lift.yield %o
  }
  lift.return %r
}
