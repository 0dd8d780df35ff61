// RUN: lift-opt %s | lift-opt | filecheck %s
// RUN: lift-opt %s --print-op-generic | lift-opt | filecheck %s
// RUN: lift-opt %s -p lift-to-opencl -t opencl | filecheck %s --check-prefix=KERNELS

// The outermost map of a kernel says how it is run; the others are run as the function says.
// CHECK-LABEL: lift.def @two
// CHECK:      %a = ocl.map_wrg<0> launch(local = [8], groups = [N]) (%row) in %m : !lift.array<N, !lift.array<8, i32>> {
// CHECK:      %c = ocl.map_glb<0> (%x_1) in %b : !lift.array<8 * N, i32> {
// KERNELS-LABEL: // launch(local = [8], groups = [N])
// KERNELS-NEXT: kernel __attribute__((reqd_work_group_size(8, 1, 1)))
// KERNELS-NEXT: void two_1(
// KERNELS-NOT:    for (
// KERNELS-LABEL: // launch(local = [64], groups = [2])
// KERNELS-NEXT: kernel __attribute__((reqd_work_group_size(64, 1, 1)))
// KERNELS-NEXT: void two_2(
// KERNELS:        for (int g = g_id; g < 8 * N; g += 128) {
lift.def @two<N>(%m: !lift.array<N, !lift.array<8, i32>>) -> !lift.array<8 * N, i32>
    launch(local = [64], groups = [2]) {
  %a = ocl.map_wrg<0> launch(local = [8], groups = [N]) (%row) in %m {
    %s = ocl.map_lcl<0> (%x) in %row {
      %y = arith.addi %x, %x : i32
      lift.yield %y
    }
    lift.yield %s
  }
  %b = lift.join %a
  %c = ocl.map_glb<0> (%x) in %b {
    %y = arith.muli %x, %x : i32
    lift.yield %y
  }
  lift.return %c
}
