// RUN: lift-opt %s -p ocl-infer-memory,ocl-materialise | filecheck %s

// What is updated is written to where the result is: a parameter is copied there, by all work items.
// CHECK-LABEL: lift.def @copied
// CHECK: %result.memory = ocl.alloc global result : !lift.array<M, i32>
// CHECK-NEXT: %begin = ocl.slot %result.memory : !lift.array<M, i32>
// CHECK-NEXT: %copy = ocl.map_glb<0> (%x) in %before into %begin
// CHECK: %r = ocl.update_seq (%old, %{{.*}}) in %xs at %is into %copy into %result.memory
lift.def @copied<N, M>(%xs: !lift.array<N, i32>, %is: !lift.array<N, i32>, %before: !lift.array<M, i32>) -> !lift.array<M, i32> {
  %r = ocl.update_seq (%old, %x) in %xs at %is into %before {
    %s = arith.addi %old, %x : i32
    lift.yield %s
  }
  lift.return %r
}

// What is computed for it alone is written there at once.
// CHECK-LABEL: lift.def @computed
// CHECK: %begin = ocl.slot %result.memory
// CHECK: %twice = ocl.map_glb<0> (%x) in %before into %begin
// CHECK: %r = ocl.update_seq (%old, %{{.*}}) in %xs at %is into %twice into %result.memory
lift.def @computed<N, M>(%xs: !lift.array<N, i32>, %is: !lift.array<N, i32>, %before: !lift.array<M, i32>) -> !lift.array<M, i32> {
  %twice = ocl.map_glb<0> (%x) in %before {
    %t = arith.addi %x, %x : i32
    lift.yield %t
  }
  %r = ocl.update_seq (%old, %x) in %xs at %is into %twice {
    %s = arith.addi %old, %x : i32
    lift.yield %s
  }
  lift.return %r
}

// A fold of updates goes on with its accumulator, in place.
// CHECK-LABEL: lift.def @in_place
// CHECK: %r = ocl.reduce_seq (%acc, %row) in %xss from %copy into %result.memory as (%{{.*}}: !ocl.memory<global, !lift.array<M, i32>>)
// CHECK-NEXT: %s = ocl.update_seq (%old, %{{.*}}) in %row at %row into %acc into %{{.*}}
lift.def @in_place<N, M>(%xss: !lift.array<N, !lift.array<8, i32>>, %before: !lift.array<M, i32>) -> !lift.array<M, i32> {
  %r = ocl.reduce_seq (%acc, %row) in %xss from %before {
    %s = ocl.update_seq (%old, %x) in %row at %row into %acc {
      %t = arith.addi %old, %x : i32
      lift.yield %t
    }
    lift.yield %s
  }
  lift.return %r
}
