// RUN: LIFT_ROUNDTRIP

// CHECK-LABEL: lift.def @rows
lift.def @rows<N, M>(%xss: !lift.array<N, !lift.array<M, f32>>, %offsets: !lift.array<N + 1, i32>) -> !lift.exists<X upto N * M, !lift.array<X, f32>> {
  %zero = arith.constant 0.0 : f32
  // CHECK: ocl.join_wrg<0> upto M * N (%xs)[k] in %xss at %offsets : !lift.exists<X upto M * N, !lift.array<X, f32>> {
  %r = ocl.join_wrg<0> upto M * N (%xs)[k] in %xss at %offsets {
    %row = ocl.filter_seq (%x) in %xs {
      %keep = arith.cmpf ogt, %x, %zero : f32
      lift.yield %keep
    }
    lift.yield %row
  }
  // CHECK: ocl.join_glb<1> upto M * N (%xs_1) in %xss at %offsets : !lift.exists<X upto M * N, !lift.array<X, f32>> {
  %s = ocl.join_glb<1> upto M * N (%xs) in %xss at %offsets {
    %row = ocl.filter_seq (%x) in %xs {
      %keep = arith.cmpf ogt, %x, %zero : f32
      lift.yield %keep
    }
    lift.yield %row
  }
  lift.return %s
}

// CHECK-LABEL: lift.def @sequential
lift.def @sequential<N, M>(%xss: !lift.array<N, !lift.exists<X upto M, !lift.array<X, f32>>>) -> !lift.exists<X upto N, !lift.array<X, f32>> {
  // CHECK-NEXT: ocl.join_seq upto N %xss : !lift.exists<X upto N, !lift.array<X, f32>>
  %r = ocl.join_seq upto N %xss
  lift.return %r
}
