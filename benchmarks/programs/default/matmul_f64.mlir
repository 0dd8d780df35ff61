// The product of two matrices of doubles.
lift.def @matmul_f64<N, K, M>(%a: !lift.array<N, !lift.array<K, f64>>, %b: !lift.array<K, !lift.array<M, f64>>)
    -> !lift.array<N, !lift.array<M, f64>> {
  %zero = arith.constant 0.0 : f64
  %columns = lift.transpose %b
  %r = lift.map (%row) in %a {
    %line = lift.map (%column) in %columns {
      %both = lift.zip %row, %column
      %dot = lift.reduce (%acc, %p) in %both from %zero {
        %u = lift.get %p[0]
        %v = lift.get %p[1]
        %uv = arith.mulf %u, %v : f64
        %s = arith.addf %acc, %uv : f64
        lift.yield %s
      }
      lift.yield %dot
    }
    lift.yield %line
  }
  lift.return %r
}
