// A lower triangular matrix times a matrix. Row i of the triangle has i + 1 elements, and no zeros are stored or multiplied.
//
//   lift-run examples/triangular_product.mlir --in "[1, 2, 3, 4, 5, 6]" --in "[[1, 10], [2, 20], [3, 30]]"

lift.def @triangular_product<N, M>(%a: !lift.array<i : N, !lift.array<i + 1, f32>>, %b: !lift.array<N, !lift.array<M, f32>>)
    -> !lift.array<N, !lift.array<M, f32>> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%row)[i] in %a {
    %rows = lift.slice %b from 0 size i + 1
    %columns = lift.transpose %rows
    %line = lift.map (%column) in %columns {
      %both = lift.zip %row, %column
      %dot = lift.reduce (%acc, %p) in %both from %zero {
        %x = lift.get %p[0]
        %y = lift.get %p[1]
        %xy = arith.mulf %x, %y : f32
        %s = arith.addf %acc, %xy : f32
        lift.yield %s
      }
      lift.yield %dot
    }
    lift.yield %line
  }
  lift.return %r
}
