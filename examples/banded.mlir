// A banded matrix times a vector: row i has the entries of the columns i - W to i + W that there are, and no zeros beside them.
//
// The matrix is its rows, one after the other: with N = 3 and W = 1, these have 2, 3 and 2 entries.
//
//   lift-run examples/banded.mlir --in "[1, 2, 3, 4, 5, 6, 7]" --in "[1, 10, 100]" -s W=1

lift.def @banded<N, W>(%m: !lift.array<i : N, !lift.array<min(i + W + 1, N) - max(i - W, 0), f32>>, %v: !lift.array<N, f32>)
    -> !lift.array<N, f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%row)[i] in %m {
    %part = lift.slice %v from max(i - W, 0) size min(i + W + 1, N) - max(i - W, 0)
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
