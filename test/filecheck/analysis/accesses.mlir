// RUN: lift-opt %s -p 'ocl-infer-memory,ocl-materialise,ocl-split-kernels,test-print-accesses' | filecheck %s

// Barriers may stand between the maps of a group. What is read of a parameter is no access: nobody writes there.
// CHECK-LABEL: @reversed_1: lcl<0>, wrg<0>
// CHECK-NEXT: {{^}}  loop %rows = ocl.map_wrg
// CHECK-NEXT: {{^}}    gap at the beginning
// CHECK-NEXT: {{^}}    loop %tmp = ocl.map_lcl
// CHECK-NEXT: {{^}}      write local %tmp.memory in %x = ocl.store by lcl<0>, wrg<0>{{$}}
// CHECK-NEXT: {{^}}    gap after %tmp = ocl.map_lcl
// CHECK-NEXT: {{^}}    loop %out = ocl.map_lcl
// CHECK-NEXT: {{^}}      read local %tmp.memory in %y = arith.negf by lcl<0>, wrg<0>{{$}}
// CHECK-NEXT: {{^}}      write global %result.memory in %y = ocl.store by lcl<0>, wrg<0>{{$}}
// CHECK-NEXT: {{^}}    gap after %out = ocl.map_lcl

// What all work items of a group have computed alike is stored by one of them.
// CHECK-LABEL: @alone_1: lcl<0>, wrg<0>
// CHECK:      write global %result.memory in %s = ocl.store by wrg<0> single lcl<0>{{$}}

// One work item alone is in nobody's way.
// CHECK-LABEL: @sequential_1: one work item
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
