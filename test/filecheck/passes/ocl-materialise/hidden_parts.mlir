// RUN: lift-opt %s --profile pocl -p ocl-infer-memory,ocl-materialise | filecheck %s
// RUN: lift-opt %s -p ocl-infer-memory,ocl-materialise | filecheck %s --check-prefix=GROUPED

// Where a work item is better alone with a loop, each group copies what lies side by side: the host does not know how many
// elements there are.
// CHECK-LABEL: lift.def @hidden
// CHECK:         [[PARTS:%[a-z_0-9]+]] = ocl.inverse ([[ROWS:%[a-z_0-9]+]]: !lift.array<{{[a-z0-9]+}} : (X + X floordiv 128) floordiv (X floordiv 128 + 1), {{.*}}) to
// CHECK-NEXT:      lift.join [[ROWS]]
// CHECK:         [[XS:%[a-z_0-9]+]] = lift.partition %xs{{.*}} into (X + X floordiv 128) floordiv (X floordiv 128 + 1) by
// CHECK-NEXT:    [[COPY:%[a-z_0-9]+]] = ocl.map_wrg<0> ({{.*}}) in [[XS]] into [[PARTS]]
// CHECK-NEXT:      ocl.map_seq
// CHECK:         lift.join [[COPY]] : !lift.array<X, f32>
// GROUPED-LABEL: lift.def @hidden
// GROUPED:         ocl.map_glb<0> ({{.*}}) in %xs
lift.def @hidden<N>(%e: !lift.exists<X upto N, !lift.array<X, f32>>) -> !lift.exists<X upto 2 * N, !lift.array<X, f32>> {
  %r = lift.unpack (%xs)[X] in %e {
    %p = lift.pack %xs as !lift.exists<X upto 2 * N, !lift.array<X, f32>>
    lift.yield %p
  }
  lift.return %r
}

// A length that the host knows is that of the launch.
// CHECK-LABEL: lift.def @known
// CHECK:         ocl.map_glb<0> ({{.*}}) in %xs
lift.def @known<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  lift.return %xs
}
