// RUN: lift-opt %s -p 'ocl-infer-memory,ocl-materialise,ocl-split-kernels,test-print-execution-levels' | filecheck %s

// The work items of a group execute together what is in no map over them.
// CHECK-LABEL: @reversed:
// CHECK:      {{^}}  %r = ocl.kernel: top level{{$}}
// CHECK-NEXT: {{^}}  %rows = ocl.map_wrg: outside of parallel maps{{$}}
// CHECK:      {{^}}  %tmp = ocl.map_lcl: in wrg<0>, group level{{$}}
// CHECK-NEXT: {{^}}  %x = ocl.store: in wrg<0>, lcl<0>{{$}}
// CHECK:      {{^}}  %back = lift.gather: in wrg<0>, group level{{$}}

// Without a parallel map there are no levels.
// CHECK-LABEL: @sequential:
// CHECK:      {{^}}  %ys = ocl.map_seq: outside of parallel maps{{$}}
// CHECK-NEXT: {{^}}  %x = ocl.store: outside of parallel maps{{$}}

// A loop around kernels is one of the host, and what is in it is at the top level.
// CHECK-LABEL: @loop:
// CHECK:      {{^}}  %r = lift.iterate: top level, host loop{{$}}
// CHECK-NEXT: {{^}}  %zs = ocl.kernel: top level{{$}}
// CHECK-NEXT: {{^}}  %zs = ocl.map_glb: outside of parallel maps{{$}}
// CHECK-NEXT: {{^}}  %z = arith.negf: in glb<0>{{$}}

// One in a kernel is not.
// CHECK-LABEL: @inside:
// CHECK:      {{^}}  %t = lift.iterate: in glb<0>{{$}}
// CHECK:      builtin.module

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
lift.def @sequential<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %r = ocl.kernel @sequential {
    %ys = ocl.map_seq (%x) in %xs to global {
      lift.yield %x
    }
    lift.yield %ys
  }
  lift.return %r
}
lift.def @loop<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %r = lift.iterate 3 (%ys) in %xs {
    %zs = ocl.map_glb<0> (%y) in %ys {
      %z = arith.negf %y : f32
      lift.yield %z
    }
    lift.yield %zs
  }
  lift.return %r
}
lift.def @inside<N>(%xs: !lift.array<N, !lift.array<4, f32>>) -> !lift.array<N, !lift.array<4, f32>> {
  %r = ocl.map_glb<0> (%row) in %xs {
    %t = lift.iterate 3 (%ys) in %row {
      %zs = ocl.map_seq (%y) in %ys {
        %z = arith.negf %y : f32
        lift.yield %z
      }
      lift.yield %zs
    }
    lift.yield %t
  }
  lift.return %r
}
