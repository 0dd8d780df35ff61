// The sum of all: what a filter before it is compared with.
lift.def @sum<N>(%x: !lift.array<N, f32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %r = lift.reduce (%acc, %v) in %x from %zero {
    %s = arith.addf %acc, %v : f32
    lift.yield %s
  }
  lift.return %r
}
