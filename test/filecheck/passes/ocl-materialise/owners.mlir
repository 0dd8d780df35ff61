// RUN: lift-opt %s -p 'ocl-infer-memory,ocl-materialise' | filecheck %s

// Private memory says which work items own the elements of each dimension.
// CHECK-LABEL: lift.def @temporary
// CHECK: %a.memory = ocl.alloc private over [lcl<1>, lcl<0>] : !lift.array<8, !lift.array<8, f32>>
lift.def @temporary<N>(%m: !lift.array<N, !lift.array<8, !lift.array<8, f32>>>) -> !lift.array<N, !lift.array<8, !lift.array<8, f32>>> {
  %r = ocl.map_wrg<0> (%tile) in %m {
    %a = ocl.map_lcl<1> (%row) in %tile to private {
      %b = ocl.map_lcl<0> (%x) in %row to private {
        lift.yield %x
      }
      lift.yield %b
    }
    %o = ocl.map_lcl<1> (%row) in %a to global {
      %b = ocl.map_lcl<0> (%x) in %row to global {
        lift.yield %x
      }
      lift.yield %b
    }
    lift.yield %o
  }
  lift.return %r
}

// What a fold begins with is copied by those who own it, and so is what it ends with.
// CHECK-LABEL: lift.def @fold
// CHECK: %s.memory = ocl.alloc private over [lcl<1>, lcl<0>] : !lift.array<8, !lift.array<4, f32>>
// CHECK: %copy = ocl.map_lcl<1> {{.*}} into %begin
// CHECK:   %copy_1 = ocl.map_lcl<0>
// CHECK: %s = ocl.reduce_seq (%acc, %tile) in %tiles from %copy into %s.memory
// CHECK: %copy_2 = ocl.map_lcl<1> {{.*}} in %s into %to
// CHECK:   %copy_3 = ocl.map_lcl<0>
lift.def @fold<N, M>(%m: !lift.array<N, !lift.array<M, !lift.array<8, !lift.array<4, f32>>>>, %zero: f32)
    -> !lift.array<N, !lift.array<8, !lift.array<4, f32>>> {
  %r = ocl.map_wrg<0> (%tiles) in %m {
    %none = lift.generate [i : 32] {
      lift.yield %zero
    }
    %zeros = lift.split 4 %none
    %s = ocl.reduce_seq (%acc, %tile) in %tiles from %zeros to private {
      %both = lift.zip %acc, %tile
      %t = ocl.map_lcl<1> (%p) in %both to private {
        %old = lift.get %p[0]
        %more = lift.get %p[1]
        %row = lift.zip %old, %more
        %u = ocl.map_lcl<0> (%q) in %row to private {
          %a = lift.get %q[0]
          %b = lift.get %q[1]
          %c = arith.addf %a, %b : f32
          lift.yield %c
        }
        lift.yield %u
      }
      lift.yield %t
    }
    lift.yield %s
  }
  lift.return %r
}

// Where each work item writes all of a dimension, it has all of it.
// CHECK-LABEL: lift.def @all
// CHECK: %s.memory = ocl.alloc private : !lift.array<8, f32>
lift.def @all<N, M>(%m: !lift.array<N, !lift.array<M, !lift.array<8, f32>>>, %zero: f32) -> !lift.array<N, !lift.array<8, f32>> {
  %r = ocl.map_wrg<0> (%rows) in %m {
    %none = lift.generate [i : 8] {
      lift.yield %zero
    }
    %zeros = ocl.map_seq (%x) in %none to private {
      lift.yield %x
    }
    %s = ocl.reduce_seq (%acc, %row) in %rows from %zeros to private {
      %both = lift.zip %acc, %row
      %t = ocl.map_lcl<0> (%p) in %both to private {
        %a = lift.get %p[0]
        %b = lift.get %p[1]
        %c = arith.addf %a, %b : f32
        lift.yield %c
      }
      lift.yield %t
    }
    %out = ocl.map_lcl<0> (%x) in %s to global {
      lift.yield %x
    }
    lift.yield %out
  }
  lift.return %r
}
