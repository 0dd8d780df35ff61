// The sum of 3 x 3 neighbours, mirrored outside.
lift.def @box3_mirror<N, M>(%a: !lift.array<N, !lift.array<M, f32>>) -> !lift.array<N, !lift.array<M, f32>> {
  %zero = arith.constant 0.0 : f32
  %taller = lift.pad mirror 1, 1 %a
  %padded = lift.map (%row) in %taller {
    %wider = lift.pad mirror 1, 1 %row
    lift.yield %wider
  }
  %bands = lift.slide 3 by 1 %padded
  %r = lift.map (%band) in %bands {
    %windows = lift.map (%row) in %band {
      %own = lift.slide 3 by 1 %row
      lift.yield %own
    }
    %points = lift.transpose %windows
    %line = lift.map (%window) in %points {
      %around = lift.join %window
      %sum = lift.reduce (%acc, %v) in %around from %zero {
        %s = arith.addf %acc, %v : f32
        lift.yield %s
      }
      lift.yield %sum
    }
    lift.yield %line
  }
  lift.return %r
}
