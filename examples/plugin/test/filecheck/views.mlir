// RUN: lift-opt %s -p lift-to-ocl,ocl-infer-memory,ocl-materialise,ocl-split-kernels,ocl-to-view | filecheck %s

// Read: the op is a view, also inside of a map that does nothing else.
// CHECK-LABEL: kernel.func @read_1
lift.def @read<N, M>(%m: !lift.array<M, !lift.array<N, f32>>) -> !lift.array<M, !lift.array<2 * N, f32>> {
  // CHECK: view.map (%row) in %{{.*}} : !view.view<!lift.array<M, !lift.array<2 * N, f32>>> {
  // CHECK-NEXT: extra.interleave_view %row, %row : !view.view<!lift.array<2 * N, f32>>
  %twice = lift.map (%row) in %m {
    %both = extra.interleave %row, %row
    lift.yield %both
  }
  %r = lift.map (%row) in %twice {
    %negated = lift.map (%x) in %row {
      %y = arith.negf %x : f32
      lift.yield %y
    }
    lift.yield %negated
  }
  lift.return %r
}

// Written: each operand has its destination in the result, so nothing is copied.
// CHECK-LABEL: kernel.func @write_1
lift.def @write<N>(%x: f32, %y: f32) -> !lift.array<2 * N, f32> {
  // CHECK: %[[rows:.*]] = view.split 2 %{{.*}} : !view.view<!lift.array<N, !lift.array<2, f32>>>
  // CHECK-NEXT: %[[columns:.*]] = view.transpose %[[rows]]
  // CHECK-NEXT: view.access %[[columns]][0] : !view.view<!lift.array<N, f32>>
  // CHECK-LABEL: kernel.func @write_2
  // CHECK: view.access %{{.*}}[1] : !view.view<!lift.array<N, f32>>
  %a = extra.unfold N (%p) from %x {
    %q = arith.addf %p, %x : f32
    lift.yield %q
  }
  %b = extra.unfold N (%p) from %y {
    %q = arith.mulf %p, %y : f32
    lift.yield %q
  }
  %both = extra.interleave %a, %b
  lift.return %both
}
// CHECK: host.program @write
// CHECK-COUNT-1: host.alloc
// CHECK-NOT: host.alloc
