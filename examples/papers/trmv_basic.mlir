// A lower triangular matrix times a vector: a work item for each row, which is multiplied with as much of the vector.
//
//   lift-run examples/papers/trmv_basic.mlir --in "[1, 2, 3, 4, 5, 6]" --in "[1, 10, 100]"

lift.def @trmv_basic<N>(%matrix: !lift.array<i : N, !lift.array<i + 1, f32>>, %vector: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %zero = arith.constant 0.0 : f32
  %r = ocl.map_glb<0> (%row)[i] in %matrix {
    %part = lift.slice %vector from 0 size i + 1
    %both = lift.zip %row, %part
    %dot = ocl.reduce_seq (%acc, %p) in %both from %zero {
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
