// RUN: lift-opt %s -p lift-to-opencl -t opencl | filecheck %s

// Figure 6 of the Lift paper: nothing is left of flattening, gathering and splitting but the index a person would write.

// CHECK-LABEL: void transpose_1(
// CHECK-NOT:  {{[%/]}}
// CHECK:      result[wg * N + l] = x[l * M + wg];
// CHECK-NOT:  {{[%/]}}
lift.def @transpose<N, M>(%x: !lift.array<N, !lift.array<M, f32>>) -> !lift.array<M, !lift.array<N, f32>> {
  %flat = lift.join %x
  %turned = lift.gather %flat by (i) -> (i floordiv N + (i mod N) * M)
  %rows = lift.split N %turned
  %out = ocl.map_wrg<0> (%row) in %rows {
    %r = ocl.map_lcl<0> (%e) in %row {
      %g = ocl.to_global %e
      lift.yield %g : f32
    }
    lift.yield %r
  }
  lift.return %out
}
