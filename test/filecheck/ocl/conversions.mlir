// RUN: LIFT_ROUNDTRIP

// CHECK-LABEL: lift.def @mapped<N>
lift.def @mapped<N>(%xs: !lift.array<N, ui8>) -> !lift.array<N, ui8> where [N mod 4 eq 0] {
  // CHECK-NEXT: ocl.as_vector 4 %xs : !lift.array<N floordiv 4, vector<4xui8>>
  %vs = ocl.as_vector 4 %xs
  // CHECK-NEXT: ocl.map_glb<0> (%v) in %{{.*}} : !lift.array<N floordiv 4, vector<4xui8>>
  %r = ocl.map_glb<0> (%v) in %vs {
    // CHECK-NEXT: ocl.map_vec (%s) in %v : vector<4xui8>
    %w = ocl.map_vec (%s) in %v {
      // CHECK-NEXT: lift.convert %s : ui8 to i32
      %i = lift.convert %s to i32
      %t = arith.addi %i, %i : i32
      // CHECK: lift.convert %{{.*}} : i32 to ui8
      %u = lift.convert %t to ui8
      lift.yield %u
    }
    lift.yield %w
  }
  // CHECK: ocl.as_scalar %{{.*}} : !lift.array<N, ui8>
  %all = ocl.as_scalar %r
  lift.return %all
}

// CHECK-LABEL: lift.def @kept<N>
lift.def @kept<N>(%xs: !lift.array<N, !lift.array<4, bf16>>) -> !lift.array<N, !lift.array<4, f32>> {
  %r = ocl.map_wrg<0> (%row) in %xs {
    // CHECK: ocl.map_lcl<0> (%x) in %row to local : !lift.array<4, bf16>
    %near = ocl.map_lcl<0> (%x) in %row to local {
      lift.yield %x
    }
    %y = ocl.map_lcl<0> (%e) in %near {
      // CHECK: lift.convert %e : bf16 to f32
      %f = lift.convert %e to f32
      lift.yield %f
    }
    lift.yield %y
  }
  lift.return %r
}
