// Filter then double: what is above t, twice as large.
lift.def @double_kept<N>(%x: !lift.array<N, f32>, %t: f32) -> !lift.exists<X upto N, !lift.array<X, f32>> {
  %kept = lift.filter (%v) in %x {
    %keep = arith.cmpf ogt, %v, %t : f32
    lift.yield %keep
  }
  %r = lift.map (%v) in %kept {
    %twice = arith.addf %v, %v : f32
    lift.yield %twice
  }
  lift.return %r
}
