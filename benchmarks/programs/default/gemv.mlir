// A matrix times a vector, alpha A x + beta y.
lift.def @gemv<N, M>(%a: !lift.array<N, !lift.array<M, f32>>, %x: !lift.array<M, f32>, %y: !lift.array<N, f32>, %alpha: f32,
    %beta: f32) -> !lift.array<N, f32> {
  %zero = arith.constant 0.0 : f32
  %rows = lift.zip %a, %y
  %r = lift.map (%p) in %rows {
    %row = lift.get %p[0]
    %own = lift.get %p[1]
    %both = lift.zip %row, %x
    %dot = lift.reduce (%acc, %q) in %both from %zero {
      %u = lift.get %q[0]
      %v = lift.get %q[1]
      %uv = arith.mulf %u, %v : f32
      %s = arith.addf %acc, %uv : f32
      lift.yield %s
    }
    %scaled = arith.mulf %alpha, %dot : f32
    %rest = arith.mulf %beta, %own : f32
    %sum = arith.addf %scaled, %rest : f32
    lift.yield %sum
  }
  lift.return %r
}
