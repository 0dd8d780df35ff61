// RUN: LIFT_ROUNDTRIP

// CHECK-LABEL: lift.def @parallel
lift.def @parallel<N>(%x: !lift.array<N, !lift.array<N, !lift.array<N, f32>>>) -> !lift.array<N, !lift.array<N, !lift.array<N, f32>>> {
  // CHECK-NEXT: ocl.map_wrg<1> (%rows) in %x : !lift.array<N, !lift.array<N, !lift.array<N, f32>>> {
  %r = ocl.map_wrg<1> (%rows) in %x {
    // CHECK-NEXT: ocl.map_wrg<0> (%row)[k] in %rows : !lift.array<N, !lift.array<N, f32>> {
    %s = ocl.map_wrg<0> (%row)[k] in %rows {
      // CHECK-NEXT: ocl.map_lcl<0> (%e) in %row : !lift.array<N, f32> {
      %t = ocl.map_lcl<0> (%e) in %row {
        %g = ocl.to_global %e
        lift.yield %g
      }
      lift.yield %t
    }
    lift.yield %s
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @global
lift.def @global<N>(%x: !lift.array<N, !lift.array<N, f32>>) -> !lift.array<N, !lift.array<N, f32>> {
  // CHECK-NEXT: ocl.map_glb<2> (%row) in %x : !lift.array<N, !lift.array<N, f32>> {
  %r = ocl.map_glb<2> (%row) in %x {
    // CHECK-NEXT: ocl.map_glb<0> (%e) in %row : !lift.array<N, f32> {
    %s = ocl.map_glb<0> (%e) in %row {
      lift.yield %e
    }
    lift.yield %s
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @sequential
lift.def @sequential<N>(%x: !lift.array<N, f32>, %y: !lift.array<3, f32>, %zero: f32, %keep: i1) -> f32 {
  // CHECK-NEXT: ocl.map_seq (%e) in %x : !lift.array<N, f32> {
  %a = ocl.map_seq (%e) in %x {
    lift.yield %e
  }
  // CHECK: ocl.map_seq unroll (%e_1)[k] in %y : !lift.array<3, i32> {
  %b = ocl.map_seq unroll (%e)[k] in %y {
    %i = lift.nat k
    lift.yield %i
  }
  // CHECK: ocl.reduce_seq (%acc, %e_2) in %x from %zero : f32 {
  %c = ocl.reduce_seq (%acc, %e) in %x from %zero {
    %s = arith.addf %acc, %e : f32
    lift.yield %s
  }
  // CHECK: ocl.scan_seq (%acc_1, %e_3) in %x from %zero : !lift.array<N, f32> {
  %d = ocl.scan_seq (%acc, %e) in %x from %zero {
    %s = arith.addf %acc, %e : f32
    lift.yield %s
  }
  // CHECK: ocl.reduce_seq unroll (%acc_2, %e_4)[k1] in %y from %zero : f32 {
  %cu = ocl.reduce_seq unroll (%acc, %e)[k] in %y from %zero {
    lift.yield %e
  }
  // CHECK: ocl.scan_seq unroll (%acc_3, %e_5) in %y from %zero : !lift.array<3, f32> {
  %du = ocl.scan_seq unroll (%acc, %e) in %y from %zero {
    lift.yield %e
  }
  // CHECK: ocl.filter_seq (%e_6) in %x : !lift.exists<X upto N, !lift.array<X, f32>> {
  %f = ocl.filter_seq (%e) in %x {
    lift.yield %keep
  }
  // CHECK: ocl.filter_glb (%e_7) in %x : !lift.exists<X upto N, !lift.array<X, f32>> {
  %g = ocl.filter_glb (%e) in %x {
    lift.yield %keep
  }
  lift.return %c
}
