// RUN: lift-opt %s -p lift-to-opencl --split-input-file --verify-diagnostics
// RUN: not lift-opt %s -p lift-to-opencl --split-input-file 2>&1 | filecheck %s

// CHECK: at most 4096 ops in all copies of the iterations of a kernel, which is the limit 'unrolled-ops'

lift.def @unrolled(%x: !lift.array<5000, i32>) -> !lift.array<5000, i32> {
  // expected-error@+1 {{'ocl.map_seq' is unrolled into too many ops}}
  %r = ocl.map_seq unroll (%e) in %x {
    %y = arith.addi %e, %e : i32
    lift.yield %y
  }
  lift.return %r
}

// -----

// Each loop becomes two iterations and a last one, and so do those inside.
lift.def @nested<N>(%x: !lift.array<N, !lift.array<4, i32>>) -> !lift.array<N, !lift.array<4, i32>> {
  %r = lift.map (%t0) in %x {
    %r0 = lift.iterate 3 (%t1) in %t0 {
    %r1 = lift.iterate 3 (%t2) in %t1 {
    %r2 = lift.iterate 3 (%t3) in %t2 {
    %r3 = lift.iterate 3 (%t4) in %t3 {
    %r4 = lift.iterate 3 (%t5) in %t4 {
    %r5 = lift.iterate 3 (%t6) in %t5 {
    %r6 = lift.iterate 3 (%t7) in %t6 {
    %r7 = lift.iterate 3 (%t8) in %t7 {
    %r8 = lift.iterate 3 (%t9) in %t8 {
    // expected-error@+1 {{'lift.iterate' is unrolled into too many ops}}
    %r9 = lift.iterate 3 (%t10) in %t9 {
    %m = lift.map (%e) in %t10 {
      %y = arith.addi %e, %e : i32
      lift.yield %y
    }
    lift.yield %m
    }
    lift.yield %r9
    }
    lift.yield %r8
    }
    lift.yield %r7
    }
    lift.yield %r6
    }
    lift.yield %r5
    }
    lift.yield %r4
    }
    lift.yield %r3
    }
    lift.yield %r2
    }
    lift.yield %r1
    }
    lift.yield %r0
  }
  lift.return %r
}
