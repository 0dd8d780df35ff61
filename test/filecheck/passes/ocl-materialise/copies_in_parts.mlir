// RUN: lift-opt %s --profile pocl -p ocl-infer-memory,ocl-materialise | filecheck %s
// RUN: lift-opt %s -p ocl-infer-memory,ocl-materialise | filecheck %s --check-prefix=GROUPED

// Where a work item is better alone with a loop, each group copies what lies side by side.
// CHECK-LABEL: lift.def @hidden
// CHECK:         %to_2 = ocl.inverse (%partition: !lift.array<{{[a-z0-9]+}} : (X + X floordiv 128) floordiv (X floordiv 128 + 1), {{.*}}) to %to_1
// CHECK-NEXT:      lift.join %partition
// CHECK:         %partition_1 = lift.partition %xs{{.*}} into (X + X floordiv 128) floordiv (X floordiv 128 + 1) by
// CHECK-NEXT:    %copy = ocl.map_wrg<0> (%x)[k] in %partition_1 into %to_2
// CHECK-NEXT:      ocl.map_seq
// CHECK:         lift.join %copy : !lift.array<X, f32>
// GROUPED-LABEL: lift.def @hidden
// GROUPED:         ocl.map_glb<0> ({{.*}}) in %xs
lift.def @hidden<N>(%e: !lift.exists<X upto N, !lift.array<X, f32>>) -> !lift.exists<X upto 2 * N, !lift.array<X, f32>> {
  %r = lift.unpack (%xs)[X] in %e {
    %p = lift.pack %xs as !lift.exists<X upto 2 * N, !lift.array<X, f32>>
    lift.yield %p
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @known
// CHECK:         ocl.map_wrg<0>
lift.def @known<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  lift.return %xs
}

// Few elements are no parts, and a launch that the function asks for is not changed.
// CHECK-LABEL: lift.def @few
// CHECK:         ocl.map_glb<0>
lift.def @few(%xs: !lift.array<8, f32>) -> !lift.array<8, f32> {
  lift.return %xs
}

// CHECK-LABEL: lift.def @launched
// CHECK:         ocl.map_glb<0>
lift.def @launched<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> launch(local = [64], groups = [4]) {
  lift.return %xs
}
