// RUN: lift-opt %s -p 'ocl-infer-memory,ocl-materialise,ocl-split-kernels,ocl-to-view' | filecheck %s

// Each element has statements of its own, where its position is a number; a fold goes from one to the next.
// CHECK-LABEL: kernel.func @fold_1
// CHECK:      %row = view.access
// CHECK-NOT:  kernel.for
// CHECK:      view.access %row[0]
// CHECK-NEXT: kernel.apply [0] : i32
// CHECK:      [[FIRST:%.*]] = arith.addi %zero, {{.*}} : i32
// CHECK:      view.access %row[1]
// CHECK-NEXT: kernel.apply [1] : i32
// CHECK:      [[SECOND:%.*]] = arith.addi [[FIRST]], {{.*}} : i32
// CHECK:      view.store [[SECOND]]
lift.def @fold<N>(%m: !lift.array<N, !lift.array<2, i32>>, %zero: i32) -> !lift.array<N, i32> {
  %r = ocl.map_glb<0> (%row) in %m {
    %s = ocl.reduce_seq unroll (%acc, %x)[k] in %row from %zero {
      %n = lift.nat k : i32
      %p = arith.muli %x, %n : i32
      %t = arith.addi %acc, %p : i32
      lift.yield %t
    }
    lift.yield %s
  }
  lift.return %r
}

// Every accumulator of a scan is stored, and goes on to the next element as the value that it is.
// CHECK-LABEL: kernel.func @scan_1
// CHECK:      [[A:%.*]] = arith.addi %zero,
// CHECK-NEXT: view.store [[A]]
// CHECK:      [[B:%.*]] = arith.addi [[A]],
// CHECK-NEXT: view.store [[B]]
lift.def @scan<N>(%m: !lift.array<N, !lift.array<2, i32>>, %zero: i32) -> !lift.array<N, !lift.array<2, i32>> {
  %r = ocl.map_glb<0> (%row) in %m {
    %s = ocl.scan_seq unroll (%acc, %x) in %row from %zero {
      %t = arith.addi %acc, %x : i32
      lift.yield %t
    }
    lift.yield %s
  }
  lift.return %r
}

// Of two buffers in turn, each iteration knows its own.
// CHECK-LABEL: kernel.func @turns_1
// CHECK:      [[BUFFERS:%.*]] = view.memory {{.*}} : !view.view<!lift.array<2, !lift.array<N, i32>>>
// CHECK:      [[FROM:%.*]] = view.access [[BUFFERS]][0]
// CHECK:      [[TO:%.*]] = view.access [[BUFFERS]][1]
// CHECK:      kernel.for
// CHECK:      [[FROM:%.*]] = view.access [[BUFFERS]][1]
// CHECK:      [[TO:%.*]] = view.access [[BUFFERS]][0]
// CHECK:      kernel.for
lift.def @turns<N>(%xs: !lift.array<2, i32>, %first: !lift.array<N, i32>) -> !lift.array<N, i32> {
  %r = ocl.reduce_seq unroll (%acc, %x) in %xs from %first {
    %reversed = lift.gather %acc by (i) -> (N - 1 - i)
    %s = ocl.map_seq (%y) in %reversed {
      %t = arith.addi %x, %y : i32
      lift.yield %t
    }
    lift.yield %s
  }
  lift.return %r
}
