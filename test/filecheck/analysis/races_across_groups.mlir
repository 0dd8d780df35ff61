// RUN: lift-opt %s -p 'ocl-materialise,ocl-split-kernels,test-print-races' | filecheck %s

// Work groups do not wait for each other: what one of them has written is not read by another one in the same kernel.
// CHECK: @exchanged_1: races
// CHECK-NEXT: {{^}}  where no barrier helps:
// CHECK-NEXT: write global %ys.memory in {{.*}}ocl.store by glb<0>
// CHECK-NEXT: read global %ys.memory in %z = arith.negf by glb<0>
lift.def @exchanged<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %r = ocl.kernel @exchanged {
    %ys = ocl.map_glb<0> (%x) in %xs to global {
      lift.yield %x
    }
    %back = lift.gather %ys by (i) -> (N - 1 - i)
    %zs = ocl.map_glb<0> (%y) in %back to global {
      %z = arith.negf %y : f32
      lift.yield %z
    }
    lift.yield %zs
  }
  lift.return %r
}

// Where each work item reads what it has written itself, nobody waits.
// CHECK: @own_1: no race
// CHECK-NEXT: builtin.module
lift.def @own<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %r = ocl.kernel @own {
    %ys = ocl.map_glb<0> (%x) in %xs to global {
      lift.yield %x
    }
    %zs = ocl.map_glb<0> (%y) in %ys to global {
      %z = arith.negf %y : f32
      lift.yield %z
    }
    lift.yield %zs
  }
  lift.return %r
}
