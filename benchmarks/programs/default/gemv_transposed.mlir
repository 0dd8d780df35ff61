// A transposed matrix times a vector.
lift.def @gemv_transposed<N, M>(%a: !lift.array<N, !lift.array<M, f32>>, %x: !lift.array<N, f32>) -> !lift.array<M, f32> {
  %zero = arith.constant 0.0 : f32
  %columns = lift.transpose %a
  %r = lift.map (%column) in %columns {
    %both = lift.zip %column, %x
    %dot = lift.reduce (%acc, %p) in %both from %zero {
      %u = lift.get %p[0]
      %v = lift.get %p[1]
      %uv = arith.mulf %u, %v : f32
      %s = arith.addf %acc, %uv : f32
      lift.yield %s
    }
    lift.yield %dot
  }
  lift.return %r
}
