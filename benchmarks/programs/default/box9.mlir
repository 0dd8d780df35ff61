// The sum of 9 x 9 neighbours, where the edge goes on outside.
lift.def @box9<N, M>(%a: !lift.array<N, !lift.array<M, f32>>) -> !lift.array<N, !lift.array<M, f32>> {
  %zero = arith.constant 0.0 : f32
  %taller = lift.pad clamp 4, 4 %a
  %padded = lift.map (%row) in %taller {
    %wider = lift.pad clamp 4, 4 %row
    lift.yield %wider
  }
  %bands = lift.slide 9 by 1 %padded
  %r = lift.map (%band) in %bands {
    %windows = lift.map (%row) in %band {
      %own = lift.slide 9 by 1 %row
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
