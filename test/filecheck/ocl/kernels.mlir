// RUN: LIFT_ROUNDTRIP

// CHECK-LABEL: lift.def @kernels
lift.def @kernels<N>(%xs: !lift.array<N, !lift.array<8, f32>>, %zero: f32) -> f32 {
  // CHECK-NEXT: %sums = ocl.kernel @kernels_1 : !lift.array<N, f32> {
  %sums = ocl.kernel @kernels_1 {
    %r = ocl.map_wrg<0> (%row) in %xs to global {
      // CHECK: %copy = ocl.map_lcl<0> (%x) in %row to local : !lift.array<8, f32> {
      %copy = ocl.map_lcl<0> (%x) in %row to local {
        lift.yield %x
      }
      // CHECK: ocl.barrier local
      // CHECK-NEXT: ocl.barrier global
      // CHECK-NEXT: ocl.reduce_seq
      ocl.barrier local
      ocl.barrier global
      %s = ocl.reduce_seq (%acc, %x) in %copy from %zero {
        %t = arith.addf %acc, %x : f32
        lift.yield %t
      }
      lift.yield %s
    }
    lift.yield %r
  }
  // CHECK: %sum = ocl.kernel @kernels_2 : f32 {
  %sum = ocl.kernel @kernels_2 {
    %s = ocl.reduce_seq (%acc, %x) in %sums from %zero {
      %t = arith.addf %acc, %x : f32
      lift.yield %t
    }
    lift.yield %s
  }
  lift.return %sum
}

// A loop of the host has kernels in it.
// CHECK-LABEL: lift.def @iterations
lift.def @iterations<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  // CHECK-NEXT: lift.iterate 3 (%t)[n] in %xs to global
  %r = lift.iterate 3 (%t)[n] in %xs to global {
    // CHECK-NEXT: ocl.kernel @iteration : !lift.array<n, f32> {
    %u = ocl.kernel @iteration {
      %v = ocl.map_glb<0> (%x) in %t to global {
        %y = arith.addf %x, %x : f32
        lift.yield %y
      }
      lift.yield %v
    }
    lift.yield %u
  }
  lift.return %r
}
