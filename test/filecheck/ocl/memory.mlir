// RUN: LIFT_ROUNDTRIP

// CHECK-LABEL: lift.def @values
lift.def @values(%a: f32, %v: vector<4xf32>) -> f32 {
  // CHECK-NEXT: ocl.to_private %v : vector<4xf32>
  %p = ocl.to_private %v
  // CHECK-NEXT: ocl.to_local %a : f32
  %l = ocl.to_local %a
  // CHECK-NEXT: ocl.to_global %l : f32
  %g = ocl.to_global %l
  // CHECK-NEXT: ocl.to_global past_caches %v : vector<4xf32>
  %c = ocl.to_global past_caches %v
  lift.return %g
}

// The op that computes an array is found through layout ops, and through maps that only rearrange.
// CHECK-LABEL: lift.def @through_layout
lift.def @through_layout<N>(%xs: !lift.array<N, f32>) -> !lift.array<4, !lift.array<N floordiv 4, f32>> where [N mod 4 eq 0] {
  %a = ocl.map_glb<0> (%x) in %xs {
    lift.yield %x
  }
  %s = lift.split 4 %a
  %t = lift.transpose %s
  %m = lift.map (%row) in %t {
    %one = lift.split 1 %row
    %j = lift.join %one
    lift.yield %j
  }
  // CHECK: ocl.to_global %m : !lift.array<4, !lift.array<N floordiv 4, f32>>
  %g = ocl.to_global %m
  lift.return %g
}

// CHECK-LABEL: lift.def @hidden
lift.def @hidden<N>(%xs: !lift.array<N, f32>, %keep: i1) -> !lift.exists<X upto N, !lift.array<X, f32>> {
  %a = ocl.filter_glb (%x) in %xs {
    lift.yield %keep
  }
  // CHECK: ocl.to_global %a : !lift.exists<X upto N, !lift.array<X, f32>>
  %g = ocl.to_global %a
  lift.return %g
}
