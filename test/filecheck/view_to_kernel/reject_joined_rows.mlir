// RUN: lift-opt %s -p ocl-infer-memory,ocl-materialise,ocl-split-kernels,ocl-to-view,view-to-kernel --verify-diagnostics
// RUN: not lift-opt %s -p ocl-infer-memory,ocl-materialise,ocl-split-kernels,ocl-to-view,view-to-kernel 2>&1 | filecheck %s

// `lift-to-ocl` stores such rows first; without it, they have to be copied.
// CHECK: fix: copy the rows before they are joined: lift.map (%row) in ..

lift.def @f<N>(%x: !lift.array<i : N, !lift.array<i + 1, i32>>) -> !lift.array<sum(q : N, q + 1), i32> {
  %rev = lift.gather %x by (i) -> (N - 1 - i)
  %j = lift.join %rev
  %r = ocl.map_glb<0> (%e) in %j {
    // expected-error@+1 {{LIFT0352}}
    %y = arith.addi %e, %e : i32
    lift.yield %y
  }
  lift.return %r
}
