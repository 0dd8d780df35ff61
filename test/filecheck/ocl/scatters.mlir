// RUN: LIFT_ROUNDTRIP

// CHECK-LABEL: lift.def @scattered
lift.def @scattered<N, M>(%xss: !lift.array<N, !lift.array<M, f32>>, %starts: !lift.array<N, !lift.array<2, i32>>) -> !lift.array<N * M, f32> {
  %zero = arith.constant 0.0 : f32
  // CHECK: ocl.scatter_wrg<0> size M * N (%x)[k] in %xss at %starts : !lift.array<M * N, f32> {
  %r = ocl.scatter_wrg<0> size M * N (%x)[k] in %xss at %starts {
    %c = arith.cmpf ogt, %x, %zero : f32
    %i = arith.extui %c : i1 to i32
    %t = lift.tuple %i, %x
    lift.yield %t
  }
  // CHECK: ocl.scatter_glb<1> size M * N (%x_1) in %xss at %starts : !lift.array<M * N, i32> {
  %s = ocl.scatter_glb<1> size M * N (%x) in %xss at %starts {
    %c = arith.cmpf ogt, %x, %zero : f32
    %i = arith.extui %c : i1 to i32
    %t = lift.tuple %i, %i
    lift.yield %t
  }
  lift.return %r
}
