// The largest number.
lift.def @largest<N>(%x: !lift.array<N, f32>) -> f32 {
  %least = arith.constant 0xFF800000 : f32
  %r = lift.reduce (%acc, %v) in %x from %least {
    %m = arith.maximumf %acc, %v : f32
    lift.yield %m
  }
  lift.return %r
}
