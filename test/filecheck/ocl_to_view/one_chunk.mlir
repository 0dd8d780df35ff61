// RUN: lift-opt %s -p lift-to-opencl | filecheck %s

// Of one chunk the position is 0, also where it is said that there are N floordiv N of them.
// CHECK-LABEL: kernel.func @one_chunk_1
// CHECK: %entry = kernel.apply [rows[%{{.*}}]]
// CHECK: kernel.for %i = 0 to %entry step 1
lift.def @one_chunk<N, rows[N]>(%xss: !lift.array<i : N, !lift.array<rows[i], i32>>)
    -> !lift.array<1, !lift.array<p : N, !lift.array<rows[p], i32>>> {
  %one = lift.split N %xss
  %r = ocl.map_wrg<0> (%chunk) in %one {
    %q = lift.map (%xs)[p] in %chunk {
      %o = lift.map (%x) in %xs {
        %y = arith.addi %x, %x : i32
        lift.yield %y
      }
      lift.yield %o
    }
    lift.yield %q
  }
  lift.return %r
}
