// A transposed matrix times a matrix: how much columns of one are like columns of the other.
lift.def @correlation<N, K, M>(%a: !lift.array<K, !lift.array<N, f32>>, %b: !lift.array<K, !lift.array<M, f32>>)
    -> !lift.array<N, !lift.array<M, f32>> {
  %zero = arith.constant 0.0 : f32
  %rows = lift.transpose %a
  %columns = lift.transpose %b
  %r = lift.map (%row) in %rows {
    %line = lift.map (%column) in %columns {
      %both = lift.zip %row, %column
      %dot = lift.reduce (%acc, %p) in %both from %zero {
        %u = lift.get %p[0]
        %v = lift.get %p[1]
        %uv = arith.mulf %u, %v : f32
        %s = arith.addf %acc, %uv : f32
        lift.yield %s
      }
      lift.yield %dot
    }
    lift.yield %line
  }
  lift.return %r
}
