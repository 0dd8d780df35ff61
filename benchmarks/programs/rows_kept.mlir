// Of each row what is above t: rows of different lengths.
lift.def @rows_kept<N, M>(%x: !lift.array<N, !lift.array<M, f32>>, %t: f32)
    -> !lift.array<N, !lift.exists<X upto M, !lift.array<X, f32>>> {
  %r = lift.map (%row) in %x {
    %kept = lift.filter (%v) in %row {
      %keep = arith.cmpf ogt, %v, %t : f32
      lift.yield %keep
    }
    lift.yield %kept
  }
  lift.return %r
}
