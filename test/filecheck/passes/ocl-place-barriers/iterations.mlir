// RUN: lift-opt %s -p 'ocl-materialise,ocl-split-kernels,ocl-place-barriers' | filecheck %s

// A group may do several iterations: the next one writes over what others still read.
// CHECK-LABEL: lift.def @several_iterations
// CHECK:         %tmp = ocl.map_lcl<0>
// CHECK:         ocl.barrier local
// CHECK:         %out = ocl.map_lcl<0>
// CHECK:      {{^ +\}$}}
// CHECK-NEXT:    ocl.barrier local
// CHECK-NEXT:    lift.yield %out
lift.def @several_iterations<N>(%xs: !lift.array<N, !lift.array<8, f32>>) -> !lift.array<N, !lift.array<8, f32>>
    launch(local = [4], groups = [2]) {
  %r = ocl.kernel @several_iterations {
    %rows = ocl.map_wrg<0> (%row) in %xs to global {
      %tmp = ocl.map_lcl<0> (%x) in %row to local {
        lift.yield %x
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

// A loop of the group: one barrier before an iteration is read, one before the next is written.
// CHECK-LABEL: lift.def @tiles
// CHECK:         %tile = ocl.map_lcl<0>
// CHECK:         ocl.barrier local
// CHECK:         lift.yield %s{{.*}} : f32
// CHECK-NEXT: {{^ +\}$}}
// CHECK-NEXT:    ocl.barrier local
// CHECK-NEXT:    lift.yield %sums
// CHECK-NOT:     ocl.barrier
lift.def @tiles<N>(%xs: !lift.array<N, !lift.array<4, !lift.array<8, f32>>>, %zero: f32)
    -> !lift.array<N, !lift.array<4, !lift.array<8, f32>>> launch(local = [8], groups = [N]) {
  %r = ocl.kernel @tiles {
    %rows = ocl.map_wrg<0> (%rows) in %xs to global {
      %parts = ocl.map_seq (%row) in %rows to global {
        %tile = ocl.map_lcl<0> (%x) in %row to local {
          lift.yield %x
        }
        %sums = ocl.map_lcl<0> (%x) in %row to global {
          %s = ocl.reduce_seq (%acc, %e) in %tile from %x {
            %t = arith.addf %acc, %e : f32
            lift.yield %t
          }
          lift.yield %s
        }
        lift.yield %sums
      }
      lift.yield %parts
    }
    lift.yield %rows
  }
  lift.return %r
}

// What a loop writes is read after it: the barrier is outside.
// CHECK-LABEL: lift.def @after_the_loop
// CHECK:         ocl.map_seq
// CHECK-NOT:     ocl.barrier
// CHECK:         lift.yield %line
// CHECK-NEXT: {{^ +\}$}}
// CHECK-NEXT:    ocl.barrier local
// CHECK-NEXT:    lift.transpose
// CHECK-NOT:     ocl.barrier
lift.def @after_the_loop<N>(%xs: !lift.array<N, !lift.array<4, !lift.array<4, f32>>>)
    -> !lift.array<N, !lift.array<4, !lift.array<4, f32>>> launch(local = [4], groups = [N]) {
  %r = ocl.kernel @after_the_loop {
    %all = ocl.map_wrg<0> (%rows) in %xs to global {
      %copy = ocl.map_seq (%row) in %rows to local {
        %line = ocl.map_lcl<0> (%x) in %row to local {
          lift.yield %x
        }
        lift.yield %line
      }
      %turned = lift.transpose %copy
      %out = ocl.map_seq (%row) in %turned to global {
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

// Two buffers in turn: the barrier after an iteration's write is also that before the next write to the other one. The last
// result is where the first array of the next iteration of the group goes.
// CHECK-LABEL: lift.def @even
// CHECK:         %first = ocl.map_lcl<0>
// CHECK:         ocl.barrier local
// CHECK-NEXT:    lift.iterate 6
// CHECK:         ocl.map_lcl<0>
// CHECK:      {{^ +\}$}}
// CHECK-NEXT:    ocl.barrier local
// CHECK-NEXT:    lift.yield
// CHECK:         %out = ocl.map_lcl<0>
// CHECK:      {{^ +\}$}}
// CHECK-NEXT:    ocl.barrier local
lift.def @even<N>(%xs: !lift.array<N, !lift.array<8, f32>>) -> !lift.array<N, !lift.array<8, f32>> {
  %r = ocl.kernel @even {
    %rows = ocl.map_wrg<0> (%row) in %xs to global {
      %first = ocl.map_lcl<0> (%x) in %row to local {
        lift.yield %x
      }
      %last = lift.iterate 6 (%t)[n] in %first to local {
        %turned = lift.gather %t by (i) -> ((i + 1) mod n)
        %next = ocl.map_lcl<0> (%x) in %turned to local {
          lift.yield %x
        }
        lift.yield %next
      }
      %back = lift.gather %last by (i) -> (7 - i)
      %out = ocl.map_lcl<0> (%x) in %back to global {
        lift.yield %x
      }
      lift.yield %out
    }
    lift.yield %rows
  }
  lift.return %r
}

// After an odd number of iterations it is in the other one.
// CHECK-LABEL: lift.def @odd
// CHECK:         ocl.barrier local
// CHECK-NEXT:    lift.iterate 5
// CHECK:         ocl.barrier local
// CHECK-NEXT:    lift.yield
// CHECK-NOT:     ocl.barrier
lift.def @odd<N>(%xs: !lift.array<N, !lift.array<8, f32>>) -> !lift.array<N, !lift.array<8, f32>> {
  %r = ocl.kernel @odd {
    %rows = ocl.map_wrg<0> (%row) in %xs to global {
      %first = ocl.map_lcl<0> (%x) in %row to local {
        lift.yield %x
      }
      %last = lift.iterate 5 (%t)[n] in %first to local {
        %turned = lift.gather %t by (i) -> ((i + 1) mod n)
        %next = ocl.map_lcl<0> (%x) in %turned to local {
          lift.yield %x
        }
        lift.yield %next
      }
      %back = lift.gather %last by (i) -> (7 - i)
      %out = ocl.map_lcl<0> (%x) in %back to global {
        lift.yield %x
      }
      lift.yield %out
    }
    lift.yield %rows
  }
  lift.return %r
}

// An accumulator of which each work item changes its own elements.
// CHECK-LABEL: lift.def @in_place
// CHECK-NOT:     ocl.barrier
lift.def @in_place<N>(%xs: !lift.array<N, !lift.array<3, !lift.array<8, f32>>>) -> !lift.array<N, !lift.array<8, f32>> {
  %r = ocl.kernel @in_place {
    %all = ocl.map_wrg<0> (%rows) in %xs to global {
      %head = lift.at %rows[0]
      %zeros = ocl.map_lcl<0> (%x) in %head to local {
        %y = arith.subf %x, %x : f32
        lift.yield %y
      }
      %sums = ocl.reduce_seq (%acc, %row) in %rows from %zeros to local {
        %both = lift.zip %acc, %row
        %next = ocl.map_lcl<0> (%p) in %both to local {
          %a = lift.get %p[0]
          %b = lift.get %p[1]
          %s = arith.addf %a, %b : f32
          lift.yield %s
        }
        lift.yield %next
      }
      %out = ocl.map_lcl<0> (%x) in %sums to global {
        lift.yield %x
      }
      lift.yield %out
    }
    lift.yield %all
  }
  lift.return %r
}

// One that is changed in place by one work item, and then read by all.
// CHECK-LABEL: lift.def @in_place_by_one
// CHECK:         ocl.map_lcl<0>
// CHECK:         ocl.barrier local
// CHECK-NEXT:    ocl.reduce_seq
// CHECK-NOT:     ocl.barrier
// CHECK:         lift.yield %next
// CHECK-NEXT: {{^ +\}$}}
// CHECK-NEXT:    ocl.barrier local
// CHECK-NOT:     ocl.barrier
lift.def @in_place_by_one<N>(%xs: !lift.array<N, !lift.array<3, !lift.array<8, f32>>>) -> !lift.array<N, !lift.array<8, f32>>
    launch(local = [4], groups = [N]) {
  %r = ocl.kernel @in_place_by_one {
    %all = ocl.map_wrg<0> (%rows) in %xs to global {
      %head = lift.at %rows[0]
      %zeros = ocl.map_lcl<0> (%x) in %head to local {
        %y = arith.subf %x, %x : f32
        lift.yield %y
      }
      %sums = ocl.reduce_seq (%acc, %row) in %rows from %zeros to local {
        %both = lift.zip %acc, %row
        %next = ocl.map_seq (%p) in %both to local {
          %a = lift.get %p[0]
          %b = lift.get %p[1]
          %s = arith.addf %a, %b : f32
          lift.yield %s
        }
        lift.yield %next
      }
      %out = ocl.map_lcl<0> (%x) in %sums to global {
        lift.yield %x
      }
      lift.yield %out
    }
    lift.yield %all
  }
  lift.return %r
}

// An accumulator of which other elements are read needs two buffers, and a barrier in each iteration.
// CHECK-LABEL: lift.def @shifted
// CHECK:         ocl.barrier local
// CHECK-NEXT:    ocl.reduce_seq
// CHECK:         ocl.map_lcl<0>
// CHECK:      {{^ +\}$}}
// CHECK-NEXT:    ocl.barrier local
// CHECK-NEXT:    lift.yield
// CHECK-NOT:     ocl.barrier
lift.def @shifted<N>(%xs: !lift.array<N, !lift.array<3, !lift.array<8, f32>>>) -> !lift.array<N, !lift.array<8, f32>>
    launch(local = [4], groups = [N]) {
  %r = ocl.kernel @shifted {
    %all = ocl.map_wrg<0> (%rows) in %xs to global {
      %head = lift.at %rows[0]
      %zeros = ocl.map_lcl<0> (%x) in %head to local {
        %y = arith.subf %x, %x : f32
        lift.yield %y
      }
      %sums = ocl.reduce_seq (%acc, %row) in %rows from %zeros to local {
        %back = lift.gather %acc by (i) -> (7 - i)
        %both = lift.zip %back, %row
        %next = ocl.map_lcl<0> (%p) in %both to local {
          %a = lift.get %p[0]
          %b = lift.get %p[1]
          %s = arith.addf %a, %b : f32
          lift.yield %s
        }
        lift.yield %next
      }
      %out = ocl.map_lcl<0> (%x) in %sums to global {
        lift.yield %x
      }
      lift.yield %out
    }
    lift.yield %all
  }
  lift.return %r
}

// Running values that are arrays: one work item copies what all have computed.
// CHECK-LABEL: lift.def @running
// CHECK:         ocl.scan_seq
// CHECK:         ocl.map_lcl<0>
// CHECK:      {{^ +\}$}}
// CHECK-NEXT:    ocl.barrier local
// CHECK-NEXT:    lift.yield
// CHECK-NEXT: {{^ +\}$}}
// CHECK-NEXT:    ocl.barrier local
// CHECK-NEXT:    ocl.map_seq
// CHECK-NOT:     ocl.barrier
lift.def @running<N>(%xs: !lift.array<N, !lift.array<3, !lift.array<8, f32>>>)
    -> !lift.array<N, !lift.array<3, !lift.array<8, f32>>> launch(local = [4], groups = [N]) {
  %r = ocl.kernel @running {
    %all = ocl.map_wrg<0> (%rows) in %xs to global {
      %head = lift.at %rows[0]
      %zeros = ocl.map_lcl<0> (%x) in %head to local {
        %y = arith.subf %x, %x : f32
        lift.yield %y
      }
      %sums = ocl.scan_seq (%acc, %row) in %rows from %zeros to local {
        %both = lift.zip %acc, %row
        %next = ocl.map_lcl<0> (%p) in %both to local {
          %a = lift.get %p[0]
          %b = lift.get %p[1]
          %s = arith.addf %a, %b : f32
          lift.yield %s
        }
        lift.yield %next
      }
      %out = ocl.map_seq (%row) in %sums to global {
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

// The barriers in a loop do not serve what is before it and after it, where there may be no iteration.
// CHECK-LABEL: lift.def @perhaps_no_iterations
// CHECK:         %before = ocl.map_lcl<0>
// CHECK:         ocl.barrier local
// CHECK-NEXT:    ocl.map_lcl<0>
// CHECK:         lift.iterate M - 1
// CHECK:         ocl.barrier local
// CHECK-NEXT:    lift.gather
// CHECK:         ocl.barrier local
// CHECK-NEXT:    lift.yield %copy
// CHECK-NOT:     ocl.barrier
lift.def @perhaps_no_iterations<N, M>(%xs: !lift.array<N, !lift.array<8, f32>>) -> !lift.array<N, !lift.array<8, f32>>
    launch(local = [4], groups = [N]) {
  %r = ocl.kernel @perhaps_no_iterations {
    %rows = ocl.map_wrg<0> (%row) in %xs to global {
      %before = ocl.map_lcl<0> (%x) in %row to local {
        %y = arith.negf %x : f32
        lift.yield %y
      }
      %first = ocl.map_lcl<0> (%x) in %row to local {
        lift.yield %x
      }
      %last = lift.iterate M - 1 (%t)[n] in %first to local {
        %next = ocl.map_lcl<0> (%x) in %t to local {
          %y = arith.negf %x : f32
          lift.yield %y
        }
        %turned = lift.gather %next by (i) -> ((i + 1) mod n)
        %copy = ocl.map_lcl<0> (%x) in %turned to local {
          lift.yield %x
        }
        lift.yield %copy
      }
      %back = lift.gather %before by (i) -> (7 - i)
      %both = lift.zip %last, %back
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

// A scalar beside an array is stored at the end of an iteration, and read by all in the next one.
// CHECK-LABEL: lift.def @scalar_part
// CHECK-NOT:     ocl.barrier
// CHECK:         ocl.reduce_seq
// CHECK-NEXT:    ocl.barrier local
// CHECK:         lift.get
// CHECK-NOT:     ocl.barrier
lift.def @scalar_part<N>(%xs: !lift.array<N, !lift.array<3, !lift.array<8, f32>>>, %one: f32) -> !lift.array<N, !lift.array<8, f32>>
    launch(local = [4], groups = [N]) {
  %r = ocl.kernel @scalar_part {
    %all = ocl.map_wrg<0> (%rows) in %xs to global {
      %head = lift.at %rows[0]
      %zeros = ocl.map_lcl<0> (%x) in %head to local {
        lift.yield %x
      }
      %first = lift.tuple %zeros, %one
      %last = ocl.reduce_seq (%acc, %row) in %rows from %first to local {
        %array = lift.get %acc[0]
        %scalar = lift.get %acc[1]
        %both = lift.zip %array, %row
        %next = ocl.map_lcl<0> (%p) in %both to local {
          %a = lift.get %p[0]
          %b = lift.get %p[1]
          %s = arith.addf %a, %b : f32
          %t = arith.mulf %s, %scalar : f32
          lift.yield %t
        }
        %twice = arith.addf %scalar, %scalar : f32
        %result = lift.tuple %next, %twice
        lift.yield %result
      }
      %sums = lift.get %last[0]
      %out = ocl.map_lcl<0> (%x) in %sums to global {
        lift.yield %x
      }
      lift.yield %out
    }
    lift.yield %all
  }
  lift.return %r
}

// The order of two writes matters, too, where nobody reads in between.
// CHECK-LABEL: lift.def @unread
// CHECK:         ocl.reduce_seq
// CHECK:         ocl.barrier local
// CHECK-NEXT:    lift.scatter
// CHECK-NOT:     ocl.barrier
lift.def @unread<N>(%xs: !lift.array<N, !lift.array<3, !lift.array<8, f32>>>) -> !lift.array<N, !lift.array<8, f32>>
    launch(local = [4], groups = [N]) {
  %r = ocl.kernel @unread {
    %all = ocl.map_wrg<0> (%rows) in %xs to global {
      %head = lift.at %rows[0]
      %first = ocl.map_lcl<0> (%x) in %head to local {
        lift.yield %x
      }
      %last = ocl.reduce_seq (%acc, %row)[k] in %rows from %first to local {
        %next = ocl.map_lcl<0> (%x) in %row to local {
          lift.yield %x
        }
        %turned = lift.scatter %next by (i) -> ((i + k) mod 8)
        lift.yield %turned
      }
      %out = ocl.map_lcl<0> (%x) in %last to global {
        lift.yield %x
      }
      lift.yield %out
    }
    lift.yield %all
  }
  lift.return %r
}
