// A layer of a network: the product of two matrices, plus a number for each column, where that is above 0.
lift.def @matmul_relu<N, K, M>(%a: !lift.array<N, !lift.array<K, f32>>, %b: !lift.array<K, !lift.array<M, f32>>,
    %bias: !lift.array<M, f32>) -> !lift.array<N, !lift.array<M, f32>> {
  %zero = arith.constant 0.0 : f32
  %columns = lift.transpose %b
  %biased = lift.zip %columns, %bias
  %r = lift.map (%row) in %a {
    %line = lift.map (%q) in %biased {
      %column = lift.get %q[0]
      %own = lift.get %q[1]
      %both = lift.zip %row, %column
      %dot = lift.reduce (%acc, %p) in %both from %zero {
        %u = lift.get %p[0]
        %v = lift.get %p[1]
        %uv = arith.mulf %u, %v : f32
        %s = arith.addf %acc, %uv : f32
        lift.yield %s
      }
      %sum = arith.addf %dot, %own : f32
      %kept = arith.maximumf %sum, %zero : f32
      lift.yield %kept
    }
    lift.yield %line
  }
  lift.return %r
}
