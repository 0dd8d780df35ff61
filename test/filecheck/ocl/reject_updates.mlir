// RUN: lift-opt %s --split-input-file --verify-diagnostics
// RUN: not lift-opt %s --split-input-file 2>&1 | filecheck %s

// CHECK: the region of 'ocl.update_seq' is for one work item, and has 'ocl.map_lcl' in it
// CHECK: expected: sequential patterns, such as ocl.map_seq
// CHECK-NEXT: found: 'ocl.map_lcl'
// CHECK-NEXT: fix: use ocl.map_seq there, or compute it before
lift.def @parallel<N, M>(%xss: !lift.array<N, !lift.array<4, i32>>, %is: !lift.array<4, i32>, %before: !lift.array<4, i32>)
    -> !lift.array<N, !lift.array<4, i32>> {
  %r = ocl.map_wrg<0> (%row) in %xss {
    // expected-error@below {{the region of 'ocl.update_seq' is for one work item, and has 'ocl.map_lcl' in it}}
    %s = ocl.update_seq (%old, %x) in %row at %is into %before {
      %twice = ocl.map_lcl<0> (%y) in %row {
        %t = arith.addi %x, %y : i32
        lift.yield %t
      }
      %z = lift.at %twice[0]
      lift.yield %z
    }
    lift.yield %s
  }
  lift.return %r
}

// -----

lift.def @fewer<N, M>(%xs: !lift.array<N, i32>, %is: !lift.array<M, i32>) -> !lift.array<N, i32> {
  // expected-error@below {{'ocl.update_seq' needs an index for each element}}
  %r = ocl.update_seq (%old, %x) in %xs at %is into %xs {
    lift.yield %x
  }
  lift.return %r
}
