// RUN: lift-opt %s -p 'ocl-infer-memory,ocl-materialise,ocl-split-kernels,test-print-races' | filecheck %s
// RUN: lift-opt %s -p 'ocl-infer-memory,ocl-materialise,ocl-split-kernels,ocl-place-barriers,test-print-races' | filecheck %s --check-prefix PLACED

// A work item reads what another one of its group has written: until there is a barrier.
// CHECK-LABEL: @reversed_1: races
// CHECK-NEXT: {{^}}  in a group, in local memory:
// CHECK-NEXT:      write local %tmp.memory in %x = ocl.store by lcl<0>, wrg<0>
// CHECK-NEXT:      read local %tmp.memory in %y = arith.negf by lcl<0>, wrg<0>
// PLACED:     @reversed_1: no race

// CHECK-NEXT: @alone_1: no race
// PLACED-NEXT: @alone_1: no race

// CHECK-NEXT: @sequential_1: no race
// CHECK-NEXT: builtin.module

lift.def @reversed<N>(%xs: !lift.array<N, !lift.array<8, f32>>) -> !lift.array<N, !lift.array<8, f32>>
    launch(local = [8], groups = [N]) {
  %r = ocl.kernel @reversed {
    %rows = ocl.map_wrg<0> (%row) in %xs to global {
      %tmp = ocl.map_lcl<0> (%x) in %row to local {
        lift.yield %x
      }
      %back = lift.gather %tmp by (i) -> (7 - i)
      %out = ocl.map_lcl<0> (%x) in %back to global {
        %y = arith.negf %x : f32
        lift.yield %y
      }
      lift.yield %out
    }
    lift.yield %rows
  }
  lift.return %r
}
lift.def @alone<N>(%xs: !lift.array<N, !lift.array<8, f32>>, %zero: f32) -> !lift.array<N, !lift.array<1, f32>>
    launch(local = [8], groups = [N]) {
  %r = ocl.kernel @alone {
    %rows = ocl.map_wrg<0> (%row) in %xs to global {
      %parts = lift.split 8 %row
      %sums = ocl.map_seq (%part) in %parts to global {
        %s = ocl.reduce_seq (%acc, %x) in %part from %zero {
          %t = arith.addf %acc, %x : f32
          lift.yield %t
        }
        lift.yield %s
      }
      lift.yield %sums
    }
    lift.yield %rows
  }
  lift.return %r
}
lift.def @sequential<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %r = ocl.kernel @sequential {
    %ys = ocl.map_seq (%x) in %xs to global {
      lift.yield %x
    }
    lift.yield %ys
  }
  lift.return %r
}
