// The products of pairs of matrices.
lift.def @matmul_batched<B, N, K, M>(%as: !lift.array<B, !lift.array<N, !lift.array<K, f32>>>,
    %bs: !lift.array<B, !lift.array<K, !lift.array<M, f32>>>) -> !lift.array<B, !lift.array<N, !lift.array<M, f32>>> {
  %zero = arith.constant 0.0 : f32
  %pairs = lift.zip %as, %bs
  %r = lift.map (%pair) in %pairs {
    %a = lift.get %pair[0]
    %b = lift.get %pair[1]
    %columns = lift.transpose %b
    %product = lift.map (%row) in %a {
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
    lift.yield %product
  }
  lift.return %r
}
