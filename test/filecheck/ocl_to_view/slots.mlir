// RUN: lift-opt %s -p lift-to-opencl | filecheck %s

// The number of slots of a temporary may depend on a loop further out: then that has slots, too.
// CHECK-LABEL: kernel.func @slots_1
// CHECK: kernel.alloc local i32[
lift.def @slots(%xs: !lift.array<3, i32>, %ys: !lift.array<3, i32>, %c: i32) -> !lift.array<3, !lift.array<3, i32>> {
  %r = ocl.map_wrg<0> (%x)[k] in %xs {
    %s = ocl.map_lcl<0> (%y) in %ys {
      %part = lift.slice %ys from k size 3 - k
      %t = ocl.reduce_seq (%acc, %e)[i] in %part from %c {
        %is = lift.generate [j : i] {
          lift.yield %e
        }
        %copy = ocl.map_seq (%v) in %is {
          lift.yield %v
        }
        %l = ocl.to_local %copy
        %sum = ocl.reduce_seq (%b, %v) in %l from %acc {
          %d = arith.addi %b, %v : i32
          lift.yield %d
        }
        lift.yield %sum
      }
      lift.yield %t
    }
    lift.yield %s
  }
  lift.return %r
}
