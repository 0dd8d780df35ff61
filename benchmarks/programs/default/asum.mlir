// The sum of absolute values.
lift.def @asum<N>(%x: !lift.array<N, f32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %r = lift.reduce (%acc, %v) in %x from %zero {
    %a = math.absf %v : f32
    %s = arith.addf %acc, %a : f32
    lift.yield %s
  }
  lift.return %r
}
