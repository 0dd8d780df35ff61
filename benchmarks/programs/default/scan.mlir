// Running sums.
lift.def @running_sums<N>(%x: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.scan (%acc, %v) in %x from %zero {
    %s = arith.addf %acc, %v : f32
    lift.yield %s
  }
  lift.return %r
}
