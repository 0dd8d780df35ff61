// RUN: lift-opt %s -p 'ocl-materialise,ocl-split-kernels,ocl-place-barriers' | filecheck %s

// Another work item reads what was written to local memory.
// CHECK-LABEL: lift.def @shared
// CHECK:         ocl.map_lcl<0>
// CHECK:      {{^ +\}$}}
// CHECK-NEXT:    ocl.barrier local
// CHECK-NEXT:    lift.gather
// CHECK-NOT:     ocl.barrier
lift.def @shared<N>(%xs: !lift.array<N, !lift.array<8, f32>>) -> !lift.array<N, !lift.array<8, f32>>
    launch(local = [4], groups = [N]) {
  %r = ocl.kernel @shared {
    %rows = ocl.map_wrg<0> (%row) in %xs to global {
      %tmp = ocl.map_lcl<0> (%x) in %row to local {
        %y = arith.negf %x : f32
        lift.yield %y
      }
      %back = lift.gather %tmp by (i) -> (7 - i)
      %out = ocl.map_lcl<0> (%x) in %back to global {
        lift.yield %x
      }
      lift.yield %out
    }
    lift.yield %rows
  }
  lift.return %r
}

// Each work item reads what it has written itself, also through a zip and across iterations of the work group.
// CHECK-LABEL: lift.def @own
// CHECK-NOT:     ocl.barrier
lift.def @own<N>(%xs: !lift.array<N, !lift.array<8, f32>>) -> !lift.array<N, !lift.array<8, f32>> {
  %r = ocl.kernel @own {
    %rows = ocl.map_wrg<0> (%row) in %xs to global {
      %a = ocl.map_lcl<0> (%x) in %row to local {
        %y = arith.negf %x : f32
        lift.yield %y
      }
      %b = ocl.map_lcl<0> (%x) in %row to global {
        %y = arith.addf %x, %x : f32
        lift.yield %y
      }
      %both = lift.zip %a, %b
      %out = ocl.map_lcl<0> (%p) in %both to global {
        %l = lift.get %p[0]
        %r = lift.get %p[1]
        %s = arith.addf %l, %r : f32
        lift.yield %s
      }
      lift.yield %out
    }
    lift.yield %rows
  }
  lift.return %r
}

// One barrier serves two arrays, and stands after the second.
// CHECK-LABEL: lift.def @one_for_two
// CHECK:         %a = ocl.map_lcl<0>
// CHECK-NOT:     ocl.barrier
// CHECK:         %b = ocl.map_lcl<0>
// CHECK:      {{^ +\}$}}
// CHECK-NEXT:    ocl.barrier local
// CHECK-NEXT:    lift.gather
// CHECK-NOT:     ocl.barrier
lift.def @one_for_two<N>(%xs: !lift.array<N, !lift.array<8, f32>>) -> !lift.array<N, !lift.array<8, f32>>
    launch(local = [4], groups = [N]) {
  %r = ocl.kernel @one_for_two {
    %rows = ocl.map_wrg<0> (%row) in %xs to global {
      %a = ocl.map_lcl<0> (%x) in %row to local {
        lift.yield %x
      }
      %b = ocl.map_lcl<0> (%x) in %row to local {
        %y = arith.addf %x, %x : f32
        lift.yield %y
      }
      %back = lift.gather %a by (i) -> (7 - i)
      %forth = lift.gather %b by (i) -> (7 - i)
      %both = lift.zip %back, %forth
      %out = ocl.map_lcl<0> (%p) in %both to global {
        %l = lift.get %p[0]
        %r = lift.get %p[1]
        %s = arith.addf %l, %r : f32
        lift.yield %s
      }
      lift.yield %out
    }
    lift.yield %rows
  }
  lift.return %r
}

// All work items read the whole in turn; what they sum up is stored by one.
// CHECK-LABEL: lift.def @in_turn
// CHECK:         ocl.map_lcl<0>
// CHECK:      {{^ +\}$}}
// CHECK-NEXT:    ocl.barrier local
// CHECK-NEXT:    ocl.reduce_seq
// CHECK-NOT:     ocl.barrier
lift.def @in_turn<N>(%xs: !lift.array<N, !lift.array<8, f32>>, %zero: f32) -> !lift.array<N, f32>
    launch(local = [4], groups = [N]) {
  %r = ocl.kernel @in_turn {
    %sums = ocl.map_wrg<0> (%row) in %xs to global {
      %tmp = ocl.map_lcl<0> (%x) in %row to local {
        lift.yield %x
      }
      %s = ocl.reduce_seq (%acc, %x) in %tmp from %zero {
        %t = arith.addf %acc, %x : f32
        lift.yield %t
      }
      lift.yield %s
    }
    lift.yield %sums
  }
  lift.return %r
}

// What is computed in turn is stored by one work item, for all.
// CHECK-LABEL: lift.def @stored_by_one
// CHECK:         ocl.scan_seq
// CHECK:      {{^ +\}$}}
// CHECK-NEXT:    ocl.barrier local
// CHECK-NEXT:    ocl.map_lcl<0>
// CHECK-NOT:     ocl.barrier
lift.def @stored_by_one<N>(%xs: !lift.array<N, !lift.array<8, f32>>, %zero: f32) -> !lift.array<N, !lift.array<8, f32>>
    launch(local = [4], groups = [N]) {
  %r = ocl.kernel @stored_by_one {
    %rows = ocl.map_wrg<0> (%row) in %xs to global {
      %sums = ocl.scan_seq (%acc, %x) in %row from %zero to local {
        %t = arith.addf %acc, %x : f32
        lift.yield %t
      }
      %out = ocl.map_lcl<0> (%x) in %sums to global {
        lift.yield %x
      }
      lift.yield %out
    }
    lift.yield %rows
  }
  lift.return %r
}

// Work items of a group may share global memory, which has a barrier of its own.
// CHECK-LABEL: lift.def @in_global
// CHECK:         ocl.map_lcl<0>
// CHECK:      {{^ +\}$}}
// CHECK-NEXT:    ocl.barrier global
// CHECK-NOT:     ocl.barrier
lift.def @in_global<N, M>(%xs: !lift.array<N, !lift.array<M, f32>>) -> !lift.array<N, !lift.array<M, f32>> {
  %r = ocl.kernel @in_global {
    %rows = ocl.map_wrg<0> (%row) in %xs to global {
      %tmp = ocl.map_lcl<0> (%x) in %row to global {
        %y = arith.negf %x : f32
        lift.yield %y
      }
      %back = lift.gather %tmp by (i) -> (M - 1 - i)
      %out = ocl.map_lcl<0> (%x) in %back to global {
        lift.yield %x
      }
      lift.yield %out
    }
    lift.yield %rows
  }
  lift.return %r
}

// An array from outside, and a single element, are read inside of the map.
// CHECK-LABEL: lift.def @captured
// CHECK:         ocl.map_lcl<0>
// CHECK:      {{^ +\}$}}
// CHECK-NEXT:    ocl.barrier local
// CHECK-NEXT:    lift.at
// CHECK-NOT:     ocl.barrier
lift.def @captured<N>(%xs: !lift.array<N, !lift.array<8, f32>>) -> !lift.array<N, !lift.array<8, f32>>
    launch(local = [4], groups = [N]) {
  %r = ocl.kernel @captured {
    %rows = ocl.map_wrg<0> (%row) in %xs to global {
      %tmp = ocl.map_lcl<0> (%x) in %row to local {
        lift.yield %x
      }
      %first = lift.at %tmp[0]
      %out = ocl.map_lcl<0> (%x) in %row to global {
        %s = ocl.reduce_seq (%acc, %e) in %tmp from %first {
          %t = arith.addf %acc, %e : f32
          lift.yield %t
        }
        lift.yield %s
      }
      lift.yield %out
    }
    lift.yield %rows
  }
  lift.return %r
}

// A result that goes through a layout op is still the own one of each work item that computes it.
// CHECK-LABEL: lift.def @written_through
// CHECK-NOT:     ocl.barrier
lift.def @written_through<N>(%xs: !lift.array<N, !lift.array<4, !lift.array<2, f32>>>) -> !lift.array<N, !lift.array<16, f32>> {
  %r = ocl.kernel @written_through {
    %rows = ocl.map_wrg<0> (%row) in %xs to global {
      %both = ocl.map_lcl<0> (%x) in %row to global {
        %a = ocl.map_seq (%e) in %x to global {
          %y = arith.negf %e : f32
          lift.yield %y
        }
        %back = lift.gather %a by (i) -> (1 - i)
        %b = ocl.map_seq (%e) in %back to global {
          lift.yield %e
        }
        %ab = lift.concat %a, %b
        lift.yield %ab
      }
      %flat = lift.join %both
      lift.yield %flat
    }
    lift.yield %rows
  }
  lift.return %r
}

// One work item, or work items that share nothing, need none.
// CHECK-LABEL: lift.def @alone
// CHECK-NOT:     ocl.barrier
lift.def @alone<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %r = ocl.kernel @alone_1 {
    %a = ocl.map_seq (%x) in %xs to global {
      lift.yield %x
    }
    %back = lift.gather %a by (i) -> (N - 1 - i)
    %b = ocl.map_seq (%x) in %back to global {
      lift.yield %x
    }
    lift.yield %b
  }
  %s = ocl.kernel @alone_2 {
    %c = ocl.map_glb<0> (%x) in %r to global {
      lift.yield %x
    }
    lift.yield %c
  }
  lift.return %s
}

// Barriers that are there already serve, too.
// CHECK-LABEL: lift.def @there
// CHECK:         ocl.barrier local
// CHECK-NOT:     ocl.barrier
lift.def @there<N>(%xs: !lift.array<N, !lift.array<8, f32>>) -> !lift.array<N, !lift.array<8, f32>>
    launch(local = [4], groups = [N]) {
  %r = ocl.kernel @there {
    %rows = ocl.map_wrg<0> (%row) in %xs to global {
      %tmp = ocl.map_lcl<0> (%x) in %row to local {
        lift.yield %x
      }
      %back = lift.gather %tmp by (i) -> (7 - i)
      ocl.barrier local
      %out = ocl.map_lcl<0> (%x) in %back to global {
        lift.yield %x
      }
      lift.yield %out
    }
    lift.yield %rows
  }
  lift.return %r
}

// Only the part of a tuple that is used is read.
// CHECK-LABEL: lift.def @one_part
// CHECK-NOT:     ocl.barrier
lift.def @one_part<N>(%xs: !lift.array<N, !lift.array<8, f32>>) -> !lift.array<N, !lift.array<8, f32>>
    launch(local = [4], groups = [N]) {
  %r = ocl.kernel @one_part {
    %rows = ocl.map_wrg<0> (%row) in %xs to global {
      %tmp = ocl.map_lcl<0> (%x) in %row to local {
        lift.yield %x
      }
      %back = lift.gather %tmp by (i) -> (7 - i)
      %both = lift.zip %back, %tmp
      %out = ocl.map_lcl<0> (%p) in %both to global {
        %e = lift.get %p[1]
        lift.yield %e
      }
      lift.yield %out
    }
    lift.yield %rows
  }
  lift.return %r
}
