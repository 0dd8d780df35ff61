// RUN: lift-opt %s -p 'ocl-materialise,ocl-split-kernels,ocl-place-barriers' | filecheck %s

// In two dimensions: each work item at its own element, and then at that of another one.
// CHECK-LABEL: lift.def @two
// CHECK:         %first = ocl.map_lcl<1>
// CHECK-NOT:     ocl.barrier
// CHECK:         %second = ocl.map_lcl<1>
// CHECK:         lift.yield %line_1
// CHECK-NEXT: {{^ +\}$}}
// CHECK-NEXT:    ocl.barrier local
// CHECK-NEXT:    lift.transpose
// CHECK-NOT:     ocl.barrier
lift.def @two<N>(%xs: !lift.array<N, !lift.array<4, !lift.array<4, f32>>>)
    -> !lift.array<N, !lift.array<4, !lift.array<4, f32>>> launch(local = [4, 4], groups = [N, 1]) {
  %r = ocl.kernel @two {
    %all = ocl.map_wrg<0> (%rows) in %xs to global {
      %first = ocl.map_lcl<1> (%row) in %rows to local {
        %line = ocl.map_lcl<0> (%x) in %row to local {
          lift.yield %x
        }
        lift.yield %line
      }
      %second = ocl.map_lcl<1> (%row) in %first to local {
        %line = ocl.map_lcl<0> (%x) in %row to local {
          %y = arith.negf %x : f32
          lift.yield %y
        }
        lift.yield %line
      }
      %turned = lift.transpose %second
      %out = ocl.map_lcl<1> (%row) in %turned to global {
        %line = ocl.map_lcl<0> (%x) in %row to global {
          lift.yield %x
        }
        lift.yield %line
      }
      lift.yield %out
    }
    lift.yield %all
  }
  lift.return %r
}

// The same element in the other dimension is that of another work item.
// CHECK-LABEL: lift.def @exchanged
// CHECK:         %first = ocl.map_lcl<1>
// CHECK:         ocl.barrier local
// CHECK-NEXT:    ocl.map_lcl<0>
// CHECK-NOT:     ocl.barrier
lift.def @exchanged<N>(%xs: !lift.array<N, !lift.array<4, !lift.array<4, f32>>>)
    -> !lift.array<N, !lift.array<4, !lift.array<4, f32>>> launch(local = [2, 4], groups = [N, 1]) {
  %r = ocl.kernel @exchanged {
    %all = ocl.map_wrg<0> (%rows) in %xs to global {
      %first = ocl.map_lcl<1> (%row) in %rows to local {
        %line = ocl.map_lcl<0> (%x) in %row to local {
          lift.yield %x
        }
        lift.yield %line
      }
      %out = ocl.map_lcl<0> (%row) in %first to global {
        %line = ocl.map_lcl<1> (%x) in %row to global {
          lift.yield %x
        }
        lift.yield %line
      }
      lift.yield %out
    }
    lift.yield %all
  }
  lift.return %r
}

// Where there are two dimensions, work items that share an element in one of them read what only the first has stored.
// CHECK-LABEL: lift.def @one_of_two
// CHECK:         %a = ocl.map_lcl<0>
// CHECK:      {{^ +\}$}}
// CHECK-NEXT:    ocl.barrier local
// CHECK-NEXT:    ocl.map_lcl<0>
// CHECK-NOT:     ocl.barrier
lift.def @one_of_two<N>(%xs: !lift.array<N, !lift.array<4, f32>>) -> !lift.array<N, !lift.array<4, !lift.array<4, f32>>>
    launch(local = [4, 2], groups = [N, 1]) {
  %r = ocl.kernel @one_of_two {
    %all = ocl.map_wrg<0> (%row) in %xs to global {
      %a = ocl.map_lcl<0> (%x) in %row to local {
        lift.yield %x
      }
      %out = ocl.map_lcl<0> (%x) in %a to global {
        %line = ocl.map_lcl<1> (%e) in %row to global {
          %s = arith.addf %x, %e : f32
          lift.yield %s
        }
        lift.yield %line
      }
      lift.yield %out
    }
    lift.yield %all
  }
  lift.return %r
}

// What is computed inside of a map over work items is stored once for each.
// CHECK-LABEL: lift.def @inside
// CHECK-NOT:     ocl.barrier
lift.def @inside<N>(%xs: !lift.array<N, !lift.array<4, !lift.array<3, f32>>>) -> !lift.array<N, !lift.array<4, !lift.array<3, f32>>> {
  %r = ocl.kernel @inside {
    %all = ocl.map_wrg<0> (%rows) in %xs to global {
      %out = ocl.map_lcl<0> (%row) in %rows to global {
        %tmp = ocl.map_seq (%x) in %row to local {
          lift.yield %x
        }
        %back = lift.gather %tmp by (i) -> (2 - i)
        %line = ocl.map_seq (%x) in %back to global {
          lift.yield %x
        }
        lift.yield %line
      }
      lift.yield %out
    }
    lift.yield %all
  }
  lift.return %r
}

// Work items at elements of their own, in iterations of the whole kernel.
// CHECK-LABEL: lift.def @global_iterations
// CHECK-NOT:     ocl.barrier
lift.def @global_iterations<N, M>(%xs: !lift.array<M, !lift.array<N, f32>>, %first: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %r = ocl.kernel @global_iterations {
    %zeros = ocl.map_glb<0> (%x) in %first to global {
      lift.yield %x
    }
    %sums = ocl.reduce_seq (%acc, %row) in %xs from %zeros to global {
      %both = lift.zip %acc, %row
      %next = ocl.map_glb<0> (%p) in %both to global {
        %a = lift.get %p[0]
        %b = lift.get %p[1]
        %s = arith.addf %a, %b : f32
        lift.yield %s
      }
      lift.yield %next
    }
    lift.yield %sums
  }
  lift.return %r
}
