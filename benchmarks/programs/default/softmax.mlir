// Softmax of each row.
lift.def @softmax<N, M>(%a: !lift.array<N, !lift.array<M, f32>>) -> !lift.array<N, !lift.array<M, f32>> {
  %zero = arith.constant 0.0 : f32
  %least = arith.constant 0xFF800000 : f32
  %r = lift.map (%row) in %a {
    %most = lift.reduce (%acc, %v) in %row from %least {
      %m = arith.maximumf %acc, %v : f32
      lift.yield %m
    }
    %powers = lift.map (%v) in %row {
      %d = arith.subf %v, %most : f32
      %e = math.exp %d : f32
      lift.yield %e
    }
    %sum = lift.reduce (%acc, %e) in %powers from %zero {
      %s = arith.addf %acc, %e : f32
      lift.yield %s
    }
    %shares = lift.map (%e) in %powers {
      %share = arith.divf %e, %sum : f32
      lift.yield %share
    }
    lift.yield %shares
  }
  lift.return %r
}
