// RUN: lift-opt %s -p 'ocl-materialise,ocl-split-kernels,ocl-place-barriers' | filecheck %s

// Where a launch has more work items than the maps are distributed over, one of those that do the same is chosen for each store,
// also for that of an accumulator that is changed in place.
// CHECK-LABEL: lift.def @idle_items
// CHECK:      ocl.reduce_seq
// CHECK-NOT:  ocl.barrier
// CHECK:      lift.yield %next
// CHECK-NEXT: }
// CHECK-NEXT: ocl.barrier local
// CHECK-NEXT: %out = ocl.map_lcl<0>
lift.def @idle_items<N>(%xs: !lift.array<N, !lift.array<3, !lift.array<8, f32>>>, %zeros: !lift.array<8, f32>)
    -> !lift.array<N, !lift.array<8, f32>> launch(local = [4, 2], groups = [N, 1]) {
  %r = ocl.kernel @idle_items {
    %all = ocl.map_wrg<0> (%rows) in %xs to global {
      %first = ocl.map_lcl<0> (%x) in %zeros to local {
        lift.yield %x
      }
      %sums = ocl.reduce_seq (%acc, %row) in %rows from %first to local {
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

// CHECK-LABEL: lift.def @idle_groups
// CHECK-NOT:  ocl.barrier
lift.def @idle_groups<N, M>(%xs: !lift.array<M, !lift.array<N, f32>>, %first: !lift.array<N, f32>) -> !lift.array<N, f32>
    launch(local = [8, 1], groups = [N, 2]) {
  %r = ocl.kernel @idle_groups {
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
