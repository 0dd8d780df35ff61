// A vector times a number, plus a vector.
lift.def @axpy<N>(%a: f32, %x: !lift.array<N, f32>, %y: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %xy = lift.zip %x, %y
  %r = lift.map (%p) in %xy {
    %u = lift.get %p[0]
    %v = lift.get %p[1]
    %au = arith.mulf %a, %u : f32
    %s = arith.addf %au, %v : f32
    lift.yield %s
  }
  lift.return %r
}
