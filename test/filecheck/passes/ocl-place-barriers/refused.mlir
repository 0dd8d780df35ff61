// RUN: lift-opt %s -p 'ocl-materialise,ocl-split-kernels,ocl-place-barriers' --split-input-file --verify-diagnostics

// Inside of a map over work items not all of them arrive.
lift.def @divergent<N>(%xs: !lift.array<N, !lift.array<4, !lift.array<8, f32>>>)
    -> !lift.array<N, !lift.array<4, !lift.array<8, f32>>> {
  %r = ocl.kernel @divergent {
    %all = ocl.map_wrg<0> (%rows) in %xs to global {
      %out = ocl.map_lcl<1> (%row) in %rows to global {
        %tmp = ocl.map_lcl<0> (%x) in %row to local {
          lift.yield %x
        }
        %back = lift.gather %tmp by (i) -> (7 - i)
        // expected-error@+1 {{'ocl.map_lcl' reads what other work items have written to local memory, and a barrier between the two would not be reached by all work items of the group}}
        %line = ocl.map_lcl<0> (%x) in %back to global {
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

// -----

// What one work item stores for all of one dimension cannot be waited for inside of a map over another.
lift.def @stored_by_one<N>(%xs: !lift.array<N, !lift.array<4, !lift.array<8, f32>>>, %zero: f32)
    -> !lift.array<N, !lift.array<4, !lift.array<8, f32>>> {
  %r = ocl.kernel @stored_by_one {
    %all = ocl.map_wrg<0> (%rows) in %xs to global {
      %out = ocl.map_lcl<1> (%row) in %rows to global {
        %sums = ocl.scan_seq (%acc, %x) in %row from %zero to local {
          %s = arith.addf %acc, %x : f32
          lift.yield %s
        }
        // expected-error@+1 {{'ocl.map_lcl' reads what other work items have written to local memory}}
        %line = ocl.map_lcl<0> (%x) in %sums to global {
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

// -----

// Work groups cannot wait for each other.
lift.def @across<N, M>(%xs: !lift.array<M, !lift.array<N, f32>>, %first: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %r = ocl.kernel @across {
    %zeros = ocl.map_glb<0> (%x) in %first to global {
      lift.yield %x
    }
    %sums = ocl.reduce_seq (%acc, %row) in %xs from %zeros to global {
      %back = lift.gather %acc by (i) -> (N - 1 - i)
      %both = lift.zip %back, %row
      %next = ocl.map_glb<0> (%p) in %both to global {
        %a = lift.get %p[0]
        %b = lift.get %p[1]
        // expected-error@+1 {{'arith.addf' reads what other work items have written to global memory, and work groups cannot wait for each other}}
        %s = arith.addf %a, %b : f32
        lift.yield %s
      }
      lift.yield %next
    }
    lift.yield %sums
  }
  lift.return %r
}

// -----

// The same, of groups.
lift.def @across_groups<N>(%xs: !lift.array<N, !lift.array<N, f32>>) -> !lift.array<N, !lift.array<N, f32>> {
  %r = ocl.kernel @across_groups {
    %a = ocl.map_wrg<0> (%row) in %xs to global {
      %line = ocl.map_lcl<0> (%x) in %row to global {
        lift.yield %x
      }
      lift.yield %line
    }
    %turned = lift.transpose %a
    %b = ocl.map_wrg<0> (%row) in %turned to global {
      // expected-error@+1 {{work groups cannot wait for each other}}
      %line = ocl.map_lcl<0> (%x) in %row to global {
        lift.yield %x
      }
      lift.yield %line
    }
    lift.yield %b
  }
  lift.return %r
}

// -----

// Of a value for all groups of one dimension there is one in memory.
lift.def @one_for_all_groups<N>(%xs: !lift.array<N, !lift.array<8, f32>>) -> !lift.array<N, !lift.array<8, !lift.array<1, f32>>> {
  %r = ocl.kernel @one_for_all_groups {
    %all = ocl.map_wrg<1> (%row) in %xs to global {
      %tmp = ocl.map_lcl<0> (%x) in %row to global {
        lift.yield %x
      }
      %out = ocl.map_wrg<0> (%x) in %tmp to global {
        %one = lift.slice %tmp from 0 size 1
        // expected-error@+1 {{work groups cannot wait for each other}}
        %line = ocl.map_lcl<0> (%e) in %one to global {
          lift.yield %e
        }
        lift.yield %line
      }
      lift.yield %out
    }
    lift.yield %all
  }
  lift.return %r
}

// -----

// Private memory is that of one work item.
lift.def @private<N>(%xs: !lift.array<N, !lift.array<8, f32>>) -> !lift.array<N, !lift.array<8, f32>> {
  %r = ocl.kernel @private {
    %all = ocl.map_wrg<0> (%row) in %xs to global {
      %tmp = ocl.map_lcl<0> (%x) in %row to private {
        lift.yield %x
      }
      %back = lift.gather %tmp by (i) -> (7 - i)
      // expected-error@+1 {{'ocl.map_lcl' reads what other work items have written to private memory, which no other work item sees}}
      %out = ocl.map_lcl<0> (%x) in %back to global {
        lift.yield %x
      }
      lift.yield %out
    }
    lift.yield %all
  }
  lift.return %r
}

// -----

// Without memory there is nothing to order.
lift.def @no_memory<N>(%xs: !lift.array<N, !lift.array<8, f32>>) -> !lift.array<N, !lift.array<8, f32>> {
  %r = ocl.kernel @no_memory {
    %all = ocl.map_wrg<0> (%row) in %xs to global {
      // expected-error@+1 {{nothing says in which memory the result of 'ocl.map_lcl' is}}
      %tmp = ocl.map_lcl<0> (%x) in %row {
        lift.yield %x
      }
      %out = ocl.map_lcl<0> (%x) in %tmp to global {
        lift.yield %x
      }
      lift.yield %out
    }
    lift.yield %all
  }
  lift.return %r
}

// -----

// What is wrong is the launch: groups in a dimension that no map uses do all of it again.
lift.def @groups_that_no_map_uses<N, M>(%x: !lift.array<N, !lift.array<M, !lift.array<4, f32>>>)
    -> !lift.array<N, !lift.array<4, f32>> launch(local = [4, 1], groups = [N, 2]) {
  %r = ocl.kernel @groups_that_no_map_uses {
    %all = ocl.map_wrg<0> (%ms) in %x to global {
      %m0 = lift.at %ms[0]
      %init = ocl.map_lcl<0> (%e) in %m0 to global {
        lift.yield %e
      }
      %s = ocl.reduce_seq (%acc, %row) in %ms from %init to global {
        %z = lift.zip %acc, %row
        %n = ocl.map_lcl<0> (%p) in %z to global {
          %u = lift.get %p[0]
          %v = lift.get %p[1]
          %q = arith.addf %u, %v : f32
          lift.yield %q
        }
        lift.yield %n
      }
      %o = ocl.map_lcl<0> (%e) in %s to global {
        // expected-error@+1 {{the function launches several work groups in dimension 1, and no map of the kernel is distributed over them}}
        %t = arith.addf %e, %e : f32
        lift.yield %t
      }
      lift.yield %o
    }
    lift.yield %all
  }
  lift.return %r
}
