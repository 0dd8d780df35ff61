// Filter then double with a costly condition: the exponential function, by ten terms of its series, is above t.
lift.def @double_kept_costly<N>(%x: !lift.array<N, f32>, %t: f32) -> !lift.exists<X upto N, !lift.array<X, f32>> {
  %c0 = arith.constant 1.000000000e+00 : f32
  %c1 = arith.constant 1.000000000e+00 : f32
  %c2 = arith.constant 5.000000000e-01 : f32
  %c3 = arith.constant 1.666666667e-01 : f32
  %c4 = arith.constant 4.166666667e-02 : f32
  %c5 = arith.constant 8.333333333e-03 : f32
  %c6 = arith.constant 1.388888889e-03 : f32
  %c7 = arith.constant 1.984126984e-04 : f32
  %c8 = arith.constant 2.480158730e-05 : f32
  %c9 = arith.constant 2.755731922e-06 : f32
  %c10 = arith.constant 2.755731922e-07 : f32
  %kept = lift.filter (%v) in %x {
    %p9 = arith.mulf %c10, %v : f32
    %s9 = arith.addf %p9, %c9 : f32
    %p8 = arith.mulf %s9, %v : f32
    %s8 = arith.addf %p8, %c8 : f32
    %p7 = arith.mulf %s8, %v : f32
    %s7 = arith.addf %p7, %c7 : f32
    %p6 = arith.mulf %s7, %v : f32
    %s6 = arith.addf %p6, %c6 : f32
    %p5 = arith.mulf %s6, %v : f32
    %s5 = arith.addf %p5, %c5 : f32
    %p4 = arith.mulf %s5, %v : f32
    %s4 = arith.addf %p4, %c4 : f32
    %p3 = arith.mulf %s4, %v : f32
    %s3 = arith.addf %p3, %c3 : f32
    %p2 = arith.mulf %s3, %v : f32
    %s2 = arith.addf %p2, %c2 : f32
    %p1 = arith.mulf %s2, %v : f32
    %s1 = arith.addf %p1, %c1 : f32
    %p0 = arith.mulf %s1, %v : f32
    %s0 = arith.addf %p0, %c0 : f32
    %keep = arith.cmpf ogt, %s0, %t : f32
    lift.yield %keep
  }
  %r = lift.map (%v) in %kept {
    %twice = arith.addf %v, %v : f32
    lift.yield %twice
  }
  lift.return %r
}
