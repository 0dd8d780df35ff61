// The softmax of each of several sequences that differ in length: nothing is padded.
lift.def @softmax_rows<N, rows[N]>(%scores: !lift.array<i : N, !lift.array<rows[i], f32>>)
    -> !lift.array<i : N, !lift.array<rows[i], f32>> {
  %zero = arith.constant 0.0 : f32
  %least = arith.constant -3.0e38 : f32
  %r = lift.map (%row) in %scores {
    %greatest = lift.reduce (%acc, %x) in %row from %least {
      %m = arith.maximumf %acc, %x : f32
      lift.yield %m
    }
    %sum = lift.reduce (%acc, %x) in %row from %zero {
      %d = arith.subf %x, %greatest : f32
      %e = math.exp %d : f32
      %s = arith.addf %acc, %e : f32
      lift.yield %s
    }
    %p = lift.map (%x) in %row {
      %d = arith.subf %x, %greatest : f32
      %e = math.exp %d : f32
      %q = arith.divf %e, %sum : f32
      lift.yield %q
    }
    lift.yield %p
  }
  lift.return %r
}
