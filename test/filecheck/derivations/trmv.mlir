// A packed triangular matrix times a vector: the first row goes with the last one, the second with the last but one, so that
// chunks of 32 rows are equally long. A row has four vectors of sums, and what is left of it is added one by one.
// benchmarks/programs/mapped/trmv_rowc.mlir is mapped by hand.
//
// RUN: lift-opt %s -p 'lift-derive,lift-to-opencl' -t opencl | filecheck %s

// CHECK-LABEL: kernel void trmv_1(
// CHECK:       for (int i = wg_id; i < N / 32; i += groups)
// CHECK:       int [[ROW:[a-z0-9]+]] = {{.*}} ? 16 * i + k : 32 * (N / 32) - 16 * i - k - 1;
// CHECK-NEXT:  int [[COUNT:[a-z0-9]+]] = ([[ROW]] + 1) / 64;
// CHECK:       float16 dot_lanes3 = (float16)(0.0f);
// CHECK-NEXT:  for (int i1 = 0; i1 < [[COUNT]]; i1++)
// CHECK:       for (int i1 = 64 * [[COUNT]]; i1 < [[ROW]] + 1; i1++)
// CHECK:       result[[[ROW]]] =
// CHECK-LABEL: kernel void trmv_2(
// CHECK:       k1 < N % 32;
lift.def @trmv<N>(%m: !lift.array<i : N, !lift.array<i + 1, f32>>, %x: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%row)[k] in %m {
    %part = lift.slice %x from 0 size k + 1
    %both = lift.zip %row, %part
    %dot = lift.reduce (%acc, %p) in %both from %zero {
      %a = lift.get %p[0]
      %b = lift.get %p[1]
      %ab = arith.mulf %a, %b : f32
      %s = arith.addf %acc, %ab : f32
      lift.yield %s
    }
    lift.yield %dot
  }
  lift.return %r
}

rewrite.script @balanced of @trmv {
  %rows = rewrite.knob "rows" of [8, 16, 32, 64] = 32
  rewrite.apply peel at "%r" (n = %rows)
  rewrite.apply map_to_glb at "%r_rest" (d = 0)
  rewrite.apply pair_ends at "%r"
  rewrite.apply reduce_peel at "%dot" (n = 64)
  rewrite.apply reduce_lanes at "%dot" (n = 64)
  rewrite.apply vectorise_map at "%dot" (w = 16)
  rewrite.apply vector_accumulator at "%dot_lanes"
  rewrite.apply accumulate_apart at "%dot_lanes"
  rewrite.apply map_to_chunks at "%r" (c = %rows)
}
