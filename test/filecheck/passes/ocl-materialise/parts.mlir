// RUN: lift-opt %s -p ocl-infer-memory,ocl-materialise | filecheck %s
// RUN: lift-opt %s -p lift-to-opencl -t opencl | filecheck %s --check-prefix=KERNELS

// The parts of an array of tuples go where each of them is needed: there is one kernel, and no copy.
// CHECK-LABEL: lift.def @both
// CHECK:      %to, %to_1 = ocl.inverse (%b: !lift.array<N, f32>, %a: !lift.array<N, i32>) to %result.memory {
// CHECK:      %to_2 = ocl.tuple %to_1, %to : !ocl.memory<global, tuple<!lift.array<N, i32>, !lift.array<N, f32>>>
// CHECK:      %to_3 = ocl.inverse (%r: !lift.array<N, tuple<i32, f32>>) to %to_2 {
// CHECK:      ocl.map_glb<0> (%x) in %m into %to_3
// CHECK-NOT:  copy
// KERNELS-LABEL: void both_1(
// KERNELS:      result1[g] = {{.*}};
// KERNELS-NEXT: result0[g] = {{.*}};
// KERNELS-NOT: void both_2(
lift.def @both<N>(%m: !lift.array<N, i32>) -> tuple<!lift.array<N, f32>, !lift.array<N, i32>> {
  %r = ocl.map_glb<0> (%x) in %m {
    %y = arith.addi %x, %x : i32
    %z = arith.sitofp %x : i32 to f32
    %t = lift.tuple %y, %z
    lift.yield %t
  }
  %u = lift.unzip %r
  %a = lift.get %u[0]
  %b = lift.get %u[1]
  %c = lift.tuple %b, %a
  lift.return %c
}

// A part that is not asked for has memory of its own, and each part may be rearranged on its way.
// CHECK-LABEL: lift.def @rearranged
// CHECK:      %[[REST:.*]] = ocl.alloc global : !lift.array<2 * N, i32>
// CHECK:      ocl.tuple %{{.*}}, %[[REST]]
// CHECK-NOT:  copy
// KERNELS-LABEL: void rearranged_1(
// KERNELS-NOT: void rearranged_2(
lift.def @rearranged<N>(%m: !lift.array<2 * N, i32>) -> !lift.array<N, !lift.array<2, i32>> {
  %r = ocl.map_glb<0> (%x) in %m {
    %y = arith.addi %x, %x : i32
    %t = lift.tuple %y, %x
    lift.yield %t
  }
  %u = lift.unzip %r
  %a = lift.get %u[0]
  %c = lift.split 2 %a
  lift.return %c
}

// A part that goes to two places is copied there.
// CHECK-LABEL: lift.def @twice
// CHECK-NOT:  ocl.tuple
// CHECK:      %copy = ocl.map_glb<0>
// CHECK:      %copy_1 = ocl.map_glb<0>
lift.def @twice<N>(%m: !lift.array<N, i32>) -> tuple<!lift.array<N, i32>, !lift.array<N, i32>> {
  %r = ocl.map_glb<0> (%x) in %m {
    %t = lift.tuple %x, %x
    lift.yield %t
  }
  %u = lift.unzip %r
  %a = lift.get %u[0]
  %c = lift.tuple %a, %a
  lift.return %c
}

// Parts of what a work item keeps go to their places inside of a map, too.
// KERNELS-LABEL: void inside_1(
// KERNELS-NOT:  [
// KERNELS:      for (int i = 0; i < M; i++) {
// KERNELS:        result1[g * M + i] = {{.*}};
// KERNELS-NEXT:   result0[g * M + i] = {{.*}};
// KERNELS-NEXT: }
// KERNELS-NOT:  for (int i
lift.def @inside<N, M>(%m: !lift.array<N, !lift.array<M, i32>>) -> !lift.array<N, tuple<!lift.array<M, i32>, !lift.array<M, i32>>> {
  %r = ocl.map_glb<0> (%row) in %m {
    %s = ocl.map_seq (%x) in %row {
      %y = arith.addi %x, %x : i32
      %t = lift.tuple %y, %x
      lift.yield %t
    }
    %u = lift.unzip %s
    %a = lift.get %u[0]
    %b = lift.get %u[1]
    %c = lift.tuple %b, %a
    lift.yield %c
  }
  lift.return %r
}
