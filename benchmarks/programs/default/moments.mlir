// The sum of numbers and the sum of their squares.
lift.def @moments<N>(%x: !lift.array<N, f32>) -> tuple<f32, f32> {
  %zero = arith.constant 0.0 : f32
  %sum = lift.reduce (%acc, %v) in %x from %zero {
    %s = arith.addf %acc, %v : f32
    lift.yield %s
  }
  %squares = lift.reduce (%acc, %v) in %x from %zero {
    %v2 = arith.mulf %v, %v : f32
    %s = arith.addf %acc, %v2 : f32
    lift.yield %s
  }
  %r = lift.tuple %sum, %squares
  lift.return %r
}
