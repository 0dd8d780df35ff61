// RUN: lift-opt %s -p 'ocl-infer-memory,ocl-materialise,ocl-split-kernels,ocl-place-barriers,ocl-to-view' | filecheck %s

// Of 100 elements, each of 64 work items has two. Since this is so for 64 of them alone, the kernel is launched with them.
// CHECK-LABEL: kernel.func @chosen_1
// CHECK-SAME: launch(local = [64], groups = [N])
// CHECK: %p = kernel.alloc private i32[2]
// CHECK: [[MEMORY:%.*]] = view.memory %p : !view.view<!lift.array<2, i32>>
// CHECK: [[OWN:%.*]] = view.own [[MEMORY]] by [64] : !view.view<!lift.array<100, i32>>
// CHECK: kernel.for %l = %l_id to 100
// CHECK:   view.access [[OWN]][%l]
lift.def @chosen<N>(%a: !lift.array<N, !lift.array<100, i32>>) -> !lift.array<N, !lift.array<100, i32>> {
  %r = ocl.map_wrg<0> (%row) in %a {
    %p = ocl.map_lcl<0> (%x) in %row {
      %k = ocl.to_private %x
      lift.yield %k
    }
    %o = ocl.map_lcl<0> (%x) in %p {
      lift.yield %x
    }
    lift.yield %o
  }
  lift.return %r
}

// As many work items as elements have one each, however many there are.
// CHECK-LABEL: kernel.func @as_many_1
// CHECK: %p = kernel.alloc private i32[1]
// CHECK: view.own {{.*}} by [M] : !view.view<!lift.array<M, i32>>
lift.def @as_many<N, M>(%a: !lift.array<N, !lift.array<M, i32>>) -> !lift.array<N, !lift.array<M, i32>>
    launch(local = [M], groups = [N]) {
  %r = ocl.map_wrg<0> (%row) in %a {
    %p = ocl.map_lcl<0> (%x) in %row {
      %k = ocl.to_private %x
      lift.yield %k
    }
    %o = ocl.map_lcl<0> (%x) in %p {
      lift.yield %x
    }
    lift.yield %o
  }
  lift.return %r
}
