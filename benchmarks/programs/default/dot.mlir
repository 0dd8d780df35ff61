// The dot product.
lift.def @dot<N>(%x: !lift.array<N, f32>, %y: !lift.array<N, f32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %xy = lift.zip %x, %y
  %r = lift.reduce (%acc, %p) in %xy from %zero {
    %a = lift.get %p[0]
    %b = lift.get %p[1]
    %ab = arith.mulf %a, %b : f32
    %s = arith.addf %acc, %ab : f32
    lift.yield %s
  }
  lift.return %r
}
