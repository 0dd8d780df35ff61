// The dot product of doubles.
lift.def @dot_f64<N>(%x: !lift.array<N, f64>, %y: !lift.array<N, f64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %xy = lift.zip %x, %y
  %r = lift.reduce (%acc, %p) in %xy from %zero {
    %a = lift.get %p[0]
    %b = lift.get %p[1]
    %ab = arith.mulf %a, %b : f64
    %s = arith.addf %acc, %ab : f64
    lift.yield %s
  }
  lift.return %r
}
