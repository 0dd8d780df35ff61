// A lower triangular matrix times a vector: a work group for each row, which is seen with zeros up to the length of the vector, so
// that all rows have as many chunks. Each work item adds up the products of a chunk; a second kernel adds up those of a row.
//
//   lift-run examples/papers/trmv_best.mlir --random N=16

lift.def @trmv_best<N>(%matrix: !lift.array<i : N, !lift.array<i + 1, f32>>, %vector: !lift.array<N, f32>) -> !lift.array<N, f32>
    where [N mod 8 eq 0] {
  %zero = arith.constant 0.0 : f32
  %parts = ocl.map_wrg<0> (%row)[i] in %matrix {
    %whole = lift.pad constant %zero 0, N - i - 1 %row
    %both = lift.zip %whole, %vector
    %chunks = lift.split 8 %both
    %sums = ocl.map_lcl<0> (%chunk) in %chunks {
      %sum = ocl.reduce_seq (%acc, %p) in %chunk from %zero {
        %a = lift.get %p[0]
        %b = lift.get %p[1]
        %ab = arith.mulf %a, %b : f32
        %s = arith.addf %acc, %ab : f32
        lift.yield %s
      }
      lift.yield %sum
    }
    lift.yield %sums
  }
  %r = ocl.map_glb<0> (%sums) in %parts {
    %dot = ocl.reduce_seq (%acc, %x) in %sums from %zero {
      %s = arith.addf %acc, %x : f32
      lift.yield %s
    }
    lift.yield %dot
  }
  lift.return %r
}
