// Filter then sum.
lift.def @sum_kept<N>(%x: !lift.array<N, f32>, %t: f32) -> f32 {
  %zero = arith.constant 0.0 : f32
  %kept = lift.filter (%v) in %x {
    %keep = arith.cmpf ogt, %v, %t : f32
    lift.yield %keep
  }
  %r = lift.reduce (%acc, %v) in %kept from %zero {
    %s = arith.addf %acc, %v : f32
    lift.yield %s
  }
  lift.return %r
}
